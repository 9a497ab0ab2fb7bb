//! A record from a tree of moves that came from elsewhere.

use super::model::{NodeId, Record};
use crate::{AnyProgress, MoveError};

/// Why a tree of moves is no record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// A move whose parent does not come before it.
    #[error("move {place} does not follow an earlier one")]
    Parent {
        /// Its place in the list, counted from 1.
        place: usize,
    },
    /// A move that cannot be played.
    #[error("move {place}: {refused}")]
    Move {
        /// Its place in the list, counted from 1.
        place: usize,
        /// Why.
        refused: MoveError,
    },
}

impl Record {
    /// A record of a game that begins like `start`, with moves given as a list: each with the
    /// place of the move before it (counted from 1; 0 is the start) and its text. Also gives the
    /// node of each place, the root first. Moves that stand twice in the same place become one.
    ///
    /// Every move is played once, whatever the shape of the tree.
    pub fn from_tree(
        start: &dyn AnyProgress,
        moves: &[(usize, &str)],
    ) -> Result<(Record, Vec<NodeId>), TreeError> {
        let mut children = vec![Vec::new(); moves.len() + 1];
        for (index, &(parent, _)) in moves.iter().enumerate() {
            let place = index + 1;
            if parent >= place {
                return Err(TreeError::Parent { place });
            }
            children[parent].push(place);
        }
        let mut game = start.at_ply(0);
        let mut record = Record::from_start(game.clone());
        let mut nodes = vec![Record::ROOT; moves.len() + 1];
        let mut waiting: Vec<(usize, usize)> = children[0].iter().rev().map(|&c| (c, 0)).collect();
        while let Some((place, ply)) = waiting.pop() {
            while game.plies() > ply {
                game.undo();
            }
            let (parent, text) = moves[place - 1];
            let text = game
                .play_reading(text, None)
                .map_err(|refused| TreeError::Move { place, refused })?;
            let after = nodes[parent];
            let known = record.node(after).children().iter().copied();
            let known = known.into_iter().find(|&id| record.node(id).text() == text);
            nodes[place] = match known {
                Some(id) => id,
                None => record.push_checked(after, text),
            };
            waiting.extend(children[place].iter().rev().map(|&child| (child, ply + 1)));
        }
        let outcome = record.final_game().outcome();
        record.settle(outcome, record.result());
        Ok((record, nodes))
    }
}
