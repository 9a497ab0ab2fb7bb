//! The moves that eject a marble, found without listing the others: what a player looks at
//! first.

use crate::board::{Cell, Direction};
use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Position;
use galet_core::{Game, Side};
use std::ops::ControlFlow;

impl Move {
    /// Whether the last marble pushed leaves the board.
    #[inline]
    pub const fn ejects(self) -> bool {
        self.pushed() > 0
            && self.cell().steps(self.direction(), self.marbles() + self.pushed()).is_none()
    }
}

/// In one direction, the rear marbles of the moves of `own` that eject one of `enemy`, for the
/// three kinds of sumito: 2 push 1, 3 push 1, 3 push 2.
#[inline(always)]
fn ejecting(own: Cells, enemy: Cells, direction: Direction) -> [Cells; 3] {
    let last = enemy & Cells::edge(direction);
    let two_push_one = own & (own & last.behind(direction)).behind(direction);
    let three_push_one = own & two_push_one.behind(direction);
    let facing_two = own & (enemy & last.behind(direction)).behind(direction);
    let three_push_two = own & (own & facing_two.behind(direction)).behind(direction);
    [two_push_one, three_push_one, three_push_two]
}

/// How many own and how many enemy marbles take part in each kind of sumito.
const KINDS: [(u8, u8); 3] = [(2, 1), (3, 1), (3, 2)];

impl Position {
    /// Hands each legal move that ejects a marble to `visit`, until it breaks.
    #[inline]
    pub fn visit_ejections(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_won() {
            return ControlFlow::Continue(());
        }
        let side = self.turn();
        for direction in Direction::ALL {
            let sets = ejecting(self.marbles(side), self.marbles(side.other()), direction);
            for (set, (marbles, pushed)) in sets.into_iter().zip(KINDS) {
                let mut bits = set.bits();
                while bits != 0 {
                    let rear = Cell::numbered(bits.trailing_zeros() as u8);
                    visit(Move::in_line(rear, direction, marbles, pushed))?;
                    bits &= bits - 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many ways a side would have to eject a marble if it were its turn.
    #[inline]
    pub fn ejections(&self, side: Side) -> usize {
        let (own, enemy) = (self.marbles(side), self.marbles(side.other()));
        let ways = |direction| match ejecting(own, enemy, direction) {
            // Nearly always: worth a question before counting.
            [a, b, c] if (a | b | c).is_empty() => 0,
            sets => sets.map(Cells::len).iter().sum::<usize>(),
        };
        Direction::ALL.into_iter().map(ways).sum()
    }

    /// The same position with the other side to move, as if this one had passed. The rules
    /// know no passing; a search asks what would happen.
    #[must_use]
    pub fn passed(self) -> Self {
        self.with_turn(self.turn().other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::walk;

    #[test]
    fn ejections_are_the_moves_that_eject() {
        let mut seen = 0;
        walk::<Position>(80, 150, 21, |position, _| {
            let mut listed = Vec::new();
            let _ = position.visit_ejections(|m| {
                listed.push(m);
                ControlFlow::Continue(())
            });
            let side = position.turn();
            let mut expected = Vec::new();
            for m in position.moves() {
                let mut next = *position;
                next.play_unchecked(m);
                let ejected = next.ejected_by(side) > position.ejected_by(side);
                assert_eq!(m.ejects(), ejected, "{m}");
                if ejected {
                    expected.push(m);
                }
            }
            seen += listed.len();
            if position.outcome().is_none() {
                assert_eq!(position.ejections(side), listed.len());
                assert_eq!(position.passed().ejections(side), listed.len());
            }
            for set in [&mut listed, &mut expected] {
                set.sort_by_key(ToString::to_string);
            }
            assert_eq!(listed, expected);
        });
        assert!(seen > 500, "only {seen} ejections seen");
    }
}
