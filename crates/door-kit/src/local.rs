//! The door without a server, with what a page has besides it: a storage, a thinker, a clock.

use crate::{Answered, Step};
use galet_core::{MonotonicTime, TimeSource};
use galet_door::{Door, Thinker, browser_settings};
use galet_wire::door::{Call, Errand, Told};
use galet_wire::socket::{Ask, Message};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A call, and what the module said to it.
pub type Words = (Call, Vec<Told>);

/// The door without a server.
pub struct LocalDoor {
    door: Door,
    thinker: Thinker,
    clock: Arc<HandClock>,
    /// The events of every table.
    stored: BTreeMap<String, Vec<String>>,
    last: u32,
    /// Everything that was said so far.
    pub spoken: Vec<Words>,
}

/// The time since 1970, in milliseconds, as it is set.
#[derive(Debug)]
struct HandClock(AtomicU64);

impl TimeSource for HandClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// The numbers that come by chance: this one, twice this one, and so on. Whoever replays what was said counts the same.
pub const CHANCE: u64 = 7_919 * 1_000_003;

impl LocalDoor {
    /// A door in a browser that has just been opened, at a time in milliseconds since 1970.
    pub fn new(now: u64) -> Self {
        let clock = Arc::new(HandClock(AtomicU64::new(now)));
        let mut times = 0_u64;
        let chance = move || {
            times += 1;
            times * CHANCE % (1 << 53)
        };
        let mut thinker = Thinker::new(Arc::new(MonotonicTime), browser_settings());
        for game in galet_games::all().iter().map(|game| game.name()) {
            let files = [
                ("network", galet_embedded::network(game)),
                ("certificate", galet_embedded::certificate(game)),
            ];
            for (kind, bytes) in files.into_iter().filter_map(|(kind, bytes)| Some((kind, bytes?)))
            {
                thinker.resource(game, kind, bytes).expect("the files that ship are good");
            }
        }
        let door = Door::new(clock.clone(), chance);
        LocalDoor { door, thinker, clock, stored: BTreeMap::new(), last: 0, spoken: Vec::new() }
    }

    /// Does a step, and gives what was answered once everything has come to rest.
    pub fn step(&mut self, step: &Step) -> Option<Answered> {
        self.last += 1;
        let call = match step {
            Step::Wait(milliseconds) => {
                self.clock.0.fetch_add(*milliseconds, Ordering::Relaxed);
                Call::Tick
            }
            Step::Request { method, path, body } => Call::Request {
                to: self.last,
                method: (*method).to_owned(),
                path: path.clone(),
                body: (!body.is_empty()).then(|| body.clone()),
            },
            Step::Ask(question) => Call::Ask { ask: Ask { id: 1, what: question.clone() } },
        };
        let (replies, messages) = self.settle(call);
        match step {
            Step::Wait(_) => None,
            Step::Request { .. } => replies.into_iter().next(),
            Step::Ask(_) => Some(Answered::Messages(messages)),
        }
    }

    /// Makes a call, and does what a page does with what is said, until nothing is left to do.
    fn settle(&mut self, call: Call) -> (Vec<Answered>, Vec<String>) {
        let (mut replies, mut messages) = (Vec::new(), Vec::new());
        let mut calls = VecDeque::from([call]);
        loop {
            let Some(call) = calls.pop_front() else {
                while self.thinker.slice() {}
                let reports = self.thinker.reports();
                if reports.is_empty() {
                    return (replies, messages);
                }
                calls.extend(
                    reports
                        .into_iter()
                        .map(|one| Call::Found { errand: one.errand, found: one.found }),
                );
                continue;
            };
            let told = self.door.call(call.clone());
            self.spoken.push((call, told.clone()));
            let mut told = VecDeque::from(told);
            while let Some(one) = told.pop_front() {
                match one {
                    Told::Reply { status, kind, body, .. } => {
                        replies.push(Answered::Reply { status, kind, body });
                    }
                    // How many games wait is asked for over HTTP.
                    Told::Say { message: Message::Turns { .. } } | Told::Wake { .. } => {}
                    Told::Say { message } => {
                        messages.push(serde_json::to_string(&message).expect("a message is JSON"));
                    }
                    Told::Fetch { table, again } => {
                        let events = self.stored.get(&table).cloned().unwrap_or_default();
                        calls.push_back(Call::Load { table, events, awake: None });
                        calls.push_back(*again);
                    }
                    Told::FetchPuzzles { game, again } => {
                        let text = galet_embedded::puzzles(&game).expect("every game has puzzles");
                        self.door.take_puzzles(&game, text).expect("the files that ship are good");
                        calls.push_back(*again);
                    }
                    Told::Write { writes, then, .. } => {
                        for written in writes {
                            let events = self.stored.entry(written.table).or_default();
                            assert_eq!(
                                events.len() + 1,
                                written.seq as usize,
                                "no number is taken"
                            );
                            events.extend(written.events);
                        }
                        then.into_iter().rev().for_each(|one| told.push_front(one));
                    }
                    Told::Think { errand, what } => {
                        self.thinker.errand(Errand::Begin { errand, what });
                    }
                    Told::Drop { errand } => self.thinker.errand(Errand::Drop { errand }),
                }
            }
        }
    }
}
