//! Nodes whose line to the database is slow or stands still for a moment.

use super::lines::{BUSY, all_offer, heals_while, more_pages, node_on_a_line, on_a_line, opens};
use super::{MINUTE, TOLERANCE, WHOLE, fair, leaves_out_a_wait, left, plays, stored};
use crate::club::{Club, Node, Pair, moves, until};
use crate::stall;
use galet_services::Cut;
use galet_wire::table::{Act, ClockTerms, OfferKind};
use std::time::{Duration, Instant};

/// Everything takes so long on a slow line, one way.
pub(super) const SLOW: Duration = Duration::from_millis(600);

/// A move that was seen late.
pub(super) struct Late {
    pair: Pair,
    /// They are there until it is over.
    _house: ([Node; 2], Cut),
    /// When it was sent, and when the second player saw it.
    asked: Instant,
    seen: Instant,
    /// Whether the line was slow all the time.
    all_slow: bool,
}

impl Late {
    /// Checks that the way to the database is left out of the turn that began with the move, at the least.
    fn is_left_out(&self, club: &Club, clock: ClockTerms) {
        let turn = stored(club, &self.pair.table, clock, 3);
        let left_out = Duration::from_millis(turn.left_out);
        assert!(left_out >= SLOW.mul_f64(0.9) || !self.all_slow, "{left_out:?} are left out");
    }
}

/// Plays the third move while its node's line to the database is slow.
pub(super) async fn a_move_that_is_seen_late(club: &Club, clock: ClockTerms) -> Late {
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
    let moved = plays(mover, &pair.table, 2, &texts[2]);
    let both = heals_while(&line, async { tokio::join!(moved, seen) }).await;
    let (((), seen), all_slow) = both;
    assert!(seen - asked > SLOW, "the way to the database at least");
    line.heal();
    Late { pair, _house: ([one, two], line), asked, seen, all_slow }
}

pub(super) async fn whoever_sees_a_move_late_loses_no_time() {
    let club = Club::open();
    let mut late = a_move_that_is_seen_late(&club, MINUTE).await;
    // At once: it is left out in the commit of the answer.
    let page = &mut late.pair.pages[1];
    plays(page, &late.pair.table, 3, &moves(4)[3]).await;
    let thought = late.seen.elapsed().as_millis() as u64;
    let left = left(page, &late.pair.table, 1).await;
    fair(WHOLE - left, thought + TOLERANCE, late.asked);
    late.is_left_out(&club, MINUTE);
}

pub(super) async fn a_flag_waits_for_whoever_saw_the_position_late() {
    let club = Club::open();
    let whole = 4_000;
    let clock = ClockTerms::SuddenDeath { initial: whole };
    let mut late = a_move_that_is_seen_late(&club, clock).await;
    let state = until(&mut late.pair.pages[1], |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
    fair(whole, late.seen.elapsed().as_millis() as u64 + TOLERANCE, late.asked);
    late.is_left_out(&club, clock);
}

pub(super) async fn whoever_is_kept_waiting_loses_no_time() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    let mut other = pair.clients[0].connect().await.expect("another page of the same browser");
    other.watch(&pair.table).await.expect("a view");
    line.slow(SLOW);
    // The offer is on its way to the database, and the move waits behind it.
    let offer = Act::Offer { of: OfferKind::Draw };
    let offered = other.act(&pair.table, 2, offer);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let thought = begun.elapsed();
        plays(&mut pair.pages[0], &pair.table, 2, &texts[2]).await;
        (thought.as_millis() as u64, begun.elapsed().as_millis() as u64)
    };
    let both = heals_while(&line, async { tokio::join!(offered, moved) });
    let ((offered, (thought, answered)), all_slow) = both.await;
    offered.expect("an answer");
    assert!(answered > thought + 1_100, "it waited: {thought} {answered}");
    // The other node is quicker.
    let left = left(&mut pair.pages[1], &pair.table, 0).await;
    fair(WHOLE - left, thought + TOLERANCE, begun);
    if all_slow {
        leaves_out_a_wait(&club, &pair.table, 2, begun);
    }
}

/// What a page has asked for when it loses patience.
pub(super) enum GivesUp {
    Moving,
    Looking,
}

pub(super) async fn whoever_gives_a_slow_node_up_loses_no_time(what: GivesUp) {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    let mut pages = more_pages(&mut pair.clients[0], &pair.table).await;
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
        plays(&mut page, &pair.table, 2, &texts[2]).await;
        (thought.as_millis() as u64, left(other, &pair.table, 0).await)
    };
    let (_, (thought, left)) = tokio::join!(offers, moved);
    line.heal();
    fair(WHOLE - left, thought + TOLERANCE, begun);
    leaves_out_a_wait(&club, &pair.table, 2, begun);
}

/// So long a page hears nothing before it asks what has become of the table, and so long it waits for that. Together they are
/// shorter than a node may be silent.
pub(super) const HEARS_NOTHING: Duration = Duration::from_millis(1_200);
pub(super) const IMPATIENCE: Duration = Duration::from_millis(600);

/// A node hears of a move, but waits for its database with something else at the same table, and shows the move to nobody.
pub(super) async fn whoever_was_never_shown_the_position_loses_no_time() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    let Pair { table, pages: [mut page, mut other], clients } = pair;
    let mut stranger = one.client().connect().await.expect("a connection");
    stranger.watch(&table).await.expect("a view");
    line.stall();
    let begun = Instant::now();
    let gives_up = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        plays(&mut other, &table, 1, &texts[1]).await;
        let happened = until(&mut page, |state| state.ply == 2);
        assert!(tokio::time::timeout(HEARS_NOTHING, happened).await.is_err(), "it is not shown");
        assert!(tokio::time::timeout(IMPATIENCE, page.watch(&table)).await.is_err(), "it waits");
        drop(page);
        line.heal();
    };
    let (looked, ()) = tokio::join!(stranger.watch(&table), gives_up);
    looked.expect("a view, at last");
    // The node is seen to run.
    tokio::time::sleep(Duration::from_millis(150)).await;
    let mut page = opens(&mut two.takes(&clients[0]), &table).await;
    let shown = Instant::now();
    plays(&mut page, &table, 2, &texts[2]).await;
    let thought = shown.elapsed().as_millis() as u64;
    let left = left(&mut other, &table, 0).await;
    fair(WHOLE - left, thought + TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

pub(super) async fn no_flag_falls_at_one_node_while_the_move_waits_at_another() {
    // A machine that stands still until the flag falls has tried nothing.
    for _ in 0..5 {
        if a_move_waits_beyond_its_flag().await {
            return;
        }
    }
    panic!("this machine is too slow to send a move in time");
}

/// Whether the move was sent in time.
pub(super) async fn a_move_waits_beyond_its_flag() -> bool {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let clock = ClockTerms::SuddenDeath { initial: 5_000 };
    let mut pair = Pair::sit([&one, &two], clock).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    // Before the clock runs: on a slow machine they take their time.
    let mut pages = more_pages(&mut pair.clients[0], &pair.table).await;
    // Whoever took this one lets the flag fall. The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    tokio::time::sleep(Duration::from_millis(1_500).saturating_sub(begun.elapsed())).await;
    line.slow(BUSY);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if begun.elapsed() > Duration::from_secs(3) {
            return None;
        }
        plays(&mut pair.pages[0], &pair.table, 2, &texts[2]).await;
        Some(begun.elapsed())
    };
    // The line is slow until the flag should have fallen.
    let healed = async {
        tokio::time::sleep(Duration::from_millis(6_000).saturating_sub(begun.elapsed())).await;
        line.heal();
    };
    let ((), after, ()) = tokio::join!(all_offer(&mut pages, &pair.table), moved, healed);
    let Some(after) = after else { return false };
    assert!(after > Duration::from_millis(5_200), "it waited beyond the flag");
    assert!(stored(&club, &pair.table, clock, 2).ended.is_some(), "it is there, in time");
    true
}

/// What is no move would keep a flag up for as long as it is sent, if it did: this is longer than a busy machine takes to find
/// out that nothing speaks against its fall.
pub(super) const FOR_EVER: Duration = Duration::from_secs(30);

/// Beside another node, or alone on the database and without NATS: that nobody hears a node gives nobody time where there is
/// nobody to hear it.
pub(super) async fn what_is_no_move_keeps_no_flag_up(alone: bool) {
    let club = Club::open();
    let mut line = None;
    let one = club.node_with("one", |settings| {
        if alone {
            settings.nats.clear();
        }
        line = Some(on_a_line(settings));
    });
    let line = line.expect("it was made");
    let two = (!alone).then(|| club.node("two"));
    let clock = ClockTerms::SuddenDeath { initial: 4_000 };
    let mut pair = Pair::sit([&one, two.as_ref().unwrap_or(&one)], clock).await;
    let texts = moves(2);
    pair.play(0, &texts[0]).await;
    let mut pages = more_pages(&mut pair.clients[0], &pair.table).await;
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    // Each waits behind the others, for longer than goes unnoticed, again and again.
    line.slow(Duration::from_millis(60));
    let nonsense = pages
        .iter_mut()
        .map(|page| async { while page.play(&pair.table, 2, "nonsense").await.is_ok() {} });
    let [_, page] = &mut pair.pages;
    let too_long = async {
        while begun.elapsed() < FOR_EVER + Duration::from_millis(stall::since(begun)) {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::select! {
        _ = until(page, |state| state.ending.is_some()) => {}
        _ = futures_util::future::join_all(nonsense) => panic!("its pages stay open"),
        () = too_long => panic!("the flag does not fall"),
    }
    assert!(stored(&club, &pair.table, clock, 2).ended.is_some(), "and not before its time");
    line.heal();
}
