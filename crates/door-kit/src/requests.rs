//! What is asked over HTTP: games, boards, lessons, records, positions, pictures, puzzles, and what is wrong with it.

use crate::puzzles::{puzzles, ratings};
use crate::{Step, get, line, played, post};
use galet_wire::lesson::Attempt;
use serde_json::{Value, json};

/// Requests whose answers depend on nothing but themselves.
pub fn requests() -> Vec<Step> {
    let mut steps = vec![get("/api/games"), get("/api/boards"), get("/api/me")];
    for wrong in
        ["/api/nothing", "/api/games/go/lessons", "/api/games/%00/lessons", "/api/tables/%2e"]
    {
        steps.push(get(wrong));
    }
    for game in galet_games::all().iter().map(|game| game.name()) {
        layouts(&mut steps, game);
        lessons(&mut steps, game);
        records(&mut steps, game);
        positions(&mut steps, game);
        pictures(&mut steps, game);
        puzzles(&mut steps, game);
    }
    ratings(&mut steps);
    malformed(&mut steps);
    steps
}

fn layouts(steps: &mut Vec<Step>, game: &str) {
    let layouts = galet_games::find(game).expect("a game").layouts();
    let layouts: Vec<_> = layouts.iter().map(|layout| layout.name).collect();
    for layout in &layouts {
        steps.push(get(format!("/api/games/{game}/layouts/{layout}.svg")));
    }
    for board in galet_scene::boards() {
        steps.push(get(format!(
            "/api/games/{game}/layouts/{}.svg?board={}",
            layouts[0], board.name
        )));
    }
    for wrong in ["none.svg", "none", ".svg", "%C3%A9.svg"] {
        steps.push(get(format!("/api/games/{game}/layouts/{wrong}")));
    }
    steps.push(get(format!("/api/games/{game}/layouts/{}.svg?board=none", layouts[0])));
}

fn lessons(steps: &mut Vec<Step>, game: &str) {
    steps.push(get(format!("/api/games/{game}/lessons")));
    for lesson in galet_study::lessons(game).expect("a course") {
        let address = format!("/api/games/{game}/lessons/{}", lesson.id);
        let mut moves: Vec<String> = Vec::new();
        for (stage, wanted) in (0..).zip(&lesson.stages) {
            let mut attempt = |moves: Vec<String>, taps: Vec<_>| {
                let attempt = Attempt { stage, moves, taps };
                steps.push(post(&*address, &json!(attempt)));
            };
            // As it is shown, as taps that make no move, and as something else.
            attempt(moves.clone(), wanted.taps.clone());
            attempt(moves.clone(), wanted.taps.iter().rev().copied().collect());
            let first = wanted.moves.first().cloned();
            attempt(moves.iter().cloned().chain(first).collect(), Vec::new());
            attempt(moves.iter().cloned().chain(["none".to_owned()]).collect(), Vec::new());
            moves.extend(wanted.moves.iter().cloned());
        }
        steps.push(post(&*address, &json!({ "stage": 99 })));
    }
    steps.push(post(format!("/api/games/{game}/lessons/none"), &json!({})));
}

fn records(steps: &mut Vec<Step>, game: &str) {
    let progress = played(game, &Default::default(), 12);
    let line = line(&*progress);
    let mut nodes = vec![json!({ "parent": null, "text": "" })];
    for (place, text) in line.moves.iter().enumerate() {
        nodes.push(json!({ "parent": place, "text": text }));
    }
    // A variation beside the last move.
    let before = played(game, &Default::default(), 11);
    if let Some(other) = before.legal_moves(1).texts.pop() {
        nodes.push(json!({ "parent": 11, "text": other }));
    }
    let tags = json!([["Event", "Club"], ["White", "Zoé"], ["Date", "2026.11.16"]]);
    let tree = json!({ "game": game, "nodes": nodes, "tags": tags, "result": "1-0" });
    steps.push(post("/api/records/write", &tree));
    let tree = serde_json::from_value(tree).expect("a tree");
    let text = galet_study::write_record(&tree).expect("a record");
    for text in
        [text.clone(), text.repeat(2), text.replacen("1.", "1. none", 1), text.replace(']', "")]
    {
        steps.push(post("/api/records/read", &json!({ "text": text, "game": game })));
    }
    for wrong in ["", "nonsense", "1. a1 (", "[Event \"x\"]\n\n*"] {
        steps.push(post("/api/records/read", &json!({ "text": wrong, "game": game })));
    }
    steps.push(post("/api/records/read", &json!({ "text": text, "game": "go" })));
    for wrong in [
        json!({ "game": game, "nodes": [] }),
        json!({ "game": game, "nodes": [{ "parent": 3, "text": "a1" }] }),
        json!({ "game": "go", "nodes": [{ "parent": null, "text": "" }] }),
        json!({ "game": game, "nodes": [{ "parent": null, "text": "" }, { "parent": 0, "text": "none" }] }),
    ] {
        steps.push(post("/api/records/write", &wrong));
    }
}

fn positions(steps: &mut Vec<Step>, game: &str) {
    let look = galet_study::look(&line(&*played(game, &Default::default(), 6))).expect("a look");
    let stacks: Vec<_> = look.scene.cells.iter().map(|cell| cell.stack.clone()).collect();
    for turn in ["first", "second", "nobody"] {
        let arrangement = json!({ "game": game, "stacks": stacks, "turn": turn });
        steps.push(post("/api/positions", &arrangement));
    }
    let empty: Vec<Value> = stacks.iter().map(|_| json!([])).collect();
    for wrong in [json!(empty), json!([]), json!(stacks[..3])] {
        let arrangement = json!({ "game": game, "stacks": wrong, "turn": "first" });
        steps.push(post("/api/positions", &arrangement));
    }
    let full: Vec<Value> = look
        .scene
        .cells
        .iter()
        .map(|_| {
            json!(
                look.scene
                    .cells
                    .iter()
                    .flat_map(|cell| cell.stack.clone())
                    .take(9)
                    .collect::<Vec<_>>()
            )
        })
        .collect();
    steps.push(post("/api/positions", &json!({ "game": game, "stacks": full, "turn": "first" })));
}

fn pictures(steps: &mut Vec<Step>, game: &str) {
    let line = json!(line(&*played(game, &Default::default(), 5)));
    for query in [
        "",
        "?theme=dark&lang=fr&width=700",
        "?theme=light&coordinates=false&captions=false&table=false&flipped=true",
        "?board=slate&width=240",
        "?theme=odd",
        "?width=5",
        "?width=many",
        "?lang=de",
        "?flipped=perhaps",
        "?none=1",
    ] {
        steps.push(post(format!("/api/picture{query}"), &line));
    }
    steps.push(post("/api/picture", &json!({ "game": game, "moves": ["none"] })));
    steps.push(post("/api/picture", &json!({ "game": game, "setup": { "layout": "none" } })));
    steps.push(post("/api/picture", &json!({ "game": game, "setup": { "position": "none" } })));
    steps.push(post(
        "/api/picture",
        &json!({ "game": game, "setup": { "options": [["none", "1"]] } }),
    ));
}

/// Bodies that are none, in every place that takes one.
fn malformed(steps: &mut Vec<Step>) {
    let first = galet_games::all()[0].name();
    let lesson = galet_study::lessons(first).expect("a course").remove(0).id;
    for path in [
        "/api/tables",
        "/api/records/read",
        "/api/records/write",
        "/api/positions",
        "/api/picture",
        &format!("/api/games/{first}/lessons/{lesson}"),
    ] {
        for body in ["", "{", "[]", "7", "{\"none\":1}", "{\"game\":7}", "\"é\""] {
            let body = body.to_owned();
            steps.push(Step::Request { method: "POST", path: path.to_owned(), body });
        }
        steps.push(Step::Request { method: "DELETE", path: path.to_owned(), body: String::new() });
    }
    for path in ["/api/games", "/api/boards", "/api/me/tables", "/api/me/results"] {
        steps.push(post(path, &json!({})));
    }
    for (path, bytes) in [("/api/picture", 70_000), ("/api/tables", 300_000)] {
        let body = format!("\"{}\"", "x".repeat(bytes));
        steps.push(Step::Request { method: "POST", path: path.to_owned(), body });
    }
}
