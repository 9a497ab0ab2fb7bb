//! The task that keeps one table: it takes wishes one after the other, lets things happen, writes
//! them, and only then tells anybody; if they cannot be written it goes back to what is on disk.

mod decide;
mod delays;
mod disk;
mod elsewhere;
mod mirror;
mod outages;

use super::mirror::check::SentEvents;
use super::stored::{Stored, read};
use super::summary::guest_on;
use super::telling::Owed;
use super::thinking::{Hesitation, Thinking};
use super::{SOON, Standing, TableSnapshot, guest_to_move, summary};
use crate::App;
use crate::bus::{Ear, Here, TableNews};
use crate::error::ApiError;
use crate::metrics::OneMore;
use crate::socket::outbox::{Outbox, text_of};
use crate::store::NodeId;
use crate::token::TokenHash;
use delays::{Received, Shown, Turn};
use disk::{Outcome, unless_lost};
use galet_core::Side;
use galet_table::{AnswerError, Effects, GuestId, Moment, Presence, Request, Table, Ticket};
use galet_wire::socket::{Answer, Message};
use galet_wire::table::Happening;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// What is wanted of a table.
pub(crate) enum KeeperMessage {
    /// To see it, as the answer to a question, and to hear of everything; and when it came in.
    Watch { watcher: Watcher, to: u32, received: Moment, reply: oneshot::Sender<()> },
    /// To hear no more.
    Leave { connection: u64 },
    /// A move or an act, and when it came in.
    Ask {
        who: GuestId,
        request: Request,
        received: Moment,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    /// Events of a browser that keeps the table.
    Mirror { who: GuestId, sent: Arc<SentEvents>, reply: oneshot::Sender<Result<u32, ApiError>> },
    /// To look at it.
    Look(Box<dyn FnOnce(&TableSnapshot<'_>) + Send>),
    /// The computer has chosen.
    Chosen { number: u64, text: Option<String> },
    /// The computer's move comes from a slower engine than usual.
    Slow { number: u64 },
    /// A guest has another name.
    Renamed { guest: GuestId, name: String },
    /// Somebody who watches is a guest from now on.
    Became { connection: u64, guest: GuestId },
    /// The store has given this node the table's lease: what the table wants by itself is done here.
    Duty,
    /// The store has more events of this table than this node knows, or fewer.
    Differs,
    /// For a while nothing could be done at a node.
    Interrupted { node: NodeId },
    /// No page of a guest is at another node any more.
    Gone { node: NodeId, guest: GuestId },
    /// The table is to be deleted: it leaves memory at once, and whoever watches is cut off.
    Dismiss,
}

/// Somebody who hears of everything that happens at a table.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    pub(crate) connection: u64,
    /// By what the browser is known.
    pub(crate) token: TokenHash,
    /// Who it is; `None` for somebody who is no guest.
    pub(crate) guest: Option<GuestId>,
    pub(crate) outbox: Outbox,
}

/// More wishes than this wait outside.
const INBOX: usize = 64;
/// Tables with more moves than this are read and shown elsewhere: whoever shares the thread would
/// wait.
pub(crate) const LONG: u32 = 300;
/// A table that nobody looks at stays in memory for so many milliseconds.
const IDLE: u64 = 60_000;
/// The milliseconds after which a table without a deadline looks whether it is idle.
const GLANCE: u64 = 10_000;
/// After so many milliseconds a table looks again for a flag that it is not its business to let fall.
const OTHERS_FLAG: u64 = 500;
/// After a failed write, a table does nothing by itself for so many milliseconds.
const REST: u64 = 1_000;

pub(super) struct Keeper {
    pub(super) app: Arc<App>,
    /// Nobody else has it while it changes; work elsewhere that looks at it is waited for.
    pub(super) table: Arc<Table>,
    inbox: mpsc::Receiver<KeeperMessage>,
    /// For those who work for this table.
    own: mpsc::WeakSender<KeeperMessage>,
    pub(super) watchers: Vec<Watcher>,
    pub(super) presence: Presence,
    pub(super) names: HashMap<GuestId, String>,
    /// What everybody is still to be told of who came and went.
    pub(super) owed: Owed,
    effects: Effects,
    thinking: Option<Thinking>,
    /// The position for which the computer finds no move.
    lost: Option<Ticket>,
    /// The position in which its move takes longer than usual.
    slow: Option<Ticket>,
    /// When somebody last wanted something here.
    touched: Moment,
    /// Until then the table does nothing by itself: the disk has just failed.
    rests_until: Moment,
    /// How often the disk had failed when outages were last left out of the clocks.
    caught_up: Option<u64>,
    /// Since when the table does nothing because a browser keeps it.
    asleep_since: Option<Moment>,
    /// What other nodes tell of the table.
    ear: Ear<TableNews>,
    /// Changes when something of that may have been lost.
    gaps: watch::Receiver<u64>,
    /// Whether the store could not be asked for what was lost.
    behind: bool,
    /// Whether a name may have changed without this node's hearing of it.
    names_may_be_old: bool,
    /// Who looks at the table at other nodes.
    pub(super) elsewhere: HashMap<NodeId, (Here, Instant)>,
    /// Who does here, as the others know it.
    told_here: Here,
    /// At which node each player was last.
    nodes: [Option<NodeId>; 2],
    /// Where each came to this one from, and when.
    came_from: [Option<(NodeId, Moment)>; 2],
    /// When the position was shown to whoever is to move, if they were looking.
    shown: Option<Shown>,
    /// Times in which whoever is to move waited to be shown it, with their turn.
    waits: Vec<(Turn, (Moment, Moment))>,
    /// Counts the tables in memory.
    _live: OneMore,
}

impl Keeper {
    /// Brings a table into memory and starts its task.
    pub(super) async fn load(
        app: &Arc<App>,
        id: &str,
    ) -> Result<mpsc::Sender<KeeperMessage>, ApiError> {
        // Before it is read: what happens meanwhile is not missed.
        let ear = app.bus.table(id).await;
        let Stored { table, nodes } = read(app, id).await?;
        let (sender, inbox) = mpsc::channel(INBOX);
        let now = app.clock.now();
        let mut keeper = Keeper {
            app: app.clone(),
            inbox,
            own: sender.downgrade(),
            watchers: Vec::new(),
            presence: Presence::default(),
            names: HashMap::new(),
            owed: Owed::default(),
            effects: Effects::default(),
            thinking: None,
            lost: None,
            slow: None,
            touched: now,
            rests_until: now,
            caught_up: None,
            asleep_since: Keeper::sleep_of(&table),
            table: Arc::new(table),
            ear,
            gaps: app.bus.gaps(),
            behind: false,
            names_may_be_old: false,
            elsewhere: HashMap::new(),
            told_here: Here::default(),
            nodes,
            came_from: [None; 2],
            shown: None,
            waits: Vec::new(),
            _live: app.metrics.tables_live.one_more(),
        };
        for side in Side::BOTH {
            keeper.presence.away_since[side] = Some(now);
            keeper.learn_name(side).await?;
        }
        // A table can be looked at while nothing can be written.
        unless_lost(keeper.catch_up().await)?;
        keeper.ask_others();
        keeper.note_standing();
        app.metrics.tables_loaded.add(1);
        tokio::spawn(keeper.run());
        Ok(sender)
    }

    async fn run(mut self) {
        let (app, id) = (self.app.clone(), self.table.id().to_owned());
        self.keep().await;
        app.tables.standings().remove(&id);
    }

    async fn keep(&mut self) {
        self.arrange_effects();
        let clock = self.app.clock.clone();
        let mut alarm = (self.next_wake(), Box::pin(clock.reaches(self.next_wake())));
        loop {
            // An alarm that comes too early does no harm, and setting one with each move costs.
            let wake = self.next_wake();
            if wake < alarm.0 || alarm.0 <= clock.now() {
                alarm = (wake, Box::pin(clock.reaches(wake)));
            }
            let owed = self.owed.due();
            tokio::select! {
                message = self.inbox.recv() => {
                    let Some(message) = message else { break };
                    if self.receive(message).await.is_err() { break }
                },
                letter = self.ear.hear() => {
                    let heard = match letter {
                        Some(letter) => self.hear(letter).await,
                        None => self.after_gap().await,
                    };
                    if heard.is_err() { break }
                }
                Ok(()) = self.gaps.changed() => if self.after_gap().await.is_err() { break },
                () = tokio::time::sleep_until(owed.unwrap_or_else(Instant::now)), if owed.is_some() => {
                    self.pay();
                }
                () = &mut alarm.1 => {
                    alarm.0 = Moment(0);
                    // What came in before the time was over comes first.
                    if self.receive_waiting().await.is_err() { break }
                    if self.on_time().await.is_err() { break }
                    if self.is_idle() && self.app.tables.forget(self.table.id(), &self.inbox) {
                        return;
                    }
                }
            }
        }
        // What is on disk may differ from what is here: the next visitor loads it anew.
        self.app.tables.lock().remove(self.table.id());
        for watcher in &self.watchers {
            watcher.outbox.cut();
        }
    }

    /// Takes what is wanted of the table. An error means that it cannot be kept any longer, or is dismissed.
    async fn receive(&mut self, message: KeeperMessage) -> Result<(), ApiError> {
        if matches!(message, KeeperMessage::Dismiss) {
            return Err(ApiError::no_such_table());
        }
        // Every table hears of every new name: that is nobody's wish here.
        if !matches!(
            message,
            KeeperMessage::Renamed { .. }
                | KeeperMessage::Duty
                | KeeperMessage::Differs
                | KeeperMessage::Interrupted { .. }
                | KeeperMessage::Gone { .. }
        ) {
            self.touched = self.app.clock.now();
        }
        self.grant(message).await
    }

    /// Takes what waits at this moment.
    async fn receive_waiting(&mut self) -> Result<(), ApiError> {
        for _ in 0..self.inbox.len() {
            let Ok(message) = self.inbox.try_recv() else { break };
            self.receive(message).await?;
        }
        Ok(())
    }

    /// Does what is wanted. An error means that the table cannot be kept any longer.
    async fn grant(&mut self, message: KeeperMessage) -> Result<(), ApiError> {
        match message {
            KeeperMessage::Ask { who, request, received, reply } => {
                let received = Received { who, at: received, request: &request };
                let (answer, result) = match self.decide(received).await {
                    Ok(()) => (Ok(()), Ok(())),
                    Err(Outcome::Refused(error)) => (Err(error), Ok(())),
                    Err(Outcome::Overtaken) => (Err(ApiError::busy()), Ok(())),
                    Err(Outcome::Failed(error)) => (Err(error.clone()), Err(error)),
                };
                let _ = reply.send(answer);
                return result;
            }
            KeeperMessage::Mirror { who, sent, reply } => {
                let (answer, result) = match self.mirror(who, &sent).await {
                    Ok(seq) => (Ok(seq), Ok(())),
                    Err(Outcome::Refused(error)) => (Err(error), Ok(())),
                    Err(Outcome::Overtaken) => (Err(ApiError::busy()), Ok(())),
                    Err(Outcome::Failed(error)) => (Err(error.clone()), Err(error)),
                };
                let _ = reply.send(answer);
                return result;
            }
            KeeperMessage::Watch { watcher, to, received, reply } => {
                if watcher.outbox.is_closed() {
                    // They have given up waiting: whoever is elsewhere by now must not count as being here.
                    let _ = reply.send(());
                    return Ok(());
                }
                self.let_go();
                self.look_for_newcomer().await?;
                unless_lost(self.wake_for(watcher.guest).await)?;
                unless_lost(self.arrive(watcher.guest).await)?;
                if watcher.outbox.is_closed() {
                    self.tell_who_came_and_went(watcher.guest);
                }
                let (newcomer, outbox) = (watcher.clone(), watcher.outbox.clone());
                let (guest, was_away) = (watcher.guest, self.may_have_been_away());
                self.watchers.retain(|there| there.connection != watcher.connection);
                // Who comes gets the whole table, the others hear of the newcomer.
                self.attend_with(watcher);
                let look = move |l: &TableSnapshot<'_>| {
                    let view = l.table.view(guest, l.presence, l.now, l.names);
                    text_of(&Message::Answer { to, answer: Answer::Table { view } })
                };
                // From here and not from the connection: whatever happens next comes after it.
                outbox.push(self.see(look).await);
                self.let_go();
                self.note_wait(&newcomer, was_away, received);
                let _ = reply.send(());
            }
            KeeperMessage::Leave { connection } => {
                self.watchers.retain(|there| there.connection != connection);
                self.forget_shown();
                self.attend();
            }
            KeeperMessage::Look(look) => self.see(look).await,
            KeeperMessage::Chosen { number, text } => {
                // What was cancelled ends without a choice, too.
                let Some(ticket) = self.ticket_of(number) else { return Ok(()) };
                self.thinking = None;
                let now = match self.now_caught_up().await {
                    Ok(now) => now,
                    Err(Outcome::Failed(error)) => return Err(error),
                    Err(Outcome::Refused(_) | Outcome::Overtaken) => self.app.clock.now(),
                };
                let event = text.map(|text| self.table.answer(ticket, &text, now));
                match event {
                    Some(Ok(event)) => {
                        let happened = self.happen(&event).await;
                        self.app.metrics.computer_moves.add(u64::from(happened.is_ok()));
                        // What could not be written is thought of again.
                        unless_lost(happened)?;
                    }
                    Some(Err(dropped)) => {
                        tracing::debug!(%dropped, "a computer move is dropped");
                        let again = matches!(dropped, AnswerError::Stale | AnswerError::OutOfTime);
                        if !again {
                            self.lost = Some(ticket);
                        }
                    }
                    // It found nothing, and would find nothing if it were asked again.
                    None if !*self.app.down.borrow() => self.lost = Some(ticket),
                    None => {}
                }
                self.arrange_effects();
            }
            KeeperMessage::Slow { number } => {
                if let Some(ticket) = self.ticket_of(number) {
                    self.slow = Some(ticket);
                    self.arrange_effects();
                }
            }
            KeeperMessage::Renamed { guest, name } => {
                if let Some(known) = self.names.get_mut(&guest)
                    && *known != name
                {
                    *known = name;
                    self.owe_state();
                }
            }
            KeeperMessage::Became { connection, guest } => {
                let there = self.watchers.iter_mut().find(|there| there.connection == connection);
                if let Some(watcher) = there {
                    watcher.guest = Some(guest);
                    self.attend();
                    // What they may do here is another now, even if nobody else sees a change.
                    self.owe_state();
                }
            }
            KeeperMessage::Duty => {
                // Whoever had it before may have told nobody what happened last.
                self.look_elsewhere().await?;
                self.on_time().await?;
            }
            KeeperMessage::Differs => {
                if !self.goes_back_if_ahead().await? {
                    self.look_elsewhere().await?;
                }
            }
            KeeperMessage::Interrupted { node } => {
                self.look_elsewhere().await?;
                self.elsewhere.remove(&node);
                self.attend();
                unless_lost(self.catch_up().await)?;
                self.arrange_effects();
            }
            KeeperMessage::Gone { node, guest } => self.note_gone(node, guest),
            // Dealt with before this.
            KeeperMessage::Dismiss => {}
        }
        Ok(())
    }

    /// What the computer thinks about, if it is that thought.
    fn ticket_of(&self, number: u64) -> Option<Ticket> {
        self.thinking.as_ref().filter(|it| it.number == number).map(|it| it.ticket)
    }

    /// What is due by the clock.
    async fn on_time(&mut self) -> Result<(), ApiError> {
        let now = self.app.clock.now();
        if self.app.store.health.is_failing() {
            self.rests_until = now.plus(REST);
        }
        if now < self.rests_until {
            return Ok(());
        }
        let watching = self.watchers.iter().map(|watcher| watcher.guest).collect::<Vec<_>>();
        for guest in watching {
            // The disk may have kept it from waking when they came.
            unless_lost(self.wake_for(guest).await)?;
        }
        if self.asleep_since.is_some() {
            return Ok(());
        }
        self.look_if_deaf().await?;
        unless_lost(self.catch_up().await)?;
        unless_lost(self.settle().await)?;
        let fell = if self.has_duty() { self.let_flag_fall().await } else { Ok(false) };
        let fell = match fell {
            Ok(fell) => fell,
            Err(Outcome::Failed(error)) => return Err(error),
            Err(Outcome::Refused(_) | Outcome::Overtaken) => {
                // At once again would be too often.
                self.rests_until = self.rests_until.max(now.plus(OTHERS_FLAG));
                true
            }
        };
        if !fell && self.effects.claim_at.is_some_and(|at| at <= now) {
            // From now on the game may be claimed: everybody sees it.
            self.tell(&Happening::Other);
        }
        self.arrange_effects();
        Ok(())
    }

    /// A flag falls, if one does. Whether the player could have moved is found out before.
    async fn let_flag_fall(&mut self) -> Result<bool, Outcome> {
        if self.table.tick(self.app.clock.now()).is_none() {
            return Ok(false);
        }
        let due = self.app.clock.now();
        if self.app.nodes.shared() {
            self.look_after_player().await?;
        }
        let now = self.now_caught_up().await?;
        let delays = self.delays(None, now);
        self.happen_together(&delays).await?;
        // What this inquiry took is nobody's time: a flag that was not due before it is looked at again.
        if self.table.tick(due).is_none() {
            return Ok(false);
        }
        match self.table.tick(now) {
            Some(event) => self.happen(&event).await.map(|()| true),
            None => Ok(false),
        }
    }

    fn next_wake(&self) -> Moment {
        // A flag that another node lets fall is heard of; it is looked for seldom.
        let flag_at = self.effects.flag_at.map(|at| {
            if self.has_duty() { at } else { at.max(self.app.clock.now().plus(OTHERS_FLAG)) }
        });
        let due = [flag_at, self.effects.claim_at, self.settles_at()].into_iter().flatten().min();
        let glance = self.app.clock.now().plus(self.glance());
        let wake = due.map_or(glance, |at| at.min(glance));
        // After a rest it looks at once what it has missed.
        let rests = self.app.clock.now() < self.rests_until;
        if rests { self.rests_until } else { wake }
    }

    fn is_idle(&self) -> bool {
        let now = self.app.clock.now();
        self.watchers.is_empty()
            && self.thinking.is_none()
            && now.since(self.touched) >= IDLE
            && self.effects.flag_at.is_none_or(|at| at > now.plus(2 * SOON))
    }

    /// Starts and cancels what the table wants done by itself.
    pub(super) fn arrange_effects(&mut self) {
        let now = self.app.clock.now();
        let sleeps = self.asleep_since.is_some();
        self.effects =
            if sleeps { Effects::default() } else { self.table.effects(&self.presence, now) };
        if sleeps || now < self.rests_until {
            self.thinking = None;
            return;
        }
        let duty = self.has_duty();
        let wanted = self.effects.think.filter(|_| duty).map(|think| think.ticket);
        if self.thinking.as_ref().map(|thinking| thinking.ticket) != wanted {
            // Dropping what is no longer wanted cancels it.
            self.thinking = None;
            if let (Some(think), Some(own)) = (self.effects.think, self.own.upgrade())
                && wanted.is_some()
                && self.lost != wanted
            {
                match Thinking::begin(&self.app, &self.table, &think, own) {
                    Ok(thinking) => self.thinking = Some(thinking),
                    // It is asked again at the next glance.
                    Err(Hesitation::Busy) => {}
                    Err(Hesitation::Lost) => self.lost = wanted,
                }
            }
        }
        let is_lost = wanted.is_some() && self.lost == wanted;
        // Nobody is told what the move itself tells: that the computer is slow no more.
        let is_slow = wanted.is_some() && self.slow == wanted;
        let was_slow = std::mem::replace(&mut self.presence.computer_is_slow, is_slow);
        let was_lost = std::mem::replace(&mut self.presence.computer_is_lost, is_lost);
        if was_lost != is_lost || is_slow && !was_slow {
            self.tell(&Happening::Other);
        }
    }

    async fn learn_name(&mut self, side: Side) -> Result<(), ApiError> {
        if let Some(guest) = guest_on(self.table.seats()[side]) {
            let name = self.app.store.guest_name(guest).await?;
            self.names.insert(guest, name);
        }
        Ok(())
    }
}
