//! Without its feature the sample game is in no registry.
#![cfg(not(feature = "sample"))]

#[test]
fn the_sample_game_is_not_offered() {
    assert!(galet_games::find("gue").is_err());
    assert!(galet_engine::new("gue", std::sync::Arc::new(galet_core::MonotonicTime)).is_err());
    assert!(galet_games::all().iter().all(|game| game.title() != "Gué"));
}
