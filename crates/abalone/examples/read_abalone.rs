//! Reads a position and tells what can be played: `cargo run -p galet-abalone --example read_abalone -- TEXT`.

use galet_abalone::{Game, Notation, Position, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let text = text.as_deref().unwrap_or("w3w/6/7/8/4b4/8/7/6/5 b 0 0");
    let checked = Position::parse_position(text, &Setup::default())?;
    for warning in &checked.warnings {
        println!("odd: {warning}");
    }
    let position = checked.position;
    match position.outcome() {
        Some(outcome) => println!("the game is over: {outcome}"),
        None => println!("the {} has {} moves", position.turn(), position.count_moves()),
    }
    for m in position.moves().into_iter().take(10) {
        println!("{}", position.move_text(m));
    }
    Ok(())
}
