//! Checking puzzles again, by code that shares nothing with how they were found.
//!
//! | what is claimed | how it is confirmed |
//! |---|---|
//! | the rules: a position that can be read, a legal line, something to find | by replaying it |
//! | its name, its themes | worked out anew from the position and the line |
//! | one right move, proven | every legal move is judged by a plain search to the end of the game (`plain.rs`), or by the second solver of a mind that has one ([`Solve::second_opinion`](galet_minds::Solve::second_opinion)) |
//! | one right move, by searches | two searches with other settings: one of the answer, one of all other moves (`searched.rs`) |
//! | no two the same, none that follows from another | [`apart`] |
//!
//! How hard a puzzle is was measured and is not checked.

mod plain;
mod searched;

use crate::puzzle::{Goal, Proof, Puzzle, PuzzleId, WrongPuzzle};
use crate::set::PuzzleSet;
use galet_core::{Game, Notation, Phrase, Progress, Side, Symmetric, TimeSource};
use galet_engine::Visitor;
use galet_games::UnknownGame;
use galet_minds::baseline::Baseline;
use galet_minds::{Budget, Expert};
use galet_scene::Motifs;
use galet_search::Stop;
use plain::Plain;
use std::collections::HashMap;
use std::sync::Arc;

/// Who confirms puzzles of one game.
pub trait Checker: Send {
    /// Confirms every claim of a puzzle.
    fn check(&mut self, puzzle: &Puzzle) -> Result<Confirmed, Flaw>;

    /// The fingerprint of the evaluation that it judges by.
    fn network(&self) -> u64;

    /// The names of the positions of a puzzle's line, its own first.
    fn along(&self, puzzle: &Puzzle) -> Vec<PuzzleId>;
}

/// How a puzzle was confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// By a plain search to the end of the game.
    Plainly,
    /// By a second solver.
    BySecondSolver,
    /// By other searches.
    BySearches,
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// By the rules.
    #[error(transparent)]
    Rules(#[from] WrongPuzzle),
    /// It has another name.
    #[error("its name should be {right}")]
    Name {
        /// The right one.
        right: PuzzleId,
    },
    /// It is about something else.
    #[error("its themes should be '{right}'")]
    Themes {
        /// The right ones.
        right: String,
    },
    /// A move of the line does not keep what it should.
    #[error("move {number} of the line, {text}, does not keep the {}", goal.word())]
    NotRight {
        /// Counted from 1.
        number: usize,
        /// The move.
        text: String,
        /// What it should keep.
        goal: Goal,
    },
    /// There is more to keep than the puzzle says.
    #[error("move {number} of the line, {text}, wins: the goal is no draw")]
    Better {
        /// Counted from 1.
        number: usize,
        /// The move.
        text: String,
    },
    /// Another move does as well.
    #[error("instead of move {number} of the line, {other} is right, too")]
    Second {
        /// Counted from 1.
        number: usize,
        /// The other move.
        other: String,
    },
    /// There is nothing to find.
    #[error("move {number} of the line is the only legal one")]
    Forced {
        /// Counted from 1.
        number: usize,
    },
    /// Nothing can be proven in this game.
    #[error("it says '{}', which is not so in this game", proof.word())]
    Label {
        /// What it says.
        proof: Proof,
    },
    /// It could neither be confirmed nor refuted.
    #[error("move {number} of the line could not be confirmed with the effort of a check")]
    Open {
        /// Counted from 1.
        number: usize,
    },
    /// It is the same as another, or one follows from the other.
    #[error("it is the same as {other}, or one follows from the other")]
    Related {
        /// The other.
        other: PuzzleId,
    },
}

impl Flaw {
    /// The same in both languages, as a clause.
    pub fn words(&self) -> Phrase {
        let fr = match self {
            Flaw::Rules(error) => error.words().fr.into_owned(),
            Flaw::Name { right } => format!("son nom devrait être {right}"),
            Flaw::Themes { right } => format!("ses thèmes devraient être «\u{a0}{right}\u{a0}»"),
            Flaw::NotRight { number, text, .. } => {
                format!(
                    "le coup {number} de la solution, {text}, ne garde pas ce qu’il doit garder"
                )
            }
            Flaw::Better { number, text } => {
                format!(
                    "le coup {number} de la solution, {text}, gagne\u{a0}: le but n’est pas la nulle"
                )
            }
            Flaw::Second { number, other } => {
                format!("au lieu du coup {number} de la solution, {other} est juste aussi")
            }
            Flaw::Forced { number } => {
                format!("le coup {number} de la solution est le seul permis")
            }
            Flaw::Label { proof } => {
                format!(
                    "il dit «\u{a0}{}\u{a0}», ce qui n’est pas vrai dans ce jeu",
                    proof.words().fr
                )
            }
            Flaw::Open { number } => {
                format!("le coup {number} de la solution n’a pas pu être confirmé par ce contrôle")
            }
            Flaw::Related { other } => {
                format!("il est le même que {other}, ou l’un suit de l’autre")
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}

/// A checker for the game with that name. The clock is asked by searches and bounds nothing.
pub fn checker(name: &str, time: Arc<dyn TimeSource>) -> Result<Box<dyn Checker>, UnknownGame> {
    galet_engine::visit(name, NewChecker { time })
}

/// Pairs of puzzles that are the same up to symmetry and colours, or follow from one another: of each pair the
/// one that comes later in the set.
pub fn apart(set: &PuzzleSet, checker: &dyn Checker) -> Vec<(PuzzleId, Flaw)> {
    let starts: HashMap<PuzzleId, usize> =
        set.puzzles.iter().enumerate().map(|(n, puzzle)| (puzzle.id, n)).collect();
    let mut flaws = Vec::new();
    for (n, puzzle) in set.puzzles.iter().enumerate() {
        let along = checker.along(puzzle);
        for other in along.iter().filter_map(|id| starts.get(id)).filter(|&&other| other != n) {
            let [first, last] = [n.min(*other), n.max(*other)].map(|n| set.puzzles[n].id);
            flaws.push((last, Flaw::Related { other: first }));
        }
    }
    flaws
}

struct NewChecker {
    time: Arc<dyn TimeSource>,
}

impl Visitor for NewChecker {
    type Output = Box<dyn Checker>;

    fn visit<E: Expert>(self) -> Box<dyn Checker>
    where
        E::Game: Motifs + Baseline + Symmetric,
    {
        Box::new(Bench::<E> { mind: galet_engine::shipped(), time: self.time })
    }
}

/// The tools for one game.
struct Bench<E> {
    mind: E,
    time: Arc<dyn TimeSource>,
}

/// Positions that a second solver may look at for one question.
const SECOND_NODES: u64 = 20_000_000;

impl<E: Expert> Bench<E>
where
    E::Game: Motifs + Baseline + Symmetric,
{
    /// The game of a puzzle before its line.
    fn begin(puzzle: &Puzzle) -> Option<Progress<E::Game>> {
        let kind = galet_games::find(<E::Game as Game>::NAME).ok()?;
        puzzle.begin(kind).ok()?.downcast_ref::<E::Game>().cloned()
    }

    /// Confirms that exactly one move of a position keeps the goal, by the end of the game.
    fn check_proven(
        &self,
        game: &Progress<E::Game>,
        answer: <E::Game as Game>::Move,
        goal: Goal,
        number: usize,
    ) -> Result<Confirmed, Flaw> {
        let (me, open) = (game.turn(), Flaw::Open { number });
        let text = |m| game.position().move_text(m);
        let mut plain = Plain::default();
        let mut how = Confirmed::Plainly;
        // Whether a move keeps what the goal says.
        let mut keeps = |m, wins: bool| -> Option<(bool, E::Game)> {
            let mut after = game.clone();
            after.play(m).ok()?;
            let side = if wins { me } else { me.other() };
            let forced = match after.outcome() {
                Some(outcome) => outcome.winner == Some(side),
                None => match self.second_opinion(&after, side) {
                    Some(forced) => {
                        how = Confirmed::BySecondSolver;
                        forced
                    }
                    None => plain.forces_win(after.position(), side)?,
                },
            };
            Some((forced == wins, after.position().clone()))
        };
        let wins = goal == Goal::Win;
        let (kept, right) = keeps(answer, wins).ok_or_else(|| open.clone())?;
        if !kept {
            return Err(Flaw::NotRight { number, text: text(answer), goal });
        }
        if !wins && keeps(answer, true).ok_or_else(|| open.clone())?.0 {
            return Err(Flaw::Better { number, text: text(answer) });
        }
        for m in game.position().moves() {
            if m == answer {
                continue;
            }
            let (kept, position) = keeps(m, wins).ok_or_else(|| open.clone())?;
            if kept && position != right {
                return Err(Flaw::Second { number, other: text(m) });
            }
        }
        Ok(how)
    }

    /// What the second solver of the mind says, if it has one.
    fn second_opinion(&self, game: &Progress<E::Game>, side: Side) -> Option<bool> {
        let budget = Budget::new(SECOND_NODES, Stop::new());
        self.mind.second_opinion(game, side, &budget)
    }
}

impl<E: Expert> Checker for Bench<E>
where
    E::Game: Motifs + Baseline + Symmetric,
{
    fn check(&mut self, puzzle: &Puzzle) -> Result<Confirmed, Flaw> {
        let kind = galet_games::find(<E::Game as Game>::NAME).expect("a mind's game is registered");
        let played = puzzle.replay(kind)?;
        let (Some(mut game), Some(played)) =
            (Self::begin(puzzle), played.downcast_ref::<E::Game>())
        else {
            return Err(WrongPuzzle::Over.into());
        };
        let right = PuzzleId::of(game.position(), &puzzle.setup.options);
        if right != puzzle.id {
            return Err(Flaw::Name { right });
        }
        let fits = match puzzle.proof {
            Proof::Proven => E::PROVES && puzzle.goal != Goal::Advantage,
            Proof::Searched => puzzle.goal == Goal::Advantage,
        };
        if !fits {
            return Err(Flaw::Label { proof: puzzle.proof });
        }
        let (mut how, mut themes) = (Confirmed::Plainly, Vec::new());
        for (ply, &m) in played.moves().iter().enumerate() {
            if ply % 2 == 0 {
                let number = ply + 1;
                if game.position().count_moves() < 2 {
                    return Err(Flaw::Forced { number });
                }
                themes.extend(<E::Game as Motifs>::motifs(&game, m));
                let confirmed = match puzzle.proof {
                    Proof::Proven => self.check_proven(&game, m, puzzle.goal, number)?,
                    Proof::Searched => self.check_searched(&game, m, number)?,
                };
                how = if confirmed == Confirmed::Plainly { how } else { confirmed };
            }
            game.play(m).map_err(|_| WrongPuzzle::Over)?;
        }
        let listed = <E::Game as Motifs>::MOTIFS.iter().map(|motif| motif.name);
        let right: Vec<&str> = listed.filter(|name| themes.contains(name)).collect();
        if right != puzzle.themes {
            return Err(Flaw::Themes { right: right.join(" ") });
        }
        Ok(how)
    }

    fn network(&self) -> u64 {
        galet_engine::fingerprint::<E>()
    }

    fn along(&self, puzzle: &Puzzle) -> Vec<PuzzleId> {
        let Some(mut game) = Self::begin(puzzle) else { return Vec::new() };
        let mut names = vec![PuzzleId::of(game.position(), &puzzle.setup.options)];
        for text in &puzzle.line {
            let Ok(m) = game.position().parse_move(text) else { break };
            if game.play(m).is_err() {
                break;
            }
            names.push(PuzzleId::of(game.position(), &puzzle.setup.options));
        }
        names
    }
}
