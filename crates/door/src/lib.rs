//! What answers a page without a server: the same questions, the same answers.
//!
//! A [`Door`] keeps the tables of one browser and answers at once; a [`Thinker`] finds out what takes a while, slice
//! by slice. Neither has threads, storage or a clock: time and chance are handed in, what is to be stored is told
//! ([`Told::Write`]), and what is to be thought about goes to a thinker as an errand. Between them stand the page's
//! scripts (`galet_wire::door` has the words).
//!
//! | to find | look in |
//! |---|---|
//! | what a call becomes | [`Door::call`], `out.rs` |
//! | addresses, as a server has them | `requests.rs` |
//! | questions, as a WebSocket has them | `questions.rs` |
//! | keeping a table: what happens, what it wants done by itself | `tables.rs`, `effects.rs` |
//! | what is in storage and what is here | `storage.rs` |
//! | my games, results, records | `lists.rs` |
//! | puzzles | `puzzles.rs` |
//! | all games as one file | `file.rs`, `gather.rs` |
//! | errands and what comes of them | `errands.rs`, [`Thinker`] |
//! | refusals that only a browser has | `words.rs` |
#![forbid(unsafe_code)]

mod effects;
mod errands;
mod file;
mod gather;
mod lists;
mod name;
mod out;
mod puzzles;
mod questions;
mod requests;
mod storage;
mod tables;
mod thinker;
mod words;

pub use galet_wire as wire;
pub use name::{LETTERS, NAME_LENGTH, is_local_name};
pub use thinker::{FIRST_SLICE, LONGEST_SLICE, Thinker, browser_settings};

use errands::Errands;
use galet_core::TimeSource;
use galet_puzzles::PuzzleSet;
use galet_table::{GuestId, Moment};
use galet_wire::door::{Call, StoredCard, Told};
use gather::Gathering;
use out::Out;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use tables::Slot;

/// The person at this browser, as its own tables know them.
pub const ME: GuestId = GuestId(0);

/// Keeps the tables of a browser and answers its pages.
pub struct Door {
    /// The time since 1970.
    time: Arc<dyn TimeSource>,
    chance: Box<dyn FnMut() -> u64 + Send>,
    /// The name that the person here has chosen.
    name: String,
    /// What lists know of all tables in storage.
    cards: BTreeMap<String, StoredCard>,
    /// The tables in storage whose events make no game.
    damaged: BTreeSet<String>,
    /// The tables in memory.
    tables: HashMap<String, Slot>,
    errands: Errands,
    /// Requests that need the events of many tables.
    gathering: BTreeMap<u32, Gathering>,
    /// The puzzles that have come, by game.
    puzzles: BTreeMap<String, PuzzleSet>,
    /// What this call says.
    out: Out,
    /// When it was told to be woken.
    wake: Option<u64>,
    /// Whether it was woken since.
    woken: bool,
    /// How many games were told to wait for the person here.
    turns: u32,
    /// Counts up with every table that is looked at: what was not for long leaves memory.
    looks: u64,
}

impl Door {
    /// A door behind which nothing is yet. `time` counts from 1970; `chance` gives random numbers of 53 bits or more.
    pub fn new(
        time: Arc<dyn TimeSource>,
        mut chance: impl FnMut() -> u64 + Send + 'static,
    ) -> Door {
        // Thinkers may outlive a door: their old answers must mean nothing to the next.
        let first = (chance() >> 8) as u32 & 0x3fff_ffff;
        Door {
            time,
            chance: Box::new(chance),
            name: String::new(),
            cards: BTreeMap::new(),
            damaged: BTreeSet::new(),
            tables: HashMap::new(),
            errands: Errands::new(first),
            gathering: BTreeMap::new(),
            puzzles: BTreeMap::new(),
            out: Out::default(),
            wake: None,
            woken: false,
            turns: 0,
            looks: 0,
        }
    }

    /// Does what is wanted, and says what is to be done and told, in order.
    pub fn call(&mut self, call: Call) -> Vec<Told> {
        match &call {
            Call::Request { to, method, path, body } => {
                let answer = self.request(*to, method, path, body.as_deref());
                self.reply(*to, answer, &call);
            }
            Call::Ask { ask } => {
                let answer = self.question(ask.id, &ask.what);
                self.answer(ask.id, answer, &call);
            }
            Call::Known { tables, name } => self.know(tables, name.as_deref()),
            Call::Load { table, events, awake } => self.load(table, events, awake.map(Moment)),
            Call::Forget { table } => self.forget(table),
            Call::Found { errand, found } => self.found(*errand, found),
            Call::Tick => {
                // Whoever was to wake us has done so, perhaps too early: what is due is told again.
                self.woken = true;
                self.tick();
            }
        }
        self.tell_turns();
        self.out.flush(call);
        self.tell_wake();
        self.unload();
        self.out.take()
    }

    pub(crate) fn now(&self) -> Moment {
        Moment(u64::try_from(self.time.now().as_millis()).unwrap_or(u64::MAX))
    }
}
