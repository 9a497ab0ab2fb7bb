//! What the database itself has.

use crate::play::Known;
use crate::{FaultError, broken};
use galet_core::Side;
use galet_services::Postgres;
use galet_table::{Event, EventKind, Moment};
use galet_wire::table::{ClockTerms, OfferKind};
use std::collections::HashMap;

/// Reads the events of tables and compares them with what their players know: all numbers from
/// the first on, each once, and the moves in the order in which they were played. Where players do
/// not `rest`, there may be one more, of which nobody has heard yet. No flag may have fallen before its time.
pub(crate) fn check(
    postgres: &Postgres,
    database: &str,
    tables: &[Known],
    rest: bool,
) -> Result<usize, FaultError> {
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
            compare(known, found.get(known.id.as_str()).map_or(&[], Vec::as_slice), rest)?;
        }
    }
    Ok(events)
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
    flag_fell_in_time(known, events)
}

/// A flag falls when its player has had all the time that was left, and all that clocks leave out beside it: by the times of
/// the events themselves, since whoever is told of it late cannot tell that it fell early.
fn flag_fell_in_time(known: &Known, events: &[(u32, Event)]) -> Result<(), FaultError> {
    let (ClockTerms::SuddenDeath { initial } | ClockTerms::Fischer { initial, .. }) =
        known.kind.terms()
    else {
        return Ok(());
    };
    let (mut left, mut mover) = ([initial; 2], 0);
    let (mut began, mut stood) = (Moment(0), Vec::new());
    for (_, event) in events {
        match &event.kind {
            EventKind::Moved { left: after, .. } => {
                left[mover] = after.unwrap_or(left[mover]);
                mover = 1 - mover;
                began = event.at;
                stood.clear();
            }
            EventKind::Interrupted { from } => stood.push(((*from).max(began), event.at)),
            EventKind::Flagged { by } => {
                let had = event.at.since(began).saturating_sub(length(&mut stood, event.at));
                let whole = left[usize::from(*by == Side::Second)];
                if had < whole {
                    let id = &known.id;
                    return broken(format!("{id}: a flag fell after {had} ms of {whole}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// How many milliseconds some times are together, until a moment: what is in two of them counts once.
fn length(times: &mut [(Moment, Moment)], end: Moment) -> u64 {
    times.sort_unstable();
    let (mut sum, mut counted) = (0, Moment(0));
    for &mut (from, until) in times {
        let (from, until) = (from.max(counted), until.min(end));
        sum += until.since(from);
        counted = counted.max(until);
    }
    sum
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
    fn no_flag_falls_before_its_time() {
        let known = Known::new("abcdefghij", "a game", Kind::Flag);
        let at = |at, kind| Event::new(Moment(at), kind);
        let moved = |when, left| at(when, EventKind::Moved { text: "a".to_owned(), left });
        let stood = |from, until| at(until, EventKind::Interrupted { from: Moment(from) });
        let flag = |when| at(when, EventKind::Flagged { by: Side::Second });
        let begins =
            [moved(1_000, Some(5_000)), moved(2_000, Some(5_000)), moved(3_000, Some(4_000))];
        let fell = |more: &[Event]| {
            let events: Vec<_> = (1..).zip(begins.iter().chain(more).cloned()).collect();
            flag_fell_in_time(&known, &events).is_ok()
        };
        assert!(fell(&[flag(8_000)]) && !fell(&[flag(7_999)]));
        // What is left out twice counts once, and what was before the turn not at all.
        let twice = [stood(2_000, 4_000), stood(3_500, 4_500), stood(3_600, 3_700)];
        assert!(fell(&[&twice[..], &[flag(9_500)]].concat()));
        assert!(!fell(&[&twice[..], &[flag(9_499)]].concat()));
    }
}
