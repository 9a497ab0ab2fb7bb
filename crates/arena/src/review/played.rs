//! Games of a match, as they were recorded.

use crate::game::END_OF_OPENING;
use galet_core::{PerSide, Side};
use galet_games::AnyProgress;
use galet_games::record::{GameResult, Record};

/// A game that was played to its end.
#[derive(Clone)]
pub struct Played {
    /// The game with all its moves.
    pub game: Box<dyn AnyProgress>,
    /// How many of them nobody chose.
    pub opening_plies: usize,
    /// The names of the players.
    pub names: PerSide<String>,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
}

/// A game without a result says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game has no result")]
pub struct Unfinished;

impl Played {
    /// The main line of a record.
    pub fn read(record: &Record) -> Result<Played, Unfinished> {
        let winner = match record.result() {
            GameResult::FirstWins => Some(Side::First),
            GameResult::SecondWins => Some(Side::Second),
            GameResult::Draw => None,
            GameResult::Unknown => return Err(Unfinished),
        };
        let opening = record.main_line().position(|id| {
            record.node(id).comment().is_some_and(|comment| comment.contains(END_OF_OPENING))
        });
        let name = |tag| record.tag(tag).unwrap_or("?").to_owned();
        Ok(Played {
            game: record.final_game(),
            opening_plies: opening.map_or(0, |last| last + 1),
            names: PerSide::new(name("First"), name("Second")),
            winner,
        })
    }

    /// The points of a side: 0, ½ or 1.
    pub fn points(&self, side: Side) -> f64 {
        match self.winner {
            Some(winner) => f64::from(u8::from(winner == side)),
            None => 0.5,
        }
    }

    /// Where the player with that name sits in game number `index` of a match, in which colours alternate.
    pub fn seat_of(&self, player: &str, index: usize) -> Option<Side> {
        let turns = if index.is_multiple_of(2) { Side::BOTH } else { [Side::Second, Side::First] };
        turns.into_iter().find(|&side| self.names[side] == player)
    }
}
