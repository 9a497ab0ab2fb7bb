//! Bounds on a score that hold however the opponent plays.
//!
//! Towers of a colour never become more. So a side gets at most its *potential*: all its towers,
//! and none of the opponent's but those that are settled. No move makes a potential larger, and
//! the opponent can do something about it: each move that covers a tower makes it smaller. Two kinds of
//! such moves are *kept in store*:
//! - in a small component, which only a move in it can take away;
//! - in a large one, to join a pair of towers. A move changes nothing for the pairs that it does not
//!   touch, so it takes away at most two of any number of pairs that have no tower in common.
//!
//! Who has a store makes a move out of it at each turn, the other takes away what it can.

/// The most of each kind that is counted: to forget some of a store is always right.
const MOST: Store = Store { pairs: 12, fives: 5, singles: 5, doubles: 5 };

/// Moves that a player can make sure of.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Store {
    /// Pairs of towers without a common tower, worth a tower.
    pub(super) pairs: usize,
    /// The same where the joined towers are five, so that another tower is safe: worth two.
    pub(super) fives: usize,
    /// Small components where a move is worth a tower, and those where one is worth two.
    pub(super) singles: usize,
    pub(super) doubles: usize,
}

impl Store {
    /// How many towers the player with the store makes sure of.
    #[inline]
    pub(super) fn towers(self, moves_first: bool) -> i32 {
        let at = Store {
            pairs: self.pairs.min(MOST.pairs),
            fives: self.fives.min(MOST.fives),
            singles: self.singles.min(MOST.singles),
            doubles: self.doubles.min(MOST.doubles),
        };
        i32::from(TOWERS[usize::from(moves_first)][at.place()])
    }

    const fn place(self) -> usize {
        let place = self.pairs * (MOST.fives + 1) + self.fives;
        let place = place * (MOST.singles + 1) + self.singles;
        place * (MOST.doubles + 1) + self.doubles
    }

    const fn at(place: usize) -> Store {
        let (doubles, place) = (place % (MOST.doubles + 1), place / (MOST.doubles + 1));
        let (singles, place) = (place % (MOST.singles + 1), place / (MOST.singles + 1));
        Store { pairs: place / (MOST.fives + 1), fives: place % (MOST.fives + 1), singles, doubles }
    }

    /// Without one of a kind, if there is one.
    const fn less(mut self, kind: usize) -> Option<Store> {
        let some = match kind {
            0 => &mut self.pairs,
            1 => &mut self.fives,
            2 => &mut self.singles,
            _ => &mut self.doubles,
        };
        if *some == 0 {
            return None;
        }
        *some -= 1;
        Some(self)
    }
}

const PLACES: usize = MOST.place() + 1;

/// What a store is worth to a player who moves second, and first.
static TOWERS: [[u8; PLACES]; 2] = {
    let mut towers = [[0; PLACES]; 2];
    let mut at = 0;
    while at < PLACES {
        // The owner takes the best, and the other leaves the least; doing nothing is possible.
        let (mut first, mut second) = (0, u8::MAX);
        let mut kind = 0;
        while kind < 4 {
            if let Some(less) = Store::at(at).less(kind) {
                first = max(first, [1, 2, 1, 2][kind] + towers[0][less.place()]);
                second = min(second, towers[1][less.place()]);
                // A move touches two towers, which may be in two pairs.
                let mut other = 0;
                while kind < 2 && other < 2 {
                    if let Some(less) = less.less(other) {
                        second = min(second, towers[1][less.place()]);
                    }
                    other += 1;
                }
            }
            kind += 1;
        }
        towers[1][at] = first;
        towers[0][at] = min(first, second);
        at += 1;
    }
    towers
};

const fn max(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}

const fn min(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_away_two_pairs_or_one_small_component() {
        let store = |pairs, fives, singles, doubles| Store { pairs, fives, singles, doubles };
        assert_eq!(store(0, 0, 0, 0).towers(true), 0);
        // One is made, two are taken away, and so on.
        assert_eq!(store(7, 0, 0, 0).towers(true), 3);
        assert_eq!(store(2, 0, 0, 0).towers(false), 0);
        assert_eq!(store(3, 0, 0, 0).towers(false), 1);
        // The owner begins with the best, the other takes the next.
        assert_eq!(store(0, 0, 1, 2).towers(true), 3);
        assert_eq!(store(0, 0, 0, 5).towers(false), 4);
        assert_eq!(store(1, 1, 0, 0).towers(true), 2);
        // More than is counted is no less.
        assert_eq!(store(99, 0, 0, 0).towers(true), store(MOST.pairs, 0, 0, 0).towers(true));
    }
}
