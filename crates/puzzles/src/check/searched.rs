//! Two searches with other settings than those that found a puzzle: one of the answer, one of all other moves.

use super::{Bench, Confirmed, Flaw};
use crate::puzzle::Goal;
use galet_core::{Game, Notation, Progress, Symmetric};
use galet_minds::Expert;
use galet_minds::baseline::Baseline;
use galet_scene::Motifs;
use galet_search::score::{Score, forced_in};
use galet_search::{Limits, Search, Table, Tuning};

/// Positions that each of the searches looks at.
const NODES: u64 = 250_000;
/// Its memory, in megabytes: another than those of the searches that found the puzzle.
const MEGABYTES: usize = 5;
/// What other moves must cost at least, in chances: a little less than what was asked when the puzzle was found,
/// because no two searches give the same number.
const CLEARLY: f64 = 0.10;
/// The chances that the answer must leave, likewise.
const WORTH_KEEPING: f64 = 0.35;

impl<E: Expert> Bench<E>
where
    E::Game: Motifs + Baseline + Symmetric,
{
    /// Confirms that a move leaves clearly better chances than all others.
    pub(super) fn check_searched(
        &self,
        game: &Progress<E::Game>,
        answer: <E::Game as Game>::Move,
        number: usize,
    ) -> Result<Confirmed, Flaw> {
        let text = |m| game.position().move_text(m);
        let mut after = game.clone();
        let wrong = Flaw::NotRight { number, text: text(answer), goal: Goal::Advantage };
        after.play(answer).map_err(|_| wrong.clone())?;
        let kept = match after.outcome() {
            Some(outcome) => match outcome.winner {
                Some(winner) => f64::from(u8::from(winner == game.turn())),
                None => 0.5,
            },
            None => {
                let score = -self.score(&after, &[]).ok_or_else(|| wrong.clone())?.0;
                self.chances(game, score)
            }
        };
        if kept < WORTH_KEEPING {
            return Err(wrong);
        }
        let (score, other) = self.score(game, &[answer]).ok_or(wrong)?;
        if kept - self.chances(game, score) < CLEARLY {
            return Err(Flaw::Second { number, other: text(other) });
        }
        Ok(Confirmed::BySearches)
    }

    /// The score of the best move but for some, and that move. Nothing is left out because it looks bad.
    fn score(
        &self,
        game: &Progress<E::Game>,
        without: &[<E::Game as Game>::Move],
    ) -> Option<(Score, <E::Game as Game>::Move)> {
        let (table, own) = (Table::new(MEGABYTES), self.mind.tuning());
        let tuning = Tuning {
            late_move_pruning: 0,
            history_pruning: 0,
            reverse_futility: 0,
            futility: 0,
            null_move: 0,
            ..own.clone()
        };
        let search = Search {
            without,
            tuning: Some(&tuning),
            ..Search::new(&self.mind, &table, &*self.time)
        };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let report = search.run(game, &limits, |_| {});
        let best = report.lines.first()?;
        Some((best.score, *best.moves.first()?))
    }

    fn chances(&self, game: &Progress<E::Game>, score: Score) -> f64 {
        match forced_in(score) {
            Some(plies) => f64::from(u8::from(plies > 0)),
            None => self.mind.chances_of(game.position(), score),
        }
    }
}
