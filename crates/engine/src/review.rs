//! What went wrong in a finished game, and where it turned.

use crate::any::{Analysis, AnyEngine, Request, SetGameError};
use galet_games::SetupText;
use galet_search::score::Score;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!!`: the only good move, and hard to see.
    Brilliant,
    /// `!`: the only good move.
    Good,
    /// `?!`: a small loss.
    Dubious,
    /// `?`: a mistake.
    Mistake,
    /// `??`: a blunder.
    Blunder,
}

impl Mark {
    /// The mark as players write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Brilliant => "!!",
            Mark::Good => "!",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The number that records write for it.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Good => 1,
            Mark::Mistake => 2,
            Mark::Brilliant => 3,
            Mark::Blunder => 4,
            Mark::Dubious => 6,
        }
    }
}

/// Chances lost, in hundredths of a point, from which a move is dubious, a mistake, a blunder.
const DUBIOUS: f64 = 0.06;
const MISTAKE: f64 = 0.14;
const BLUNDER: f64 = 0.28;
/// The best move is the only good one when the next best loses this much.
const ONLY_MOVE: f64 = 0.15;

/// A move of the game as the engine sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The move as text.
    pub text: String,
    /// The score before the move with best play, for the side that moved.
    pub best_score: Score,
    /// The score after the move, for the side that moved.
    pub score: Score,
    /// The chances that the move gave away, 0 to 1.
    pub loss: f64,
    /// Its mark, if it deserves one.
    pub mark: Option<Mark>,
    /// The better line, when the move was not the best.
    pub better: Option<Vec<String>>,
    /// Whether the game changed hands here: the favourite is no longer the same.
    pub turning_point: bool,
}

/// Reviews a game move by move. `request` bounds the work on each position; `tell` hears how
/// many positions of how many are done.
pub fn review(
    engine: &mut dyn AnyEngine,
    setup: &SetupText,
    moves: &[String],
    request: &Request,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<MoveReview>, SetGameError> {
    engine.set_game(setup, moves)?;
    let request = Request { lines: 2, ..request.clone() };
    let mut found = Vec::with_capacity(moves.len() + 1);
    for ply in 0..=moves.len() {
        engine.set_game(setup, &moves[..ply])?;
        let mut first_choices = Vec::new();
        let analysis = engine.analyse(&request, &mut |so_far| {
            first_choices.extend(so_far.lines.first().and_then(|l| l.moves.first()).cloned());
        });
        let outcome = engine.game().outcome();
        let turn = engine.game().turn();
        let score = match outcome {
            // The side to move, after the last move of the game.
            Some(outcome) => match outcome.winner {
                Some(winner) if winner == turn => galet_search::score::win_at(0),
                Some(_) => -galet_search::score::win_at(0),
                None => galet_search::score::DRAW,
            },
            None => analysis.lines.first().map_or(0, |line| line.score),
        };
        found.push((score, analysis, first_choices));
        tell(ply + 1, moves.len() + 1);
    }
    let reviews = moves.iter().enumerate().map(|(ply, text)| {
        let (best_score, analysis, first_choices) = &found[ply];
        let chances = |score: Score| engine.expectation(score);
        let played_best = analysis.lines.first().and_then(|l| l.moves.first()) == Some(text);
        // The engine's own choice loses nothing, whatever a deeper look finds afterwards.
        let score = if played_best { *best_score } else { (-found[ply + 1].0).min(*best_score) };
        let loss = chances(*best_score) - chances(score);
        let (before, after) = (chances(*best_score), chances(-found[ply + 1].0));
        MoveReview {
            text: text.clone(),
            best_score: *best_score,
            score,
            loss,
            mark: mark(loss, played_best, analysis, first_choices, &chances),
            better: (!played_best && loss >= DUBIOUS)
                .then(|| analysis.lines.first().map(|line| line.moves.clone()))
                .flatten(),
            turning_point: (before - 0.5) * (after - 0.5) < 0.0 && (before - after).abs() > MISTAKE,
        }
    });
    Ok(reviews.collect())
}

fn mark(
    loss: f64,
    played_best: bool,
    analysis: &Analysis,
    first_choices: &[String],
    chances: &dyn Fn(Score) -> f64,
) -> Option<Mark> {
    if !played_best {
        return match loss {
            _ if loss >= BLUNDER => Some(Mark::Blunder),
            _ if loss >= MISTAKE => Some(Mark::Mistake),
            _ if loss >= DUBIOUS => Some(Mark::Dubious),
            _ => None,
        };
    }
    let [best, second, ..] = &analysis.lines[..] else { return None };
    if chances(best.score) - chances(second.score) < ONLY_MOVE {
        return None;
    }
    // Hard to see: the first looks at the position preferred something else.
    let early = &first_choices[..first_choices.len() / 2];
    let hidden = !early.is_empty() && early.iter().all(|text| Some(text) != best.moves.first());
    Some(if hidden { Mark::Brilliant } else { Mark::Good })
}
