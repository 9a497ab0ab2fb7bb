//! A review from beginning to end, one position after another.

use super::judge::{MoveReview, judge};
use super::{Assessment, Mark, assess};
use crate::any::{AnyEngine, WrongGame};
use crate::prospect::{Look, Scale};
use galet_core::sort_few;
use galet_games::AnyProgress;
use galet_search::Stop;
use std::collections::BTreeSet;

/// How many mistakes are looked at more closely, the worst first, so that nobody is blamed for what a short
/// search did not see.
const MAX_CLOSER: usize = 5;
/// How much more closely.
const CLOSER: u64 = 3;
/// Between these chances a good move can still be the only one.
const UNDECIDED: std::ops::Range<f64> = 0.03..0.98;

/// A review under way. Each position is looked at by itself and bounded by nodes alone: the same game gets the
/// same marks, whoever asks, however fast the machine is, and wherever the work is interrupted.
pub struct Course {
    game: Box<dyn AnyProgress>,
    scale: Scale,
    /// The ply from which moves are reviewed; whatever is counted below is counted from here.
    from: usize,
    /// The moves that are reviewed.
    moves: Vec<String>,
    /// What was found at each position.
    assessments: Vec<Option<Assessment>>,
    pass: Pass,
    /// Positions still to be looked at in this pass, the next one last.
    waiting: Vec<usize>,
    done: usize,
    /// Whether good moves get marks, too.
    praises: bool,
}

/// Why a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// Every position is.
    First,
    /// The move there, or the one before it, seems to be a mistake.
    Closer,
    /// The move there is the best: perhaps it is the only good one.
    Praise,
    /// All is done.
    Over,
}

impl Course {
    /// The review of a game, about to begin.
    pub fn new(game: Box<dyn AnyProgress>, scale: Scale) -> Course {
        Course::from_ply(0, game, scale)
    }

    /// The review of a game without its first plies, which nobody chose.
    pub fn from_ply(from: usize, game: Box<dyn AnyProgress>, scale: Scale) -> Course {
        let from = from.min(game.plies());
        let positions = game.plies() - from + 1;
        Course {
            moves: game.moves().split_off(from),
            game,
            scale,
            from,
            assessments: vec![None; positions],
            pass: Pass::First,
            waiting: (0..positions).collect(),
            done: 0,
            praises: true,
        }
    }

    /// The same without looking for good moves: what is lost does not depend on it.
    #[must_use]
    pub fn without_praise(self) -> Course {
        Course { praises: false, ..self }
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyProgress {
        &*self.game
    }

    /// Whether all is done.
    pub fn is_over(&self) -> bool {
        self.pass == Pass::Over
    }

    /// How many positions were looked at, and how many there are as far as is known.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.done + self.waiting.len())
    }

    /// Looks at the next position. Nothing is kept of a look that was stopped.
    pub fn step(&mut self, engine: &mut dyn AnyEngine, stop: &Stop) -> Result<(), WrongGame> {
        if let Some(&place) = self.waiting.last() {
            let game = self.game.at_ply(self.from + place);
            let found = assess(engine, &*game, &self.look(stop))?;
            if stop.is_stopped() {
                return Ok(());
            }
            self.waiting.pop();
            self.done += 1;
            self.keep(place, found);
        }
        while self.waiting.is_empty() && !self.is_over() {
            self.begin_next_pass();
        }
        Ok(())
    }

    fn look(&self, stop: &Stop) -> Look {
        let effort = self.scale.effort;
        match self.pass {
            Pass::First | Pass::Over => Look::with(effort, stop),
            Pass::Closer => Look::with(effort.times(CLOSER), stop),
            // A solver knows no second best.
            Pass::Praise => Look { lines: 2, solver_nodes: 0, ..Look::with(effort.times(2), stop) },
        }
    }

    fn keep(&mut self, place: usize, found: Assessment) {
        let Some(known) = self.assessments.get_mut(place) else { return };
        match known {
            // Only what the second best move promises is new.
            Some(known) if self.pass == Pass::Praise => {
                if known.best_move() == found.best_move() {
                    known.second = found.second;
                }
            }
            _ => *known = Some(found),
        }
    }

    fn begin_next_pass(&mut self) {
        let reviews = self.reviews();
        (self.pass, self.waiting) = match self.pass {
            Pass::First => (Pass::Closer, suspicious(&reviews, self.scale.serious)),
            Pass::Closer if self.praises => (Pass::Praise, self.perhaps_the_only_ones(&reviews)),
            _ => (Pass::Over, Vec::new()),
        };
    }

    /// The positions before moves that were the best and may have been the only good ones.
    fn perhaps_the_only_ones(&self, reviews: &[MoveReview]) -> Vec<usize> {
        let best = |place: usize| self.assessments.get(place)?.as_ref()?.best_move();
        let candidate = |&place: &usize| {
            UNDECIDED.contains(&reviews[place].before.chances)
                && best(place) == Some(&self.moves[place])
        };
        (0..reviews.len()).filter(candidate).collect()
    }

    /// What was found at each position; nothing as long as one is missing.
    pub fn assessments(&self) -> Option<Vec<Assessment>> {
        self.assessments.iter().cloned().collect()
    }

    /// What is known of the moves; nothing before every position was looked at once.
    pub fn reviews(&self) -> Vec<MoveReview> {
        let assessments = self.assessments().unwrap_or_default();
        judge(&self.scale, &self.moves, &assessments)
    }
}

/// The positions before and after the moves that seem to be the worst.
fn suspicious(reviews: &[MoveReview], serious: f64) -> Vec<usize> {
    let badness = |review: &MoveReview| review.loss + review.cost / serious;
    let mistaken = |review: &MoveReview| matches!(review.mark, Some(Mark::Mistake | Mark::Blunder));
    let mut moves: Vec<(usize, f64)> = reviews
        .iter()
        .enumerate()
        .filter(|(_, review)| mistaken(review))
        .map(|(place, review)| (place, badness(review)))
        .collect();
    sort_few(&mut moves, |a, b| a.1.total_cmp(&b.1).is_gt());
    moves.truncate(MAX_CLOSER);
    let places: BTreeSet<usize> = moves.iter().flat_map(|&(at, _)| [at, at + 1]).collect();
    places.into_iter().collect()
}
