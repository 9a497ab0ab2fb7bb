//! The keeper and the disk: what to do when a write failed, and outages.

use super::super::stored::read;
use super::{Keeper, REST};
use crate::error::ApiError;
use crate::store::StoreError;
use galet_core::Side;
use galet_table::{Moment, Table};
use galet_wire::table::Happening;
use std::sync::Arc;

/// Outages become known so many milliseconds after their end, and sometimes after shorter ones that are part of them: a
/// node that was stopped in the midst says so once it can write.
const LATE: u64 = 10_000;

/// A node that is stopped so often while a single thing is decided goes by the time as it is.
const STOPS: usize = 3;

impl Keeper {
    /// Before anything happens: clocks stood still while nothing could be written, or while the
    /// server was down.
    pub(super) async fn catch_up(&mut self) -> Result<(), Outcome> {
        if self.asleep_since.is_some() {
            return Ok(());
        }
        self.app.nodes.awake().await;
        let known = self.known_outages();
        if self.caught_up != Some(known) {
            self.leave_out_outages().await?;
            self.caught_up = Some(known);
        }
        Ok(())
    }

    /// The time, once all is left out that clocks leave out until then. A node can be stopped in the midst of anything,
    /// and goes on without knowing: whether it was is asked after the time is taken, not before.
    pub(super) async fn now_caught_up(&mut self) -> Result<Moment, Outcome> {
        for _ in 0..STOPS {
            self.catch_up().await?;
            let now = self.app.clock.now();
            let known = self.caught_up == Some(self.known_outages());
            if self.asleep_since.is_some() || known && self.app.nodes.is_awake() {
                return Ok(now);
            }
        }
        Ok(self.app.clock.now())
    }

    /// How many outages have become known, of the disk and of nodes.
    pub(super) fn known_outages(&self) -> u64 {
        self.app.store.health.get().recoveries + self.app.nodes.outages()
    }

    async fn leave_out_outages(&mut self) -> Result<(), Outcome> {
        let lately = self.table.last_at().0.saturating_sub(LATE);
        let since = lately.max(self.table.turn_began().0);
        let outages = self.app.store.outages_since(since).await;
        for outage in outages.map_err(|error| Outcome::Refused(error.into()))? {
            let Some(ended) = self.concerned_until(outage) else { continue };
            let began = Moment(outage.began);
            if let Some(event) = self.table.interrupted(began, ended) {
                self.happen(&event).await?;
            }
        }
        Ok(())
    }

    /// Brings the table back to what is on disk, after a write that failed: whether its event is
    /// there or not, the disk is right. Those who look on stay, and see what stands; who missed
    /// something asks for the whole table.
    pub(super) async fn reload(&mut self) -> Result<(), Outcome> {
        self.rests_until = self.app.clock.now().plus(REST);
        self.read_anew().await
    }

    /// What could not be written has not happened. Among several nodes the table goes back to what it was before, and
    /// learns what others have written; alone it takes what is on disk.
    pub(super) async fn undo(
        &mut self,
        before: Option<Arc<Table>>,
        error: StoreError,
    ) -> Result<(), Outcome> {
        let Some(before) = before else {
            self.reload().await?;
            return Err(Outcome::Refused(error.into()));
        };
        self.table = before;
        let overtaken = matches!(error, StoreError::Overtaken);
        if overtaken {
            self.app.metrics.overtaken.add(1);
            // It may also have been deleted, or brought back to an earlier state.
            if self.goes_back_if_ahead().await.map_err(Outcome::Failed)? {
                return Err(Outcome::Overtaken);
            }
        } else {
            self.rests_until = self.app.clock.now().plus(REST);
        }
        self.look_elsewhere().await.map_err(Outcome::Failed)?;
        self.mark_presence();
        self.arrange_effects();
        Err(if overtaken { Outcome::Overtaken } else { Outcome::Refused(error.into()) })
    }

    /// Takes the table as it is in the store if that has fewer events than are known here: a standby that took over, or a
    /// copy that was restored, can lack the last ones. To ask for those that come after them would bring nothing, ever.
    pub(super) async fn goes_back_if_ahead(&mut self) -> Result<bool, ApiError> {
        let (here, turn) = (self.table.seq(), self.present_turn());
        match self.app.store.known(self.table.id()).await {
            Ok(None) => Err(ApiError::no_such_table()),
            Ok(Some(known)) if known.seq < here => {
                let (table, there) = (self.table.id(), known.seq);
                tracing::error!(table, here, there, "the store has lost events of a table");
                unless_lost(self.read_anew().await)?;
                self.note_shown_anew(turn);
                Ok(true)
            }
            Ok(Some(_)) | Err(_) => Ok(false),
        }
    }

    /// Takes the table as it is on disk.
    pub(super) async fn read_anew(&mut self) -> Result<(), Outcome> {
        let stored = read(&self.app, self.table.id()).await.map_err(Outcome::Failed)?;
        self.table = Arc::new(stored.table);
        self.nodes = stored.nodes;
        for side in Side::BOTH {
            self.learn_name(side).await.map_err(Outcome::Failed)?;
        }
        self.note_standing();
        self.mark_presence();
        self.arrange_effects();
        self.tell(&Happening::Other);
        Ok(())
    }
}

/// Why a request was not carried out.
pub(super) enum Outcome {
    /// The table refuses it, or it could not be written: the table is as it was.
    Refused(ApiError),
    /// Another node was first: the table is as that one left it, and it is to be decided anew.
    Overtaken,
    /// The table cannot be kept any longer.
    Failed(ApiError),
}

/// What the table wants by itself it wants again, as long as it is there.
pub(super) fn unless_lost(happened: Result<(), Outcome>) -> Result<(), ApiError> {
    match happened {
        Ok(()) | Err(Outcome::Refused(_) | Outcome::Overtaken) => Ok(()),
        Err(Outcome::Failed(error)) => Err(error),
    }
}
