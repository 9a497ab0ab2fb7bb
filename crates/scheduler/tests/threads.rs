//! Threads that work by the system's clock. What they do is tested by hand; here only that they
//! do it. Waiting ends by an event: the time-out is for a machine that has stopped.

mod common;

use common::start;
use galet_core::MonotonicTime;
use galet_scheduler::{ClientId, Executor, Level, ScheduleError, Scheduler, Settings};
use galet_wire::study::Hint;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

const SAFETY_NET: Duration = Duration::from_secs(120);

fn threads(count: usize) -> Scheduler {
    let settings = Settings { table_megabytes: 4, ..Settings::default() };
    let scheduler = Scheduler::new(settings, Arc::new(MonotonicTime));
    scheduler.start_threads(count).expect("room for a few threads");
    scheduler
}

#[test]
fn a_move_is_found_while_an_analysis_has_the_only_thread_and_goes_on_after_it() {
    let scheduler = threads(1);
    let (tell, told) = channel();
    let tell = move |view| drop(tell.send(view));
    let analysis = scheduler.analyse(ClientId(1), start("abalone"), 2, 1, tell).expect("room");
    let before = told.recv_timeout(SAFETY_NET).expect("the analysis has begun");
    let (tell, chosen) = channel();
    let done = move |text| drop(tell.send(text));
    scheduler.play(start("abalone"), Level::LOWEST, None, 0, done).expect("room").detach();
    let text = chosen.recv_timeout(SAFETY_NET).expect("a move");
    start("abalone").play(&text).expect("a legal one");
    let after = told.recv_timeout(SAFETY_NET).expect("the analysis goes on");
    assert!(!before.done && after.depth >= before.depth);
    drop(analysis);
    // The callback goes when the work does, and with it the other end of the channel.
    while let Ok(_) | Err(RecvTimeoutError::Timeout) = told.recv_timeout(SAFETY_NET) {}
}

#[test]
fn an_analysis_on_all_threads_gives_them_back() {
    let scheduler = threads(2);
    let (tell, told) = channel();
    let tell = move |view| drop(tell.send(view));
    let _analysis = scheduler.analyse(ClientId(1), start("abalone"), 2, 200, tell).expect("room");
    told.recv_timeout(SAFETY_NET).expect("the analysis has begun");
    let (tell, chosen) = channel();
    let done = move |text| drop(tell.send(text));
    scheduler.play(start("abalone"), Level::LOWEST, None, 0, done).expect("room").detach();
    chosen.recv_timeout(SAFETY_NET).expect("a move");
    told.recv_timeout(SAFETY_NET).expect("the analysis goes on");
}

#[test]
fn the_threads_end_when_the_last_handle_goes() {
    let scheduler = threads(2);
    let (tell, told) = channel();
    let tell = move |view| drop(tell.send(view));
    let work = scheduler.analyse(ClientId(1), start("abalone"), 2, 1, tell).expect("room");
    work.detach();
    told.recv_timeout(SAFETY_NET).expect("the analysis has begun");
    drop(scheduler);
    while let Ok(_) | Err(RecvTimeoutError::Timeout) = told.recv_timeout(SAFETY_NET) {}
}

#[test]
fn whoever_asks_need_not_know_who_answers() {
    let executor: Arc<dyn Executor> = Arc::new(threads(1));
    let (tell, told) = channel();
    let slowly = || Box::new(|| panic!("threads of this program are as fast as they are"));
    let hint = tell.clone();
    let done = Box::new(move |found: Hint| drop(hint.send(found.text)));
    executor.hint(ClientId(1), start("avalam"), done, slowly()).expect("room").detach();
    start("avalam").play(&told.recv_timeout(SAFETY_NET).expect("a hint")).expect("a legal move");
    let view = tell.clone();
    let tell_view = Box::new(move |_| drop(view.send(String::new())));
    let analysis = executor.analyse(ClientId(1), start("avalam"), 1, 1, tell_view, slowly());
    told.recv_timeout(SAFETY_NET).expect("it has begun");
    drop((analysis, tell));
    // The callback goes when the work does, and with it the other end of the channel.
    while let Ok(_) | Err(RecvTimeoutError::Timeout) = told.recv_timeout(SAFETY_NET) {}
    assert_eq!(executor.stats().finished, 1);
    executor.close();
    let done = Box::new(|_| {});
    let refused = executor.play(start("avalam"), Level::LOWEST, None, 0, done, slowly());
    assert_eq!(refused.err(), Some(ScheduleError::Closed));
}
