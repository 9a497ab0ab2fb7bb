//! The rules once more, written from the five sentences: rows of letters and loops, sharing no
//! code with the fast ones.

/// Rows from 4 to 1, `o`, `x` and `.`; the mover; how many stones have to cross.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slow {
    pub(crate) rows: [[char; 3]; 4],
    pub(crate) mover: char,
    pub(crate) crossing: usize,
}

impl Slow {
    pub(crate) fn read(text: &str, crossing: usize) -> Slow {
        let (board, mover) = text.split_once(' ').expect("a board and a mover");
        let mut rows = [['.'; 3]; 4];
        for (row, letters) in rows.iter_mut().zip(board.split('/')) {
            for (cell, letter) in row.iter_mut().zip(letters.chars()) {
                *cell = letter;
            }
        }
        Slow { rows, mover: mover.chars().next().expect("a mover"), crossing }
    }

    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn other(&self) -> char {
        if self.mover == 'o' { 'x' } else { 'o' }
    }

    pub(crate) fn count(&self, side: char) -> usize {
        self.rows.iter().flatten().filter(|&&cell| cell == side).count()
    }

    /// Who has won, and how.
    pub(crate) fn end(&self) -> Option<(char, &'static str)> {
        for side in [self.other(), self.mover] {
            let bank = if side == 'o' { &self.rows[0] } else { &self.rows[3] };
            if bank.iter().filter(|&&cell| cell == side).count() >= self.crossing {
                return Some((side, "crossed"));
            }
        }
        for (bare, winner) in [(self.other(), self.mover), (self.mover, self.other())] {
            if self.count(bare) == 0 {
                return Some((winner, "stones-taken"));
            }
        }
        None
    }

    /// Every move as text.
    pub(crate) fn moves(&self) -> Vec<String> {
        if self.end().is_some() {
            return Vec::new();
        }
        let mut moves = vec!["pass".to_owned()];
        for row in 0..4_usize {
            for column in 0..3_usize {
                if self.rows[row][column] != self.mover {
                    continue;
                }
                for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let to = (row.checked_add_signed(down), column.checked_add_signed(right));
                    let (Some(to_row), Some(to_column)) = to else { continue };
                    if to_row > 3 || to_column > 2 || self.rows[to_row][to_column] == self.mover {
                        continue;
                    }
                    moves.push(format!("{}{}", cell(row, column), cell(to_row, to_column)));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&self, text: &str) -> Slow {
        let mut after = self.clone();
        after.mover = self.other();
        if text != "pass" {
            let letters: Vec<u8> = text.bytes().collect();
            let place =
                |n: usize| (usize::from(b'4' - letters[n + 1]), usize::from(letters[n] - b'a'));
            let ((row, column), (to_row, to_column)) = (place(0), place(2));
            after.rows[row][column] = '.';
            after.rows[to_row][to_column] = self.mover;
        }
        after
    }
}

fn cell(row: usize, column: usize) -> String {
    format!("{}{}", ["a", "b", "c"][column], 4 - row)
}

/// The number of move sequences of exactly `depth` plies.
pub(crate) fn perft(slow: &Slow, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    slow.moves().iter().map(|text| perft(&slow.play(text), depth - 1)).sum()
}
