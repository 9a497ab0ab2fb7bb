//! What is in files of games: how long, how decided, and whether scores foretell results.

use crate::check::{CheckError, replay_all};
use crate::file::Reader;
use crate::header::Source;
use crate::stored::{Ending, StoredGame};
use galet_core::Side;
use galet_search::score::forced_in;
use std::collections::HashSet;
use std::io::Read;

/// Chances are counted in so many steps.
pub const STEPS: usize = 10;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Positions of them that had not stood on the board before, in these games.
    pub distinct: u64,
    /// Random plies at the beginning, in all games together.
    pub opening_plies: u64,
    /// The shortest and the longest game, openings included.
    pub lengths: Option<(usize, usize)>,
    /// How the games ended, in the order of [`Ending::ALL`].
    pub endings: [u64; 4],
    /// Games of a mind against another that the former won, drew and lost.
    pub matches: [u64; 3],
    /// Positions whose result the search had proven.
    pub proven: u64,
    /// Proven positions of games that ended in another way.
    pub proven_wrongly: u64,
    /// Proven positions of games that were cut off before they ended: nothing contradicts them.
    pub proven_unfinished: u64,
    /// Positions in which something is taken.
    pub unquiet: u64,
    /// Positions with a known result by the chances that the search gave, from 0 to 1.
    pub steps: [Bin; STEPS],
    keys: HashSet<u64>,
}

/// Positions with about the same chances.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bin {
    /// How many.
    pub positions: u64,
    /// The sum of the chances that the search gave.
    pub chances: f64,
    /// The sum of what was got: 0, a half or 1 each.
    pub points: f64,
    /// The sum of the squares of the differences.
    pub squares: f64,
}

impl Stats {
    /// Counts a file; games that are wrong are an error.
    pub fn add<R: Read>(&mut self, reader: Reader<R>) -> Result<(), CheckError> {
        replay_all(reader, &mut |game, replayed| {
            self.add_game(game);
            self.add_match(game, replayed.source);
            for (ply, seen) in game.plies.iter().zip(&replayed.seen) {
                self.positions += 1;
                self.distinct += u64::from(self.keys.insert(seen.key));
                self.unquiet += u64::from(seen.unquiet);
                let chances = galet_minds::chances(ply.score.into(), seen.clear_lead);
                let points = game.ending.points(seen.turn);
                if forced_in(ply.score.into()).is_some() {
                    self.proven += 1;
                    self.proven_unfinished += u64::from(points.is_none());
                    self.proven_wrongly += u64::from(points.is_some_and(|got| got != chances));
                }
                if let Some(points) = points {
                    let step = &mut self.steps[((chances * STEPS as f64) as usize).min(STEPS - 1)];
                    step.positions += 1;
                    step.chances += chances;
                    step.points += points;
                    step.squares += (chances - points).powi(2);
                }
            }
        })
    }

    fn add_game(&mut self, game: &StoredGame) {
        self.games += 1;
        self.opening_plies += game.opening.len() as u64;
        let length = game.opening.len() + game.plies.len();
        let (shortest, longest) = self.lengths.unwrap_or((length, length));
        self.lengths = Some((shortest.min(length), longest.max(length)));
        self.endings[game.ending as usize] += 1;
    }

    fn add_match(&mut self, game: &StoredGame, source: &Source) {
        let its_side =
            Side::BOTH.into_iter().find(|&side| source.opponent(game.number, side).is_some());
        if let Some(points) = its_side.and_then(|side| game.ending.points(side)) {
            // Twice what the opponent got: 0, 1 or 2.
            self.matches[(points * 2.0) as usize] += 1;
        }
    }

    /// How many games ended like this.
    pub fn ended(&self, ending: Ending) -> u64 {
        self.endings[ending as usize]
    }

    /// The mean square of the difference between chances and results; `None` without any.
    pub fn squared_error(&self) -> Option<f64> {
        let positions: u64 = self.steps.iter().map(|step| step.positions).sum();
        let squares: f64 = self.steps.iter().map(|step| step.squares).sum();
        (positions > 0).then(|| squares / positions as f64)
    }
}
