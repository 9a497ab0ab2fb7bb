//! All legal moves at once, as sets of cells.
//!
//! Every move is known by one cell, its direction and its kind, so the legal moves of a
//! position are sixty sets of cells: for each of the six directions six kinds of in-line moves
//! (by rear marble) and four kinds of broadside moves (by the end with the smaller name).

use crate::board::Direction;
use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Position;
use galet_core::Side;
use std::ops::ControlFlow;

/// The kinds of moves in one direction: one, two, three marbles; 2 push 1, 3 push 1, 3 push 2;
/// two and three marbles broadside on each of the two axes that the direction crosses.
const KINDS: usize = 10;

/// The legal moves: for each direction and kind the cells that a move can start from.
struct MoveSets([[Cells; KINDS]; 6]);

/// The move of each set, its cell still to be filled in.
static TEMPLATES: [[Move; KINDS]; 6] = {
    let mut templates = [[Move::in_line_template(Direction::East, 1, 0); KINDS]; 6];
    let mut d = 0;
    while d < 6 {
        let direction = Direction::ALL[d];
        let (left, right) = crossed_axes(direction);
        templates[d] = [
            Move::in_line_template(direction, 1, 0),
            Move::in_line_template(direction, 2, 0),
            Move::in_line_template(direction, 3, 0),
            Move::in_line_template(direction, 2, 1),
            Move::in_line_template(direction, 3, 1),
            Move::in_line_template(direction, 3, 2),
            Move::broadside_template(left, direction, 2),
            Move::broadside_template(left, direction, 3),
            Move::broadside_template(right, direction, 2),
            Move::broadside_template(right, direction, 3),
        ];
        d += 1;
    }
    templates
};

/// The two axes along which marbles can stand to move broadside in `direction`.
const fn crossed_axes(direction: Direction) -> (Direction, Direction) {
    (direction.turned(1).axis(), direction.turned(2).axis())
}

impl MoveSets {
    #[inline(always)]
    fn of(position: &Position) -> MoveSets {
        let own = position.marbles(position.turn);
        let enemy = position.marbles(position.turn.other());
        let free = position.free();
        MoveSets([
            in_direction::<0>(own, enemy, free),
            in_direction::<1>(own, enemy, free),
            in_direction::<2>(own, enemy, free),
            in_direction::<3>(own, enemy, free),
            in_direction::<4>(own, enemy, free),
            in_direction::<5>(own, enemy, free),
        ])
    }
}

/// The moves in one direction. `D` is a constant so that the rotations are by constants.
#[inline(always)]
fn in_direction<const D: usize>(own: Cells, enemy: Cells, free: Cells) -> [Cells; KINDS] {
    let direction = const { Direction::ALL[D] };
    let before_free = free.behind(direction);

    // In line: the cell ahead of the first marble is free.
    let single = own & before_free;
    let pair = own & single.behind(direction);
    let triple = own & pair.behind(direction);

    // Sumito: in contact, outnumbering, and behind the pushed marbles a free cell or the edge.
    let pushable = enemy & (before_free | Cells::edge(direction));
    let before_pushable = pushable.behind(direction);
    let two_push_one = own & (own & before_pushable).behind(direction);
    let three_push_one = own & two_push_one.behind(direction);
    let pushable_two = enemy & before_pushable;
    let facing_two = own & pushable_two.behind(direction);
    let three_push_two = own & (own & facing_two.behind(direction)).behind(direction);

    // Broadside: neighbours on a line, each of which could move on its own.
    let (left, right) = const { crossed_axes(Direction::ALL[D]) };
    let left_pair = single & single.behind(left);
    let left_triple = left_pair & left_pair.behind(left);
    let right_pair = single & single.behind(right);
    let right_triple = right_pair & right_pair.behind(right);

    [
        single,
        pair,
        triple,
        two_push_one,
        three_push_one,
        three_push_two,
        left_pair,
        left_triple,
        right_pair,
        right_triple,
    ]
}

impl Position {
    /// Whether somebody has won, so that nobody moves any more.
    #[inline]
    pub(crate) const fn is_won(&self) -> bool {
        self.has_won(Side::First) || self.has_won(Side::Second)
    }

    #[inline]
    pub(crate) fn visit_all_moves(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_won() {
            return ControlFlow::Continue(());
        }
        let MoveSets(sets) = MoveSets::of(self);
        for (set, template) in sets.as_flattened().iter().zip(TEMPLATES.as_flattened()) {
            let mut bits = set.bits();
            while bits != 0 {
                visit(template.of(bits.trailing_zeros() as u8))?;
                bits &= bits - 1;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(crate) fn count_all_moves(&self) -> u64 {
        if self.is_won() {
            return 0;
        }
        let MoveSets(sets) = MoveSets::of(self);
        sets.as_flattened().iter().map(|set| set.len() as u64).sum()
    }

    /// Whether the side to move could move, if nobody has won.
    pub(crate) fn has_legal_move(&self) -> bool {
        let own = self.marbles(self.turn);
        let free = self.free();
        // Nearly always some marble has a free neighbour; then there is no need to look further.
        Direction::ALL.into_iter().any(|d| !(own & free.behind(d)).is_empty())
            || MoveSets::of(self).0.as_flattened().iter().any(|set| !set.is_empty())
    }
}
