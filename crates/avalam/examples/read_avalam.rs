//! Reads a position and tells what can be played: `cargo run -p galet-avalam --example read_avalam -- TEXT`.

use galet_avalam::{Game, Notation, Position, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let text =
        text.as_deref().unwrap_or("1A/aAbA/AaAaAa/aAaAaAaA/aAaA1AaAa/AaAaAaAa/aAaAaA/AaAa/Aa x");
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
