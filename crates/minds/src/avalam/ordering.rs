//! What the order of moves depends on, for all moves of a position at once.

use galet_avalam::{Axis, Cells, Position};

/// Whose towers stand where, and which moves of the player to move settle an enemy tower.
pub struct OrderingContext {
    /// The holes with my towers.
    pub(super) mine: u64,
    /// My towers of height 1 to 4.
    movers: [u64; 4],
    /// The enemy towers that settle when one of mine comes, by its height.
    targets: [u64; 4],
}

impl OrderingContext {
    #[inline]
    pub(super) fn of(position: &Position) -> OrderingContext {
        let mine = position.of_colour(position.to_move());
        let foes = position.of_colour(position.to_move().other());
        let towers = [1, 2, 3, 4].map(|height| position.of_height(height));
        let [one, two, three, four] = towers;
        // What a tower could still be joined with, if it had one, two, three counters more.
        let near = [Near::of(one), Near::of(one | two), Near::of(one | two | three)];

        // A joined tower that may grow by `room` settles if nothing lower than that is near,
        // except what has just come.
        let settling = |height: usize, room: usize| match room.checked_sub(1).map(|n| &near[n]) {
            None => foes,
            Some(near) if height <= room => foes & !near.several,
            Some(near) => foes & !near.any,
        };
        let targets = [
            one & settling(1, 3) | two & settling(1, 2) | three & settling(1, 1) | four & foes,
            one & settling(2, 2) | two & settling(2, 1) | three & foes,
            one & settling(3, 1) | two & foes,
            one & foes,
        ];
        OrderingContext {
            mine: mine.bits(),
            movers: towers.map(|towers| (towers & mine).bits()),
            targets: targets.map(Cells::bits),
        }
    }

    /// 1 if a tower of mine is put onto an enemy's and the joined tower has no partner, else 0.
    #[inline]
    pub(super) fn settles(&self, from: usize, to: usize) -> u64 {
        let one = |n: usize| self.movers[n] >> from & self.targets[n] >> to;
        (one(0) | one(1) | one(2) | one(3)) & 1
    }
}

/// Holes by how many of certain towers are next to them.
struct Near {
    any: Cells,
    several: Cells,
}

impl Near {
    #[inline]
    fn of(towers: Cells) -> Near {
        let mut near = Near { any: Cells::NONE, several: Cells::NONE };
        for axis in Axis::ALL {
            for side in [axis.forwards(towers), axis.backwards(towers)] {
                near.several = near.several | near.any & side;
                near.any = near.any | side;
            }
        }
        near
    }
}

/// The eight steps from a hole to its neighbours, by the difference of their bits.
pub(super) const STEPS: [u8; 64] = {
    let mut steps = [0; 64];
    // Rows are 14 bits apart.
    let forwards = [1, 13, 14, 15];
    let mut n = 0;
    while n < 4 {
        steps[forwards[n]] = n as u8;
        steps[64 - forwards[n]] = 4 + n as u8;
        n += 1;
    }
    steps
};

#[cfg(test)]
mod tests {
    use super::super::{Avalam, hole_of};
    use galet_avalam::Cell;
    use galet_search::Mind;

    #[test]
    fn each_move_has_its_own_history_index() {
        let mut indices = std::collections::HashSet::new();
        let (mut moves, mut most) = (0, 0);
        for from in Cell::ALL {
            for to in from.neighbours() {
                let index = Avalam::history_index(galet_avalam::Move::new(from, to));
                assert!(
                    indices.insert(index),
                    "{from} to {to}, bits {} {}",
                    hole_of(from),
                    hole_of(to)
                );
                moves += 1;
                most = most.max(index);
            }
        }
        assert_eq!(moves, indices.len());
        assert!(most < Avalam::HISTORY_SIZE);
    }
}
