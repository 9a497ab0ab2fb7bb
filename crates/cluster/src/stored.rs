//! What the database itself has.

use crate::play::Known;
use crate::{FaultError, broken};
use galet_services::Postgres;
use galet_table::{Event, EventKind, Moment};
use galet_test_client::stored_turns;
use galet_wire::table::OfferKind;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// What the database has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) events: usize,
    /// The most that was left out of a turn while nothing was broken.
    pub(crate) idle: Duration,
    /// Turns of which more than [`SPARE`] was.
    pub(crate) gifts: BTreeSet<Gift>,
}

/// A turn by its table and the moves before it. A table that goes on is read from its first event again.
pub(crate) type Gift = (String, usize);

/// When something was broken: from the first strike until all was mended.
pub(crate) type Window = (Moment, Moment);

/// Before the first fault clocks may leave out so much of a turn: a busy machine keeps some waiting.
pub(crate) const SPARE: Duration = Duration::from_millis(2_500);
/// And so much while nothing is broken any more: whoever waits at a node that cannot say when it answered is
/// believed for as long as a page has patience …
pub(crate) const PATIENCE: Duration = Duration::from_millis(20_500);
/// … but seldom: one turn in so many faults gets more than [`SPARE`].
const FAULTS_PER_GIFT: usize = 50;
/// What a node does last before a fault can be so old …
const BEFORE: u64 = 2_000;
/// … and so long after it players come back, and servers note what they have missed.
const AFTER: u64 = 5_000;

/// How many turns may get more than [`SPARE`] while nothing is broken, after so many faults.
pub(crate) fn gifts_allowed(faults: usize) -> usize {
    faults.div_ceil(FAULTS_PER_GIFT)
}

/// Reads the events of tables and compares them with what their players know: all numbers from
/// the first on, each once, and the moves in the order in which they were played. Where players do
/// not rest, there may be one more, of which nobody has heard yet, and nothing was broken that anybody knows of.
/// Where they do, `broken` says when something was.
///
/// Every clock shows just what the stored times come to, and no flag has fallen before its time. Before the first fault
/// nothing to speak of is left out, and later no more than what can be explained: nobody's time is given away.
pub(crate) fn check(
    postgres: &Postgres,
    database: &str,
    tables: &[Known],
    broken_times: Option<&[Window]>,
) -> Result<Found, FaultError> {
    let rest = broken_times.is_some();
    let (mut idle, mut gifts) = (Duration::ZERO, BTreeSet::new());
    let mut events = 0;
    // Not too long for a command line.
    for some in tables.chunks(500) {
        let names: Vec<_> = some.iter().map(|known| known.id.as_str()).collect();
        let text = postgres.query(database, &question(&names))?;
        let mut found: HashMap<&str, Vec<(u32, Event)>> = HashMap::new();
        for line in text.lines() {
            let mut columns = line.splitn(3, '|');
            let (Some(table), Some(seq), Some(json)) =
                (columns.next(), columns.next(), columns.next())
            else {
                return broken(format!("the database says {line}"));
            };
            let (Ok(seq), Ok(event)) = (seq.parse(), Event::from_json(json)) else {
                return broken(format!("the database has an event that cannot be read: {line}"));
            };
            found.entry(table).or_default().push((seq, event));
            events += 1;
        }
        for known in some {
            let events = found.get(known.id.as_str()).map_or(&[][..], Vec::as_slice);
            compare(known, events, rest)?;
            for (ply, of_turn) in clocks_are_right(known, events, broken_times)? {
                idle = idle.max(of_turn);
                if of_turn > SPARE {
                    gifts.insert((known.id.clone(), ply));
                }
            }
        }
    }
    Ok(Found { events, idle, gifts })
}

fn question(names: &[&str]) -> String {
    format!(
        "select tab, seq, body from events where tab in ('{}') order by tab, seq",
        names.join("','")
    )
}

fn compare(known: &Known, events: &[(u32, Event)], rest: bool) -> Result<(), FaultError> {
    let id = &known.id;
    for (place, (seq, _)) in events.iter().enumerate() {
        if *seq as usize != place + 1 {
            return broken(format!("{id}: event {} is stored under number {seq}", place + 1));
        }
    }
    let moves = events.iter().filter_map(|(_, event)| match &event.kind {
        EventKind::Moved { text, .. } => Some(text),
        _ => None,
    });
    let (stored, played): (Vec<_>, Vec<_>) =
        (moves.collect(), known.moves.iter().map(|played| &played.text).collect());
    let more = stored.len().saturating_sub(played.len());
    if !stored.starts_with(&played) || more > usize::from(!rest) {
        return broken(format!("{id}: {played:?} were played, {stored:?} are stored"));
    }
    let draw = |event: &&(u32, Event)| {
        matches!(event.1.kind, EventKind::Offered { of: OfferKind::Draw, .. })
    };
    let offers = events.iter().filter(draw).count() as u32;
    if !(known.offers..=known.offers + known.unheard_offers).contains(&offers) {
        return broken(format!(
            "{id}: {} offers were acknowledged and {} unheard of, {offers} are stored",
            known.offers, known.unheard_offers
        ));
    }
    Ok(())
}

/// Works out every clock from the stored times. Gives what is left out of each turn, by the moves before it, while nothing
/// was broken.
fn clocks_are_right(
    known: &Known,
    events: &[(u32, Event)],
    broken_times: Option<&[Window]>,
) -> Result<Vec<(usize, Duration)>, FaultError> {
    let id = &known.id;
    let turns = stored_turns(known.kind.terms(), events.iter().map(|(_, event)| event));
    let turns = turns.or_else(|wrong| broken(format!("{id}: {wrong}")))?;
    let Some(broken_times) = broken_times else { return Ok(Vec::new()) };
    let most = if broken_times.is_empty() { SPARE } else { PATIENCE };
    let mut all = Vec::new();
    for turn in turns {
        let idle = turn.stood.iter().map(|&(from, until)| idle(from, until, broken_times)).sum();
        let idle = Duration::from_millis(idle);
        if idle > most {
            return broken(format!(
                "{id}: {idle:.1?} of {} ms that are left out of turn {} were while nothing was broken",
                turn.left_out, turn.ply
            ));
        }
        all.push((turn.ply, idle));
    }
    Ok(all)
}

/// How many milliseconds of a time nothing was broken, and had not been a moment ago. The windows are apart, and in order.
fn idle(from: Moment, until: Moment, broken_times: &[Window]) -> u64 {
    let mut counted = from;
    let mut sum = 0;
    for &(began, mended) in broken_times {
        sum += Moment(began.0.saturating_sub(BEFORE)).min(until).since(counted);
        counted = counted.max(mended.plus(AFTER));
    }
    sum + until.since(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Kind;

    fn event(seq: u32, text: &str) -> (u32, Event) {
        (seq, Event::new(Moment(0), EventKind::Moved { text: text.to_owned(), left: None }))
    }

    #[test]
    fn every_number_is_there_once_with_the_move_that_was_acknowledged() {
        let mut known = Known::new("abcdefghij", "a game", Kind::Friends);
        known.played("a", None);
        known.played("b", None);
        let fine = [event(1, "a"), event(2, "b")];
        compare(&known, &fine, true).unwrap();
        for wrong in [
            vec![event(1, "a")],
            vec![event(1, "a"), event(3, "b")],
            vec![event(1, "a"), event(1, "a"), event(2, "b")],
            vec![event(1, "b"), event(2, "a")],
            vec![event(1, "a"), event(2, "b"), event(3, "b")],
        ] {
            assert!(compare(&known, &wrong, true).is_err(), "{wrong:?}");
        }
        let more = [event(1, "a"), event(2, "b"), event(3, "c")];
        compare(&known, &more, false).unwrap();
        known.offers = 1;
        assert!(compare(&known, &fine, true).is_err(), "an acknowledged offer is lost");
    }

    #[test]
    fn time_is_left_out_only_where_something_was_broken() {
        let mut known = Known::new("abcdefghij", "a game", Kind::Flag);
        ["a", "b", "c"].iter().for_each(|text| known.played(text, None));
        let at = |at, kind| Event::new(Moment(at), kind);
        let moved = |when, left| at(when, EventKind::Moved { text: "a".to_owned(), left });
        let stood = |from, until| at(until, EventKind::Interrupted { from: Moment(from) });
        let events: Vec<_> = (1..)
            .zip([
                moved(100_000, Some(5_000)),
                moved(101_000, Some(5_000)),
                moved(102_000, Some(4_000)),
                stood(102_500, 112_500),
            ])
            .collect();
        let idle = |windows: &[(u64, u64)]| {
            let windows: Vec<_> =
                windows.iter().map(|&(from, to)| (Moment(from), Moment(to))).collect();
            let all = clocks_are_right(&known, &events, Some(&windows)).ok()?;
            all.into_iter().map(|(_, idle)| idle.as_millis()).max()
        };
        assert_eq!(idle(&[(104_000, 108_000)]), Some(0));
        assert_eq!(idle(&[(10_000, 20_000), (104_500, 106_000), (300_000, 400_000)]), Some(1_500));
        assert_eq!(idle(&[(10_000, 98_000), (111_000, 112_000)]), Some(6_000));
        assert_eq!(idle(&[]), None, "a round without faults leaves nothing out");
        // What clocks show is looked at all the same.
        let wrong: Vec<_> =
            events.iter().cloned().chain([(5, moved(113_000, Some(3_900)))]).collect();
        assert!(clocks_are_right(&known, &wrong, None).is_err());
    }
}
