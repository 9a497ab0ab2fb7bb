//! The kernel against the rules of the game as everybody else plays them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use galet_core::{Game, Notation, Side};
use galet_qawale::Setup;
use galet_qawale_proof::geometry::has_line;
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::text::{Player, Position};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Every move and the text of the position after it, by the rules.
fn by_the_rules(position: &galet_qawale::Position) -> BTreeMap<String, galet_qawale::Position> {
    let mut all = BTreeMap::new();
    let _ = position.visit_moves(|m| {
        let mut after = *position;
        after.play_unchecked(m);
        all.insert(position.move_text(m), after);
        ControlFlow::Continue(())
    });
    all
}

/// Plays random games to their ends and compares everything the proof relies on at every ply.
#[test]
fn random_games_are_the_same_game() {
    let tables = Tables::get();
    let mut random = Random(7);
    let mut wins = 0;
    for _ in 0..60 {
        let mut rules = galet_qawale::Position::start(&Setup::default());
        while rules.outcome().is_none() {
            let ours = Position::parse(&rules.position_text()).unwrap();
            assert_eq!(ours.text(), rules.position_text());
            // Seen from the player to move as the attacker.
            let board = match ours.turn {
                Player::Light => ours.board,
                Player::Dark => ours.board.swapped(),
            };
            let side = if ours.turn == Player::Light { Side::First } else { Side::Second };
            let expected = by_the_rules(&rules);
            let mut seen = 0;
            let mut can_win = false;
            let _ = board.for_each_move(&mut |m| {
                let after = &expected[&m.to_string()];
                let board = board.attack(m);
                let light = if ours.turn == Player::Light { board } else { board.swapped() };
                assert!(after.position_text().starts_with(&format!("{} ", light.ranks('o', 'x'))));
                let (own, other) = (has_line(board.attacker.tops), has_line(board.defender.tops));
                let winner = after.outcome().and_then(|outcome| outcome.winner);
                let wanted = if own {
                    Some(side)
                } else if other {
                    Some(side.other())
                } else {
                    None
                };
                assert_eq!(winner, wanted, "{} {m}", rules.position_text());
                can_win |= own;
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(seen, expected.len());
            assert_eq!(board.attacker.can_win(tables), can_win, "{}", rules.position_text());
            wins += usize::from(can_win);
            let next = random.below(expected.len());
            rules = expected.into_values().nth(next).unwrap();
        }
    }
    assert!(wins > 100, "{wins} positions with an immediate win");
}
