//! One question, from the moment it is asked until it is answered or nobody waits any more.
//!
//! It goes to the workers first. If the queue does not take it, if its turn does not come or no worker takes it in time, or
//! if those who took it fall silent again and again, the program's own engine answers it, too. It keeps its place among
//! those that wait for a worker; one that has come further than the program's own engine goes on in its place. Whoever has
//! an answer first ends it.

mod here;

use crate::asking::Shared;
use crate::message::{Cancel, PositionMark, Priority, Question, Report, Said, Task, ends, how_far};
use crate::voice::Voice;
use galet_games::AnyProgress;
use galet_scheduler::{ClientId, WorkHandle};
use galet_wire::door::Found;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// What is heard about a question.
pub(crate) enum Heard {
    /// A worker says something.
    Worker(Box<Report>),
    /// An attempt may be put into its queue now.
    Turn { attempt: u32 },
    /// The queue has taken an attempt, under this number.
    Queued { attempt: u32, sequence: u64 },
    /// The queue has not taken an attempt.
    NotQueued { attempt: u32, why: String },
    /// The program's own engine found something, when it was asked for the so-manieth time; nothing if it has ended
    /// without an answer.
    Here(u32, Option<Found>),
    /// Nobody waits for it any more.
    Cancelled,
}

/// Where the question is among the workers.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Remote {
    /// It is not there.
    Away,
    /// It waits for its turn at this node, since then.
    Held(Instant),
    /// It is in its queue and waits for a worker, since then.
    Asked(Instant),
    /// It still waits, but nobody here waits for that.
    Waits,
    /// A worker has it, and was heard of then.
    Taken(Instant),
}

/// Whether an attempt that no worker has taken yet is in its queue.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Queued {
    No,
    /// It is on its way there.
    Soon,
    /// Under this number.
    As(u64),
}

/// What the program's own engine does about it.
enum Here {
    Nothing,
    Working { _work: WorkHandle },
    Ended,
}

/// Who tells how things go: one at a time.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Speaker {
    Here,
    Worker(u32),
}

pub(crate) struct Pursuit {
    shared: Arc<Shared>,
    /// As it was asked last.
    question: Question,
    /// What was asked, and when in milliseconds since 1970.
    task: Task,
    asked: u64,
    game: Box<dyn AnyProgress>,
    client: ClientId,
    voice: Voice,
    own: mpsc::UnboundedSender<Heard>,
    remote: Remote,
    queued: Queued,
    here: Here,
    times_here: u32,
    speaker: Option<Speaker>,
    /// How far the engine had come of which was told last.
    far: u32,
    over: bool,
    begun: Instant,
}

impl Pursuit {
    pub(crate) fn new(
        shared: Arc<Shared>,
        (number, client): (u64, ClientId),
        task: Task,
        game: Box<dyn AnyProgress>,
        voice: Voice,
        own: mpsc::UnboundedSender<Heard>,
    ) -> Pursuit {
        let asked = crate::message::now();
        let question = Question {
            version: crate::message::VERSION,
            number,
            attempt: 0,
            asked,
            deadline: asked,
            answer: shared.answer.clone(),
            client: 0,
            line: crate::message::line_of(&*game),
            position: PositionMark::of(&*game),
            task: task.clone(),
        };
        let (remote, queued, here) = (Remote::Away, Queued::No, Here::Nothing);
        let (times_here, speaker, far, over, begun) = (0, None, 0, false, Instant::now());
        Pursuit {
            shared,
            question,
            task,
            asked,
            game,
            client,
            voice,
            own,
            remote,
            queued,
            here,
            times_here,
            speaker,
            far,
            over,
            begun,
        }
    }

    pub(crate) async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Heard>) {
        self.ask();
        while !self.is_over() {
            let due = self.due();
            tokio::select! {
                heard = inbox.recv() => match heard {
                    Some(heard) => self.hear(heard),
                    None => self.hear(Heard::Cancelled),
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.overdue(),
            }
        }
        inbox.close();
        while let Ok(heard) = inbox.try_recv() {
            self.hear_of_queue(&heard);
        }
        match self.queued {
            Queued::No => self.leave_queue(),
            // Whoever sends it sees that nobody listens.
            Queued::Soon => {}
            Queued::As(sequence) => self.withdraw(sequence),
        }
        self.shared.ended(self.question.number);
    }

    fn is_over(&self) -> bool {
        let waits = matches!(self.remote, Remote::Asked(_) | Remote::Taken(_));
        self.over || !waits && matches!(self.here, Here::Ended)
    }

    /// When something must happen if nothing is heard.
    fn due(&self) -> Option<Instant> {
        let (terms, priority) = (&self.shared.terms, self.question.task.priority());
        let slow = self.voice.is_patient().then_some(self.begun + terms.slow);
        match (self.remote, &self.here) {
            (_, Here::Working { .. }) => slow,
            (Remote::Away | Remote::Waits, _) => None,
            (Remote::Held(since) | Remote::Asked(since), _) => {
                let patience = since + terms.untaken[priority.index()];
                let slow = slow.filter(|_| self.may_wait_long());
                Some(slow.map_or(patience, |slow| slow.min(patience)))
            }
            (Remote::Taken(heard), _) => Some(heard + terms.silence),
        }
    }

    /// Whether it may wait for a worker for longer than somebody waits without a word. For a move the program's own engine
    /// begins by then.
    fn may_wait_long(&self) -> bool {
        self.task.priority() != Priority::Move
    }

    fn overdue(&mut self) {
        if matches!(self.here, Here::Working { .. }) {
            return self.voice.slowly();
        }
        let (number, attempt) = (self.question.number, self.question.attempt);
        let notes = &self.shared.notes;
        let untaken = self.shared.terms.untaken[self.task.priority().index()];
        match self.remote {
            Remote::Held(since) | Remote::Asked(since) if since.elapsed() < untaken => {
                self.voice.slowly();
            }
            Remote::Held(_) => {
                notes.warn(number, "many ask for the engine: answered here, too", "");
                self.think_here();
            }
            Remote::Taken(_) if attempt < self.shared.terms.attempts => {
                notes.warn(number, "a worker has fallen silent: asked again", "");
                self.ask();
            }
            Remote::Taken(_) => {
                notes.warn(number, "workers have fallen silent: answered here", "");
                self.give_up_workers(None);
                self.think_here();
            }
            Remote::Asked(_) => {
                notes.warn(number, "no worker has taken a question: answered here", "");
                self.remote = Remote::Waits;
                self.think_here();
            }
            Remote::Away | Remote::Waits => {}
        }
    }

    /// Asks the workers, for the first time or again.
    fn ask(&mut self) {
        if !self.shared.can_ask() {
            return self.without_worker();
        }
        let again = self.question.attempt > 0;
        self.question.attempt += 1;
        let counts = &self.shared.counts;
        if again {
            counts.again.fetch_add(1, Ordering::Relaxed);
            // What earlier attempts say about how it goes would only confuse.
            self.give_up_workers(Some(self.question.attempt));
        } else {
            counts.asked.fetch_add(1, Ordering::Relaxed);
        }
        self.speaker = None;
        self.queued = Queued::No;
        self.remote = Remote::Held(Instant::now());
        let (number, attempt) = (self.question.number, self.question.attempt);
        let priority = self.task.priority();
        self.shared.waits_for_its_turn(priority, (number, attempt), self.client, &self.own);
    }

    /// Puts the question into its queue.
    fn send(&mut self) {
        self.question.client = self.shared.hides(self.client);
        let oldest = self.shared.terms.oldest[self.task.priority().index()];
        self.question.asked_now(oldest);
        self.question.task = self.task.after(self.question.asked.saturating_sub(self.asked));
        let payload = serde_json::to_vec(&self.question).unwrap_or_default();
        if payload.is_empty() || payload.len() > crate::message::MAX_QUESTION {
            return self.without_worker();
        }
        let (shared, own) = (Arc::clone(&self.shared), self.own.clone());
        let (priority, attempt) = (self.question.task.priority(), self.question.attempt);
        let number = self.question.number;
        self.queued = Queued::Soon;
        tokio::spawn(async move {
            let queued = shared.publish(priority, payload).await;
            let heard = match &queued {
                Ok(sequence) => Heard::Queued { attempt, sequence: *sequence },
                Err(why) => Heard::NotQueued { attempt, why: why.clone() },
            };
            if own.send(heard).is_err() {
                // Nobody waits any more.
                if let Ok(sequence) = queued {
                    shared.take_back(priority, sequence).await;
                }
                shared.leaves_its_queue(priority, number);
            }
        });
    }

    /// Has the queue forget it, and only then the next one come: however fast somebody asks and gives up, no more are in
    /// the queue than workers take in a moment.
    fn withdraw(&self, sequence: u64) {
        let (shared, number) = (Arc::clone(&self.shared), self.question.number);
        let priority = self.task.priority();
        tokio::spawn(async move {
            shared.take_back(priority, sequence).await;
            shared.leaves_its_queue(priority, number);
        });
    }

    /// Whether its queue has it.
    fn hear_of_queue(&mut self, heard: &Heard) {
        let current = self.question.attempt;
        match heard {
            Heard::Queued { attempt, sequence }
                if *attempt == current && self.queued == Queued::Soon =>
            {
                self.queued = Queued::As(*sequence);
            }
            Heard::NotQueued { attempt, .. } if *attempt == current => self.queued = Queued::No,
            _ => {}
        }
    }

    fn hear(&mut self, heard: Heard) {
        self.hear_of_queue(&heard);
        match heard {
            Heard::Worker(report) => self.hear_worker(*report),
            Heard::Turn { attempt } => {
                if attempt == self.question.attempt && matches!(self.remote, Remote::Held(_)) {
                    self.remote = Remote::Asked(Instant::now());
                    self.send();
                }
            }
            Heard::Queued { .. } => {}
            Heard::NotQueued { attempt, why } => {
                let waits = matches!(self.remote, Remote::Asked(_) | Remote::Waits);
                if attempt == self.question.attempt && waits {
                    let number = self.question.number;
                    self.shared.notes.warn(
                        number,
                        "a queue takes no question: answered here",
                        &why,
                    );
                    self.without_worker();
                }
            }
            // What was let be says so, too.
            Heard::Here(time, _) if time != self.times_here => {}
            Heard::Here(_, Some(found)) => self.found(found, Speaker::Here),
            Heard::Here(_, None) => self.here = Here::Ended,
            Heard::Cancelled => {
                self.voice.fall_silent();
                self.shared.counts.cancelled.fetch_add(1, Ordering::Relaxed);
                self.give_up_workers(None);
                self.over = true;
            }
        }
    }

    fn hear_worker(&mut self, report: Report) {
        let Report { attempt, position, worker, said, .. } = report;
        let known = (1..=self.question.attempt).contains(&attempt);
        if position != self.question.position || !known {
            self.shared.counts.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let current = attempt == self.question.attempt;
        match said {
            Said::Found { found: Found::Failed { error } } if current => {
                tracing::warn!(worker, code = error.code, "a worker refuses a question");
                self.without_worker();
            }
            Said::Nothing if current => {
                tracing::warn!(worker, "the engine of a worker found nothing");
                self.without_worker();
            }
            Said::Found { found } if self.voice.fits(&found) && (current || ends(&found)) => {
                self.hear_of_worker(current);
                self.found(found, Speaker::Worker(attempt));
            }
            Said::Taken | Said::Working if current => self.hear_of_worker(true),
            _ => {
                self.shared.counts.dropped.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Whoever has the question is there.
    fn hear_of_worker(&mut self, current: bool) {
        if current && self.remote != Remote::Away {
            self.remote = Remote::Taken(Instant::now());
            self.queued = Queued::No;
            self.shared.taken(self.question.number);
            self.leave_queue();
        }
    }

    fn leave_queue(&self) {
        self.shared.leaves_its_queue(self.task.priority(), self.question.number);
    }

    fn without_worker(&mut self) {
        self.remote = Remote::Away;
        self.queued = Queued::No;
        self.leave_queue();
        self.think_here();
    }

    fn found(&mut self, found: Found, by: Speaker) {
        if !self.voice.fits(&found) {
            return;
        }
        if ends(&found) {
            self.shared.counts.answered.fetch_add(1, Ordering::Relaxed);
            self.voice.tell(found);
            // All others who are at it may stop. A worker that is alone knows by itself.
            if by == Speaker::Here || self.question.attempt > 1 {
                self.give_up_workers(None);
            }
            self.over = true;
            return;
        }
        // A worker that was given up has stopped, or will: nobody relies on it for more than an answer.
        if by != Speaker::Here && self.remote == Remote::Away {
            self.shared.counts.dropped();
            return;
        }
        let far = how_far(&found);
        if self.speaker.is_none() || self.speaker != Some(by) && far >= self.far {
            self.speaker = Some(by);
            if by != Speaker::Here {
                self.here = Here::Nothing;
                self.times_here += 1;
            }
        }
        if self.speaker == Some(by) {
            self.far = far;
            self.voice.tell(found);
        }
    }

    /// Tells workers that nobody waits for them any more, but for one attempt.
    fn give_up_workers(&mut self, keep: Option<u32>) {
        if self.question.attempt > 0 && self.remote != Remote::Away {
            self.remote = Remote::Away;
            self.shared.cancel_elsewhere(Cancel { number: self.question.number, keep });
        }
    }

    /// The program's own engine answers it, too.
    fn think_here(&mut self) {
        if !matches!(self.here, Here::Nothing) {
            return;
        }
        if self.begun.elapsed() >= self.shared.terms.slow {
            self.voice.slowly();
        }
        self.shared.counts.here.fetch_add(1, Ordering::Relaxed);
        self.shared.taken(self.question.number);
        match self.submit_here() {
            Ok(work) => self.here = Here::Working { _work: work },
            Err(error) => {
                let (number, why) = (self.question.number, error.to_string());
                self.shared.notes.warn(number, "nobody takes a question, here or elsewhere", &why);
                self.here = Here::Ended;
            }
        }
    }
}
