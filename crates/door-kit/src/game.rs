//! A whole game at one screen, and one against the computer, at tables.

use crate::{Step, get, played, post};
use galet_scene::CellId;
use galet_wire::socket::Question;
use galet_wire::table::{Act, OfferKind};
use serde_json::json;

/// The visitor and their tables, from the first one on. Nothing else was asked before.
pub fn game(game: &str) -> Vec<Step> {
    let mut steps = vec![
        get("/api/me"),
        get("/api/me/tables"),
        get("/api/me/results"),
        Step::Request {
            method: "PUT",
            path: "/api/me".into(),
            body: json!({ "name": "Zoé" }).to_string(),
        },
        Step::Request {
            method: "PUT",
            path: "/api/me".into(),
            body: json!({ "name": "x".repeat(41) }).to_string(),
        },
        Step::Request {
            method: "PUT",
            path: "/api/me".into(),
            body: json!({ "name": "\u{200b}" }).to_string(),
        },
        get("/api/me"),
    ];
    wrong_openings(&mut steps, game);
    let clock = json!({ "type": "sudden-death", "initial": 60_000 });
    let me = json!({ "type": "me" });
    let open = json!({ "game": game, "seats": [me, me], "clock": clock });
    steps.push(post("/api/tables", &open));
    play(&mut steps, game);
    rematch_and_flag(&mut steps, game);
    against_the_computer(&mut steps, game);
    lists(&mut steps, game);
    steps
}

fn wrong_openings(steps: &mut Vec<Step>, game: &str) {
    let (me, computer) = (json!({ "type": "me" }), json!({ "type": "computer", "level": 1 }));
    for wrong in [
        json!({ "game": "go", "seats": [me, me] }),
        json!({ "game": game, "seats": [computer, computer] }),
        json!({ "game": game, "seats": [me, { "type": "computer", "level": 20 }] }),
        json!({ "game": game, "seats": [me, me], "moves": ["none"] }),
        json!({ "game": game, "seats": [me, me], "moves": vec!["none"; 1001] }),
        json!({ "game": game, "seats": [me, me], "clock": { "type": "sudden-death", "initial": 1 } }),
        json!({ "game": game, "seats": [me, me], "setup": { "position": "none" } }),
    ] {
        steps.push(post("/api/tables", &wrong));
    }
}

fn table(number: usize) -> String {
    format!("${number}")
}

fn moves(number: usize, ply: u32, text: &str) -> Step {
    Step::Ask(Question::Move { table: table(number), ply, text: text.to_owned() })
}

fn act(number: usize, ply: u32, act: Act) -> Step {
    Step::Ask(Question::Act { table: table(number), ply, act })
}

/// Moves, taps, what is refused, taking back, resignation.
fn play(steps: &mut Vec<Step>, game: &str) {
    steps.push(get("/api/tables/$0"));
    steps.push(Step::Ask(Question::Watch { table: table(0) }));
    let texts = played(game, &Default::default(), 8).moves();
    for (ply, text) in (0..).zip(&texts) {
        for taps in [vec![], vec![CellId(0)], vec![CellId(9), CellId(u8::MAX)]] {
            steps.push(Step::Ask(Question::Taps { table: table(0), ply, taps }));
        }
        steps.push(moves(0, ply + 1, text));
        steps.push(moves(0, ply, "none"));
        steps.push(moves(0, ply, text));
        steps.push(moves(0, ply, text));
        steps.push(Step::Wait(1_500));
    }
    let ply = texts.len() as u32;
    steps.push(Step::Ask(Question::Hint { table: table(0), ply }));
    for wrong in [
        Act::Sit,
        Act::Claim,
        Act::CallOff,
        Act::Offer { of: OfferKind::Draw },
        Act::Offer { of: OfferKind::Rematch },
        Act::Accept { of: OfferKind::Draw },
        Act::Decline { of: OfferKind::Takeback },
    ] {
        steps.push(act(0, ply - 1, wrong));
        if wrong != (Act::Offer { of: OfferKind::Draw }) {
            steps.push(act(0, ply, wrong));
        }
    }
    steps.push(act(0, ply, Act::Offer { of: OfferKind::Takeback }));
    steps.push(moves(0, ply - 1, &texts[texts.len() - 1]));
    for path in
        ["", "/record", "/picture.svg", "/picture.svg?theme=dark&lang=fr", "/moves.svg?moves=3"]
    {
        steps.push(get(format!("/api/tables/$0{path}")));
    }
    for wrong in ["/moves.svg?moves=31", "/picture.svg?width=1", "/none"] {
        steps.push(get(format!("/api/tables/$0{wrong}")));
    }
    steps.push(act(0, ply, Act::Resign));
    steps.push(act(0, ply, Act::Resign));
    steps.push(moves(0, ply, &texts[0]));
    steps.push(get("/api/tables/$0/record"));
}

/// The next game, which ends by the clock.
fn rematch_and_flag(steps: &mut Vec<Step>, game: &str) {
    let texts = played(game, &Default::default(), 2).moves();
    steps.push(act(0, 8, Act::Offer { of: OfferKind::Rematch }));
    steps.push(Step::Ask(Question::Watch { table: table(1) }));
    steps.push(Step::Wait(1_000));
    for (ply, text) in (0..).zip(&texts) {
        steps.push(moves(1, ply, text));
    }
    steps.push(Step::Wait(61_000));
    steps.push(moves(1, 2, &texts[0]));
    steps.push(get("/api/tables/$1"));
    steps.push(Step::Ask(Question::Leave { table: table(0) }));
    steps.push(get("/api/me"));
}

/// A hint, and what a game against the computer refuses.
fn against_the_computer(steps: &mut Vec<Step>, game: &str) {
    let seats = json!([{ "type": "me" }, { "type": "computer", "level": 1 }]);
    steps.push(Step::Wait(1_000));
    steps.push(post("/api/tables", &json!({ "game": game, "seats": seats })));
    let hint = |ply| Step::Ask(Question::Hint { table: table(2), ply });
    steps.push(hint(1));
    steps.push(hint(0));
    steps.push(act(2, 0, Act::Offer { of: OfferKind::Draw }));
    steps.push(act(2, 0, Act::Offer { of: OfferKind::Takeback }));
    steps.push(act(2, 0, Act::CallOff));
    steps.push(hint(0));
    for name in ["", "aaaaaaaaaaaa", "é"] {
        steps.push(Step::Ask(Question::Watch { table: name.to_owned() }));
        steps.push(Step::Ask(Question::Hint { table: name.to_owned(), ply: 0 }));
    }
    steps.push(get("/api/tables/aaaaaaaaaaaa"));
    // An expert, where the game has one; else both say which levels there are.
    let seats = json!([{ "type": "me" }, { "type": "computer", "level": 11 }]);
    // Later than the last table: of two at the same moment their names decide, which are drawn.
    steps.push(Step::Wait(1_000));
    steps.push(post("/api/tables", &json!({ "game": game, "seats": seats })));
}

fn lists(steps: &mut Vec<Step>, game: &str) {
    for query in [
        String::new(),
        "?state=running".to_owned(),
        "?state=finished".to_owned(),
        format!("?game={game}"),
        "?result=won".to_owned(),
        "?level=1".to_owned(),
        "?level=people".to_owned(),
        "?state=odd".to_owned(),
        "?level=11".to_owned(),
        "?level=expert-1".to_owned(),
        "?level=full".to_owned(),
        "?level=20".to_owned(),
        "?game=go".to_owned(),
        "?before=x".to_owned(),
        "?none=1".to_owned(),
    ] {
        steps.push(get(format!("/api/me/tables{query}")));
    }
    steps.push(get("/api/me/results"));
    steps.push(get("/api/me/archive.pgn"));
}
