//! Whatever is pruned, a result that the search calls forced is forced.

use crate::games::{random_game, with_limit_in};
use crate::reference::can_force;
use crate::watched::{Counts, Shown, Watched};
use galet_core::random::SplitMix64;
use galet_core::{Game, MonotonicTime, Notation, Progress};
use galet_sample::{Move, Position};
use galet_search::score::forced_in;
use galet_search::{Limits, Search, Table};

/// What the search claimed, over many games.
#[derive(Default, Debug)]
struct Claims {
    wins: u32,
    losses: u32,
    longest: u32,
    counts: Counts,
}

impl Claims {
    /// Whether there was enough to confirm, and everything that prunes has pruned.
    fn are_many(&self) {
        let Claims { wins, losses, longest, counts } = self;
        assert!(*wins > 700 && *losses > 60 && *longest > 5, "too easy: {self:?}");
        assert!(counts.null_move_cuts() > 8_000, "too few null moves cut: {self:?}");
        assert!(counts.noisy_moves > 20_000 && counts.wins_at_once > 10_000, "{self:?}");
    }

    /// Searches as the mind would play, and has each forced result confirmed.
    fn check(&mut self, game: &Progress<Position>, table: &Table, depth: u32) {
        let mind = Watched::<true>::new(Shown::All);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = Search::new(&mind, table, &MonotonicTime).run(game, &limits, |_| {});
        self.counts.add(mind.counts());
        let Some(plies) = forced_in(report.lines[0].score) else { return };
        let attacker = if plies > 0 { game.turn() } else { game.turn().other() };
        let confirmed = can_force(game, attacker, plies.unsigned_abs());
        assert!(
            confirmed,
            "{attacker} does not win in {}: {} after {:?} under {:?}, depth {depth}",
            plies.unsigned_abs(),
            game.position().position_text(),
            game.moves(),
            game.setup(),
        );
        if plies > 0 {
            self.wins += 1;
        } else {
            self.losses += 1;
        }
        self.longest = self.longest.max(plies.unsigned_abs());
    }
}

#[test]
fn forced_results_are_true_whatever_is_pruned() {
    let mut claims = Claims::default();
    let mut random = SplitMix64::new(11);
    for case in 0..6_000 {
        let game = random_game(&mut random, 24);
        claims.check(&game, &Table::new(1), 3 + case % 4);
    }
    claims.are_many();
}

#[test]
fn forced_results_are_true_near_the_move_limit() {
    let mut claims = Claims::default();
    let mut random = SplitMix64::new(12);
    for case in 0..5_500 {
        let depth = 3 + case % 4;
        let game = random_game(&mut random, 24);
        let game = with_limit_in(&game, 1 + random.below(depth as usize + 1));
        claims.check(&game, &Table::new(1), depth);
    }
    claims.are_many();
}

#[test]
fn forced_results_are_true_with_a_table_kept_from_move_to_move() {
    let mut claims = Claims::default();
    let mut random = SplitMix64::new(13);
    for case in 0..500 {
        let game = random_game(&mut random, 24);
        let table = Table::new(1);
        for ply in 0..=game.moves().len() {
            claims.check(&game.at_ply(ply), &table, 3 + case % 4);
        }
    }
    claims.are_many();
}

/// A winning move that has been played and taken back until the position it leads to has stood
/// twice: once more is a draw, whatever the table remembers from before.
#[test]
fn forced_results_are_true_when_positions_come_back_under_a_table_that_remembers() {
    let (mut claims, mut games) = (Claims::default(), 0);
    let mut random = SplitMix64::new(14);
    for case in 0..12_000 {
        let depth = 4 + case % 4;
        let game = random_game(&mut random, 40);
        let (setup, root) = (*game.setup(), *game.position());
        let Some((first, back)) = winning_step(&Progress::from_position(setup, root), depth) else {
            continue;
        };
        games += 1;
        let table = Table::new(1);
        let after = root.play(first).expect("a legal move");
        let mut game = Progress::from_position(setup, after);
        for m in [Move::Pass, back, Move::Pass, first, Move::Pass, back, Move::Pass] {
            claims.check(&game, &table, depth);
            game.play(m).expect("nothing has stood three times");
        }
        claims.check(&game, &table, depth);
    }
    assert!(games > 300, "only {games} games");
    claims.are_many();
}

/// A step that takes nothing and begins a forced win of three plies or more, and the step back.
fn winning_step(game: &Progress<Position>, depth: u32) -> Option<(Move, Move)> {
    let (mind, table) = (Watched::<true>::new(Shown::All), Table::new(1));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = Search::new(&mind, &table, &MonotonicTime).run(game, &limits, |_| {});
    let first = report.lines[0].moves[0];
    let wins = forced_in(report.lines[0].score).is_some_and(|plies| plies >= 3);
    match first {
        Move::Step { from, to } if wins && !game.position().takes(first) => {
            Some((first, Move::Step { from: to, to: from }))
        }
        _ => None,
    }
}
