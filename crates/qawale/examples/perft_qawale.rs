//! The number of move sequences: `cargo run --release -p galet-qawale --example perft_qawale -- DEPTH`.

use galet_qawale::Position;
use galet_qawale::perft::{Leaves, perft};

fn main() -> Result<(), std::num::ParseIntError> {
    let depth: u32 = std::env::args().nth(1).map_or(Ok(3), |depth| depth.parse())?;
    for depth in 1..=depth {
        println!("{depth} {}", perft(&Position::default(), depth, Leaves::Counted));
    }
    Ok(())
}
