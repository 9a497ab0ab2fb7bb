//! Threads that work by the system's clock. What they do is tested by hand; here only that they
//! do it. Waiting ends by an event: the time-out is for a machine that has stopped.

mod common;

use common::start;
use galet_core::MonotonicTime;
use galet_scheduler::{ClientId, Level, Scheduler, Settings};
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
