//! Clocks and what other nodes keep from their players: a player whose node is gone, or answers nobody, loses no time on the
//! way to another one.
//!
//! What is known of it the store has: at which node each player was last, when each node was last known to run, and when
//! nothing could be done at it.

use super::Keeper;
use super::disk::Outcome;
use crate::error::ApiError;
use crate::nodes::{self, GRACE};
use crate::store::writer::StoreChange;
use crate::store::{NodeId, Outage, STALE};
use galet_core::Side;
use galet_table::{GuestId, Moment};

/// A node that is not heard writes its outages down piece by piece (`unheard.rs`): the last one goes on when it ended fewer
/// milliseconds ago than this.
const PIECE: u64 = 6_000;

impl Keeper {
    /// Until when an outage of a node concerns whoever is to move, if it does.
    pub(super) fn concerned_until(&self, outage: Outage) -> Option<Moment> {
        let ended = Moment(outage.ended);
        if !self.app.nodes.shared() || outage.node == NodeId::EVERYBODY {
            return Some(ended);
        }
        let side = self.table.turn().map(Side::index);
        // Where somebody is may not be known: then they get the benefit of the doubt. A page says more than what could be
        // written down while nothing could.
        let known = side.and_then(|side| self.nodes[side]);
        if known.is_none_or(|there| there == outage.node) || self.player_looks_at(outage.node) {
            return Some(ended);
        }
        // Whoever came from there was concerned until they came.
        let (from, arrived) = side.and_then(|side| self.came_from[side])?;
        (from == outage.node).then(|| ended.min(arrived))
    }

    /// Whether whoever is to move has a page at a node, as far as this one has heard.
    fn player_looks_at(&self, node: NodeId) -> bool {
        let Some(player) = self.player_to_move() else { return false };
        // Whoever sees the table here is kept from nothing by another node, whatever is still said of them there.
        let here = self.has_page_here(player);
        if here || node == self.app.nodes.own() {
            return here && node == self.app.nodes.own();
        }
        self.elsewhere.get(&node).is_some_and(|(there, _)| there.players.contains(&player))
    }

    /// Somebody who plays here looks at the table at this node. If they come from one that is gone, clocks
    /// leave the way out.
    pub(super) async fn arrive(&mut self, guest: Option<GuestId>) -> Result<(), Outcome> {
        if !self.app.nodes.shared() || self.effects_without_clock() {
            return Ok(());
        }
        let own = self.app.nodes.own();
        let sides: Vec<Side> = guest
            .into_iter()
            .flat_map(|guest| self.table.sides_of(guest).collect::<Vec<_>>())
            .collect();
        for side in sides {
            // Whoever was somewhere else without this node's hearing of it comes from there.
            if self.nodes[side.index()] != Some(own) || self.presence.away_since[side].is_some() {
                self.learn_nodes().await;
            }
            let before = self.nodes[side.index()];
            if before == Some(own) {
                self.leave_out_the_search(side).await?;
                continue;
            }
            // Nobody may have told of what kept them where they were: the store knows.
            self.caught_up = None;
            self.catch_up().await?;
            if let Some(before) = before.filter(|_| self.table.turn() == Some(side)) {
                self.leave_out_the_way(before).await?;
                // They may have tried others on it.
                self.leave_out_the_search(side).await?;
            }
            let table = self.table.id().to_owned();
            let here = StoreChange::Attended { table, side };
            // If it cannot be written they are looked for where they were: no harm to anybody.
            if self.app.store.writer.write(vec![here]).await.is_ok() {
                self.nodes[side.index()] = Some(own);
                self.came_from[side.index()] = before.map(|node| (node, self.app.clock.now()));
                // They may have come here while this node was stopped, and waited.
                self.caught_up = None;
                self.catch_up().await?;
            }
        }
        Ok(())
    }

    /// Asks the store at which node each player was last, if it can be asked.
    pub(super) async fn learn_nodes(&mut self) {
        if !self.app.store.health.is_failing()
            && let Ok(Some(known)) = self.app.store.known(self.table.id()).await
        {
            self.nodes = known.nodes;
        }
    }

    fn effects_without_clock(&self) -> bool {
        self.table.is_over() || self.table.clock(self.table.last_at()).left.is_none()
    }

    /// The time since a node was last there, as far as it is that node's fault.
    async fn leave_out_the_way(&mut self, node: NodeId) -> Result<(), Outcome> {
        let state = self.app.store.node(node).await;
        let state = state.map_err(|error| Outcome::Refused(error.into()))?;
        let now = self.app.clock.now();
        let gone = state.and_then(|state| {
            let stale = (now.0.saturating_sub(state.at) > STALE / 2).then_some(state.at);
            state.left.or(stale)
        });
        match gone.map(Moment) {
            Some(gone) => self.leave_out(gone, now.min(gone.plus(GRACE))).await,
            None => {
                let lately = Moment(now.0.saturating_sub(PIECE));
                self.leave_out_outages_of(|its| its == node, lately, now).await
            }
        }
    }

    async fn leave_out(&mut self, from: Moment, until: Moment) -> Result<(), Outcome> {
        match self.table.interrupted(from, until) {
            Some(event) => self.happen(&event).await,
            None => Ok(()),
        }
    }

    /// What outages of some nodes have taken since a moment; one that may go on lasts until now.
    async fn leave_out_outages_of(
        &mut self,
        which: impl Fn(NodeId) -> bool,
        since: Moment,
        now: Moment,
    ) -> Result<(), Outcome> {
        let outages = self.app.store.outages_since(since.0).await;
        let outages = outages.map_err(|error| Outcome::Refused(error.into()))?;
        for outage in outages.into_iter().filter(|outage| which(outage.node)) {
            let ended = Moment(outage.ended);
            let until = if now.since(ended) < PIECE { now } else { ended };
            self.leave_out(since.max(Moment(outage.began)), until).await?;
        }
        Ok(())
    }

    /// Somebody comes to this node who was away. A node that does not answer keeps those who come to it
    /// waiting, and knows nothing of them: as long as one is silent, clocks leave their search out. So they do where one
    /// has written down that it kept somebody waiting.
    async fn leave_out_the_search(&mut self, side: Side) -> Result<(), Outcome> {
        let away = self.presence.away_since[side].filter(|_| self.table.turn() == Some(side));
        let Some(away) = away else { return Ok(()) };
        let (now, own) = (self.app.clock.now(), self.app.nodes.own());
        let since = Moment(now.0.saturating_sub(GRACE));
        let is_back = self.nodes[side.index()] == Some(own);
        let heard_before = Moment(now.0.saturating_sub(STALE / 2));
        let silent = self.app.store.silent_since(since, heard_before).await;
        if let Some(silent) = silent.map_err(|error| Outcome::Refused(error.into()))? {
            // Whoever was somewhere else may have seen the table there until they went.
            let from = if is_back { Moment(silent) } else { away.max(Moment(silent)) };
            self.leave_out(from, now).await?;
        }
        // Since when they are away from somewhere else is heard late, or not at all where the table has just been loaded.
        let lately = Moment(now.0.saturating_sub(PIECE));
        let searches = if is_back { away } else { away.min(lately) };
        let other = |node| node != own && node != NodeId::EVERYBODY;
        self.leave_out_outages_of(other, searches.max(since), now).await
    }

    /// Before a flag falls: whether the player was kept from moving, and what happened elsewhere.
    pub(super) async fn look_after_player(&mut self) -> Result<(), Outcome> {
        let lost = |error: ApiError| Outcome::Failed(error);
        self.look_elsewhere().await.map_err(lost)?;
        nodes::note_dead(&self.app).await;
        self.learn_nodes().await;
        self.caught_up = None;
        self.catch_up().await?;
        let there = self.table.turn().and_then(|side| self.nodes[side.index()]);
        match there.filter(|&node| node != self.app.nodes.own()) {
            Some(node) => self.leave_out_the_way(node).await,
            None => Ok(()),
        }
    }
}
