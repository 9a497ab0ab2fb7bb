//! A game that nobody outside its crate and its mind has heard of is played, looked at, analysed,
//! reviewed, recorded, drawn and taught.

mod engine;
mod records;
mod scheduler;
mod study;
mod table;

use galet_core::ManualTime;
use galet_engine::AnyEngine;
use galet_games::{AnyProgress, SetupText};
use std::sync::Arc;

/// The name of the sample game, the only thing that these tests know of it besides its moves.
const GAME: &str = "gue";

/// The sample game about to begin, from a position if one is given.
fn begin(position: Option<&str>) -> Box<dyn AnyProgress> {
    let game = galet_games::find(GAME).expect("the sample game is registered");
    let setup = SetupText { position: position.map(str::to_owned), ..SetupText::default() };
    game.start(&setup).expect("a setup")
}

/// Its engine, on a clock that stands still.
fn engine() -> Box<dyn AnyEngine> {
    galet_engine::new(GAME, Arc::new(ManualTime::default())).expect("it has an engine")
}
