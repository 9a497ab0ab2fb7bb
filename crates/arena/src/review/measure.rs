//! How accurately players played, measured as the page measures it.

use super::{Played, on_threads};
use crate::statistics::{Estimate, Tally};
use galet_core::{MonotonicTime, Side};
use galet_engine::review::{Course, Mark, MoveReview, SideReview, accuracy};
use galet_search::Stop;
use std::sync::Arc;

/// A game with what the engine thinks of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedGame {
    /// The moves after the opening.
    pub moves: Vec<MoveReview>,
    /// Who made the first of them.
    pub first: Side,
}

impl ReviewedGame {
    /// How a side played.
    pub fn of(&self, side: Side) -> Option<SideReview> {
        accuracy(&self.moves, self.first, side)
    }
}

/// Reviews games as the page does; `tell` hears how many are done. What is found does not depend on the number of
/// threads.
pub fn measure(games: &[Played], threads: usize, tell: &(dyn Fn() + Sync)) -> Vec<ReviewedGame> {
    let helper = || None;
    on_threads(games, threads, helper, |engine, _, played| {
        let name = played.game.game().name();
        let engine = engine.get_or_insert_with(|| {
            galet_engine::new(name, Arc::new(MonotonicTime)).expect("every game has a mind")
        });
        let from = played.opening_plies;
        let mut course =
            Course::from_ply(from, played.game.clone(), engine.scale()).without_praise();
        while !course.is_over() {
            course.step(&mut **engine, &Stop::new()).expect("the files are of one game");
        }
        tell();
        ReviewedGame { moves: course.reviews(), first: played.game.at_ply(from).turn() }
    })
}

/// A mean with the half width of its 95 % error bar.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// So far from it the truth may lie.
    pub error: f64,
}

impl Figure {
    /// The mean of independent values.
    pub fn of(values: &[f64]) -> Figure {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Figure { mean, error: 1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt() }
    }
}

/// How a player played in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Its name.
    pub player: String,
    /// Games that were counted.
    pub games: usize,
    /// The share of the points.
    pub points: Option<Estimate>,
    /// The accuracy that is shown, 0 to 1, by game.
    pub accuracy: Figure,
    /// Chances given away with a move.
    pub loss: Figure,
    /// What a move cost on the board.
    pub cost: Figure,
    /// Moves after the twelfth ply, and how many of them have a mark that blames.
    pub late: [usize; 2],
}

/// From this ply on moves count as late.
const LATE: usize = 12;

impl Measured {
    /// How the first player of a match played in it: `games` are in the order in which they were played, two
    /// with each opening.
    pub fn of(games: &[Played], reviewed: &[ReviewedGame]) -> Option<Measured> {
        let player = games.first()?.names.first.clone();
        let (mut accuracy, mut loss, mut cost) = (Vec::new(), Vec::new(), Vec::new());
        let (mut half_points, mut late) = (Vec::new(), [0, 0]);
        for (index, (played, review)) in games.iter().zip(reviewed).enumerate() {
            let Some(side) = played.seat_of(&player, index) else { continue };
            half_points.push((2.0 * played.points(side)) as usize);
            if let Some(own) = review.of(side) {
                accuracy.push(own.accuracy);
                loss.push(own.loss);
                cost.push(own.cost / own.moves as f64);
            }
            let own = review.moves.iter().skip(usize::from(review.first != side)).step_by(2);
            let plies = (played.opening_plies + usize::from(review.first != side)..).step_by(2);
            for (m, _) in own.zip(plies).filter(|(_, ply)| *ply >= LATE) {
                late[0] += 1;
                late[1] += usize::from(m.mark.is_some_and(Mark::is_bad));
            }
        }
        let mut tally = Tally::default();
        half_points.chunks_exact(2).for_each(|pair| tally.add([pair[0], pair[1]]));
        Some(Measured {
            player,
            games: half_points.len(),
            points: tally.estimate(),
            accuracy: Figure::of(&accuracy),
            loss: Figure::of(&loss),
            cost: Figure::of(&cost),
            late,
        })
    }
}
