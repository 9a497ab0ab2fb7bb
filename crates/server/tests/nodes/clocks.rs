//! Clocks and outages: nobody loses time because a node is gone.

use crate::club::{Club, Node, Pair, moves, until};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use galet_services::Cut;
use galet_wire::socket::Answer;
use galet_wire::table::{Act, ClockTerms, OfferKind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nearly all of them wait: together they take as long as the longest. Each has a thread of its own: one that starts a
/// node stands still meanwhile, and what the others measure must not.
#[test]
fn nobody_loses_time_because_of_a_node() {
    std::thread::scope(|scope| {
        for scenario in SCENARIOS {
            scope.spawn(|| where_the_machine_runs(scenario));
        }
    });
}

/// A scenario that fails while the machine itself stood still has measured nothing and is played again. A program that
/// charges what it should not does so every time.
fn where_the_machine_runs(scenario: &fn() -> LocalBoxFuture<'static, ()>) {
    for last in [false, false, true] {
        let watch = StallWatch::begin();
        let played = std::thread::scope(|scope| {
            let play = || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.expect("a runtime").block_on(scenario());
            };
            scope.spawn(play).join()
        });
        let stalled = watch.longest();
        match played {
            Ok(()) => return,
            Err(_) if !last && stalled > STALL => {
                println!("the machine stood still for {stalled:?}: once more");
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// A machine that does nothing for so long is not measured on.
const STALL: Duration = Duration::from_millis(150);

/// Sleeps in short turns and sees by how much it wakes late.
struct StallWatch {
    ends: mpsc::Sender<()>,
    thread: JoinHandle<Duration>,
}

impl StallWatch {
    fn begin() -> StallWatch {
        let (ends, ended) = mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            let turn = Duration::from_millis(10);
            let mut longest = Duration::ZERO;
            loop {
                let begun = Instant::now();
                if ended.recv_timeout(turn) != Err(RecvTimeoutError::Timeout) {
                    return longest;
                }
                longest = longest.max(begun.elapsed().saturating_sub(turn));
            }
        });
        StallWatch { ends, thread }
    }

    fn longest(self) -> Duration {
        drop(self.ends);
        self.thread.join().expect("it only sleeps")
    }
}

const SCENARIOS: &[fn() -> LocalBoxFuture<'static, ()>] = &[
    || whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another().boxed_local(),
    || a_node_that_goes_down_in_good_order_costs_nobody_time().boxed_local(),
    || a_flag_falls_although_the_node_that_waited_for_it_is_gone().boxed_local(),
    || what_passes_while_no_node_runs_is_nobodys_time().boxed_local(),
    || whoever_sees_a_move_late_loses_no_time().boxed_local(),
    || whoever_is_kept_waiting_loses_no_time().boxed_local(),
    || whoever_gives_a_slow_node_up_loses_no_time(GivesUp::Moving).boxed_local(),
    || whoever_gives_a_slow_node_up_loses_no_time(GivesUp::Looking).boxed_local(),
    || no_flag_falls_at_one_node_while_the_move_waits_at_another().boxed_local(),
    || a_flag_waits_for_whoever_saw_the_position_late().boxed_local(),
];

/// More than this is no fault of the machine's being slow.
const TOLERANCE: u64 = 1_500;

async fn left(page: &mut galet_test_client::Connection, table: &str, seat: usize) -> u64 {
    page.watch(table).await.expect("a view").state.clock.left.expect("a clock")[seat]
}

async fn whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    let texts = moves(4);
    // Both clocks run from the second move of each on.
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    let asked = Instant::now();
    two.kill();
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    let spent = before.saturating_sub(after);
    assert!(spent < TOLERANCE, "{spent} ms of {:?} are charged", asked.elapsed());
    // And the time after that runs as ever.
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let later = left(&mut page, &pair.table, 1).await;
    assert!(after - later >= 1_900, "{after} {later}");
}

async fn a_node_that_goes_down_in_good_order_costs_nobody_time() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.close().await;
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    assert!(before.saturating_sub(after) < TOLERANCE, "{before} {after}");
}

async fn a_flag_falls_although_the_node_that_waited_for_it_is_gone() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 6_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    // The second player, at the node that stays, does not move; who moved last was at the other one.
    one.kill();
    let [_, mut page] = pair.pages;
    let state = until(&mut page, |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
}

async fn what_passes_while_no_node_runs_is_nobodys_time() {
    let club = Club::open();
    let one = club.node("one");
    let mut pair = Pair::sit([&one, &one], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    one.close().await;
    tokio::time::sleep(Duration::from_millis(4_000)).await;
    let again = club.node("again");
    let mut page = again.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    assert!(before.saturating_sub(after) < TOLERANCE, "{before} {after}");
}

/// A node, and its line to the database.
fn node_on_a_line(club: &Club, name: &str) -> (Node, Cut) {
    let mut line = None;
    let node = club.node_with(name, |settings| {
        let url = settings.database.take().expect("a database");
        let place = url.split(['@', '/']).nth(3).expect("user@place/name");
        let cut = Cut::start(place.parse().expect("an address")).expect("a line");
        settings.database = Some(url.replacen(place, &cut.address().to_string(), 1));
        line = Some(cut);
    });
    (node, line.expect("it was made"))
}

/// Everything takes so long on a slow line, one way.
const SLOW: Duration = Duration::from_millis(600);

/// Plays the third move while its node's line to the database is slow; gives the pair, what it plays by, and when
/// the second player saw the move.
async fn a_move_that_is_seen_late(
    club: &Club,
    clock: ClockTerms,
) -> (Pair, ([Node; 2], Cut), Instant) {
    let (one, line) = node_on_a_line(club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], clock).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    pair.play(1, &texts[1]).await;
    line.slow(SLOW);
    let asked = Instant::now();
    let [mover, page] = &mut pair.pages;
    let seen = async {
        until(page, |state| state.ply == 3).await;
        Instant::now()
    };
    let (answer, seen) = tokio::join!(mover.play(&pair.table, 2, &texts[2]), seen);
    assert_eq!(answer.expect("an answer"), Answer::Done);
    assert!(seen - asked > SLOW, "the way to the database at least");
    line.heal();
    (pair, ([one, two], line), seen)
}

async fn whoever_sees_a_move_late_loses_no_time() {
    let club = Club::open();
    let whole = 60_000;
    let clock = ClockTerms::SuddenDeath { initial: whole };
    let (mut pair, _house, seen) = a_move_that_is_seen_late(&club, clock).await;
    // At once: it is left out in the commit of the answer.
    let page = &mut pair.pages[1];
    let answer = page.play(&pair.table, 3, &moves(4)[3]).await.expect("an answer");
    assert_eq!(answer, Answer::Done);
    let thought = seen.elapsed().as_millis() as u64;
    let left = left(page, &pair.table, 1).await;
    assert!(whole - left < thought + 400, "{left} ms are left after {thought} ms");
}

async fn a_flag_waits_for_whoever_saw_the_position_late() {
    let club = Club::open();
    let clock = ClockTerms::SuddenDeath { initial: 4_000 };
    let (mut pair, _house, seen) = a_move_that_is_seen_late(&club, clock).await;
    let state = until(&mut pair.pages[1], |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
    let had = seen.elapsed();
    assert!(had > Duration::from_millis(3_600), "the flag fell after {had:?}");
}

async fn whoever_is_kept_waiting_loses_no_time() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let whole = 60_000;
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: whole }).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    pair.play(1, &texts[1]).await;
    let begun = Instant::now();
    let mut other = pair.clients[0].connect().await.expect("another page of the same browser");
    other.watch(&pair.table).await.expect("a view");
    line.slow(SLOW);
    // The offer is on its way to the database, and the move waits behind it.
    let offer = Act::Offer { of: OfferKind::Draw };
    let offered = other.act(&pair.table, 2, offer);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let thought = begun.elapsed();
        let answer = pair.pages[0].play(&pair.table, 2, &texts[2]).await.expect("an answer");
        (thought.as_millis() as u64, begun.elapsed().as_millis() as u64, answer)
    };
    let (offered, (thought, answered, moved)) = tokio::join!(offered, moved);
    assert_eq!((offered.expect("an answer"), moved), (Answer::Done, Answer::Done));
    assert!(answered > thought + 1_500, "it waited: {thought} {answered}");
    // The other node is quicker.
    let left = left(&mut pair.pages[1], &pair.table, 0).await;
    assert!(whole - left < thought + 400, "{left} ms are left after {thought} ms");
}

/// What a page has asked for when it loses patience.
enum GivesUp {
    Moving,
    Looking,
}

async fn whoever_gives_a_slow_node_up_loses_no_time(what: GivesUp) {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let whole = 60_000;
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: whole }).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    pair.play(1, &texts[1]).await;
    let begun = Instant::now();
    let mut pages = pages_of(&mut pair, 8).await;
    // Slow, but never silent for so long that it counts as gone.
    line.slow(BUSY);
    let offers = all_offer(&mut pages, &pair.table);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let thought = begun.elapsed();
        let [mover, other] = &mut pair.pages;
        let patience = Duration::from_millis(1_500);
        let waits = tokio::time::timeout(patience, async {
            match what {
                GivesUp::Moving => drop(mover.play(&pair.table, 2, &texts[2]).await),
                GivesUp::Looking => drop(mover.watch(&pair.table).await),
            }
        });
        assert!(waits.await.is_err(), "it waits behind the others");
        let mut page = two.takes(&pair.clients[0]).connect().await.expect("a connection");
        page.watch(&pair.table).await.expect("a view");
        page.play(&pair.table, 2, &texts[2]).await.expect("an answer");
        (thought.as_millis() as u64, left(other, &pair.table, 0).await)
    };
    let (_, (thought, left)) = tokio::join!(offers, moved);
    line.heal();
    assert!(whole - left < thought + 700, "{left} ms are left after {thought} ms");
}

/// A line that is so slow, one way, makes a node busy for seconds with what all these pages ask.
const BUSY: Duration = Duration::from_millis(200);

/// So many more pages of the first player.
async fn pages_of(pair: &mut Pair, count: usize) -> Vec<galet_test_client::Connection> {
    let mut pages = Vec::new();
    for _ in 0..count {
        let mut page = pair.clients[0].connect().await.expect("another page of the same browser");
        page.watch(&pair.table).await.expect("a view");
        pages.push(page);
    }
    pages
}

/// All of them offer a draw after the second move.
async fn all_offer(pages: &mut [galet_test_client::Connection], table: &str) {
    let offer = Act::Offer { of: OfferKind::Draw };
    let offers = pages.iter_mut().map(|page| page.act(table, 2, offer));
    drop(futures_util::future::join_all(offers).await);
}

async fn no_flag_falls_at_one_node_while_the_move_waits_at_another() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 5_000 }).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    // Whoever took this one lets the flag fall.
    pair.play(1, &texts[1]).await;
    let begun = Instant::now();
    let mut pages = pages_of(&mut pair, 8).await;
    tokio::time::sleep(Duration::from_millis(1_500).saturating_sub(begun.elapsed())).await;
    line.slow(BUSY);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let moved = pair.pages[0].play(&pair.table, 2, &texts[2]).await;
        (moved, begun.elapsed())
    };
    // The line is slow until the flag should have fallen.
    let healed = async {
        tokio::time::sleep(Duration::from_millis(6_000).saturating_sub(begun.elapsed())).await;
        line.heal();
    };
    let ((), (moved, after), ()) = tokio::join!(all_offer(&mut pages, &pair.table), moved, healed);
    assert_eq!(moved.expect("an answer"), Answer::Done);
    assert!(after > Duration::from_millis(5_200), "it waited beyond the flag");
}
