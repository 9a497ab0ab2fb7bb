//! The prepared tables, built once per process.

use std::sync::OnceLock;

use crate::filter::Filter;
use crate::geometry::CELLS;
use crate::rows::Rows;
use crate::walks::{self, WalkList};

/// Everything the search looks up.
pub struct Tables {
    /// Immediate wins.
    pub rows: Rows,
    /// `walks[height][cell]`.
    pub walks: Vec<[WalkList; CELLS]>,
    /// How walks are filtered on this processor.
    pub filter: Filter,
}

impl Tables {
    /// The tables, built at the first call (a fraction of a second).
    pub fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| Self {
            rows: Rows::build(),
            walks: walks::build(),
            filter: Filter::fastest(),
        })
    }
}
