//! The review of a game: a look at every position.

use super::Subject;
use super::play::Once;
use super::queue::{Slice, Step, Work};
use crate::score::{self, Names};
use galet_engine::review::{self, Look};
use galet_engine::{AnyEngine, Request};
use galet_games::AnyProgress;
use galet_scene::{Owner, Phrase};
use galet_search::Limits;
use galet_wire::study::{MoveReviewView, ReviewView};
use std::time::{Duration, Instant};

/// Positions that are searched for each position of the game.
const NODES: u64 = 60_000;
/// The time that one position may take on a slow machine.
const TIME: Duration = Duration::from_millis(300);

/// A review under way. It goes from the last position to the first: what a search found further
/// on helps the ones before it.
pub(super) struct ReviewGame {
    subject: Subject,
    /// From the last position on.
    looks: Vec<Look>,
    progress: Box<dyn FnMut(u32, u32) + Send>,
    done: Option<Once<ReviewView>>,
}

impl ReviewGame {
    pub(super) fn new(
        subject: Subject,
        progress: Box<dyn FnMut(u32, u32) + Send>,
        done: Once<ReviewView>,
    ) -> ReviewGame {
        ReviewGame { subject, looks: Vec::new(), progress, done: Some(done) }
    }

    fn positions(&self) -> usize {
        self.subject.moves.len() + 1
    }

    fn view(&mut self, engine: &mut dyn AnyEngine) -> Option<ReviewView> {
        self.looks.reverse();
        let Subject { setup, moves, .. } = &self.subject;
        engine.set_game(setup, moves).ok()?;
        let reviews = review::judge(engine, moves, &self.looks);
        let names = Names::of(engine.game());
        let mut game = engine.game().at_ply(0);
        let mut scores = vec![score::look_view_at(engine, &*game, &names, self.looks.first()?)];
        let mut judged = Vec::with_capacity(moves.len());
        for (review, after) in reviews.iter().zip(&self.looks[1..]) {
            let by = Owner::from(game.turn());
            let better = review.better.as_ref().and_then(|line| line.first());
            let better_gesture = better.and_then(|text| game.gesture(text).ok());
            game.play(&review.text).ok()?;
            scores.push(score::look_view_at(engine, &*game, &names, after));
            judged.push(MoveReviewView {
                by,
                loss: review.loss,
                mark: review.mark.map(|mark| mark.symbol().to_owned()),
                better: review.better.clone(),
                better_gesture: better_gesture.unwrap_or_default(),
                turning_point: review.turning_point,
                why: review.better.is_some().then(|| why(&*game, after)).flatten(),
            });
        }
        Some(ReviewView { scores, moves: judged })
    }
}

impl Work for ReviewGame {
    fn game(&self) -> &'static str {
        self.subject.game
    }

    fn step(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> Step {
        let begun = Instant::now();
        let limits = Limits { nodes: Some(NODES), time: Some(TIME), ..Limits::default() };
        let request = Request { stop: slice.stop.clone(), ..Request::new(limits) };
        let of = self.positions();
        while self.looks.len() < of {
            let ply = of - 1 - self.looks.len();
            let Subject { setup, moves, .. } = &self.subject;
            match review::look(engine, setup, moves, ply, &request) {
                Ok(look) if !slice.stop.is_stopped() => self.looks.push(look),
                Ok(_) => return Step::Again,
                Err(_) => return Step::Finished,
            }
            (self.progress)(self.looks.len() as u32, of as u32);
            if begun.elapsed() >= slice.time && self.looks.len() < of {
                return Step::Again;
            }
        }
        if let (Some(view), Some(done)) = (self.view(engine), self.done.take()) {
            done(view);
        }
        Step::Finished
    }
}

/// Why the game stands badly for who moved last: what the opponent can do now, in its own words.
pub(super) fn why(game: &dyn AnyProgress, after: &Look) -> Option<Phrase> {
    let answer = after.analysis.lines.first()?.moves.first()?;
    let said = game.say_move(answer).ok()?;
    let cause = Phrase::new(format!("It allows {answer}:"), format!("Cela permet {answer}\u{a0}:"));
    Some(cause.then(&said))
}
