//! Clocks and outages: nobody loses time because a node is gone.

use crate::club::{Club, Node, Pair, moves, table, until};
use crate::stall;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use galet_server::Settings;
use galet_services::Cut;
use galet_test_client::{Client, Connection, StoredTurn, stored_turns};
use galet_wire::socket::Answer;
use galet_wire::table::{Act, ClockTerms, OfferKind, SeatRequest};
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
    || whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another().boxed_local(),
    || a_node_that_goes_down_in_good_order_costs_nobody_time().boxed_local(),
    || a_flag_falls_although_the_node_that_waited_for_it_is_gone().boxed_local(),
    || what_passes_while_no_node_runs_is_nobodys_time().boxed_local(),
    || whoever_sees_a_move_late_loses_no_time().boxed_local(),
    || whoever_is_kept_waiting_loses_no_time().boxed_local(),
    || whoever_gives_a_slow_node_up_loses_no_time(GivesUp::Moving).boxed_local(),
    || whoever_gives_a_slow_node_up_loses_no_time(GivesUp::Looking).boxed_local(),
    || whoever_gives_up_a_node_that_nobody_hears_loses_no_time(Was::There).boxed_local(),
    || whoever_gives_up_a_node_that_nobody_hears_loses_no_time(Was::Elsewhere).boxed_local(),
    || a_closed_page_gets_no_time_because_a_node_is_not_heard().boxed_local(),
    || whoever_waits_before_they_are_known_loses_no_time(AtTheDoor::GivesUp).boxed_local(),
    || whoever_waits_before_they_are_known_loses_no_time(AtTheDoor::StaysUntilLetIn).boxed_local(),
    || whoever_waits_before_they_are_known_loses_no_time(AtTheDoor::GoesToANewNode).boxed_local(),
    || whoever_comes_back_to_a_busy_node_loses_no_time().boxed_local(),
    || a_closed_page_gets_no_time_because_others_wait_before_they_are_known().boxed_local(),
    || whoever_goes_on_to_a_third_node_loses_no_time().boxed_local(),
    || whoever_sees_the_table_gets_no_time_for_a_page_that_waits_before_it_is_known().boxed_local(),
    || whoever_was_never_shown_the_position_loses_no_time().boxed_local(),
    || no_flag_falls_at_one_node_while_the_move_waits_at_another().boxed_local(),
    || a_flag_waits_for_whoever_saw_the_position_late().boxed_local(),
    || what_is_no_move_keeps_no_flag_up(false).boxed_local(),
    || what_is_no_move_keeps_no_flag_up(true).boxed_local(),
    || a_node_whose_readers_all_wait_counts_as_running().boxed_local(),
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

async fn whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(4);
    // Both clocks run from the second move of each on.
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    let asked = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.kill();
    tokio::time::sleep(GONE).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, asked);
    leaves_out_gone(&club, &pair.table, 3);
    // And the time after that runs as ever; a machine that stands still for long is a node that was stopped.
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let later = left(&mut page, &pair.table, 1).await;
    let ran = after.saturating_sub(later);
    assert!(ran + stall::since(asked) >= 1_900, "{after} {later}");
}

async fn a_node_that_goes_down_in_good_order_costs_nobody_time() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let begun = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.close().await;
    tokio::time::sleep(GONE).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, begun);
    leaves_out_gone(&club, &pair.table, 3);
}

async fn a_flag_falls_although_the_node_that_waited_for_it_is_gone() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let clock = ClockTerms::SuddenDeath { initial: 6_000 };
    let mut pair = Pair::sit([&one, &two], clock).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    // The second player, at the node that stays, does not move; who moved last was at the other one.
    one.kill();
    let [_, mut page] = pair.pages;
    let state = until(&mut page, |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
    assert!(stored(&club, &pair.table, clock, 3).ended.is_some(), "and not before its time");
}

async fn what_passes_while_no_node_runs_is_nobodys_time() {
    let club = Club::open();
    let one = club.node("one");
    let mut pair = Pair::sit([&one, &one], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let begun = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    one.close().await;
    tokio::time::sleep(GONE).await;
    let again = club.node("again");
    let mut page = again.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, begun);
    leaves_out_gone(&club, &pair.table, 3);
}

/// A node, and its line to the database.
fn node_on_a_line(club: &Club, name: &str) -> (Node, Cut) {
    let mut line = None;
    let node = club.node_with(name, |settings| line = Some(on_a_line(settings)));
    (node, line.expect("it was made"))
}

/// Puts a line between a node and its database.
fn on_a_line(settings: &mut Settings) -> Cut {
    let url = settings.database.take().expect("a database");
    let place = url.split(['@', '/']).nth(3).expect("user@place/name");
    let cut = Cut::start(place.parse().expect("an address")).expect("a line");
    settings.database = Some(url.replacen(place, &cut.address().to_string(), 1));
    cut
}

/// A node, its line to the database, and that to the other nodes.
fn node_on_lines(club: &Club, name: &str) -> (Node, [Cut; 2]) {
    let mut lines = None;
    let node = club.node_with(name, |settings| {
        let reached = settings.nats[0].strip_prefix("nats://").expect("an address of NATS");
        let nats = Cut::start(reached.parse().expect("an address")).expect("a line");
        settings.nats = vec![format!("nats://{}", nats.address())];
        lines = Some([on_a_line(settings), nats]);
    });
    (node, lines.expect("they were made"))
}

/// Everything takes so long on a slow line, one way.
const SLOW: Duration = Duration::from_millis(600);

/// Mends a line that is slow once it was for long enough, whatever goes on meanwhile: on a busy machine its node can count as
/// gone again and again, and gets nothing written for all the outages that others write down. Whether it stayed slow is
/// given, too.
async fn heals_while<T>(line: &Cut, goes_on: impl Future<Output = T>) -> (T, bool) {
    let mut goes_on = std::pin::pin!(goes_on);
    match tokio::time::timeout(Duration::from_secs(5), &mut goes_on).await {
        Ok(ended) => (ended, true),
        Err(_) => {
            line.heal();
            (goes_on.await, false)
        }
    }
}

/// A move that was seen late.
struct Late {
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
async fn a_move_that_is_seen_late(club: &Club, clock: ClockTerms) -> Late {
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

async fn whoever_sees_a_move_late_loses_no_time() {
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

async fn a_flag_waits_for_whoever_saw_the_position_late() {
    let club = Club::open();
    let whole = 4_000;
    let clock = ClockTerms::SuddenDeath { initial: whole };
    let mut late = a_move_that_is_seen_late(&club, clock).await;
    let state = until(&mut late.pair.pages[1], |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
    fair(whole, late.seen.elapsed().as_millis() as u64 + TOLERANCE, late.asked);
    late.is_left_out(&club, clock);
}

async fn whoever_is_kept_waiting_loses_no_time() {
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
enum GivesUp {
    Moving,
    Looking,
}

async fn whoever_gives_a_slow_node_up_loses_no_time(what: GivesUp) {
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

/// A line that is so slow, one way, makes a node busy for seconds with what all these pages ask.
const BUSY: Duration = Duration::from_millis(200);

/// Eight more pages of a player.
async fn more_pages(player: &mut Client, table: &str) -> Vec<Connection> {
    let mut pages = Vec::new();
    for _ in 0..8 {
        let mut page = player.connect().await.expect("another page of the same browser");
        page.watch(table).await.expect("a view");
        pages.push(page);
    }
    pages
}

/// All of them offer a draw after the second move.
async fn all_offer(pages: &mut [Connection], table: &str) {
    let offer = Act::Offer { of: OfferKind::Draw };
    let offers = pages.iter_mut().map(|page| page.act(table, 2, offer));
    drop(futures_util::future::join_all(offers).await);
}

/// Where somebody was before they wait in vain.
enum Was {
    There,
    Elsewhere,
}

/// A page waits for so long before it gives up a node that is not heard.
const PATIENCE: Duration = Duration::from_millis(4_000);

/// It is slow to the database, too, but never silent for so long that it counts as gone: it can tell nobody that somebody
/// waits there.
async fn whoever_gives_up_a_node_that_nobody_hears_loses_no_time(was: Was) {
    let club = Club::open();
    let (one, [line, nats]) = node_on_lines(&club, "one");
    let two = club.node("two");
    let before = if matches!(was, Was::There) { &one } else { &two };
    let mut pair = Pair::sit([before, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    let mut pages = more_pages(&mut one.takes(&pair.clients[1]), &pair.table).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    nats.stall();
    line.slow(BUSY);
    let Pair { table, pages: [mut mover, mut other], clients } = pair;
    let offers = all_offer(&mut pages, &table);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let thought = begun.elapsed();
        let waits = async {
            match was {
                Was::There => drop(mover.play(&table, 2, &texts[2]).await),
                Was::Elsewhere => {
                    drop(mover);
                    let mut page = one.takes(&clients[0]).connect().await.expect("a connection");
                    drop(page.watch(&table).await);
                }
            }
        };
        let waits = tokio::time::timeout(PATIENCE, waits);
        assert!(waits.await.is_err(), "it waits behind the others");
        let mut page = two.takes(&clients[0]).connect().await.expect("a connection");
        page.watch(&table).await.expect("a view");
        plays(&mut page, &table, 2, &texts[2]).await;
        (thought.as_millis() as u64, left(&mut other, &table, 0).await)
    };
    let (_, (thought, left)) = tokio::join!(offers, moved);
    line.heal();
    nats.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

async fn a_closed_page_gets_no_time_because_a_node_is_not_heard() {
    let club = Club::open();
    let (_one, [_line, nats]) = node_on_lines(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    nats.stall();
    let Pair { table, pages: [mut other, page], clients } = pair;
    let begun = Instant::now();
    let before = left(&mut other, &table, 1).await;
    drop(page);
    tokio::time::sleep(GONE).await;
    let mut page = two.takes(&clients[1]).connect().await.expect("a connection");
    let ran = before.saturating_sub(left(&mut page, &table, 1).await);
    nats.heal();
    let gone = GONE.as_millis() as u64;
    assert!(ran + stall::since(begun) >= gone, "only {ran} ms are charged");
}

/// What somebody does whom a node keeps waiting because it cannot ask its database who they are.
enum AtTheDoor {
    GivesUp,
    StaysUntilLetIn,
    /// It was not there when they began to wait.
    GoesToANewNode,
}

/// So many requests at a time keep everybody else waiting for seconds, where each has to ask a slow database who sends it.
const CROWD: usize = 32;
/// A line that is so slow, one way, keeps nobody waiting for long who comes alone, and its node is never silent.
const LATE: Duration = Duration::from_millis(120);
/// By then the crowd keeps everybody waiting.
const GATHERS: Duration = Duration::from_millis(1_500);

/// Somebody else's requests keep a node busy for as long as something goes on.
async fn in_a_crowd<T>(node: &Node, somebody: &Client, goes_on: impl Future<Output = T>) -> T {
    let asks = (0..CROWD).map(|_| async {
        let mut somebody = node.takes(somebody);
        loop {
            drop(somebody.get("/api/me").await);
        }
    });
    let goes_on = async {
        tokio::time::sleep(GATHERS).await;
        goes_on.await
    };
    tokio::select! {
        _ = futures_util::future::join_all(asks) => unreachable!("they ask for ever"),
        done = goes_on => done,
    }
}

/// Two people at the second node, one move played, and the first node's line to the database, which is to become slow.
async fn beside_a_node_on_a_line(club: &Club) -> (Pair, [Node; 2], Cut) {
    let (one, line) = node_on_a_line(club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    pair.play(0, &moves(1)[0]).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    (pair, [one, two], line)
}

/// A page that shows a table, at last.
async fn opens(browser: &mut Client, table: &str) -> Connection {
    loop {
        if let Ok(mut page) = browser.connect().await
            && page.watch(table).await.is_ok()
        {
            return page;
        }
    }
}

/// The nodes hear each other all the time, but one of them cannot tell whose the page is, and for which table it came.
async fn whoever_waits_before_they_are_known_loses_no_time(what: AtTheDoor) {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    let texts = moves(3);
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let mut new = None;
    let (thought, mut page) = in_a_crowd(&one, &clients[1], async {
        drop(mover);
        let mut thought = begun.elapsed();
        let mut there = one.takes(&clients[0]);
        let mut waits = Box::pin(opens(&mut there, &table));
        let in_time = tokio::time::timeout(PATIENCE, &mut waits).await;
        assert!(in_time.is_err(), "it is kept waiting");
        let page = match what {
            AtTheDoor::GivesUp => {
                drop(waits);
                opens(&mut two.takes(&clients[0]), &table).await
            }
            AtTheDoor::GoesToANewNode => {
                drop(waits);
                let starts = Instant::now();
                let node = new.insert(club.node("new"));
                // Nobody knows of it that somebody waits for it to start.
                thought += starts.elapsed();
                opens(&mut node.takes(&clients[0]), &table).await
            }
            AtTheDoor::StaysUntilLetIn => {
                line.heal();
                waits.await
            }
        };
        (thought.as_millis() as u64, page)
    })
    .await;
    line.heal();
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

/// They were at a node that is busy with their table, and does not get round to noticing that they have left. Their next page
/// waits there, too, before it is known whose it is.
async fn whoever_comes_back_to_a_busy_node_loses_no_time() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    let mut others = more_pages(&mut one.takes(&pair.clients[1]), &pair.table).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let keep_it_busy = async {
        loop {
            all_offer(&mut others, &table).await;
        }
    };
    let goes = in_a_crowd(&one, &clients[1], async {
        let thought = begun.elapsed().as_millis() as u64;
        drop(mover);
        let mut there = one.takes(&clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &table));
        assert!(waits.await.is_err(), "it is kept waiting");
        (thought, opens(&mut two.takes(&clients[0]), &table).await)
    });
    let (thought, mut page) = tokio::select! {
        done = goes => done,
        () = keep_it_busy => unreachable!("they offer for ever"),
    };
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    line.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

/// They were at neither the node that nobody hears nor the one that answers, which has not had their table in memory.
async fn whoever_goes_on_to_a_third_node_loses_no_time() {
    let club = Club::open();
    let (one, [line, nats]) = node_on_lines(&club, "one");
    let [two, three] = ["two", "three"].map(|name| club.node(name));
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    nats.stall();
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let (thought, mut page) = in_a_crowd(&one, &clients[1], async {
        drop(mover);
        let thought = begun.elapsed().as_millis() as u64;
        let mut there = one.takes(&clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &table));
        assert!(waits.await.is_err(), "it is kept waiting");
        (thought, opens(&mut three.takes(&clients[0]), &table).await)
    })
    .await;
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    line.heal();
    nats.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

/// Moves, and checks that the clock ran since a moment: nobody is given any of the seconds that a page waited somewhere. On a
/// busy machine a node can be silent for a moment, of which everybody is given the benefit who comes then.
async fn all_is_charged(page: &mut Connection, table: &str, begun: Instant) {
    let took = begun.elapsed().as_millis() as u64;
    plays(page, table, 2, &moves(3)[2]).await;
    let ran = WHOLE - left(page, table, 0).await;
    let may_miss = GONE_TOLERANCE + stall::since(begun);
    assert!(ran + may_miss >= took, "only {ran} of {took} ms are charged");
}

async fn a_closed_page_gets_no_time_because_others_wait_before_they_are_known() {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    pair.play(1, &moves(2)[1]).await;
    let begun = Instant::now();
    line.slow(LATE);
    let Pair { table, pages: [page, _other], clients } = pair;
    drop(page);
    let mut page = in_a_crowd(&one, &clients[1], async {
        // One of them waits for as long.
        let mut there = one.takes(&clients[1]);
        drop(tokio::time::timeout(PATIENCE, opens(&mut there, &table)).await);
        opens(&mut two.takes(&clients[0]), &table).await
    })
    .await;
    all_is_charged(&mut page, &table, begun).await;
    line.heal();
}

async fn whoever_sees_the_table_gets_no_time_for_a_page_that_waits_before_it_is_known() {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    let three = club.node("three");
    // Their page stays open at the second node, and the third knows it.
    let _there = opens(&mut three.takes(&pair.clients[1]), &pair.table).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    pair.play(1, &moves(2)[1]).await;
    let begun = Instant::now();
    line.slow(LATE);
    in_a_crowd(&one, &pair.clients[1], async {
        let mut there = one.takes(&pair.clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &pair.table));
        assert!(waits.await.is_err(), "it is kept waiting");
    })
    .await;
    line.heal();
    // What they waited for there would be left out after a second.
    let _again = opens(&mut two.takes(&pair.clients[0]), &pair.table).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let mut page = opens(&mut three.takes(&pair.clients[0]), &pair.table).await;
    all_is_charged(&mut page, &pair.table, begun).await;
}

/// So long a page hears nothing before it asks what has become of the table, and so long it waits for that. Together they are
/// shorter than a node may be silent.
const HEARS_NOTHING: Duration = Duration::from_millis(1_200);
const IMPATIENCE: Duration = Duration::from_millis(600);

/// A node hears of a move, but waits for its database with something else at the same table, and shows the move to nobody.
async fn whoever_was_never_shown_the_position_loses_no_time() {
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

async fn no_flag_falls_at_one_node_while_the_move_waits_at_another() {
    // A machine that stands still until the flag falls has tried nothing.
    for _ in 0..5 {
        if a_move_waits_beyond_its_flag().await {
            return;
        }
    }
    panic!("this machine is too slow to send a move in time");
}

/// Whether the move was sent in time.
async fn a_move_waits_beyond_its_flag() -> bool {
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
const FOR_EVER: Duration = Duration::from_secs(30);

/// Beside another node, or alone on the database and without NATS: that nobody hears a node gives nobody time where there is
/// nobody to hear it.
async fn what_is_no_move_keeps_no_flag_up(alone: bool) {
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

async fn a_node_whose_readers_all_wait_counts_as_running() {
    let club = Club::open();
    let [one, _two] = ["one", "two"].map(|name| club.node(name));
    let mut guest = one.client();
    guest
        .open_table(&table([SeatRequest::Me, SeatRequest::Friend], ClockTerms::None))
        .await
        .unwrap();
    let begun = Instant::now();
    let locked = club.locks("tokens", 6);
    // Who they are cannot be read: they take all connections that read, and more wait for these.
    let asks = (0..24).map(|_| async {
        let mut guest = one.takes(&guest);
        while begun.elapsed() < Duration::from_secs(6) {
            drop(guest.get("/api/me").await);
        }
    });
    futures_util::future::join_all(asks).await;
    locked.join().expect("it was locked");
    let outages = |name: &str| {
        club.query(&format!(
            "SELECT count(*) FROM outages JOIN nodes ON nodes.id = outages.node WHERE name = '{name}'"
        ))
    };
    // A machine on which another node is missed, too, is too slow to tell.
    assert!(outages("one") == "0" || outages("two") != "0", "it was missed");
}
