//! A game in progress: setup + moves, and the rules that need to know the past.

use crate::{Game, IllegalMove, Outcome, Reason, Setup, Side};
use std::collections::HashMap;
use std::fmt;

/// The rules that need the history of the game. The default is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HistoryRules {
    /// The third time the same position with the same side to move stands on the board, the
    /// game is drawn.
    pub repetition: bool,
    /// After this many plies the game ends with [`Game::verdict_at_move_limit`].
    pub move_limit: Option<u32>,
}

/// A game being played or replayed: where it began, every move, every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<G: Game> {
    setup: G::Setup,
    /// The start and the position after each move; never empty.
    positions: Vec<G>,
    moves: Vec<G::Move>,
    /// For each position the ply of the last one before it with the same key, if there is one.
    earlier: Vec<Option<usize>>,
    /// The last ply of each key. With `earlier`, repetitions are counted without a look at the
    /// whole game, so that replaying a game of any length takes time in proportion.
    latest: HashMap<u64, usize>,
}

impl<G: Game> Progress<G> {
    /// A game about to begin from its start layout.
    pub fn new(setup: G::Setup) -> Self {
        let start = G::start(&setup);
        Progress::from_position(setup, start)
    }

    /// A game about to go on from any position, under the history rules of `setup`.
    pub fn from_position(setup: G::Setup, start: G) -> Self {
        let mut game = Progress {
            setup,
            positions: Vec::new(),
            moves: Vec::new(),
            earlier: Vec::new(),
            latest: HashMap::new(),
        };
        game.push(start);
        game
    }

    /// The layout and options.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// The position after `ply` moves, if the game has come that far.
    pub fn position_after(&self, ply: usize) -> Option<&G> {
        self.positions.get(ply)
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The last move, with the position it was played in.
    pub fn last_move(&self) -> Option<(&G, G::Move)> {
        let &m = self.moves.last()?;
        Some((&self.positions[self.moves.len() - 1], m))
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// How the game ended, by the position itself or by its history.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.position().outcome() {
            return Some(outcome);
        }
        let rules = self.setup.history_rules();
        if rules.repetition && self.occurrences() >= 3 {
            return Some(Outcome::draw(Reason::REPETITION));
        }
        let limit = rules.move_limit?;
        (self.moves.len() as u64 >= u64::from(limit))
            .then(|| self.position().verdict_at_move_limit())
    }

    /// How often the position now has stood on the board in this game, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        // The keys are equal; comparing whole positions rules out a collision.
        std::iter::successors(Some(self.moves.len()), |&ply| self.earlier[ply])
            .filter(|&ply| self.positions[ply] == *now)
            .count()
    }

    /// Plays a move, unless the game is over or the rules forbid it; then nothing changes.
    pub fn play(&mut self, m: G::Move) -> Result<(), PlayError<G>> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        let next = self.position().clone().play(m).map_err(PlayError::Illegal)?;
        self.push(next);
        self.moves.push(m);
        Ok(())
    }

    /// Takes the last move back and tells which it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let m = self.moves.pop()?;
        if let (Some(position), Some(earlier)) = (self.positions.pop(), self.earlier.pop()) {
            match earlier {
                Some(ply) => self.latest.insert(position.key(), ply),
                None => self.latest.remove(&position.key()),
            };
        }
        Some(m)
    }

    /// The same game as it stood after `ply` moves (the whole game if it is shorter).
    #[must_use]
    pub fn at_ply(&self, ply: usize) -> Self {
        let ply = ply.min(self.moves.len());
        let mut game = Progress::from_position(self.setup.clone(), self.start().clone());
        self.positions[1..=ply].iter().for_each(|position| game.push(position.clone()));
        game.moves.extend_from_slice(&self.moves[..ply]);
        game
    }

    fn push(&mut self, position: G) {
        self.earlier.push(self.latest.insert(position.key(), self.positions.len()));
        self.positions.push(position);
    }
}

/// Why a game in progress refuses a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError<G: Game> {
    /// The game has ended already.
    GameOver(Outcome),
    /// The rules forbid the move in this position.
    Illegal(IllegalMove<G>),
}

impl<G: Game> fmt::Display for PlayError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
            PlayError::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl<G: Game> std::error::Error for PlayError<G> {}
