//! A game at this terminal: its table, kept here as a server keeps the others, and a half-made
//! move. The rules of playing, clocks, take-backs and offers are those of [`galet_table`].

use galet_core::random::SplitMix64;
use galet_core::{Level, Side};
use galet_games::record::{GameResult, Record};
use galet_games::{AnyProgress, SetupText};
use galet_scene::{CellId, Continuations, Phrase, Scene};
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{Act, ClockTerms, Happening, NewTable, OfferKind, SeatRequest};
use galet_table::{
    AnswerError, Event, EventKind, GuestId, Moment, OpenError, Opening, Presence, Request,
    RequestContext, RequestError, Seat, TERMINATION, Table, Think, Ticket,
};

/// Whoever sits at this terminal. Two people at one keyboard share both seats, as at one screen.
const LOCAL: GuestId = GuestId(0);
/// There is one table, and nobody looks for it by name.
const TABLE: &str = "local";

/// Who plays which side, the player who begins first.
pub(super) type Seats = [SeatRequest; 2];

/// A game that is being played.
#[derive(Debug)]
pub(super) struct LocalGame {
    table: Table,
    /// Everything that happened at the table, its opening first.
    events: Vec<Event>,
    /// The half-made move.
    taps: Vec<CellId>,
    /// What the computer's choices are drawn with.
    seed: u64,
}

/// What became of cells that were tapped.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tapped {
    /// They made a move, and it was played.
    Played(Phrase),
    /// The move is half made.
    Begun,
    /// This cell cannot follow; the cells before it still stand.
    Refused(String),
}

/// What was taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TakenBack {
    /// The cells of a move that was not complete.
    HalfMade,
    /// Moves, in the order in which they were played.
    Moves(Vec<String>),
}

impl LocalGame {
    /// Opens a table at the position that a game has reached; its moves stay as they are.
    pub(super) fn open(
        game: &dyn AnyProgress,
        seats: Seats,
        clock: ClockTerms,
        seed: u64,
        now: Moment,
    ) -> Result<Self, OpenError> {
        LocalGame::request(game, game.moves(), seats, clock, seed, now)
    }

    /// The game of a record with the same players and clock, as if it had been played here from
    /// its beginning: its moves can be taken back, and both have their whole time.
    pub(super) fn resume(&self, record: &Record, now: Moment) -> Result<Self, OpenError> {
        let end = record.final_game();
        let (seats, clock) = (self.seats(), self.table.clock(now).terms);
        let mut game = LocalGame::request(&*end, Vec::new(), seats, clock, self.seed, now)?;
        let left = game.table.clock(now).left.map(|[first, _]| first);
        for text in end.moves() {
            game.happen(Event::new(now, EventKind::Moved { text, left }));
        }
        if let Some(kind) = recorded_end(record).filter(|_| !game.table.is_over()) {
            game.happen(Event::new(now, kind));
        }
        Ok(game)
    }

    fn request(
        game: &dyn AnyProgress,
        moves: Vec<String>,
        seats: Seats,
        clock: ClockTerms,
        seed: u64,
        now: Moment,
    ) -> Result<Self, OpenError> {
        let SetupText { layout, options, position } = game.setup();
        let setup = Setup { layout, options, position };
        let request = NewTable { game: game.game().name().to_owned(), setup, moves, seats, clock };
        let (table, opening) =
            Table::open(TABLE, &request, galet_engine::experts, LOCAL, seed, now)?;
        Ok(LocalGame { table, events: vec![opening], taps: Vec::new(), seed })
    }

    /// The table.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The game as it stands.
    pub(super) fn progress(&self) -> &dyn AnyProgress {
        self.table.progress()
    }

    /// Whether nothing more can be played.
    pub(super) fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Whether a person is to move.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.table.waits_for(LOCAL)
    }

    /// The computer's level, where it plays that side.
    pub(super) fn level(&self, side: Side) -> Option<Level> {
        self.table.seats()[side].level()?.ok()
    }

    /// How many expert levels the computer has in this game.
    pub(super) fn experts(&self) -> u8 {
        galet_engine::experts(self.table.game())
    }

    /// The side of the only person; `None` when two share the keyboard.
    pub(super) fn only_person(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.level(!side).is_some())
    }

    /// Who plays which side.
    fn seats(&self) -> Seats {
        Side::BOTH.map(|side| match self.level(side) {
            Some(level) => SeatRequest::Computer { level: level.number() },
            None => SeatRequest::Me,
        })
    }

    /// A player's name: their colour.
    pub(super) fn name(&self, side: Side) -> Phrase {
        let [first, second] = self.progress().scene().players;
        match side {
            Side::First => first.name,
            Side::Second => second.name,
        }
    }

    /// Plays a person's move, and says it.
    pub(super) fn play(&mut self, text: &str, now: Moment) -> Result<Phrase, RequestError> {
        let request = Request::Move { ply: self.table.ply(), text: text.to_owned() };
        let happening = self.ask(&request, now)?;
        Ok(said(happening))
    }

    /// Does something besides moving.
    pub(super) fn act(&mut self, act: Act, now: Moment) -> Result<(), RequestError> {
        self.ask(&Request::Act { ply: self.table.ply(), act }, now).map(drop)
    }

    /// Takes back what was done last: a half-made move, or moves as the table has it.
    pub(super) fn take_back(&mut self, now: Moment) -> Result<TakenBack, RequestError> {
        if !self.taps.is_empty() {
            self.taps.clear();
            return Ok(TakenBack::HalfMade);
        }
        let mut moves: Vec<_> = self.table.moves().map(str::to_owned).collect();
        self.act(Act::Offer { of: OfferKind::Takeback }, now)?;
        Ok(TakenBack::Moves(moves.split_off(self.table.ply() as usize)))
    }

    /// What the computer is to think about.
    pub(super) fn think(&self, now: Moment) -> Option<Think> {
        self.table.effects(&Presence::default(), now).think
    }

    /// Plays the computer's move, and says it.
    pub(super) fn answer(
        &mut self,
        ticket: Ticket,
        text: &str,
        now: Moment,
    ) -> Result<Phrase, AnswerError> {
        let event = self.table.answer(ticket, text, now)?;
        Ok(said(self.happen(event)))
    }

    /// Lets a flag fall if it is time for it; tells whether it did. It comes before everything
    /// else that happens at the same moment.
    pub(super) fn tick(&mut self, now: Moment) -> bool {
        let flag = self.table.tick(now);
        flag.map(|event| self.happen(event)).is_some()
    }

    /// The same game once more from where it began, with other choices of the computer.
    pub(super) fn begin_again(&mut self, now: Moment) {
        self.events.truncate(1);
        self.events[0].at = now;
        let seed = SplitMix64::new(self.seed).next();
        self.seed = seed;
        self.reopen(|opening| opening.seed = seed);
    }

    /// The same game with others at the table, as if they had sat there from its beginning.
    pub(super) fn change_seats(&mut self, seats: &Seats) {
        let seats = [&seats[0], &seats[1]].map(|seat| Seat::requested(seat, LOCAL));
        self.reopen(|opening| opening.seats = seats);
    }

    /// The table that the same events make after another opening.
    fn reopen(&mut self, change: impl FnOnce(&mut Opening)) {
        if let EventKind::Opened(opening) = &mut self.events[0].kind {
            change(opening);
        }
        self.table = Table::replay(TABLE, &self.events).expect("they made a table before");
        self.taps.clear();
    }

    fn ask(&mut self, request: &Request, now: Moment) -> Result<Happening, RequestError> {
        // Nobody leaves this table, and no rematch needs a name.
        let context = RequestContext { now, presence: &Presence::default(), fresh: "" };
        let event = self.table.ask(LOCAL, request, &context)?;
        Ok(self.happen(event))
    }

    fn happen(&mut self, event: Event) -> Happening {
        let happening = self.table.apply(&event).expect("the table or a whole game decided it");
        self.events.push(event);
        self.taps.clear();
        happening
    }

    /// Taps cells by their names, one after the other.
    pub(super) fn tap(&mut self, names: &[String], now: Moment) -> Result<Tapped, RequestError> {
        let scene = self.progress().scene();
        for (index, name) in names.iter().enumerate() {
            let next = cell(&scene, name).and_then(|cell| self.tap_cell(cell));
            let Some(next) = next else { return Ok(Tapped::Refused(name.clone())) };
            if let (Some(text), true) = (&next.complete, next.choices.is_empty()) {
                if index + 1 < names.len() {
                    self.taps.pop();
                    return Ok(Tapped::Refused(names[index + 1].clone()));
                }
                return self.play(text, now).map(Tapped::Played);
            }
        }
        Ok(Tapped::Begun)
    }

    /// Taps a cell and gives what can follow; a cell that cannot be tapped now changes nothing.
    pub(super) fn tap_cell(&mut self, cell: CellId) -> Option<Continuations<String>> {
        self.taps.push(cell);
        let next = self.table.taps(LOCAL, self.table.ply(), &self.taps).ok();
        if next.is_none() {
            self.taps.pop();
        }
        next
    }

    /// Whether these are all names of cells.
    pub(super) fn are_cells(&self, names: &[String]) -> bool {
        let scene = self.progress().scene();
        names.iter().all(|name| cell(&scene, name).is_some())
    }

    /// What can follow the half-made move, or begin one.
    pub(super) fn continuations(&self) -> Option<Continuations<String>> {
        self.table.taps(LOCAL, self.table.ply(), &self.taps).ok()
    }

    /// The half-made move and what can follow it; nothing while no cell is tapped.
    pub(super) fn half_made(&self) -> Option<Continuations<String>> {
        if self.taps.is_empty() { None } else { self.continuations() }
    }

    /// The cells of the half-made move.
    pub(super) fn taps(&self) -> &[CellId] {
        &self.taps
    }

    /// The names of the cells of the half-made move, as they were tapped.
    pub(super) fn tapped(&self) -> Vec<String> {
        let scene = self.progress().scene();
        let names = self.taps.iter().filter_map(|cell| scene.cells.get(usize::from(cell.0)));
        names.map(|cell| cell.name.clone()).collect()
    }

    /// Takes the last cell of a half-made move back; tells whether there was one.
    pub(super) fn back(&mut self) -> bool {
        self.taps.pop().is_some()
    }
}

/// A move that has just been played, as a sentence.
fn said(happening: Happening) -> Phrase {
    match happening {
        Happening::Moved { played, .. } => played.say,
        Happening::TookBack { .. } | Happening::Other => Phrase::default(),
    }
}

/// A cell by its name; capital letters do not matter.
fn cell(scene: &Scene, name: &str) -> Option<CellId> {
    scene.cell(&name.to_lowercase()).map(|(id, _)| id)
}

/// How a record says that a game ended which the rules did not end.
fn recorded_end(record: &Record) -> Option<EventKind> {
    let winner = match record.result() {
        GameResult::FirstWins => Some(Side::First),
        GameResult::SecondWins => Some(Side::Second),
        GameResult::Draw | GameResult::Unknown => None,
    };
    match (record.tag(TERMINATION)?, winner) {
        ("resignation", Some(winner)) => Some(EventKind::Resigned { by: !winner }),
        // The second is how this terminal wrote it once, and how chess programs do.
        ("time" | "time forfeit", Some(winner)) => Some(EventKind::Flagged { by: !winner }),
        ("claim", Some(winner)) => Some(EventKind::Claimed { by: winner }),
        ("agreement", None) => Some(EventKind::DrawAgreed),
        ("called-off", None) => Some(EventKind::CalledOff { by: Side::First }),
        _ => None,
    }
}
