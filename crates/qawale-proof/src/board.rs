//! The board as the search sees it: once through each player's eyes.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::geometry::{CELLS, SYMMETRIES, has_line};
use crate::rows::{CODES, Row};
use crate::tables::Tables;
use crate::walks::{Move, for_each_walk};

/// The board as one player sees it: every pebble is theirs or not.
///
/// A stack is a number with a sentinel bit above one bit per pebble, the bottom pebble highest and the
/// top pebble lowest, so that dropping a pebble on it is a shift. An empty cell is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Perspective {
    /// The stacks.
    pub code: [u32; CELLS],
    /// The cells whose top pebble is this player's.
    pub tops: u32,
    /// A number that is at least [`CODES`] if some stack may be too tall for the tables.
    pub tall: u32,
}

/// What a stack looks like when every pebble's owner is known: the pebbles from bottom to top.
pub type Stack = Vec<Pebble>;

/// Whose a pebble is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pebble {
    /// Nobody's.
    Neutral,
    /// The attacker's: the side that tries to force a line.
    Attacker,
    /// The defender's.
    Defender,
}

/// A board with an attacker and a defender; who moves is known from the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// As the attacker sees it.
    pub attacker: Perspective,
    /// As the defender sees it.
    pub defender: Perspective,
}

impl Perspective {
    /// An empty board.
    pub const EMPTY: Self = Self { code: [1; CELLS], tops: 0, tall: 1 };

    /// The height of the stack on a cell.
    #[inline(always)]
    pub fn height(&self, cell: usize) -> usize {
        self.code[cell].ilog2() as usize
    }

    /// Drops a pebble on a cell.
    #[inline(always)]
    fn drop(&mut self, cell: usize, own: u32) {
        let code = self.code[cell] << 1 | own;
        self.code[cell] = code;
        self.tall |= code;
        self.tops = self.tops & !(1 << cell) | own << cell;
    }

    /// The board after the stack on `origin` is dropped along `steps`; `own` is 1 if the pebble added
    /// is this player's, otherwise 0.
    #[inline(always)]
    pub fn lift_short(&self, origin: usize, height: usize, steps: u64, own: u32) -> Self {
        let mut after = *self;
        let lifted = self.code[origin] << 1 | own;
        after.code[origin] = 1;
        after.tops &= !(1 << origin);
        let mut steps = steps;
        for i in (0..=height).rev() {
            after.drop((steps & 15) as usize, lifted >> i & 1);
            steps >>= 4;
        }
        after
    }

    /// The board after a move; `own` is 1 if the mover is this player, otherwise 0.
    pub fn lift(&self, m: Move, own: u32) -> Self {
        if m.height < 16 {
            return self.lift_short(m.origin.into(), m.height.into(), m.steps as u64, own);
        }
        let mut after = *self;
        let lifted = self.code[usize::from(m.origin)] << 1 | own;
        after.code[usize::from(m.origin)] = 1;
        after.tops &= !(1 << m.origin);
        for (i, cell) in m.cells().enumerate() {
            after.drop(cell, lifted >> (usize::from(m.height) - i) & 1);
        }
        after
    }

    /// Whether this player, to move, can complete a line at once.
    #[inline]
    pub fn can_win(&self, tables: &Tables) -> bool {
        if self.tall as usize >= CODES {
            return self.can_win_tall(tables);
        }
        let mut wins = Row::default();
        for cell in 0..CELLS {
            wins.add(tables.rows.row(cell, self.code[cell]));
        }
        wins.meets(&tables.rows.mask(self.tops))
    }

    /// [`Perspective::can_win`] for boards with stacks beyond the tables.
    #[cold]
    fn can_win_tall(&self, tables: &Tables) -> bool {
        let mask = tables.rows.mask(self.tops);
        (0..CELLS).any(|cell| {
            let code = self.code[cell];
            if (code as usize) < CODES {
                return tables.rows.row(cell, code).meets(&mask);
            }
            for_each_walk(cell, self.height(cell) + 1, &mut |path| {
                if has_line(self.tops_after(cell, path, 1)) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .is_break()
        })
    }

    /// This player's tops after a walk given as a list of cells.
    fn tops_after(&self, origin: usize, path: &[u8], own: u32) -> u32 {
        let lifted = self.code[origin] << 1 | own;
        let mut tops = self.tops & !(1 << origin);
        for (i, &cell) in path.iter().enumerate() {
            tops = tops & !(1 << cell) | (lifted >> (path.len() - 1 - i) & 1) << cell;
        }
        tops
    }

    fn mapped(&self, to: &[usize; CELLS]) -> Self {
        let mut out = Self { tall: self.tall, ..Self::EMPTY };
        for (cell, &to) in to.iter().enumerate() {
            out.code[to] = self.code[cell];
            out.tops |= (self.tops >> cell & 1) << to;
        }
        out
    }
}

impl Board {
    /// A board from its stacks, `a1` first.
    pub fn new(stacks: &[Stack; CELLS]) -> Self {
        let mut board = Self { attacker: Perspective::EMPTY, defender: Perspective::EMPTY };
        for (cell, stack) in stacks.iter().enumerate() {
            for &pebble in stack {
                board.attacker.drop(cell, u32::from(pebble == Pebble::Attacker));
                board.defender.drop(cell, u32::from(pebble == Pebble::Defender));
            }
        }
        board
    }

    /// The pebbles on a cell from bottom to top.
    pub fn stack(&self, cell: usize) -> Stack {
        (0..self.attacker.height(cell))
            .rev()
            .map(|i| {
                if self.attacker.code[cell] >> i & 1 == 1 {
                    Pebble::Attacker
                } else if self.defender.code[cell] >> i & 1 == 1 {
                    Pebble::Defender
                } else {
                    Pebble::Neutral
                }
            })
            .collect()
    }

    /// The board after a move of the attacker.
    pub fn attack(&self, m: Move) -> Self {
        Self { attacker: self.attacker.lift(m, 1), defender: self.defender.lift(m, 0) }
    }

    /// The board after a move of the defender.
    pub fn defend(&self, m: Move) -> Self {
        Self { attacker: self.attacker.lift(m, 0), defender: self.defender.lift(m, 1) }
    }

    /// The same board with the players' parts exchanged.
    pub fn swapped(&self) -> Self {
        Self { attacker: self.defender, defender: self.attacker }
    }

    /// The board under one of the eight symmetries.
    pub fn mapped(&self, symmetry: usize) -> Self {
        let to = &SYMMETRIES[symmetry];
        Self { attacker: self.attacker.mapped(to), defender: self.defender.mapped(to) }
    }

    /// The smallest of the eight symmetric boards and the symmetry that leads to it.
    pub fn canonical(&self) -> (Self, usize) {
        // `tall` only grows along a game and says nothing about the board itself.
        let mut plain = *self;
        plain.attacker.tall = plain.attacker.code.iter().fold(0, |all, code| all | code);
        plain.defender.tall = plain.defender.code.iter().fold(0, |all, code| all | code);
        (0..8)
            .map(|symmetry| (plain.mapped(symmetry), symmetry))
            .min()
            .expect("there are eight symmetries")
    }

    /// Calls `visit` with every legal move (the same for both sides).
    pub fn for_each_move(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for origin in 0..CELLS {
            let height = self.attacker.height(origin);
            if height > 0 {
                for_each_walk(origin, height + 1, &mut |path| {
                    visit(Move {
                        steps: crate::walks::pack(path),
                        origin: origin as u8,
                        height: height as u8,
                    })
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The four ranks as text, the attacker's pebbles and the defender's as the given letters.
    pub fn ranks(&self, attacker: char, defender: char) -> String {
        let mut text = String::new();
        for rank in (0..4).rev() {
            for file in 0..4 {
                for pebble in self.stack(file + 4 * rank) {
                    text.push(match pebble {
                        Pebble::Neutral => 'n',
                        Pebble::Attacker => attacker,
                        Pebble::Defender => defender,
                    });
                }
                if file < 3 {
                    text.push(',');
                }
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

impl Move {
    /// The move under one of the eight symmetries.
    pub fn mapped(self, symmetry: usize) -> Self {
        let to = &SYMMETRIES[symmetry];
        let cells: Vec<u8> = self.cells().map(|cell| to[cell] as u8).collect();
        Self {
            steps: crate::walks::pack(&cells),
            origin: to[usize::from(self.origin)] as u8,
            ..self
        }
    }
}

impl std::fmt::Display for Move {
    /// The move text: the stack's cell, then the steps.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_char(char::from(b'a' + self.origin % 4))?;
        f.write_char(char::from(b'1' + self.origin / 4))?;
        let mut at = usize::from(self.origin);
        for cell in self.cells() {
            let dir = crate::geometry::direction(at, cell).unwrap_or_default();
            f.write_char(crate::geometry::STEPS[dir])?;
            at = cell;
        }
        Ok(())
    }
}
