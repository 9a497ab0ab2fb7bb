//! Attempts at a puzzle, its solution, and what it does to a rating.

use super::{line_of, named, rating_view, theme_view, view};
use crate::StudyError;
use galet_games::find;
use galet_puzzles::{Attempt, PuzzleSet, Strength, Verdict};
use galet_scene::{MOST_REASONS, Owner, Phrase};
use galet_wire::puzzle::{
    PuzzleAnswer, PuzzleAttempt, PuzzleName, PuzzleOutcome, PuzzleSolution, PuzzleSolver,
    PuzzleVerdict, SolutionStep, SolverRating,
};

/// What the last of the solver's moves is worth. An earlier one that is wrong ends the attempt there.
pub fn puzzle_attempt(set: &PuzzleSet, asked: &PuzzleAttempt) -> Result<PuzzleAnswer, StudyError> {
    let game = find(&set.head.game)?;
    let puzzle = named(set, game, &asked.puzzle)?;
    let of = puzzle.moves_to_find();
    if asked.moves.is_empty() {
        return Err(StudyError::NoMove);
    }
    if asked.moves.len() > of {
        return Err(StudyError::TooMany { what: Phrase::fixed("moves", "coups"), most: of });
    }
    let wrong = |fault: galet_puzzles::WrongPuzzle| StudyError::WrongPuzzle(Box::new(fault.into()));
    let mut attempt = Attempt::new(&puzzle, game).map_err(wrong)?;
    let mut answer = PuzzleAnswer {
        verdict: PuzzleVerdict::Wrong,
        line: line_of(&puzzle, game, Vec::new()),
        reply: None,
        found: 0,
        of: of as u32,
    };
    for text in &asked.moves {
        let ply = attempt.game().plies();
        let judged = attempt.play(text);
        let judged =
            judged.map_err(|refused| StudyError::Move { ply, refused: Box::new(refused) })?;
        (answer.verdict, answer.reply) = match judged {
            Verdict::Solved => (PuzzleVerdict::Solved, None),
            Verdict::GoesOn { reply } => (PuzzleVerdict::GoesOn, Some(reply)),
            Verdict::Wrong => (PuzzleVerdict::Wrong, None),
        };
        if answer.verdict == PuzzleVerdict::Wrong {
            break;
        }
    }
    answer.found = attempt.found().0 as u32;
    answer.line.moves = attempt.game().moves();
    Ok(answer)
}

/// The solution with reasons.
pub fn puzzle_solution(set: &PuzzleSet, asked: &PuzzleName) -> Result<PuzzleSolution, StudyError> {
    let game = find(&set.head.game)?;
    let puzzle = named(set, game, asked)?;
    let mut progress = game.start(&puzzle.setup)?;
    let mut steps = Vec::with_capacity(puzzle.line.len());
    for (ply, text) in puzzle.line.iter().enumerate() {
        let wrong = |refused| StudyError::Move { ply, refused: Box::new(refused) };
        let mut reasons = progress.reasons(text).map_err(wrong)?;
        reasons.truncate(MOST_REASONS);
        steps.push(SolutionStep {
            by: Owner::from(progress.turn()),
            text: text.clone(),
            say: progress.say_move(text).map_err(wrong)?,
            gesture: progress.gesture(text).map_err(wrong)?,
            reasons,
        });
        progress.play(text).map_err(wrong)?;
    }
    let levels = set.head.levels.iter().zip(&puzzle.difficulty.solved);
    let solvers = levels.map(|(&(level, _), &solved)| PuzzleSolver {
        level: level.number(),
        share: f64::from(solved) / f64::from(set.head.tries.max(1)),
    });
    Ok(PuzzleSolution {
        puzzle: view(&puzzle, game)?,
        steps,
        claim: puzzle.claim(),
        themes: puzzle.themes.iter().filter_map(|name| theme_view(set, name)).collect(),
        solvers: solvers.collect(),
    })
}

/// A solver's rating after a puzzle.
pub fn puzzle_rating(outcome: &PuzzleOutcome) -> Result<SolverRating, StudyError> {
    let SolverRating { rating, deviation, volatility } = outcome.solver;
    let solver = Strength { rating, deviation, volatility };
    let puzzle = u16::try_from(outcome.puzzle).map_err(|_| StudyError::WrongRating)?;
    solver.after(puzzle, outcome.solved).map(rating_view).ok_or(StudyError::WrongRating)
}
