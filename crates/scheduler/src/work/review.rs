//! The review of a game: an assessment of every position.

use super::{Once, Slice, Work, WorkState};
use crate::score::{self, Names};
use galet_core::Side;
use galet_engine::review::{Assessment, Course, MoveReview, accuracy};
use galet_engine::{AnyEngine, Lead, reasons};
use galet_games::AnyProgress;
use galet_scene::{MoveReason, Owner, Phrase};
use galet_wire::study::{MoveReviewView, ReviewView, SideReviewView};

/// A review under way.
pub(crate) struct ReviewGame {
    game: Box<dyn AnyProgress>,
    /// What was found so far; begun with the first slice.
    course: Option<Course>,
    progress: Box<dyn FnMut(u32, u32) + Send>,
    done: Option<Once<ReviewView>>,
}

impl ReviewGame {
    pub(crate) fn new(
        game: Box<dyn AnyProgress>,
        progress: Box<dyn FnMut(u32, u32) + Send>,
        done: Once<ReviewView>,
    ) -> ReviewGame {
        ReviewGame { game, course: None, progress, done: Some(done) }
    }
}

impl Work for ReviewGame {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        let begun = slice.time.now();
        let new = || Course::new(self.game.clone(), engine.scale());
        let course = self.course.get_or_insert_with(new);
        while !course.is_over() {
            if course.step(engine, &slice.stop).is_err() {
                return WorkState::Finished;
            }
            if slice.stop.is_stopped() {
                return WorkState::Unfinished;
            }
            let (done, of) = course.progress();
            (self.progress)(done as u32, of as u32);
            if slice.since(begun) >= slice.length && !course.is_over() {
                return WorkState::Unfinished;
            }
        }
        if let (Some(view), Some(done)) = (view(course, engine), self.done.take()) {
            done(view);
        }
        WorkState::Finished
    }
}

/// What a review found, as everybody is told it.
fn view(course: &Course, engine: &dyn AnyEngine) -> Option<ReviewView> {
    let (reviews, assessments) = (course.reviews(), course.assessments()?);
    let names = Names::of(course.game());
    let say_cost = engine.scale().say_cost;
    let mut game = course.game().clone_box();
    let (mut scores, mut moves) = (Vec::new(), Vec::new());
    // From the last move to the first: taking back needs no text to be read.
    for (review, around) in reviews.iter().zip(assessments.windows(2)).rev() {
        let (before, after) = (&around[0], &around[1]);
        scores.push(score::assessment_view(&*game, &names, after));
        let why = review.better.is_some().then(|| why(&*game, after)).flatten();
        game.undo();
        let better = review.better.as_ref().and_then(|line| line.first());
        let better_gesture = better.and_then(|text| game.gesture(text).ok());
        let [lead, left] = review.leads();
        moves.push(MoveReviewView {
            by: Owner::from(game.turn()),
            loss: review.loss,
            cost: review.cost,
            cost_words: say_cost(lead, left),
            mark: review.mark.map(|mark| mark.symbol().to_owned()),
            better: review.better.clone(),
            better_gesture: better_gesture.unwrap_or_default(),
            turning_point: review.turning_point,
            why,
            reasons: why_best(&*game, review, before),
        });
    }
    scores.push(score::assessment_view(&*game, &names, assessments.first()?));
    scores.reverse();
    moves.reverse();
    let begins = game.turn();
    let sides = Side::BOTH.map(|side| side_view(engine, &reviews, begins, side));
    Some(ReviewView { scores, moves, sides })
}

/// How a side played; `begins` made the first move.
fn side_view(
    engine: &dyn AnyEngine,
    reviews: &[MoveReview],
    begins: Side,
    side: Side,
) -> SideReviewView {
    let Some(own) = accuracy(reviews, begins, side) else { return SideReviewView::default() };
    let (given, none) = (Lead { units: own.cost, exact: false }, Lead::default());
    SideReviewView {
        accuracy: Some(own.accuracy),
        kept: Some(1.0 - own.loss),
        cost_words: (engine.scale().say_cost)(given, none),
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
    // What ends the game was allowed by this move; anything else may have been there before.
    let mut next = game.clone_box();
    let ends = next.play(answer).is_ok() && next.outcome().is_some();
    let cause = if ends {
        Phrase::new(format!("It allows {answer}:"), format!("Cela permet {answer}\u{a0}:"))
    } else {
        Phrase::new(
            format!("The best answer is {answer}:"),
            format!("La meilleure réponse est {answer}\u{a0}:"),
        )
    };
    Some(cause.then(&said))
}
