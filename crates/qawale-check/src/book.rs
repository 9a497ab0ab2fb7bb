//! Coverage: whatever the attacker plays, up to the last stored level there is a reply.
//!
//! The walk from the start is done by the rules alone. It goes through every move of the attacker and
//! the one stored reply of the defender, positions up to symmetry once. A move of the attacker that
//! ends the game (by a line for the defender) or leaves the defender an immediate win needs no reply.

use std::collections::{BTreeMap, HashMap, HashSet};

use galet_core::{Game, Notation, Symmetric};
use galet_qawale::{Move, Position};

use crate::canonical::canonical;
use crate::certificate::{Entry, Stored};
use crate::claim::Claim;
use crate::deeper::Deeper;
use crate::wins::WinTest;

/// The stored replies with their positions, after their coverage has been checked whole.
#[derive(Clone, Debug)]
pub struct Book {
    claim: Claim,
    levels: Vec<Level>,
    entries: HashMap<Position, Entry>,
    /// The attacker's positions that the replies leave, up to symmetry.
    answered: HashSet<Position>,
    leaves: Vec<Leaf>,
    /// Replies behind the stored levels, by representatives.
    deeper: HashMap<Position, Move>,
}

/// How much a level holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The ply that the replies are.
    pub ply: u32,
    /// Positions up to symmetry.
    pub positions: usize,
    /// Positions without a reply.
    pub open: usize,
    /// On the last level: replies that the prover has proven.
    pub proven: usize,
}

/// A position behind the last stored reply, the attacker to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) position: Position,
}

/// Why the stored replies do not cover the attacker's moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// The attacker completes a line before the replies end.
    #[error("the attacker wins by {m} in {position}")]
    Lost {
        /// The position, the attacker to move.
        position: String,
        /// The move.
        m: Move,
    },
    /// No entry is left for a position.
    #[error("no reply is stored for ply {ply} in {position}")]
    Missing {
        /// The ply of the reply.
        ply: u32,
        /// The position.
        position: String,
    },
    /// Entries without a position.
    #[error("{surplus} replies too many are stored for ply {ply}")]
    Surplus {
        /// The ply of the replies.
        ply: u32,
        /// How many too many.
        surplus: usize,
    },
    /// A reply against the rules.
    #[error("the stored reply {m} is illegal in {position}")]
    Illegal {
        /// The position.
        position: String,
        /// The reply.
        m: Move,
    },
    /// A reply that lines up the attacker, or lets the attacker do so.
    #[error("the stored reply {m} loses at once in {position}")]
    Loses {
        /// The position.
        position: String,
        /// The reply.
        m: Move,
    },
    /// A reply behind the levels that is none: the attacker is to move, a level has the position, or it is
    /// turned.
    #[error("the reply behind the last ply in {position} has no place there")]
    Misplaced {
        /// The position.
        position: String,
    },
    /// Marked as proven above the last level.
    #[error(
        "the stored reply {m} in {position} is marked as proven, but it is not one of the last"
    )]
    Mark {
        /// The position.
        position: String,
        /// The reply.
        m: Move,
    },
}

impl Book {
    /// Follows the stored replies from the start and checks that they cover everything.
    pub fn check(stored: &Stored, wins: &impl WinTest) -> Result<Self, Gap> {
        let mut taken = 0;
        let mut level_now = 0;
        let mut book =
            Self::follow(&stored.claim, stored.levels.len(), wins, |level, ply, position| {
                if level != level_now {
                    (level_now, taken) = (level, 0);
                }
                taken += 1;
                stored.levels[level]
                    .get(taken - 1)
                    .copied()
                    .ok_or_else(|| Gap::Missing { ply, position: position.position_text() })
            })?;
        for (level, entries) in book.levels.iter().zip(&stored.levels) {
            if entries.len() > level.positions {
                let surplus = entries.len() - level.positions;
                return Err(Gap::Surplus { ply: level.ply, surplus });
            }
        }
        for reply in &stored.deeper {
            book.add_deeper(reply, wins)?;
        }
        Ok(book)
    }

    /// Takes up a reply behind the stored levels, if it can be one. That a game comes there is not checked: a reply
    /// to nothing does no harm.
    fn add_deeper(&mut self, reply: &Deeper, wins: &impl WinTest) -> Result<(), Gap> {
        let Deeper { position, m } = *reply;
        let text = || position.position_text();
        let last = self.levels.last().map_or(0, |level| level.ply);
        if position.turn() == self.claim.attacker()
            || crate::claim::played(&position) < last
            || canonical(&position).position != position
        {
            return Err(Gap::Misplaced { position: text() });
        }
        let after = position.play(m).map_err(|_| Gap::Illegal { position: text(), m })?;
        let loses = match after.outcome() {
            Some(end) => end.winner == Some(self.claim.attacker()),
            None => wins.at_once(&after),
        };
        if loses {
            return Err(Gap::Loses { position: text(), m });
        }
        self.deeper.insert(position, m);
        Ok(())
    }

    /// Asks for a reply in every position that arises, `levels` turns of the defender deep, and gives the
    /// certificate of the claim. `answer` gets representatives ([`canonical`]) and says which reply to
    /// store and, for the last level, whether it is proven.
    pub fn record(
        claim: &Claim,
        levels: usize,
        wins: &impl WinTest,
        mut answer: impl FnMut(&Position) -> Option<(Move, bool)>,
    ) -> Result<Stored, Gap> {
        let mut stored =
            Stored { claim: claim.clone(), levels: vec![Vec::new(); levels], deeper: Vec::new() };
        Self::follow(claim, levels, wins, |level, _, position| {
            let entry = answer(position).map_or(Entry::Open, |(m, proven)| Entry::Reply {
                m,
                proven: proven && level + 1 == levels,
            });
            stored.levels[level].push(entry);
            Ok(entry)
        })?;
        Ok(stored)
    }

    /// The walk; `entry` is asked once for every position of the defender, level by level, in the order
    /// of the board texts.
    fn follow(
        claim: &Claim,
        levels: usize,
        wins: &impl WinTest,
        mut entry: impl FnMut(usize, u32, &Position) -> Result<Entry, Gap>,
    ) -> Result<Self, Gap> {
        let mut book = Self {
            claim: claim.clone(),
            levels: Vec::with_capacity(levels),
            entries: HashMap::new(),
            answered: HashSet::new(),
            leaves: Vec::new(),
            deeper: HashMap::new(),
        };
        let start = canonical(claim.start());
        let mut defending = BTreeMap::new();
        if claim.start().turn() == claim.attacker() {
            book.answered.insert(start.position);
            book.attack(&start.position, wins, &mut defending)?;
        } else if !wins.at_once(&start.position) {
            defending.insert(start.board, start.position);
        }
        for level in 0..levels {
            let first_reply = u32::from(claim.start().turn() == claim.attacker());
            let ply = crate::claim::played(claim.start()) + first_reply + 2 * level as u32 + 1;
            let mut count = Level { ply, positions: defending.len(), ..Level::default() };
            let mut attacking = BTreeMap::new();
            for position in defending.values() {
                let entry = entry(level, ply, position)?;
                book.entries.insert(*position, entry);
                let Entry::Reply { m, proven } = entry else {
                    count.open += 1;
                    continue;
                };
                let text = || position.position_text();
                if proven && level + 1 < levels {
                    return Err(Gap::Mark { position: text(), m });
                }
                let after = position.play(m).map_err(|_| Gap::Illegal { position: text(), m })?;
                count.proven += usize::from(proven);
                match after.outcome() {
                    Some(end) if end.winner == Some(claim.attacker()) => {
                        return Err(Gap::Loses { position: text(), m });
                    }
                    Some(_) => {}
                    None if claim.attacks(&after) == 0 => {}
                    None if wins.at_once(&after) => {
                        return Err(Gap::Loses { position: text(), m });
                    }
                    None => {
                        let after = canonical(&after);
                        book.answered.insert(after.position);
                        attacking.insert(after.board, after.position);
                    }
                }
            }
            book.levels.push(count);
            if level + 1 == levels {
                book.leaves = attacking.into_values().map(|position| Leaf { position }).collect();
                return Ok(book);
            }
            defending.clear();
            for position in attacking.values() {
                book.attack(position, wins, &mut defending)?;
            }
        }
        Ok(book)
    }

    /// Collects the positions that the attacker's moves lead to and that need a reply.
    fn attack(
        &self,
        position: &Position,
        wins: &impl WinTest,
        defending: &mut BTreeMap<Vec<u8>, Position>,
    ) -> Result<(), Gap> {
        for m in position.moves() {
            let mut after = *position;
            after.play_unchecked(m);
            match after.outcome() {
                Some(end) if end.winner == Some(self.claim.attacker()) => {
                    return Err(Gap::Lost { position: position.position_text(), m });
                }
                Some(_) => {}
                None if wins.at_once(&after) => {}
                None => {
                    let after = canonical(&after);
                    defending.insert(after.board, after.position);
                }
            }
        }
        Ok(())
    }

    /// What is claimed.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// What is stored, level by level.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Whether every position has its reply.
    pub fn is_complete(&self) -> bool {
        self.levels.iter().all(|level| level.open == 0)
    }

    /// Whether every position has its reply and the prover says that all the last ones hold.
    pub fn is_proven(&self) -> bool {
        self.is_complete() && self.levels.last().is_some_and(|last| last.proven == last.positions)
    }

    /// The stored reply in a position of the defender, whichever way the board is turned, and whether the
    /// prover says that it holds (only known for replies of the last level).
    pub fn reply(&self, position: &Position) -> Option<(Move, bool)> {
        match self.entry(position)? {
            Entry::Open => None,
            Entry::Reply { m, proven } => Some((m, proven)),
        }
    }

    /// The reply that is stored for a position of the defender behind the levels, whichever way the board is turned.
    pub fn deeper_reply(&self, position: &Position) -> Option<Move> {
        let found = canonical(position);
        let m = *self.deeper.get(&found.position)?;
        Some(found.position.transform_move(m, Position::inverse(found.symmetry)))
    }

    /// How many replies are stored behind the levels.
    pub fn deeper_count(&self) -> usize {
        self.deeper.len()
    }

    /// The positions that these replies lead to, with the attacker to move.
    pub(crate) fn after_deeper(&self) -> Vec<Position> {
        let after = |(position, &m): (&Position, &Move)| position.play(m).ok();
        let mut after: Vec<Position> = self.deeper.iter().filter_map(after).collect();
        after.sort_by_key(Game::key);
        after
    }

    /// Whether this is a position with the attacker to move that the defender reaches by the stored
    /// replies, whichever way the board is turned. If the claim is true, the attacker cannot win here.
    pub fn has_answered(&self, position: &Position) -> bool {
        self.answered.contains(&canonical(position).position)
    }

    /// What is stored for a position of the defender; none if it is none of the stored levels'.
    pub(crate) fn entry(&self, position: &Position) -> Option<Entry> {
        let found = canonical(position);
        Some(match *self.entries.get(&found.position)? {
            Entry::Open => Entry::Open,
            Entry::Reply { m, proven } => {
                let back = Position::inverse(found.symmetry);
                Entry::Reply { m: found.position.transform_move(m, back), proven }
            }
        })
    }

    /// How many positions up to symmetry there are behind the last stored replies.
    pub fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// Positions up to symmetry behind the last stored replies.
    pub(crate) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }
}
