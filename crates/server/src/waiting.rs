//! What has waited for long at a node and may come again through another: a page that gives a slow node up looks at its
//! table, and sends its move, once more elsewhere. Clocks leave out what it waited for in vain.

use galet_table::{GuestId, Moment};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What waits for so long is told to everybody.
pub(crate) const LONG: Duration = Duration::from_millis(500);
/// So many milliseconds after it began to wait a page has given it up, whether a node knows that or not.
pub(crate) const PATIENCE: u64 = 20_000;
/// What waited longer ago than this, in milliseconds, is forgotten.
pub(crate) const KEPT: u64 = 60_000;
/// At so many tables, and for so many tokens, something is remembered before old things are looked for …
pub(crate) const ROOM: usize = 4_096;
/// … at each of them so much of each guest, and for each token so much …
pub(crate) const EACH: usize = 8;
/// … and of all together, where it is not known who plays.
const MOST: usize = 32;
/// So much is told at once to a node that has not heard of it.
pub(crate) const TOLD: usize = 1_024;
/// No move has a longer text, in bytes.
const LONGEST: usize = 256;

/// What somebody waits for at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Awaited {
    pub(crate) who: GuestId,
    /// The move they want to play, and how many they saw when they chose it; none if they want to see the table.
    pub(crate) wanted: Option<(u32, String)>,
    pub(crate) since: Moment,
    /// When the turn began that their page shows, if it is open and asks what has become of it: a later turn they were never
    /// shown, and they waited from its beginning on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shows: Option<Moment>,
    /// When they were answered after all; none as long as they were not, or where their node is gone.
    #[serde(default)]
    pub(crate) until: Option<Moment>,
}

impl Awaited {
    /// The time that they waited until a moment.
    fn span(&self, now: Moment) -> (Moment, Moment) {
        let end = now.min(self.since.plus(PATIENCE));
        (self.since, self.until.map_or(end, |until| until.min(end)))
    }
}

/// The guests who have a seat at a table.
pub(crate) type Players = [Option<GuestId>; 2];

/// What waits or has waited lately, here or at other nodes, by table.
#[derive(Debug, Default)]
pub(crate) struct Waiting(Mutex<HashMap<String, Vec<Awaited>>>);

impl Waiting {
    /// Somebody waits for something at a table, or waits no more. Where it is known who plays there nobody else counts: who
    /// looks on has no clock. Whether it is remembered.
    pub(crate) fn note(&self, table: &str, players: Option<Players>, awaited: Awaited) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |it: &Awaited| {
            (it.who, it.since, &it.wanted) == (awaited.who, awaited.since, &awaited.wanted)
        };
        // Whoever is answered waits no more, also one who looked on and sits down later. The first answer counts, whatever
        // is heard after it.
        let known = all.get_mut(table).and_then(|here| here.iter_mut().find(|it| same(it)));
        if let Some((known, answered)) = known.zip(awaited.until) {
            known.until = Some(known.until.map_or(answered, |first| first.min(answered)));
            return true;
        }
        let plays = |who| players.is_none_or(|players| players.contains(&Some(who)));
        let too_long = awaited.wanted.as_ref().is_some_and(|(_, text)| text.len() > LONGEST);
        if too_long || !plays(awaited.who) {
            return false;
        }
        let fresh = |it: &Awaited| awaited.since.since(it.since) < KEPT;
        if all.len() >= ROOM && !all.contains_key(table) {
            all.retain(|_, there| there.iter().any(fresh));
            if all.len() >= ROOM {
                // Where even the latest are too many, newcomers are charged.
                return false;
            }
        }
        let here = all.entry(table.to_owned()).or_default();
        here.retain(|it| fresh(it) && plays(it.who));
        if here.iter().any(same) {
            return true;
        }
        // Whoever asks for much pushes nobody else out.
        let mut own = (0..here.len()).filter(|&place| here[place].who == awaited.who);
        if let Some(first) = own.next()
            && own.count() + 1 >= EACH
        {
            here.remove(first);
        } else if here.len() >= MOST {
            return false;
        }
        here.push(awaited);
        true
    }

    /// Somebody is shown a table: no look of theirs waits any more, wherever it went and whoever failed to say so. Gives
    /// those that waited.
    pub(crate) fn shown(&self, table: &str, who: GuestId, now: Moment) -> Vec<Awaited> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = all.get_mut(table).into_iter().flatten().filter(|it| {
            it.who == who && it.wanted.is_none() && it.until.is_none() && it.since <= now
        });
        theirs
            .map(|it| {
                it.until = Some(now);
                it.clone()
            })
            .collect()
    }

    /// The times that somebody waited for the same, up to a moment.
    pub(crate) fn spans(
        &self,
        table: &str,
        who: GuestId,
        wanted: Option<(u32, &str)>,
        now: Moment,
    ) -> Vec<(Moment, Moment)> {
        let is_same =
            |it: &&Awaited| it.wanted.as_ref().map(|(ply, text)| (*ply, &**text)) == wanted;
        self.with(table, |all| {
            let theirs = all.iter().filter(|it| it.who == who).filter(is_same);
            theirs.map(|it| it.span(now)).filter(is_span).collect()
        })
    }

    /// The times that somebody waited to be shown a table, in a turn that began at a moment, up to another.
    pub(crate) fn looks(
        &self,
        table: &str,
        who: GuestId,
        began: Moment,
        now: Moment,
    ) -> Vec<(Moment, Moment)> {
        let span = |it: &Awaited| {
            let (from, until) = it.span(now);
            let missed = it.shows.is_some_and(|shown| shown < began) && began < from;
            let earliest = Moment(from.0.saturating_sub(PATIENCE));
            (if missed { began.max(earliest) } else { from }, until)
        };
        self.with(table, |all| {
            let theirs = all.iter().filter(|it| it.who == who && it.wanted.is_none());
            theirs.map(span).filter(is_span).collect()
        })
    }

    /// What waits, and has waited lately, for a node that has not heard of it.
    pub(crate) fn lately(&self, now: Moment) -> Vec<(String, Awaited)> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let each = all.iter().flat_map(|(table, here)| here.iter().map(move |it| (table, it)));
        let fresh = each.filter(|(_, it)| now.since(it.since) < KEPT);
        fresh.take(TOLD).map(|(table, it)| (table.clone(), it.clone())).collect()
    }

    /// The moves that somebody waited with after so many moves, whatever stands there, with the times of it.
    pub(crate) fn moving(
        &self,
        table: &str,
        who: GuestId,
        ply: u32,
        now: Moment,
    ) -> Vec<(String, (Moment, Moment))> {
        self.with(table, |all| {
            let theirs = all.iter().filter(|it| it.who == who);
            let moves = theirs.filter_map(|it| {
                let (_, text) = it.wanted.as_ref().filter(|(at, _)| *at == ply)?;
                Some((text.clone(), it.span(now)))
            });
            moves.filter(|(_, span)| is_span(span)).collect()
        })
    }

    fn with<T>(&self, table: &str, look: impl FnOnce(&[Awaited]) -> T) -> T {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        look(all.get(table).map_or(&[], Vec::as_slice))
    }
}

fn is_span((from, until): &(Moment, Moment)) -> bool {
    from < until
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: GuestId = GuestId(7);

    fn a_move(text: &str, since: u64) -> Awaited {
        let wanted = Some((3, text.into()));
        Awaited { who: ME, wanted, since: Moment(since), shows: None, until: None }
    }

    fn a_look(since: u64) -> Awaited {
        Awaited { wanted: None, ..a_move("", since) }
    }

    fn span(from: u64, until: u64) -> (Moment, Moment) {
        (Moment(from), Moment(until))
    }

    #[test]
    fn what_was_waited_for_in_vain_counts_and_only_for_the_same_and_not_for_ever() {
        let waiting = Waiting::default();
        waiting.note("t", None, a_move("a1b2", 1_000));
        let of = |table, wanted, now| waiting.spans(table, ME, wanted, Moment(now));
        let mine = Some((3, "a1b2"));
        assert_eq!(of("t", mine, 5_000), [span(1_000, 5_000)]);
        assert_eq!(of("t", mine, 50_000), [span(1_000, 21_000)]);
        for (table, other) in [("t", Some((5, "a1b2"))), ("t", Some((3, "a1a2"))), ("other", mine)]
        {
            assert_eq!(of(table, other, 5_000), []);
        }
        assert_eq!(of("t", None, 5_000), []);
        assert_eq!(waiting.spans("t", GuestId(8), mine, Moment(5_000)), []);
        let pending = [("a1b2".to_owned(), span(1_000, 2_000))];
        assert_eq!(waiting.moving("t", ME, 3, Moment(2_000)), pending);
        assert_eq!(waiting.moving("t", ME, 4, Moment(2_000)), []);
        // Looks are told apart, and each counts.
        waiting.note("t", None, a_look(5_000));
        waiting.note("t", None, a_look(40_000));
        assert_eq!(of("t", None, 41_000), [span(5_000, 25_000), span(40_000, 41_000)]);
        // Whoever is answered does not wait any more.
        waiting.note("t", None, Awaited { until: Some(Moment(40_600)), ..a_look(40_000) });
        assert_eq!(of("t", None, 49_000), [span(5_000, 25_000), span(40_000, 40_600)]);
        // What was long ago is forgotten.
        waiting.note("t", None, a_look(90_000));
        assert_eq!(of("t", None, 91_000), [span(40_000, 40_600), span(90_000, 91_000)]);
    }

    #[test]
    fn whoever_asks_from_a_page_that_never_showed_a_turn_has_waited_since_it_began() {
        let waiting = Waiting::default();
        let looks = |began| waiting.looks("t", ME, Moment(began), Moment(31_000));
        waiting.note("t", None, Awaited { shows: Some(Moment(20_000)), ..a_look(30_000) });
        assert_eq!(looks(27_000), [span(27_000, 31_000)]);
        // It shows this one, or the next began after they had asked.
        for began in [20_000, 19_000, 30_500] {
            assert_eq!(looks(began), [span(30_000, 31_000)]);
        }
        // A page that was not open showed nothing, and nobody has so much patience.
        let waiting = Waiting::default();
        waiting.note("t", None, a_look(30_000));
        waiting.note("t", None, Awaited { shows: Some(Moment(1)), ..a_look(30_500) });
        let looks = waiting.looks("t", ME, Moment(2_000), Moment(31_000));
        assert_eq!(looks, [span(30_000, 31_000), span(10_500, 31_000)]);
    }

    #[test]
    fn whoever_is_shown_a_table_waits_no_more_though_nobody_said_so() {
        let waiting = Waiting::default();
        let spans = |now| waiting.spans("t", ME, None, Moment(now));
        // It was not in memory, so nobody knew who plays; then they were answered, and sit down later.
        waiting.note("t", None, a_look(1_000));
        let answered = Awaited { until: Some(Moment(1_700)), ..a_look(1_000) };
        assert!(waiting.note("t", Some([Some(GuestId(8)), None]), answered));
        assert_eq!(spans(9_000), [span(1_000, 1_700)]);
        // Of this one nobody says that it was answered, or given up.
        waiting.note("t", None, a_look(10_000));
        waiting.note("t", None, a_move("a1b2", 10_000));
        let closed = Awaited { until: Some(Moment(12_000)), ..a_look(10_000) };
        assert_eq!(waiting.shown("t", ME, Moment(12_000)), [closed]);
        assert_eq!(spans(20_000), [span(1_000, 1_700), span(10_000, 12_000)]);
        assert_eq!(waiting.shown("t", ME, Moment(13_000)), []);
        assert_eq!(waiting.moving("t", ME, 3, Moment(14_000)).len(), 1, "a move waits on");
    }

    #[test]
    fn nothing_grows_without_end_and_nobody_pushes_others_out() {
        let waiting = Waiting::default();
        waiting.note("0", None, Awaited { who: GuestId(8), ..a_move("a1b2", 0) });
        for n in 0..2 * ROOM as u64 {
            waiting.note(&format!("{n}"), None, a_move("a1b2", n));
            waiting.note("0", None, a_move(&n.to_string(), n));
        }
        let tables = || waiting.0.lock().unwrap().len();
        let kept = |table: &str| waiting.0.lock().unwrap().get(table).map_or(0, Vec::len);
        assert_eq!((tables(), kept("0")), (ROOM, EACH + 1));
        let other = waiting.spans("0", GuestId(8), Some((3, "a1b2")), Moment(9));
        assert_eq!(other, [span(0, 9)]);
        waiting.note("late", None, a_move("a1b2", 3 * KEPT));
        assert_eq!(tables(), 1);
        waiting.note("late", None, a_move(&"a".repeat(LONGEST + 1), 3 * KEPT));
        assert_eq!(kept("late"), 1);
    }

    #[test]
    fn however_many_look_on_a_player_s_wait_is_not_forgotten() {
        let waiting = Waiting::default();
        let of = |who| Awaited { who: GuestId(who), ..a_look(2_000) };
        let mine = || waiting.spans("t", ME, None, Moment(3_000));
        // Nobody has the table in memory: whoever was first stays.
        assert!(waiting.note("t", None, a_look(1_000)));
        let remembered = (100..200).filter(|&who| waiting.note("t", None, of(who))).count();
        assert_eq!((remembered, mine()), (MOST - 1, vec![span(1_000, 3_000)]));
        // Once it is known who plays there, only they count.
        let players = Some([Some(GuestId(8)), Some(ME)]);
        assert!(!waiting.note("t", players, of(100)));
        assert!(waiting.note("t", players, of(8)));
        let kept = waiting.0.lock().unwrap()["t"].len();
        assert_eq!((kept, mine()), (2, vec![span(1_000, 3_000)]));
        assert!(waiting.note("t", players, a_look(2_500)));
        assert_eq!(mine(), [span(1_000, 3_000), span(2_500, 3_000)]);
    }
}
