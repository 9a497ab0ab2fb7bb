//! Qawale once more, as plainly as possible: letters in lists, every rule as the leaflet says
//! it, nothing shared with the library. Slow, and easy to believe.

// Every test that includes this file uses a part of it.
#![allow(dead_code)]

/// A board in progress. `board[row][column]`, row 0 on top (rank 4), is a stack of letters from
/// bottom to top: `n`, `o`, `x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slow {
    pub(crate) board: Vec<Vec<Vec<char>>>,
    pub(crate) to_move: char,
    pub(crate) light_left: usize,
    pub(crate) dark_left: usize,
}

/// How a game ended: the winner's letter or `-`, and the name of the reason.
pub(crate) type End = (char, &'static str);

impl Slow {
    pub(crate) fn start(pebbles: usize) -> Slow {
        let mut board = vec![vec![Vec::new(); 4]; 4];
        for (row, column) in [(0, 0), (0, 3), (3, 0), (3, 3)] {
            board[row][column] = vec!['n', 'n'];
        }
        Slow { board, to_move: 'o', light_left: pebbles, dark_left: pebbles }
    }

    pub(crate) fn read(text: &str) -> Slow {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows = fields[0].split('/');
        let board = rows.map(|row| row.split(',').map(|s| s.chars().collect()).collect()).collect();
        Slow {
            board,
            to_move: fields[1].chars().next().unwrap(),
            light_left: fields[2].parse().unwrap(),
            dark_left: fields[3].parse().unwrap(),
        }
    }

    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        for row in 0..4 {
            if row > 0 {
                text.push('/');
            }
            for column in 0..4 {
                if column > 0 {
                    text.push(',');
                }
                text.extend(&self.board[row][column]);
            }
        }
        format!("{text} {} {} {}", self.to_move, self.light_left, self.dark_left)
    }

    /// All moves as texts, in no particular order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.end().is_some() {
            return moves;
        }
        for row in 0..4 {
            for column in 0..4 {
                let height = self.board[row][column].len();
                if height > 0 {
                    let file = ['a', 'b', 'c', 'd'][column];
                    let rank = 4 - row;
                    walks(&format!("{file}{rank}"), row, column, None, height + 1, &mut moves);
                }
            }
        }
        moves
    }

    /// Plays a move given as text.
    pub(crate) fn play(&self, text: &str) -> Slow {
        let letters: Vec<char> = text.chars().collect();
        let mut column = "abcd".find(letters[0]).unwrap();
        let mut row = "4321".find(letters[1]).unwrap();
        let mut after = self.clone();
        // The player puts a pebble of their colour on the stack and takes the stack.
        after.board[row][column].push(self.to_move);
        let mut hand = std::mem::take(&mut after.board[row][column]);
        for step in &letters[2..] {
            match step {
                'n' => row -= 1,
                's' => row += 1,
                'e' => column += 1,
                'w' => column -= 1,
                _ => panic!("no step: {step}"),
            }
            // The lowest pebble of the hand is placed.
            after.board[row][column].push(hand.remove(0));
        }
        assert!(hand.is_empty());
        if self.to_move == 'o' {
            after.light_left -= 1;
            after.to_move = 'x';
        } else {
            after.dark_left -= 1;
            after.to_move = 'o';
        }
        after
    }

    pub(crate) fn end(&self) -> Option<End> {
        let (moved_last, left) = match self.to_move {
            'o' => ('x', self.light_left),
            _ => ('o', self.dark_left),
        };
        if self.has_line(moved_last) {
            return Some((moved_last, "line-of-four"));
        }
        if self.has_line(self.to_move) {
            return Some((self.to_move, "line-for-the-opponent"));
        }
        if left == 0 {
            return Some(('-', "pebbles-played"));
        }
        None
    }

    fn has_line(&self, colour: char) -> bool {
        let shows = |row: usize, column: usize| self.board[row][column].last() == Some(&colour);
        for i in 0..4 {
            if shows(i, 0) && shows(i, 1) && shows(i, 2) && shows(i, 3) {
                return true;
            }
            if shows(0, i) && shows(1, i) && shows(2, i) && shows(3, i) {
                return true;
            }
        }
        shows(0, 0) && shows(1, 1) && shows(2, 2) && shows(3, 3)
            || shows(0, 3) && shows(1, 2) && shows(2, 1) && shows(3, 0)
    }
}

/// Every way to go on with `left` more steps from a place, the previous place being barred.
fn walks(
    begun: &str,
    row: usize,
    column: usize,
    previous: Option<(usize, usize)>,
    left: usize,
    moves: &mut Vec<String>,
) {
    if left == 0 {
        moves.push(begun.to_owned());
        return;
    }
    for (letter, down, right) in [('n', -1, 0), ('s', 1, 0), ('e', 0, 1), ('w', 0, -1)] {
        let (new_row, new_column) = (row as i32 + down, column as i32 + right);
        if !(0..4).contains(&new_row) || !(0..4).contains(&new_column) {
            continue;
        }
        let there = (new_row as usize, new_column as usize);
        if previous == Some(there) {
            continue;
        }
        walks(&format!("{begun}{letter}"), there.0, there.1, Some((row, column)), left - 1, moves);
    }
}

/// The number of move sequences of exactly `depth` plies.
pub(crate) fn perft(position: &Slow, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().iter().map(|m| perft(&position.play(m), depth - 1)).sum()
}
