//! Finding puzzles: positions of games in which exactly one move keeps what can be kept.
//!
//! | to find | look in |
//! |---|---|
//! | games with natural mistakes | `play.rs` |
//! | one right move, by the exact solver | `exact.rs` |
//! | one right move, by long searches | `searched.rs` |
//! | the line that follows from it | `line.rs` |
//! | how hard a puzzle is | `difficulty.rs` |
//! | no two that are the same, spread over classes and themes | [`Collection`] (`collection.rs`) |
//!
//! Everything is bounded by positions looked at, never by time: a game gives the same puzzle on every machine.

mod collection;
mod difficulty;
mod exact;
mod line;
mod play;
mod searched;

pub use collection::Collection;
pub use difficulty::TRIES;
pub use play::{LEVELS, ORIGIN};

use crate::puzzle::{Difficulty, Proof, Puzzle, PuzzleId};
use crate::set::{Head, ThemeWords};
use galet_core::random::SplitMix64;
use galet_core::{Game, Level, Progress, Setup, Symmetric, TimeSource};
use galet_engine::{AnyEngine, Visitor};
use galet_games::{AnyProgress, SetupText, UnknownGame};
use galet_minds::Expert;
use galet_minds::baseline::Baseline;
use galet_scene::Motifs;
use galet_search::Mind;
use line::Found;
use std::sync::Arc;

/// Who makes puzzles of one game.
pub trait Maker: Send {
    /// What a file of such puzzles says about all of them, but for where they come from.
    fn head(&self) -> Head;

    /// Plays the game with that number and looks for puzzles in it. Depends on the seed and the number alone.
    fn in_own_game(&mut self, seed: u64, number: u64) -> Vec<Puzzle>;

    /// Looks for puzzles in a game that was played elsewhere.
    fn in_game(&mut self, game: &dyn AnyProgress, seed: u64, number: u64) -> Vec<Puzzle>;

    /// The names of all positions of a puzzle's line, its own first; nothing if it cannot be replayed.
    fn along(&self, puzzle: &Puzzle) -> Vec<PuzzleId>;

    /// The themes of a puzzle's line.
    fn themes(&self, puzzle: &Puzzle) -> Vec<String>;

    /// How hard a puzzle is, by who solves it; nothing if it cannot be replayed.
    fn difficulty(&mut self, puzzle: &Puzzle) -> Option<Difficulty>;
}

/// A maker of puzzles of the game with that name. The clock is asked by engines and bounds nothing.
pub fn maker(name: &str, time: Arc<dyn TimeSource>) -> Result<Box<dyn Maker>, UnknownGame> {
    galet_engine::visit(name, NewMaker { time })
}

struct NewMaker {
    time: Arc<dyn TimeSource>,
}

impl Visitor for NewMaker {
    type Output = Box<dyn Maker>;

    fn visit<E: Expert>(self) -> Box<dyn Maker>
    where
        E::Game: Motifs + Baseline + Symmetric,
    {
        let name = <E::Game as Game>::NAME;
        let engine = galet_engine::new(name, Arc::clone(&self.time)).expect("it is registered");
        Box::new(Workshop::<E> { mind: galet_engine::shipped(), engine, time: self.time })
    }
}

/// The tools for one game.
pub(crate) struct Workshop<E: Mind> {
    pub(crate) mind: E,
    pub(crate) engine: Box<dyn AnyEngine>,
    pub(crate) time: Arc<dyn TimeSource>,
}

type MoveOf<E> = <<E as Mind>::Game as Game>::Move;

/// A puzzle with its types: the game before its line, and the moves of the line.
struct Replayed<E: Mind> {
    begun: Progress<E::Game>,
    moves: Vec<MoveOf<E>>,
}

/// Positions of a game that are looked at, drawn among all.
const LOOKED_AT: usize = 120;
/// Two puzzles of one game are so many plies apart: the board is another by then.
const APART: usize = 24;
/// Plies at the beginning that are left alone.
const OPENING: usize = 4;

impl<E: Expert> Workshop<E>
where
    E::Game: Motifs + Symmetric,
{
    /// Looks at positions of a game, in an order drawn by the seed, and takes those that are puzzles; of two that are
    /// near each other only the first.
    fn search_game(
        &mut self,
        game: &Progress<E::Game>,
        random: &mut SplitMix64,
        number: u64,
    ) -> Vec<Puzzle> {
        let mut plies: Vec<usize> = (OPENING..game.moves().len()).collect();
        for last in (1..plies.len()).rev() {
            plies.swap(last, random.below(last + 1));
        }
        plies.truncate(LOOKED_AT);
        let (mut taken, mut puzzles): (Vec<usize>, _) = (Vec::new(), Vec::new());
        for ply in plies {
            if taken.iter().any(|other| other.abs_diff(ply) < APART) {
                continue;
            }
            let Some(position) = game.position_after(ply) else { continue };
            let begun = Progress::from_position(game.setup().clone(), position.clone());
            let found = self.find(&begun);
            let origin = format!("game {number}, ply {ply}");
            if let Some(puzzle) = found.and_then(|found| self.puzzle(&begun, &found, origin)) {
                taken.push(ply);
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// The right move of a game as it stands with what follows, if there is exactly one.
    fn find(&self, game: &Progress<E::Game>) -> Option<Found<E>> {
        if game.outcome().is_some() || game.position().count_moves() < 2 {
            return None;
        }
        self.exact_line(game).or_else(|| self.searched_line(game))
    }

    /// The puzzle of what was found, measured.
    fn puzzle(
        &mut self,
        game: &Progress<E::Game>,
        found: &Found<E>,
        origin: String,
    ) -> Option<Puzzle> {
        let setup = game.setup();
        let options: Vec<(String, String)> =
            setup.changed_options().into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        let mut puzzle = Puzzle {
            id: PuzzleId::of(game.position(), &options),
            setup: SetupText {
                layout: Some(setup.layout_name().to_owned()),
                options,
                position: Some(galet_core::Notation::position_text(game.position())),
            },
            line: line::texts(game, &found.moves),
            goal: found.goal,
            proof: if found.proven { Proof::Proven } else { Proof::Searched },
            themes: Vec::new(),
            difficulty: Difficulty { class: 5, rating: 0, nodes: 0, solved: Vec::new() },
            origin,
        };
        puzzle.themes = line::themes(game, &found.moves);
        puzzle.difficulty = self.measure(&puzzle)?;
        Some(puzzle)
    }

    /// The game of a puzzle with its types, and the moves of its line.
    fn typed(puzzle: &Puzzle) -> Option<Replayed<E>> {
        let game = galet_games::find(<E::Game as Game>::NAME).ok()?;
        let begun = puzzle.begin(game).ok()?.downcast_ref::<E::Game>()?.clone();
        let played = puzzle.replay(game).ok()?.downcast_ref::<E::Game>()?.clone();
        Some(Replayed { begun, moves: played.moves().to_vec() })
    }
}

impl<E: Expert> Maker for Workshop<E>
where
    E::Game: Motifs + Baseline + Symmetric,
{
    fn head(&self) -> Head {
        let levels = Level::all(E::EXPERTS.len() as u8).zip(E::ELO);
        let strength = |elo: u32| Head::WEAKEST.saturating_add(elo.try_into().unwrap_or(u16::MAX));
        let words = |motif: &galet_scene::Motif| ThemeWords {
            name: motif.name.to_owned(),
            words: motif.words.clone(),
        };
        Head {
            game: <E::Game as Game>::NAME.to_owned(),
            network: galet_engine::fingerprint::<E>(),
            levels: levels.map(|(level, &elo)| (level, strength(elo))).collect(),
            tries: TRIES,
            themes: <E::Game as Motifs>::MOTIFS.iter().map(words).collect(),
            ..Head::default()
        }
    }

    fn in_own_game(&mut self, seed: u64, number: u64) -> Vec<Puzzle> {
        let mut random = play::dice(seed, number);
        let game = self.play(&mut random);
        game.map(|game| self.search_game(&game, &mut random, number)).unwrap_or_default()
    }

    fn in_game(&mut self, game: &dyn AnyProgress, seed: u64, number: u64) -> Vec<Puzzle> {
        let Some(game) = game.downcast_ref::<E::Game>().cloned() else { return Vec::new() };
        self.search_game(&game, &mut play::dice(seed, number), number)
    }

    fn along(&self, puzzle: &Puzzle) -> Vec<PuzzleId> {
        let Some(Replayed { begun: mut game, moves }) = Self::typed(puzzle) else {
            return Vec::new();
        };
        let mut names = vec![PuzzleId::of(game.position(), &puzzle.setup.options)];
        for m in moves {
            if game.play(m).is_ok() {
                names.push(PuzzleId::of(game.position(), &puzzle.setup.options));
            }
        }
        names
    }

    fn themes(&self, puzzle: &Puzzle) -> Vec<String> {
        let themes = |replayed: Replayed<E>| line::themes(&replayed.begun, &replayed.moves);
        Self::typed(puzzle).map(themes).unwrap_or_default()
    }

    fn difficulty(&mut self, puzzle: &Puzzle) -> Option<Difficulty> {
        self.measure(puzzle)
    }
}
