//! Nobody is ever forced to line up the opponent.
//!
//! The rules let a player lose by lining up only the opponent's colour, so a player whose every move does
//! that is lost. A search that stops before such a move would be wrong, if it could happen. It cannot:
//!
//! **Lemma.** With no line on the board and at most ten pebbles a player, the player to move has a move
//! that does not line up the opponent's colour.
//!
//! *Proof.* Call the opponent's pebbles black.
//! - If some stack is at most nine high, lift it. What the board looks like afterwards depends on the
//!   cell, on which pebbles of the stack are black and on which other cells show black. The test below
//!   goes through every such case (all cells up to symmetry, all stacks up to nine, all sets of black
//!   tops without a line) and finds a walk that leaves no black line, except when the stack is five black
//!   pebbles and more than five other cells show black: more than ten black pebbles.
//! - If every stack is at least ten high, there are at most two, because there are at most 28 pebbles.
//!   Lift one and walk round and round a block of two by two cells. A line meets the block in at most two
//!   cells, and at most one other cell shows anything, so no line has four tops. ∎
//!
//! So the last move of the defender after the attacker's last one need not be searched.

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use crate::geometry::{SYMMETRIES, has_line};
    use crate::walks::for_each_walk;

    /// What lifting the stack can do: the cells changed and those that show black afterwards.
    fn effects(cell: usize, height: usize, stack: u32) -> Vec<(u32, u32)> {
        let mut all = BTreeSet::new();
        let _ = for_each_walk(cell, height + 1, &mut |path| {
            let (mut changed, mut black) = (1 << cell, 0);
            for (i, &to) in path.iter().enumerate() {
                // The mover's own pebble, the last one, is not black.
                let is_black = i < height && stack >> (height - 1 - i) & 1 == 1;
                changed |= 1 << to;
                black = black & !(1 << to) | u32::from(is_black) << to;
            }
            all.insert((black.count_ones(), changed, black));
            ControlFlow::Continue(())
        });
        all.into_iter().map(|(_, changed, black)| (changed, black)).collect()
    }

    #[test]
    fn every_stack_up_to_nine_can_be_lifted_without_lining_up_the_opponent() {
        let corner_edge_middle = [0, 1, 5];
        let reached: BTreeSet<usize> =
            SYMMETRIES.iter().flat_map(|to| corner_edge_middle.map(|cell| to[cell])).collect();
        assert_eq!(reached.len(), 16);
        let mut exceptions = 0;
        for height in 1..=9 {
            for cell in corner_edge_middle {
                for stack in 0..1 << height {
                    let effects = effects(cell, height, stack);
                    for tops in 0..1 << 16 {
                        if tops >> cell & 1 != stack & 1 || has_line(tops) {
                            continue;
                        }
                        if effects.iter().all(|(changed, black)| has_line(tops & !changed | black))
                        {
                            let others = (tops & !(1 << cell)).count_ones();
                            assert!(stack.count_ones() + others > 10, "{cell} {stack:b} {tops:b}");
                            exceptions += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(exceptions, 2);
    }
}
