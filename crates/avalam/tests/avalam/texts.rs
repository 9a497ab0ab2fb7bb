//! What is wrong with a text, where, and what would be right.

use crate::rules::{cell, towers};
use galet_avalam::{Colour, Move, MoveFault, Position, PositionFault, Setup, Tower, Warning};
use galet_core::{Game, Notation, Setup as _, Side};

const START: &str = "aA/aAaA/AaAaAa/aAaAaAaA/aAaA1AaAa/AaAaAaAa/aAaAaA/AaAa/Aa o";

fn warnings(text: &str) -> Vec<Warning> {
    Position::parse_position(text, &Setup::default()).expect(text).warnings
}

/// The bytes at fault and the reason.
fn fault(text: &str) -> (String, PositionFault) {
    let fault = Position::parse_position(text, &Setup::default()).expect_err(text);
    (text[fault.at].to_owned(), fault.why)
}

#[test]
fn white_space_around_and_between_does_not_matter() {
    let text = format!("\n\t {} \r\n", START.replace(' ', "  \t"));
    let read = Position::parse_position(&text, &Setup::default()).expect("the start");
    assert_eq!(read.position, Position::start(&Setup::default()));
    assert_eq!(read.position.position_text(), START);
}

#[test]
fn runs_of_empty_holes_may_be_split() {
    let text = START.replacen("aA/aAaA", "11/112", 1);
    let read = Position::parse_position(&text, &Setup::default()).expect("playable");
    assert_eq!(read.position.position_text(), START.replacen("aA/aAaA", "2/4", 1));
}

#[test]
fn a_tower_of_six_is_refused() {
    let (at, why) = fault(&START.replacen("aA/", "fA/", 1));
    assert_eq!(at, "f");
    assert_eq!(why, PositionFault::TowerTooTall { letter: 'f', counters: 6 });
    assert!(why.to_string().starts_with("'f' would be a tower of 6 counters and five is the most"));
    let (_, why) = fault(&START.replacen("aA/", "aG/", 1));
    assert_eq!(why, PositionFault::TowerTooTall { letter: 'G', counters: 7 });
}

#[test]
fn rows_of_the_wrong_length_are_refused() {
    let (at, why) = fault(&START.replacen("aAaA/", "aAaAaA/", 1));
    assert_eq!((at.as_str(), why), ("aA", PositionFault::RowTooLong { row: 8, holes: 4 }));
    let (at, why) = fault(&START.replacen("aAaA/", "aA4/", 1));
    assert_eq!((at.as_str(), why), ("4", PositionFault::RowTooLong { row: 8, holes: 4 }));
    let text = START.replacen("aAaA/", "aAa/", 1);
    let (at, why) = fault(&text);
    assert_eq!(
        (at.as_str(), &why),
        ("", &PositionFault::RowTooShort { row: 8, holes: 4, found: 3 })
    );
    assert_eq!(why.to_string(), "row 8 has 4 holes and only 3 of them are given");
}

#[test]
fn any_number_of_rows_but_nine_is_refused() {
    let (at, why) = fault(&START.replacen("Aa o", "Aa/aA o", 1));
    assert_eq!((at.as_str(), why), ("/aA", PositionFault::TooManyRows { found: 10 }));
    let (at, why) = fault("aA/aAaA o");
    assert_eq!((at.as_str(), why), ("", PositionFault::TooFewRows { found: 2 }));
    assert_eq!(fault(" "), (String::new(), PositionFault::Empty));
}

#[test]
fn letters_that_mean_nothing_are_refused() {
    let (at, why) = fault(&START.replacen("aA/", "éA/", 1));
    assert_eq!((at.as_str(), why), ("é", PositionFault::UnknownLetter { letter: 'é' }));
    let (at, why) = fault(&START.replacen("aA/", "aA0/", 1));
    assert_eq!((at.as_str(), why), ("0", PositionFault::EmptyRun));
}

#[test]
fn the_side_to_move_is_o_or_x() {
    let board = START.trim_end_matches(" o");
    assert_eq!(fault(board), (String::new(), PositionFault::MissingSide));
    let with = |side: &str| format!("{board} {side}");
    let (at, why) = fault(&with("w"));
    assert_eq!((at.as_str(), why), ("w", PositionFault::UnknownSide { found: "w".to_owned() }));
    let (at, why) = fault(&with("o x"));
    assert_eq!((at.as_str(), why), ("x", PositionFault::TooMuch));
}

#[test]
fn a_fault_tells_where_it_is() {
    let fault = Position::parse_position("aA/aAaF o", &Setup::default()).expect_err("six");
    assert_eq!(fault.at, 6..7);
    assert!(fault.to_string().starts_with("at character 7: 'F' would be a tower of 6"));
}

#[test]
fn finished_positions_are_read_and_report_their_outcome() {
    let text = "e1/4/4E1/8/a8/8/6/4/2 x";
    let read = Position::parse_position(text, &Setup::default()).expect("finished");
    assert_eq!(read.position.outcome().and_then(|o| o.winner), Some(Side::First));
    let empty = Position::parse_position("2/4/6/8/9/8/6/4/2 o", &Setup::default()).expect("empty");
    assert_eq!(empty.position.outcome().map(|o| o.result()), Some("1/2-1/2"));
}

#[test]
fn a_game_has_48_counters() {
    assert_eq!(warnings(START), []);
    let text = START.replacen("aA/", "aB/", 1);
    assert_eq!(warnings(&text), [Warning::Counters { found: 49 }]);
    assert_eq!(warnings(&text)[0].to_string(), "there are 49 counters; a game has 48");
}

#[test]
fn a_colour_has_24_counters_to_be_on_top() {
    let text = START.replacen("aA/aAaA", "aa/aAaA", 1);
    let expected = [
        Warning::TooManyTops { colour: Colour::Light, towers: 25 },
        Warning::StrangeSingle { cell: cell("d9") },
    ];
    assert_eq!(warnings(&text), expected);
}

#[test]
fn a_tower_on_the_centre_is_odd_but_playable() {
    // One counter went from d5 to the centre, which no move does.
    assert_eq!(warnings(&START.replacen("aAaA1AaAa", "aAa1AAaAa", 1)), [Warning::CentreOccupied]);
}

#[test]
fn a_single_counter_has_never_moved() {
    let text = START.replacen("aA/", "Aa/", 1);
    assert_eq!(warnings(&text), [Warning::StrangeSingle { cell: cell("c9") }]);
    assert_eq!(
        warnings(&text)[0].to_string(),
        "a single counter has never moved, and the one on c9 began light"
    );
}

#[test]
fn the_number_of_towers_tells_whose_turn_it_is() {
    let expected = [Warning::WrongTurn { expected: Colour::Light }];
    assert_eq!(warnings(&START.replace(" o", " x")), expected);
    let dark_starts = Setup { starts: Colour::Dark, ..Setup::default() };
    let read = Position::parse_position(&START.replace(" o", " x"), &dark_starts).expect("start");
    assert_eq!(read.warnings, []);
}

/// The bytes at fault and the words.
fn refused<'a>(position: &Position, text: &'a str) -> (&'a str, String) {
    let fault = position.parse_move(text).expect_err(text);
    (&text[fault.at], fault.why.to_string())
}

#[test]
fn moves_are_source_and_destination() {
    let start = Position::start(&Setup::default());
    let m = start.parse_move(" c9d8\n").expect("a move with white space around it");
    assert_eq!((m.from(), m.to()), (cell("c9"), cell("d8")));
    for wrong in ["", "c9", "c9d", "c9d8e7", "C9D8", "c9-d8", "j9d8", "c0d8", "éc9d8", "pass"] {
        let fault = start.parse_move(wrong).expect_err(wrong);
        assert_eq!((fault.at, fault.why), (0..wrong.len(), MoveFault::NotAMove), "{wrong}");
    }
}

#[test]
fn a_refused_move_names_the_rule() {
    let position = towers("d6=b d7=D c6=e c7=A");
    for (text, at, why) in [
        ("a9c7", "a9", "there is no hole a9; row 9 has c to d"),
        ("c7b9", "b9", "there is no hole b9; row 9 has c to d"),
        ("e4d4", "e4", "e4 is empty: there is no tower to move"),
        ("c6c7", "c6", "a tower of five, as on c6, cannot be moved any more"),
        ("d6d6", "d6", "a tower moves onto another tower, and d6 is where it stands already"),
        ("d6f6", "f6", "a tower moves to an adjacent hole, and f6 is not next to d6"),
        ("d6d5", "d5", "a tower never moves onto an empty hole, and d5 is empty"),
        ("d6d7", "d6d7", "the tower would have six counters (2 + 4); five is the most"),
        ("d7c6", "d7c6", "the tower would have nine counters (4 + 5); five is the most"),
    ] {
        assert_eq!(refused(&position, text), (at, why.to_owned()), "{text}");
    }
}

#[test]
fn towers_have_one_to_five_counters() {
    let heights: Vec<u8> = (0..=255).filter(|&h| Tower::new(h, Colour::Light).is_some()).collect();
    assert_eq!(heights, [1, 2, 3, 4, 5]);
}

#[test]
fn the_standard_traits_speak_the_notation() {
    assert_eq!(Position::default(), Position::start(&Setup::default()));
    let mut read = 0;
    galet_core::random::walk::<Position>(20, 40, 31, |position, setup| {
        assert_eq!(position.to_string(), position.position_text());
        if setup.changed_options().is_empty() {
            assert_eq!(position.to_string().parse(), Ok(*position));
            read += 1;
        }
        for m in position.moves() {
            assert_eq!(m.to_string(), position.move_text(m));
            assert_eq!(m.to_string().parse(), Ok(m));
        }
    });
    assert!(read > 100, "{read}");
    assert!("nonsense".parse::<Position>().is_err());
    assert_eq!("c9e7".parse(), Ok(Move::new(cell("c9"), cell("e7")))); // a move, but never legal
    assert_eq!("c9a9".parse::<Move>().unwrap_err().at, 2..4);
}
