//! What concerns visitors at other nodes, too: it is done here, and told there.

use crate::App;
use crate::bus::{CommonNews, GuestNews, Letter};
use crate::nodes;
use crate::store::StoreError;
use crate::token::TokenHash;
use crate::waiting::Awaited;
use futures_util::FutureExt;
use galet_table::GuestId;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The store is asked so often who is still a guest: a sign-out that was lost holds from then on.
const ROUND: Duration = Duration::from_secs(30);
/// The same while nothing is heard of other nodes.
const DEAF_ROUND: Duration = Duration::from_secs(5);
/// How often tables here are compared with the store.
const TABLES_ROUND: Duration = Duration::from_secs(2);
/// Of so many at a time.
const AT_ONCE: usize = 1_000;
/// News of a guest that come within this time are one.
const TOGETHER: Duration = Duration::from_millis(100);

impl App {
    /// A game that waited for one guest waits for another.
    pub(crate) fn turn_passed(&self, from: Option<GuestId>, to: Option<GuestId>) {
        if from == to {
            return;
        }
        for (guest, more) in [(from, false), (to, true)] {
            let Some(guest) = guest else { continue };
            self.people.turn(guest, more);
            self.bus.tell_guest(guest, GuestNews::Turns);
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

    /// Somebody has waited here for long, or is answered after that.
    pub(crate) fn waits(&self, table: &str, awaited: Awaited) {
        if self.waiting.note(table, self.tables.players(table), awaited.clone()) {
            self.bus.tell_all(CommonNews::Waits { table: table.to_owned(), awaited });
        }
    }

    /// A page is gone. A table here that is busy hears of it late, and so do others at which the table is in memory; so they hear
    /// at once that its guest has no page here any more, if so: they know then that whoever comes to them was away.
    pub(crate) fn page_is_gone(&self, token: TokenHash, connection: u64, tables: Vec<String>) {
        if let Some(guest) = self.people.gone(token, connection)
            && !tables.is_empty()
        {
            self.bus.tell_all(CommonNews::Gone { guest, tables });
        }
    }

    /// Another node has just started, or missed something: it hears who waits, and has waited lately.
    fn tell_who_waits(&self) {
        let now = self.clock.now();
        for (table, awaited) in self.waiting.lately(now) {
            self.bus.tell_all(CommonNews::Waits { table, awaited });
        }
        for (token, wait) in self.unrecognised.lately(now) {
            self.bus.tell_all(CommonNews::Unrecognised { token, wait });
        }
    }

    /// A guest is shown a table: whatever look of theirs waits elsewhere, they can think now.
    pub(crate) fn shown(&self, table: &str, guest: GuestId) {
        for awaited in self.waiting.shown(table, guest, self.clock.now()) {
            self.bus.tell_all(CommonNews::Waits { table: table.to_owned(), awaited });
        }
    }
}

/// Hears how many games wait for a guest who has a page open here.
async fn hear_of(app: Arc<App>, guest: GuestId) {
    let mut ear = app.bus.guest(guest).await;
    // What happened until now was not heard.
    app.people.recount(&app.store, guest).await;
    loop {
        match ear.hear().await {
            Some(Letter { news: GuestNews::Turns, .. }) | None => {}
        }
        // What comes together is counted once.
        tokio::time::sleep(TOGETHER).await;
        while ear.hear().now_or_never().is_some() {}
        app.people.recount(&app.store, guest).await;
    }
}

/// Hears what concerns every node.
pub(crate) async fn listen(app: Arc<App>) {
    let mut ear = app.bus.common().await;
    app.bus.tell_all(CommonNews::WhoWaits);
    loop {
        let Some(Letter { from, news }) = ear.hear().await else {
            app.bus.has_missed();
            continue;
        };
        match news {
            CommonNews::SignedOut { token } => app.people.signed_out(token),
            CommonNews::Left { guest } => app.people.left(guest),
            // Who is who is the store's word alone; and what takes a moment keeps nothing waiting.
            CommonNews::Became { token, guest } => {
                let app = app.clone();
                tokio::spawn(async move {
                    if app.people.knows(token)
                        && let Ok(Some(holder)) = app.store.holder_of(token).await
                        && holder.guest == guest
                    {
                        app.became_here(token, guest);
                    }
                });
            }
            CommonNews::Renamed { guest, name } => {
                let app = app.clone();
                tokio::spawn(async move { app.tables.renamed(guest, &name).await });
            }
            CommonNews::Erased { table } => {
                let app = app.clone();
                tokio::spawn(async move { app.tables.dismiss(&table).await });
            }
            CommonNews::Well => app.nodes.heard_well(),
            CommonNews::Waits { table, awaited } => {
                app.waiting.note(&table, app.tables.players(&table), awaited);
            }
            CommonNews::Gone { guest, tables } => app.tables.gone_from(from, guest, &tables),
            CommonNews::WhoWaits => app.tell_who_waits(),
            CommonNews::Unrecognised { token, wait } => {
                app.unrecognised.note(token, wait);
            }
            CommonNews::Interrupted { node } => {
                app.allowance.forget(node);
                nodes::interrupted(&app, node);
            }
            CommonNews::Used(usage) => app.allowance.hear(&app, from, &usage),
            CommonNews::Missed => app.bus.has_missed(),
        }
    }
}

/// After times in which news may have been lost, and now and then while nothing is heard: who is still a guest,
/// and how many games wait for them.
pub(crate) async fn make_sure(app: Arc<App>) {
    let mut gaps = app.bus.gaps();
    gaps.mark_unchanged();
    let mut whole = true;
    loop {
        let deaf = !app.bus.works() && app.nodes.has_others();
        let pause = if deaf || !whole { DEAF_ROUND } else { ROUND };
        let lost = tokio::select! {
            changed = gaps.changed() => match changed {
                Ok(()) => {
                    app.bus.tell_all(CommonNews::WhoWaits);
                    true
                }
                Err(_) => return,
            },
            () = tokio::time::sleep(pause) => deaf || !whole,
        };
        whole = round(&app, lost).await.is_ok();
    }
}

/// Looks who is still a guest; where news were lost, also how many games wait for them.
async fn round(app: &Arc<App>, lost: bool) -> Result<(), StoreError> {
    let tokens = app.people.tokens();
    for some in tokens.chunks(AT_ONCE) {
        let holders: HashMap<_, _> = app.store.holders_of(some).await?.into_iter().collect();
        for &token in some {
            match holders.get(&token) {
                Some(&guest) => {
                    app.became_here(token, guest);
                    if lost {
                        app.people.recount(&app.store, guest).await;
                    }
                }
                None => app.people.no_guest(token),
            }
        }
    }
    Ok(())
}

/// Looks, all day, whether the store knows more of the tables here than they do: whoever wrote it may have died before
/// it told anybody, or the way to here was broken without anybody's knowing. Or less: it may have been brought back to
/// an earlier state. Or nothing: it was deleted while nothing could be told.
pub(crate) async fn compare_tables(app: Arc<App>) {
    loop {
        tokio::time::sleep(TABLES_ROUND).await;
        if !app.nodes.has_others() || app.store.health.is_failing() {
            continue;
        }
        for some in app.tables.known().chunks(AT_ONCE) {
            let names: Vec<&str> = some.iter().map(|(id, _)| &**id).collect();
            let Ok(stored) = app.store.seqs_of(&names).await else { break };
            let stored: HashMap<String, u32> = stored.into_iter().collect();
            // Whatever is here was read from the store once; before a table ends it asks the store itself.
            for (id, _) in some.iter().filter(|(id, known)| stored.get(id) != Some(known)) {
                app.tables.differs(id);
            }
        }
    }
}
