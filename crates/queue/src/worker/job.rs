//! One question in a worker, from its message to its answer.

use super::Shop;
use super::cancelled::Begun;
use super::room::Place;
use crate::message::{
    Priority, Question, Report, Said, Task, Unreadable, VERSION, bounded, clock_left, ends, now,
    random,
};
use crate::parts::cut;
use async_nats::jetstream::{AckKind, Message};
use galet_games::AnyProgress;
use galet_scheduler::{ClientId, ScheduleError, Scheduler, WorkHandle};
use galet_wire::door::Found;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// A question that only a newer worker can read comes again after so long.
const FOR_ANOTHER: Duration = Duration::from_secs(1);

/// How a question ended here.
enum End {
    /// What was found has been sent: it leaves its queue.
    Done,
    /// Nobody waits for it any more.
    Unwanted,
    /// Another worker shall have it.
    GivenBack,
    /// Nobody can answer it.
    Hopeless,
}

/// Answers a question.
pub(super) async fn answer(shop: Arc<Shop>, priority: Priority, message: Message, _place: Place) {
    let figures = &shop.figures;
    let count = |count: &AtomicU64| {
        count.fetch_add(1, Ordering::Relaxed);
    };
    count(&figures.taken);
    let question = match Question::read(&message.payload, &shop.terms.answers()) {
        Ok(question) => question,
        Err(error) => {
            tracing::warn!(queue = priority.name(), %error, "a question cannot be read");
            count(&figures.unreadable);
            let newer = matches!(error, Unreadable::Newer(version) if version > VERSION);
            let kind = if newer { AckKind::Nak(Some(FOR_ANOTHER)) } else { AckKind::Term };
            return confirm(&message, kind).await;
        }
    };
    let (number, attempt) = (question.number, question.attempt);
    let over = question.is_over(now(), shop.terms.oldest[priority.index()]);
    let begun = if over { Begun::Unwanted } else { shop.cancelled().begin(number, attempt) };
    let cancelled = match begun {
        Begun::Now(cancelled) => cancelled,
        // Whoever is at it says so to the queue.
        Begun::Twice => return,
        Begun::Unwanted => {
            count(&figures.unwanted);
            return confirm(&message, AckKind::Ack).await;
        }
    };
    let job = Job { shop: &shop, priority, message: &message, question: &question };
    let end = job.work(cancelled).await;
    shop.cancelled().end(number, attempt);
    let kind = match end {
        End::Done => {
            count(&figures.answered);
            AckKind::Ack
        }
        End::Unwanted => {
            count(&figures.unwanted);
            AckKind::Ack
        }
        End::GivenBack => {
            count(&figures.given_back);
            AckKind::Nak(None)
        }
        End::Hopeless => {
            count(&figures.unreadable);
            AckKind::Term
        }
    };
    confirm(&message, kind).await;
}

/// Tells the queue. If it does not hear it, the question comes again.
async fn confirm(message: &Message, kind: AckKind) {
    if let Err(error) = message.ack_with(kind).await {
        tracing::warn!(%error, "a queue cannot be told how a question ended");
    }
}

struct Job<'a> {
    shop: &'a Arc<Shop>,
    priority: Priority,
    message: &'a Message,
    question: &'a Question,
}

impl Job<'_> {
    async fn work(&self, mut cancelled: watch::Receiver<bool>) -> End {
        let (shop, number) = (self.shop, self.question.number);
        let (tell, mut told) = mpsc::unbounded_channel();
        // Reading a long game takes a moment.
        let (question, scheduler) = (self.question.clone(), shop.scheduler.clone());
        let work = tokio::task::spawn_blocking(move || begin(&scheduler, &question, tell)).await;
        let _work = match work {
            Ok(Ok(work)) => work,
            Ok(Err(Hindrance::Engine(ScheduleError::Closed))) => return End::GivenBack,
            Ok(Err(error)) => {
                tracing::warn!(number, %error, "a question cannot be answered");
                self.say(Said::Nothing).await;
                return End::Hopeless;
            }
            Err(error) => {
                tracing::error!(number, %error, "a question cannot be read");
                return End::Hopeless;
            }
        };
        let kind = self.priority.name();
        tracing::debug!(number, kind, "taken");
        let terms = &shop.terms;
        let mut ticks = interval(terms.sign);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let begun = Instant::now();
        let mut heard = begun;
        let mut first = true;
        loop {
            tokio::select! {
                found = told.recv() => match found {
                    Some(found) => {
                        heard = Instant::now();
                        let last = ends(&found);
                        self.say(Said::Found { found }).await;
                        if last {
                            // The answer goes out before the question leaves its queue: both go the same way.
                            tracing::debug!(number, kind, "answered");
                            return End::Done;
                        }
                    }
                    None if shop.is_stopping() => return End::GivenBack,
                    None => {
                        tracing::warn!(number, "the engine has ended without an answer");
                        self.say(Said::Nothing).await;
                        return End::Done;
                    }
                },
                _ = ticks.tick() => {
                    if heard.elapsed() > terms.hang[self.priority.index()] {
                        tracing::error!(number, kind, "an engine hangs: its question is given back");
                        return End::GivenBack;
                    }
                    let answer = &self.question.answer;
                    if shop.net.is_connected() && shop.askers().is_gone(answer, begun, terms.sign * 10) {
                        tracing::info!(number, kind, "whoever asked is gone");
                        return End::Unwanted;
                    }
                    self.say(if first { Said::Taken } else { Said::Working }).await;
                    if !first {
                        let _ = self.message.ack_with(AckKind::Progress).await;
                    }
                    first = false;
                }
                () = unwanted(&mut cancelled) => {
                    tracing::debug!(number, kind, "nobody waits any more");
                    return End::Unwanted;
                }
                () = shop.stops(), if self.priority != Priority::Move => return End::GivenBack,
            }
        }
    }

    /// Says something to whoever asked. While NATS is away nobody would hear it.
    async fn say(&self, said: Said) {
        let last = matches!(&said, Said::Found { found } if ends(found));
        let net = &self.shop.net;
        if !last && !net.is_connected() {
            return;
        }
        let question = self.question;
        let report = Report {
            version: VERSION,
            number: question.number,
            attempt: question.attempt,
            position: question.position,
            worker: self.shop.name.clone(),
            said,
        };
        let Ok(whole) = serde_json::to_vec(&report) else { return };
        for (headers, part) in cut(whole, random()) {
            let subject = question.answer.clone();
            let sent = match headers {
                Some(headers) => {
                    net.client.publish_with_headers(subject, headers, part.into()).await
                }
                None => net.client.publish(subject, part.into()).await,
            };
            if let Err(error) = sent {
                tracing::warn!(%error, "an answer cannot be sent");
                return;
            }
        }
    }
}

/// Done when nobody waits for the question any more.
async fn unwanted(cancelled: &mut watch::Receiver<bool>) {
    // Whoever could tell stays until the end.
    let _ = cancelled.wait_for(|cancelled| *cancelled).await;
}

/// Why a question is not begun.
#[derive(Debug, thiserror::Error)]
enum Hindrance {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Engine(#[from] ScheduleError),
}

/// Has the scheduler begin. What it finds comes through the channel, which closes when it ends.
fn begin(
    scheduler: &Scheduler,
    question: &Question,
    tell: mpsc::UnboundedSender<Found>,
) -> Result<WorkHandle, Hindrance> {
    let game: Box<dyn AnyProgress> = question.game()?;
    let client = ClientId(question.client);
    let send = move |found: Found| drop(tell.send(found));
    let work = match question.task_now() {
        Task::Play { level, clock, seed } => {
            let level = Question::level(level)?;
            let done = move |text| send(Found::Move { text });
            scheduler.play(game, level, clock_left(clock), seed, done)?
        }
        Task::Hint => scheduler.hint(client, game, move |hint| send(Found::Hint { hint }))?,
        Task::Judge => {
            scheduler.judge(client, game, move |judgement| send(Found::Judgement { judgement }))?
        }
        Task::Analyse { lines, threads, limit } => {
            let (lines, threads, limit) = bounded(lines, threads, limit);
            let tell = move |view| send(Found::Analysis { view });
            scheduler.analyse_for(client, game, lines, threads, limit, tell)?
        }
        Task::Review => {
            let tell = send.clone();
            let progress = move |done, of| tell(Found::Progress { done, of });
            scheduler
                .review(client, game, progress, move |review| send(Found::Review { review }))?
        }
        Task::MakePuzzles { plies } => {
            let tell = send.clone();
            let progress = move |done, of| tell(Found::Progress { done, of });
            let done = move |made| send(Found::Puzzles { made });
            scheduler.make_puzzles(client, game, &plies, progress, done)?
        }
    };
    Ok(work)
}
