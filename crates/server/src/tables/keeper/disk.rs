//! The keeper and the disk: what to do when a write failed, and outages.

use super::super::stored::read;
use super::{Keeper, REST};
use crate::error::ApiError;
use galet_table::Moment;
use galet_wire::table::Happening;
use std::sync::Arc;

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

    /// How many outages have become known, of the disk and of nodes.
    pub(super) fn known_outages(&self) -> u64 {
        self.app.store.health.get().recoveries + self.app.nodes.outages()
    }

    async fn leave_out_outages(&mut self) -> Result<(), Outcome> {
        let outages = self.app.store.outages_since(self.table.last_at().0).await;
        for outage in outages.map_err(|error| Outcome::Refused(error.into()))? {
            if !self.concerns(outage.node) {
                continue;
            }
            let (began, ended) = (Moment(outage.began), Moment(outage.ended));
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

    /// Takes the table as it is on disk.
    pub(super) async fn read_anew(&mut self) -> Result<(), Outcome> {
        let stored = read(&self.app, self.table.id()).await.map_err(Outcome::Failed)?;
        self.table = Arc::new(stored.table);
        self.nodes = stored.nodes;
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
