//! Events under their numbers.

use super::{Bench, event, guest, opening, summary, two, write};
use crate::{Removal, StoreChange, StoreError};

/// Events are read in order and from any number on; tables know how many they have.
pub async fn events_have_numbers(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    assert_eq!(store.events("a").await.expect("none"), Vec::<String>::new());
    assert_eq!(store.known("a").await.expect("none"), None);
    write(&store, event(&summary("a", 1), "one")).await;
    write(&other, event(&summary("a", 2), "two é \u{1F3B2} \\u0000")).await;
    write(&store, event(&summary("a", 3), "three")).await;
    // Two tables at once, and several events at once.
    let mut both = event(&summary("a", 4), "four");
    both.extend(opening(&summary("b", 5)));
    write(&store, both).await;
    let events = other.events("a").await.expect("events");
    assert_eq!(events, ["one", "two é \u{1F3B2} \\u0000", "three", "four"]);
    assert_eq!(other.events_from("a", 2, 2).await.expect("some"), events[1..3]);
    assert_eq!(other.events_from("a", 5, 9).await.expect("none"), Vec::<String>::new());
    assert_eq!(other.events("b").await.expect("events"), ["1", "2", "3", "4", "5"]);
    for (table, seq) in [("a", 4), ("b", 5)] {
        let known = store.known(table).await.expect("known").expect("there");
        assert_eq!((known.seq, known.ply, known.nodes), (seq, seq - 1, [None; 2]));
    }
    other.close().await;
    store.close().await;
}

/// Whoever writes a number that is taken is told so, and nothing of that job is written.
pub async fn who_comes_second_is_overtaken(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&summary("a", 1))).await;
    write(&store, event(&summary("a", 2), "first")).await;
    for late in [event(&summary("a", 2), "second"), opening(&summary("a", 1))] {
        assert_overtaken(&other.writer.write(late).await);
    }
    // Along with something else, before or after.
    let mut late = vec![guest(1, 0)];
    late.extend(event(&summary("a", 2), "second"));
    assert_overtaken(&other.writer.write(late).await);
    let mut late = opening(&summary("b", 1));
    late.extend(event(&summary("a", 2), "second"));
    assert_overtaken(&other.writer.write(late).await);
    assert_eq!(store.events("a").await.expect("events"), ["1", "first"]);
    assert_eq!(store.known("b").await.expect("none"), None);
    assert_eq!(store.events("b").await.expect("none"), Vec::<String>::new());
    assert_eq!(store.guests_after(0).await.expect("none"), None);
    let known = store.known("a").await.expect("known").expect("there");
    assert_eq!((known.seq, known.ply), (2, 1));
    assert!(!store.health.is_failing() && !other.health.is_failing(), "nothing is wrong");
    write(&other, event(&summary("a", 3), "third")).await;
    other.close().await;
    store.close().await;
}

/// Events go on exactly where the database stands: whoever knows of events that are not there (it was brought back to an
/// earlier state) is told that it is elsewhere, and nothing of that job is written.
pub async fn a_gap_is_refused(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&summary("a", 1))).await;
    let event_of = |seq| event(&summary("a", seq), "ahead");
    let numbers = |table: &str, seqs: &[u32]| {
        let numbered = |&seq| StoreChange::Event { table: table.into(), seq, body: "b".into() };
        let mut changes: Vec<_> = seqs.iter().map(numbered).collect();
        let last = seqs.last().copied().unwrap_or_default();
        changes.push(StoreChange::Summary(Box::new(summary(table, last))));
        changes
    };
    // With the players that lists know, and with others; alone, and among other changes.
    let mut whole = summary("a", 3);
    whole.goes_on = false;
    let mut among_others = vec![guest(1, 0)];
    among_others.extend(event_of(3));
    let gaps = [
        event_of(3),
        event(&whole, "ahead"),
        among_others,
        numbers("a", &[3, 4]),
        // In the midst of a commit, and at the beginning of a table.
        numbers("a", &[2, 4]),
        numbers("b", &[2]),
        numbers("b", &[1, 3]),
    ];
    for gap in gaps {
        assert_overtaken(&other.writer.write(gap).await);
    }
    assert_eq!(store.events("a").await.expect("events"), ["1"]);
    assert_eq!(store.known("a").await.expect("known").expect("there").seq, 1);
    assert_eq!(store.known("b").await.expect("none"), None);
    assert_eq!(store.events("b").await.expect("none"), Vec::<String>::new());
    assert_eq!(store.guests_after(0).await.expect("none"), None);
    assert!(!store.health.is_failing() && !other.health.is_failing(), "nothing is wrong");
    write(&other, numbers("a", &[2, 3])).await;
    assert_eq!(store.known("a").await.expect("known").expect("there").seq, 3);
    other.close().await;
    store.close().await;
}

/// Of many jobs that come together those that are right are written, whatever the others are.
pub async fn nobody_suffers_from_others(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&summary("taken", 1))).await;
    write(&store, vec![guest(1, 0)]).await;
    let jobs = (0..40).map(|number| {
        let (store, job) = (
            store.clone(),
            match number % 8 {
                3 => event(&summary("taken", 1), "late"),
                5 => event(&summary("gone", 7), "for nothing"),
                6 => vec![guest(1, 0)],
                _ => opening(&summary(&format!("t{number:02}"), 1)),
            },
        );
        tokio::spawn(async move { (number % 8, store.writer.write(job).await) })
    });
    let jobs: Vec<_> = jobs.collect();
    for job in jobs {
        match job.await.expect("an answer") {
            (3 | 5, answer) => assert_overtaken(&answer),
            (6, answer) => assert!(matches!(answer, Err(StoreError::Query(_))), "{answer:?}"),
            (_, answer) => assert_eq!(answer.expect("it is right"), 0),
        }
    }
    for number in 0..40 {
        let there = store.known(&format!("t{number:02}")).await.expect("known").is_some();
        assert_eq!(there, !matches!(number % 8, 3 | 5 | 6), "{number}");
    }
    assert_eq!(store.events("taken").await.expect("events"), ["1"]);
    assert!(!store.health.is_failing(), "the database is fine");
    other.close().await;
    store.close().await;
}

/// A table that is deleted takes no more events; one where something happened is not deleted.
pub async fn what_is_deleted_stays_deleted(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&summary("a", 2))).await;
    let delete = |id: &str, at| vec![StoreChange::Removal(Removal::Table { id: id.into(), at })];
    assert_eq!(write(&store, delete("a", Some(999))).await, 0, "something happened there");
    assert_eq!(store.events("a").await.expect("events").len(), 2);
    assert_eq!(write(&other, delete("a", Some(1_002))).await, 1);
    assert_eq!(write(&other, delete("a", None)).await, 0);
    let goes_on = event(&summary("a", 3), "late");
    let mut whole = summary("a", 3);
    whole.goes_on = false;
    let mut with_others = vec![guest(1, 0)];
    with_others.extend(goes_on.clone());
    for late in [goes_on, event(&whole, "late"), with_others] {
        assert_overtaken(&store.writer.write(late).await);
    }
    assert_eq!(store.events("a").await.expect("none"), Vec::<String>::new());
    assert_eq!(store.known("a").await.expect("none"), None);
    // The name is free for a new one.
    write(&store, opening(&summary("a", 1))).await;
    // What comes before a deletion in the same job is deleted with it.
    let mut both = event(&summary("a", 2), "last");
    both.extend(delete("a", None));
    assert_eq!(write(&store, both).await, 1);
    assert_eq!(store.events("a").await.expect("none"), Vec::<String>::new());
    other.close().await;
    store.close().await;
}

fn assert_overtaken(answer: &Result<u64, StoreError>) {
    assert!(matches!(answer, Err(StoreError::Overtaken)), "{answer:?}");
}
