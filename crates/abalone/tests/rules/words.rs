//! What is seen, tapped and said.

use crate::common::{black_to_move, read, read_with, setup};
use galet_abalone::{Position, Setup};
use galet_core::{Game, Notation, Progress};
use galet_scene::{CellId, MarkerKind, Owner, Place, Role, Scenic, Tint};
use std::borrow::Cow;

#[track_caller]
fn said(position: &Position, text: &str) -> [Cow<'static, str>; 2] {
    let m = position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let phrase = position.say_move(m);
    [phrase.en, phrase.fr]
}

#[test]
fn a_move_is_said_with_its_consequences() {
    let start = Position::start(&Setup::default());
    assert_eq!(said(&start, "c3d4"), ["Black moves c3 to d4.", "Noir joue c3 en d4."]);
    assert_eq!(
        said(&start, "a1b2"),
        [
            "Black moves three marbles in line, a1–c3 to b2–d4.",
            "Noir déplace trois billes en ligne, a1–c3 en b2–d4."
        ]
    );
    assert_eq!(
        said(&start, "c3c5d4"),
        [
            "Black moves three marbles broadside, c3–c5 to d4–d6.",
            "Noir déplace trois billes de côté, c3–c5 en d4–d6."
        ]
    );
    assert_eq!(
        said(&black_to_move("e34", "e5 i9"), "e3e4"),
        [
            "Black pushes one marble with e3–e4 to the east.",
            "Noir pousse une bille avec e3–e4 vers l’est."
        ]
    );
}

#[test]
fn an_ejection_is_said_with_the_score() {
    let position = read("w4/6/7/8/4bbbww/8/7/6/5 b 2 0");
    assert_eq!(
        said(&position, "e5e6"),
        [
            "Black pushes two marbles with e5–e7 to the east, one is off the board (3 of 6).",
            "Noir pousse deux billes avec e5–e7 vers l’est, l’une sort du plateau (3 sur 6)."
        ]
    );
    let winning = read("w4/6/7/8/6bbw/8/7/6/5 b 5 0");
    assert_eq!(
        said(&winning, "e7e8"),
        [
            "Black pushes one marble with e7–e8 to the east, it is off the board (6 of 6). \
             Black wins: six marbles ejected.",
            "Noir pousse une bille avec e7–e8 vers l’est, elle sort du plateau (6 sur 6). \
             Noir gagne\u{a0}: six billes éjectées."
        ]
    );
}

#[test]
fn one_marble_is_singular_in_both_languages() {
    let one = setup("standard", &[("marbles-to-win", "1")]);
    let position = read_with("w4/6/7/8/6bb1/8/7/6/5 w 1 0", &one);
    let outcome = position.outcome().expect("won");
    let phrase = position.say_outcome(outcome);
    assert_eq!(phrase.en, "Black wins: one marble ejected.");
    assert_eq!(phrase.fr, "Noir gagne\u{a0}: une bille éjectée.");
}

#[test]
fn a_position_is_read_aloud() {
    let phrase = black_to_move("e45", "i9").say_position();
    assert_eq!(
        phrase.en,
        "Black to move. Black has 2 marbles: e4, e5. White has 1 marble: i9. \
         Ejected by Black: 0 of 6, by White: 0 of 6."
    );
    assert_eq!(
        phrase.fr,
        "À Noir de jouer. Noir a 2 billes\u{a0}: e4, e5. Blanc a 1 bille\u{a0}: i9. \
         Éjectées par Noir\u{a0}: 0 sur 6, par Blanc\u{a0}: 0 sur 6."
    );
}

#[test]
fn draws_say_why() {
    let stuck = black_to_move("a1", "a2 b12 a3 b3 c123");
    let phrase = stuck.say_outcome(stuck.outcome().expect("drawn"));
    assert_eq!(phrase.en, "Draw: Black has no legal move.");
    assert_eq!(phrase.fr, "Partie nulle\u{a0}: Noir n’a aucun coup possible.");
    for (score, en, fr) in [
        (
            "3 1",
            "Black wins: the move limit is reached with 3 to 1 marbles ejected.",
            "Noir gagne\u{a0}: le nombre de coups convenu est atteint, \
             billes éjectées\u{a0}: 3 à 1.",
        ),
        (
            "0 0",
            "Draw: the move limit is reached and nobody has ejected a marble.",
            "Partie nulle\u{a0}: le nombre de coups convenu est atteint, \
             personne n’a éjecté de bille.",
        ),
        (
            "2 2",
            "Draw: the move limit is reached with two marbles ejected by each side.",
            "Partie nulle\u{a0}: le nombre de coups convenu est atteint, \
             deux billes éjectées de chaque côté.",
        ),
    ] {
        let position = read(&format!("w4/6/7/8/4b4/8/7/6/5 b {score}"));
        let phrase = position.say_outcome(position.verdict_at_move_limit());
        assert_eq!([phrase.en, phrase.fr], [en, fr]);
    }
}

/// The taps with these cell names.
fn taps(position: &Position, names: &[&str]) -> Vec<CellId> {
    let scene = Position::scene(&Progress::from_position(Setup::default(), *position));
    names.iter().map(|name| scene.cell(name).expect("a cell").0).collect()
}

/// The move that these taps make.
#[track_caller]
fn tapped(position: &Position, names: &[&str]) -> Option<String> {
    let next = position.continuations(&taps(position, names)).expect("offered taps");
    next.complete.map(|m| position.move_text(m))
}

#[test]
fn a_group_is_tapped_by_its_ends_in_either_order() {
    let position = black_to_move("e345", "e67 i9");
    // A single marble: itself and a free neighbour.
    assert_eq!(tapped(&position, &["e4", "f4"]).as_deref(), Some("e4f4"));
    // In line: the target is ahead of the front marble, free or with the marble to push.
    assert_eq!(tapped(&position, &["e3", "e5", "e6"]).as_deref(), Some("e3e4"));
    assert_eq!(tapped(&position, &["e5", "e3", "e6"]).as_deref(), Some("e3e4"));
    assert_eq!(tapped(&position, &["e3", "e5", "e2"]).as_deref(), Some("e5e4"));
    // Broadside: the target is next to the end tapped last.
    assert_eq!(tapped(&position, &["e3", "e5", "f5"]).as_deref(), Some("e3e5f3"));
    assert_eq!(tapped(&position, &["e5", "e3", "f3"]).as_deref(), Some("e3e5f3"));
    assert_eq!(tapped(&position, &["e3", "e5"]), None);
}

#[test]
fn only_taps_that_lead_to_a_move_are_offered() {
    let position = black_to_move("e34", "e56 i9");
    let next = position.continuations(&taps(&position, &["e3", "e4"])).expect("a pair");
    assert_eq!(next.selected, taps(&position, &["e3", "e4"]));
    let finish: Vec<CellId> = next.choices.iter().map(|choice| choice.cell).collect();
    // Two against two cannot push, so e5 is not offered: back, and broadside on either side.
    assert_eq!(finish, taps(&position, &["f4", "f5", "f3", "e2", "d2", "d3", "d4"]));
    assert!(next.choices.iter().all(|choice| choice.role == Role::Finish));
    assert!(!finish.contains(&taps(&position, &["e5"])[0]));
}

#[test]
fn threatened_marbles_of_both_sides_are_marked() {
    // White's e9 can be ejected by Black now, Black's a1 by White next.
    let position = black_to_move("e78 a1", "e9 a23");
    let scene = Position::scene(&Progress::from_position(Setup::default(), position));
    let mut marked: Vec<&str> = scene
        .markers
        .iter()
        .filter(|marker| marker.kind == MarkerKind::Threatened)
        .map(|marker| scene.cells[usize::from(marker.cell.0)].name.as_str())
        .collect();
    marked.sort_unstable();
    assert_eq!(marked, ["a1", "e9"]);
}

#[test]
fn a_push_moves_each_marble_and_an_ejected_one_goes_to_its_tray() {
    let position = read("w4/6/7/8/4bbbww/8/7/6/5 b 2 0");
    let mut game = Progress::from_position(Setup::default(), position);
    let m = position.parse_move("e5e6").expect("legal");
    let animation = Position::animation(&game, m);
    assert_eq!(animation.steps.len(), 1);
    let travels = &animation.steps[0].travels;
    assert_eq!(travels.len(), 5);
    assert_eq!(travels[4].to, Place::Lost(Owner::Second));
    game.play(m).expect("legal");
    let scene = Position::scene(&game);
    let count = |kind| scene.markers.iter().filter(|marker| marker.kind == kind).count();
    assert_eq!((count(MarkerKind::LastFrom), count(MarkerKind::LastTo)), (1, 4));
    assert_eq!(scene.counters[0].value, 3);
    assert_eq!(scene.counters[0].of, Some(6));
}

#[test]
fn the_board_is_a_hexagon_with_neighbours_one_unit_apart() {
    let scene = Position::scene(&Progress::<Position>::new(Setup::default()));
    assert_eq!(scene.cells.len(), 61);
    assert_eq!(scene.labels.len(), 18);
    assert_eq!(scene.players[0].tint, Tint::Dark);
    let mut neighbours = 0;
    for (n, a) in scene.cells.iter().enumerate() {
        for b in &scene.cells[..n] {
            let distance = (a.at.x - b.at.x).hypot(a.at.y - b.at.y);
            assert!(distance > 0.999_999, "{} and {} overlap", a.name, b.name);
            neighbours += u32::from(distance < 1.000_001);
        }
    }
    assert_eq!(neighbours, 156);
    let e5 = scene.cell("e5").expect("the centre").1.at;
    assert_eq!((e5.x, e5.y), (0.0, 0.0));
    let at = |name| scene.cell(name).expect("a cell").1.at;
    assert!(at("i5").y < at("a1").y, "row i is at the top");
    assert!(at("e9").x > at("e1").x);
}
