//! The board as each player sees it, in the form that the prover's tables are made for.

use galet_core::Side;
use galet_qawale::{Cell, Position};
use galet_qawale_proof::board::{Board, Perspective};
use galet_qawale_proof::rows::{CODES, Row};
use galet_qawale_proof::tables::Tables;

/// The board through one player's eyes.
#[inline]
pub(super) fn view(position: &Position, side: Side) -> Perspective {
    let (mut code, mut tall) = ([0; Cell::COUNT], 0);
    for (code, stack) in code.iter_mut().zip(position.stacks()) {
        // Neutral is 00, light 10, dark 11 and the sentinel 01. The prover wants the sentinel and
        // one bit for each pebble of the viewer's.
        let word = stack.word();
        let seen = match side {
            Side::First => word ^ word >> 1,
            Side::Second => word,
        };
        *code = every_other_bit(seen & LOWER);
        tall |= *code;
    }
    Perspective { code, tops: position.tops(side).into(), tall }
}

/// The lower bit of each pebble.
const LOWER: u64 = 0x5555_5555_5555_5555;

/// Bits 0, 2, 4 … moved together.
#[inline]
fn every_other_bit(bits: u64) -> u32 {
    let bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    let bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    let bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

/// The board with the side to move as the attacker.
pub(super) fn board(position: &Position, to_move: Side) -> Board {
    Board { attacker: view(position, to_move), defender: view(position, to_move.other()) }
}

/// About how many lines a player could complete with one move, and none only if there is none: a
/// move that needs a single top counts for every line through that. Stacks too tall for the
/// tables are left out.
#[inline]
pub(super) fn lines_within_reach(tables: &Tables, view: &Perspective) -> u32 {
    let mut wins = Row::default();
    for (cell, &code) in view.code.iter().enumerate() {
        if (code as usize) < CODES {
            wins.add(tables.rows.row(cell, code));
        }
    }
    let mask = tables.rows.mask(view.tops);
    let mut lines = 0;
    for (n, (wins, mask)) in wins.0.into_iter().zip(mask.0).enumerate() {
        // The highest bit of each lane of sixteen becomes "any of them".
        const LOW: u64 = 0x7fff_7fff_7fff_7fff;
        let both = wins & mask;
        lines |= ((((both & LOW) + LOW) | both) & !LOW) >> n;
    }
    lines.count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Game;
    use galet_core::conformance::walk;
    use galet_qawale::{Pebble, Stack};
    use galet_qawale_proof::board::Pebble as Seen;

    /// The board built pebble by pebble.
    fn slow_board(position: &Position, to_move: Side) -> Board {
        Board::new(&std::array::from_fn(|cell| {
            let see = |pebble: Pebble| match pebble.owner() {
                None => Seen::Neutral,
                Some(side) if side == to_move => Seen::Attacker,
                Some(_) => Seen::Defender,
            };
            position.stacks()[cell].pebbles().map(see).collect()
        }))
    }

    fn compare(position: &Position, side: Side) {
        let (quick, slow) = (board(position, side), slow_board(position, side));
        for (quick, slow) in [(quick.attacker, slow.attacker), (quick.defender, slow.defender)] {
            assert_eq!((quick.code, quick.tops), (slow.code, slow.tops));
            assert_eq!(quick.tall as usize >= CODES, slow.tall as usize >= CODES);
        }
    }

    #[test]
    fn the_views_show_every_pebble() {
        walk::<Position>(40, 16, 3, |position, _| {
            for side in Side::BOTH {
                compare(position, side);
            }
        });
        // The tallest stack there can be.
        let pebbles: Vec<Pebble> = (0..28).map(|n| Pebble::ALL[n * n % 3]).collect();
        let mut stacks = [Stack::EMPTY; 16];
        stacks[6] = Stack::new(&pebbles).expect("28 pebbles");
        let left = galet_core::PerSide::new(0, 0);
        let position = Position::new(stacks, Side::First, left).expect("playable");
        for side in Side::BOTH {
            compare(&position, side);
        }
    }

    #[test]
    fn lines_within_reach_are_those_that_some_move_completes() {
        let tables = Tables::get();
        let mut reached = 0;
        walk::<Position>(30, 16, 4, |position, _| {
            if position.outcome().is_some() {
                return;
            }
            let side = position.turn();
            let mut lines = 0_u16;
            for m in position.moves() {
                let mut after = *position;
                after.play_unchecked(m);
                for (n, line) in galet_qawale::Line::all().enumerate() {
                    lines |= u16::from(line.count_in(after.tops(side)) == 4) << n;
                }
            }
            let seen = view(position, side);
            let reach = lines_within_reach(tables, &seen);
            assert!(reach >= lines.count_ones() && (reach > 0) == (lines != 0), "{position:?}");
            assert_eq!(seen.can_win(tables), lines != 0);
            reached += u32::from(lines != 0);
        });
        assert!(reached > 20, "{reached}");
    }
}
