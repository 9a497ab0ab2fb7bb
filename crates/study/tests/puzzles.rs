//! Puzzles in the words of the browser: the day's, the next, attempts, solutions, ratings, and what is refused.

use galet_puzzles::PuzzleSet;
use galet_study::{
    StudyError, puzzle_attempt, puzzle_of_the_day, puzzle_rating, puzzle_shelf, puzzle_solution,
    puzzles_by_name, puzzles_near,
};
use galet_wire::puzzle::{
    PuzzleAttempt, PuzzleFound, PuzzleName, PuzzleOutcome, PuzzleVerdict, PuzzlesNear,
    PuzzlesWanted, SolverRating,
};

fn sets() -> impl Iterator<Item = PuzzleSet> {
    let texts = [
        include_str!("../../../puzzles/abalone.txt"),
        include_str!("../../../puzzles/avalam.txt"),
        include_str!("../../../puzzles/qawale.txt"),
    ];
    texts.into_iter().map(|text| PuzzleSet::read(text).expect("it ships"))
}

fn near(rating: f64, seen: &[String], count: u8) -> PuzzlesNear {
    PuzzlesNear { rating, theme: None, seen: seen.to_vec(), count, draw: 3 }
}

fn named(id: &str) -> PuzzleName {
    PuzzleName::Set { id: id.to_owned() }
}

#[test]
fn a_shelf_counts_what_there_is() {
    for set in sets() {
        let shelf = puzzle_shelf(&set);
        assert_eq!(shelf.puzzles as usize, set.puzzles.len());
        assert!(shelf.ratings[0] < shelf.ratings[1] && shelf.themes.len() >= 5);
        for theme in &shelf.themes {
            let wanted = PuzzlesNear { theme: Some(theme.name.clone()), ..near(1_500.0, &[], 10) };
            let found = puzzles_near(&set, &wanted).unwrap();
            assert_eq!(found.puzzles.len(), theme.puzzles.min(10) as usize, "{}", theme.name);
            assert!(!theme.words.en.is_empty() && !theme.words.fr.is_empty());
        }
    }
}

#[test]
fn a_day_has_the_same_puzzle_for_everybody_and_another_the_next_day() {
    for set in sets() {
        let on = |day: &str| puzzle_of_the_day(&set, day).unwrap();
        assert_eq!(on("2026-11-16"), on("2026-11-16"));
        assert_ne!(on("2026-11-16").id, on("2026-11-17").id);
        for wrong in ["2027-02-29", "2027-2-1", "+027-01-01", "", "2027-01-01-01", "tomorrow"] {
            let refused = puzzle_of_the_day(&set, wrong).unwrap_err();
            assert_eq!(refused, StudyError::NoSuchDay(wrong.to_owned()));
        }
    }
}

/// What is set tells nothing of the answer: no move, no theme, no score.
#[test]
fn nothing_is_spoiled_before_the_answer() {
    for set in sets() {
        for puzzle in set.puzzles.iter().step_by(7) {
            let wanted = PuzzlesWanted { puzzles: vec![named(&puzzle.id.to_string())] };
            let found = puzzles_by_name(&set, &wanted).unwrap();
            let [PuzzleFound::Here { puzzle: view }] = &found[..] else { panic!("{found:?}") };
            assert!(view.line.moves.is_empty());
            let mut told = serde_json::to_value(view).unwrap();
            let said = told.as_object_mut().unwrap();
            assert_eq!(said.len(), 9, "whoever adds something looks whether it spoils anything");
            said.remove("line");
            let text = told.to_string();
            assert!(!text.contains(&puzzle.line[0]), "{text}");
            let attempt = |text: &String| PuzzleAttempt {
                puzzle: named(&puzzle.id.to_string()),
                moves: vec![text.clone()],
            };
            let game = galet_games::find(&set.head.game).unwrap();
            let legal = game.start(&puzzle.setup).unwrap().legal_moves(400).texts;
            let answers = legal.iter().map(|text| puzzle_attempt(&set, &attempt(text)).unwrap());
            let wrong = answers.filter(|answer| answer.verdict == PuzzleVerdict::Wrong);
            for answer in wrong {
                assert!(answer.line.moves.is_empty() && answer.reply.is_none());
            }
        }
    }
}

#[test]
fn a_line_is_found_move_by_move_and_then_explained() {
    for set in sets() {
        let puzzle = set.puzzles.iter().max_by_key(|puzzle| puzzle.line.len()).unwrap();
        let mut own = puzzle.clone();
        own.difficulty.solved.clear();
        for name in [named(&puzzle.id.to_string()), PuzzleName::Own { text: own.own_text() }] {
            let right: Vec<String> = puzzle.line.iter().step_by(2).cloned().collect();
            for found in 1..=right.len() {
                let moves = right[..found].to_vec();
                let asked = PuzzleAttempt { puzzle: name.clone(), moves };
                let answer = puzzle_attempt(&set, &asked).unwrap();
                let played = (2 * found).min(puzzle.line.len());
                assert_eq!(answer.line.moves, puzzle.line[..played]);
                assert_eq!((answer.found, answer.of), (found as u32, right.len() as u32));
                let goes_on = found < right.len();
                assert_eq!(answer.verdict == PuzzleVerdict::GoesOn, goes_on);
                assert_eq!(answer.reply.as_ref(), puzzle.line.get(2 * found - 1));
            }
            let solution = puzzle_solution(&set, &name).unwrap();
            let texts: Vec<&String> = solution.steps.iter().map(|step| &step.text).collect();
            assert_eq!(texts, puzzle.line.iter().collect::<Vec<_>>());
            assert_eq!(solution.puzzle.proven, solution.claim.en.contains("proven"));
            assert_eq!(solution.themes.len(), puzzle.themes.len());
            let tried = matches!(name, PuzzleName::Set { .. });
            assert_eq!(solution.solvers.len(), if tried { set.head.levels.len() } else { 0 });
            let many = PuzzleAttempt { puzzle: name.clone(), moves: vec!["a1".to_owned(); 9] };
            assert!(matches!(puzzle_attempt(&set, &many), Err(StudyError::TooMany { .. })));
            let none = PuzzleAttempt { puzzle: name, moves: Vec::new() };
            assert_eq!(puzzle_attempt(&set, &none), Err(StudyError::NoMove));
        }
    }
}

#[test]
fn what_was_seen_comes_again_only_when_nothing_else_is_left() {
    for set in sets() {
        let mut seen: Vec<String> = Vec::new();
        while seen.len() < set.puzzles.len() {
            let found = puzzles_near(&set, &near(1_200.0, &seen, 10)).unwrap();
            assert!(!found.again && !found.puzzles.is_empty());
            for puzzle in found.puzzles {
                assert!(!seen.contains(&puzzle.id), "{} twice", puzzle.id);
                seen.push(puzzle.id);
            }
        }
        let found = puzzles_near(&set, &near(1_200.0, &seen, 10)).unwrap();
        assert!(found.again && found.puzzles.len() == 10);
        // Another set: progress is kept, and names that it does not have do no harm.
        let strange: Vec<String> = (0..100).map(|n| format!("{n:016x}")).collect();
        assert!(!puzzles_near(&set, &near(1_200.0, &strange, 1)).unwrap().again);
    }
}

/// A new set without a puzzle: those that come back and are gone say so, and the others come.
#[test]
fn a_puzzle_that_is_gone_harms_no_other() {
    let set = sets().next().unwrap();
    let there = named(&set.puzzles[3].id.to_string());
    let gone = [
        named("0123456789abcdef"),
        named("nonsense"),
        PuzzleName::Own { text: "nonsense".to_owned() },
        PuzzleName::Own { text: "|".repeat(100_000) },
    ];
    let puzzles = gone.iter().flat_map(|one| [one.clone(), there.clone()]).collect();
    let found = puzzles_by_name(&set, &PuzzlesWanted { puzzles }).unwrap();
    for (n, one) in found.iter().enumerate() {
        match one {
            PuzzleFound::Gone { why } => {
                assert!(n % 2 == 0 && why.en.len() < 500, "{why:?}");
                assert!(why.en.ends_with('.') && why.fr.ends_with('.'), "{why:?}");
            }
            PuzzleFound::Here { .. } => assert_eq!(n % 2, 1),
        }
    }
}

#[test]
fn a_rating_goes_up_with_what_is_solved_and_steadies() {
    let mut solver = puzzle_shelf(&sets().next().unwrap()).newcomer;
    let first = solver;
    let after = |solver: SolverRating, puzzle: u32, solved: bool| {
        puzzle_rating(&PuzzleOutcome { solver, puzzle, solved }).unwrap()
    };
    assert!(after(solver, 1_000, true).rating > solver.rating);
    assert!(after(solver, 1_000, false).rating < solver.rating);
    // A hard one that is solved says more than an easy one.
    assert!(after(solver, 1_800, true).rating > after(solver, 600, true).rating);
    for n in 0..200 {
        // Solves what is below 1600, and every other one there.
        let puzzle = 1_300 + 100 * (n % 7);
        solver = after(solver, puzzle, puzzle < 1_600 || puzzle == 1_600 && n % 2 == 0);
    }
    assert!((1_450.0..1_750.0).contains(&solver.rating), "{solver:?}");
    assert!(solver.deviation < first.deviation / 2.0, "{solver:?}");
    let wrong = SolverRating { rating: f64::NAN, ..first };
    let refused = puzzle_rating(&PuzzleOutcome { solver: wrong, puzzle: 1, solved: true });
    assert_eq!(refused, Err(StudyError::WrongRating));
}
