//! Pages that a node keeps waiting before it knows whose they are.
//!
//! Who somebody is must be asked of the database, which can be slow. Until then the node cannot tell the others who waits
//! and at which table (`waiting.rs`), but by which token: whoever loses patience comes to another node with the same one.
//! Clocks leave out what such a page waited for if its player was away meanwhile, and nobody else's wait counts for them.

use crate::App;
use crate::bus::CommonNews;
use crate::token::TokenHash;
use crate::waiting::{EACH, KEPT, LONG, PATIENCE, ROOM, TOLD};
use galet_table::Moment;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::time::timeout;

/// A time that a page waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Wait {
    pub(crate) since: Moment,
    /// When it was known whose it is, or the page was gone; none as long as neither is so, or where the node is gone.
    pub(crate) until: Option<Moment>,
}

/// What pages wait or have waited for lately, here or at other nodes, by the token that they show.
#[derive(Debug, Default)]
pub(crate) struct Unrecognised(Mutex<HashMap<TokenHash, Vec<Wait>>>);

impl Unrecognised {
    /// A page waits, or waits no more. Whether it is remembered.
    pub(crate) fn note(&self, token: TokenHash, wait: Wait) -> bool {
        let mut all = self.lock();
        let known = all.get_mut(&token).into_iter().flatten().find(|it| it.since == wait.since);
        if let Some(known) = known {
            // The first end counts, whatever is heard after it.
            known.until = match (known.until, wait.until) {
                (Some(first), Some(other)) => Some(first.min(other)),
                (first, other) => first.or(other),
            };
            return true;
        }
        let fresh = |it: &Wait| wait.since.since(it.since) < KEPT;
        if all.len() >= ROOM && !all.contains_key(&token) {
            all.retain(|_, theirs| theirs.iter().any(fresh));
            if all.len() >= ROOM {
                // Where even the latest are too many, newcomers are charged.
                return false;
            }
        }
        let theirs = all.entry(token).or_default();
        theirs.retain(fresh);
        if theirs.len() >= EACH {
            theirs.remove(0);
        }
        theirs.push(wait);
        true
    }

    /// A page that shows a token is shown a table: no other of the same browser waits any more, wherever it is and whoever
    /// failed to say so. Gives those that waited.
    pub(crate) fn shown(&self, token: TokenHash, now: Moment) -> Vec<Wait> {
        let mut all = self.lock();
        let theirs = all.get_mut(&token).into_iter().flatten();
        let open = theirs.filter(|it| it.until.is_none() && it.since <= now);
        open.map(|it| {
            it.until = Some(now);
            *it
        })
        .collect()
    }

    /// The times that pages with a token waited, up to a moment. After so long as patience lasts a page has given up,
    /// whether a node knows that or not.
    pub(crate) fn spans(&self, token: TokenHash, now: Moment) -> Vec<(Moment, Moment)> {
        let span = |it: &Wait| {
            let end = now.min(it.since.plus(PATIENCE));
            (it.since, it.until.map_or(end, |until| until.min(end)))
        };
        let all = self.lock();
        let spans = all.get(&token).into_iter().flatten().map(span);
        spans.filter(|(from, until)| from < until).collect()
    }

    /// The waits of lately, for a node that has not heard of them.
    pub(crate) fn lately(&self, now: Moment) -> Vec<(TokenHash, Wait)> {
        let all = self.lock();
        let each = all.iter().flat_map(|(token, waits)| waits.iter().map(|wait| (*token, *wait)));
        each.filter(|(_, wait)| now.since(wait.since) < KEPT).take(TOLD).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, Vec<Wait>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Finds out who somebody is. If that takes long all nodes hear of it, and that it is over: also where the page is
    /// gone by then, and nobody wants to know any more. A page that shows no token has nothing to come back to. What is
    /// asked may be the second thing since they `came`.
    pub(crate) async fn recognising<T>(
        &self,
        token: Option<TokenHash>,
        came: Moment,
        asked: impl Future<Output = T>,
    ) -> T {
        let since = self.clock.now();
        let _waits = self.unanswered.since(came);
        let Some(token) = token.filter(|_| self.nodes.shared()) else { return asked.await };
        let mut asked = std::pin::pin!(asked);
        if let Ok(answered) = timeout(LONG, &mut asked).await {
            return answered;
        }
        let _told = Told::begin(self, token, since);
        asked.await
    }

    /// A page is shown a table.
    pub(crate) fn recognised(&self, token: TokenHash) {
        for wait in self.unrecognised.shown(token, self.clock.now()) {
            self.bus.tell_all(CommonNews::Unrecognised { token, wait });
        }
    }
}

/// Everybody knows that a page waits, as long as this is there.
struct Told<'a> {
    app: &'a App,
    token: TokenHash,
    since: Moment,
}

impl<'a> Told<'a> {
    fn begin(app: &'a App, token: TokenHash, since: Moment) -> Self {
        let told = Told { app, token, since };
        told.tell(None);
        told
    }

    fn tell(&self, until: Option<Moment>) {
        let (token, wait) = (self.token, Wait { since: self.since, until });
        if self.app.unrecognised.note(token, wait) {
            self.app.bus.tell_all(CommonNews::Unrecognised { token, wait });
        }
    }
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.tell(Some(self.app.clock.now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: TokenHash = TokenHash([7; 32]);

    fn token(number: usize) -> TokenHash {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        TokenHash(bytes)
    }

    fn wait(since: u64) -> Wait {
        Wait { since: Moment(since), until: None }
    }

    fn ended(since: u64, until: u64) -> Wait {
        Wait { until: Some(Moment(until)), ..wait(since) }
    }

    fn span(from: u64, until: u64) -> (Moment, Moment) {
        (Moment(from), Moment(until))
    }

    #[test]
    fn what_a_page_waited_for_counts_for_its_token_alone_and_not_for_ever() {
        let all = Unrecognised::default();
        let spans = |now| all.spans(MINE, Moment(now));
        assert!(all.note(MINE, wait(1_000)));
        assert_eq!(spans(1_000), []);
        assert_eq!(spans(5_000), [span(1_000, 5_000)]);
        assert_eq!(spans(50_000), [span(1_000, 21_000)]);
        assert_eq!(all.spans(token(8), Moment(5_000)), []);
        // It is over once it is over, in whatever order that is heard.
        all.note(MINE, ended(1_000, 6_000));
        all.note(MINE, ended(1_000, 9_000));
        all.note(MINE, wait(1_000));
        assert_eq!(spans(50_000), [span(1_000, 6_000)]);
        all.note(MINE, ended(8_000, 9_000));
        assert_eq!(spans(50_000), [span(1_000, 6_000), span(8_000, 9_000)]);
        // What was long ago is forgotten.
        all.note(MINE, wait(1_000 + KEPT));
        assert_eq!(spans(70_000), [span(8_000, 9_000), span(1_000 + KEPT, 70_000)]);
    }

    #[test]
    fn whoever_is_shown_a_table_waits_nowhere_else() {
        let all = Unrecognised::default();
        all.note(MINE, ended(1_000, 2_000));
        all.note(MINE, wait(3_000));
        all.note(MINE, wait(9_000));
        assert_eq!(all.shown(MINE, Moment(5_000)), [ended(3_000, 5_000)]);
        assert_eq!(all.shown(MINE, Moment(6_000)), []);
        let spans = [span(1_000, 2_000), span(3_000, 5_000), span(9_000, 10_000)];
        assert_eq!(all.spans(MINE, Moment(10_000)), spans);
        assert_eq!(all.shown(token(8), Moment(10_000)), []);
    }

    #[test]
    fn nothing_grows_without_end_and_nobody_pushes_others_out() {
        let all = Unrecognised::default();
        for since in 0..2 * ROOM {
            all.note(MINE, wait(since as u64));
            all.note(token(since), wait(since as u64));
        }
        assert_eq!(all.lock().len(), ROOM);
        assert_eq!(all.lock()[&MINE].len(), EACH);
        assert_eq!(all.spans(token(0), Moment(9)), [span(0, 9)]);
        assert_eq!(all.lately(Moment(KEPT)).len(), TOLD);
        assert_eq!(all.lately(Moment(3 * KEPT)), []);
        assert!(!all.note(token(2 * ROOM), wait(2 * ROOM as u64)));
        assert!(all.note(token(2 * ROOM), wait(3 * KEPT)));
        assert_eq!(all.lock().len(), 1);
    }
}
