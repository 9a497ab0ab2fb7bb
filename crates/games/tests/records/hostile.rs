//! Texts made to do harm: they are read or refused without a crash. That the work stays in proportion
//! to the text is counted beside the reader (`src/record/work.rs`).

use galet_core::random::SplitMix64;
use galet_core::{PerSide, StopAtLook};
use galet_games::SetupText;
use galet_games::record::{Reader, RecordFault, read_one, write};

#[test]
fn variations_may_be_nested_as_deep_as_they_like() {
    // Each one replaces the first move by the other of two, inside the one before.
    let depth = 20_000;
    let inner: String = (0..depth).map(|n| if n % 2 == 0 { "(d9c9" } else { "(c9d8" }).collect();
    let text = format!("[Game \"avalam\"]\nc9d8{inner}{} *", ")".repeat(depth));
    let record = read_one(&text).unwrap();
    assert_eq!(record.nodes().count(), depth + 2);
    let written = write(&record);
    assert_eq!(read_one(&written).unwrap(), record);

    let unclosed = format!("[Game \"avalam\"]\nc9d8{inner}");
    assert_eq!(read_one(&unclosed).unwrap_err().fault, RecordFault::OpenVariation);
    let unopened = format!("[Game \"avalam\"]\nc9d8{}", ")".repeat(depth));
    assert_eq!(read_one(&unopened).unwrap_err().fault, RecordFault::NoVariation);
    let empty = format!("[Game \"avalam\"]\nc9d8{}", "(".repeat(depth));
    assert_eq!(read_one(&empty).unwrap_err().fault, RecordFault::VariationOfNothing);
}

#[test]
fn a_game_without_end_is_read() {
    // Nobody ever ejects a marble, and steps at random hardly ever repeat a position.
    let begun = galet_games::find("abalone").unwrap().start(&SetupText::default());
    let mut game = begun.unwrap();
    let mut random = SplitMix64::new(3);
    let mut moves = Vec::new();
    while moves.len() < 20_000 && game.outcome().is_none() {
        let legal = game.legal_moves(usize::MAX).texts;
        let text = legal[random.below(legal.len())].clone();
        game.play(&text).unwrap();
        if game.score() == PerSide::new(0, 0) {
            moves.push(text);
        } else {
            game.undo();
        }
    }
    assert_eq!(moves.len(), 20_000, "the game came to an end: {:?}", game.outcome());
    let text = format!("[Game \"abalone\"]\n\n{}", moves.join("\n"));
    assert_eq!(read_one(&text).unwrap().nodes().count(), moves.len() + 1);
}

/// Two who step to and fro, in a game where that is no draw.
fn to_and_fro(moves: usize) -> String {
    let round = ["a1b2", "i9h8", "b2a1", "h8i9"];
    let moves: Vec<_> = round.iter().copied().cycle().take(moves).collect();
    format!("[Game \"abalone\"]\n[Options \"repetition=off\"]\n\n{} *\n\n", moves.join(" "))
}

#[test]
fn a_record_is_refused_where_its_moves_are_too_many() {
    let most_moves = Some(100);
    let reader = Reader { most_moves, ..Reader::default() };
    assert_eq!(reader.read_one(&to_and_fro(100)).unwrap().nodes().count(), 101);
    // The looks at a signal tell how far it was read; every token is one.
    let stop = StopAtLook::new(u64::MAX);
    let reader = Reader { most_moves, stop: Some(&stop), ..Reader::default() };
    let error = reader.read_one(&to_and_fro(50_000)).unwrap_err();
    assert_eq!(error.fault, RecordFault::TooManyMoves { most: 100 });
    assert_eq!(stop.looks(), 2 + 101, "two tags, and the move that was too many");
    // What comes behind it is read.
    let both = to_and_fro(101) + &to_and_fro(3);
    let read: Vec<_> = reader.read_all(&both).map(|read| read.is_ok()).collect();
    assert_eq!(read, [false, true]);
}

#[test]
fn reading_ends_when_nobody_wants_it_any_more() {
    let text = to_and_fro(10).repeat(1_000);
    let stop = StopAtLook::new(40);
    let reader = Reader { stop: Some(&stop), ..Reader::default() };
    let read: Vec<_> = reader.read_all(&text).collect();
    assert!(read.len() < 4 && read.iter().all(Result::is_ok), "{}", read.len());
    assert_eq!(stop.looks(), 40, "nothing was read after that");
}

#[test]
fn huge_numbers_are_no_trouble() {
    let nines = "9".repeat(1000);
    let text = format!(
        "[Game \"avalam\"]\n{nines}. c9d8 {{[%clk {nines}:00:00] [%eval {nines}] [%eval #{nines}]}} *"
    );
    let record = read_one(&text).unwrap();
    let node = record.node(record.main_line().next().unwrap());
    assert_eq!((node.clock(), node.evaluation()), (None, None));
    assert_eq!(read_one(&write(&record)).unwrap(), record);
    let text = format!("[Game \"abalone\"]\n[Options \"move-limit={nines}\"]\n\n*");
    assert!(matches!(read_one(&text).unwrap_err().fault, RecordFault::Setup(_)));
}

#[test]
fn signs_without_width_and_zeros_are_only_characters() {
    let text = "[Game \"avalam\"]\n[Event \"\0\u{200b}\u{202e}\"]\n1. c9d8 {\0\u{200b}} \0";
    let error = read_one(text).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (3, 14));
    assert!(matches!(error.fault, RecordFault::Move { text, .. } if text == "\0"));
}

#[test]
fn any_bytes_can_be_read() {
    let mut random = SplitMix64::new(7);
    let alphabet = b"[]{}()\"\\;%$!?*.-/019abcdeGam \n\r\t\0\xff\xc3\xa9";
    for _ in 0..2000 {
        let bytes: Vec<u8> =
            (0..random.below(200)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        let reader = Reader { game: galet_games::find("avalam").ok(), ..Reader::default() };
        for record in reader.read_all_bytes(&bytes).flatten() {
            assert_eq!(read_one(&write(&record)).unwrap(), record);
        }
    }
}
