//! What reviews say about players: a short version of the tables in `docs/review.md`.

use galet_arena::review::{FitError, Measured, Played, fit, measure};
use galet_games::record;

/// The first games of a match against level 5.
macro_rules! games {
    ($name:literal) => {
        read(include_str!(concat!("review/", $name, ".pgn")))
    };
}

fn read(text: &str) -> Vec<Played> {
    let played = |record| Played::read(&record).expect("it has a result");
    record::read_all(text).map(|record| played(record.expect("a record"))).collect()
}

/// Matches of a random mover and of level 9, and the least that must lie between them.
fn matches() -> [(&'static str, Vec<Played>, Vec<Played>, f64); 3] {
    [
        ("abalone", games!("abalone-random"), games!("abalone-level9"), 0.12),
        ("avalam", games!("avalam-random"), games!("avalam-level9"), 0.25),
        ("qawale", games!("qawale-random"), games!("qawale-level9"), 0.1),
    ]
}

#[test]
fn a_random_mover_does_not_pass() {
    for (game, random, strong, least) in matches() {
        let of = |games: &[Played]| {
            let reviewed = measure(games, 2, &|| {});
            assert!(reviewed.iter().all(|game| !game.moves.is_empty()), "{game}");
            Measured::of(games, &reviewed).expect("there are games")
        };
        let (random, strong) = (of(&random), of(&strong));
        assert_eq!((&*random.player, &*strong.player), ("random", "level:9"));
        let [low, high] = [&random, &strong].map(|player| player.accuracy.mean);
        assert!(low + least < high && high <= 1.0, "{game}: random {low}, level 9 {high}");
        let [moves, marked] = random.late;
        assert!(game == "qawale" || 3 * marked > moves, "{game}: {marked} of {moves} are marked");
    }
}

#[test]
fn the_moves_of_the_opening_are_not_counted() {
    for (game, games, ..) in matches() {
        let opening = if game == "qawale" { 2 } else { 4 };
        assert!(games.iter().all(|played| played.opening_plies == opening), "{game}");
    }
}

#[test]
fn too_few_games_say_nothing() {
    let [(_, games, ..), (_, others, ..), _] = matches();
    let few = fit("abalone", &games[..1], 1, 1, &|| {});
    assert!(matches!(few, Err(FitError::TooFew { positions: 0..=1 })), "{few:?}");
    let mixed = fit("abalone", &others, 1, 1, &|| {});
    assert!(matches!(mixed, Err(FitError::Mixed { found: "avalam", .. })), "{mixed:?}");
}
