//! Trying to win what is drawn: a move that is proven not to lose, and after which whoever takes a short look goes wrong.
//!
//! The engine takes that look itself, by a search that knows nothing of any other, and asks whether the reply it finds
//! loses by force. That says more about opponents than to count the replies that lose: most of those nobody would play.

use crate::stages::{Share, Stages, time_for_a_move};
use crate::typed::MoveOf;
use galet_core::{Notation, Progress};
use galet_minds::{Budget, FromResources, Prospects, Solve, Tunable};
use galet_search::{Limits, Search, Table};

/// Positions in such a short look.
const GLANCE: u64 = 4_000;
/// What may go into the question whether a reply loses: wins that are not far away.
const REFUTATION: u64 = 16_000;
/// The share of the rest after which no other move is tried.
const TRYING_SHARE: Share = Share { of: 2, part: 1 };
/// The share of the rest that may go into the proof that the move does not lose.
const PROOF_SHARE: Share = Share { of: 3, part: 2 };
/// The table of a short look, in megabytes.
const GLANCE_TABLE: usize = 1;

impl<E: FromResources + Prospects + Solve + Tunable> Stages<'_, E>
where
    E::Game: Notation,
{
    /// The first such move that is found with half of what is left.
    pub(crate) fn tempting(&self) -> Option<MoveOf<E>> {
        let (rest, before, begun) = (self.rest(), self.nodes.get(), self.typed.time.now());
        let nodes = rest.nodes.map(|nodes| TRYING_SHARE.of_nodes(nodes));
        let time = time_for_a_move(&rest).map(|time| time * TRYING_SHARE.part / TRYING_SHARE.of);
        // Bounded by depth alone, a move has no time for it.
        if nodes.is_none() && time.is_none() {
            return None;
        }
        let goes_on = || {
            !self.request.stop.is_stopped()
                && nodes.is_none_or(|most| self.nodes.get() - before < most)
                && time.is_none_or(|most| self.typed.since(begun) < most)
        };
        let table = Table::new(GLANCE_TABLE);
        let tempts = |m: &MoveOf<E>| self.tempts(*m, &table) && self.is_proven_to_hold(*m);
        let choices = self.typed.expert.choices(self.game());
        choices.into_iter().take_while(|_| goes_on()).find(tempts)
    }

    /// Whether a short look after this move finds a reply that loses.
    fn tempts(&self, m: MoveOf<E>, table: &Table) -> bool {
        let Some(after) = played(self.game(), m) else { return false };
        let limits = Limits {
            nodes: Some(GLANCE),
            time: time_for_a_move(&self.rest()),
            ..Limits::default()
        };
        table.clear();
        let search = Search { memory: None, threads: 1, table, ..self.search() };
        let report = self.searched(&search, &after, &limits, |_| {});
        let reply = report.lines.first().and_then(|line| line.moves.first());
        let Some(further) = reply.and_then(|&reply| played(&after, reply)) else { return false };
        let refuted = |budget: &Budget| self.typed.expert.forced_win(&further, budget);
        matches!(self.prove_with(PROOF_SHARE, REFUTATION, refuted), Some(Some(_)))
    }

    fn is_proven_to_hold(&self, m: MoveOf<E>) -> bool {
        self.prove(PROOF_SHARE, |budget| self.typed.expert.holds(self.game(), m, budget))
    }
}

/// The game after a move, if it goes on then.
fn played<G: Notation>(game: &Progress<G>, m: G::Move) -> Option<Progress<G>> {
    let mut after = game.clone();
    after.play(m).ok()?;
    after.outcome().is_none().then_some(after)
}
