//! Texts made to do harm: they are read or refused, in reasonable time and without a crash.

use crate::read;
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
fn long_texts_take_time_in_proportion() {
    let many = |piece: &str| piece.repeat(1_000_000 / piece.len());
    for text in [
        format!("[Game \"avalam\"]\nc9d8 {}", many("{a}")),
        format!("[Game \"avalam\"]\nc9d8 {}", many("(){a}")),
        format!("[Game \"avalam\"]\nc9d8 {{{}}}", many("[%clk ")),
        format!("[Game \"avalam\"]\nc9d8 {{{}}}", many("]")),
        format!("[Game \"avalam\"]\nc9d8 {{{}", many("\n\n")),
        format!("[Game \"avalam\"]\nc9d8 {}", many("$1")),
        many("[Game \"avalam\"]\nc9d8 {\n\n"),
        many("[Game \"avalam\"]\nc9d8 (\n\n"),
        many("[Game \"avalam\"]\nzz (\n\n"),
        many("[A \"\"]"),
        many("[A \"\"]\n\n"),
        many("\""),
        format!("[Game \"{}", many("\" ")),
        many("{"),
        many("1."),
        many("9"),
        many("\0"),
        many("%\n"),
        many("!"),
    ] {
        let games = read(&text);
        assert!(games.len() <= text.len());
    }
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
    let mut random = galet_core::random::SplitMix64::new(7);
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
