//! What concerns visitors at other nodes, too: it is done here, and told there.

use crate::App;
use crate::bus::{CommonNews, GuestNews, Letter};
use crate::nodes;
use crate::token::TokenHash;
use galet_table::GuestId;
use std::sync::Arc;
use std::time::Duration;

/// While nothing is heard of other nodes, the store is asked so often who is still a guest.
const DEAF_ROUND: Duration = Duration::from_secs(5);

impl App {
    /// A game that waited for one guest waits for another.
    pub(crate) fn turn_passed(&self, from: Option<GuestId>, to: Option<GuestId>) {
        if from == to {
            return;
        }
        for (guest, news) in [(from, GuestNews::TurnOver), (to, GuestNews::Turn)] {
            let Some(guest) = guest else { continue };
            self.people.turn(guest, news == GuestNews::Turn);
            self.bus.tell_guest(guest, news);
        }
    }

    /// The browser that holds a token is a guest from now on, at all nodes.
    pub(crate) fn became(self: &Arc<Self>, token: TokenHash, guest: GuestId) {
        self.became_here(token, guest);
        self.bus.tell_all(CommonNews::Became { token, guest });
    }

    /// The pages at this node of a browser that holds a token are a guest's from now on.
    pub(crate) fn became_here(self: &Arc<Self>, token: TokenHash, guest: GuestId) {
        if self.people.became(token, guest) && self.nodes.shared() {
            let hears = tokio::spawn(hear_of(self.clone(), guest));
            self.people.hears(guest, hears);
        }
    }

    /// A token is no longer good.
    pub(crate) fn signed_out(&self, token: TokenHash) {
        self.people.signed_out(token);
        self.bus.tell_all(CommonNews::SignedOut { token });
    }

    /// A guest is no more.
    pub(crate) async fn left(&self, guest: GuestId) {
        self.people.left(guest);
        self.bus.tell_all(CommonNews::Left { guest });
        self.renamed(guest, "").await;
    }

    /// A guest has another name.
    pub(crate) async fn renamed(&self, guest: GuestId, name: &str) {
        self.tables.renamed(guest, name).await;
        self.bus.tell_all(CommonNews::Renamed { guest, name: name.to_owned() });
    }

    /// A table is deleted.
    pub(crate) fn erased(&self, table: &str) {
        self.bus.tell_all(CommonNews::Erased { table: table.to_owned() });
    }
}

/// Hears how many games wait for a guest who has a page open here.
async fn hear_of(app: Arc<App>, guest: GuestId) {
    let mut ear = app.bus.guest(guest).await;
    // What happened until now was not heard.
    app.people.recount(&app.store, guest).await;
    loop {
        let Letter { news, .. } = ear.hear().await;
        app.people.turn(guest, news == GuestNews::Turn);
    }
}

/// Hears what concerns every node.
pub(crate) async fn listen(app: Arc<App>) {
    let mut ear = app.bus.common().await;
    loop {
        let Letter { from, news } = ear.hear().await;
        match news {
            CommonNews::Became { token, guest } => app.became_here(token, guest),
            CommonNews::SignedOut { token } => app.people.signed_out(token),
            CommonNews::Left { guest } => app.people.left(guest),
            CommonNews::Renamed { guest, name } => app.tables.renamed(guest, &name).await,
            CommonNews::Erased { table } => app.tables.dismiss(&table).await,
            CommonNews::Interrupted { node } => {
                app.allowance.forget(node);
                nodes::interrupted(&app, node);
            }
            CommonNews::Used(usage) => app.allowance.hear(&app, from, &usage),
        }
    }
}

/// After times in which news may have been lost, and now and then while nothing is heard: who is still a guest,
/// and how many games wait for them.
pub(crate) async fn make_sure(app: Arc<App>) {
    let mut gaps = app.bus.gaps();
    gaps.mark_unchanged();
    loop {
        tokio::select! {
            changed = gaps.changed() => if changed.is_err() { return },
            () = tokio::time::sleep(DEAF_ROUND) => if app.bus.works() { continue },
        }
        for token in app.people.tokens() {
            match app.store.holder_of(token).await {
                Ok(Some(holder)) => {
                    app.became_here(token, holder.guest);
                    app.people.recount(&app.store, holder.guest).await;
                }
                Ok(None) => app.people.no_guest(token),
                // The store has worries of its own: the next round comes.
                Err(_) => break,
            }
        }
    }
}
