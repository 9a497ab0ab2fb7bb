//! Looks, taps, pictures, positions put together by hand, lessons.

use crate::GAME;
use galet_scene::svg::Options;
use galet_scene::{CellId, Language, OWN_BOARD, Owner, Phrase};
use galet_study::{
    arrange, attempt, games_info, layout_picture, lessons, line_picture, look, taps,
};
use galet_wire::lesson::{Attempt, Judged};
use galet_wire::setup::Setup;
use galet_wire::study::{Arrangement, GameLine};

fn line(moves: &[&str]) -> GameLine {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    GameLine { game: GAME.to_owned(), setup: Setup::default(), moves }
}

#[test]
fn a_look_shows_the_picture_and_what_the_last_move_did() {
    let seen = look(&line(&["b1b2", "pass"])).expect("a line");
    assert_eq!(seen.position, "xxx/.../.o./o.o o");
    assert!(seen.say.en.starts_with("Light to move.") && seen.say.fr.starts_with("À Clair"));
    let last = seen.last.expect("a last move");
    assert_eq!(last.say, Phrase::fixed("Dark passes.", "Foncé passe."));
    assert_eq!(last.change.animation.steps.len(), 1);
    assert_eq!(seen.scene.cells.len(), 12);
}

#[test]
fn taps_make_moves_and_wrong_ones_are_explained() {
    let b1 = CellId(1);
    let started = look(&line(&[])).expect("a line").continuations;
    assert_eq!(started.choices.len(), 3);
    assert_eq!(
        taps(&line(&[]), &[b1, CellId(4)]).expect("a step").complete.as_deref(),
        Some("b1b2")
    );
    assert_eq!(taps(&line(&[]), &[b1, b1]).expect("twice").complete.as_deref(), Some("pass"));
    let why = taps(&line(&[]), &[b1, CellId(7)]).expect_err("two steps").words();
    assert!(why.en.contains("one step") && why.fr.contains("un pas"), "{why:?}");
}

#[test]
fn it_is_introduced_drawn_and_put_together_by_hand() {
    let games = games_info(galet_engine::proven, galet_engine::experts, galet_engine::elo);
    let info = games.iter().find(|game| game.name == GAME).expect("it is there");
    assert_eq!((info.title.as_str(), info.layouts.len(), info.options.len()), ("Gué", 2, 2));
    assert_eq!(info.lessons as usize, lessons(GAME).expect("a course").len());
    let picture = layout_picture(GAME, "corners", OWN_BOARD).expect("a picture");
    assert!(picture.contains("<svg"));
    let options = Options { language: Language::French, ..Options::default() };
    assert!(line_picture(&line(&["b1b2"]), &options).expect("a picture").contains("<svg"));

    let scene = look(&line(&["b1b2", "b4b3"])).expect("a line").scene;
    let stacks = scene.cells.into_iter().map(|cell| cell.stack).collect();
    let arrangement =
        Arrangement { game: GAME.to_owned(), setup: Setup::default(), stacks, turn: Owner::First };
    assert_eq!(arrange(&arrangement).expect("a position").position, "x.x/.x./.o./o.o o");
}

/// Each stage is done as the course itself shows it, and every other legal move is answered.
#[test]
fn every_lesson_can_be_done() {
    let course = lessons(GAME).expect("a course");
    for lesson in &course {
        let mut moves = Vec::new();
        for (number, stage) in lesson.stages.iter().enumerate() {
            let mut tried =
                Attempt { stage: number as u32, moves: moves.clone(), taps: Vec::new() };
            match stage.moves.first() {
                Some(text) => tried.moves.push(text.clone()),
                None => tried.taps.clone_from(&stage.taps),
            }
            let answer = attempt(GAME, &lesson.id, &tried).expect("an answer");
            let last = number + 1 == lesson.stages.len();
            let expected = if last { Judged::Done } else { Judged::Onward };
            assert_eq!(answer.judged, expected, "{} stage {number}: {:?}", lesson.id, answer.words);
            moves.extend(stage.moves.iter().cloned());
        }
    }
}
