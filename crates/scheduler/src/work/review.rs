//! The review of a game: an assessment of every position.

use super::{Once, Slice, Work, WorkState};
use crate::score::{self, Names};
use galet_engine::review::{self, Assessment, MoveReview};
use galet_engine::{AnyEngine, Request, reasons};
use galet_games::AnyProgress;
use galet_scene::{MoveReason, Owner, Phrase};
use galet_search::Limits;
use galet_wire::study::{MoveReviewView, ReviewView};
use std::collections::BTreeSet;
use std::time::Duration;

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
pub(crate) struct ReviewGame {
    game: Box<dyn AnyProgress>,
    /// The moves of the game as text.
    moves: Vec<String>,
    /// What was found at each position.
    assessments: Vec<Option<Assessment>>,
    /// Positions still to be assessed, by ply, the next one last. The first pass goes from the last
    /// position to the first: what a search found further on helps the ones before it.
    waiting: Vec<usize>,
    /// Whether this is the closer look at what seemed wrong.
    closer: bool,
    done_so_far: usize,
    progress: Box<dyn FnMut(u32, u32) + Send>,
    done: Option<Once<ReviewView>>,
}

impl ReviewGame {
    pub(crate) fn new(
        game: Box<dyn AnyProgress>,
        progress: Box<dyn FnMut(u32, u32) + Send>,
        done: Once<ReviewView>,
    ) -> ReviewGame {
        let positions = game.plies() + 1;
        ReviewGame {
            moves: game.moves(),
            game,
            assessments: vec![None; positions],
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

    fn judged(&self, engine: &dyn AnyEngine) -> Option<(Vec<MoveReview>, Vec<Assessment>)> {
        let assessments: Vec<_> = self.assessments.iter().cloned().collect::<Option<_>>()?;
        Some((review::judge(engine, &self.moves, &assessments), assessments))
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

    fn view(&self, engine: &dyn AnyEngine) -> Option<ReviewView> {
        let (reviews, assessments) = self.judged(engine)?;
        let names = Names::of(&*self.game);
        let view = |game: &dyn AnyProgress, found: &Assessment| {
            score::assessment_view(engine, game, &names, found)
        };
        // From the last move to the first: taking back needs no text to be read.
        let mut game = self.game.clone();
        let (mut scores, mut moves) = (Vec::new(), Vec::new());
        for (review, around) in reviews.iter().zip(assessments.windows(2)).rev() {
            let (before, after) = (&around[0], &around[1]);
            scores.push(view(&*game, after));
            let why = review.better.is_some().then(|| why(&*game, after)).flatten();
            game.undo();
            let better = review.better.as_ref().and_then(|line| line.first());
            let better_gesture = better.and_then(|text| game.gesture(text).ok());
            moves.push(MoveReviewView {
                by: Owner::from(game.turn()),
                loss: review.loss,
                mark: review.mark.map(|mark| mark.symbol().to_owned()),
                better: review.better.clone(),
                better_gesture: better_gesture.unwrap_or_default(),
                turning_point: review.turning_point,
                why,
                reasons: why_best(&*game, review, before),
            });
        }
        scores.push(view(&*game, assessments.first()?));
        scores.reverse();
        moves.reverse();
        Some(ReviewView { scores, moves })
    }
}

impl Work for ReviewGame {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        let begun = slice.time.now();
        loop {
            while let Some(&ply) = self.waiting.last() {
                match review::assess(engine, &*self.game.at_ply(ply), &self.request(slice)) {
                    Ok(found) if !slice.stop.is_stopped() => self.assessments[ply] = Some(found),
                    Ok(_) => return WorkState::Unfinished,
                    Err(_) => return WorkState::Finished,
                }
                self.waiting.pop();
                self.done_so_far += 1;
                let of = self.done_so_far + self.waiting.len();
                (self.progress)(self.done_so_far as u32, of as u32);
                if slice.since(begun) >= slice.length {
                    return WorkState::Unfinished;
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
        WorkState::Finished
    }
}

/// What speaks for the better move, or for the move that was played where it was the best. The
/// game stands as it was before the move.
fn why_best(game: &dyn AnyProgress, review: &MoveReview, before: &Assessment) -> Vec<MoveReason> {
    let best = before.analysis.lines.first().and_then(|line| line.moves.first());
    let told = best.filter(|best| review.better.is_some() || **best == review.text);
    told.map_or(Vec::new(), |best| reasons(game, best, &before.analysis))
}

/// Why the game stands badly for who moved last: what the opponent can do now, in its own words.
pub(super) fn why(game: &dyn AnyProgress, after: &Assessment) -> Option<Phrase> {
    let answer = after.analysis.lines.first()?.moves.first()?;
    let said = game.say_move(answer).ok()?;
    let cause = Phrase::new(format!("It allows {answer}:"), format!("Cela permet {answer}\u{a0}:"));
    Some(cause.then(&said))
}
