//! The review of a game: a look at every position.

use super::Subject;
use super::play::Once;
use super::queue::{Slice, Step, Work};
use crate::score::{self, Names};
use galet_engine::review::{self, Look, MoveReview};
use galet_engine::{AnyEngine, Request};
use galet_games::AnyProgress;
use galet_scene::{Owner, Phrase};
use galet_search::Limits;
use galet_wire::study::{MoveReviewView, ReviewView};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Positions that are searched for each position of the game.
const NODES: u64 = 60_000;
/// The time that one position may take on a slow machine.
const TIME: Duration = Duration::from_millis(300);
/// Moves that seem to give away this much are looked at more closely, so that nobody is blamed
/// for what a short search did not see.
const SUSPICIOUS: f64 = 0.12;
/// How many of them, the worst first.
const MAX_CLOSER: usize = 16;
/// How much more closely.
const CLOSER: u32 = 5;

/// A review under way.
pub(super) struct ReviewGame {
    subject: Subject,
    /// What was found at each position.
    looks: Vec<Option<Look>>,
    /// Positions still to be looked at, the next one last. The first pass goes from the last
    /// position to the first: what a search found further on helps the ones before it.
    waiting: Vec<usize>,
    /// Whether this is the closer look at what seemed wrong.
    closer: bool,
    done_so_far: usize,
    progress: Box<dyn FnMut(u32, u32) + Send>,
    done: Option<Once<ReviewView>>,
}

impl ReviewGame {
    pub(super) fn new(
        subject: Subject,
        progress: Box<dyn FnMut(u32, u32) + Send>,
        done: Once<ReviewView>,
    ) -> ReviewGame {
        let positions = subject.moves.len() + 1;
        ReviewGame {
            subject,
            looks: vec![None; positions],
            waiting: (0..positions).collect(),
            closer: false,
            done_so_far: 0,
            progress,
            done: Some(done),
        }
    }

    fn request(&self, slice: &Slice) -> Request {
        let times = if self.closer { CLOSER } else { 1 };
        let limits = Limits {
            nodes: Some(NODES * u64::from(times)),
            time: Some(TIME * times),
            ..Limits::default()
        };
        Request { stop: slice.stop.clone(), ..Request::new(limits) }
    }

    fn judged(&self, engine: &dyn AnyEngine) -> Option<(Vec<MoveReview>, Vec<Look>)> {
        let looks: Vec<Look> = self.looks.iter().cloned().collect::<Option<_>>()?;
        Some((review::judge(engine, &self.subject.moves, &looks), looks))
    }

    /// The positions before and after the moves that seem to be the worst.
    fn suspicious(&self, engine: &dyn AnyEngine) -> Vec<usize> {
        let Some((reviews, _)) = self.judged(engine) else { return Vec::new() };
        let mut moves: Vec<(usize, f64)> =
            reviews.iter().map(|review| review.loss).enumerate().collect();
        moves.retain(|&(_, loss)| loss >= SUSPICIOUS);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(MAX_CLOSER);
        let plies: BTreeSet<usize> = moves.iter().flat_map(|&(ply, _)| [ply, ply + 1]).collect();
        plies.into_iter().collect()
    }

    fn view(&self, engine: &mut dyn AnyEngine) -> Option<ReviewView> {
        let Subject { setup, moves, .. } = &self.subject;
        engine.set_game(setup, moves).ok()?;
        let (reviews, looks) = self.judged(engine)?;
        let names = Names::of(engine.game());
        let mut game = engine.game().at_ply(0);
        let mut scores = vec![score::look_view_at(engine, &*game, &names, looks.first()?)];
        let mut judged = Vec::with_capacity(moves.len());
        for (review, after) in reviews.iter().zip(&looks[1..]) {
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
        loop {
            while let Some(&ply) = self.waiting.last() {
                let Subject { setup, moves, .. } = &self.subject;
                match review::look(engine, setup, moves, ply, &self.request(slice)) {
                    Ok(look) if !slice.stop.is_stopped() => self.looks[ply] = Some(look),
                    Ok(_) => return Step::Again,
                    Err(_) => return Step::Finished,
                }
                self.waiting.pop();
                self.done_so_far += 1;
                let of = self.done_so_far + self.waiting.len();
                (self.progress)(self.done_so_far as u32, of as u32);
                if begun.elapsed() >= slice.time {
                    return Step::Again;
                }
            }
            if self.closer {
                break;
            }
            self.closer = true;
            self.waiting = self.suspicious(engine);
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
