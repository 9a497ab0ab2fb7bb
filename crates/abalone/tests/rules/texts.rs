//! Position and move texts: what is read, what is refused and why.

use crate::common::{black_to_move, read, read_with, setup};
use galet_abalone::{Forbidden, MoveFault, Position, PositionFault, Setup, Warning};
use galet_core::{Fault, Game, Notation, Outcome, Setup as _, Side};

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0";

fn fault(text: &str) -> Fault<PositionFault> {
    Position::parse_position(text, &Setup::default()).expect_err(text)
}

#[test]
fn white_space_around_and_between_does_not_matter() {
    let text = "  wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb\tb  0 0\n";
    assert_eq!(read(text), Position::start(&Setup::default()));
    // Runs may be written in parts; they are written whole.
    let parts = "wwwww/wwwwww/11www2/44/9/8/2bbb2/bbbbbb/bbbbb b 0 0";
    assert_eq!(read(parts).position_text(), START);
}

#[test]
fn wrong_rows_are_refused_with_the_row() {
    let long = fault("wwwww/wwwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0");
    assert_eq!(long.why, PositionFault::RowLength { row: 'h', found: 7, needed: 6 });
    assert_eq!(long.at, 6..13);
    assert_eq!(long.to_string(), "at character 7: row h has 6 cells, not 7");
    let short = fault("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb b 0 0");
    assert_eq!(short.why, PositionFault::RowLength { row: 'a', found: 4, needed: 5 });
    let overlong = fault("9999999999999999999999/6/7/8/9/8/7/6/5 b 0 0");
    assert_eq!(overlong.why, PositionFault::RowLength { row: 'i', found: 198, needed: 5 });
    let eight = fault("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb b 0 0");
    assert_eq!(eight.why, PositionFault::Rows { found: 8 });
    let letter = fault("wwwww/wwwwww/2wéw2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0");
    assert_eq!(letter, Fault::new(15..17, PositionFault::Letter { found: 'é' }));
    let zero = fault("wwwww/wwwwww/2www2/80/9/8/2bbb2/bbbbbb/bbbbb b 0 0");
    assert_eq!(zero.why, PositionFault::Letter { found: '0' });
}

#[test]
fn what_follows_the_rows_must_be_there_and_right() {
    let rows = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    for text in ["", "   ", rows, &format!("{rows} b"), &format!("{rows} w 0")] {
        let missing = fault(text);
        assert!(matches!(missing.why, PositionFault::Missing { .. }), "{text}: {missing}");
        assert_eq!(missing.at, text.len()..text.len());
    }
    let side = fault(&format!("{rows} x 0 0"));
    assert_eq!(side, Fault::new(44..45, PositionFault::Side { found: "x".into() }));
    for wrong in ["-1", "x", "+1", "62", "99999999999999999999", "1.5"] {
        let ejected = fault(&format!("{rows} b 0 {wrong}"));
        assert_eq!(ejected.why, PositionFault::Ejected { found: wrong.into() });
        assert_eq!(ejected.at, 48..48 + wrong.len());
    }
    let more = fault(&format!("{rows} b 0 0 and more "));
    assert_eq!(more, Fault::new(50..58, PositionFault::TooLong { found: "and more".into() }));
}

#[test]
fn both_sides_cannot_have_won() {
    let both = fault("5/6/7/8/4b4/8/7/6/w4 b 6 6");
    assert_eq!(both, Fault::new(23..26, PositionFault::BothWon { goal: 6 }));
    let blitz = setup("standard", &[("marbles-to-win", "2")]);
    assert!(Position::parse_position("5/6/7/8/4b4/8/7/6/w4 b 3 2", &blitz).is_err());
}

#[test]
fn finished_positions_are_read_and_report_their_outcome() {
    let text = "wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb w 6 0";
    let won = Position::parse_position(text, &Setup::default()).expect("finished, but fine");
    assert_eq!(won.warnings, []);
    let outcome = won.position.outcome();
    assert_eq!(outcome.and_then(|o| o.winner), Some(Side::First));
    assert_eq!(outcome.map(|o: Outcome| o.to_string()).as_deref(), Some("1-0 (marbles-ejected)"));
}

#[test]
fn unreachable_positions_come_with_warnings() {
    let warnings = |text: &str, setup: &Setup| {
        Position::parse_position(text, setup).unwrap_or_else(|e| panic!("{text}: {e}")).warnings
    };
    let standard = Setup::default();
    assert_eq!(warnings(START, &standard), []);
    let extra = "wwwww/wwwwww/2www2/8/4b4/8/2bbb2/bbbbbb/bbbbb b 0 0";
    let count = Warning::MarbleCount { side: Side::First, on_board: 15, lost: 0, at_start: 14 };
    assert_eq!(warnings(extra, &standard), [count]);
    assert_eq!(
        count.to_string(),
        "15 on the board and 0 ejected do not make the 14 marbles that black began with"
    );
    // Fifteen is right where the layout has fifteen.
    let sibe = setup("sibe", &[]);
    assert_eq!(warnings(&Position::start(&sibe).position_text(), &sibe), []);
    let beyond = "wwwww/ww4/7/8/9/8/2bbb2/bbbbbb/bbbbb w 7 0";
    let warning = Warning::BeyondGoal { side: Side::First, ejected: 7, goal: 6 };
    assert_eq!(warnings(beyond, &standard), [warning]);
    let winner_to_move = "wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb b 6 0";
    let warning = Warning::WinnerToMove { side: Side::First };
    assert_eq!(warnings(winner_to_move, &standard), [warning]);
}

#[test]
fn moves_are_read_in_both_end_orders_and_written_in_one() {
    let position = black_to_move("c345", "i9");
    for (text, written) in [
        ("c3c5d4", "c3c5d4"),
        ("c5c3d6", "c3c5d4"),
        (" c3c5d4\n", "c3c5d4"),
        ("C3C5D4", "c3c5d4"),
        ("c5c4d5", "c4c5d4"),
        ("c3c4", "c3c4"),
    ] {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(position.move_text(m), written);
    }
}

#[test]
fn move_texts_that_are_no_moves_say_what_is_wrong() {
    let start = Position::start(&Setup::default());
    let why = |text: &str| start.parse_move(text).expect_err(text);
    assert_eq!(why("a1x2"), Fault::new(2..4, MoveFault::NotACell { found: "x2".into() }));
    assert_eq!(why("a1b"), Fault::new(2..3, MoveFault::NotACell { found: "b".into() }));
    assert_eq!(why(" a6b6"), Fault::new(1..3, MoveFault::NotACell { found: "a6".into() }));
    assert_eq!(why("é1b2").at, 0..3);
    assert_eq!(why(""), Fault::new(0..0, MoveFault::Cells { found: 0 }));
    assert_eq!(why("a1").why, MoveFault::Cells { found: 1 });
    assert_eq!(why("a1b2c3d4").why, MoveFault::Cells { found: 4 });
    assert!(matches!(why("a1d4").why, MoveFault::NotNext { .. }), "the Nacre form is not guessed");
    assert!(matches!(why("a1a1b2").why, MoveFault::Forbidden(Forbidden::NotTwoOrThree { .. })));
    assert!(matches!(why("c3b5d4").why, MoveFault::Forbidden(Forbidden::NotInLine { .. })));
    let along = why("c3c5c4");
    assert!(matches!(along.why, MoveFault::Forbidden(Forbidden::AlongTheLine { .. })));
    assert!(along.to_string().contains("c3c4"), "{along}");
    let gap = black_to_move("e35", "i9").parse_move("e3e5f4").expect_err("a gap");
    assert!(matches!(gap.why, MoveFault::Forbidden(Forbidden::NotYours { .. })));
}

#[test]
fn every_fault_is_a_sentence_for_people() {
    let position = black_to_move("e34", "e56");
    let fault = position.parse_move("e3e4").expect_err("a pac");
    assert_eq!(
        fault.to_string(),
        "at character 1: 2 against 2 is a pac: pushing takes more marbles than are pushed"
    );
    let single = black_to_move("e5", "e6").parse_move("e5e6").expect_err("one against one");
    assert_eq!(
        single.to_string(),
        "at character 3: a single marble never pushes, and e6 is occupied"
    );
}

#[test]
fn the_nacre_form_names_the_origin_of_one_end_and_the_arrival_of_the_other() {
    let start = Position::start(&Setup::default());
    for (nacre, text) in [("a1d4", "a1b2"), ("c3d6", "c3c5d4"), ("c3d3", "c3d3"), ("b2d4", "b2c3")]
    {
        assert_eq!(start.parse_nacre_move(nacre), start.parse_move(text), "{nacre}");
        assert!(start.parse_move(text).is_ok());
    }
    // The same text, two meanings: in Aba-Pro the whole line moves, here a single marble.
    assert!(start.parse_move("a1b2").is_ok());
    assert_eq!(
        start.parse_nacre_move("a1b2").map_err(|fault| fault.to_string()),
        Err("at character 1: from a1 to b2 would be 1 in line, but 3 would move".to_owned())
    );
    for wrong in ["a1", "c3c5d4", "c3i9", "c5d4x"] {
        assert!(start.parse_nacre_move(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_move_has_one_nacre_text() {
    galet_core::random::walk::<Position>(80, 40, 30, |position, _| {
        let mut texts = std::collections::HashSet::new();
        for m in position.moves() {
            // The ends, the first one such that the arrival of the other is farther away.
            let mut ends = [m.cell(), m.origins().last().expect("at least one marble")];
            let turn = (6 + m.direction() as usize - m.line() as usize) % 6;
            if m.is_broadside() && (turn == 2 || turn == 4) {
                ends.reverse();
            }
            let arrival = ends[1].neighbour(m.direction()).expect("own marbles stay on the board");
            let text = format!("{}{arrival}", ends[0]);
            assert_eq!(position.parse_nacre_move(&text), Ok(m), "{text} for {m:?}");
            assert!(texts.insert(text));
        }
    });
}

#[test]
fn texts_of_other_setups_read_with_their_goal() {
    let blitz = setup("standard", &[("marbles-to-win", "2")]);
    assert_eq!(read_with(START, &blitz).marbles_to_win(), 2);
}

#[test]
fn the_standard_traits_speak_the_notation() {
    assert_eq!(Position::default(), Position::start(&Setup::default()));
    let mut read = 0;
    galet_core::random::walk::<Position>(80, 40, 31, |position, setup| {
        assert_eq!(position.to_string(), position.position_text());
        if setup.changed_options().is_empty() {
            assert_eq!(position.to_string().parse(), Ok(*position));
            read += 1;
        }
        for m in position.moves() {
            assert_eq!(m.to_string(), position.move_text(m));
        }
    });
    assert!(read > 100, "{read}");
    assert!("nonsense".parse::<Position>().is_err());
}
