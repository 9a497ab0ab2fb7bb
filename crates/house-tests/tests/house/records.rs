//! Records: text to tree and back, with variations, comments and a result.

use crate::{GAME, begin};
use galet_core::random::SplitMix64;
use galet_games::record;
use galet_study::{read_records, write_record};
use galet_wire::study::RecordsText;

const ANNOTATED: &str = "[Game \"gue\"]\n[First \"Ada\"]\n\n1. b1b2! {towards the \
    ford} (1. pass {too careful} 1... b4b3) 1... pass? 2. b2b3 *";

fn text(text: &str) -> RecordsText {
    RecordsText { text: text.to_owned(), game: None, extension: None }
}

#[test]
fn a_record_keeps_its_variations_comments_and_marks() {
    let read = read_records(&text(ANNOTATED)).expect("readable");
    assert_eq!(read.faults, []);
    let written = write_record(&read.records[0]).expect("writable");
    assert_eq!(record::read_one(&written), record::read_one(ANNOTATED));
    assert_eq!(read_records(&text(&written)).expect("readable").records, read.records);
}

#[test]
fn whole_games_are_written_and_read_back() {
    let mut random = SplitMix64::new(3);
    for _ in 0..20 {
        let mut game = begin(None);
        while game.outcome().is_none() {
            let moves = game.legal_moves(100).texts;
            game.play(&moves[random.below(moves.len())]).expect("legal");
        }
        let result = game.outcome().expect("it is over").result();
        let record = format!("[Game \"{GAME}\"]\n\n{} {result}\n", game.moves().join(" "));
        let read = read_records(&text(&record)).expect("readable");
        assert_eq!(read.faults, [], "{record}");
        let [tree] = &read.records[..] else { panic!("one record") };
        assert_eq!(tree.result.as_deref(), Some(result));
        let moves: Vec<&str> = tree.nodes.iter().skip(1).map(|n| n.text.as_str()).collect();
        assert_eq!(moves, game.moves());
    }
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_both_languages() {
    let wrong = format!("[Game \"{GAME}\"]\n\n1. a1a3 *");
    let read = read_records(&text(&wrong)).expect("readable");
    assert!(read.faults[0].en.contains("a3 is not next to a1"), "{:?}", read.faults);
    assert!(read.faults[0].fr.contains("a3 n’est pas à côté de a1"), "{:?}", read.faults);
}
