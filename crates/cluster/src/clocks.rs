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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Kind;

    /// Two seconds are thought about each move; the clock says what is left after each.
    fn charged(left: &[u64]) -> Result<Duration, FaultError> {
        let mut known = Known::new("abcdefghij", "a game", Kind::Clock);
        let mut moves = Vec::new();
        for &left in left {
            known.played("a move", Some(Duration::from_secs(2)));
            moves.push(MoveView {
                text: "a move".to_owned(),
                say: galet_core::Phrase::fixed("a move", "un coup"),
                left: Some(left),
            });
        }
        check(&known, &moves)
    }

    #[test]
    fn what_a_player_thought_may_be_charged_and_no_outage() {
        let (whole, gain) = (600_000, 5_000);
        let after = |used: u64| [whole, whole, whole + gain - used, whole + gain - 2_000];
        assert_eq!(charged(&after(1_900)).unwrap(), Duration::ZERO);
        assert_eq!(charged(&after(2_400)).unwrap(), Duration::from_millis(400));
        let error = charged(&after(6_000)).unwrap_err().to_string();
        assert!(error.contains("move 2 was thought about for 2.0s"), "{error}");
        assert!(
            charged(&[whole, whole, whole + 3 * gain, whole, whole]).is_err(),
            "time from nowhere"
        );
    }
}
