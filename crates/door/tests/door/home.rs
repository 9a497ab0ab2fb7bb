//! A browser around a door: storage that keeps every write, a thinker driven by hand, a clock moved by hand.

use galet_core::random::SplitMix64;
use galet_core::{ManualTime, TimeSource};
use galet_door::wire::door::{Call, Errand, Found, Report, StoredCard, Task, Told, Written};
use galet_door::wire::socket::{Answer, Ask, ErrorInfo, Message, Question};
use galet_door::wire::table::{Act, ClockTerms, NewTable, Opened, SeatRequest, TableView};
use galet_door::{Door, Thinker, browser_settings};
use galet_scheduler::Settings;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// 2026, in milliseconds since 1970.
pub(crate) const START: u64 = 1_780_000_000_000;

/// What a page stores.
#[derive(Clone, Default)]
pub(crate) struct Store {
    pub(crate) events: BTreeMap<String, Vec<String>>,
    pub(crate) cards: BTreeMap<String, StoredCard>,
}

impl Store {
    /// Stores all or nothing, as a transaction does; `false` if a number is taken.
    pub(crate) fn add(&mut self, writes: &[Written]) -> bool {
        let fits = |written: &Written| {
            let there = self.events.get(&written.table).map_or(0, Vec::len);
            there + 1 == written.seq as usize
        };
        if !writes.iter().all(fits) {
            return false;
        }
        for written in writes {
            let events = self.events.entry(written.table.clone()).or_default();
            events.extend(written.events.iter().cloned());
            assert_eq!(written.card.seq as usize, events.len(), "the card tells what is stored");
            self.cards.insert(written.table.clone(), written.card.clone());
        }
        true
    }
}

/// A page with its storage, its door and its thinker.
pub(crate) struct Home {
    pub(crate) time: Arc<ManualTime>,
    pub(crate) store: Store,
    pub(crate) door: Door,
    pub(crate) thinker: Thinker,
    /// What the page heard, in order.
    pub(crate) heard: Vec<Message>,
    /// What was answered as over HTTP, by number.
    pub(crate) replies: BTreeMap<u32, (u16, String, String)>,
    /// What thinkers were sent for and nobody has let be.
    pub(crate) errands: BTreeMap<u32, Task>,
    pub(crate) dropped: Vec<u32>,
    pub(crate) wake: Option<u64>,
    /// Whether storage is full.
    pub(crate) full: bool,
    /// Until when a page was here, for tables that are loaded.
    pub(crate) awake: Option<u64>,
    /// How often something was stored.
    pub(crate) stored: usize,
    /// How often a table was loaded because somebody wanted it.
    pub(crate) fetched: usize,
    number: u32,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home::with(Store::default(), 1)
    }

    /// A page that is opened with something in storage.
    pub(crate) fn with(store: Store, seed: u64) -> Home {
        let time = Arc::new(ManualTime::default());
        time.advance(Duration::from_millis(START));
        let mut random = SplitMix64::new(seed);
        let door = Door::new(time.clone(), move || random.next());
        let settings = Settings { analysis: Duration::from_millis(300), ..browser_settings() };
        let steps = ManualTime::stepping(Duration::from_millis(1));
        let thinker = Thinker::new(Arc::new(steps), settings);
        let mut home = Home {
            time,
            door,
            thinker,
            heard: Vec::new(),
            replies: BTreeMap::new(),
            errands: BTreeMap::new(),
            dropped: Vec::new(),
            wake: None,
            full: false,
            awake: None,
            stored: 0,
            fetched: 0,
            number: 0,
            store,
        };
        let tables = home.store.cards.values().cloned().collect();
        home.call(Call::Known { tables, name: None });
        home
    }

    /// A second page at the same storage.
    pub(crate) fn other_tab(&self) -> Home {
        let other = Home::with(self.store.clone(), 99);
        other.time.advance(self.time.now() - Duration::from_millis(START));
        other
    }

    pub(crate) fn pass(&mut self, milliseconds: u64) {
        self.time.advance(Duration::from_millis(milliseconds));
    }

    pub(crate) fn now(&self) -> u64 {
        self.time.now().as_millis() as u64
    }

    /// Makes a call and does everything that it says, as a page would.
    pub(crate) fn call(&mut self, call: Call) {
        let mut told = VecDeque::from(self.door.call(call));
        let mut attempts = 0;
        while let Some(next) = told.pop_front() {
            match next {
                Told::Write { writes, then, again } => {
                    attempts += 1;
                    assert!(attempts < 20, "the page goes round in circles");
                    if !self.full && self.store.add(&writes) {
                        self.stored += 1;
                        for one in then.into_iter().rev() {
                            told.push_front(one);
                        }
                        continue;
                    }
                    for written in &writes {
                        told.extend(self.door.call(self.stored_events(&written.table)));
                    }
                    if self.full {
                        self.refuse(&again);
                    } else {
                        told.extend(self.door.call(*again));
                    }
                }
                Told::Fetch { table, again } => {
                    self.fetched += 1;
                    told.extend(self.door.call(self.stored_events(&table)));
                    told.extend(self.door.call(*again));
                }
                Told::FetchPuzzles { game, again } => {
                    self.fetched += 1;
                    let text = galet_embedded::puzzles(&game).expect("every game has puzzles");
                    self.door.take_puzzles(&game, text).expect("the files that ship are good");
                    told.extend(self.door.call(*again));
                }
                Told::Say { message } => self.heard.push(message),
                Told::Reply { to, status, kind, body } => {
                    assert!(self.replies.insert(to, (status, kind, body)).is_none(), "one answer");
                }
                Told::Think { errand, what } => {
                    assert!(self.errands.insert(errand, what).is_none(), "a number of its own");
                }
                Told::Drop { errand } => {
                    self.errands.remove(&errand);
                    self.dropped.push(errand);
                    self.thinker.errand(Errand::Drop { errand });
                }
                Told::Wake { at } => self.wake = at,
            }
        }
    }

    fn stored_events(&self, table: &str) -> Call {
        let events = self.store.events.get(table).cloned().unwrap_or_default();
        Call::Load { table: table.to_owned(), events, awake: self.awake }
    }

    /// What a page says when nothing can be stored.
    fn refuse(&mut self, call: &Call) {
        let error = ErrorInfo { code: "storage".to_owned(), words: Default::default() };
        match call {
            Call::Ask { ask } => {
                let answer = Answer::Refused { error };
                self.heard.push(Message::Answer { to: ask.id, answer });
            }
            Call::Request { to, .. } => {
                self.replies.insert(*to, (507, String::new(), String::new()));
            }
            _ => {}
        }
    }

    /// Asks as over a WebSocket and gives the answer, if it has come.
    pub(crate) fn ask_later(&mut self, what: Question) -> (u32, Option<Answer>) {
        self.number += 1;
        let id = self.number;
        self.call(Call::Ask { ask: Ask { id, what } });
        (id, self.answer_to(id))
    }

    pub(crate) fn answer_to(&self, id: u32) -> Option<Answer> {
        let mut answers = self.heard.iter().filter_map(|message| match message {
            Message::Answer { to, answer } if *to == id => Some(answer.clone()),
            _ => None,
        });
        let answer = answers.next();
        assert!(answers.next().is_none(), "one answer for each question");
        answer
    }

    pub(crate) fn ask(&mut self, what: Question) -> Answer {
        let (_, answer) = self.ask_later(what);
        answer.expect("it is answered at once")
    }

    /// The code of a refusal.
    pub(crate) fn refused(&mut self, what: Question) -> String {
        match self.ask(what) {
            Answer::Refused { error } => {
                assert!(error.code == "storage" || !error.words.fr.is_empty());
                error.code
            }
            other => panic!("{other:?} is no refusal"),
        }
    }

    pub(crate) fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> (u16, String) {
        self.number += 1;
        let to = self.number;
        let (method, path) = (method.to_owned(), path.to_owned());
        self.call(Call::Request { to, method, path, body: body.map(str::to_owned) });
        let (status, _, body) = self.replies.get(&to).cloned().expect("it is answered");
        (status, body)
    }

    /// What an address gives, which is to be there.
    pub(crate) fn get<T: DeserializeOwned>(&mut self, path: &str) -> T {
        let (status, body) = self.request("GET", path, None);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("it is what it should be")
    }

    pub(crate) fn open_with(&mut self, new: &NewTable) -> String {
        let body = serde_json::to_string(new).expect("JSON");
        let (status, body) = self.request("POST", "/api/tables", Some(&body));
        assert_eq!(status, 201, "{body}");
        serde_json::from_str::<Opened>(&body).expect("a name").id
    }

    /// A game against a level, or at one screen.
    pub(crate) fn open(&mut self, game: &str, level: Option<u8>) -> String {
        self.open_with(&new_table(game, level, ClockTerms::None))
    }

    pub(crate) fn watch(&mut self, table: &str) -> TableView {
        match self.ask(Question::Watch { table: table.to_owned() }) {
            Answer::Table { view } => view,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn view(&mut self, table: &str) -> TableView {
        self.get(&format!("/api/tables/{table}"))
    }

    pub(crate) fn act(&mut self, table: &str, act: Act) -> Answer {
        let ply = self.view(table).state.ply;
        self.ask(Question::Act { table: table.to_owned(), ply, act })
    }

    pub(crate) fn play(&mut self, table: &str, text: &str) -> Answer {
        let ply = self.view(table).state.ply;
        self.ask(Question::Move { table: table.to_owned(), ply, text: text.to_owned() })
    }

    /// Any legal move, drawn by a number.
    pub(crate) fn some_move(&mut self, table: &str, seed: u64) -> String {
        let view = self.view(table);
        let line = galet_door::wire::study::GameLine {
            game: view.game,
            setup: view.setup,
            moves: view.moves.into_iter().map(|played| played.text).collect(),
        };
        let game = galet_study::replay(&line).expect("it is a game");
        let mut texts = game.legal_moves(40).texts;
        let place = SplitMix64::new(seed).below(texts.len());
        texts.swap_remove(place)
    }

    /// Lets the thinker work until it has nothing more to do, and passes on what it finds.
    pub(crate) fn think(&mut self) {
        for (errand, what) in std::mem::take(&mut self.errands) {
            self.thinker.errand(Errand::Begin { errand, what });
        }
        loop {
            let worked = self.thinker.slice();
            let reports = self.thinker.reports();
            if !worked && reports.is_empty() {
                break;
            }
            for Report { errand, found } in reports {
                self.call(Call::Found { errand, found });
            }
        }
    }

    /// Has every errand found by hand: the computer plays this.
    pub(crate) fn found(&mut self, found: Found) {
        let (errand, _) = self.errands.pop_first().expect("an errand");
        self.call(Call::Found { errand, found });
    }

    /// The pushes about a table since some were counted.
    pub(crate) fn happened(&self, table: &str) -> Vec<&Message> {
        let about = |message: &&Message| matches!(message, Message::Happened { table: t, .. } if t == table);
        self.heard.iter().filter(about).collect()
    }
}

pub(crate) fn new_table(game: &str, level: Option<u8>, clock: ClockTerms) -> NewTable {
    let other = level.map_or(SeatRequest::Me, |level| SeatRequest::Computer { level });
    NewTable {
        game: game.to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, other],
        clock,
    }
}

pub(crate) fn games() -> impl Iterator<Item = &'static str> + Clone {
    galet_games::all().iter().map(|game| game.name())
}
