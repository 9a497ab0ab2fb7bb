//! What a person sees, taps and hears.

use crate::rules::towers;
use galet_avalam::{Colour, Position, Setup, Tie};
use galet_core::{Game, Notation, Progress};
use galet_scene::{MarkerKind, Owner, Place, Role, Scene, Scenic, Tint};
use std::borrow::Cow;

fn played(setup: Setup, moves: &str) -> Progress<Position> {
    go_on(Progress::new(setup), moves)
}

fn go_on(mut game: Progress<Position>, moves: &str) -> Progress<Position> {
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).expect(text);
        game.play(m).expect(text);
    }
    game
}

fn tints(scene: &Scene, cell: &str) -> Vec<Tint> {
    scene.cell(cell).expect(cell).1.stack.iter().map(|piece| piece.tint).collect()
}

fn marked(scene: &Scene, kind: MarkerKind) -> Vec<&str> {
    let cells = scene.markers.iter().filter(|m| m.kind == kind).map(|m| usize::from(m.cell.0));
    cells.map(|n| scene.cells[n].name.as_str()).collect()
}

#[test]
fn a_game_from_the_start_knows_what_lies_inside_its_towers() {
    let scene = Position::scene(&played(Setup::default(), "c9d9 d9d8 c8d8"));
    assert_eq!(tints(&scene, "d8"), [Tint::Light, Tint::Dark, Tint::Light, Tint::Dark]);
    assert_eq!(tints(&scene, "c9"), []);
    assert_eq!(tints(&scene, "e5"), []);
}

#[test]
fn a_position_from_a_text_does_not() {
    let start = towers("d9=c d8=B");
    let game = Progress::from_position(Setup::default(), start);
    let scene = Position::scene(&game);
    assert_eq!(tints(&scene, "d9"), [Tint::Unknown, Tint::Unknown, Tint::Light]);
    let buried = scene.cell("d9").expect("a hole").1.stack[0];
    assert_eq!(buried.owner, Owner::Nobody);
    let scene = Position::scene(&go_on(game, "d8d9"));
    let tower = [Tint::Unknown, Tint::Unknown, Tint::Light, Tint::Unknown, Tint::Dark];
    assert_eq!(tints(&scene, "d9"), tower);
}

#[test]
fn the_last_move_and_safe_towers_are_marked() {
    let game = Progress::from_position(Setup::default(), towers("d9=c d8=B i6=A i5=d c5=E b4=a"));
    let scene = Position::scene(&game);
    assert_eq!(marked(&scene, MarkerKind::Safe), ["c5", "b4"]);
    assert_eq!(scene.trail, None);
    let scene = Position::scene(&go_on(game, "d8d9"));
    assert_eq!(marked(&scene, MarkerKind::LastFrom), ["d8"]);
    assert_eq!(marked(&scene, MarkerKind::LastTo), ["d9"]);
    assert_eq!(marked(&scene, MarkerKind::Safe), ["d9", "c5", "b4"]);
}

#[test]
fn counters_tell_the_towers_and_those_of_five() {
    let scene = Position::scene(&Progress::from_position(
        Setup { starts: Colour::Dark, ..Setup::default() },
        Position::parse_position(
            "e1/4/6/8/a7E/8/6/4/1a x",
            &Setup { starts: Colour::Dark, ..Setup::default() },
        )
        .expect("playable")
        .position,
    ));
    let figures: Vec<_> = scene.counters.iter().map(|c| (&*c.label.en, c.owner, c.value)).collect();
    let expected = [
        ("Towers", Owner::First, 1),
        ("Towers of five", Owner::First, 1),
        ("Towers", Owner::Second, 3),
        ("Towers of five", Owner::Second, 1),
    ];
    assert_eq!(figures, expected);
    assert_eq!(scene.players[0].tint, Tint::Dark);
    assert_eq!(scene.ending.map(|e| e.winner), Some(Owner::Second));
}

#[test]
fn a_gesture_is_the_tower_then_where_it_goes() {
    let game = Progress::from_position(Setup::default(), towers("d9=c d8=B c9=C f1=a"));
    let (position, scene) = (game.position(), Position::scene(&game));
    let id = |name: &str| scene.cell(name).expect(name).0;
    let offered = |taps: &[_]| -> Vec<(String, Role)> {
        let next = position.continuations(taps).expect("offered");
        let name = |n: u8| scene.cells[usize::from(n)].name.clone();
        next.choices.iter().map(|c| (name(c.cell.0), c.role)).collect()
    };
    let select = ["c9", "d9", "d8"].map(|cell| (cell.to_owned(), Role::Select));
    assert_eq!(offered(&[]), select);
    let finish = ["c9", "d9"].map(|cell| (cell.to_owned(), Role::Finish));
    assert_eq!(offered(&[id("d8")]), finish);
    let done = position.continuations(&[id("d8"), id("c9")]).expect("a move");
    assert_eq!(done.complete, position.parse_move("d8c9").ok());
    assert_eq!(position.continuations(&[id("f1")]).map_err(|e| e.tap), Err(0));
}

#[test]
fn the_animation_carries_the_counters_that_really_move() {
    let game = played(Setup::default(), "c9d9");
    let m = game.position().parse_move("d9d8").expect("legal");
    let animation = Position::animation(&game, m);
    let [step] = &animation.steps[..] else { panic!("one step") };
    let [travel] = &step.travels[..] else { panic!("one tower") };
    let tints: Vec<_> = travel.pieces.iter().map(|piece| piece.tint).collect();
    assert_eq!(tints, [Tint::Dark, Tint::Light]);
    assert!(matches!(travel.from, Place::Cell(_)));
}

fn said(position: &Position, m: &str) -> [Cow<'static, str>; 2] {
    let phrase = position.say_move(position.parse_move(m).expect(m));
    [phrase.en, phrase.fr]
}

#[test]
fn a_move_is_said_with_its_consequences() {
    let start = Position::start(&Setup::default());
    assert_eq!(
        said(&start, "c9d9"),
        [
            "Light moves the light counter from c9 onto the dark counter on d9: \
             a light tower of two.",
            "Clair pose le pion clair de c9 sur le pion foncé en d9\u{a0}: \
             une tour claire de deux.",
        ]
    );
    let position = towers("d9=c d8=B e8=D c5=a c4=a");
    assert_eq!(
        said(&position, "d8d9"),
        [
            "Light moves the dark tower of two from d8 onto the light tower of three on d9. \
             A dark tower of five: nobody can move it any more.",
            "Clair pose la tour foncée de deux de d8 sur la tour claire de trois en d9. \
             Une tour foncée de cinq\u{a0}: plus personne ne peut la bouger.",
        ]
    );
    assert_eq!(
        said(&position, "c4c5"),
        [
            "Light moves the light counter from c4 onto the light counter on c5: \
             a light tower of two. It is safe: nothing can join it any more.",
            "Clair pose le pion clair de c4 sur le pion clair en c5\u{a0}: \
             une tour claire de deux. Elle est à l’abri\u{a0}: plus rien ne peut la rejoindre.",
        ]
    );
}

#[test]
fn other_towers_that_become_safe_are_told() {
    let position = towers("c9=a d9=A b8=C f1=a f2=A e2=D g2=d");
    assert_eq!(
        said(&position, "d9c9"),
        [
            "Light moves the dark counter from d9 onto the light counter on c9: \
             a dark tower of two.",
            "Clair pose le pion foncé de d9 sur le pion clair en c9\u{a0}: \
             une tour foncée de deux.",
        ]
    );
    assert_eq!(
        said(&position, "f1f2")[0],
        "Light moves the light counter from f1 onto the dark counter on f2: \
         a light tower of two. It is safe: nothing can join it any more. \
         The towers on e2 and g2 are safe now."
    );
    assert_eq!(
        said(&towers("f2=a f1=A e2=D"), "f2f1"),
        [
            "Light moves the light counter from f2 onto the dark counter on f1: \
             a light tower of two. It is safe: nothing can join it any more. \
             The tower on e2 is safe now. No move is left.",
            "Clair pose le pion clair de f2 sur le pion foncé en f1\u{a0}: \
             une tour claire de deux. Elle est à l’abri\u{a0}: plus rien ne peut la rejoindre. \
             La tour en e2 est désormais à l’abri. Plus aucun coup n’est possible.",
        ]
    );
}

#[test]
fn a_position_is_read_aloud() {
    let phrase = Position::start(&Setup::default()).say_position();
    assert_eq!(
        [phrase.en, phrase.fr],
        [
            "Light to move, 292 moves to choose from. Light has 24 towers. Dark has 24 towers.",
            "À Clair de jouer, 292 coups possibles. Clair a 24 tours. Foncé a 24 tours.",
        ]
    );
    let phrase = towers("c9=e a5=a").say_position();
    assert_eq!(
        [phrase.en, phrase.fr],
        [
            "Light wins with 2 towers to 0. Light has 2 towers (2 safe, 1 of five). Dark has no towers.",
            "Clair gagne avec 2 tours contre 0. Clair a 2 tours (2 à l’abri, 1 de cinq). Foncé n’a aucune tour.",
        ]
    );
}

#[test]
fn every_end_is_said() {
    let end = |list: &str, tie| {
        let text = towers(list).position_text();
        let setup = Setup { tie, ..Setup::default() };
        let position = Position::parse_position(&text, &setup).expect(list).position;
        let phrase = position.say_outcome(position.outcome().expect("finished"));
        [phrase.en, phrase.fr]
    };
    for (list, tie, expected) in [
        (
            "c9=a a5=a i5=E",
            Tie::TowersOfFive,
            ["Light wins with 2 towers to 1.", "Clair gagne avec 2 tours contre 1."],
        ),
        (
            "c9=a a5=a i5=E f1=A",
            Tie::TowersOfFive,
            [
                "Dark wins: 2 towers each, but 1 tower of five to 0.",
                "Foncé gagne\u{a0}: 2 tours partout, mais 1 tour de cinq contre 0.",
            ],
        ),
        (
            "c9=e i5=E",
            Tie::TowersOfFive,
            [
                "The game is drawn: 1 tower each, 1 of five each.",
                "Partie nulle\u{a0}: 1 tour partout, dont 1 de cinq.",
            ],
        ),
        (
            "c9=a i5=A",
            Tie::TowersOfFive,
            [
                "The game is drawn: 1 tower each, and no tower of five.",
                "Partie nulle\u{a0}: 1 tour partout, et aucune tour de cinq.",
            ],
        ),
        (
            "c9=e a5=a i5=A f1=A",
            Tie::Plain,
            ["The game is drawn: 2 towers each.", "Partie nulle\u{a0}: 2 tours partout."],
        ),
    ] {
        assert_eq!(end(list, tie), expected, "{list}");
    }
}
