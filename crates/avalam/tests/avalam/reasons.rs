//! Every reason that is given for a move is confirmed by the slow rules, by trying it out.

use crate::slow::{Counter, SlowGame, Square, move_text};
use galet_avalam::Position;
use galet_scene::conformance::{Stated, motifs_hold, reasons_hold};
use std::collections::BTreeSet;

#[test]
fn every_reason_is_confirmed_by_trying_it_out() {
    reasons_hold::<Position>(include_str!("../played.txt"), 1, 6, |stated| {
        assert!(holds(stated), "{}: {} {}", stated.words, stated.text, stated.position);
    });
}

#[test]
fn every_theme_is_confirmed_by_trying_it_out() {
    motifs_hold::<Position>(include_str!("../played.txt"), 1, 6, |stated| {
        assert!(is_about(stated), "{}: {} {}", stated.kind, stated.text, stated.position);
    });
}

fn is_about(stated: &Stated<'_>) -> bool {
    let before = SlowGame::read(stated.position, 'o', true);
    let played = before.moves().into_iter().find(|m| move_text(*m) == stated.text);
    let (from, to) = played.expect("a legal move");
    let after = later(&before, (from, to));
    let (me, them) = (before.to_move, after.to_move);
    let is_new = |square: &Square| !safe_towers(&before, me).contains(square);
    match stated.kind {
        "five-tower" => pile(&after, to).len() == 5 && top(&after, to) == Some(me),
        "isolation" => pile(&after, to).len() < 5 && safe_towers(&after, me).contains(&to),
        "last-neighbour" => safe_towers(&after, me).iter().any(|s| *s != to && is_new(s)),
        "rescue" => {
            let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
            all.filter(|s| top(&before, *s) == Some(me) && top(&after, *s) == Some(me))
                .any(|s| covered_next(&before, s, them) && !covered_next(&after, s, them))
        }
        "merging" => {
            [top(&before, from), top(&before, to)] == [Some(them); 2]
                && after.towers(them).0 + 1 == before.towers(them).0
        }
        "cover" => top(&after, to) == Some(me) && after.towers(them).0 + 1 == before.towers(them).0,
        "sacrifice" => after.towers(me).0 + 1 == before.towers(me).0,
        "parity" => {
            let costs =
                |m: (Square, Square)| later(&after, m).towers(them).0 < after.towers(them).0;
            !after.moves().is_empty() && after.moves().into_iter().all(costs)
        }
        other => panic!("nobody knows how to confirm '{other}'"),
    }
}

fn holds(stated: &Stated<'_>) -> bool {
    let before = SlowGame::read(stated.position, 'o', true);
    let played = before.moves().into_iter().find(|m| move_text(*m) == stated.text);
    let (from, to) = played.expect("a legal move");
    let after = later(&before, (from, to));
    let (me, them) = (before.to_move, after.to_move);
    let cells: BTreeSet<Square> = stated.cells.iter().map(|name| square(name)).collect();
    let all = |holds: &dyn Fn(Square) -> bool| cells.iter().all(|&cell| holds(cell));
    match stated.kind {
        "wins" => {
            let won = if me == 'o' { "1-0" } else { "0-1" };
            after.outcome().is_some_and(|(result, _)| result == won)
        }
        "five" => {
            pile(&after, to).len() == 5 && top(&after, to) == Some(me) && cells == [to].into()
        }
        "safe" => {
            cells == [to].into()
                && safe_towers(&after, me).contains(&to)
                && never_changes(&after, to)
        }
        "last-neighbour" => all(&|cell| {
            let new = !safe_towers(&before, me).contains(&cell);
            cell != to
                && new
                && safe_towers(&after, me).contains(&cell)
                && never_changes(&after, cell)
        }),
        "saves" => all(&|cell| {
            let own = top(&before, cell) == Some(me) && top(&after, cell) == Some(me);
            own && covered_next(&before, cell, them) && !covered_next(&after, cell, them)
        }),
        "merges" => {
            let tops = [top(&before, from), top(&before, to), top(&after, to)];
            tops == [Some(them); 3] && after.towers(them).0 + 1 == before.towers(them).0
        }
        "stops-safe" => {
            let next = Heights::of(&before).can_make_safe(them);
            cells == next && !next.is_empty() && Heights::of(&after).can_make_safe(them).is_empty()
        }
        "sure-safe" => {
            let replies = after.moves();
            let after = Heights::of(&after);
            let can = |&(from, to): &(Square, Square)| {
                after.later(from, to).moves_that_make_safe(me).next().is_some()
            };
            !replies.is_empty() && replies.iter().all(can)
        }
        "covers" => {
            top(&before, from) == Some(me)
                && top(&before, to) == Some(them)
                && top(&after, to) == Some(me)
                && after.towers(them).0 + 1 == before.towers(them).0
        }
        other => panic!("nobody knows how to confirm '{other}'"),
    }
}

fn later(game: &SlowGame, m: (Square, Square)) -> SlowGame {
    let mut next = game.clone();
    next.play(m);
    next
}

fn square(name: &str) -> Square {
    let column = "abcdefghi".find(&name[..1]).expect("a column");
    (9 - name[1..].parse::<usize>().expect("a row"), column)
}

fn pile(game: &SlowGame, (row, column): Square) -> &[Counter] {
    game.piles[row][column].as_deref().unwrap_or_default()
}

fn top(game: &SlowGame, square: Square) -> Option<Counter> {
    pile(game, square).last().copied()
}

/// The towers of a colour that no legal move touches.
fn safe_towers(game: &SlowGame, colour: Counter) -> BTreeSet<Square> {
    let touched: BTreeSet<Square> = game.moves().into_iter().flat_map(|(a, b)| [a, b]).collect();
    let squares = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    squares.filter(|s| top(game, *s) == Some(colour) && !touched.contains(s)).collect()
}

/// However the game goes on (always the first move, always the last), the tower stays as it is.
fn never_changes(game: &SlowGame, square: Square) -> bool {
    [true, false].into_iter().all(|first| {
        let mut end = game.clone();
        loop {
            let moves = end.moves();
            let Some(&m) = (if first { moves.first() } else { moves.last() }) else { break };
            end.play(m);
        }
        pile(&end, square) == pile(game, square)
    })
}

/// Whether a tower of a colour could go onto the tower on `square`.
fn covered_next(game: &SlowGame, square: Square, by: Counter) -> bool {
    game.moves().into_iter().any(|(from, to)| to == square && top(game, from) == Some(by))
}

/// What of a game counts for "every answer, and every move after it": there are many of them, and
/// piles take long to copy.
#[derive(Clone)]
struct Heights {
    /// How high each tower is, with a rim of nothing around the board.
    height: [[usize; 11]; 11],
    top: [[Counter; 11]; 11],
}

impl Heights {
    fn of(game: &SlowGame) -> Heights {
        let mut heights = Heights { height: [[0; 11]; 11], top: [[' '; 11]; 11] };
        for row in 0..9 {
            for column in 0..9 {
                heights.height[row + 1][column + 1] = pile(game, (row, column)).len();
                heights.top[row + 1][column + 1] = top(game, (row, column)).unwrap_or(' ');
            }
        }
        heights
    }

    fn later(&self, from: Square, to: Square) -> Heights {
        let mut next = self.clone();
        next.height[to.0 + 1][to.1 + 1] += self.height[from.0 + 1][from.1 + 1];
        next.top[to.0 + 1][to.1 + 1] = self.top[from.0 + 1][from.1 + 1];
        next.height[from.0 + 1][from.1 + 1] = 0;
        next.top[from.0 + 1][from.1 + 1] = ' ';
        next
    }

    /// The holes whose tower the tower on this one could join, or be joined by.
    fn partners(&self, (row, column): Square) -> impl Iterator<Item = Square> {
        let here = self.height[row + 1][column + 1];
        let around = (0..3).flat_map(|down| (0..3).map(move |right| (down, right)));
        around.filter(|&place| place != (1, 1)).filter_map(move |(down, right)| {
            let there = self.height[row + down][column + right];
            let joins = here > 0 && there > 0 && here + there <= 5;
            joins.then(|| (row + down - 1, column + right - 1))
        })
    }

    fn safe(&self, colour: Counter) -> Vec<Square> {
        let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.top[row + 1][column + 1] == colour)
            .filter(|&square| self.partners(square).next().is_none())
            .collect()
    }

    /// For each move that makes towers of a colour safe, these towers.
    fn moves_that_make_safe(&self, colour: Counter) -> impl Iterator<Item = Vec<Square>> {
        let safe = self.safe(colour);
        let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
        let moves = all.flat_map(|from| self.partners(from).map(move |to| (from, to)));
        let made = moves.map(move |(from, to)| {
            let mut made = self.later(from, to).safe(colour);
            made.retain(|square| !safe.contains(square));
            made
        });
        made.filter(|made| !made.is_empty())
    }

    /// The towers of a colour that some move makes safe.
    fn can_make_safe(&self, colour: Counter) -> BTreeSet<Square> {
        self.moves_that_make_safe(colour).flatten().collect()
    }
}
