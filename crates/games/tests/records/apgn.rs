//! The Abalone players' own files.

use crate::main_line;
use galet_games::record::{Format, GameResult, Reader, Record, RecordError, RecordFault, write};

fn read(text: &str) -> Vec<Result<Record, RecordError>> {
    let format = Format::by_extension("apgn").expect("a known ending");
    Reader { format, ..Reader::default() }.read_all(text).collect()
}

#[track_caller]
fn one(text: &str) -> Record {
    let mut all = read(text);
    assert_eq!(all.len(), 1);
    all.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

const GAME: &str = "[Event \"Sunday cup\"]\n[Date \"2031.??.??\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n\
[Variant \"standard\"]\n[Result \"1-0\"]\n[Termination \"resigned\"]\n[Notation \"Aba-Pro\"]\n\
[Plies \"4\"]\n\n1. a1b2 i9h8 2. b1c2 h9g8 1-0\n\n";

#[test]
fn endings_of_files_are_known() {
    assert!(
        matches!(Format::by_extension("APGN"), Some(Format::Foreign(game)) if game.name() == "abalone")
    );
    assert!(Format::by_extension("pgn").is_none());
    let known: Vec<_> = Format::extensions().map(|(ending, game)| (ending, game.name())).collect();
    assert_eq!(known, [("apgn", "abalone")]);
}

#[test]
fn a_game_becomes_one_of_the_house() {
    let record = one(GAME);
    assert_eq!(record.result(), GameResult::FirstWins, "1-0 means that Black won");
    assert_eq!(
        write(&record),
        "[Event \"Sunday cup\"]\n[Date \"2031.??.??\"]\n[First \"Ada\"]\n[Second \"Bo\"]\n\
         [Result \"1-0\"]\n[Game \"abalone\"]\n[Setup \"standard\"]\n[Options \"repetition=off\"]\n\
         [Termination \"resigned\"]\n[Plies \"4\"]\n\n1. a1b2 i9h8 2. b1c2 h9g8 1-0\n"
    );
    assert_eq!(crate::one(&write(&record)), record);
}

#[test]
fn layouts_are_known_by_their_other_names() {
    for (theirs, ours) in [
        ("belgian", "belgian-daisy"),
        ("german_daisy", "german-daisy"),
        ("Swiss_Daisy", "swiss-daisy"),
        ("the_wall", "wall"),
    ] {
        let record = one(&format!("[Variant \"{theirs}\"]\n[Notation \"Aba-Pro\"]\n\n*"));
        assert_eq!(record.setup().layout.as_deref(), Some(ours));
    }
}

#[test]
fn a_layout_nobody_knows_is_named() {
    let error = read("[Event \"x\"]\n[Variant \"accelium\"]\n\n1. a1b2 *").remove(0).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 11));
    assert!(matches!(&error.fault, RecordFault::ForeignLayout { name, .. } if name == "accelium"));
    assert!(error.to_string().contains("belgian-daisy"), "{error}");
}

#[test]
fn a_position_counts_marbles_lost_and_comes_before_the_layout() {
    let record = one(
        "[Variant \"custom\"]\n[SetUp \"1\"]\n[Position \"5/6/7/8/6bbw/8/7/6/5-2b5w b\"]\n\n1. e7e8 1-0",
    );
    // White lost five, so Black ejected five; one more wins.
    assert_eq!(record.setup().position.as_deref(), Some("5/6/7/8/6bbw/8/7/6/5 b 5 2"));
    let outcome = record.final_game().outcome().expect("six are ejected");
    assert_eq!(GameResult::from(outcome), GameResult::FirstWins);
    assert_eq!(record.tag("SetUp"), None);
    let white_begins =
        one("[Position \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w\"]\n1... i9h8 *");
    assert_eq!(main_line(&white_begins), "i9h8");
}

#[test]
fn a_wrong_position_is_named_where_it_is_wrong() {
    for (position, column) in [
        ("wwwww/wwwwww/2www2/8/9/8/2bxb2/bbbbbb/bbbbb b", 12 + 27),
        ("5/6/7/8/6bbw/8/7/6/5-2b b", 12 + 20),
        ("5/6/7/8/6bbw/8/7/6/5-2b5w", 12 + 25),
    ] {
        let text = format!("[Variant \"custom\"]\n[Position \"{position}\"]\n\n*");
        let error = read(&text).remove(0).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (2, column), "{error}");
        assert!(matches!(error.fault, RecordFault::Position { .. }));
    }
}

#[test]
fn play_goes_on_after_a_threefold_repetition() {
    let moves = "a5a4 i5i6 a4a5 i6i5 ".repeat(4);
    let record = one(&format!("[Position \"w4/6/7/8/9/8/7/6/4b b\"]\n\n{moves}1/2-1/2"));
    assert_eq!(record.main_line().count(), 16);
    assert_eq!(record.setup().options, [("repetition".to_owned(), "off".to_owned())]);
    let own = format!("[Game \"abalone\"]\n[FEN \"w4/6/7/8/9/8/7/6/4b b 0 0\"]\n\n{moves}");
    let error = crate::read(&own).remove(0).unwrap_err();
    assert!(error.to_string().contains("threefold-repetition"), "{error}");
}

#[test]
fn the_notation_is_the_one_that_the_record_names() {
    let aba_pro = one("[Variant \"standard\"]\n[Notation \"Aba-Pro\"]\n\n1. a1b2 i9h8 *");
    let nacre = one("[Variant \"standard\"]\n[Notation \"nacre\"]\n\n1. a1d4 i9f6 *");
    assert_eq!(aba_pro, nacre);
    let error = read("[Notation \"Nacre\"]\n\n1. a1b2 *").remove(0).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (3, 4));
    let error = read("[Notation \"algebraic\"]\n\n1. a1b2 *").remove(0).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (1, 12));
    assert!(matches!(&error.fault, RecordFault::Notation { name, .. } if name == "algebraic"));
}

#[test]
fn results_that_disagree_are_refused() {
    let error = read(&GAME.replace("h9g8 1-0", "h9g8 0-1")).remove(0).unwrap_err();
    let (tag, moves) = (GameResult::FirstWins, GameResult::SecondWins);
    assert_eq!(error.fault, RecordFault::TwoResults { tag, moves });
    assert_eq!((error.place.line, error.place.column), (11, 27));
}

#[test]
fn one_bad_game_does_not_stop_the_import() {
    let illegal = GAME.replace("b1c2", "e5e6");
    let unknown = GAME.replace("standard", "alliances");
    let text = [GAME, &illegal, GAME, &unknown, GAME].concat();
    let read = read(&text);
    let fine: Vec<_> = read.iter().map(Result::is_ok).collect();
    assert_eq!(fine, [true, false, true, false, true]);
    let error = read[1].as_ref().unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.game), (23, 17, 2));
    assert!(
        matches!(&error.fault, RecordFault::Move { number, text, .. } if number == "2." && text == "e5e6")
    );
}
