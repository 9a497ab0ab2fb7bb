//! One right move, where nothing is proven: long searches agree that the second-best move is clearly worse.

use super::line::{Answer, Found};
use super::{MoveOf, Workshop};
use crate::puzzle::Goal;
use galet_core::{Progress, Symmetric};
use galet_minds::Expert;
use galet_scene::Motifs;
use galet_search::score::{Score, forced_in};
use galet_search::{Limits, Report, Search, Table};

/// Positions that a first glance looks at: most positions are left alone after it.
const GLANCE_NODES: u64 = 800;
/// What the second-best move must seem to cost then.
const AT_A_GLANCE: f64 = 0.05;
/// Positions that the search looks at which finds a candidate.
const FOUND_NODES: u64 = 6_000;
/// The search that confirms it is so many times longer.
const TIMES: u64 = 20;
/// What the second-best move must cost, in chances: what a review calls a mistake.
pub(crate) const CLEARLY: f64 = 0.15;
/// The same where a search is only a hint or a depth before the last.
const PERHAPS: f64 = 0.10;
/// Below these chances there is nothing to keep.
pub(crate) const WORTH_KEEPING: f64 = 0.4;
/// The memory of the two long searches, in megabytes.
const TABLES: [usize; 2] = [16, 2];

impl<E: Expert> Workshop<E>
where
    E::Game: Motifs + Symmetric,
{
    /// The right move and what follows, if searches agree. Games whose solver decides this position, or might, are
    /// left to it.
    pub(super) fn searched_line(&self, game: &Progress<E::Game>) -> Option<Found<E>> {
        if E::PROVES {
            return None;
        }
        self.follow(
            game,
            false,
            |game| self.searched_answer(game),
            |game| self.searched_reply(game),
        )
    }

    fn searched_answer(&self, game: &Progress<E::Game>) -> Option<Answer<E>> {
        let glance = self.look(game, GLANCE_NODES, TABLES[1]);
        self.clear_choice(game, glance.last()?, AT_A_GLANCE)?;
        let first = self.look(game, FOUND_NODES, TABLES[1]);
        let m = self.clear_choice(game, first.last()?, PERHAPS)?;
        for megabytes in TABLES {
            let reports = self.look(game, FOUND_NODES * TIMES, megabytes);
            let [.., before, last] = &reports[..] else { return None };
            let agrees = self.clear_choice(game, last, CLEARLY) == Some(m)
                && self.clear_choice(game, before, PERHAPS) == Some(m);
            if !agrees {
                return None;
            }
        }
        Some(Answer { m, goal: Goal::Advantage })
    }

    /// The best reply: what a long search plays.
    fn searched_reply(&self, game: &Progress<E::Game>) -> Option<MoveOf<E>> {
        let reports = self.look(game, FOUND_NODES * TIMES, TABLES[0]);
        reports.last()?.lines.first()?.moves.first().copied()
    }

    /// What a search for two lines found at each depth.
    fn look(
        &self,
        game: &Progress<E::Game>,
        nodes: u64,
        megabytes: usize,
    ) -> Vec<Report<MoveOf<E>>> {
        let table = Table::new(megabytes);
        let search = Search { lines: 2, ..Search::new(&self.mind, &table, &*self.time) };
        let mut reports = Vec::new();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        search.run(game, &limits, |report| reports.push(report.clone()));
        reports
    }

    /// The best move of a report, if the chances after it are worth keeping and those after the second-best are
    /// lower by `gap`.
    fn clear_choice(
        &self,
        game: &Progress<E::Game>,
        report: &Report<MoveOf<E>>,
        gap: f64,
    ) -> Option<MoveOf<E>> {
        let [best, second, ..] = &report.lines[..] else { return None };
        let chances = |score| chances(&self.mind, game, score);
        let (kept, other) = (chances(best.score), chances(second.score));
        (kept >= WORTH_KEEPING && kept - other >= gap).then_some(best.moves[0])
    }
}

/// The chances that a score means to the side to move.
pub(crate) fn chances<E: Expert>(mind: &E, game: &Progress<E::Game>, score: Score) -> f64 {
    match forced_in(score) {
        Some(plies) => f64::from(u8::from(plies > 0)),
        None => mind.chances_of(game.position(), score),
    }
}
