//! What is claimed: one side cannot force a line by a given ply.

use galet_core::{Game, Notation, Side};
use galet_qawale::{MAX_PEBBLES, NEUTRAL_PEBBLES, Pebble, Position, Setup};

/// The most pebbles a player can have.
const MOST: u32 = (MAX_PEBBLES as u32 - NEUTRAL_PEBBLES as u32) / 2;

/// The claim that `attacker` cannot force a line by the end of ply `by`, counted from the first move of
/// the game. A defender forced to line up the attacker's colour by then would count as a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    start: Position,
    attacker: Side,
    by: u32,
}

/// Why something cannot be claimed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// The position cannot be read.
    #[error("the position is wrong: {0}")]
    Position(String),
    /// The game has ended.
    #[error("the game is over in the position that the claim begins with")]
    Over,
    /// The sides do not take turns to the end.
    #[error(
        "{light} pebbles left for light and {dark} for dark: the side to move must have as many as the \
         other, or (dark) one more"
    )]
    Turns {
        /// Pebbles left for light.
        light: u8,
        /// Pebbles left for dark.
        dark: u8,
    },
    /// More pebbles of a player than any game has.
    #[error("a player has at most {most} pebbles, on the board and in hand; here one has {found}")]
    TooMany {
        /// How many there are.
        found: u32,
        /// How many there may be.
        most: u32,
    },
    /// A ply outside the game.
    #[error("by ply {by}: {played} plies are played and the game ends after ply {last}")]
    Ply {
        /// The ply asked for.
        by: u32,
        /// Plies played.
        played: u32,
        /// The last ply.
        last: u32,
    },
}

impl Claim {
    /// A claim, if it makes sense.
    pub fn new(start: Position, attacker: Side, by: u32) -> Result<Self, ClaimError> {
        if start.outcome().is_some() {
            return Err(ClaimError::Over);
        }
        let (light, dark) = (start.left(Side::First), start.left(Side::Second));
        let fits = match start.turn() {
            Side::First => light == dark,
            Side::Second => light + 1 == dark,
        };
        if !fits {
            return Err(ClaimError::Turns { light, dark });
        }
        for side in Side::BOTH {
            let found = start.on_board(Pebble::of(side)) + u32::from(start.left(side));
            if found > MOST {
                return Err(ClaimError::TooMany { found, most: MOST });
            }
        }
        let played = played(&start);
        let last = played + u32::from(light) + u32::from(dark);
        if by <= played || by > last {
            return Err(ClaimError::Ply { by, played, last });
        }
        Ok(Self { start, attacker, by })
    }

    /// A claim about the position with that text.
    pub fn parse(start: &str, attacker: Side, by: u32) -> Result<Self, ClaimError> {
        let read = Position::parse_position(start, &Setup::default())
            .map_err(|fault| ClaimError::Position(fault.why.to_string()))?;
        Self::new(read.position, attacker, by)
    }

    /// The position it begins with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The side that tries to force a line.
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// The ply by which the line would have to be there.
    pub fn by(&self) -> u32 {
        self.by
    }

    /// The attacker's moves that are left in a position of this game.
    pub fn attacks(&self, position: &Position) -> u32 {
        let left = self.by.saturating_sub(played(position));
        if position.turn() == self.attacker { left.div_ceil(2) } else { left / 2 }
    }

    /// Pebbles a player, on the board and in hand, the larger number.
    pub fn pebbles(&self) -> u32 {
        let all = Side::BOTH
            .map(|side| self.start.on_board(Pebble::of(side)) + u32::from(self.start.left(side)));
        all[0].max(all[1])
    }

    /// The claim as three words separated by tabs: start, attacker, ply.
    pub fn line(&self) -> String {
        let attacker = Pebble::of(self.attacker).letter();
        format!("{}\t{attacker}\t{}", self.start.position_text(), self.by)
    }
}

/// Plies behind a position: the coloured pebbles on the board.
pub(crate) fn played(position: &Position) -> u32 {
    position.on_board(Pebble::Light) + position.on_board(Pebble::Dark)
}
