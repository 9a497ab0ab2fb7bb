//! Puzzles that go together: no two the same, none that follows from another, spread over classes and themes.

use crate::puzzle::{Puzzle, PuzzleId};
use std::collections::{BTreeMap, HashSet, VecDeque};

/// Puzzles gathered so far.
#[derive(Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    /// Where they begin.
    starts: HashSet<PuzzleId>,
    /// Where their lines pass, beginnings included.
    passed: HashSet<PuzzleId>,
}

impl Collection {
    /// Takes a puzzle, unless it is there already, up to symmetry and colours, or one of them follows from the
    /// other; `along` are the names of the positions of its line, its own first.
    pub fn add(&mut self, puzzle: Puzzle, along: &[PuzzleId]) -> bool {
        let known =
            self.passed.contains(&puzzle.id) || along.iter().any(|p| self.starts.contains(p));
        if known || along.first() != Some(&puzzle.id) {
            return false;
        }
        self.starts.insert(puzzle.id);
        self.passed.extend(along);
        self.puzzles.push(puzzle);
        true
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// At most so many of them, the easiest first: classes take turns, and in each the themes.
    pub fn spread(self, most: usize) -> Vec<Puzzle> {
        let mut classes: BTreeMap<u8, BTreeMap<String, VecDeque<Puzzle>>> = BTreeMap::new();
        // A puzzle counts under its rarest theme, so that rare ones are not crowded out.
        let mut often: BTreeMap<String, usize> = BTreeMap::new();
        for theme in self.puzzles.iter().flat_map(|puzzle| &puzzle.themes) {
            *often.entry(theme.clone()).or_default() += 1;
        }
        for puzzle in self.puzzles {
            let rarest = puzzle.themes.iter().min_by_key(|theme| often[*theme]).cloned();
            let class = classes.entry(puzzle.difficulty.class).or_default();
            class.entry(rarest.unwrap_or_default()).or_default().push_back(puzzle);
        }
        let mut rows: Vec<VecDeque<VecDeque<Puzzle>>> =
            classes.into_values().map(|themes| themes.into_values().collect()).collect();
        let mut chosen = Vec::new();
        while chosen.len() < most && !rows.is_empty() {
            for themes in &mut rows {
                let Some(mut row) = themes.pop_front() else { continue };
                chosen.extend(row.pop_front().filter(|_| chosen.len() < most));
                if !row.is_empty() {
                    themes.push_back(row);
                }
            }
            rows.retain(|themes| !themes.is_empty());
        }
        chosen.sort_by_key(|puzzle| (puzzle.difficulty.class, puzzle.difficulty.rating, puzzle.id));
        chosen
    }
}
