//! Checks that any game that can be shown must pass. A game's tests contain one line:
//!
//! ```text
//! galet_scene::scene_tests!(my_game::Position);
//! ```

mod facts;
mod reasons;
mod themes;

use crate::{Animation, CellId, Owner, Phrase, Piece, Place, Scene, Scenic, Tint};
use galet_core::random::{SplitMix64, random_move, random_setup};
use galet_core::{Game, Progress, Setup, Side};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub use reasons::{Stated, motifs_are_named, motifs_hold, reasons_can_be_shown, reasons_hold};
pub use themes::themes_are_whole;

/// Writes one test for each check of [`crate::conformance`].
#[macro_export]
macro_rules! scene_tests {
    ($game:ty) => {
        $crate::scene_tests!($game:
            scenes_are_whole,
            themes_are_whole,
            gestures_make_their_moves,
            every_choice_leads_somewhere,
            foreign_taps_are_refused,
            animations_lead_to_the_next_scene,
            sentences_exist_in_both_languages,
            arranged_scenes_are_their_positions,
            reasons_can_be_shown,
            motifs_are_named,
        );
    };
    ($game:ty: $($check:ident),* $(,)?) => {
        mod scenes {
            $(
                #[test]
                fn $check() {
                    $crate::conformance::$check::<$game>();
                }
            )*
        }
    };
}

/// Moves of one position that a check looks at.
const MOVES_LOOKED_AT: usize = 60;

/// Plays random games and shows each to `look` after every move.
fn walk<G: Scenic>(seed: u64, mut look: impl FnMut(&Progress<G>, &mut SplitMix64)) {
    let mut random = SplitMix64::new(seed);
    for round in 0..G::Setup::layouts().len() + 12 {
        let mut game = Progress::<G>::new(random_setup::<G>(round, &mut random));
        for _ in 0..60 {
            look(&game, &mut random);
            if game.outcome().is_some() {
                break;
            }
            let m = random_move(game.position(), &mut random).expect("not over, so there is one");
            game.play(m).expect("a legal move");
        }
    }
}

/// Plays random games with random options on to the end, or for a thousand plies where they do
/// not end (in some games aimless play goes on for long), and shows where they came to.
fn long_games<G: Scenic>(seed: u64, mut look: impl FnMut(&Progress<G>)) {
    let mut random = SplitMix64::new(seed);
    let layouts = G::Setup::layouts().len();
    for round in layouts..layouts + 12 {
        let mut game = Progress::<G>::new(random_setup::<G>(round, &mut random));
        while game.outcome().is_none() && game.moves().len() < 1000 {
            let m = random_move(game.position(), &mut random).expect("not over, so there is one");
            game.play(m).expect("a legal move");
        }
        look(&game);
    }
}

/// Legal moves spread over the position.
fn some_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let step = (position.count_moves().min(20_000) / MOVES_LOOKED_AT as u64).max(1);
    let (mut moves, mut n) = (Vec::new(), 0);
    let _ = position.visit_moves(|m| {
        if n % step == 0 {
            moves.push(m);
        }
        n += 1;
        if moves.len() >= MOVES_LOOKED_AT {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    moves
}

/// Names and places of cells are distinct, markers and players make sense, the theme has every
/// piece, nothing stacks that must not, a finished game says how it ended.
pub fn scenes_are_whole<G: Scenic>() {
    walk::<G>(1, |game, _| {
        let scene = G::scene(game);
        assert_eq!(scene.game, G::NAME);
        let names: HashSet<_> = scene.cells.iter().map(|c| &c.name).collect();
        let places: HashSet<_> =
            scene.cells.iter().map(|c| ((c.at.x * 1e6) as i64, (c.at.y * 1e6) as i64)).collect();
        assert_eq!(names.len(), scene.cells.len());
        assert_eq!(places.len(), scene.cells.len());
        assert!(scene.board.outline.len() >= 3);
        assert!(scene.markers.iter().all(|m| usize::from(m.cell.0) < scene.cells.len()));
        assert!(scene.trail.iter().all(|t| t.points.len() >= 2));
        assert_ne!(scene.players[0].tint, scene.players[1].tint);
        assert_eq!(scene.turn.is_none(), game.outcome().is_some());
        assert_eq!(scene.ending.is_some(), game.outcome().is_some());
        assert!(!scene.counters.is_empty());
        facts::check_scene::<G>(&scene);
    });
}

/// The gesture of a move is offered tap by tap and makes that move, and only at its end.
pub fn gestures_make_their_moves<G: Scenic>() {
    walk::<G>(2, |game, _| {
        let position = game.position();
        for m in some_moves(position) {
            let taps = position.gesture(m);
            for n in 0..taps.len() {
                let next = position.continuations(&taps[..n]).expect("the beginning of a gesture");
                assert!(next.complete.is_none_or(|other| other != m), "made too early");
                assert!(next.choices.iter().any(|c| c.cell == taps[n]), "tap {n} of {taps:?}");
            }
            let whole = position.continuations(&taps).expect("a whole gesture");
            assert_eq!(whole.complete, Some(m), "{taps:?} in {}", position.position_text());
        }
    });
}

/// Following any offered choices always ends in a legal move.
pub fn every_choice_leads_somewhere<G: Scenic>() {
    walk::<G>(3, |game, random| {
        let position = game.position();
        let first = position.continuations(&[]).expect("the empty prefix is always fine");
        assert_eq!(first.choices.is_empty(), position.outcome().is_some());
        if first.choices.is_empty() {
            return;
        }
        for _ in 0..8 {
            let mut taps: Vec<CellId> = Vec::new();
            let made = loop {
                let next = position.continuations(&taps).expect("only offered cells were tapped");
                let cells: HashSet<_> = next.choices.iter().map(|c| c.cell).collect();
                assert_eq!(cells.len(), next.choices.len(), "a choice is offered twice");
                if next.choices.is_empty() {
                    break next.complete;
                }
                let held = next.grabs.iter().all(|cell| next.selected.contains(cell));
                assert!(held, "only what is selected can be dragged");
                let grabs = next.grabs.iter().copied();
                let cells: Vec<CellId> =
                    next.choices.iter().map(|choice| choice.cell).chain(grabs).collect();
                taps.push(cells[random.below(cells.len())]);
                assert!(taps.len() < 64, "a gesture without end: {taps:?}");
            };
            let m = made.expect("taps that nothing can follow make a move");
            assert!(position.is_legal(m), "{taps:?} in {}", position.position_text());
        }
    });
}

/// A tap that was not offered is refused with its number, and in words.
pub fn foreign_taps_are_refused<G: Scenic>() {
    walk::<G>(4, |game, random| {
        let position = game.position();
        let mut taps: Vec<CellId> = Vec::new();
        while let Ok(next) = position.continuations(&taps) {
            let mut offered: HashSet<_> = next.choices.iter().map(|c| c.cell).collect();
            offered.extend(&next.grabs);
            for cell in (0..=255).map(CellId) {
                taps.push(cell);
                let answer = position.continuations(&taps);
                match offered.contains(&cell) {
                    true => assert!(answer.is_ok(), "{taps:?} was offered"),
                    false => assert_eq!(answer.map_err(|e| e.tap), Err(taps.len() - 1)),
                }
                match position.why_not(&taps) {
                    None => assert!(offered.contains(&cell), "{taps:?} are refused without words"),
                    Some(words) => {
                        assert!(!offered.contains(&cell), "{taps:?} are offered, but {words:?}");
                        check_sentences(&words);
                    }
                }
                taps.pop();
            }
            if next.choices.is_empty() {
                break;
            }
            taps.push(next.choices[random.below(next.choices.len())].cell);
        }
    });
}

/// The animation carried out on the scene before a move gives the scene after it.
pub fn animations_lead_to_the_next_scene<G: Scenic>() {
    walk::<G>(5, |game, _| {
        if game.outcome().is_some() {
            return;
        }
        let before = G::scene(game);
        for m in some_moves(game.position()) {
            let mut after = game.clone();
            after.play(m).expect("a legal move");
            let animation = G::animation(game, m);
            let (shown, after) = (carried_out(&before, &animation), G::scene(&after));
            let text = game.position().move_text(m);
            assert_eq!(stacks(&shown), stacks(&after), "{text}");
            facts::check_motion(&before, &animation, &text);
            facts::check_trays(&before, &after, &animation, &text);
        }
    });
}

fn stacks(scene: &Scene) -> Vec<&Vec<Piece>> {
    scene.cells.iter().map(|c| &c.stack).collect()
}

/// Moves the pieces of a scene as an animation says, checking that they are where it takes them.
fn carried_out(scene: &Scene, animation: &Animation) -> Scene {
    let mut scene = scene.clone();
    let mut hand: Vec<Piece> = Vec::new();
    assert!(!animation.steps.is_empty());
    for step in &animation.steps {
        assert!(!step.travels.is_empty());
        for travel in &step.travels {
            assert!(!travel.pieces.is_empty());
            match travel.from {
                Place::Cell(cell) => {
                    let stack = &mut scene.cells[usize::from(cell.0)].stack;
                    let taken = stack.split_off(stack.len() - travel.pieces.len());
                    assert_eq!(taken, travel.pieces);
                }
                Place::Hand(_) => {
                    let taken: Vec<_> = hand.drain(..travel.pieces.len()).collect();
                    assert_eq!(taken, travel.pieces);
                }
                Place::Supply(_) | Place::Lost(_) => {}
            }
        }
        for travel in &step.travels {
            match travel.to {
                Place::Cell(cell) => {
                    scene.cells[usize::from(cell.0)].stack.extend(&travel.pieces);
                }
                Place::Hand(_) => hand.extend(&travel.pieces),
                Place::Supply(_) | Place::Lost(_) => {}
            }
        }
    }
    assert!(hand.is_empty(), "pieces are left in the hand");
    scene
}

/// Whether a phrase is whole sentences in both languages, set as each language sets them.
pub fn check_sentences(phrase: &Phrase) {
    for text in [&phrase.en, &phrase.fr] {
        assert!(text.ends_with(['.', '!', '?']), "not a sentence: {text:?}");
        assert!(!text.contains("  ") && !text.contains('{'), "{text:?}");
    }
    assert_ne!(phrase.en, phrase.fr);
    // French has no-break spaces before its high signs, and apostrophes of its own.
    for wrong in [" :", " ;", " !", " ?", " »", "« ", "'"] {
        assert!(!phrase.fr.contains(wrong), "{wrong:?} in {:?}", phrase.fr);
    }
}

/// Every move, position and end is said in both languages, differently.
pub fn sentences_exist_in_both_languages<G: Scenic>() {
    let check = |phrase: Phrase| {
        for text in [&phrase.en, &phrase.fr] {
            assert!(text.chars().next().is_some_and(char::is_uppercase), "{text:?}");
        }
        check_sentences(&phrase);
    };
    let check_end = |position: &G, outcome| {
        let (said, end) = (position.say_position(), position.say_outcome(outcome));
        check(end.clone());
        if position.outcome() == Some(outcome) {
            assert!(said.en.contains(&*end.en) && said.fr.contains(&*end.fr), "{said:?} {end:?}");
        }
    };
    let mut ended = 0;
    walk::<G>(6, |game, _| {
        check(game.position().say_position());
        for m in some_moves(game.position()) {
            check(game.position().say_move(m));
        }
        if let Some(outcome) = game.outcome() {
            check_end(game.position(), outcome);
            ended += 1;
        }
    });
    long_games::<G>(7, |game| {
        if let Some(outcome) = game.outcome() {
            check(game.position().say_position());
            check_end(game.position(), outcome);
            ended += 1;
        }
    });
    assert!(ended > 0, "no random game came to an end: nothing was checked");
}

/// The stacks of any scene, put together by hand, make the position of that scene; a board of
/// another size is refused, and whatever is put on a cell, nothing breaks.
pub fn arranged_scenes_are_their_positions<G: Scenic>() {
    let check = |game: &Progress<G>| {
        let mut stacks: Vec<_> = G::scene(game).cells.into_iter().map(|cell| cell.stack).collect();
        let arranged = G::arrange(game.setup(), &stacks, game.turn());
        let text = game.position().position_text();
        assert_eq!(arranged.map(|position| position.position_text()), Ok(text));
        stacks.pop();
        let refused = G::arrange(game.setup(), &stacks, game.turn());
        check_sentences(&refused.expect_err("a cell is missing").words);
    };
    walk::<G>(7, |game, random| {
        check(game);
        let mut stacks: Vec<_> = G::scene(game).cells.into_iter().map(|cell| cell.stack).collect();
        for _ in 0..3 {
            let cell = random.below(stacks.len());
            let tints = [Tint::Light, Tint::Dark, Tint::Neutral, Tint::Unknown];
            let piece = Piece { tint: tints[random.below(4)], owner: Owner::Nobody };
            stacks[cell].extend(std::iter::repeat_n(piece, random.below(4)));
            if random.below(3) == 0 {
                stacks[cell].clear();
            }
        }
        for turn in Side::BOTH {
            match G::arrange(game.setup(), &stacks, turn) {
                Err(refused) => check_sentences(&refused.words),
                // What was put together is a position like any other.
                Ok(position) => {
                    let text = position.position_text();
                    let read = G::parse_position(&text, game.setup());
                    let read = read.expect("the text of a position is read");
                    assert_eq!(read.position, position);
                    read.warnings.iter().for_each(|w| check_sentences(&G::say_warning(w)));
                }
            }
        }
    });
    long_games::<G>(8, check);
}
