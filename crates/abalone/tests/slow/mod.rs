//! Abalone a second time, slow and obvious, written from the leaflet. It shares nothing with
//! the rules under test: its own board, its own texts.
//!
//! The board is a picture: nine lines from `i` down to `a`, cells of a line two columns apart,
//! neighbouring lines shifted by one column. `.` is a free cell, `b` and `w` are marbles, a
//! blank is off the board.

// Every test that includes this file uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;

const HEIGHT: usize = 9;
const WIDTH: usize = 17;

/// Right, left, and the four slanted ways: columns, lines.
pub(crate) const WAYS: [(i32, i32); 6] = [(2, 0), (-2, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)];

/// A place in the picture: column, line.
pub(crate) type Place = (i32, i32);

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Slow {
    picture: [[char; WIDTH]; HEIGHT],
    pub(crate) turn: char,
    /// Marbles ejected by Black and by White.
    pub(crate) ejected: [u32; 2],
    pub(crate) goal: u32,
}

fn cells_in_line(line: usize) -> usize {
    [5, 6, 7, 8, 9, 8, 7, 6, 5][line]
}

fn first_column(line: usize) -> usize {
    9 - cells_in_line(line)
}

/// The name of a place: lines are the letters i to a, and the first cell of a line has figure 1
/// up to row e, then 2, 3, 4, 5.
pub(crate) fn name((column, line): Place) -> String {
    let first_figure = [5, 4, 3, 2, 1, 1, 1, 1, 1][line as usize];
    let figure = (column - first_column(line as usize) as i32) / 2 + first_figure;
    format!("{}{figure}", ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'][line as usize])
}

pub(crate) fn next((column, line): Place, (columns, lines): (i32, i32)) -> Place {
    (column + columns, line + lines)
}

impl Slow {
    /// Reads a position text that is known to be right.
    pub(crate) fn read(text: &str, goal: u32) -> Slow {
        let words: Vec<&str> = text.split(' ').collect();
        let mut picture = [[' '; WIDTH]; HEIGHT];
        for (line, row) in words[0].split('/').enumerate() {
            let mut column = first_column(line);
            for letter in row.chars() {
                let (what, times) = match letter.to_digit(10) {
                    Some(run) => ('.', run),
                    None => (letter, 1),
                };
                for _ in 0..times {
                    picture[line][column] = what;
                    column += 2;
                }
            }
        }
        let number = |n: usize| words[n].parse().unwrap();
        let turn = words[1].chars().next().unwrap();
        Slow { picture, turn, ejected: [number(2), number(3)], goal }
    }

    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for line in self.picture {
            let letters: String = line.iter().filter(|c| **c != ' ').collect();
            let mut row = letters;
            for run in (1..=9).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row);
        }
        format!("{} {} {} {}", rows.join("/"), self.turn, self.ejected[0], self.ejected[1])
    }

    pub(crate) fn at(&self, (column, line): Place) -> char {
        let inside = (0..WIDTH as i32).contains(&column) && (0..HEIGHT as i32).contains(&line);
        if inside { self.picture[line as usize][column as usize] } else { ' ' }
    }

    fn put(&mut self, (column, line): Place, what: char) {
        self.picture[line as usize][column as usize] = what;
    }

    pub(crate) fn enemy(&self) -> char {
        if self.turn == 'b' { 'w' } else { 'b' }
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        (0..HEIGHT as i32).flat_map(|line| (0..WIDTH as i32).map(move |column| (column, line)))
    }

    /// Where the marbles of a colour are.
    pub(crate) fn marbles(&self, colour: char) -> Vec<Place> {
        self.places().filter(|place| self.at(*place) == colour).collect()
    }

    /// Who has ejected enough marbles.
    pub(crate) fn winner(&self) -> Option<char> {
        if self.ejected[0] >= self.goal {
            return Some('b');
        }
        (self.ejected[1] >= self.goal).then_some('w')
    }

    /// Every legal move, by its text, with the position after it.
    pub(crate) fn moves(&self) -> BTreeMap<String, Slow> {
        let mut moves = BTreeMap::new();
        if self.winner().is_some() {
            return moves;
        }
        for start in self.places() {
            for line in WAYS {
                let mut group = Vec::new();
                let mut place = start;
                while group.len() < 3 && self.at(place) == self.turn {
                    group.push(place);
                    for way in WAYS {
                        if let Some((text, after)) = self.try_move(&group, line, way) {
                            moves.insert(text, after);
                        }
                    }
                    place = next(place, line);
                }
            }
        }
        moves
    }

    /// Moves own marbles that stand along `line`, first to last, one step in direction `way`.
    fn try_move(&self, group: &[Place], line: Place, way: Place) -> Option<(String, Slow)> {
        let mut after = self.clone();
        after.turn = self.enemy();
        let text;
        if group.len() == 1 || line == way {
            let ahead = next(group[group.len() - 1], way);
            // The opponent's marbles in contact, and what is behind them.
            let mut pushed = Vec::new();
            let mut behind = ahead;
            while self.at(behind) == self.enemy() {
                pushed.push(behind);
                behind = next(behind, way);
            }
            if pushed.len() >= group.len() || self.at(behind) == self.turn {
                return None;
            }
            if self.at(behind) == ' ' {
                if pushed.is_empty() {
                    return None;
                }
                after.ejected[if self.turn == 'b' { 0 } else { 1 }] += 1;
            }
            for place in group.iter().chain(&pushed) {
                after.put(*place, '.');
            }
            for place in group {
                after.put(next(*place, way), self.turn);
            }
            for place in pushed {
                if self.at(next(place, way)) != ' ' {
                    after.put(next(place, way), self.enemy());
                }
            }
            text = format!("{}{}", name(group[0]), name(next(group[0], way)));
        } else {
            if line == (-way.0, -way.1) {
                return None; // in line again, but listed from its rear marble
            }
            if group.iter().any(|place| self.at(next(*place, way)) != '.') {
                return None;
            }
            for place in group {
                after.put(*place, '.');
                after.put(next(*place, way), self.turn);
            }
            let mut ends = [group[0], group[group.len() - 1]];
            ends.sort_by_key(|end| name(*end));
            text = name(ends[0]) + &name(ends[1]) + &name(next(ends[0], way));
        }
        Some((text, after))
    }

    /// The number of move sequences.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().values().map(|after| after.perft(depth - 1)).sum()
    }
}

/// A game with its past.
pub(crate) struct SlowGame {
    pub(crate) past: Vec<Slow>,
    pub(crate) repetition: bool,
    pub(crate) move_limit: Option<usize>,
}

impl SlowGame {
    pub(crate) fn now(&self) -> &Slow {
        &self.past[self.past.len() - 1]
    }

    /// Result and reason, as `Outcome` displays itself.
    /// `moves` are those of the position now.
    pub(crate) fn ending(&self, moves: &BTreeMap<String, Slow>) -> Option<&'static str> {
        let now = self.now();
        match now.winner() {
            Some('b') => return Some("1-0 (marbles-ejected)"),
            Some(_) => return Some("0-1 (marbles-ejected)"),
            None => {}
        }
        if moves.is_empty() {
            return Some("1/2-1/2 (no-legal-move)");
        }
        let times = self.past.iter().filter(|before| *before == now).count();
        if self.repetition && times >= 3 {
            return Some("1/2-1/2 (threefold-repetition)");
        }
        if self.move_limit.is_some_and(|limit| self.past.len() > limit) {
            return Some(match now.ejected[0] as i32 - now.ejected[1] as i32 {
                1.. => "1-0 (move-limit-score)",
                0 => "1/2-1/2 (move-limit)",
                _ => "0-1 (move-limit-score)",
            });
        }
        None
    }
}
