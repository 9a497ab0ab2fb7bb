//! What the database itself has.

use crate::play::Known;
use crate::{FaultError, broken};
use galet_services::Postgres;
use galet_table::{Event, EventKind};
use galet_wire::table::OfferKind;
use std::collections::HashMap;

/// Reads the events of tables and compares them with what their players know: all numbers from
/// the first on, each once, and the moves in the order in which they were played. Where players do
/// not `rest`, there may be one more, of which nobody has heard yet.
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Kind;
    use galet_table::Moment;

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
}
