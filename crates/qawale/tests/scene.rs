//! What a person sees, taps and hears.

use galet_core::{Game, Notation, Progress, Side};
use galet_qawale::{Cell, Position, Setup};
use galet_scene::{CellId, Language, MarkerKind, Owner, Place, Role, Scenic, Tint};

fn game(moves: &str) -> Progress<Position> {
    let mut game = Progress::<Position>::new(Setup::default());
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).unwrap();
        game.play(m).unwrap();
    }
    game
}

fn read(text: &str) -> Position {
    Position::parse_position(text, &Setup::default()).unwrap().position
}

fn taps(names: &str) -> Vec<CellId> {
    let cells = names.split_whitespace().map(|name| Cell::named(name).unwrap());
    cells.map(|cell| CellId(cell.index() as u8)).collect()
}

/// A light line of four in column c, on ply 7.
const WON: &str = "a4see a1nen c3sw a2ne b2sen c2nnw a3see";

#[test]
fn the_board_is_a_tray_with_a1_at_the_bottom_left() {
    let scene = Position::scene(&game(""));
    assert_eq!(scene.cells.len(), 16);
    let at = |name: &str| scene.cell(name).unwrap().1.at;
    assert_eq!((at("a1").x, at("a1").y), (0.0, 3.0));
    assert_eq!((at("d4").x, at("d4").y), (3.0, 0.0));
    let labels: String = scene.labels.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(labels, "abcd1234");
    let a1 = &scene.cell("a1").unwrap().1.stack;
    assert!(a1.len() == 2 && a1.iter().all(|p| p.tint == Tint::Neutral));
    assert_eq!(scene.turn, Some(Owner::First));
    assert_eq!((scene.markers.len(), scene.trail), (0, None));
}

#[test]
fn the_counters_tell_the_pebbles_left() {
    let scene = Position::scene(&game("a1nne"));
    let counted: Vec<_> = scene.counters.iter().map(|c| (c.owner, c.value, c.of)).collect();
    assert_eq!(counted, [(Owner::First, 7, Some(8)), (Owner::Second, 8, Some(8))]);
}

#[test]
fn the_last_move_is_marked_from_its_stack_to_its_last_pebble() {
    let scene = Position::scene(&game("a1nne"));
    let marked: Vec<_> = scene
        .markers
        .iter()
        .map(|m| (scene.cells[usize::from(m.cell.0)].name.as_str(), m.kind))
        .collect();
    assert_eq!(marked, [("a1", MarkerKind::LastFrom), ("b3", MarkerKind::LastTo)]);
    let trail: Vec<_> = scene.trail.unwrap().points.iter().map(|p| (p.x, p.y)).collect();
    assert_eq!(trail, [(0.0, 3.0), (0.0, 2.0), (0.0, 1.0), (1.0, 1.0)]);
}

#[test]
fn the_winning_line_is_marked() {
    let scene = Position::scene(&game(WON));
    let line: Vec<_> = scene
        .markers
        .iter()
        .filter(|m| m.kind == MarkerKind::WinningLine)
        .map(|m| scene.cells[usize::from(m.cell.0)].name.as_str())
        .collect();
    assert_eq!(line, ["c1", "c2", "c3", "c4"]);
    let ending = scene.ending.unwrap();
    assert_eq!((ending.winner, ending.reason.as_str()), (Owner::First, "line-of-four"));
    assert_eq!(scene.turn, None);
}

#[test]
fn a_half_made_sowing_shows_what_is_in_hand_and_where_it_may_go() {
    let position = read("nn,,,nn/,,,/,,,/nnx,,,nn o 7 7");
    let first = position.continuations(&[]).unwrap();
    let stacks: Vec<_> = first.choices.iter().map(|c| c.cell).collect();
    assert_eq!(stacks, taps("a1 d1 a4 d4"));
    assert!(first.choices.iter().all(|c| c.role == Role::Select));

    let lifted = position.continuations(&taps("a1")).unwrap();
    let tints: Vec<_> = lifted.hand.iter().map(|p| p.tint).collect();
    assert_eq!(tints, [Tint::Neutral, Tint::Neutral, Tint::Dark, Tint::Light]);

    let half = position.continuations(&taps("a1 a2 b2")).unwrap();
    let next: Vec<_> = half.choices.iter().map(|c| (c.cell, c.role)).collect();
    let expected: Vec<_> = taps("b3 c2 b1").into_iter().map(|c| (c, Role::Drop)).collect();
    assert_eq!(next, expected, "not straight back to a2");
    assert_eq!(half.hand.len(), 2);
    let dropped: Vec<_> = half.dropped.iter().map(|d| d.cell).collect();
    assert_eq!(dropped, taps("a2 b2"));
    assert_eq!((half.selected, half.complete), (taps("a1"), None));

    let last = position.continuations(&taps("a1 a2 b2 b1")).unwrap();
    assert!(last.choices.iter().all(|c| c.role == Role::Finish));
    assert_eq!(last.choices.iter().map(|c| c.cell).collect::<Vec<_>>(), taps("c1 a1"));
    let whole = position.continuations(&taps("a1 a2 b2 b1 a1")).unwrap();
    assert_eq!(whole.complete.map(|m| m.to_string()).as_deref(), Some("a1nesw"));
    assert!(whole.choices.is_empty() && whole.hand.is_empty());
    let fault = position.continuations(&taps("a1 a2 b2 b1 a1 a2")).unwrap_err();
    assert_eq!(fault.tap, 5);
}

/// The tallest stack has more than a hundred million walks; one is made tap by tap at once.
#[test]
fn continuations_never_list_the_walks() {
    let position = read(&format!(",,,/,{},,/,,,/,,, o 1 0", "n".repeat(27)));
    let mut made = taps("b3");
    let m = loop {
        let next = position.continuations(&made).unwrap();
        match next.choices.last() {
            Some(choice) => made.push(choice.cell),
            None => break next.complete.unwrap(),
        }
    };
    assert_eq!(m.step_count(), 28);
    assert!(position.is_legal(m));
    assert_eq!(position.parse_move(&m.to_string()), Ok(m));
    let told = position.say_move(m).en;
    assert!(told.starts_with("Light sows 28 pebbles from b3 and ends on"), "{told}");
}

#[test]
fn the_sowing_is_one_step_a_pebble() {
    let game = game("");
    let m = game.position().parse_move("a1nne").unwrap();
    let steps = Position::animation(&game, m).steps;
    assert_eq!(steps.len(), 2 + 3);
    assert_eq!(steps[0].travels[0].from, Place::Supply(Owner::First));
    let falls: Vec<_> = steps[2..].iter().map(|s| s.travels[0].to).collect();
    let cells: Vec<_> = taps("a2 a3 b3").into_iter().map(Place::Cell).collect();
    assert_eq!(falls, cells);
}

#[track_caller]
fn says(position: Position, m: &str, en: &str, fr: &str) {
    let phrase = position.say_move(position.parse_move(m).unwrap());
    assert_eq!(phrase.get(Language::English), en);
    assert_eq!(phrase.get(Language::French), fr);
}

#[test]
fn a_move_is_told_with_its_walk() {
    says(
        read("nn,,,nn/,,,/,,,/nn,,,nn o 8 8"),
        "a1nne",
        "Light sows 3 pebbles from a1: a2, a3, b3.",
        "Clair égrène 3 galets depuis a1\u{a0}: a2, a3, b3.",
    );
}

#[test]
fn three_of_four_are_told_for_both_sides() {
    says(
        read("o,o,,/,,,/x,x,,xn/,,, o 5 5"),
        "d2wnn",
        "Light sows 3 pebbles from d2: c2, c3, c4. \
         Three of four for Light: row 4. Three of four for Dark: row 2.",
        "Clair égrène 3 galets depuis d2\u{a0}: c2, c3, c4. \
         Trois sur quatre pour Clair\u{a0}: ligne 4. Trois sur quatre pour Foncé\u{a0}: ligne 2.",
    );
    says(
        read("o,o,,/,,,n/,,o,/,,o, o 5 5"),
        "d3nw",
        "Light sows 2 pebbles from d3: d4, c4. Three of four for Light: row 4 and column c.",
        "Clair égrène 2 galets depuis d3\u{a0}: d4, c4. \
         Trois sur quatre pour Clair\u{a0}: ligne 4 et colonne c.",
    );
}

#[test]
fn the_end_is_told_with_the_move() {
    let before = game("a4see a1nen c3sw a2ne b2sen c2nnw");
    says(
        *before.position(),
        "a3see",
        "Light sows 3 pebbles from a3: a2, b2, c2. A line of four, column c: Light wins!",
        "Clair égrène 3 galets depuis a3\u{a0}: a2, b2, c2. \
         Alignement de quatre, colonne c\u{a0}: Clair gagne\u{a0}!",
    );
    says(
        read(",,nnx,x/,oon,n,/,nn,no,o/x,n,, x 4 5"),
        "b3swse",
        "Dark sows 4 pebbles from b3: b2, a2, a1, b1. \
         That lines up four light pebbles, row 2: Light wins!",
        "Foncé égrène 4 galets depuis b3\u{a0}: b2, a2, a1, b1. \
         Quatre galets clairs sont alignés, ligne 2\u{a0}: Clair gagne\u{a0}!",
    );
    says(
        read("o,o,,/x,x,oox,/,,,/,,, x 4 5"),
        "c3nesw",
        "Dark sows 4 pebbles from c3: c4, d4, d3, c3. A line of four, row 3: Dark wins! \
         The line of Light, row 4, comes second.",
        "Foncé égrène 4 galets depuis c3\u{a0}: c4, d4, d3, c3. \
         Alignement de quatre, ligne 3\u{a0}: Foncé gagne\u{a0}! \
         L’alignement de Clair, ligne 4, passe après.",
    );
    says(
        read("nn,,,nn/,x,,/,,,/nn,,,nn x 0 1"),
        "b3ne",
        "Dark sows 2 pebbles from b3: b4, c4. \
         All pebbles are played and nobody has a line: a draw.",
        "Foncé égrène 2 galets depuis b3\u{a0}: b4, c4. \
         Tous les galets sont posés, sans alignement\u{a0}: égalité.",
    );
    says(
        read("nn,,,nn/,x,,/,,,/nn,,,nn x 0 3"),
        "b3ne",
        "Dark sows 2 pebbles from b3: b4, c4. Light has no pebble left: a draw.",
        "Foncé égrène 2 galets depuis b3\u{a0}: b4, c4. Clair n’a plus de galet\u{a0}: égalité.",
    );
}

#[test]
fn a_position_is_told_stack_by_stack() {
    let phrase = read("nn,,,/,,x,/,,,/nno,,,ooxn x 1 8").say_position();
    assert_eq!(
        phrase.en,
        "Dark to move. Light has 1 pebble left, Dark 8. From bottom to top, \
         a1: 2 tan, light; d1: 2 light, dark, tan; c3: dark; a4: 2 tan."
    );
    assert_eq!(
        phrase.fr,
        "À Foncé de jouer. Il reste 1 galet à Clair, 8 à Foncé. De bas en haut, \
         a1\u{a0}: 2 orangés, clair\u{a0}; d1\u{a0}: 2 clairs, foncé, orangé\u{a0}; \
         c3\u{a0}: foncé\u{a0}; a4\u{a0}: 2 orangés."
    );
}

#[test]
fn an_end_is_told() {
    let won = game(WON);
    let phrase = won.position().say_outcome(won.outcome().unwrap());
    assert_eq!(phrase.en, "Light wins with a line of four, column c.");
    assert_eq!(phrase.fr, "Clair gagne avec un alignement de quatre, colonne c.");
    let given = read(",,nnx,x/,,n,/o,nno,no,o/xn,nx,, o 4 4");
    let phrase = given.say_outcome(given.outcome().unwrap());
    assert_eq!(phrase.en, "Light wins: Dark has lined up four light pebbles, row 2.");
    assert_eq!(phrase.fr, "Clair gagne\u{a0}: Foncé a aligné quatre galets clairs, ligne 2.");
    assert_eq!(given.outcome().unwrap().winner, Some(Side::First));
}
