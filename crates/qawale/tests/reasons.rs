//! Every reason that is given for a move is confirmed by the slow rules, by trying every walk.

mod slow;

use galet_qawale::Position;
use galet_scene::conformance::{Stated, motifs_hold, reasons_hold};
use slow::Slow;
use std::collections::BTreeSet;

type Square = (usize, usize);

#[test]
fn every_reason_is_confirmed_by_trying_it_out() {
    reasons_hold::<Position>(include_str!("played.txt"), 1, 10, |stated| {
        assert!(holds(stated), "{}: {} {}", stated.words, stated.text, stated.position);
    });
}

#[test]
fn every_theme_is_confirmed_by_trying_it_out() {
    motifs_hold::<Position>(include_str!("played.txt"), 1, 10, |stated| {
        assert!(is_about(stated), "{}: {} {}", stated.kind, stated.text, stated.position);
    });
}

fn is_about(stated: &Stated<'_>) -> bool {
    let before = Slow::read(stated.position);
    let after = before.play(stated.text);
    let (me, them) = (before.to_move, after.to_move);
    let (stack, walk) = stated.text.split_at(2);
    match stated.kind {
        "line" => after.end().is_some_and(|(winner, _)| winner == me),
        "line-in-two" => {
            let replies = after.moves();
            let wins = |reply: &String| {
                let next = after.play(reply);
                match next.end() {
                    Some((winner, _)) => winner == me,
                    None => next.moves().iter().any(|m| !with(&next.play(m), me, 4).is_empty()),
                }
            };
            after.end().is_none() && !replies.is_empty() && replies.iter().all(wins)
        }
        "double-threat" => lines_next(&after, me).len() > 1,
        "block" => !lines_next(&before, them).is_empty() && lines_next(&after, them).is_empty(),
        "only-stack" => loses_elsewhere(&before, stack, them),
        "corner" => walk.chars().collect::<BTreeSet<_>>().len() > 1,
        "tall-stack" => {
            let (row, column) = square(stack);
            before.board[row][column].len() >= 3
        }
        "hiding" => shown(&before, them).len() > shown(&after, them).len() + 1,
        other => panic!("nobody knows how to confirm '{other}'"),
    }
}

/// Whether every move of another stack lets `them` make a line next, or makes one for them.
fn loses_elsewhere(before: &Slow, stack: &str, them: char) -> bool {
    let others: Vec<String> =
        before.moves().into_iter().filter(|m| !m.starts_with(stack)).collect();
    let loses = |m: &String| {
        let next = before.play(m);
        match next.end() {
            Some((winner, _)) => winner == them,
            None => next.moves().iter().any(|r| !with(&next.play(r), them, 4).is_empty()),
        }
    };
    !others.is_empty() && others.iter().all(loses)
}

fn holds(stated: &Stated<'_>) -> bool {
    let before = Slow::read(stated.position);
    assert!(before.moves().iter().any(|m| m == stated.text), "a legal move");
    let after = before.play(stated.text);
    let (me, them) = (before.to_move, after.to_move);
    let cells: BTreeSet<Square> = stated.cells.iter().map(|name| square(name)).collect();
    let exactly = |lines: &BTreeSet<String>| {
        let names_told = lines.iter().all(|line| stated.words.contains(line));
        names_told && lines.iter().flat_map(|line| squares(line)).collect::<BTreeSet<_>>() == cells
    };
    match stated.kind {
        "line" => {
            after.end().is_some_and(|(winner, _)| winner == me) && exactly(&with(&after, me, 4))
        }
        "only-stack" => {
            let stack = stated.cells[0].as_str();
            stated.text.starts_with(stack)
                && lines_next(&after, them).is_empty()
                && loses_elsewhere(&before, stack, them)
        }
        "stops-line" => {
            let could = lines_next(&before, them);
            !could.is_empty() && exactly(&could) && lines_next(&after, them).is_empty()
        }
        "threat" => {
            let threats = lines_next(&after, me);
            threats.len() == 1 && exactly(&threats)
        }
        "two-threats" => {
            let threats = lines_next(&after, me);
            threats.len() > 1 && exactly(&threats)
        }
        "breaks-three" => {
            let (then, now) = (with(&before, them, 3), with(&after, them, 3));
            let won = with(&after, them, 4);
            let broken: BTreeSet<String> = then.difference(&now).cloned().collect();
            !broken.is_empty() && won.is_empty() && exactly(&broken)
        }
        "three" => {
            let (then, now) = (with(&before, me, 3), with(&after, me, 3));
            let new: BTreeSet<String> = now.difference(&then).cloned().collect();
            !new.is_empty() && exactly(&new)
        }
        "hides" => {
            let (then, now) = (shown(&before, them), shown(&after, them));
            let gone: BTreeSet<Square> = then.difference(&now).copied().collect();
            let fewer = then.len() - now.len();
            fewer > 1 && gone == cells && stated.words.contains(&format!("shows {fewer} pebbles"))
        }
        other => panic!("nobody knows how to confirm '{other}'"),
    }
}

fn square(name: &str) -> Square {
    let column = "abcd".find(&name[..1]).expect("a column");
    (4 - name[1..].parse::<usize>().expect("a row"), column)
}

/// The ten lines by name.
fn lines() -> Vec<String> {
    let rows = (1..=4).map(|row| format!("row {row}"));
    let columns = ["a", "b", "c", "d"].into_iter().map(|column| format!("column {column}"));
    let diagonals = ["a1–d4", "a4–d1"].into_iter().map(|ends| format!("diagonal {ends}"));
    rows.chain(columns).chain(diagonals).collect()
}

fn squares(line: &str) -> [Square; 4] {
    let (kind, which) = line.split_once(' ').expect("two words");
    [0, 1, 2, 3].map(|n| match (kind, which) {
        ("row", _) => (4 - which.parse::<usize>().expect("a row"), n),
        ("column", _) => (n, "abcd".find(which).expect("a column")),
        (_, "a1–d4") => (3 - n, n),
        _ => (n, n),
    })
}

/// Where a colour is on top.
fn shown(position: &Slow, colour: char) -> BTreeSet<Square> {
    let all = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    all.filter(|&(row, column)| position.board[row][column].last() == Some(&colour)).collect()
}

/// The lines with so many visible pebbles of a colour.
fn with(position: &Slow, colour: char, count: usize) -> BTreeSet<String> {
    let shown = shown(position, colour);
    let has = |line: &String| squares(line).iter().filter(|s| shown.contains(s)).count() == count;
    lines().into_iter().filter(has).collect()
}

/// The lines that a colour could make with one move if it were its turn.
fn lines_next(position: &Slow, colour: char) -> BTreeSet<String> {
    let mut position = position.clone();
    position.to_move = colour;
    let moves = position.moves();
    // Only what has four in some line is worth its names.
    let made = moves.iter().map(|m| position.play(m));
    made.filter(|next| next.end().is_some_and(|(winner, _)| winner == colour))
        .flat_map(|next| with(&next, colour, 4))
        .collect()
}
