//! What whoever asked is told, on a thread of its own: callbacks may wait for something, and what answers all questions
//! must not.

use galet_scheduler::{OnSlow, Once, TellProgress, TellView};
use galet_wire::door::Found;
use galet_wire::puzzle::OwnPuzzles;
use galet_wire::study::{Hint, Judgement, ReviewView};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

/// The callbacks of a question.
pub(crate) enum Callbacks {
    Move(Once<String>),
    Hint(Once<Hint>),
    Judgement(Once<Judgement>),
    Analysis(TellView),
    Review(TellProgress, Once<ReviewView>),
    Puzzles(TellProgress, Once<OwnPuzzles>),
}

impl Callbacks {
    /// Whether this is an answer to the question that they belong to.
    fn fit(&self, found: &Found) -> bool {
        matches!(
            (self, found),
            (Callbacks::Move(_), Found::Move { .. })
                | (Callbacks::Hint(_), Found::Hint { .. })
                | (Callbacks::Judgement(_), Found::Judgement { .. })
                | (Callbacks::Analysis(_), Found::Analysis { .. })
                | (Callbacks::Review(..), Found::Progress { .. } | Found::Review { .. })
                | (Callbacks::Puzzles(..), Found::Progress { .. } | Found::Puzzles { .. })
        )
    }

    /// Calls the right one, and gives what is still to be called.
    fn call(self, found: Found) -> Option<Callbacks> {
        match (self, found) {
            (Callbacks::Move(done), Found::Move { text }) => done(text),
            (Callbacks::Hint(done), Found::Hint { hint }) => done(hint),
            (Callbacks::Judgement(done), Found::Judgement { judgement }) => done(judgement),
            (Callbacks::Review(_, done), Found::Review { review }) => done(review),
            (Callbacks::Puzzles(_, done), Found::Puzzles { made }) => done(made),
            (Callbacks::Analysis(mut tell), Found::Analysis { view }) => {
                let done = view.done;
                tell(view);
                return (!done).then_some(Callbacks::Analysis(tell));
            }
            (Callbacks::Review(mut progress, end), Found::Progress { done, of }) => {
                progress(done, of);
                return Some(Callbacks::Review(progress, end));
            }
            (Callbacks::Puzzles(mut progress, end), Found::Progress { done, of }) => {
                progress(done, of);
                return Some(Callbacks::Puzzles(progress, end));
            }
            (others, _) => return Some(others),
        }
        None
    }
}

type Call = Box<dyn FnOnce() + Send>;

/// The thread that calls back, in order.
#[derive(Clone)]
pub(crate) struct Teller(Sender<Call>);

impl Teller {
    pub(crate) fn start() -> io::Result<Teller> {
        let (calls, called) = channel::<Call>();
        thread::Builder::new().name("engine-answers".to_owned()).spawn(move || {
            for call in called {
                // Whoever falls over its own answer must not take the others along.
                let _ = catch_unwind(AssertUnwindSafe(call));
            }
        })?;
        Ok(Teller(calls))
    }

    fn call(&self, call: impl FnOnce() + Send + 'static) {
        let _ = self.0.send(Box::new(call));
    }
}

/// Tells whoever asked one question, in order.
pub(crate) struct Voice {
    teller: Teller,
    callbacks: Arc<Mutex<Option<Callbacks>>>,
    slow: Option<OnSlow>,
    silent: Arc<AtomicBool>,
}

impl Voice {
    pub(crate) fn new(teller: Teller, callbacks: Callbacks, slow: OnSlow) -> Voice {
        let callbacks = Arc::new(Mutex::new(Some(callbacks)));
        Voice { teller, callbacks, slow: Some(slow), silent: Arc::default() }
    }

    /// Whether this answers the question.
    pub(crate) fn fits(&self, found: &Found) -> bool {
        let callbacks = self.callbacks.lock().unwrap_or_else(PoisonError::into_inner);
        // While they are called they are not here: what comes meanwhile waits its turn.
        callbacks.as_ref().is_none_or(|callbacks| callbacks.fit(found))
    }

    /// Tells what was found.
    pub(crate) fn tell(&self, found: Found) {
        let (place, silent) = (Arc::clone(&self.callbacks), Arc::clone(&self.silent));
        self.teller.call(move || {
            let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
            let callbacks = lock().take();
            if let Some(callbacks) = callbacks
                && !silent.load(Ordering::Relaxed)
            {
                let rest = callbacks.call(found);
                *lock() = rest;
            }
        });
    }

    /// Nobody listens any more: what is not told yet never will be.
    pub(crate) fn fall_silent(&self) {
        self.silent.store(true, Ordering::Relaxed);
    }

    /// Whether nobody has been told yet that it takes longer.
    pub(crate) fn is_patient(&self) -> bool {
        self.slow.is_some()
    }

    /// Says that it takes longer than usual, once.
    pub(crate) fn slowly(&mut self) {
        if let Some(slow) = self.slow.take() {
            let silent = Arc::clone(&self.silent);
            self.teller.call(move || {
                if !silent.load(Ordering::Relaxed) {
                    slow();
                }
            });
        }
    }
}

impl Drop for Voice {
    /// The callbacks go after the last of them was called, and on the same thread.
    fn drop(&mut self) {
        let (place, slow) = (Arc::clone(&self.callbacks), self.slow.take());
        self.teller.call(move || {
            drop(place.lock().unwrap_or_else(PoisonError::into_inner).take());
            drop(slow);
        });
    }
}
