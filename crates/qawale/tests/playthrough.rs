//! Whole games, ply by ply: what the rules said when `playthrough.txt` was written, they must
//! say today. `GALET_REWRITE=1 cargo test -p galet-qawale --test playthrough` writes it anew.

use galet_core::{Game, Notation, Progress};
use galet_qawale::{Position, Setup};
use std::fmt::Write;

const FILE: &str = include_str!("playthrough.txt");

fn ply(game: &Progress<Position>) -> String {
    let position = game.position();
    let outcome = game.outcome().map_or("goes on".to_owned(), |o| o.to_string());
    let (text, moves) = (position.position_text(), position.count_moves());
    format!("{text:<48}  {moves:>4} moves  {outcome}")
}

/// The file made anew from the setups and moves that it names, the first words of its lines.
fn replayed(file: &str) -> String {
    let mut replayed = String::new();
    let mut game = None;
    for line in file.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["pebbles", pebbles, ..] = words[..] {
            let setup = Setup::with_pebbles(pebbles.parse().unwrap()).unwrap();
            let begun = game.insert(Progress::<Position>::new(setup));
            writeln!(replayed, "pebbles {pebbles:<20} {}", ply(begun)).unwrap();
        } else {
            let game = game.as_mut().expect("a game begins with its setup");
            let m = game.position().parse_move(words[0]).unwrap_or_else(|e| panic!("{line}: {e}"));
            game.play(m).unwrap_or_else(|e| panic!("{line}: {e}"));
            writeln!(replayed, "{:<28} {}", words[0], ply(game)).unwrap();
        }
    }
    replayed
}

#[test]
fn whole_games_go_as_they_did() {
    galet_golden::check!("tests/playthrough.txt", replayed(FILE));
    // The games end in every way there is.
    for end in ["1-0 (line-of-four)", "1-0 (line-for-the-opponent)", "1/2-1/2 (pebbles-played)"] {
        assert!(FILE.contains(end), "{end}");
    }
}
