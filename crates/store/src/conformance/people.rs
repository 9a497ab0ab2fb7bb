//! Guests, their browsers, links and what was signed out.

use super::{Bench, guest, opening, summary, two, write};
use crate::{Holder, Removal, StoreChange, StoreError, TokenHash};
use galet_table::GuestId;

fn hash(number: u8) -> TokenHash {
    TokenHash([number; 32])
}

fn token(number: u8, guest: i64, at: u64) -> StoreChange {
    let device = 1_000 + i64::from(number);
    StoreChange::Token { hash: hash(number), guest, device, about: format!("browser {number}"), at }
}

/// Tokens lead to guests; browsers are listed, and seen only ever later.
pub async fn browsers_carry_an_identity(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, vec![guest(1, 10), token(1, 1, 10)]).await;
    write(&store, vec![token(2, 1, 20), guest(2, 30), token(3, 2, 30)]).await;
    let holder = other.holder_of(hash(1)).await.expect("an answer");
    assert_eq!(holder, Some(Holder { guest: GuestId(1), seen: 10 }));
    assert_eq!(other.holder_of(hash(9)).await.expect("an answer"), None);
    assert_eq!(write(&other, vec![StoreChange::Seen { hash: hash(1), at: 50 }]).await, 1);
    assert_eq!(write(&other, vec![StoreChange::Seen { hash: hash(1), at: 40 }]).await, 1);
    assert_eq!(write(&other, vec![StoreChange::Seen { hash: hash(9), at: 50 }]).await, 0);
    // Of those who are connected, whoever was not seen for long is seen.
    let connected = |numbers: &[u8], at, unless_since| {
        let hashes = numbers.iter().copied().map(hash).collect();
        vec![StoreChange::Connected { hashes, at, unless_since }]
    };
    assert_eq!(write(&other, connected(&[1, 3, 9], 60, 31)).await, 1);
    assert_eq!(write(&other, connected(&[1, 3], 60, 31)).await, 0);
    assert_eq!(other.holder_of(hash(3)).await.expect("an answer").map(|it| it.seen), Some(60));
    let devices = store.devices_of(GuestId(1)).await.expect("devices");
    let facts = devices.iter().map(|d| (d.hash, d.device, &*d.about, d.created, d.seen));
    let expected = [(hash(1), 1_001, "browser 1", 10, 50), (hash(2), 1_002, "browser 2", 20, 20)];
    assert_eq!(facts.collect::<Vec<_>>(), expected);
    assert_eq!(store.guest_name(GuestId(1)).await.expect("a name"), "guest 1");
    write(&other, vec![StoreChange::Rename { id: 1, name: "Zoé ❤".into() }]).await;
    assert_eq!(store.guest_name(GuestId(1)).await.expect("a name"), "Zoé ❤");
    assert_eq!(store.guest_name(GuestId(7)).await.expect("none"), "");
    other.close().await;
    store.close().await;
}

/// A link leads to its guest until it is used or too old.
pub async fn links_are_good_once_and_for_a_while(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let link = |number, expires| StoreChange::Link { hash: hash(number), guest: 1, expires };
    write(&store, vec![guest(1, 0), link(1, 100), link(2, 200), link(3, 300)]).await;
    assert_eq!(other.guest_of_link(hash(1), 99).await.expect("an answer"), Some(GuestId(1)));
    assert_eq!(other.guest_of_link(hash(1), 100).await.expect("an answer"), None);
    let used = |number, now| vec![StoreChange::UseLink { hash: hash(number), now }];
    // Two at once: one of them has it.
    let both = tokio::join!(store.writer.write(used(2, 150)), other.writer.write(used(2, 150)));
    assert_eq!(both.0.expect("an answer") + both.1.expect("an answer"), 1);
    assert_eq!(write(&other, used(1, 150)).await, 0, "too late");
    assert_eq!(write(&other, vec![StoreChange::ForgetLinks { now: 250 }]).await, 1);
    assert_eq!(store.guest_of_link(hash(3), 250).await.expect("an answer"), Some(GuestId(1)));
    other.close().await;
    store.close().await;
}

/// A browser that is signed out, and a guest who leaves, are known as such for a while.
pub async fn who_leaves_is_forgotten(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, vec![guest(1, 0), token(1, 1, 0), token(2, 1, 0), token(3, 1, 0)]).await;
    write(&store, vec![StoreChange::Link { hash: hash(4), guest: 1, expires: 900 }]).await;
    write(&store, opening(&summary("a", 1))).await;
    let sign_out =
        |number, at| vec![StoreChange::Removal(Removal::Token { hash: hash(number), at })];
    assert_eq!(write(&other, sign_out(1, 100)).await, 1);
    assert_eq!(write(&other, sign_out(1, 100)).await, 0);
    assert!(store.is_signed_out(hash(1)).await.expect("an answer"));
    assert!(!store.is_signed_out(hash(2)).await.expect("an answer"));
    let leave = Removal::Guest { guest: GuestId(1), at: 200 };
    assert_eq!(write(&other, vec![StoreChange::Removal(leave)]).await, 1);
    assert_eq!(store.holder_of(hash(2)).await.expect("an answer"), None);
    assert!(store.is_signed_out(hash(2)).await.expect("an answer"));
    assert_eq!(store.guest_of_link(hash(4), 0).await.expect("an answer"), None);
    assert_eq!(store.guest_name(GuestId(1)).await.expect("none"), "");
    assert_eq!(store.devices_of(GuestId(1)).await.expect("none"), []);
    let forget = StoreChange::Removal(Removal::SignedOut { before: 150 });
    assert_eq!(write(&store, vec![forget]).await, 1);
    assert!(!store.is_signed_out(hash(1)).await.expect("an answer"));
    assert!(store.is_signed_out(hash(3)).await.expect("an answer"));
    other.close().await;
    store.close().await;
}

/// A guest or a token that is there already, and a token without a guest, are refused.
pub async fn what_goes_against_a_constraint_is_refused(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, vec![guest(1, 0), token(1, 1, 0)]).await;
    for wrong in [vec![guest(1, 5)], vec![token(1, 1, 5)], vec![guest(2, 5), token(2, 3, 5)]] {
        let answer = other.writer.write(wrong).await;
        assert!(matches!(answer, Err(StoreError::Query(_))), "{answer:?}");
    }
    assert_eq!(store.guest_name(GuestId(2)).await.expect("none"), "", "all or nothing");
    assert!(!other.health.is_failing(), "the database is fine");
    write(&other, vec![guest(2, 5)]).await;
    other.close().await;
    store.close().await;
}
