//! Exact play at the end: who wins, by how much, and how.
//!
//! A move only removes towers and possible moves, so groups of towers that have lost touch never
//! meet again: a position is a sum of *components*, and its score the sum of theirs. The solver
//! keeps large components on the board (`state.rs`), replaces small ones by games that do not
//! know their place (`games.rs`), and searches the sum (`search.rs`, `table.rs`).

mod bounds;
mod games;
mod line;
mod reach;
mod search;
mod state;
mod table;
mod towers;

use crate::{Budget, Solution};
use galet_avalam::{Colour, Move, Position, Tie};
use galet_core::{Game, Side};
use galet_scene::Phrase;
use games::TOWER;
use search::{OutOfBudget, Prover};
use state::State;

pub(super) use reach::{A_SECOND, is_within_reach};

/// A tower in the margin of a solution; towers of five are ones.
pub(super) const MARGIN_OF_A_TOWER: u32 = 16;

/// Proves the value of a position that is not finished, if so many nodes suffice and nobody says
/// stop: first who wins, then by how much. A win whose size is not proven is a "win" with margin 1.
/// Towers of five count only where the towers are equal, and are not looked at elsewhere.
pub(super) fn solve(position: &Position, budget: &Budget) -> Option<Solution<Move>> {
    if position.count_moves() == 0 {
        return None;
    }
    let mut prover = Prover::new(0, budget.nodes, budget);
    let solution = solve_with(&mut prover, position, budget.wants_hope);
    budget.spend(prover.nodes);
    solution
}

/// Who wins a position that is not finished, `Some(None)` for a draw, if so many nodes suffice.
pub(super) fn winner(position: &Position, budget: &Budget) -> Option<Option<Side>> {
    if position.count_moves() == 0 {
        return None;
    }
    let mut prover = Prover::new(0, budget.nodes, budget);
    let certain = sign(&mut prover, position);
    budget.spend(prover.nodes);
    Some(side_of(certain.ok()?, position))
}

/// A bound of the value that has its sign.
fn sign(prover: &mut Prover<'_>, position: &Position) -> Result<i32, OutOfBudget> {
    let certain = value_within(prover, position, -1, 1)?;
    if certain != 0 || position.tie() != Tie::TowersOfFive {
        return Ok(certain);
    }
    prover.count_fives();
    value_within(prover, position, -1, 1)
}

/// Who wins by a value for the player to move.
fn side_of(value: i32, position: &Position) -> Option<Side> {
    match value.signum() {
        1 => Some(position.turn()),
        -1 => Some(position.turn().other()),
        _ => None,
    }
}

/// The same with a prover that has not been used.
fn solve_with(
    prover: &mut Prover<'_>,
    position: &Position,
    wants_hope: bool,
) -> Option<Solution<Move>> {
    let certain = sign(prover, position).ok()?;
    let exact = if certain == 0 { Ok(0) } else { margin(prover, position, certain) };
    // A loss without its size shows no way to make the best of it.
    let proven = exact.as_ref().map_or(certain.signum(), |&value| value);
    if exact.is_err() && proven < 0 {
        return None;
    }
    let line = line::best(prover, position, proven);
    let &first = line.first()?;
    let hope = (wants_hope && proven < 0).then(|| line::hardest(prover, position, first)).flatten();
    let winner = side_of(proven, position);
    let (towers, fives) = towers_and_fives(proven.abs());
    let told = |value| if exact.is_ok() { say(value, towers, fives) } else { say_sign(value) };
    let (words, for_winner) = (told(proven), told(proven.abs()));
    let margin =
        if exact.is_ok() { (MARGIN_OF_A_TOWER as i32 * towers + fives).max(0) as u32 } else { 1 };
    let margin = if proven == 0 { 0 } else { margin };
    let (sized, nodes) = (exact.is_ok(), prover.nodes);
    let plies = line.len();
    Some(Solution { winner, margin, sized, words, for_winner, line, plies, hope, nodes })
}

/// The value for the player to move, exact between the bounds.
fn value_within(
    prover: &mut Prover<'_>,
    position: &Position,
    alpha: i32,
    beta: i32,
) -> Result<i32, OutOfBudget> {
    let light = position.to_move() == Colour::Light;
    let (state, settled) = State::of(position, &mut prover.games, prover.five);
    let settled = if light { settled } else { -settled };
    let value = prover.search(&state, light, alpha - settled, beta - settled)?;
    Ok(settled + value)
}

/// The exact value of a position of which a bound and the winner are known. Each question is
/// whether the value lies beyond what is certain, which is cheaper than to ask for the value.
fn margin(prover: &mut Prover<'_>, position: &Position, certain: i32) -> Result<i32, OutOfBudget> {
    let mut value = certain;
    loop {
        let (alpha, beta) = if certain > 0 { (value, value + 1) } else { (value - 1, value) };
        let found = value_within(prover, position, alpha, beta)?;
        if found == value || certain > 0 && found <= alpha || certain < 0 && found >= beta {
            return Ok(value);
        }
        value = found;
    }
}

/// A score taken apart into towers and towers of five.
fn towers_and_fives(score: i32) -> (i32, i32) {
    let towers = (score + TOWER / 2).div_euclid(TOWER);
    (towers, score - towers * TOWER)
}

/// "win by 2 towers"; without a lead in towers it is the towers of five that decide.
fn say(value: i32, towers: i32, fives: i32) -> Phrase {
    let (number, en, fr) = match (towers, fives) {
        (0, 0) => return say_sign(0),
        (0, 1) => ("one".to_owned(), "tower of five", "1 tour de cinq".to_owned()),
        (0, n) => (n.to_string(), "towers of five", format!("{n} tours de cinq")),
        (1, _) => ("1".to_owned(), "tower", "1 tour".to_owned()),
        (n, _) => (n.to_string(), "towers", format!("{n} tours")),
    };
    if value > 0 {
        Phrase::new(format!("win by {number} {en}"), format!("gain de {fr}"))
    } else {
        Phrase::new(format!("loss by {number} {en}"), format!("perte de {fr}"))
    }
}

/// The result without its margin, for the player to move.
fn say_sign(value: i32) -> Phrase {
    match value.signum() {
        1 => Phrase::new("win", "gain"),
        -1 => Phrase::new("loss", "perte"),
        _ => Phrase::new("draw", "nulle"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::StopAtLook;
    use galet_core::random::SplitMix64;

    #[test]
    fn results_are_said_in_both_languages() {
        let said = |value: i32| {
            let (towers, fives) = towers_and_fives(value.abs());
            say(value, towers, fives)
        };
        assert_eq!(said(0), Phrase::new("draw", "nulle"));
        assert_eq!(said(1), Phrase::new("win by one tower of five", "gain de 1 tour de cinq"));
        assert_eq!(said(-2), Phrase::new("loss by 2 towers of five", "perte de 2 tours de cinq"));
        assert_eq!(said(TOWER - 3), Phrase::new("win by 1 tower", "gain de 1 tour"));
        assert_eq!(said(2 * TOWER + 1), Phrase::new("win by 2 towers", "gain de 2 tours"));
    }

    #[test]
    fn no_number_of_fives_outweighs_a_tower() {
        for (towers, fives) in [(0, 49), (1, -48), (7, 9), (40, -8)] {
            assert_eq!(towers_and_fives(towers * TOWER + fives), (towers, fives));
        }
    }
    /// Positions of random games after so many plies, those with the most moves first: they take
    /// longest between two looks.
    fn widest(plies: usize, wanted: usize) -> Vec<Position> {
        let mut found: Vec<Position> = Vec::new();
        for seed in 0..60 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start(&Default::default());
            for _ in 0..plies {
                let moves = position.moves();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
            found.push(position);
        }
        found.sort_by_key(|position| std::cmp::Reverse(position.count_moves()));
        found.truncate(wanted);
        found
    }

    /// What the solver has done when it is told to stop at a look: moves made, games and sums worked
    /// out. `None` if it was done before.
    fn done_at(position: &Position, look: u64) -> Option<(u64, usize)> {
        let signal = StopAtLook::new(look);
        let mut prover = Prover::new(0, u64::MAX, &signal);
        let solution = solve_with(&mut prover, position, true);
        if signal.looks() < look {
            assert!(solution.is_some(), "nobody stopped it: {position:?}");
            return None;
        }
        // It may have proven enough by then to know what to play; it does not go on looking for more.
        assert!(signal.looks() <= look + 1, "{} looks, told at {look}", signal.looks());
        Some((prover.made, prover.games.work()))
    }

    /// Games and sums that may be worked out between two looks. A quarter of it was seen.
    const MAX_WORK: usize = 640;
    /// Moves that may be made between two looks: those after which a look is due, and those of a node
    /// and of the line.
    const MAX_MADE: u64 = 128 + 600;

    #[test]
    fn it_stops_at_the_next_look_and_looks_often() {
        let (mut stopped, mut most) = (0, 0);
        for plies in [0, 4, 10, 16, 22] {
            for position in widest(plies, 3) {
                for look in [1, 2, 10, 30, 120] {
                    let (Some(now), Some(next)) =
                        (done_at(&position, look), done_at(&position, look + 1))
                    else {
                        continue;
                    };
                    stopped += 1;
                    most = most.max(next.1 - now.1);
                    assert!(next.0 - now.0 <= MAX_MADE, "{look}: {now:?} {next:?}");
                }
            }
        }
        assert!(stopped >= 50, "only {stopped} were stopped");
        assert!(most <= MAX_WORK, "{most} worked out between two looks");
    }
}
