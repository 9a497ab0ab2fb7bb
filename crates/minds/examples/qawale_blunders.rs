//! How often full strength at Qawale loses what is drawn, where nothing is stored: positions after six to nine
//! plies of careful or pressing play by both sides, with 100,000 nodes a move, judged by the prover.
//!
//! ```text
//! cargo run --release -p galet-minds --example qawale_blunders [positions [seed [nodes]]]
//! ```
//!
//! A position counts if the prover says that it is drawn. Each blunder is told with a move that holds.

#[path = "common/pressing.rs"]
#[allow(dead_code, reason = "the games are for others")]
mod pressing;

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress, ThreadTime};
use galet_qawale::{Position, Setup};
use galet_search::Limits;
use pressing::{Opponent, answer, can_be_won, full_strength, loses};
use std::sync::Arc;

/// How many plies have been played.
const PLIES: std::ops::Range<usize> = 6..10;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let wanted = numbers.next().unwrap_or(3_000);
    let seed = numbers.next().unwrap_or(1);
    let nodes = numbers.next().unwrap_or(100_000);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut engine = full_strength(Arc::new(ThreadTime));
    let mut random = SplitMix64::new(seed);
    // By plies played: positions, blunders.
    let mut counts = [[0; 2]; PLIES.end];
    let mut drawn = 0;
    while drawn < wanted {
        let plies = PLIES.start + random.below(PLIES.len());
        let Some(game) = played(plies, &mut random) else { continue };
        let position = game.position();
        if can_be_won(position) {
            continue;
        }
        let m = answer(&mut *engine, &game, &limits);
        if loses(position, m) {
            let Some(holds) = position.moves().into_iter().find(|&m| !loses(position, m)) else {
                continue;
            };
            println!("BLUNDER: {m} in {}; {holds} holds", position.position_text());
            counts[plies][1] += 1;
        }
        counts[plies][0] += 1;
        drawn += 1;
        if drawn % 100 == 0 || drawn == wanted {
            let blunders: u64 = counts.iter().map(|count| count[1]).sum();
            println!("{drawn} drawn positions, {blunders} blunders");
            for plies in PLIES {
                println!("after ply {plies} | {} | {}", counts[plies][0], counts[plies][1]);
            }
        }
    }
}

/// A game after so many plies, none of which lost at once: careful ones, half of the time the last two pressing.
fn played(plies: usize, random: &mut SplitMix64) -> Option<Progress<Position>> {
    let mut game: Progress<Position> = Progress::new(Setup::default());
    let pressing = if random.below(2) == 0 { plies } else { plies - 2 };
    while game.moves().len() < plies {
        if game.outcome().is_some() {
            return None;
        }
        let opponent =
            if game.moves().len() < pressing { Opponent::Careful } else { Opponent::Pressing };
        game.play(opponent.choose(&game, random)).expect("legal");
    }
    game.outcome().is_none().then_some(game)
}
