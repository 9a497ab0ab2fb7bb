//! Iterative deepening: each depth begins from what the one before has found.

use crate::lazy::Lazy;
use crate::mind::Mind;
use crate::node::{Node, Window};
use crate::root::{MoveOf, Variation};
use crate::score::{INFINITE, MAX_PLY, Score, WIN};
use crate::worker::{Shared, Worker};
use galet_core::Game;

/// No depth beyond this is begun.
pub(crate) const MAX_DEPTH: i32 = (MAX_PLY / 2) as i32;

/// What a search is to find.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a, M> {
    /// How many lines.
    pub(crate) lines: usize,
    /// Moves that none of them begins with.
    pub(crate) without: &'a [M],
}

/// Hears of every depth that is finished with its lines, and says whether there shall be another.
type GoOn<'f, 'a, M> = dyn FnMut(&mut Worker<'a, M>, (i32, &[Variation<MoveOf<M>>])) -> bool + 'f;

/// Searches deeper and deeper until a limit is reached, `most` is done, or `go_on` says no.
pub(crate) fn deepen<'a, M: Mind>(
    worker: &mut Worker<'a, M>,
    shared: &'a Shared<'a, M>,
    root: &M::Game,
    first_depth: i32,
    Wanted { lines, without }: Wanted<'_, MoveOf<M>>,
    most: i32,
    go_on: &mut GoOn<'_, 'a, M>,
) {
    let accumulator = Lazy::root(shared.mind, root);
    let moves = root.count_moves().min(1_000) as usize;
    let wanted = lines.max(1).min(moves.saturating_sub(without.len()).max(1));
    let mut known: Vec<Variation<MoveOf<M>>> = Vec::new();
    for depth in first_depth..=most {
        let mut found: Vec<Variation<MoveOf<M>>> = Vec::with_capacity(wanted);
        worker.excluded.clear();
        worker.excluded.extend_from_slice(without);
        worker.found_at_root = None;
        for number in 0..wanted {
            let expected = known.get(number).map(|line: &Variation<_>| line.score);
            let score = widen(worker, shared, root, &accumulator, depth, expected);
            if worker.aborted {
                return;
            }
            let moves = worker.principal_variation().to_vec();
            let Some(&best) = moves.first() else { break };
            worker.excluded.push(best);
            // The best first, and of equal lines the one found first.
            let place = found.iter().position(|line| line.score < score);
            found.insert(place.unwrap_or(found.len()), Variation { score, moves });
        }
        worker.excluded.clear();
        known = found;
        worker.found_at_root = None;
        if !go_on(worker, (depth, &known)) {
            return;
        }
    }
}

/// Searches a narrow window around the expected score, widened until the score lies inside.
fn widen<M: Mind>(
    worker: &mut Worker<'_, M>,
    shared: &Shared<'_, M>,
    root: &M::Game,
    accumulator: &Lazy<'_, M>,
    depth: i32,
    expected: Option<Score>,
) -> Score {
    let mut width = shared.tuning.aspiration;
    let mut window = match expected {
        Some(score)
            if depth >= shared.tuning.aspiration_depth
                && score.abs() < WIN / 2
                && width < INFINITE =>
        {
            Window::new((score - width).max(-INFINITE), (score + width).min(INFINITE))
        }
        _ => Window::new(-INFINITE, INFINITE),
    };
    loop {
        let node = Node {
            position: root,
            accumulator,
            depth,
            window,
            ply: 0,
            after_null_move: false,
            expects_cut: false,
        };
        let score = worker.search(node);
        if worker.aborted || score > window.alpha && score < window.beta {
            return score;
        }
        width = shared.tuning.widened(width);
        if score <= window.alpha {
            window.alpha = if width > 5_000 { -INFINITE } else { (score - width).max(-INFINITE) };
        } else {
            window.beta = if width > 5_000 { INFINITE } else { (score + width).min(INFINITE) };
        }
    }
}
