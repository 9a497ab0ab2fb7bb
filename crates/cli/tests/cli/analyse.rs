//! `analyse`: annotated records that read back.

use crate::harness::{Folder, Output, begin, galet, play_on};
use galet_games::record::{self, Record};

/// A game of every kind, played at random: full of mistakes.
fn games() -> Vec<Record> {
    let played = |game: &&'static dyn galet_games::AnyGame| {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 10, 5);
        Record::from_progress(&*progress)
    };
    galet_games::all().iter().map(played).collect()
}

fn analyse(args: &[&str]) -> Output {
    galet(&[&["analyse", "--nodes", "3000"], args].concat())
}

fn moves(record: &Record) -> Vec<&str> {
    record.main_line().map(|id| record.node(id).text()).collect()
}

#[test]
fn every_game_is_annotated_and_reads_back() {
    let folder = Folder::new("analyse");
    let games = games();
    let file = folder.write("games.pgn", record::write_all(&games));
    let out = analyse(&[&file]).fine();
    let read: Vec<Record> = record::read_all(&out).map(Result::unwrap).collect();
    assert_eq!(read.len(), games.len());
    let (mut marks, mut variations) = (0, 0);
    for (before, after) in games.iter().zip(&read) {
        assert_eq!(moves(before), moves(after));
        assert_eq!(before.result(), after.result());
        for id in after.main_line() {
            let node = after.node(id);
            let ended = after.game_at(id).outcome().is_some();
            assert_eq!(node.evaluation().is_none(), ended, "{out}");
            marks += node.nags().len();
            let siblings = after.node(node.parent().unwrap()).children();
            let bad = node.nags().iter().any(|nag| [2, 4, 6].contains(nag));
            assert_eq!(siblings.len() > 1, bad, "a weak move has a better line: {out}");
            variations += siblings.len() - 1;
        }
    }
    assert!(marks >= 3 && variations >= 3, "random play is full of mistakes: {out}");
    // What is written is canonical.
    assert_eq!(record::write_all(&read), out);
}

#[test]
fn the_number_of_threads_changes_nothing_and_nor_does_a_second_time() {
    let folder = Folder::new("analyse-threads");
    let file = folder.write("games.pgn", record::write_all(&games()));
    let one = analyse(&["--threads", "1", &file]).fine();
    assert_eq!(analyse(&["--threads", "3", &file]).fine(), one);
    let annotated = folder.path("annotated.pgn");
    assert_eq!(analyse(&[&file, "-o", &annotated]).fine(), "");
    assert_eq!(std::fs::read_to_string(&annotated).unwrap(), one);
    analyse(&[&annotated, "-o", &annotated]).fine();
    assert_eq!(std::fs::read_to_string(&annotated).unwrap(), one);
}

#[test]
fn bad_games_are_told_and_the_rest_is_done() {
    let folder = Folder::new("analyse-bad");
    let mut texts: Vec<String> = games().iter().map(record::write).collect();
    texts.insert(1, "[Game \"qawale\"]\n\n1. a1zz *\n".to_owned());
    let file = folder.write("games.pgn", texts.join("\n"));
    let said = analyse(&[&file]);
    said.failed(1, &["games.pgn:", "a1zz", "3 games analysed, 1 refused"]);
    assert_eq!(record::read_all(&said.out).filter(Result::is_ok).count(), 3);
}

#[test]
fn words_and_marks_of_people_stay() {
    let folder = Folder::new("analyse-words");
    let text = "[Game \"qawale\"]\n\n1. a1nne $5 {a quiet start} 1... d4sss *\n";
    let file = folder.write("game.pgn", text);
    let out = analyse(&[&file]).fine();
    assert!(out.contains("1. a1nne $5 {[%eval ") && out.contains("a quiet start"), "{out}");
    let empty = folder.write("empty-game.pgn", "[Game \"qawale\"]\n\n*\n");
    assert!(analyse(&[&empty]).fine().contains("[Game \"qawale\"]"));
}

#[test]
fn wrong_limits_are_refused() {
    for wrong in [["--nodes", "0"], ["--time", "5"], ["--threads", "0"]] {
        galet(&["analyse", wrong[0], wrong[1], "x.pgn"]).failed(2, &[wrong[0]]);
    }
    analyse(&["missing.pgn"]).failed(3, &["missing.pgn"]);
}
