//! What is asked about puzzles: those that ship, attempts right and wrong, solutions, ratings, and nonsense.

use crate::{Step, get, post};
use galet_puzzles::{Puzzle, PuzzleSet};
use serde_json::{Value, json};

pub(crate) fn puzzles(steps: &mut Vec<Step>, game: &str) {
    let text = galet_embedded::puzzles(game).expect("every game has puzzles");
    let set = PuzzleSet::read(text).expect("those that ship are good");
    let of = |what: &str| format!("/api/games/{game}/puzzles{what}");
    steps.push(get(of("")));
    for day in ["2026-11-16", "2028-02-29", "2027-02-29", "2027-1-1", "today", "", "%00"] {
        steps.push(get(of(&format!("/day/{day}"))));
    }
    near(steps, &of("/near"), &set);
    // One of one move, and the longest.
    let longest = set.puzzles.iter().max_by_key(|puzzle| puzzle.line.len()).expect("one");
    for puzzle in [&set.puzzles[0], longest] {
        for name in [
            json!({ "type": "set", "id": puzzle.id.to_string() }),
            json!({ "type": "own", "text": own(puzzle) }),
        ] {
            steps.push(post(of("/solution"), &name));
            attempts(steps, game, puzzle, &name);
        }
    }
    let known = json!({ "type": "set", "id": longest.id.to_string() });
    let strangers = nonsense(longest);
    for name in &strangers {
        steps.push(post(of("/solution"), name));
        steps.push(post(of("/attempt"), &json!({ "puzzle": name, "moves": ["a1"] })));
        steps.push(post(of("/find"), &json!({ "puzzles": [known, name, known] })));
    }
    steps.push(post(of("/find"), &json!({ "puzzles": vec![&known; 101] })));
    steps.push(post(of("/find"), &json!({ "puzzles": [] })));
    steps.push(get(of("/near")));
    steps.push(post(of("/nothing"), &json!({})));
}

fn near(steps: &mut Vec<Step>, address: &str, set: &PuzzleSet) {
    let ids: Vec<String> = set.puzzles.iter().map(|puzzle| puzzle.id.to_string()).collect();
    for rating in [-5.0, 1_000.5, 3_000.0, 1e300] {
        steps.push(post(address, &json!({ "rating": rating, "count": 3, "draw": 7 })));
    }
    for theme in &set.head.themes {
        let wanted = json!({ "rating": 1_300, "theme": theme.name, "seen": [ids[0]], "count": 2, "draw": 1 });
        steps.push(post(address, &wanted));
    }
    for seen in [json!(ids), json!(ids[1..]), json!(["nonsense"]), json!(vec!["0"; 3_001])] {
        let wanted =
            json!({ "rating": 1_300, "seen": seen, "count": 10, "draw": 4_000_000_000_u32 });
        steps.push(post(address, &wanted));
    }
    for wrong in [
        json!({ "rating": 1_300, "theme": "none", "count": 1, "draw": 0 }),
        json!({ "rating": 1_300, "count": 11, "draw": 0 }),
        json!({ "rating": null, "count": 1, "draw": 0 }),
        json!({}),
    ] {
        steps.push(post(address, &wrong));
    }
}

/// As somebody keeps it, without what levels did.
fn own(puzzle: &Puzzle) -> String {
    let mut puzzle = puzzle.clone();
    puzzle.difficulty.solved.clear();
    puzzle.own_text()
}

fn attempts(steps: &mut Vec<Step>, game: &str, puzzle: &Puzzle, name: &Value) {
    let address = format!("/api/games/{game}/puzzles/attempt");
    let mut attempt = |moves: Value| {
        steps.push(post(&*address, &json!({ "puzzle": name, "moves": moves })));
    };
    let right: Vec<&String> = puzzle.line.iter().step_by(2).collect();
    for found in 0..=right.len() {
        attempt(json!(right[..found]));
    }
    let game = galet_games::find(game).expect("a game");
    let begun = game.start(&puzzle.setup).expect("it begins");
    let wrong = begun.legal_moves(9).texts.into_iter().find(|text| *text != puzzle.line[0]);
    attempt(json!([wrong.expect("there is more than one move")]));
    attempt(json!(["nonsense"]));
    attempt(json!(vec!["nonsense"; 20]));
}

/// Names of no puzzle.
fn nonsense(puzzle: &Puzzle) -> Vec<Value> {
    let text = own(puzzle);
    let texts = [
        String::new(),
        "nonsense".to_owned(),
        "|".repeat(8),
        "|".repeat(5_000),
        text.replace('|', " "),
        text.replacen(&puzzle.line[0], "nonsense", 1),
        text.replace("win proven", "win nonsense"),
        text.clone() + "|more",
        puzzle.own_text(),
    ];
    let mut names: Vec<Value> =
        texts.iter().map(|text| json!({ "type": "own", "text": text })).collect();
    names.extend(["", "0", "0123456789abcdef"].map(|id| json!({ "type": "set", "id": id })));
    names
}

/// Ratings, of any game.
pub(crate) fn ratings(steps: &mut Vec<Step>) {
    let address = "/api/puzzles/rating";
    for (rating, deviation, volatility) in
        [(1_000, 350.0, 0.06), (2_400, 45.0, 0.05), (0, 500.0, 1.0), (4_000, 1.0, 0.001)]
    {
        for (puzzle, solved) in [(800, true), (800, false), (2_500, true), (0, false)] {
            let solver =
                json!({ "rating": rating, "deviation": deviation, "volatility": volatility });
            let outcome = json!({ "solver": solver, "puzzle": puzzle, "solved": solved });
            steps.push(post(address, &outcome));
        }
    }
    for wrong in [
        json!({ "solver": { "rating": -1, "deviation": 80, "volatility": 0.06 }, "puzzle": 1, "solved": true }),
        json!({ "solver": { "rating": 1e300, "deviation": 80, "volatility": 0.06 }, "puzzle": 1, "solved": true }),
        json!({ "solver": { "rating": 1000, "deviation": 0, "volatility": 0.06 }, "puzzle": 1, "solved": true }),
        json!({ "solver": { "rating": 1000, "deviation": 80, "volatility": 0.06 }, "puzzle": 70_000, "solved": true }),
        json!({ "solved": true }),
    ] {
        steps.push(post(address, &wrong));
    }
    steps.push(get(address));
}
