//! Everything that can be wrong with a record is named with its line, its column and the reason.

use crate::read;
use galet_core::SetupError;
use galet_games::MoveError;
use galet_games::record::{GameResult, Reader, RecordFault, read_one};

/// Checks where a text is wrong, and gives what is wrong there.
#[track_caller]
fn fault_at(line: usize, column: usize, text: &str) -> RecordFault {
    let error = read_one(text).expect_err("a record that is wrong");
    assert_eq!((error.place.line, error.place.column), (line, column), "{error}");
    assert!(error.to_string().starts_with(&format!("line {line}, column {column}: ")));
    error.fault
}

/// A game of Qawale whose second move stands alone in the last line.
fn qawale(rest: &str) -> String {
    format!("[Game \"qawale\"]\n\n1. a1nne\n{rest}")
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_rule() {
    let RecordFault::Move { number, text, why } = fault_at(4, 6, &qawale("1... d4sn*")) else {
        panic!("a fault of a move");
    };
    assert_eq!((number.as_str(), text.as_str()), ("1...", "d4sn*"));
    assert!(matches!(*why, MoveError::Illegal { .. }));

    let text = "[Game \"abalone\"]\n1. a1b2 i9h8\n2. {why not} e5e6 *";
    let error = read_one(text).unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.game), (3, 14, 1));
    let RecordFault::Move { number, text, why } = error.fault else { panic!("a fault of a move") };
    assert_eq!((number.as_str(), text.as_str()), ("2.", "e5e6"));
    let MoveError::Illegal { fault, .. } = *why else { panic!("an illegal move") };
    assert!(fault.why.contains("e5"), "{}", fault.why);
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let fault = fault_at(2, 21, "[Game \"avalam\"]\n1. c9d8 {é♟ à côté} zz");
    assert!(matches!(fault, RecordFault::Move { text, .. } if text == "zz"));
}

#[test]
fn a_move_of_a_variation_is_checked_like_any_other() {
    let text = "[Game \"avalam\"]\n1. c9d8 (1. d9c9 e8d7\n2. d9c9) *";
    let fault = fault_at(3, 4, text);
    assert!(
        matches!(fault, RecordFault::Move { number, text, .. } if number == "2." && text == "d9c9")
    );
}

#[test]
fn a_game_that_is_over_takes_no_more_moves() {
    let text = "[Game \"qawale\"]\n[Options \"pebbles=1\"]\n1. a1nne d4ssw 2. a4see";
    let fault = fault_at(3, 19, text);
    let RecordFault::Move { why, .. } = fault else { panic!("{fault:?}") };
    let MoveError::GameOver(outcome) = *why else { panic!("the game is over: {why:?}") };
    assert_eq!(outcome.winner, None);
}

#[test]
fn a_result_against_the_board_is_named_with_the_boards() {
    let moves = "[Game \"qawale\"]\n[Options \"pebbles=1\"]\n1. a1nne d4ssw";
    let fault = fault_at(3, 16, &format!("{moves} 1-0"));
    let RecordFault::Result(refused) = &fault else { panic!("{fault:?}") };
    assert_eq!((refused.result, refused.outcome.winner), (GameResult::FirstWins, None));
    let words = fault.to_string();
    assert!(words.contains("1-0") && words.contains("1/2-1/2"), "{words}");

    fault_at(1, 10, &format!("[Result \"0-1\"]{moves}").replacen("]", "]\n", 1));
    let agreed = read_one(&format!("{moves} *")).unwrap();
    assert_eq!(agreed.result(), GameResult::Draw, "the board knows where nobody says");
}

#[test]
fn two_results_are_one_too_many() {
    let fault = fault_at(4, 8, "[Result \"1-0\"]\n[Game \"avalam\"]\n\n1.c9d8 0-1");
    let (tag, moves) = (GameResult::FirstWins, GameResult::SecondWins);
    assert_eq!(fault, RecordFault::TwoResults { tag, moves });
    let fault = fault_at(1, 10, "[Result \"won\"] [Game \"avalam\"]\n\n1.c9d8");
    assert_eq!(fault, RecordFault::UnknownResult { text: "won".to_owned() });
}

#[test]
fn the_game_must_be_named_and_known() {
    let fault = fault_at(3, 4, "[Event \"x\"]\n\n1. c9d8");
    assert!(matches!(fault, RecordFault::NoGame { .. }));
    let fault = fault_at(1, 8, "[Game \"chess\"]\n\n1. e4");
    assert!(fault.to_string().contains("chess") && fault.to_string().contains("avalam"));
}

#[test]
fn a_setup_is_checked_where_it_stands() {
    let fault = fault_at(2, 9, "[Game \"abalone\"]\n[Setup \"belgian\"]\n1. a1b2");
    let RecordFault::Setup(SetupError::UnknownLayout { name, near, .. }) = fault else {
        panic!("{fault:?}");
    };
    assert_eq!((name.as_str(), near), ("belgian", vec!["belgian-daisy"]));

    let fault = fault_at(2, 11, "[Game \"abalone\"]\n[Options \"marbles-to-win=0\"]\n1. a1b2");
    assert!(matches!(fault, RecordFault::Setup(SetupError::BadValue { .. })));
    let fault = fault_at(2, 11, "[Game \"abalone\"]\n[Options \"blitz\"]\n1. a1b2");
    assert_eq!(fault, RecordFault::OptionForm { text: "blitz".to_owned() });
    let fault = fault_at(2, 8, "[Game \"abalone\"]\n[Game \"avalam\"]\n1. a1b2");
    assert_eq!(fault, RecordFault::RepeatedTag { name: "Game".to_owned() });
}

#[test]
fn a_fault_of_a_position_is_found_inside_its_tag() {
    let position = "wwwww/wwwwww/2www2/8/9/8/2bxb2/bbbbbb/bbbbb b 0 0";
    let column = 7 + position.find('x').unwrap();
    let text = format!("[Game \"abalone\"]\n[FEN \"{position}\"]\n\n*");
    assert!(matches!(fault_at(2, column, &text), RecordFault::Position { .. }));
}

#[test]
fn a_notation_must_be_one_of_the_game() {
    let reader = Reader { dialect: Some("nacre"), ..Reader::default() };
    let error = reader.read_one("[Game \"avalam\"]\n1. c9d8").unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 4));
    assert!(matches!(error.fault, RecordFault::Notation { name, .. } if name == "nacre"));
}

#[test]
fn tags_are_well_formed() {
    for (text, line, column) in [
        ("[Game \"avalam\"]\n  [Event Open]\n1. c9d8", 2, 3),
        ("[Game \"avalam]\n1. c9d8", 1, 1),
        ("[Ga me \"avalam\"]\n1. c9d8", 1, 1),
        ("[Game \"avalam\\\"]\n1. c9d8", 1, 1),
        ("[\n1. c9d8", 1, 1),
    ] {
        let fault = fault_at(line, column, text);
        assert!(matches!(fault, RecordFault::Tag { .. }), "{text}");
    }
}

#[test]
fn comments_and_variations_are_closed() {
    assert_eq!(fault_at(4, 1, &qawale("{never closed *")), RecordFault::OpenComment);
    assert_eq!(fault_at(4, 1, &qawale("(1. a1een *")), RecordFault::OpenVariation);
    assert_eq!(fault_at(4, 11, &qawale("(1. a1een (1. a1enn *")), RecordFault::OpenVariation);
    assert_eq!(fault_at(4, 2, &qawale(" ) *")), RecordFault::NoVariation);
    let start = "[Game \"qawale\"]\n\n(1. a1nne) *";
    assert_eq!(fault_at(3, 1, start), RecordFault::VariationOfNothing);
    assert_eq!(fault_at(4, 3, &qawale("( (1. a1een)) *")), RecordFault::VariationOfNothing);
    assert_eq!(fault_at(4, 1, &qawale("} *")), RecordFault::Stray { character: '}' });
    assert_eq!(fault_at(4, 1, &qawale("] *")), RecordFault::Stray { character: ']' });
}

#[test]
fn annotations_are_known_and_have_a_move() {
    for wrong in ["$256", "$", "$99999999999999999999", "!?!", "??!"] {
        let fault = fault_at(4, 1, &qawale(wrong));
        assert_eq!(fault, RecordFault::UnknownAnnotation { text: wrong.to_owned() });
    }
    let fault = fault_at(2, 1, "[Game \"qawale\"]\n?! 1. a1nne");
    assert_eq!(fault, RecordFault::AnnotationOfNothing { text: "?!".to_owned() });
    let fault = fault_at(4, 2, &qawale("($3 1. a1een) *"));
    assert_eq!(fault, RecordFault::AnnotationOfNothing { text: "$3".to_owned() });
}

#[test]
fn an_empty_text_holds_no_game() {
    for text in ["", "\n\n", "% nothing\n", "{nothing} ; at all"] {
        assert!(read(text).is_empty());
        assert_eq!(read_one(text).unwrap_err().fault, RecordFault::Nothing);
    }
}
