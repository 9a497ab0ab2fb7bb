//! What is asked over the WebSocket about lines: looks, taps, judgements, reviews, analysis.

use crate::{Step, line, played};
use galet_games::SetupText;
use galet_puzzles::{Puzzle, PuzzleSet};
use galet_scene::CellId;
use galet_wire::setup::Setup;
use galet_wire::socket::Question;
use galet_wire::study::{AnalysisRequest, GameLine};

/// A game is over within so many moves, or it has no end here.
const LONGEST: usize = 400;

/// Questions whose answers depend on nothing but themselves, and on no clock.
pub fn questions() -> Vec<Step> {
    let mut steps = Vec::new();
    for game in galet_games::all() {
        let name = game.name();
        for moves in [0, 1, 2, 7, LONGEST] {
            look(&mut steps, &line(&*played(name, &Default::default(), moves)));
        }
        for layout in game.layouts() {
            let setup = SetupText { layout: Some(layout.name.to_owned()), ..Default::default() };
            look(&mut steps, &line(&*played(name, &setup, 1)));
        }
        let position = played(name, &Default::default(), 9).position_text();
        let setup = SetupText { position: Some(position), ..Default::default() };
        look(&mut steps, &line(&*played(name, &setup, 2)));
        // Each position takes its time.
        let judged = line(&*played(name, &Default::default(), 3));
        steps.push(Step::Ask(Question::Judge { line: judged }));
        let reviewed = line(&*played(name, &Default::default(), 2));
        steps.push(Step::Ask(Question::Review { line: reviewed }));
        mistakes(&mut steps, name);
        wrong(&mut steps, name);
        ends(&mut steps, name);
    }
    wrong(&mut steps, "go");
    steps.push(Step::Ask(Question::StopAnalysis));
    steps
}

/// Puzzles of mistakes: of a puzzle that was not solved, and of what is none.
fn mistakes(steps: &mut Vec<Step>, game: &str) {
    let text = galet_embedded::puzzles(game).expect("every game has puzzles");
    let set = PuzzleSet::read(text).expect("those that ship are good");
    let short = |puzzle: &&Puzzle| puzzle.difficulty.class == 1 && puzzle.line.len() == 1;
    let puzzle = set.puzzles.iter().find(short).expect("some are easy");
    let kind = galet_games::find(game).expect("a game");
    let mut progress = kind.start(&puzzle.setup).expect("it begins");
    let legal = progress.legal_moves(9).texts;
    let missed = legal.iter().find(|text| **text != puzzle.line[0]).expect("there are others");
    progress.play(missed).expect("it is legal");
    let line = line(&*progress);
    for plies in [vec![0], vec![0, 0], vec![], vec![1], vec![u32::MAX], vec![0; 13]] {
        steps.push(Step::Ask(Question::MakePuzzles { line: line.clone(), plies }));
    }
    let begins = crate::line(&*played(game, &SetupText::default(), 2));
    steps.push(Step::Ask(Question::MakePuzzles { line: begins, plies: vec![1, 0] }));
}

/// A line, and every cell tapped first; then what follows the first that is offered.
fn look(steps: &mut Vec<Step>, line: &GameLine) {
    steps.push(Step::Ask(Question::Look { line: line.clone() }));
    let look = galet_study::look(line).expect("a look");
    let taps = |taps: Vec<CellId>| Step::Ask(Question::LookTaps { line: line.clone(), taps });
    for cell in (0..look.scene.cells.len()).step_by(7) {
        steps.push(taps(vec![CellId(cell as u8)]));
    }
    let offered: Vec<CellId> =
        look.continuations.choices.iter().take(2).map(|one| one.cell).collect();
    for first in &offered {
        for second in &offered {
            steps.push(taps(vec![*first, *second]));
        }
    }
    steps.push(taps(vec![CellId(u8::MAX)]));
}

/// What no line is.
fn wrong(steps: &mut Vec<Step>, game: &str) {
    let line = |setup: Setup, moves: &[&str]| GameLine {
        game: game.to_owned(),
        setup,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    };
    for line in [
        line(Setup::default(), &["none"]),
        line(Setup::default(), &[""]),
        line(Setup { layout: Some("none".to_owned()), ..Default::default() }, &[]),
        line(Setup { position: Some("none".to_owned()), ..Default::default() }, &[]),
        line(
            Setup { options: vec![("none".to_owned(), "1".to_owned())], ..Default::default() },
            &[],
        ),
    ] {
        steps.push(Step::Ask(Question::Look { line: line.clone() }));
        steps.push(Step::Ask(Question::LookTaps { line: line.clone(), taps: vec![CellId(0)] }));
        steps.push(Step::Ask(Question::Judge { line: line.clone() }));
        steps.push(Step::Ask(Question::Review { line: line.clone() }));
        let request = AnalysisRequest { line, lines: 1, threads: 1 };
        steps.push(Step::Ask(Question::Analyse { request }));
    }
    // There is no last move to judge.
    steps.push(Step::Ask(Question::Judge { line: line(Setup::default(), &[]) }));
}

/// A game that is over has nothing to be analysed; one move before its end everything is proven.
fn ends(steps: &mut Vec<Step>, game: &str) {
    let whole = played(game, &Default::default(), LONGEST);
    if whole.outcome().is_none() {
        return;
    }
    let over = line(&*whole);
    let request = AnalysisRequest { line: over.clone(), lines: 1, threads: 1 };
    steps.push(Step::Ask(Question::Analyse { request }));
    let mut before = over;
    before.moves.pop();
    for lines in [1, 2] {
        let request = AnalysisRequest { line: before.clone(), lines, threads: 1 };
        steps.push(Step::Ask(Question::Analyse { request }));
    }
}
