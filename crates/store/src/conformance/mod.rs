//! Checks that any database must pass. The tests of one contain a line:
//!
//! ```text
//! galet_store::store_conformance!(MyBench::new);
//! ```
//!
//! Each check has a database for itself and panics where a promise of [`Store`] is broken. Where
//! nodes can share a database, it opens more than one.

pub mod aged;
pub mod contention;
pub mod events;
pub mod lists;
pub mod nodes;
pub mod people;
pub mod wakes;

use crate::{NodeId, Store, StoreChange, Summary};
use std::time::Duration;

/// A database that a check has for itself.
pub trait Bench {
    /// Opens it as a node of this number; a file is opened once, as number 1.
    fn open(&self, node: NodeId) -> impl Future<Output = Store>;

    /// Lets the database's time pass.
    fn pass(&self, time: Duration) -> impl Future<Output = ()>;
}

/// Writes one test for each check of [`crate::conformance`], with a bench that `$bench()` makes.
#[macro_export]
macro_rules! store_conformance {
    ($bench:expr) => {
        $crate::store_conformance!($bench;
            events::events_have_numbers,
            events::who_comes_second_is_overtaken,
            events::a_gap_is_refused,
            events::nobody_suffers_from_others,
            events::what_is_deleted_stays_deleted,
            lists::lists_are_filtered_and_sorted,
            lists::turns_and_running_games_are_counted,
            lists::results_are_from_the_players_side,
            people::browsers_carry_an_identity,
            people::links_are_good_once_and_for_a_while,
            people::who_leaves_is_forgotten,
            people::what_goes_against_a_constraint_is_refused,
            aged::old_tables_are_found,
            aged::idle_guests_are_forgotten,
            aged::tables_to_leave_are_found,
            wakes::a_commit_takes_and_clears_the_lease,
            wakes::a_lease_ends_by_itself,
            wakes::who_is_gone_has_no_leases,
            wakes::one_node_at_a_time_has_a_table,
            nodes::nodes_say_that_they_run,
            nodes::all_nodes_know_one_secret,
            nodes::who_is_gone_without_a_word_is_noted_once,
            nodes::outages_are_listed,
            nodes::players_are_attended,
            contention::every_acknowledged_event_is_there_once,
        );
    };
    ($bench:expr; $($module:ident :: $check:ident),* $(,)?) => {
        mod conformance {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    $crate::conformance::$module::$check(&$bench()).await;
                }
            )*
        }
    };
}

/// Two nodes on a database; where it cannot be shared, the same one twice.
pub(crate) async fn two(bench: &impl Bench) -> [Store; 2] {
    let one = bench.open(NodeId(11)).await;
    let other = if one.is_shared() { bench.open(NodeId(22)).await } else { one.clone() };
    [one, other]
}

/// Any game: nothing here knows one.
pub(crate) const GAME: &str = "game";

/// A table with so many events, at which nobody sits.
pub(crate) fn summary(id: &str, seq: u32) -> Summary {
    Summary {
        id: id.to_owned(),
        game: GAME,
        first: None,
        second: None,
        turn: None,
        ply: seq.saturating_sub(1),
        seq,
        ended: false,
        at: 1_000 + u64::from(seq),
        wake: None,
        level: None,
        result: None,
        over: None,
        goes_on: seq > 1,
    }
}

/// An event, the last that a table has.
pub(crate) fn event(summary: &Summary, body: &str) -> Vec<StoreChange> {
    let (table, seq) = (summary.id.clone(), summary.seq);
    vec![
        StoreChange::Event { table, seq, body: body.to_owned() },
        StoreChange::Summary(Box::new(summary.clone())),
    ]
}

/// A new table with one event, as it stands in the end.
pub(crate) fn opening(summary: &Summary) -> Vec<StoreChange> {
    let mut changes = Vec::new();
    for seq in 1..=summary.seq {
        let table = summary.id.clone();
        changes.push(StoreChange::Event { table, seq, body: seq.to_string() });
    }
    changes.push(StoreChange::Summary(Box::new(Summary { goes_on: false, ..summary.clone() })));
    changes
}

/// A guest.
pub(crate) fn guest(id: i64, at: u64) -> StoreChange {
    StoreChange::Guest { id, name: format!("guest {id}"), at }
}

/// Writes what must be written.
pub(crate) async fn write(store: &Store, changes: Vec<StoreChange>) -> u64 {
    store.writer.write(changes).await.expect("it can be written")
}
