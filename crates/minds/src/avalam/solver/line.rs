//! What to play when the value is known.

use super::search::{OutOfBudget, Prover};
use super::state::State;
use super::value_within;
use galet_avalam::{Colour, Move, Position};
use galet_core::Game;

/// Best play, as far as the budget goes: each move keeps what is proven. `value` is exact, or 1
/// for a win of unknown size.
pub(super) fn best(prover: &mut Prover<'_>, position: &Position, value: i32) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut position, mut value) = (*position, value);
    'moves: loop {
        let light = position.to_move() == Colour::Light;
        let (state, _) = State::of(&position, &mut prover.games, prover.five);
        let best = prover.best_step(&state, light).map(|step| {
            let (next, _) = state.after(step, light, &mut prover.games, prover.five);
            next.key(!light)
        });
        let mut next: Vec<(Move, Position)> = Vec::new();
        for m in position.moves() {
            let mut after = position;
            after.play_unchecked(m);
            let (state, _) = State::of(&after, &mut prover.games, prover.five);
            next.push((m, after));
            if best == Some(state.key(!light)) {
                // What the search found best is most likely to pass, so it is asked first.
                let last = next.len() - 1;
                next.swap(0, last);
            }
        }
        for (m, after) in next {
            // The move is good if it keeps the value: the opponent gets no more than `-value`.
            match value_within(prover, &after, -value, -value + 1) {
                Ok(reply) if reply <= -value => {
                    line.push(m);
                    (position, value) = (after, -value);
                    continue 'moves;
                }
                Ok(_) => {}
                Err(OutOfBudget) => return line,
            }
        }
        return line;
    }
}

/// The losing move that leaves the opponent the fewest winning replies, as far as the budget goes: whoever is
/// lost hopes for a mistake. `best` keeps the loss small and is looked at first; after another move the loss may
/// be larger.
pub(super) fn hardest(prover: &mut Prover<'_>, position: &Position, best: Move) -> Option<Move> {
    let (mut hardest, mut fewest) = (None, usize::MAX);
    // About as much again as the proof has taken: it would take ten times that to look at all replies.
    let limit = prover.node_limit;
    prover.node_limit = limit.min(2 * prover.nodes + 10_000);
    let mut moves = position.moves();
    if let Some(place) = moves.iter().position(|&m| m == best) {
        moves[..=place].rotate_right(1);
    }
    for m in moves {
        let mut after = *position;
        after.play_unchecked(m);
        match winning_replies(prover, &after, fewest) {
            Ok(replies) if replies < fewest => (hardest, fewest) = (Some(m), replies),
            Ok(_) => {}
            Err(OutOfBudget) => break,
        }
    }
    prover.node_limit = limit;
    hardest.filter(|&m| m != best)
}

/// How many moves win for the player to move; counted up to `enough`.
fn winning_replies(
    prover: &mut Prover<'_>,
    position: &Position,
    enough: usize,
) -> Result<usize, OutOfBudget> {
    let mut winning = 0;
    for m in position.moves() {
        let mut after = *position;
        after.play_unchecked(m);
        winning += usize::from(value_within(prover, &after, -1, 0)? < 0);
        if winning >= enough {
            break;
        }
    }
    Ok(winning)
}
