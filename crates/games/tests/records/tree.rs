//! Trees of moves from elsewhere become records, whatever their shape.

#[path = "../support/counting.rs"]
mod counting;

use counting::Counting;
use galet_core::PerSide;
use galet_core::random::SplitMix64;
use galet_games::record::{Record, read_one, write};
use galet_games::{AnyProgress, SetupText};
use std::sync::atomic::Ordering;

/// A comb: a long game with ten other moves at each of its plies, the dearest shape for anything
/// that replays. Each move with the place of the one before it.
fn comb(start: &dyn AnyProgress, size: usize) -> Vec<(usize, String)> {
    let mut game = start.clone_box();
    let mut random = SplitMix64::new(7);
    let mut moves = Vec::new();
    let mut parent = 0;
    while moves.len() < size {
        let mut texts = game.legal_moves(usize::MAX).texts;
        let played = texts.swap_remove(random.below(texts.len()));
        game.play(&played).unwrap();
        // A game in which nothing is ever won has no end.
        if game.score() != PerSide::new(0, 0) {
            game.undo();
            continue;
        }
        moves.extend(texts.into_iter().take(10).map(|text| (parent, text)));
        moves.push((parent, played));
        parent = moves.len();
    }
    moves.truncate(size);
    moves
}

#[test]
fn every_move_of_a_tree_is_read_once_and_its_main_line_twice() {
    let start = galet_games::find("abalone").unwrap().start(&SetupText::default()).unwrap();
    for size in [100, 1_000, 10_000] {
        let moves = comb(&*start, size);
        let list: Vec<_> = moves.iter().map(|(parent, text)| (*parent, text.as_str())).collect();
        let (counting, read) = Counting::new(start.clone());
        let (record, nodes) = Record::from_tree(&counting, &list).unwrap();
        assert_eq!((record.nodes().count(), nodes.len()), (list.len() + 1, list.len() + 1));
        let main = record.main_line().count();
        assert_eq!(read.load(Ordering::Relaxed), list.len() + main);
        // To write it nothing is read at all.
        let written = write(&record);
        assert_eq!(read.load(Ordering::Relaxed), list.len() + main);
        assert_eq!(read_one(&written).unwrap(), record);
    }
}
