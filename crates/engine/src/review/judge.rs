//! What assessments say about the moves between them.

use super::{Assessment, Mark};
use crate::prospect::{Prospect, Scale};
use galet_core::Side;
use galet_minds::Lead;

/// Chances lost, from which a move is a mistake.
const MISTAKE: f64 = 0.14;
/// How bad a move is compared with a mistake, from which it is dubious or a blunder.
const DUBIOUS: f64 = 0.45;
const BLUNDER: f64 = 2.0;
/// The best move is the only good one when the next best loses this much.
const ONLY_MOVE: f64 = 0.15;

/// A move of the game as the engine sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The move as text.
    pub text: String,
    /// What best play promised before the move, to the side that moved.
    pub before: Prospect,
    /// What the game promises after it, to the side that moved.
    pub after: Prospect,
    /// The chances that the move gave away, 0 to 1.
    pub loss: f64,
    /// What it cost on the board, in the unit of the game.
    pub cost: f64,
    /// How close it came to the best move, from 0 to 1.
    pub accuracy: f64,
    /// Its mark, if it deserves one.
    pub mark: Option<Mark>,
    /// The better line, when the move was not the best.
    pub better: Option<Vec<String>>,
    /// Whether the game changed hands here: the favourite is no longer the same.
    pub turning_point: bool,
}

impl MoveReview {
    /// The leads on the board that its cost lies between, the one before the move first.
    pub fn leads(&self) -> [Lead; 2] {
        let before = self.before.lead;
        [before, Lead { units: before.units - self.cost, ..self.after.lead }]
    }
}

/// Judges moves in a row, given as text, by what the engine thinks of the positions before and
/// after each of them: one assessment more than there are moves.
pub fn judge(scale: &Scale, moves: &[String], assessments: &[Assessment]) -> Vec<MoveReview> {
    let around = moves.iter().zip(assessments.windows(2));
    around.map(|(text, around)| judge_move(scale, text, &around[0], &around[1])).collect()
}

fn judge_move(scale: &Scale, text: &str, then: &Assessment, now: &Assessment) -> MoveReview {
    let (before, after) = (then.prospect, now.prospect.of_the_other());
    let played_best = then.best_move().is_some_and(|best| best == text);
    // The engine's own choice loses nothing, whatever a deeper look finds afterwards.
    let (loss, cost) = if played_best { (0.0, 0.0) } else { lost(&before, &after) };
    // Where a guess meets a proof, the board alone blames nobody: the two are not measured by the same rod.
    let mixed = before.lead.exact != after.lead.exact;
    let on_board = if mixed { 0.0 } else { cost / scale.serious };
    let badness = (loss / MISTAKE).max(on_board);
    let best_line = then.analysis.lines.first().filter(|_| !played_best && badness >= DUBIOUS);
    let change = after.chances - before.chances;
    MoveReview {
        text: text.to_owned(),
        before,
        after,
        loss,
        cost,
        accuracy: accuracy_of(loss, cost / scale.serious),
        mark: if played_best { praise(then) } else { blame(badness) },
        better: best_line.map(|line| line.moves.clone()),
        turning_point: (before.chances - 0.5) * (after.chances - 0.5) < 0.0
            && change.abs() > MISTAKE,
    }
}

/// What was given away between two prospects of a side: chances, and on the board.
fn lost(before: &Prospect, after: &Prospect) -> (f64, f64) {
    let loss = (before.chances - after.chances).max(0.0);
    // A guess and a proof are not measured by the same rod: a win that is proven by now was not thrown
    // away, however large it had seemed, nor does it hurt that a loss is not proven any more.
    let kept = after.is_won() && !before.lead.exact || before.is_lost() && !after.proven;
    let cost = if kept { 0.0 } else { (before.lead.units - after.lead.units).max(0.0) };
    (loss, cost)
}

fn blame(badness: f64) -> Option<Mark> {
    match badness {
        _ if badness >= BLUNDER => Some(Mark::Blunder),
        _ if badness >= 1.0 => Some(Mark::Mistake),
        _ if badness >= DUBIOUS => Some(Mark::Dubious),
        _ => None,
    }
}

/// The mark of the best move, if no other was good.
fn praise(then: &Assessment) -> Option<Mark> {
    let second = then.second?;
    if then.prospect.chances - second.chances < ONLY_MOVE {
        return None;
    }
    // Hard to see: the first looks at the position preferred something else.
    let early = &then.first_choices[..then.first_choices.len() / 2];
    let hidden = !early.is_empty() && early.iter().all(|text| Some(text) != then.best_move());
    Some(if hidden { Mark::Brilliant } else { Mark::Good })
}

/// Chances lost, and cost in mistakes, that leave a move some 37 % of its accuracy.
const LOSS_OF_ACCURACY: f64 = 0.2;
const COST_OF_ACCURACY: f64 = 0.8;

/// How close a move came to the best one, from 0 to 1, by the chances that it gave away and by what it cost on
/// the board, counted in mistakes.
fn accuracy_of(loss: f64, mistakes: f64) -> f64 {
    // The root tells small losses apart, which is where players of middling strength differ.
    (-(loss / LOSS_OF_ACCURACY + mistakes / COST_OF_ACCURACY).sqrt()).exp()
}

/// How a side played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideReview {
    /// Its moves.
    pub moves: usize,
    /// How close they came to the best ones, from 0 to 1: the mean of all of them.
    pub accuracy: f64,
    /// The chances that a move gave away, on average.
    pub loss: f64,
    /// What all its moves cost on the board.
    pub cost: f64,
}

/// How a side played in a game that `first` began; `None` without a move of it.
pub fn accuracy(reviews: &[MoveReview], first: Side, side: Side) -> Option<SideReview> {
    let skipped = usize::from(first != side);
    let own: Vec<&MoveReview> = reviews.iter().skip(skipped).step_by(2).collect();
    let sum = |of: fn(&MoveReview) -> f64| own.iter().map(|review| of(review)).sum::<f64>();
    let moves = own.len();
    (moves > 0).then(|| SideReview {
        moves,
        accuracy: sum(|review| review.accuracy) / moves as f64,
        loss: sum(|review| review.loss) / moves as f64,
        cost: sum(|review| review.cost),
    })
}
