//! Positions of random games as the side to move sees them, with a checksum of what can follow:
//! what the rules in `train/` are compared with.
//!
//! `cargo run --release -p galet-abalone --example positions -- starts` lists the start layouts,
//! `… -- GAMES SEED` walks through random games.

use galet_abalone::{Cell, Position, Setup};
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Setup as _};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "starts") {
        for index in 0..Setup::layouts().len() {
            let mut setup = Setup::default();
            setup.set_layout(index);
            println!("{}", cells(&Position::start(&setup)));
        }
        return;
    }
    let number = |n: usize, default| args.get(n).and_then(|a| a.parse().ok()).unwrap_or(default);
    let mut random = SplitMix64::new(number(1, 1));
    for game in 0..number(0, 10) {
        let mut setup = Setup::default();
        setup.set_layout(game as usize % Setup::layouts().len());
        let mut position = Position::start(&setup);
        for _ in 0..200 {
            let moves = position.moves();
            if position.outcome().is_some() || moves.is_empty() {
                break;
            }
            let mut sum = 0_u64;
            for &m in &moves {
                let mut next = position;
                next.play_unchecked(m);
                sum = sum.wrapping_add(hash(&seen(&next)));
            }
            let text = position.position_text();
            println!("{} {} {sum:016x}\t{text}", seen(&position), moves.len());
            // Ejections are rare in random play: take them when they come.
            let ejection = moves.iter().find(|m| m.ejects());
            let any = moves[(random.next() % moves.len() as u64) as usize];
            position.play_unchecked(ejection.copied().unwrap_or(any));
        }
    }
}

/// The position as the side to move sees it: the cells, own marbles lost, marbles taken.
fn seen(position: &Position) -> String {
    let me = position.turn();
    let lost = position.ejected_by(me.other());
    format!("{} {lost} {}", cells(position), position.ejected_by(me))
}

fn cells(position: &Position) -> String {
    let letter = |cell| match position.at(cell) {
        Some(side) if side == position.turn() => 'x',
        Some(_) => 'o',
        None => '.',
    };
    Cell::ALL.into_iter().map(letter).collect()
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
