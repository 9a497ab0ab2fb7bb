//! Avalam a second time, slow and obvious, written from the leaflet: a frame of 9×9 squares,
//! and on each hole a pile of counters that really lie there. It shares nothing with the crate.

/// The board as the leaflet shows it before the first move, `o` light and `x` dark counters,
/// `+` the hole without a counter, `.` no hole.
const PICTURE: [&str; 9] = [
    "..ox.....",
    ".oxox....",
    ".xoxoxo..",
    ".oxoxoxox",
    "oxox+xoxo",
    "xoxoxoxo.",
    "..oxoxox.",
    "....xoxo.",
    ".....xo..",
];

/// A counter: `o`, `x`, or `?` inside a tower that came from a text.
pub(crate) type Counter = char;

/// Where something is: row from the top, column from the left.
pub(crate) type Square = (usize, usize);

/// A game as it stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SlowGame {
    /// The pile on each hole, bottom first; `None` where the frame has no hole.
    pub(crate) piles: Vec<Vec<Option<Vec<Counter>>>>,
    /// `o` or `x`.
    pub(crate) to_move: Counter,
    /// The colour that made the first move of the game.
    pub(crate) starts: Counter,
    /// Whether towers of five decide between equal scores.
    pub(crate) fives_decide: bool,
}

impl SlowGame {
    /// "Place all 48 counters on the holes, alternating the colours."
    pub(crate) fn start(starts: Counter, fives_decide: bool) -> SlowGame {
        let hole = |letter| match letter {
            '.' => None,
            '+' => Some(vec![]),
            counter => Some(vec![counter]),
        };
        let piles = PICTURE.iter().map(|row| row.chars().map(hole).collect()).collect();
        SlowGame { piles, to_move: starts, starts, fives_decide }
    }

    /// Reads a correct position text.
    pub(crate) fn read(text: &str, starts: Counter, fives_decide: bool) -> SlowGame {
        let mut game = SlowGame::start(starts, fives_decide);
        let (rows, side) = text.split_once(' ').expect("rows and a side");
        for (row, line) in rows.split('/').enumerate() {
            // A run of empty holes is written out, one letter for each hole.
            let mut letters = Vec::new();
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(run) => letters.extend(vec!['+'; run as usize]),
                    None => letters.push(letter),
                }
            }
            let mut letters = letters.into_iter();
            for column in 0..9 {
                if game.piles[row][column].is_some() {
                    let letter = letters.next().expect("a letter for each hole");
                    game.piles[row][column] = Some(pile(letter));
                }
            }
        }
        game.to_move = side.chars().next().expect("a side");
        game
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.piles {
            let mut line: String = row.iter().flatten().map(|pile| letter(pile)).collect();
            for run in (1..=9).rev() {
                line = line.replace(&"+".repeat(run), &run.to_string());
            }
            rows.push(line);
        }
        format!("{} {}", rows.join("/"), self.to_move)
    }

    fn height(&self, (row, column): Square) -> usize {
        self.piles[row][column].as_ref().map_or(0, Vec::len)
    }

    /// "Placing the counter or tower on any adjacent cell (diagonal as well) which is occupied",
    /// "a tower consists of a maximum of five counters".
    pub(crate) fn moves(&self) -> Vec<(Square, Square)> {
        let mut moves = Vec::new();
        for row in 0..9usize {
            for column in 0..9usize {
                for to_row in row.saturating_sub(1)..=(row + 1).min(8) {
                    for to_column in column.saturating_sub(1)..=(column + 1).min(8) {
                        let (from, to) = ((row, column), (to_row, to_column));
                        let (moved, covered) = (self.height(from), self.height(to));
                        if from != to && moved > 0 && covered > 0 && moved + covered <= 5 {
                            moves.push((from, to));
                        }
                    }
                }
            }
        }
        moves
    }

    /// "All counters of a tower must be moved at the same time."
    pub(crate) fn play(&mut self, (from, to): (Square, Square)) {
        let moved = self.piles[from.0][from.1].replace(vec![]).expect("a hole");
        self.piles[to.0][to.1].as_mut().expect("a hole").extend(moved);
        self.to_move = if self.to_move == 'o' { 'x' } else { 'o' };
    }

    /// How many towers of a colour there are, and how many of these have five counters.
    pub(crate) fn towers(&self, colour: Counter) -> (usize, usize) {
        let own = |pile: &&Vec<Counter>| pile.last() == Some(&colour);
        let towers: Vec<_> = self.piles.iter().flatten().flatten().filter(own).collect();
        (towers.len(), towers.iter().filter(|tower| tower.len() == 5).count())
    }

    /// The result and its reason, when no more legal moves can be made.
    pub(crate) fn outcome(&self) -> Option<(&'static str, &'static str)> {
        if !self.moves().is_empty() {
            return None;
        }
        let second = if self.starts == 'o' { 'x' } else { 'o' };
        let (ours, our_fives) = self.towers(self.starts);
        let (theirs, their_fives) = self.towers(second);
        Some(if ours > theirs {
            ("1-0", "more-towers")
        } else if theirs > ours {
            ("0-1", "more-towers")
        } else if self.fives_decide && our_fives > their_fives {
            ("1-0", "more-five-towers")
        } else if self.fives_decide && their_fives > our_fives {
            ("0-1", "more-five-towers")
        } else {
            ("1/2-1/2", "level")
        })
    }

    /// The number of sequences of `depth` moves, every one of them played.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |m| {
            let mut next = self.clone();
            next.play(m);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(after).sum()
    }
}

/// `c9d8` for a move.
pub(crate) fn move_text(((row, column), (to_row, to_column)): (Square, Square)) -> String {
    let name = |row: usize, column: usize| {
        format!("{}{}", "abcdefghi".chars().nth(column).expect("nine columns"), 9 - row)
    };
    name(row, column) + &name(to_row, to_column)
}

fn letter(pile: &[Counter]) -> char {
    let letters = match pile.last() {
        None => return '+',
        Some('o') => "abcde",
        Some(_) => "ABCDE",
    };
    letters.chars().nth(pile.len() - 1).expect("at most five counters")
}

fn pile(letter: char) -> Vec<Counter> {
    let (top, height) = match ("abcde".find(letter), "ABCDE".find(letter)) {
        (Some(n), _) => ('o', n),
        (_, Some(n)) => ('x', n),
        _ => return vec![],
    };
    let mut pile = vec!['?'; height];
    pile.push(top);
    pile
}
