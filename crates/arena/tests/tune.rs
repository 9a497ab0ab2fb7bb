//! Tuning from beginning to end, with few games.

use galet_arena::tune::{TunePlan, tune};
use galet_engine::ugi::moves_to_go;
use galet_games::SetupText;

#[test]
fn tuning_lowers_the_loss_and_does_not_depend_on_threads() {
    for game in galet_games::all() {
        // Short games are cheap and often drawn: more of them.
        let start = game.start(&SetupText::default()).unwrap();
        let games = 1_600 / u64::from(moves_to_go(&*start));
        let plan = TunePlan { games, nodes: 200, threads: 1, seed: 3 };
        let tuned = tune(game.name(), &plan, &|_| {}).unwrap();
        assert_eq!(tuned.before.len(), tuned.after.len());
        assert_eq!(tuned.results.iter().sum::<u64>(), games);
        assert!(tuned.positions > 20 && tuned.checked > 0, "{tuned:?}");
        // Rounding may cost what little there is to win, never more.
        assert!(tuned.loss[1] <= tuned.loss[0] + 1e-4, "{tuned:?}");
        let again = tune(game.name(), &TunePlan { threads: 3, ..plan }, &|_| {}).unwrap();
        assert_eq!(again, tuned);
        let rust = tuned.to_rust();
        assert_eq!(rust.lines().count(), tuned.after.len() + 2, "{rust}");
        assert!(rust.contains(&format!("    {}, // {}: ", tuned.after[0], tuned.before[0].name)));
    }
}

#[test]
fn games_without_a_winner_teach_nothing() {
    let plan = TunePlan { games: 9, nodes: 50, threads: 1, seed: 1 };
    let told = tune(galet_games::all()[0].name(), &plan, &|_| {}).unwrap_err().to_string();
    assert!(told.contains("of 9 games were decided"), "{told}");
}

#[test]
fn an_unknown_game_is_told() {
    let plan = TunePlan { games: 1, nodes: 10, threads: 1, seed: 1 };
    assert!(tune("go", &plan, &|_| {}).unwrap_err().to_string().contains("no game 'go'"));
}
