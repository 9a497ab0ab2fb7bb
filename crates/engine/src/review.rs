//! What went wrong in a game, and where it turned: [`assess`] every position, then [`judge`] the
//! moves between them.

use crate::any::{Analysis, AnyEngine, Request, WrongGame};
use galet_games::AnyProgress;
use galet_search::score::{DRAW, Score, win_at};

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

/// What the engine thinks of one position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// How good it is for the side to move; a finished game has its result.
    pub score: Score,
    /// What the engine found out; nothing in a finished game.
    pub analysis: Analysis,
    /// The moves that looked best on the way there, the first thought first.
    first_choices: Vec<String>,
}

/// Assesses a game as it stands. `request` bounds the work.
pub fn assess(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyProgress,
    request: &Request,
) -> Result<Assessment, WrongGame> {
    engine.set_game(game)?;
    let request = Request { lines: 2, ..request.clone() };
    let mut first_choices = Vec::new();
    let analysis = engine.analyse(&request, &mut |so_far| {
        first_choices.extend(so_far.lines.first().and_then(|l| l.moves.first()).cloned());
    });
    let score = match game.outcome().map(|outcome| outcome.winner) {
        // The side to move, after the last move of the game.
        Some(Some(winner)) if winner == game.turn() => win_at(0),
        Some(Some(_)) => -win_at(0),
        Some(None) => DRAW,
        None => analysis.lines.first().map_or(0, |line| line.score),
    };
    Ok(Assessment { score, analysis, first_choices })
}

/// Judges moves in a row, given as text, by what the engine thinks of the positions before and
/// after each of them: one assessment more than there are moves.
pub fn judge(
    engine: &dyn AnyEngine,
    moves: &[String],
    assessments: &[Assessment],
) -> Vec<MoveReview> {
    let chances = |score: Score| engine.expectation(score);
    let reviews = moves.iter().zip(assessments.windows(2)).map(|(text, around)| {
        let (before, after) = (&around[0], &around[1]);
        let best = before.analysis.lines.first();
        let played_best = best.and_then(|line| line.moves.first()) == Some(text);
        let best_score = before.score;
        // The engine's own choice loses nothing, whatever a deeper look finds afterwards.
        let score = if played_best { best_score } else { (-after.score).min(best_score) };
        let loss = chances(best_score) - chances(score);
        let (then, now) = (chances(best_score), chances(-after.score));
        MoveReview {
            text: text.clone(),
            best_score,
            score,
            loss,
            mark: mark(loss, played_best, &before.analysis, &before.first_choices, &chances),
            better: best.filter(|_| !played_best && loss >= DUBIOUS).map(|l| l.moves.clone()),
            turning_point: (then - 0.5) * (now - 0.5) < 0.0 && (then - now).abs() > MISTAKE,
        }
    });
    reviews.collect()
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
