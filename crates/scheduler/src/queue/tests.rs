//! The queue alone, with work that only takes time, and by a clock that only the test moves.

use super::*;
use galet_core::ManualTime;
use galet_engine::AnyEngine;

/// Work that is never done; it only names itself.
struct Endless {
    threads: usize,
}

impl Work for Endless {
    fn game(&self) -> &'static str {
        "any"
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn run_slice(&mut self, _: &mut dyn AnyEngine, _: &Slice) -> WorkState {
        WorkState::Unfinished
    }
}

/// A queue with its clock and workers.
struct Bench {
    time: Arc<ManualTime>,
    queue: Queue,
    workers: Vec<WorkerId>,
}

impl Bench {
    fn new(workers: usize) -> Bench {
        let time = Arc::new(ManualTime::default());
        let settings = Settings { max_waiting: 100, max_per_client: 4, ..Settings::default() };
        let mut queue = Queue::new(&settings, Arc::<ManualTime>::clone(&time));
        let workers = (0..workers).map(|_| queue.add_worker()).collect();
        Bench { time, queue, workers }
    }

    fn try_submit(&mut self, priority: Priority, client: u64) -> Result<u64, ScheduleError> {
        let client = (priority != Priority::Move).then_some(ClientId(client));
        self.queue.submit(priority, client, Box::new(Endless { threads: 1 }))
    }

    #[track_caller]
    fn submit(&mut self, priority: Priority, client: u64) -> u64 {
        self.try_submit(priority, client).expect("there is room")
    }

    #[track_caller]
    fn take(&mut self, worker: usize) -> Taken {
        self.queue.take(self.workers[worker]).expect("something waits")
    }

    /// Lets a worker use up its slice, which its work does not end with.
    fn use_up(&mut self, worker: usize, taken: Taken) -> Duration {
        let length = taken.slice.length;
        self.time.advance(length);
        self.give_back(worker, taken);
        length
    }

    fn give_back(&mut self, worker: usize, taken: Taken) {
        let ended = self.queue.give_back(self.workers[worker], taken, WorkState::Unfinished);
        assert!(ended.is_none(), "there is more to do");
    }
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

#[test]
fn the_most_urgent_is_next_and_among_equals_the_first() {
    let mut bench = Bench::new(1);
    let analysis = bench.submit(Priority::Background, 1);
    let hint = bench.submit(Priority::Interactive, 2);
    let first = bench.submit(Priority::Move, 0);
    let second = bench.submit(Priority::Move, 0);
    for expected in [first, second, hint, analysis] {
        let taken = bench.take(0);
        assert_eq!(taken.job.id, expected);
        let ended = bench.queue.give_back(bench.workers[0], taken, WorkState::Finished);
        assert_eq!(ended.map(|job| job.id), Some(expected));
    }
    assert!(bench.queue.take(bench.workers[0]).is_none());
    assert_eq!(bench.queue.stats(), Stats { finished: 4, ..Stats::default() });
}

#[test]
fn slices_grow_while_nothing_else_waits_and_no_longer_than_a_second_otherwise() {
    let mut bench = Bench::new(1);
    bench.submit(Priority::Background, 1);
    let lengths = |bench: &mut Bench, count: usize| -> Vec<u128> {
        let mut slice = || {
            let taken = bench.take(0);
            bench.use_up(0, taken).as_millis()
        };
        (0..count).map(|_| slice()).collect()
    };
    assert_eq!(lengths(&mut bench, 5), [100, 200, 400, 800, 1_600]);
    // A newcomer is given what the other has had already: they take turns from here on.
    bench.submit(Priority::Background, 2);
    let mut shared = lengths(&mut bench, 6);
    shared.sort_unstable();
    assert_eq!(shared, [100, 200, 400, 800, 1_000, 1_000]);
}

#[test]
fn nobody_gets_more_than_a_share_whatever_they_ask() {
    let mut bench = Bench::new(1);
    // One client asks for all they may, the other for one thing.
    for _ in 0..4 {
        bench.submit(Priority::Background, 1);
    }
    bench.submit(Priority::Background, 2);
    let mut used = HashMap::from([(ClientId(1), Duration::ZERO), (ClientId(2), Duration::ZERO)]);
    for _ in 0..200 {
        let taken = bench.take(0);
        let client = taken.job.client.expect("a client asked for it");
        *used.get_mut(&client).expect("one of the two") += bench.use_up(0, taken);
        let (one, other) = (used[&ClientId(1)], used[&ClientId(2)]);
        assert!(one.abs_diff(other) <= LONGEST_SLICE, "{one:?} {other:?}");
    }
    assert!(used[&ClientId(2)] > 50 * LONGEST_SLICE, "{used:?}");
}

#[test]
fn a_newcomer_does_not_catch_up_what_others_have_had() {
    let mut bench = Bench::new(1);
    bench.submit(Priority::Background, 1);
    for _ in 0..4 {
        let taken = bench.take(0);
        bench.use_up(0, taken);
    }
    // It begins where the other stood when it was served last.
    bench.submit(Priority::Background, 2);
    assert_eq!(bench.queue.used(Some(ClientId(1))), milliseconds(1_500));
    assert_eq!(bench.queue.used(Some(ClientId(2))), milliseconds(700));
    let mut turns = HashMap::new();
    for _ in 0..20 {
        let taken = bench.take(0);
        *turns.entry(taken.job.client).or_insert(0) += 1;
        bench.use_up(0, taken);
    }
    let old = turns[&Some(ClientId(1))];
    assert!((8..=10).contains(&old), "the one who was there first had {old} of 20 turns");
}

#[test]
fn work_makes_room_at_once_for_what_is_more_urgent() {
    let (background, interactive, a_move) =
        (Priority::Background, Priority::Interactive, Priority::Move);
    let mut made = 0;
    for (at_work, comes, makes_room) in [
        (background, interactive, true),
        (background, a_move, true),
        (interactive, a_move, true),
        (interactive, background, false),
        (interactive, interactive, false),
        (a_move, a_move, false),
        (a_move, interactive, false),
    ] {
        let mut bench = Bench::new(1);
        bench.submit(at_work, 1);
        let taken = bench.take(0);
        assert!(!taken.slice.stop.is_stopped());
        bench.submit(comes, 2);
        assert_eq!(taken.slice.stop.is_stopped(), makes_room, "{at_work:?}, then {comes:?}");
        assert!(!taken.slice.is_cancelled(), "it goes on later");
        made += u32::from(makes_room);
    }
    assert_eq!(made, 3);
}

#[test]
fn of_several_slices_one_makes_room_the_least_urgent_and_longest() {
    let mut bench = Bench::new(3);
    bench.submit(Priority::Interactive, 1);
    let hint = bench.take(0);
    bench.submit(Priority::Background, 2);
    let long = bench.take(1);
    bench.time.advance(milliseconds(10));
    bench.submit(Priority::Background, 3);
    let short = bench.take(2);
    let stopped = || [&hint, &long, &short].map(|taken| taken.slice.stop.is_stopped());
    bench.submit(Priority::Move, 0);
    assert_eq!(stopped(), [false, true, false]);
    // Whoever has been told is not told again: the next one finds another place.
    bench.submit(Priority::Move, 0);
    assert_eq!(stopped(), [false, true, true]);
}

#[test]
fn an_analysis_is_cut_short_for_another_client_after_its_fair_share() {
    for (lasted, cut) in [(0, false), (79, false), (80, true), (5_000, true)] {
        let mut bench = Bench::new(1);
        bench.submit(Priority::Background, 1);
        let taken = bench.take(0);
        bench.time.advance(milliseconds(lasted));
        bench.submit(Priority::Background, 2);
        assert_eq!(taken.slice.stop.is_stopped(), cut, "after {lasted} ms");
    }
}

#[test]
fn idle_workers_lend_their_threads_until_something_comes() {
    let mut bench = Bench::new(4);
    let many = Box::new(Endless { threads: 200 });
    bench.queue.submit(Priority::Background, Some(ClientId(1)), many).expect("there is room");
    let taken = bench.take(0);
    assert_eq!(taken.slice.threads, 4);
    bench.submit(Priority::Move, 0);
    assert!(taken.slice.stop.is_stopped(), "the threads are given back");
    bench.time.advance(milliseconds(50));
    bench.give_back(0, taken);
    // All four threads count.
    assert_eq!(bench.queue.used(Some(ClientId(1))), milliseconds(200));
    let next = bench.take(0);
    assert_eq!((next.job.priority, next.slice.threads), (Priority::Move, 1));
    let again = bench.take(1);
    assert_eq!(again.slice.threads, 3, "one worker is at the move");
}

#[test]
fn those_who_think_long_hear_how_many_moves_wait() {
    let mut bench = Bench::new(2);
    for _ in 0..6 {
        bench.submit(Priority::Move, 0);
    }
    assert_eq!(bench.take(0).slice.moves_waiting, 3, "five wait for two workers");
    assert_eq!(bench.take(1).slice.moves_waiting, 2);
}

#[test]
fn what_waits_is_cancelled_at_once_and_what_runs_is_told() {
    let mut bench = Bench::new(1);
    let running = bench.submit(Priority::Background, 1);
    let waiting = bench.submit(Priority::Background, 1);
    let taken = bench.take(0);
    assert_eq!(bench.queue.cancel(waiting).map(|job| job.id), Some(waiting));
    assert!(bench.queue.cancel(waiting).is_none(), "it is gone");
    assert!(bench.queue.cancel(running).is_none(), "a worker has it");
    assert!(taken.slice.stop.is_stopped() && taken.slice.is_cancelled());
    let ended = bench.queue.give_back(bench.workers[0], taken, WorkState::Unfinished);
    assert_eq!(ended.map(|job| job.id), Some(running));
    assert_eq!(bench.queue.stats(), Stats { cancelled: 2, ..Stats::default() });
    assert!(bench.queue.accounts.is_empty(), "nothing is kept of who asks nothing");
}

#[test]
fn questions_are_bounded_and_moves_are_not() {
    let mut bench = Bench::new(1);
    for _ in 0..4 {
        bench.submit(Priority::Background, 1);
    }
    let error = bench.try_submit(Priority::Interactive, 1);
    assert_eq!(error, Err(ScheduleError::TooManyQuestions { max: 4 }));
    for client in 0..96 {
        bench.submit(Priority::Background, 10 + client);
    }
    assert_eq!(bench.try_submit(Priority::Background, 9), Err(ScheduleError::Busy));
    bench.submit(Priority::Move, 0);
    assert_eq!(bench.queue.stats().waiting, 101);
}

#[test]
fn the_end_ends_everything() {
    let mut bench = Bench::new(1);
    bench.submit(Priority::Background, 1);
    let taken = bench.take(0);
    bench.submit(Priority::Background, 2);
    assert_eq!(bench.queue.close().len(), 1);
    assert!(taken.slice.stop.is_stopped() && taken.slice.is_cancelled());
    assert!(bench.queue.give_back(bench.workers[0], taken, WorkState::Unfinished).is_some());
    assert_eq!(bench.try_submit(Priority::Move, 0), Err(ScheduleError::Closed));
    assert_eq!(bench.queue.stats(), Stats { cancelled: 2, ..Stats::default() });
}
