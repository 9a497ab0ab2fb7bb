//! Clocks and outages: nobody loses time because a node is gone.

mod at_the_door;
mod gone;
mod lines;
mod slow;
mod unheard;

use crate::club::Club;
use crate::stall;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use galet_test_client::{Connection, StoredTurn, stored_turns};
use galet_wire::socket::Answer;
use galet_wire::table::ClockTerms;
use std::time::{Duration, Instant};

/// Nearly all of them wait: together they take as long as the longest. Each has a thread of its own: one that starts a
/// node stands still meanwhile, and what the others measure must not. Nothing that is judged is tried again: a charge that
/// comes once in a while is a fault, too.
///
/// Each is judged twice. By what its players measure: on a machine that stands still for as long as a delay lasts this says
/// little. And by the events that are stored: every clock shows just what their times come to, and what was made to last
/// for a while is left out of them, on a machine of any speed.
#[test]
fn nobody_loses_time_because_of_a_node() {
    stall::watch();
    std::thread::scope(|scope| {
        for scenario in SCENARIOS {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.expect("a runtime").block_on(scenario());
            });
        }
    });
}

const SCENARIOS: &[fn() -> LocalBoxFuture<'static, ()>] = &[
    || gone::whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another().boxed_local(),
    || gone::a_node_that_goes_down_in_good_order_costs_nobody_time().boxed_local(),
    || gone::a_flag_falls_although_the_node_that_waited_for_it_is_gone().boxed_local(),
    || gone::what_passes_while_no_node_runs_is_nobodys_time().boxed_local(),
    || slow::whoever_sees_a_move_late_loses_no_time().boxed_local(),
    || slow::whoever_is_kept_waiting_loses_no_time().boxed_local(),
    || slow::whoever_gives_a_slow_node_up_loses_no_time(slow::GivesUp::Moving).boxed_local(),
    || slow::whoever_gives_a_slow_node_up_loses_no_time(slow::GivesUp::Looking).boxed_local(),
    || {
        unheard::whoever_gives_up_a_node_that_nobody_hears_loses_no_time(unheard::Was::There)
            .boxed_local()
    },
    || {
        unheard::whoever_gives_up_a_node_that_nobody_hears_loses_no_time(unheard::Was::Elsewhere)
            .boxed_local()
    },
    || unheard::a_closed_page_gets_no_time_because_a_node_is_not_heard().boxed_local(),
    || {
        at_the_door::whoever_waits_before_they_are_known_loses_no_time(
            at_the_door::AtTheDoor::GivesUp,
        )
        .boxed_local()
    },
    || {
        at_the_door::whoever_waits_before_they_are_known_loses_no_time(
            at_the_door::AtTheDoor::StaysUntilLetIn,
        )
        .boxed_local()
    },
    || {
        at_the_door::whoever_waits_before_they_are_known_loses_no_time(
            at_the_door::AtTheDoor::GoesToANewNode,
        )
        .boxed_local()
    },
    || at_the_door::whoever_comes_back_to_a_busy_node_loses_no_time().boxed_local(),
    || {
        at_the_door::a_closed_page_gets_no_time_because_others_wait_before_they_are_known()
            .boxed_local()
    },
    || at_the_door::whoever_goes_on_to_a_third_node_loses_no_time().boxed_local(),
    || {
        at_the_door::whoever_sees_the_table_gets_no_time_for_a_page_that_waits_before_it_is_known()
            .boxed_local()
    },
    || slow::whoever_was_never_shown_the_position_loses_no_time().boxed_local(),
    || slow::no_flag_falls_at_one_node_while_the_move_waits_at_another().boxed_local(),
    || slow::a_flag_waits_for_whoever_saw_the_position_late().boxed_local(),
    || slow::what_is_no_move_keeps_no_flag_up(false).boxed_local(),
    || slow::what_is_no_move_keeps_no_flag_up(true).boxed_local(),
    || gone::a_node_whose_readers_all_wait_counts_as_running().boxed_local(),
];

/// What a clock may charge, in milliseconds, beyond what its player thought about: delays of up to half a second go
/// unnoticed, and a page and a test take their time. In each scenario a server that left nothing out would charge more
/// than a second, and twice as much where a node is gone.
const TOLERANCE: u64 = 900;
/// Where a server that left nothing out would charge four seconds and more: whoever goes to another node connects, looks and
/// moves there, and each of these may take half a second unnoticed.
const GONE_TOLERANCE: u64 = 2_000;
/// So long a node is gone.
const GONE: Duration = Duration::from_millis(4_000);

/// Checks that a clock charged no more than it may, on a machine that may have stood still since a moment.
fn fair(charged: u64, may: u64, since: Instant) {
    let stood = stall::since(since);
    assert!(
        charged < may + stood,
        "{charged} ms are charged, {may} may be; {stood} ms stood still"
    );
}

/// What is stored of a turn. That every clock of its table shows what the stored times come to is looked at on the way.
fn stored(club: &Club, table: &str, clock: ClockTerms, ply: usize) -> StoredTurn {
    let turns = stored_turns(clock, &club.events(table)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let turn = turns.into_iter().find(|turn| turn.ply == ply);
    turn.unwrap_or_else(|| panic!("no clock ran in turn {ply}"))
}

/// What a server may miss of a time that a node was gone: what it wrote last can have been on its way.
const UNSEEN: Duration = Duration::from_millis(1_000);

/// Checks that the whole time that a node was gone is left out of a turn by the events that are stored.
fn leaves_out_gone(club: &Club, table: &str, ply: usize) {
    let left_out = stored(club, table, MINUTE, ply).left_out;
    assert!(Duration::from_millis(left_out) >= GONE - UNSEEN, "only {left_out} ms are left out");
}

/// A machine that stands still for so long at a time can bring a request so late that it has nothing to wait for.
const STEADY: Duration = Duration::from_millis(300);

/// Checks that something of a turn is left out in which somebody waited for a second at least: what is shorter than half
/// of one goes unnoticed.
fn leaves_out_a_wait(club: &Club, table: &str, ply: usize, since: Instant) {
    let left_out = stored(club, table, MINUTE, ply).left_out;
    assert!(left_out >= 500 || stall::longest(since) > STEADY, "{left_out} ms are left out");
}

/// The clock of most of these games.
const WHOLE: u64 = 60_000;
const MINUTE: ClockTerms = ClockTerms::SuddenDeath { initial: WHOLE };

async fn left(page: &mut Connection, table: &str, seat: usize) -> u64 {
    page.watch(table).await.expect("a view").state.clock.left.expect("a clock")[seat]
}

/// Plays a move as people do: what can be done in a moment is sent again. A node with a slow line to the database can be
/// overtaken by another until it gives up; what that takes is not the player's time either.
async fn plays(page: &mut Connection, table: &str, ply: u32, text: &str) {
    loop {
        match page.play(table, ply, text).await.expect("an answer") {
            Answer::Done => return,
            // The node that was given up has done it after all.
            Answer::Refused { error } if error.code == "already-played" => return,
            Answer::Refused { error } if ["busy", "storage"].contains(&&*error.code) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            other => panic!("{ply}: {text}: {other:?}"),
        }
    }
}
