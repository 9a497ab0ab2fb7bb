//! Counting move sequences: the classic check of a move generator, and its speed.

use crate::Game;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the last ply of a count is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaves {
    /// The moves of the last ply are counted in bulk and not played.
    #[default]
    Counted,
    /// Every move of the last ply is generated and played, as a search would.
    Made,
}

/// The number of legal move sequences of exactly `depth` plies.
pub fn perft<G: Game>(position: &G, depth: u32, leaves: Leaves) -> u64 {
    match (depth, leaves) {
        (0, _) => 1,
        (1, Leaves::Counted) => position.count_moves(),
        (1, Leaves::Made) => make_leaves(position),
        _ => {
            let mut nodes = 0;
            let _ = position.visit_moves(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                nodes += perft(&next, depth - 1, leaves);
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}

/// Plays every move. The keys are folded into a value that the optimiser must keep, so that the
/// work is really done.
fn make_leaves<G: Game>(position: &G) -> u64 {
    let (mut nodes, mut keys) = (0, 0);
    let _ = position.visit_moves(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        keys ^= std::hint::black_box(&next).key();
        nodes += 1;
        ControlFlow::Continue(())
    });
    std::hint::black_box(keys);
    nodes
}

/// The count split by the first move, on `threads` threads.
///
/// `progress` is called with the number of finished and of all first moves, from any thread.
/// At depth 0 there is no first move and the list is empty.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    leaves: Leaves,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.moves();
    let next_move = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let work = || {
        let mut counts = Vec::new();
        loop {
            let index = next_move.fetch_add(1, Ordering::Relaxed);
            let Some(&m) = moves.get(index) else { return counts };
            let mut next = position.clone();
            next.play_unchecked(m);
            counts.push((index, perft(&next, depth - 1, leaves)));
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
        }
    };
    let mut counts: Vec<(usize, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("a counting thread panicked")).collect()
    });
    counts.sort_unstable();
    counts.into_iter().map(|(index, nodes)| (moves[index], nodes)).collect()
}
