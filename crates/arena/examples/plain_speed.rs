//! How fast and how deep the opponent "plain" searches from the start of each game:
//!
//! ```text
//! cargo run --release -p galet-arena --example plain_speed
//! ```

use galet_arena::Bounds;
use galet_arena::player::plain::PlainSearch;
use galet_core::{Game, Progress};
use galet_engine::Visitor;
use galet_minds::Expert;
use galet_minds::baseline::Baseline;
use galet_scene::Scenic;
use std::time::{Duration, Instant};

struct Measure;

impl Visitor for Measure {
    type Output = ();

    fn visit<E: Expert>(self)
    where
        E::Game: Scenic + Baseline,
    {
        let game = Progress::<E::Game>::new(<E::Game as Game>::Setup::default());
        let mut search = PlainSearch::new(16);
        let bounds = Bounds { time: Some(Duration::from_secs(5)), ..Bounds::default() };
        let begun = Instant::now();
        let found = search.search(&game, &bounds);
        let speed = found.nodes as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!("{}: depth {} in 5 s, {speed:.1} million nodes/s", E::Game::NAME, found.depth);
    }
}

fn main() {
    for game in galet_games::all() {
        galet_engine::visit(game.name(), Measure).expect("every game has a mind");
    }
}
