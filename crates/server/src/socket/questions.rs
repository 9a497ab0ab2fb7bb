//! What can be asked over the WebSocket.

use super::connection::Connection;
use crate::error::ApiError;
use crate::limits::Counted;
use crate::visitor::VisitorKey;
use galet_scene::Phrase;
use galet_scheduler::{ClientId, OnSlow, WorkHandle};
use galet_study::replay;
use galet_table::{GuestId, Request, RequestError};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use galet_wire::table::Act;
use std::net::IpAddr;
use std::time::Instant;
use tokio::sync::mpsc;

/// The most tables that one connection watches.
const MAX_WATCHED: usize = 20;

/// Answers a question, now or later; a refusal is answered by the client.
pub(super) async fn handle(
    connection: &mut Connection,
    id: u32,
    question: Question,
) -> Result<(), ApiError> {
    let app = connection.app.clone();
    match question {
        Question::Watch { table } => {
            if connection.watching.len() >= MAX_WATCHED && !connection.watching.contains(&table) {
                return Err(ApiError::too_many_watched());
            }
            let hears = connection.watching.contains(&table);
            app.tables.watch(&app, &table, &connection.watcher(), id, hears).await?;
            connection.watching.insert(table);
        }
        Question::Leave { table } => {
            if connection.watching.remove(&table) {
                app.tables.leave(&table, connection.number).await;
            }
            connection.answer(id, Answer::Done);
        }
        Question::Move { table, ply, text } => {
            ask(connection, id, &table, Request::Move { ply, text }).await?;
        }
        Question::Act { table, ply, act } => {
            if act == Act::Sit && connection.guest().is_none() {
                sit_down_first(connection, &table).await?;
            }
            ask(connection, id, &table, Request::Act { ply, act }).await?;
        }
        Question::Taps { table, ply, taps } => {
            let guest = player(connection, &table).await?;
            let look = move |l: &crate::tables::TableSnapshot<'_>| l.table.taps(guest, ply, &taps);
            let continuations = app.tables.look(&app, &table, look).await?;
            let continuations =
                continuations.map_err(|error| ApiError::unprocessable((&error).into()))?;
            connection.answer(id, Answer::Continuations { continuations });
        }
        Question::Hint { table, ply } => hint(connection, id, &table, ply).await?,
        Question::Look { line } => {
            let look = app.work.small(move || galet_study::look(&line)).await?;
            connection.answer(id, Answer::Look { look });
        }
        Question::LookTaps { line, taps } => {
            let continuations = app.work.small(move || galet_study::taps(&line, &taps)).await?;
            connection.answer(id, Answer::Continuations { continuations });
        }
        Question::Analyse { request } => analyse(connection, id, request).await?,
        Question::StopAnalysis => {
            connection.analysis = None;
            connection.answer(id, Answer::Done);
        }
        Question::Review { line } => review(connection, id, line).await?,
        Question::MakePuzzles { line, plies } => {
            make_puzzles(connection, id, line, plies).await?;
        }
        Question::Judge { line } => {
            let (scheduler, client) = (app.scheduler.clone(), client(connection));
            let done = answerer(connection, id, place(connection)?);
            let slow = slow_word(connection);
            let work = app.work.small(move || -> Result<WorkHandle, ApiError> {
                let done = Box::new(move |judgement| done(Answer::Judgement { judgement }));
                Ok(scheduler.judge(client, replay(&line)?, done, slow)?)
            });
            let work = work.await?;
            connection.work.insert(id, work);
        }
    }
    Ok(())
}

/// Who asks for something that only players can have. Who is no guest plays nowhere.
async fn player(connection: &Connection, table: &str) -> Result<GuestId, ApiError> {
    if let Some(guest) = connection.guest() {
        return Ok(guest);
    }
    connection.app.tables.look(&connection.app, table, |_| ()).await?;
    Err(ApiError::unprocessable((&RequestError::NotSeated).into()))
}

/// Somebody new wants to sit down: if they can, there is something to remember from now on.
async fn sit_down_first(connection: &mut Connection, table: &str) -> Result<(), ApiError> {
    let app = connection.app.clone();
    let look = |snapshot: &crate::tables::TableSnapshot<'_>| {
        let table = snapshot.table;
        match (table.has_free_seat(), table.is_over()) {
            (true, _) => None,
            (false, true) => Some(RequestError::Over),
            (false, false) => Some(RequestError::NoFreeSeat),
        }
    };
    if let Some(refused) = app.tables.look(&app, table, look).await? {
        return Err(ApiError::unprocessable((&refused).into()));
    }
    connection.visitor.become_guest(&app).await?;
    // The tables that are watched learn it before anything happens there.
    connection.learn().await;
    Ok(())
}

/// A move or an act: acknowledged when it is on disk.
async fn ask(
    connection: &Connection,
    id: u32,
    table: &str,
    request: Request,
) -> Result<(), ApiError> {
    let (app, start) = (&connection.app, Instant::now());
    let guest = player(connection, table).await?;
    app.tables.ask(app, table, guest, &request).await?;
    app.metrics.acknowledged.observe(start.elapsed());
    connection.answer(id, Answer::Done);
    Ok(())
}

/// A hint, where nobody but the computer is deceived.
async fn hint(connection: &mut Connection, id: u32, table: &str, ply: u32) -> Result<(), ApiError> {
    let (app, guest) = (connection.app.clone(), player(connection, table).await?);
    let look = move |snapshot: &crate::tables::TableSnapshot<'_>| {
        let table = snapshot.table;
        table.hint(guest, ply).map_err(ApiError::from)?;
        Ok::<_, ApiError>(table.progress().clone_box())
    };
    let game = app.tables.look(&app, table, look).await??;
    let done = answerer(connection, id, place(connection)?);
    let done = Box::new(move |hint| done(Answer::Hint { hint }));
    let slow = slow_word(connection);
    let work = app.scheduler.hint(client(connection), game, done, slow)?;
    connection.work.insert(id, work);
    Ok(())
}

async fn analyse(
    connection: &mut Connection,
    id: u32,
    message: AnalysisRequest,
) -> Result<(), ApiError> {
    // Whoever asks anew is done with what was asked before.
    connection.analysis = None;
    let app = connection.app.clone();
    let (scheduler, client) = (app.scheduler.clone(), client(connection));
    let (outbox, place) = (connection.outbox.clone(), place(connection)?);
    let slow = slow_word(connection);
    // The answer comes before anything that is found.
    let (begin, begun) = std::sync::mpsc::sync_channel::<()>(1);
    let mut waits = Some(begun);
    let work = app.work.small(move || -> Result<WorkHandle, ApiError> {
        let game = replay(&message.line)?;
        let tell = move |view| {
            let _held = &place;
            if let Some(begun) = waits.take() {
                let _ = begun.recv();
            }
            outbox.send(&Message::Analysis { to: id, view });
        };
        let tell = Box::new(tell);
        Ok(scheduler.analyse(client, game, message.lines, message.threads, tell, slow)?)
    });
    connection.analysis = Some(work.await?);
    connection.answer(id, Answer::Done);
    let _ = begin.send(());
    Ok(())
}

async fn review(connection: &mut Connection, id: u32, line: GameLine) -> Result<(), ApiError> {
    let app = connection.app.clone();
    let (scheduler, client) = (app.scheduler.clone(), client(connection));
    let finish = answerer(connection, id, place(connection)?);
    let outbox = connection.outbox.clone();
    let slow = slow_word(connection);
    let progress = move |done, of| outbox.send(&Message::ReviewProgress { to: id, done, of });
    let work = app.work.small(move || -> Result<WorkHandle, ApiError> {
        let done = Box::new(move |review| finish(Answer::Review { review }));
        Ok(scheduler.review(client, replay(&line)?, Box::new(progress), done, slow)?)
    });
    let work = work.await?;
    connection.work.insert(id, work);
    Ok(())
}

async fn make_puzzles(
    connection: &mut Connection,
    id: u32,
    line: GameLine,
    plies: Vec<u32>,
) -> Result<(), ApiError> {
    let app = connection.app.clone();
    let (scheduler, client) = (app.scheduler.clone(), client(connection));
    let finish = answerer(connection, id, place(connection)?);
    let outbox = connection.outbox.clone();
    let slow = slow_word(connection);
    let progress = move |done, of| outbox.send(&Message::ReviewProgress { to: id, done, of });
    let work = app.work.small(move || -> Result<WorkHandle, ApiError> {
        let done = Box::new(move |made| finish(Answer::Puzzles { made }));
        let (game, progress) = (replay(&line)?, Box::new(progress));
        Ok(scheduler.make_puzzles(client, game, &plies, progress, done, slow)?)
    });
    let work = work.await?;
    connection.work.insert(id, work);
    Ok(())
}

/// A word for a page that waits longer than usual, now and then: who steps through a game asks with every step.
fn slow_word(connection: &Connection) -> OnSlow {
    let (outbox, told) = (connection.outbox.clone(), connection.slow_told.clone());
    Box::new(move || {
        if told.times().is_some() {
            let words = Phrase::fixed(
                "The engine has much to do: this takes a little longer.",
                "Le moteur a beaucoup à faire\u{a0}: cela prend un peu plus de temps.",
            );
            outbox.send(&Message::Slow { words });
        }
    })
}

fn client(connection: &Connection) -> ClientId {
    connection.visitor.key().client()
}

/// A place among the questions of one address. Whoever works on the question holds it, and drops
/// it with the question, answered or not.
type Place = (Option<Counted<VisitorKey>>, Option<Counted<IpAddr>>);

fn place(connection: &Connection) -> Result<Place, ApiError> {
    let (app, network) = (&connection.app, connection.visitor.network);
    let refused = || {
        let error = ApiError::too_many_questions();
        app.note_refusal(&error, network);
        error
    };
    // One node alone has a scheduler that counts for each visitor.
    let visitor = app
        .nodes
        .shared()
        .then(|| app.visitor_analyses.take(connection.visitor.key()).ok_or_else(refused));
    let address = network.map(|network| app.address_analyses.take(network).ok_or_else(refused));
    Ok((visitor.transpose()?, address.transpose()?))
}

/// Sends an answer from a thread of the engine.
fn answerer(connection: &Connection, id: u32, place: Place) -> impl FnOnce(Answer) + Send + use<> {
    let outbox = connection.outbox.clone();
    let owed = Owed { id, done: connection.done.clone(), answered: false };
    move |answer| {
        drop(place);
        outbox.send(&Message::Answer { to: id, answer });
        owed.paid();
    }
}

/// An answer that is owed. The engine may end without one; then the question is refused.
struct Owed {
    id: u32,
    done: mpsc::UnboundedSender<(u32, bool)>,
    answered: bool,
}

impl Owed {
    fn paid(mut self) {
        self.answered = true;
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        let _ = self.done.send((self.id, self.answered));
    }
}
