//! Puzzles: made, checked, renewed, and solved through a pipe.

use crate::harness::{Folder, galet, galet_reading};
use galet_puzzles::{Puzzle, PuzzleSet, day_number};

const SHIPPED: &str = include_str!("../../../../puzzles/avalam.txt");

fn shipped() -> PuzzleSet {
    PuzzleSet::read(SHIPPED).expect("it ships")
}

fn make(out: &str, games: &str, jobs: &str) -> String {
    let args = ["puzzles", "make", "avalam", "--games", games, "--jobs", jobs, "--out", out];
    galet(&args).fine()
}

#[test]
fn puzzles_are_made_in_parts_checked_and_renewed() {
    let folder = Folder::new("puzzles");
    let (parts, whole) = (folder.path("parts.txt"), folder.path("whole.txt"));
    make(&parts, "6", "1");
    make(&parts, "12", "2");
    let said = make(&whole, "12", "1");
    assert!(said.contains(" puzzles of ") && said.contains(" found in 12 games"), "{said}");
    let read = |path: &str| PuzzleSet::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (parts, made) = (read(&parts), read(&whole));
    assert_eq!(parts.puzzles, made.puzzles, "whatever the parts and the jobs");
    assert!(!made.puzzles.is_empty());
    assert!(made.head.command.starts_with("galet puzzles make avalam --games 12 --seed 1"));
    let said = galet(&["puzzles", "check", &whole, "--all"]).fine();
    assert!(said.contains(" by plain search") && said.contains(", 0 wrong"), "{said}");
    let renewed = folder.path("renewed.txt");
    let said = galet(&["puzzles", "renew", &whole, "--out", &renewed]).fine();
    assert!(said.contains("still hold, 0 are dropped"), "{said}");
    assert_eq!(read(&renewed), made);
    let table = galet(&["puzzles", "table", &whole]).fine();
    assert!(table.contains("| avalam | puzzles |") && table.contains("| class "), "{table}");
    let other = ["puzzles", "make", "avalam", "--games", "1", "--seed", "2", "--out", &whole];
    galet(&other).failed(1, &["is of another work"]);
}

#[test]
fn puzzles_are_found_in_records_and_bad_games_left_out() {
    let folder = Folder::new("puzzles-records");
    let games = include_str!("../../../avalam/tests/played.txt").lines().take(3);
    let mut text: String =
        games.map(|moves| format!("[Game \"avalam\"]\n\n{moves} *\n\n")).collect();
    text += "[Game \"avalam\"]\n\n1. a1a1 *\n\n[Game \"qawale\"]\n\n1. a1nne *\n";
    let (records, out) = (folder.write("games.pgn", text), folder.path("own.txt"));
    let said = galet(&["puzzles", "make", "avalam", "--records", &records, "--out", &out]);
    assert!(said.err.contains("warning: ") && said.err.contains("games.pgn:"), "{said:?}");
    assert!(said.out.contains("found in 3 games"), "{said:?}");
    let set = PuzzleSet::read(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(set.head.origin, "records: games.pgn");
}

#[test]
fn a_file_that_was_changed_is_refused_with_line_and_reason() {
    let folder = Folder::new("puzzles-changed");
    let changed = folder.write("changed.txt", SHIPPED.replacen("|standard|", "|standing|", 1));
    galet(&["puzzles", "check", &changed]).failed(1, &["changed.txt, line ", "standing"]);
    galet(&["puzzle", "--file", &changed]).failed(1, &["changed.txt, line "]);
    let line = SHIPPED.lines().next_back().unwrap();
    let forged = SHIPPED.replace(line, "checksum 0123456789abcdef");
    let forged = folder.write("forged.txt", forged);
    galet(&["puzzles", "check", &forged]).failed(1, &["the file was changed"]);
    let french = galet(&["--lang", "fr", "puzzles", "check", &forged]);
    assert!(french.err.contains("le fichier a été modifié"), "{french:?}");
}

/// A puzzle with several moves to find.
fn long() -> Puzzle {
    let long = |puzzle: &Puzzle| puzzle.moves_to_find() > 1;
    shipped().puzzles.into_iter().find(long).expect("there is one")
}

#[test]
fn a_puzzle_is_solved_through_a_pipe() {
    let puzzle = long();
    let begun = puzzle.begin(galet_games::find("avalam").unwrap()).unwrap();
    let wrong = begun.legal_moves(99).texts.into_iter().find(|m| *m != puzzle.line[0]).unwrap();
    let right: Vec<&str> = puzzle.line.iter().step_by(2).map(String::as_str).collect();
    let input = format!("nonsense\n{wrong}\n{}\n", right.join("\n"));
    let id = puzzle.id.to_string();
    let said = galet_reading(&["puzzle", "avalam", "--id", &id], input.as_bytes()).fine();
    let place = |text: &str| said.find(text).unwrap_or_else(|| panic!("no {text:?}: {said}"));
    let order =
        [&*id, "Find the only move", "This is why:", "Try again.", "Right!", "Solved.", "Themes:"];
    let places: Vec<usize> = order.into_iter().map(place).collect();
    assert!(places.is_sorted(), "{said}");
    let french = ["--lang", "fr", "puzzle", "avalam", "--id", &id];
    let said = galet_reading(&french, format!("{wrong}\nsolution\n").as_bytes()).fine();
    for text in ["Trouvez le seul coup", "Voici pourquoi", "La solution", "Thèmes"] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(puzzle.line.iter().all(|m| said.contains(&format!("  {m}  "))), "{said}");
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody() {
    let day = day_number(2027, 3, 14).unwrap();
    let expected = shipped().of_the_day(day).unwrap().id.to_string();
    let said = galet(&["puzzle", "avalam", "--day", "2027-03-14"]).fine();
    assert!(said.contains(&expected), "{expected}: {said}");
    galet(&["puzzle"]).fine();
    galet(&["puzzle", "qawale", "--day"]).fine();
    galet(&["puzzle", "avalam", "--day", "2027-02-29"]).failed(2, &["a date is written"]);
}

#[test]
fn puzzles_are_chosen_by_theme_and_strength() {
    let same = ["puzzle", "avalam", "--theme", "parity", "--rating", "1500", "--seed", "4"];
    assert_eq!(galet(&same).fine(), galet(&same).fine());
    galet(&["puzzle", "avalam", "--theme", "luck"]).failed(1, &["no theme 'luck'", "five-tower"]);
    galet(&["puzzle", "chess"]).failed(1, &["there is no game 'chess'"]);
    galet(&["puzzle", "avalam", "--id", "0000000000000000"]).failed(1, &["no such puzzle"]);
}
