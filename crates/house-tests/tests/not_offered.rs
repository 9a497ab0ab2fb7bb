//! Without its feature the sample game is in no registry.
#![cfg(not(feature = "sample"))]

use galet_core::ManualTime;
use std::sync::Arc;

#[test]
fn the_sample_game_is_not_offered() {
    assert!(galet_games::find("gue").is_err());
    let time = Arc::new(ManualTime::default());
    assert!(galet_engine::new("gue", time).is_err());
    assert!(galet_games::all().iter().all(|game| game.title() != "Gué"));
}
