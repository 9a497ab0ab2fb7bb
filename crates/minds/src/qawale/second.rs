//! A second opinion on who can force a line: the search of the certificate's checker, which shares nothing with the
//! prover's.

use galet_core::{Game, Side};
use galet_qawale::Position;
use galet_qawale_check::{Search, Wins};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Whether a side can force a line in a position that is not finished; `None` if that takes more nodes.
pub(super) fn forces_line(position: &Position, side: Side, nodes: u64) -> Option<bool> {
    static WINS: OnceLock<Wins> = OnceLock::new();
    let never = AtomicBool::new(false);
    let mut search = Search::new(WINS.get_or_init(Wins::new), side, &never).within(nodes);
    let [own, other] = [side, side.other()].map(|side| u32::from(position.left(side)));
    // The game ends when a side is to move and has no pebble left.
    let attacks = if position.turn() == side { own.min(other + 1) } else { own.min(other) };
    search.holds(position, attacks).ok().map(|holds| !holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qawale::solver;
    use galet_core::StopAtLook;
    use galet_core::random::{SplitMix64, random_move};
    use galet_qawale::Setup;
    use galet_qawale_proof::search::Search as Prover;

    #[test]
    fn both_solvers_agree() {
        let mut random = SplitMix64::new(5);
        let (mut compared, mut won) = (0, 0);
        while compared < 60 {
            let mut position = Position::start(&Setup::default());
            for _ in 0..9 + random.below(5) {
                if let Some(m) = random_move(&position, &mut random) {
                    position.play_unchecked(m);
                }
            }
            let never = StopAtLook::new(u64::MAX);
            let mut prover = Prover::new(&never);
            prover.node_limit = 60_000;
            let Some(winner) = solver::winner(&position, &mut prover) else { continue };
            for side in Side::BOTH {
                let forced = forces_line(&position, side, 1_000_000);
                assert_eq!(forced, Some(winner == Some(side)), "{position:?}, {side:?}");
            }
            compared += 1;
            won += u32::from(winner.is_some());
        }
        assert!((10..60).contains(&won), "{won} of {compared} are won");
    }
}
