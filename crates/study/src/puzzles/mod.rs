//! Puzzles in the words of the browser: which there are, what an attempt is worth, the solution, a rating.
//!
//! Whoever answers hands the set in; where there is none yet, nothing here fetches it.

mod solving;

pub use solving::{puzzle_attempt, puzzle_rating, puzzle_solution};

use crate::StudyError;
use galet_games::{AnyGame, find};
use galet_puzzles::{Puzzle, PuzzleId, PuzzleSet, Strength, day_number};
use galet_scene::{Owner, Phrase};
use galet_wire::puzzle::{
    PuzzleFound, PuzzleName, PuzzleShelf, PuzzleTheme, PuzzleView, PuzzlesFound, PuzzlesNear,
    PuzzlesWanted, SolverRating,
};
use galet_wire::setup::Setup;
use galet_wire::study::GameLine;
use std::collections::HashSet;

/// The most puzzles that one question wants by strength.
const MOST_NEAR: u8 = 10;
/// The most names that a visitor has seen.
const MOST_SEEN: usize = 3_000;
/// The most puzzles that one question wants by name.
const MOST_WANTED: usize = 100;

/// What there is to solve.
pub fn puzzle_shelf(set: &PuzzleSet) -> PuzzleShelf {
    let ratings = || set.puzzles.iter().map(|puzzle| u32::from(puzzle.difficulty.rating));
    let themes = set.head.themes.iter().map(|theme| theme_view(set, &theme.name));
    PuzzleShelf {
        puzzles: set.puzzles.len() as u32,
        ratings: [ratings().min().unwrap_or_default(), ratings().max().unwrap_or_default()],
        themes: themes.flatten().filter(|theme| theme.puzzles > 0).collect(),
        newcomer: rating_view(Strength::NEWCOMER),
    }
}

/// A theme in words; nothing for one that the set does not know.
fn theme_view(set: &PuzzleSet, name: &str) -> Option<PuzzleTheme> {
    let theme = set.head.themes.iter().find(|theme| theme.name == name)?;
    let has = |puzzle: &&Puzzle| puzzle.themes.contains(&theme.name);
    let puzzles = set.puzzles.iter().filter(has).count() as u32;
    Some(PuzzleTheme { name: theme.name.clone(), words: theme.words.clone(), puzzles })
}

fn rating_view(Strength { rating, deviation, volatility }: Strength) -> SolverRating {
    SolverRating { rating, deviation, volatility }
}

/// The puzzle of a day, written `2026-11-16`: the same for everybody who has this set.
pub fn puzzle_of_the_day(set: &PuzzleSet, day: &str) -> Result<PuzzleView, StudyError> {
    let none = || StudyError::NoSuchDay(day.to_owned());
    let digits = |text: &str, length| {
        (text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<u32>().ok())
            .flatten()
    };
    let mut parts = day.split('-');
    let (Some(year), Some(month), Some(date), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(none());
    };
    let number = digits(year, 4).zip(digits(month, 2)).zip(digits(date, 2));
    let number = number.and_then(|((y, m), d)| day_number(i32::try_from(y).ok()?, m, d));
    let puzzle = set.of_the_day(number.ok_or_else(none)?).ok_or(StudyError::NoPuzzles)?;
    view(puzzle, find(&set.head.game)?)
}

/// Puzzles near a strength that the visitor has not seen; once all were seen, they come again.
pub fn puzzles_near(set: &PuzzleSet, wanted: &PuzzlesNear) -> Result<PuzzlesFound, StudyError> {
    if wanted.seen.len() > MOST_SEEN {
        let what = Phrase::fixed("puzzles seen", "problèmes vus");
        return Err(StudyError::TooMany { what, most: MOST_SEEN });
    }
    if wanted.count > MOST_NEAR {
        return Err(too_many(usize::from(MOST_NEAR)));
    }
    let theme = wanted.theme.as_deref();
    if let Some(name) = theme
        && theme_view(set, name).is_none()
    {
        return Err(StudyError::NoSuchTheme(name.to_owned()));
    }
    let game = find(&set.head.game)?;
    // A number that is none becomes 0.
    let rating = wanted.rating as u16;
    let seen: HashSet<PuzzleId> = wanted.seen.iter().filter_map(|id| id.parse().ok()).collect();
    let mut chosen: Vec<PuzzleId> = Vec::new();
    let mut found = PuzzlesFound { puzzles: Vec::new(), again: false };
    while found.puzzles.len() < usize::from(wanted.count.max(1)) {
        let fresh = |id| (found.again || !seen.contains(&id)) && !chosen.contains(&id);
        let puzzle = set.near(rating, theme, fresh, u64::from(wanted.draw));
        let Some(puzzle) = puzzle.filter(|puzzle| !chosen.contains(&puzzle.id)) else { break };
        if seen.contains(&puzzle.id) {
            // What is new comes alone.
            if !found.again && !chosen.is_empty() {
                break;
            }
            found.again = true;
        }
        found.puzzles.push(view(puzzle, game)?);
        chosen.push(puzzle.id);
    }
    Ok(found)
}

/// Puzzles by name, in the same order: those that are gone say so, and harm no other.
pub fn puzzles_by_name(
    set: &PuzzleSet,
    wanted: &PuzzlesWanted,
) -> Result<Vec<PuzzleFound>, StudyError> {
    if wanted.puzzles.len() > MOST_WANTED {
        return Err(too_many(MOST_WANTED));
    }
    let game = find(&set.head.game)?;
    let one = |name| named(set, game, name).and_then(|puzzle| view(&puzzle, game));
    let found = wanted.puzzles.iter().map(|name| match one(name) {
        Ok(puzzle) => PuzzleFound::Here { puzzle },
        Err(error) => PuzzleFound::Gone { why: error.words() },
    });
    Ok(found.collect())
}

fn too_many(most: usize) -> StudyError {
    StudyError::TooMany { what: Phrase::fixed("puzzles", "problèmes"), most }
}

/// The puzzle that is meant.
fn named(set: &PuzzleSet, game: &dyn AnyGame, name: &PuzzleName) -> Result<Puzzle, StudyError> {
    match name {
        PuzzleName::Set { id } => {
            let puzzle = id.parse().ok().and_then(|id| set.find(id));
            puzzle.cloned().ok_or_else(|| StudyError::NoSuchPuzzle(id.clone()))
        }
        PuzzleName::Own { text } => {
            Puzzle::read_own(text, game).map_err(|fault| StudyError::WrongPuzzle(Box::new(fault)))
        }
    }
}

/// A puzzle as it is set: nothing of its answer.
fn view(puzzle: &Puzzle, game: &dyn AnyGame) -> Result<PuzzleView, StudyError> {
    let begun = game.start(&puzzle.setup)?;
    Ok(PuzzleView {
        id: puzzle.id.to_string(),
        line: line_of(puzzle, game, Vec::new()),
        solver: Owner::from(begun.turn()),
        task: puzzle.goal.task(),
        moves: puzzle.moves_to_find() as u32,
        class: puzzle.difficulty.class,
        rating: u32::from(puzzle.difficulty.rating),
        proven: puzzle.proof == galet_puzzles::Proof::Proven,
        judged: puzzle.proof.words(),
    })
}

/// The game of a puzzle after some moves.
fn line_of(puzzle: &Puzzle, game: &dyn AnyGame, moves: Vec<String>) -> GameLine {
    let galet_games::SetupText { layout, options, position } = puzzle.setup.clone();
    GameLine { game: game.name().to_owned(), setup: Setup { layout, options, position }, moves }
}
