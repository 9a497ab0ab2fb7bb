//! Positions of random games as the side to move sees them, with a checksum of what can follow:
//! what the rules in `train/` are compared with.
//!
//! `cargo run --release -p galet-avalam --example positions -- GAMES SEED`

use galet_avalam::{Cell, Position, Setup};
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize, default| args.get(n).and_then(|a| a.parse().ok()).unwrap_or(default);
    let mut random = SplitMix64::new(number(1, 1));
    for _ in 0..number(0, 10) {
        let mut position = Position::start(&Setup::default());
        loop {
            let moves = position.moves();
            let mut sum = 0_u64;
            for &m in &moves {
                let mut next = position;
                next.play_unchecked(m);
                sum = sum.wrapping_add(hash(&seen(&next)));
            }
            let result = position.outcome().map_or("-", |outcome| match outcome.winner {
                None => "draw",
                Some(side) if side == position.turn() => "won",
                Some(_) => "lost",
            });
            let text = position.position_text();
            println!("{} {} {sum:016x} {result}\t{text}", seen(&position), moves.len());
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[(random.next() % moves.len() as u64) as usize]);
        }
    }
}

/// The towers as the side to move sees them: `a` to `e` own ones by height, capitals the other's.
fn seen(position: &Position) -> String {
    let letter = |cell: &Cell| {
        position.tower(*cell).map_or('.', |tower| {
            let letter = (b'a' + tower.height() - 1) as char;
            if tower.colour() == position.to_move() { letter } else { letter.to_ascii_uppercase() }
        })
    };
    Cell::ALL.iter().filter(|cell| **cell != Cell::CENTRE).map(letter).collect()
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
