//! The kernel and the search against a slow second implementation that shares nothing with them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use galet_qawale_proof::board::{Board, Pebble, Perspective};
use galet_qawale_proof::safe::for_each_safe_move;
use galet_qawale_proof::search::Search;
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::text::Position;

/// Stacks of letters, `a1` first: `n`eutral, `a`ttacker, `d`efender.
#[derive(Clone, Copy, Debug)]
struct Slow {
    stacks: [Pile; 16],
}

#[derive(Clone, Copy, Debug, Default)]
struct Pile {
    pebbles: [u8; 20],
    height: usize,
}

impl Pile {
    fn push(&mut self, pebble: u8) {
        self.pebbles[self.height] = pebble;
        self.height += 1;
    }

    fn top(&self) -> Option<u8> {
        self.pebbles[..self.height].last().copied()
    }
}

impl Slow {
    fn empty() -> Self {
        Self { stacks: [Pile::default(); 16] }
    }

    fn start() -> Self {
        let mut board = Self::empty();
        for corner in [0, 3, 12, 15] {
            board.stacks[corner].push(b'n');
            board.stacks[corner].push(b'n');
        }
        board
    }

    /// Calls `visit` with the cells and the board of every walk until it returns true; says whether it
    /// did.
    fn any_move(&self, mover: u8, visit: &mut dyn FnMut(&[usize], &Slow) -> bool) -> bool {
        (0..16).any(|cell| {
            if self.stacks[cell].height == 0 {
                return false;
            }
            let mut board = *self;
            let mut hand = std::mem::take(&mut board.stacks[cell]);
            hand.push(mover);
            board.drop_rest(&hand.pebbles[..hand.height], &mut vec![cell], visit)
        })
    }

    fn drop_rest(
        &self,
        hand: &[u8],
        path: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize], &Slow) -> bool,
    ) -> bool {
        let Some((&pebble, rest)) = hand.split_first() else {
            return visit(path, self);
        };
        let at = path[path.len() - 1];
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (x, y) = (at as i32 % 4 + dx, at as i32 / 4 + dy);
            if !(0..4).contains(&x) || !(0..4).contains(&y) {
                continue;
            }
            let to = (x + 4 * y) as usize;
            if path.len() >= 2 && path[path.len() - 2] == to {
                continue;
            }
            let mut next = *self;
            next.stacks[to].push(pebble);
            path.push(to);
            let stop = next.drop_rest(rest, path, visit);
            path.pop();
            if stop {
                return true;
            }
        }
        false
    }

    fn moves(&self, mover: u8) -> Vec<(String, Slow)> {
        let mut out = Vec::new();
        self.any_move(mover, &mut |path, after| {
            let mut text = format!(
                "{}{}",
                (b'a' + path[0] as u8 % 4) as char,
                (b'1' + path[0] as u8 / 4) as char
            );
            for step in path.windows(2) {
                text.push(match step[1] as i32 - step[0] as i32 {
                    4 => 'n',
                    1 => 'e',
                    -4 => 's',
                    _ => 'w',
                });
            }
            out.push((text, *after));
            false
        });
        out
    }

    fn line(&self, who: u8) -> bool {
        let own = |x: usize, y: usize| self.stacks[x + 4 * y].top() == Some(who);
        (0..4).any(|y| (0..4).all(|x| own(x, y)))
            || (0..4).any(|x| (0..4).all(|y| own(x, y)))
            || (0..4).all(|i| own(i, i))
            || (0..4).all(|i| own(i, 3 - i))
    }

    fn can_win(&self, who: u8) -> bool {
        self.any_move(who, &mut |_, after| after.line(who))
    }

    fn attacker_wins(&self, attacks: usize) -> bool {
        attacks > 0
            && self.any_move(b'a', &mut |_, after| {
                after.line(b'a') || !after.line(b'd') && !after.defender_holds(attacks - 1)
            })
    }

    fn defender_holds(&self, attacks: usize) -> bool {
        attacks == 0
            || self.any_move(b'd', &mut |_, after| {
                after.line(b'd') || !after.line(b'a') && !after.attacker_wins(attacks)
            })
    }

    fn fast(&self) -> Board {
        Board::new(&std::array::from_fn(|cell| {
            let pile = &self.stacks[cell];
            let pebble = |&p: &u8| match p {
                b'a' => Pebble::Attacker,
                b'd' => Pebble::Defender,
                _ => Pebble::Neutral,
            };
            pile.pebbles[..pile.height].iter().map(pebble).collect()
        }))
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    /// A board after random play without a line, the attacker or the defender having begun.
    fn played(&mut self, plies: usize) -> Slow {
        'again: loop {
            let mut board = Slow::start();
            let first = self.below(2);
            for ply in 0..plies {
                let mover = [b'a', b'd'][(ply + first) % 2];
                let mut count = 0;
                board.any_move(mover, &mut |_, _| {
                    count += 1;
                    false
                });
                let mut left = self.below(count);
                let mut next = board;
                board.any_move(mover, &mut |_, after| {
                    next = *after;
                    left = left.wrapping_sub(1);
                    left == usize::MAX
                });
                board = next;
                if board.line(b'a') || board.line(b'd') {
                    continue 'again;
                }
            }
            return board;
        }
    }

    /// A board nobody need have played: a few stacks of pebbles drawn from `letters`.
    fn thrown(&mut self, stacks: usize, tallest: usize, letters: &[u8]) -> Slow {
        loop {
            let mut board = Slow::empty();
            for _ in 0..stacks {
                let pile = &mut board.stacks[self.below(16)];
                *pile = Pile::default();
                for _ in 0..=self.below(tallest) {
                    pile.push(letters[self.below(letters.len())]);
                }
            }
            if !board.line(b'a') && !board.line(b'd') {
                return board;
            }
        }
    }
}

fn safe_moves(view: &Perspective) -> Vec<String> {
    let mut moves = Vec::new();
    let _ = for_each_safe_move(Tables::get(), view, |m| {
        moves.push(m.to_string());
        ControlFlow::Continue(())
    });
    moves
}

/// Moves, boards after them, immediate wins and safe moves of one board.
fn check_kernel(slow: &Slow) {
    let fast = slow.fast();
    let tables = Tables::get();
    assert_eq!(fast.attacker.can_win(tables), slow.can_win(b'a'), "{slow:?}");
    assert_eq!(fast.defender.can_win(tables), slow.can_win(b'd'), "{slow:?}");
    let moves = slow.moves(b'a');
    let mut expected = BTreeSet::new();
    let mut i = 0;
    let _ = fast.for_each_move(&mut |m| {
        let (text, after) = &moves[i];
        i += 1;
        assert_eq!(m.to_string(), *text);
        let (board, wanted) = (fast.attack(m), after.fast());
        assert_eq!(
            (board.attacker.code, board.attacker.tops),
            (wanted.attacker.code, wanted.attacker.tops)
        );
        assert_eq!(
            (board.defender.code, board.defender.tops),
            (wanted.defender.code, wanted.defender.tops)
        );
        if !after.line(b'd') && !after.can_win(b'd') {
            expected.insert(text.clone());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(i, moves.len());
    let safe = safe_moves(&fast.defender);
    assert_eq!(safe.len(), expected.len(), "{slow:?}");
    assert_eq!(safe.into_iter().collect::<BTreeSet<_>>(), expected, "{slow:?}");
}

#[test]
fn kernel_agrees_in_played_positions() {
    let mut random = Random(1);
    for plies in 0..=13 {
        for _ in 0..20 {
            check_kernel(&random.played(plies));
        }
    }
}

#[test]
fn kernel_agrees_on_thrown_boards() {
    let mut random = Random(2);
    for letters in [b"nad".as_slice(), b"ad", b"aadn", b"ddda"] {
        for stacks in 1..=10 {
            for _ in 0..25 {
                check_kernel(&random.thrown(stacks, 3, letters));
            }
        }
        for _ in 0..20 {
            check_kernel(&random.thrown(3, 6, letters));
        }
    }
}

#[test]
fn immediate_wins_agree_for_stacks_beyond_the_tables() {
    let mut random = Random(3);
    for _ in 0..40 {
        let mut slow = random.thrown(4, 2, b"nad");
        let pile = &mut slow.stacks[random.below(16)];
        *pile = Pile::default();
        for _ in 0..9 + random.below(4) {
            pile.push(b"nnnad"[random.below(5)]);
        }
        if slow.line(b'a') || slow.line(b'd') {
            continue;
        }
        let fast = slow.fast();
        assert_eq!(fast.attacker.can_win(Tables::get()), slow.can_win(b'a'), "{slow:?}");
        assert_eq!(fast.defender.can_win(Tables::get()), slow.can_win(b'd'), "{slow:?}");
    }
}

#[test]
fn search_agrees_on_thrown_boards() {
    let stop = AtomicBool::new(false);
    let mut search = Search::new(&stop);
    let mut random = Random(4);
    for letters in [b"nad".as_slice(), b"aaad", b"aand", b"a", b"aaaaad"] {
        for stacks in 1..=5 {
            for _ in 0..40 {
                let slow = random.thrown(stacks, 2, letters);
                let fast = slow.fast();
                for attacks in 0..=2 {
                    let wins = search.attacker_wins(&fast, attacks).unwrap();
                    assert_eq!(wins, slow.attacker_wins(attacks), "{attacks} {slow:?}");
                }
                let holds = search.defender_holds(&fast, 1).unwrap();
                assert_eq!(holds, slow.defender_holds(1), "{slow:?}");
            }
        }
    }
}

/// Two attacks, in positions from play: as many of each answer as asked for.
#[test]
fn search_agrees_in_played_positions() {
    let stop = AtomicBool::new(false);
    let mut search = Search::new(&stop);
    let mut random = Random(5);
    let mut wanted = [12, 12];
    let mut replies = [12, 12];
    while wanted.iter().chain(&replies).any(|&left| left > 0) {
        let plies = 8 + random.below(3);
        let slow = random.played(plies);
        let fast = slow.fast();
        let tables = Tables::get();
        if fast.attacker.can_win(tables) || fast.defender.can_win(tables) {
            continue;
        }
        let wins = search.attacker_wins(&fast, 2).unwrap();
        if wanted[usize::from(wins)] > 0 {
            wanted[usize::from(wins)] -= 1;
            assert_eq!(wins, slow.attacker_wins(2), "{slow:?}");
        }
        // The defender may stand before a lost choice only if there is something to stop.
        let m = safe_moves(&fast.defender);
        let after = slow.moves(b'a').into_iter().find(|(text, after)| {
            m.contains(text) && !search.defender_holds(&after.fast(), 1).unwrap() && replies[0] > 0
        });
        if let Some((_, after)) = after {
            replies[0] -= 1;
            assert!(!after.defender_holds(1), "{after:?}");
        } else if replies[1] > 0 {
            replies[1] -= 1;
            assert_eq!(
                search.defender_holds(&fast, 1).unwrap(),
                slow.defender_holds(1),
                "{slow:?}"
            );
        }
    }
}

#[test]
fn walks_counted_from_the_start() {
    fn perft(board: &Board, attacker: bool, depth: usize) -> u64 {
        let mut count = 0;
        let _ = board.for_each_move(&mut |m| {
            count += match (depth, attacker) {
                (1, _) => 1,
                (_, true) => perft(&board.attack(m), false, depth - 1),
                (_, false) => perft(&board.defend(m), true, depth - 1),
            };
            ControlFlow::Continue(())
        });
        count
    }
    let start = Position::start(8).board;
    let counts: Vec<u64> = (1..=3).map(|depth| perft(&start, true, depth)).collect();
    assert_eq!(counts, [40, 2_176, 143_712]);
}
