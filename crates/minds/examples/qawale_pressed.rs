//! Games of full strength at Qawale from the start, against opponents who want it to err, cut short at random:
//! it must not lose one. Every move behind the stored replies is judged by the prover, so a mistake counts even
//! if the opponent does not see it.
//!
//! ```text
//! cargo run --release -p galet-minds --example qawale_pressed [games [seed]]
//! ```
//!
//! Half of the games are limited by nodes (30,000 to 240,000 a move), half by processor time (20 to 80 ms).
//! A mistake is told with the position, and a move that holds.

#[path = "common/pressing.rs"]
#[allow(dead_code, reason = "the judging of positions is for others")]
mod pressing;

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Side, ThreadTime};
use galet_search::Limits;
use pressing::{End, Opponent, full_strength, loses, play};
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(2_000);
    let seed = numbers.next().unwrap_or(1);
    let mut engine = full_strength(Arc::new(ThreadTime));
    let mut results = [[[0; 3]; 2]; 4];
    for game in 0..games {
        let mut random = SplitMix64::new(SplitMix64::new(seed).next().wrapping_add(game));
        let side = if game % 2 == 0 { Side::First } else { Side::Second };
        // Half of the games are pressed, the others divided among the rest.
        let opponent = if game / 2 % 2 == 0 { 3 } else { game as usize / 4 % 3 };
        let limits = cut_short(&mut random);
        let result = match play(&mut *engine, side, Opponent::ALL[opponent], &limits, &mut random) {
            End::Fine { won } => usize::from(!won),
            End::Lost(mistake) => {
                let position = mistake.game.position();
                let holds = position.moves().into_iter().find(|&m| !loses(position, m));
                let holds = holds.map(|m| m.to_string());
                println!(
                    "LOST: game {game}, {side:?} against {:?}, {limits:?}: {} in {}, ply {}; {} holds",
                    Opponent::ALL[opponent],
                    mistake.m,
                    position.position_text(),
                    mistake.game.moves().len() + 1,
                    holds.as_deref().unwrap_or("nothing"),
                );
                2
            }
        };
        results[opponent][side as usize][result] += 1;
        if game % 100 == 99 || game + 1 == games {
            println!("{} games", game + 1);
            for (opponent, sides) in Opponent::ALL.iter().zip(&results) {
                for (side, [won, drawn, lost]) in ["first", "second"].iter().zip(sides) {
                    println!("{opponent:?} | {side} | +{won} ={drawn} -{lost}");
                }
            }
        }
    }
}

/// A limit by nodes or by time, each as likely, the short ones likelier than the long ones.
fn cut_short(random: &mut SplitMix64) -> Limits {
    let times = 1 << random.below(4);
    if random.below(2) == 0 {
        Limits { nodes: Some(30_000 * times), ..Limits::default() }
    } else {
        Limits { time: Some(Duration::from_millis(20 * times.min(4))), ..Limits::default() }
    }
}
