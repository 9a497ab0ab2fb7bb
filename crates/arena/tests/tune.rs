//! Tuning from beginning to end, with few games.

use galet_arena::tune::{TunePlan, tune};

#[test]
fn tuning_lowers_the_loss_and_does_not_depend_on_threads() {
    for game in galet_games::all() {
        let plan = TunePlan { games: 12, nodes: 100, threads: 1, seed: 3 };
        let tuned = tune(game.name(), &plan, &|_| {}).unwrap();
        assert_eq!(tuned.before.len(), tuned.after.len());
        assert_eq!(tuned.results.iter().sum::<u64>(), 12);
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
fn an_unknown_game_is_told() {
    let plan = TunePlan { games: 1, nodes: 10, threads: 1, seed: 1 };
    assert!(tune("go", &plan, &|_| {}).unwrap_err().to_string().contains("no game 'go'"));
}
