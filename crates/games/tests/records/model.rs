//! The record as a program uses it.

use crate::recipe::{recipe, runner};
use crate::{main_line, one};
use galet_games::record::{GameResult, Record, TagError, write};
use galet_games::{SetupText, find};
use proptest::prelude::*;

#[test]
fn a_game_in_progress_becomes_a_record() {
    let mut game = find("qawale").unwrap().start(&SetupText::default()).unwrap();
    game.play("a1nne").unwrap();
    game.play("d4ssw").unwrap();
    let record = Record::from_progress(&*game);
    assert_eq!(main_line(&record), "a1nne d4ssw");
    assert_eq!(record.result(), GameResult::Unknown);
    assert_eq!(one(&write(&record)), record);
    assert_eq!(record.final_game().position_text(), game.position_text());
}

#[test]
fn walking_shows_every_node_with_the_game_that_stands_there() {
    runner(100)
        .run(&recipe(), |recipe| {
            let record = recipe.cook();
            let mut seen = Vec::new();
            let mut wrong = None;
            record.walk(|id, game| {
                seen.push(id);
                if game.moves() != record.game_at(id).moves() {
                    wrong = Some(id);
                }
            });
            prop_assert_eq!(wrong, None);
            seen.sort_unstable();
            let all: Vec<_> = record.nodes().map(|(id, _)| id).collect();
            prop_assert_eq!(seen, all);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_move_that_is_there_is_not_added_again() {
    let mut record = one("[Game \"avalam\"] 1. c9d8 d9c8 *");
    let first = record.add_move(Record::ROOT, "c9d8").unwrap();
    assert_eq!(record.main_line().next(), Some(first));
    let other = record.add_move(Record::ROOT, "d9c9").unwrap();
    assert!(record.starts_variation(other) && !record.is_main(other));
    assert!(record.is_main(first));
    assert_eq!(record.number(first), "1.");
    assert!(record.add_move(other, "d9c9").is_err());
}

#[test]
fn the_board_settles_the_result() {
    let mut record = one("[Game \"qawale\"] [Options \"pebbles=1\"] 1. a1nne 1-0");
    assert_eq!(record.result(), GameResult::FirstWins, "somebody resigned");
    let last = record.main_line().last().unwrap();
    record.add_move(last, "d4ssw").unwrap();
    assert_eq!(record.result(), GameResult::Draw);
    assert!(record.set_result(GameResult::FirstWins).is_err());
    assert!(record.set_result(GameResult::Draw).is_ok());
}

#[test]
fn tags_that_follow_from_the_game_cannot_be_set() {
    let mut record = one("[Game \"avalam\"] *");
    for own in ["Game", "Setup", "options", "FEN", "Result"] {
        assert_eq!(record.set_tag(own, "x"), Err(TagError::Own { name: own.to_owned() }));
    }
    for wrong in ["", "a b", "é", "x]", "a-b"] {
        assert_eq!(record.set_tag(wrong, "x"), Err(TagError::Name { name: wrong.to_owned() }));
    }
    record.set_tag("Event", "one").unwrap();
    record.set_tag("event", "two").unwrap();
    assert_eq!(record.tag("EVENT"), Some("two"));
    record.remove_tag("Event");
    assert_eq!(record.tag("Event"), None);
}

#[test]
fn numbers_follow_the_side_that_begins() {
    let text = "[Game \"abalone\"]\n[FEN \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0 0\"]\n\n\
                i9h8 (i8h7 {or} a1b2) a1b2";
    let written = write(&one(text));
    assert!(written.ends_with("\n\n1... i9h8 (1... i8h7 {or} 2. a1b2) 2. a1b2 *\n"), "{written}");
}
