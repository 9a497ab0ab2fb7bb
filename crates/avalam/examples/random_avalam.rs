//! A random game, move by move: `cargo run -p galet-avalam --example random_avalam -- SEED`.

use galet_avalam::random::{SplitMix64, random_move};
use galet_avalam::{Position, Progress, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let mut random = SplitMix64::new(seed);
    let mut game = Progress::<Position>::new(Setup::default());
    while game.outcome().is_none() {
        let Some(m) = random_move(game.position(), &mut random) else { break };
        game.play(m)?;
        println!("{m}  {}", game.position());
        if game.moves().len() == 500 {
            println!("nobody wins by chance: stopped");
            return Ok(());
        }
    }
    if let Some(outcome) = game.outcome() {
        println!("{outcome}");
    }
    Ok(())
}
