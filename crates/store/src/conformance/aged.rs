//! What has lain about for long.

use super::{Bench, guest, opening, summary, write};
use crate::{AgeLimits, NodeId, OldTable, Removal, StoreChange, Summary, TableToLeave, TokenHash};
use galet_table::GuestId;

/// Old tables are found, all of them, a part at a time; those that matter are not among them.
pub async fn old_tables_are_found(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let table = |id: &str, seq, at| Summary { at, ..summary(id, seq) };
    let computer_began = Summary { turn: Some(1), first: Some(1), ..table("b-computer", 2, 50) };
    let mut tables = vec![
        table("a-unstarted", 1, 50),
        computer_began,
        table("c-started", 3, 50),
        table("d-abandoned", 30, 5),
        Summary { ended: true, result: Some("draw"), ..table("e-finished", 30, 5) },
        Summary { wake: Some(9), ..table("f-clock", 1, 5) },
        table("g-new", 1, 70),
    ];
    // More than are looked at in one go.
    tables.extend((0..1_100).map(|number| table(&format!("h{number:04}"), 1, 70)));
    for some in tables.chunks(400) {
        write(&store, some.iter().flat_map(opening).collect()).await;
    }
    let limits = AgeLimits { unstarted: 60, abandoned: 10 };
    let (mut after, mut found, mut parts) = (String::new(), Vec::new(), 0);
    loop {
        let part = store.old_tables(&after, limits).await.expect("a part");
        found.extend(part.found);
        parts += 1;
        match part.last {
            Some(last) => after = last,
            None => break,
        }
    }
    assert!(parts > 2);
    let old = |id: &str, at, turn: Option<u64>| OldTable {
        id: id.to_owned(),
        at,
        turn: turn.map(GuestId),
    };
    let expected =
        [old("a-unstarted", 50, None), old("b-computer", 50, Some(1)), old("d-abandoned", 5, None)];
    assert_eq!(found, expected);
    let never = AgeLimits { unstarted: 0, abandoned: 0 };
    assert_eq!(store.old_tables("", never).await.expect("a part").found, []);
    store.close().await;
}

/// Guests whom nobody has seen for long are forgotten, unless they sit at a table.
pub async fn idle_guests_are_forgotten(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let token = |guest: i64, at| StoreChange::Token {
        hash: TokenHash([guest as u8; 32]),
        guest,
        device: guest,
        about: String::new(),
        at,
    };
    let mut changes: Vec<_> = (1..=6).map(|id| guest(id, 10)).collect();
    changes.extend([token(1, 10), token(2, 90), token(3, 10), token(4, 10)]);
    changes.push(StoreChange::Link { hash: TokenHash([9; 32]), guest: 1, expires: 99 });
    changes.push(guest(7, 95));
    changes.extend(opening(&Summary { first: Some(3), ..summary("a", 1) }));
    changes.extend(opening(&Summary { second: Some(4), ..summary("b", 1) }));
    write(&store, changes).await;
    assert_eq!(store.guests_after(0).await.expect("a number"), Some(7));
    assert_eq!(store.guests_after(7).await.expect("the end"), None);
    let idle = |after, upto| {
        vec![StoreChange::Removal(Removal::IdleGuests { after, upto, unseen_since: 80 })]
    };
    assert_eq!(write(&store, idle(0, 5)).await, 2, "the first and the fifth");
    assert_eq!(write(&store, idle(0, 5)).await, 0);
    assert_eq!(write(&store, idle(5, 7)).await, 1, "the seventh is new");
    for (id, there) in [(1, false), (2, true), (3, true), (4, true), (5, false), (7, true)] {
        let name = store.guest_name(GuestId(id)).await.expect("a name");
        assert_eq!(!name.is_empty(), there, "{id}");
    }
    assert_eq!(store.holder_of(TokenHash([1; 32])).await.expect("none"), None);
    assert!(!store.is_signed_out(TokenHash([1; 32])).await.expect("not signed out"));
    store.close().await;
}

/// What somebody leaves behind: unfinished tables, and those where no other person sits.
pub async fn tables_to_leave_are_found(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let seats = |id: &str, first, second, ended| Summary { first, second, ended, ..summary(id, 1) };
    // The third guest has left before.
    write(&store, vec![guest(1, 0), guest(2, 0)]).await;
    let tables = [
        seats("a", Some(1), Some(2), false),
        seats("b", Some(2), Some(1), true),
        seats("c", Some(1), None, true),
        seats("d", Some(1), Some(1), true),
        seats("e", Some(3), Some(1), true),
        seats("f", Some(2), None, false),
    ];
    write(&store, tables.iter().flat_map(opening).collect()).await;
    let found = store.tables_to_leave(GuestId(1), "").await.expect("a list");
    let leave = |id: &str, alone| TableToLeave { id: id.to_owned(), alone, at: 1_001 };
    assert_eq!(found, [leave("a", false), leave("c", true), leave("d", true), leave("e", true)]);
    let rest = store.tables_to_leave(GuestId(1), "c").await.expect("a list");
    assert_eq!(rest, found[2..]);
    store.close().await;
}
