//! How hard a puzzle is: which levels solve it, and how much full strength has to look at.

use super::Workshop;
use crate::measure::{class, rating};
use crate::puzzle::{Difficulty, Puzzle};
use galet_core::random::SplitMix64;
use galet_core::{Game, Symmetric};
use galet_engine::{LevelSpec, Request, draw};
use galet_games::AnyProgress;
use galet_minds::Expert;
use galet_scene::Motifs;
use galet_search::Limits;

/// How often each level tries.
pub const TRIES: u8 = 20;
/// Positions that full strength may look at for each move, step by step.
const NODES: [u32; 5] = [250, 1_000, 4_000, 16_000, 64_000];

impl<E: Expert> Workshop<E>
where
    E::Game: Motifs + Symmetric,
{
    /// Lets all levels try.
    pub(super) fn measure(&mut self, puzzle: &Puzzle) -> Option<Difficulty> {
        let mut solved = Vec::new();
        for spec in E::LEVELS.iter().chain(E::EXPERTS) {
            solved.push(self.tries(puzzle, spec)?);
        }
        let nodes = self.nodes_needed(puzzle)?;
        solved.push(if nodes > 0 { TRIES } else { 0 });
        let rating = rating(&solved, TRIES, E::ELO);
        Some(Difficulty { class: class(&solved, TRIES), rating, nodes, solved })
    }

    /// In how many tries a level finds the whole line. A level's search is always the same and only its draw among
    /// good moves differs, so it searches once for each move.
    fn tries(&mut self, puzzle: &Puzzle, spec: &LevelSpec) -> Option<u8> {
        let kind = galet_games::find(<E::Game as Game>::NAME).ok()?;
        let mut game = puzzle.begin(kind).ok()?;
        let mut left = u32::from(TRIES);
        let mut random = SplitMix64::new(puzzle.id.0);
        for moves in puzzle.line.chunks(2) {
            self.engine.set_game(&*game).ok()?;
            let choice = self.engine.choose_as(spec, &Request::new(Limits::default()), 0)?;
            let lines = &choice.analysis.lines;
            let right: Vec<bool> = lines
                .iter()
                .map(|line| line.moves.first().is_some_and(|m| same(&*game, m, &moves[0])))
                .collect();
            let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
            left = match choice.analysis.solved {
                Some(_) if same(&*game, &choice.text, &moves[0]) => left,
                Some(_) => 0,
                None => {
                    let mut draws =
                        |_: &u32| right.get(draw(&scores, spec.spread, &mut random)) == Some(&true);
                    (0..left).filter(|try_| draws(try_)).count() as u32
                }
            };
            if left == 0 {
                break;
            }
            moves.iter().try_for_each(|m| game.play(m)).ok()?;
        }
        Some(left as u8)
    }

    /// The first step at which full strength finds the whole line; 0 if it never does.
    fn nodes_needed(&mut self, puzzle: &Puzzle) -> Option<u32> {
        let kind = galet_games::find(<E::Game as Game>::NAME).ok()?;
        for nodes in NODES {
            let mut game = puzzle.begin(kind).ok()?;
            let limits = Limits { nodes: Some(nodes.into()), ..Limits::default() };
            let mut finds = true;
            for moves in puzzle.line.chunks(2) {
                self.engine.forget();
                self.engine.set_game(&*game).ok()?;
                let found = self.engine.analyse(&Request::new(limits.clone()), &mut |_| {});
                finds = found.played().is_some_and(|m| same(&*game, &m, &moves[0]));
                if !finds {
                    break;
                }
                moves.iter().try_for_each(|m| game.play(m)).ok()?;
            }
            if finds {
                return Some(nodes);
            }
        }
        Some(0)
    }
}

/// Whether two moves are the same, or lead to the same position.
fn same(game: &dyn AnyProgress, one: &str, other: &str) -> bool {
    let after = |text: &str| {
        let mut after = game.clone_box();
        after.play(text).ok().map(|()| after.position_text())
    };
    one == other || after(one).is_some_and(|position| Some(position) == after(other))
}
