//! No clock charges an outage to a player.

use crate::play::Known;
use crate::{FaultError, broken};
use galet_wire::table::{ClockTerms, MoveView};
use std::time::Duration;

/// What a clock may charge beyond what its player knows of: from being shown the position until
/// sending the move for the first time. It covers what no server can know of: that its last sign of life
/// was up to a second before its end, the way of a push and of a move on a busy machine, and
/// the time until a browser has connected again.
pub(crate) const TOLERANCE: Duration = Duration::from_millis(2_500);

/// Compares the clocks with what the players know. Gives the most that one was charged beyond that.
pub(crate) fn check(known: &Known, moves: &[MoveView]) -> Result<Duration, FaultError> {
    let ClockTerms::Fischer { initial, increment } = known.kind.terms() else {
        return Ok(Duration::ZERO);
    };
    let mut most = Duration::ZERO;
    // The first move of each side is free.
    for ply in 2..moves.len().min(known.moves.len()) {
        let (Some(before), Some(after)) = (moves[ply - 2].left, moves[ply].left) else {
            return broken(format!("{}: move {ply} has no time", known.id));
        };
        if before > initial + increment * ply as u64 {
            return broken(format!("{}: {before} ms were left before move {ply}", known.id));
        }
        let Some(thought) = known.moves[ply].thought else { continue };
        let charged = Duration::from_millis((before + increment).saturating_sub(after));
        let beyond = charged.saturating_sub(thought);
        if beyond > TOLERANCE {
            return broken(format!(
                "{}: move {ply} was thought about for {thought:.1?}, and the clock charged \
                 {charged:.1?}",
                known.id
            ));
        }
        most = most.max(beyond);
    }
    Ok(most)
}
