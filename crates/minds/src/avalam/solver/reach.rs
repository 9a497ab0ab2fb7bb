//! Which positions are worth a try: a try that fails takes time from the search.

use galet_avalam::Position;
use galet_core::Game;

/// Positions that the solver looks at in a second, about.
pub(in crate::avalam) const A_SECOND: u64 = 1_000_000;

/// Half of the positions with this many moves are solved within [`NODES`] nodes. Counted at plies 20 to 24 of
/// own games: with 20, 70 and 300 thousand nodes half were solved at about 60, 67 and 74 moves.
const MOVES: u64 = 60;
const NODES: u64 = 20_000;
/// So many moves more take this many times the nodes.
const STEP: u64 = 7;
const TIMES: f64 = 4.0;
/// A position that probably takes so many times what there is may still be solved, in about one case of ten.
const HOPE: f64 = 3.0;

/// Whether the solver has a fair chance with so many nodes; who sets no limit wants it tried.
pub(in crate::avalam) fn is_within_reach(position: &Position, nodes: u64) -> bool {
    let more = (position.count_moves() as f64 - MOVES as f64) / STEP as f64;
    nodes == u64::MAX || NODES as f64 * TIMES.powf(more) <= nodes as f64 * HOPE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_out_of_reach_and_late_positions_are_not() {
        let mut position = Position::start(&Default::default());
        assert!(!is_within_reach(&position, 1_000_000_000));
        let mut last = u64::MAX;
        // The fewer moves are left the less it takes.
        while let Some(&m) = position.moves().first() {
            let takes = (0..40).map(|n| 1 << n).find(|&nodes| is_within_reach(&position, nodes));
            let takes = takes.unwrap_or(u64::MAX);
            assert!(takes <= last);
            last = takes;
            position.play_unchecked(m);
        }
        assert_eq!(last, 1);
        assert!(is_within_reach(&Position::start(&Default::default()), u64::MAX));
    }
}
