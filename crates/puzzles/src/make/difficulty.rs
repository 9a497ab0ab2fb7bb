//! How hard a puzzle is: which levels solve it, and how much full strength has to look at.

use super::Workshop;
use crate::puzzle::{Difficulty, Puzzle};
use crate::set::Head;
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
        let rating = rating(&solved, E::ELO);
        Some(Difficulty { class: class(&solved), rating, nodes, solved })
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

/// From 1 to 5 by how many levels solve it in at least half of the tries: the harder, the fewer.
fn class(solved: &[u8]) -> u8 {
    let able = solved.iter().filter(|&&times| times * 2 >= TRIES).count();
    5 - (able * 5 / solved.len().max(1)).min(4) as u8
}

/// The strength at which the tries were as likely as they can be, if each was a game between a level and the puzzle:
/// there the levels' expected points are what they got.
fn rating(solved: &[u8], elo: &[u32]) -> u16 {
    let got: f64 = solved.iter().map(|&times| f64::from(times) / f64::from(TRIES)).sum();
    let expected = |rating: f64| -> f64 {
        elo.iter().map(|&elo| 1.0 / (1.0 + 10_f64.powf((rating - f64::from(elo)) / 400.0))).sum()
    };
    let strongest = elo.last().copied().unwrap_or_default();
    // Beyond the levels nothing was measured.
    let (mut low, mut high) = (-400.0, f64::from(strongest) + 400.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if expected(middle) > got { low = middle } else { high = middle }
    }
    (f64::from(Head::WEAKEST) + low).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_classes_are_solved_by_fewer_levels() {
        let classes: Vec<u8> = (0..=10)
            .map(|able| {
                class(&(0..10).map(|n| if n < able { TRIES } else { 9 }).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(classes, [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1]);
    }

    #[test]
    fn a_puzzle_is_as_strong_as_the_level_that_solves_every_other_try() {
        let elo = [0, 300, 600, 900];
        let near = rating(&[0, 0, 20, 20], &elo);
        assert!((1_200..=1_300).contains(&near), "{near}");
        let ratings: Vec<u16> = (0..=4)
            .map(|able| rating(&[20, 20, 20, 20, 0, 0, 0, 0][4 - able..8 - able], &elo))
            .collect();
        assert!(ratings.is_sorted_by(|a, b| a > b), "{ratings:?}");
        assert_eq!((ratings[0], ratings[4]), (2_100, 400));
    }
}
