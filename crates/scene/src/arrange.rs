//! Positions put together by hand.

use crate::{CellId, Phrase, Piece};

/// Why pieces cannot stand as somebody has put them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .words.en)]
pub struct Misplaced {
    /// The cell that is wrong, if it is one.
    pub cell: Option<CellId>,
    /// What is wrong and what would be right, as a sentence.
    pub words: Phrase,
}

impl Misplaced {
    /// Something is wrong with what stands on a cell.
    pub fn on(cell: usize, words: Phrase) -> Misplaced {
        Misplaced { cell: u8::try_from(cell).ok().map(CellId), words }
    }

    /// Something is wrong with the whole.
    pub fn whole(words: Phrase) -> Misplaced {
        Misplaced { cell: None, words }
    }

    /// Checks that there is a stack for every cell.
    pub fn check_cells(stacks: &[Vec<Piece>], cells: usize) -> Result<(), Misplaced> {
        if stacks.len() == cells {
            return Ok(());
        }
        let found = stacks.len();
        Err(Misplaced::whole(Phrase::new(
            format!("The board has {cells} cells, and {found} are given."),
            format!("Le plateau a {cells} cases, et {found} sont données."),
        )))
    }
}
