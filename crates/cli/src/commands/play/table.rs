//! The game on the table: the moves played, a half-made move, and what the players agreed.

use super::seats::Seats;
use galet_core::Side;
use galet_games::record::GameResult;
use galet_games::{AnyProgress, MoveError};
use galet_scene::{CellId, Continuations, Phrase, Scene};

/// A game that is being played.
#[derive(Debug)]
pub(super) struct Table {
    game: Box<dyn AnyProgress>,
    taps: Vec<CellId>,
    agreed: Option<Agreed>,
}

/// An end that the players or the clock made, not the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Agreed {
    /// This side gave up.
    Resigned(Side),
    /// This side had no time left.
    OutOfTime(Side),
    /// Both wanted a draw.
    Draw,
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

impl Table {
    pub(super) fn new(game: Box<dyn AnyProgress>) -> Self {
        Table { game, taps: Vec::new(), agreed: None }
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &dyn AnyProgress {
        &*self.game
    }

    /// The end that the players made.
    pub(super) fn agreed(&self) -> Option<Agreed> {
        self.agreed
    }

    /// Whether nothing more can be played.
    pub(super) fn is_over(&self) -> bool {
        self.agreed.is_some() || self.game.outcome().is_some()
    }

    /// The result as a record states it.
    pub(super) fn result(&self) -> GameResult {
        match (self.game.outcome(), self.agreed) {
            (Some(outcome), _) => GameResult::from(outcome),
            (None, Some(Agreed::Resigned(loser) | Agreed::OutOfTime(loser))) => match loser {
                Side::First => GameResult::SecondWins,
                Side::Second => GameResult::FirstWins,
            },
            (None, Some(Agreed::Draw)) => GameResult::Draw,
            (None, None) => GameResult::Unknown,
        }
    }

    /// Plays a move given as text, and says it.
    pub(super) fn play(&mut self, text: &str) -> Result<Phrase, MoveError> {
        let said = self.game.say_move(text)?;
        self.game.play(text)?;
        self.taps.clear();
        Ok(said)
    }

    /// Taps cells by their names, one after the other.
    pub(super) fn tap(&mut self, names: &[String]) -> Result<Tapped, MoveError> {
        let scene = self.game.scene();
        for (index, name) in names.iter().enumerate() {
            let Some(cell) = cell(&scene, name) else { return Ok(Tapped::Refused(name.clone())) };
            let Some(next) = self.tap_cell(cell) else {
                return Ok(Tapped::Refused(name.clone()));
            };
            if let (Some(text), true) = (&next.complete, next.choices.is_empty()) {
                if index + 1 < names.len() {
                    self.taps.pop();
                    return Ok(Tapped::Refused(names[index + 1].clone()));
                }
                return self.play(text).map(Tapped::Played);
            }
        }
        Ok(Tapped::Begun)
    }

    /// Taps a cell and gives what can follow; a cell that cannot be tapped now changes nothing.
    pub(super) fn tap_cell(&mut self, cell: CellId) -> Option<Continuations<String>> {
        self.taps.push(cell);
        let next = self.game.continuations(&self.taps).ok();
        if next.is_none() {
            self.taps.pop();
        }
        next
    }

    /// Whether these are all names of cells.
    pub(super) fn are_cells(&self, names: &[String]) -> bool {
        let scene = self.game.scene();
        names.iter().all(|name| cell(&scene, name).is_some())
    }

    /// The half-made move and what can follow it; nothing while no cell is tapped.
    pub(super) fn half_made(&self) -> Option<Continuations<String>> {
        if self.taps.is_empty() { None } else { self.game.continuations(&self.taps).ok() }
    }

    /// The cells of the half-made move.
    pub(super) fn taps(&self) -> &[CellId] {
        &self.taps
    }

    /// The names of the cells of the half-made move, as they were tapped.
    pub(super) fn tapped(&self) -> Vec<String> {
        let scene = self.game.scene();
        let names = self.taps.iter().filter_map(|cell| scene.cells.get(usize::from(cell.0)));
        names.map(|cell| cell.name.clone()).collect()
    }

    /// Takes the last cell of a half-made move back; tells whether there was one.
    pub(super) fn back(&mut self) -> bool {
        self.taps.pop().is_some()
    }

    /// Takes back what was done last: a half-made move, what was agreed, or the moves since a
    /// person was last to move. Against the computer that is both moves, or only one's own while
    /// the computer thinks.
    pub(super) fn undo(&mut self, seats: Seats) -> Option<Undone> {
        if !self.taps.is_empty() {
            self.taps.clear();
            return Some(Undone::HalfMade);
        }
        if self.agreed.take().is_some() {
            return Some(Undone::Agreement);
        }
        let plies = self.game.plies();
        let persons = |&ply: &usize| seats.is_person(self.game.at_ply(ply).turn());
        let ply = (0..plies).rev().find(persons)?;
        let mut moves: Vec<String> = (ply..plies).filter_map(|_| self.game.undo()).collect();
        moves.reverse();
        Some(Undone::Moves(moves))
    }

    /// Ends the game as the players or the clock want.
    pub(super) fn agree(&mut self, agreed: Agreed) {
        self.taps.clear();
        self.agreed = Some(agreed);
    }

    /// The game from its beginning.
    pub(super) fn begin_again(&mut self) {
        *self = Table::new(self.game.at_ply(0));
    }
}

/// What was taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Undone {
    /// The cells of a move that was not complete.
    HalfMade,
    /// A resignation, a draw, or the end of somebody's time.
    Agreement,
    /// Moves, in the order in which they were played.
    Moves(Vec<String>),
}

/// A cell by its name; capital letters do not matter.
fn cell(scene: &Scene, name: &str) -> Option<CellId> {
    scene.cell(&name.to_lowercase()).map(|(id, _)| id)
}
