//! A puzzle.

use galet_core::Notation;
use galet_core::{Phrase, Symmetric};
use galet_games::{AnyGame, AnyProgress, MoveError, SetupText, StartError};
use std::fmt;
use std::str::FromStr;

/// The name of a puzzle: a hash of its position, the same for all positions that are equal up to the board's
/// symmetries and colours. It outlives the set that the puzzle is in, so what somebody has solved stays solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(pub u64);

impl PuzzleId {
    /// The name of a position that is reached under these rule options.
    pub fn of<G: Notation + Symmetric>(position: &G, options: &[(String, String)]) -> PuzzleId {
        let mut text = format!("{}\n{}", G::NAME, canonical_text(position));
        options.iter().for_each(|(key, value)| text += &format!("\n{key}={value}"));
        PuzzleId(crate::hash::fnv(text.bytes()))
    }
}

/// The first of the texts of all positions that are equal up to symmetries and colours.
fn canonical_text<G: Notation + Symmetric>(position: &G) -> String {
    let both = [position.clone(), position.swap_colours()];
    let seen = both.iter().flat_map(|p| (0..G::SYMMETRIES).map(|s| p.transform(s).position_text()));
    seen.min().unwrap_or_default()
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PuzzleId {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 16 || !text.bytes().all(digit) {
            return Err(());
        }
        u64::from_str_radix(text, 16).map(PuzzleId).map_err(|_| ())
    }
}

/// What the right move keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A win; after any other move it is gone.
    Win,
    /// A draw; any other move loses.
    Draw,
    /// The better chances; after any other move they are clearly lower.
    Advantage,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 3] = [Goal::Win, Goal::Draw, Goal::Advantage];

    /// Its word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Draw => "draw",
            Goal::Advantage => "advantage",
        }
    }

    /// What is asked of whoever solves the puzzle.
    pub const fn task(self) -> Phrase {
        match self {
            Goal::Win => {
                Phrase::fixed("Find the only move that wins.", "Trouvez le seul coup qui gagne.")
            }
            Goal::Draw => Phrase::fixed(
                "Find the only move that holds the draw.",
                "Trouvez le seul coup qui tient la nulle.",
            ),
            Goal::Advantage => Phrase::fixed(
                "Find the move that is clearly better than all others.",
                "Trouvez le coup nettement meilleur que tous les autres.",
            ),
        }
    }
}

/// How it is known that no other move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// Every other move is proven to be worse, to the end of the game.
    Proven,
    /// Long searches agree on it.
    Searched,
}

impl Proof {
    /// Both.
    pub const ALL: [Proof; 2] = [Proof::Proven, Proof::Searched];

    /// Its word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Proof::Proven => "proven",
            Proof::Searched => "searched",
        }
    }

    /// What people read.
    pub const fn words(self) -> Phrase {
        match self {
            Proof::Proven => Phrase::fixed("proven", "prouvé"),
            Proof::Searched => {
                Phrase::fixed("checked by long searches", "vérifié par de longues recherches")
            }
        }
    }
}

/// How hard a puzzle is, as measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// From 1 (most levels solve it) to 5 (hardly any does).
    pub class: u8,
    /// The strength at which one solves it as often as not, on the scale of [`crate::Head::levels`]: what a
    /// rating of puzzles begins with.
    pub rating: u16,
    /// The positions that full strength looks at until it solves it; 0 if it did not with the most that were tried.
    pub nodes: u32,
    /// In how many of the tries each level solved it, in the order of the levels.
    pub solved: Vec<u8>,
}

/// A position with one right move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name.
    pub id: PuzzleId,
    /// The rules and the position; there always is one. Whoever is to move solves the puzzle.
    pub setup: SetupText,
    /// The right moves and between them the most stubborn replies: an odd number of moves.
    pub line: Vec<String>,
    /// What the right moves keep.
    pub goal: Goal,
    /// How that is known.
    pub proof: Proof,
    /// What it is about: names of themes, at least none.
    pub themes: Vec<String>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Where the position comes from: the number of a game and the ply in it.
    pub origin: String,
}

/// Most moves of whoever solves a puzzle.
pub(crate) const MOST_MOVES: usize = 5;

impl Puzzle {
    /// The game as it stands before the first right move.
    pub fn begin(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyProgress>, WrongPuzzle> {
        let begun = game.start(&self.setup).map_err(WrongPuzzle::Start)?;
        match begun.outcome() {
            Some(_) => Err(WrongPuzzle::Over),
            None => Ok(begun),
        }
    }

    /// What is right about its answer, as a sentence.
    pub fn claim(&self) -> Phrase {
        let [en, fr] = match self.goal {
            Goal::Win => ["It is the only move that wins", "C’est le seul coup qui gagne"],
            Goal::Draw => {
                ["It is the only move that holds the draw", "C’est le seul coup qui tient la nulle"]
            }
            Goal::Advantage => [
                "It is clearly better than every other move",
                "Il est nettement meilleur que tous les autres",
            ],
        };
        let [en_proof, fr_proof] = match self.proof {
            Proof::Proven => ["that is proven", "c’est prouvé"],
            Proof::Searched => ["long searches agree on it", "de longues recherches le confirment"],
        };
        Phrase::new(format!("{en}: {en_proof}."), format!("{fr}\u{a0}: {fr_proof}."))
    }

    /// The number of moves to find.
    pub fn moves_to_find(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Plays the line through: whether all of it is legal, and the game is over nowhere before its end.
    pub fn replay(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyProgress>, WrongPuzzle> {
        let mut progress = self.begin(game)?;
        for (ply, text) in self.line.iter().enumerate() {
            if progress.legal_moves(2).total < 2 && ply == 0 {
                return Err(WrongPuzzle::Forced);
            }
            let canonical = progress
                .play_reading(text, None)
                .map_err(|why| WrongPuzzle::Move { number: ply + 1, why })?;
            if canonical != *text {
                return Err(WrongPuzzle::Spelling { number: ply + 1, canonical });
            }
        }
        Ok(progress)
    }
}

/// What is wrong with a puzzle by the rules of its game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrongPuzzle {
    /// The position cannot be read.
    #[error(transparent)]
    Start(StartError),
    /// It is over before it begins.
    #[error("the game is over before the first move")]
    Over,
    /// There is nothing to find.
    #[error("its answer is the only legal move")]
    Forced,
    /// A move of the line cannot be played.
    #[error("move {number} of the line: {why}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// Why.
        why: MoveError,
    },
    /// A move is not written as this program writes it.
    #[error("move {number} of the line should be written {canonical}")]
    Spelling {
        /// Counted from 1.
        number: usize,
        /// The right text.
        canonical: String,
    },
}

impl WrongPuzzle {
    /// The same in both languages, as a clause.
    pub fn words(&self) -> Phrase {
        let fr = match self {
            WrongPuzzle::Start(error) => error.sentence().fr.to_string(),
            WrongPuzzle::Over => "la partie est finie avant le premier coup".to_owned(),
            WrongPuzzle::Forced => "la réponse est le seul coup permis".to_owned(),
            WrongPuzzle::Move { number, why } => {
                format!("coup {number} de la solution\u{a0}: {}", why.sentence().fr)
            }
            WrongPuzzle::Spelling { number, canonical } => {
                format!("le coup {number} de la solution devrait s’écrire {canonical}")
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}
