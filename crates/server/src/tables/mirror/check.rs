//! Whether events that a browser brings make a game: they come as they are, so each is checked before it
//! is stored.

use crate::error::ApiError;
use crate::token;
use galet_scene::Phrase;
use galet_table::{
    Event, EventError, EventKind, GuestId, LONGEST_GAME, MOST_GIVEN, Moment, OpenError,
    RequestError, Seat, Table,
};
use galet_wire::door::MirroredEvents;

/// The most events in one call. What is more comes in the next.
pub(crate) const MOST_AT_ONCE: usize = 500;
/// The most events of a table: three for each move of the longest game.
const MOST_EVENTS: u32 = 3 * LONGEST_GAME;
/// An event lies at most so many milliseconds ahead of the server's time: a day, which a browser in
/// the wrong time zone keeps to as well.
const AHEAD: u64 = 24 * 60 * 60 * 1000;
/// The longest time on a clock that a browser can read.
const LONGEST_TIME: u64 = (1 << 53) - 1;
/// The visitor, in events on their way.
const VISITOR: GuestId = GuestId(0);

/// Events that a browser sent, of its visitor still.
#[derive(Clone, Debug)]
pub(crate) struct SentEvents {
    /// The number of the first of them.
    pub(crate) from: u32,
    pub(crate) events: Vec<Event>,
}

impl SentEvents {
    /// Reads what came.
    pub(crate) fn read(message: &MirroredEvents) -> Result<Self, ApiError> {
        let MirroredEvents { from, ref events } = *message;
        if from == 0 || events.is_empty() {
            return Err(ApiError::malformed("there are events, and the first of all has number 1"));
        }
        let last = u64::from(from) + events.len() as u64 - 1;
        if events.len() > MOST_AT_ONCE || last > MOST_EVENTS.into() {
            return Err(ApiError::too_many_events());
        }
        let read = (from..).zip(events).map(|(number, text)| {
            let event = Event::from_json(text).map_err(|error| {
                let why = Phrase::new(
                    error.to_string(),
                    format!("ce n’est pas un événement\u{a0}: {error}"),
                );
                ApiError::misfit(number, &why.sentence())
            })?;
            only_visitors(number, &event)?;
            Ok(event)
        });
        Ok(SentEvents { from, events: read.collect::<Result<_, ApiError>>()? })
    }

    /// The same with a guest for the visitor.
    pub(crate) fn of(&self, guest: GuestId) -> Vec<Event> {
        self.events.iter().map(|event| seated(event, VISITOR, guest)).collect()
    }
}

/// An event as its browser keeps it.
pub(crate) fn of_visitor(text: &str, guest: GuestId) -> Result<String, ApiError> {
    let event = Event::from_json(text).map_err(|error| {
        tracing::error!(%error, "a stored event cannot be read");
        ApiError::damaged_table()
    })?;
    Ok(seated(&event, guest, VISITOR).to_json())
}

/// The event with one guest in the place of another.
fn seated(event: &Event, was: GuestId, is: GuestId) -> Event {
    let other = |guest: GuestId| if guest == was { is } else { guest };
    let mut event = event.clone();
    match &mut event.kind {
        EventKind::Opened(opening) => {
            for seat in &mut opening.seats {
                if let Seat::Guest { guest } = seat {
                    *guest = other(*guest);
                }
            }
        }
        EventKind::Seated { guest, .. } => *guest = other(*guest),
        _ => {}
    }
    event
}

/// At a table that a browser keeps nobody sits but its visitor and the computer.
fn only_visitors(number: u32, event: &Event) -> Result<(), ApiError> {
    let fits = match &event.kind {
        EventKind::Opened(opening) => {
            let own = Seat::Guest { guest: VISITOR };
            let fits = |seat: &Seat| *seat == own || matches!(seat, Seat::Computer { .. });
            opening.seats.contains(&own) && opening.seats.iter().all(fits)
        }
        EventKind::Seated { guest, .. } => *guest == VISITOR,
        _ => true,
    };
    if fits { Ok(()) } else { Err(ApiError::foreign_seat(number)) }
}

/// The table that events make, from its opening on.
pub(in super::super) fn begin(id: &str, events: &[Event], now: Moment) -> Result<Table, ApiError> {
    let misfit = |why: &EventError| ApiError::misfit(1, &why.words());
    let Some((first, rest)) = events.split_first() else {
        return Err(misfit(&EventError::NotOpened));
    };
    let EventKind::Opened(opening) = &first.kind else {
        return Err(misfit(&EventError::NotOpened));
    };
    check_times(1, first, Moment(0), now)?;
    if opening.moves.len() > MOST_GIVEN {
        return Err(misfit(&OpenError::TooManyMoves.into()));
    }
    let table = Table::replay(id, [first]);
    let mut table = table.map_err(|why| match why {
        galet_table::ReplayError::Event { misfit: why, .. } => misfit(&why),
        galet_table::ReplayError::Nothing => misfit(&EventError::NotOpened),
    })?;
    // Stored is what was understood: other words for the same would be other events.
    let understood = opening.game == table.game()
        && opening.setup == *table.setup()
        && opening.moves.iter().map(String::as_str).eq(table.moves());
    if !understood {
        return Err(ApiError::misfit(1, &OTHER_WORDS));
    }
    follow(&mut table, rest, now)?;
    Ok(table)
}

const OTHER_WORDS: Phrase =
    Phrase::fixed("The table would write this in other words.", "La table l’écrirait autrement.");

/// Lets events happen at a table. When one does not fit, the table is good for nothing any more.
pub(in super::super) fn follow(
    table: &mut Table,
    events: &[Event],
    now: Moment,
) -> Result<(), ApiError> {
    for event in events {
        let number = table.seq() + 1;
        if number > MOST_EVENTS {
            return Err(ApiError::too_many_events());
        }
        check_times(number, event, table.last_at(), now)?;
        let rematch = match &event.kind {
            EventKind::RematchMade { table } => token::is_mirrored_name(table),
            _ => true,
        };
        if !rematch {
            return Err(ApiError::misfit(number, &EventError::Rematch.words()));
        }
        let moved = match &event.kind {
            EventKind::Moved { text, .. } => Some(text.as_str()),
            _ => None,
        };
        if moved.is_some() && table.is_full() {
            return Err(ApiError::misfit(number, &RequestError::TooLong.words()));
        }
        table.follow(event).map_err(|why| ApiError::misfit(number, &why.words()))?;
        if moved.is_some() && moved != table.last_move() {
            return Err(ApiError::misfit(number, &OTHER_WORDS));
        }
    }
    Ok(())
}

/// Time does not go back at a table, nor far ahead, and no clock has more than can be read.
fn check_times(number: u32, event: &Event, last: Moment, now: Moment) -> Result<(), ApiError> {
    let left = match event.kind {
        EventKind::Moved { left, .. } => left.unwrap_or(0),
        EventKind::TookBack { left, .. } => left.unwrap_or_default().into_iter().max().unwrap_or(0),
        _ => 0,
    };
    // An outage may become known late.
    let (from, last) = match event.kind {
        EventKind::Interrupted { from } => (from, from),
        _ => (event.at, last),
    };
    let good =
        last <= event.at && event.at <= now.plus(AHEAD) && from <= event.at && left <= LONGEST_TIME;
    if good { Ok(()) } else { Err(ApiError::wrong_time(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_wire::table::{ClockTerms, NewTable, SeatRequest};

    const NOW: Moment = Moment(1_700_000_000_000);

    /// A game of every kind at one screen, as a browser keeps it: the opening and some moves.
    fn kept(game: &str, clock: ClockTerms) -> Vec<Event> {
        let request = NewTable {
            game: game.to_owned(),
            setup: Default::default(),
            moves: Vec::new(),
            seats: [SeatRequest::Me, SeatRequest::Me],
            clock,
        };
        let (mut table, opened) =
            Table::open("", &request, |_| 0, VISITOR, 7, NOW).expect("a table");
        let mut events = vec![opened];
        for second in 1..6 {
            let text = table.progress().legal_moves(1).texts.remove(0);
            let left = (clock != ClockTerms::None).then_some(60_000);
            let kind = EventKind::Moved { text, left };
            let event = Event::new(NOW.plus(second * 1000), kind);
            table.follow(&event).expect("it fits");
            events.push(event);
        }
        events
    }

    fn code(result: Result<Table, ApiError>) -> String {
        result.err().map_or_else(String::new, |error| error.info.code)
    }

    #[test]
    fn what_a_table_wrote_is_followed() {
        for game in galet_games::all() {
            for clock in [ClockTerms::None, ClockTerms::SuddenDeath { initial: 60_000 }] {
                let events = kept(game.name(), clock);
                let table = begin("abcdefghijkm", &events, NOW).expect("it replays");
                assert_eq!((table.seq(), table.ply()), (6, 5));
            }
        }
    }

    #[test]
    fn times_stay_within_bounds() {
        let game = galet_games::all()[0].name();
        let clock = ClockTerms::SuddenDeath { initial: 60_000 };
        let with = |number: usize, change: &dyn Fn(&mut Event)| {
            let mut events = kept(game, clock);
            change(&mut events[number]);
            code(begin("abcdefghijkm", &events, NOW))
        };
        assert_eq!(with(5, &|event| event.at = NOW.plus(AHEAD)), "");
        assert_eq!(with(5, &|event| event.at = NOW.plus(AHEAD + 1)), "wrong-time");
        assert_eq!(with(5, &|event| event.at = Moment(u64::MAX)), "wrong-time");
        assert_eq!(with(3, &|event| event.at = NOW.plus(1_500)), "wrong-time");
        assert_eq!(with(0, &|event| event.at = Moment(u64::MAX)), "wrong-time");
        let interrupted = |from| {
            move |event: &mut Event| event.kind = EventKind::Interrupted { from: Moment(from) }
        };
        assert_eq!(with(5, &interrupted(0)), "");
        assert_eq!(with(5, &interrupted(u64::MAX)), "wrong-time");
        let left = |left| {
            move |event: &mut Event| {
                if let EventKind::Moved { left: there, .. } = &mut event.kind {
                    *there = left;
                }
            }
        };
        assert_eq!(with(5, &left(Some(LONGEST_TIME))), "");
        assert_eq!(with(5, &left(Some(u64::MAX))), "wrong-time");
        assert_eq!(with(5, &left(None)), "misfit");
    }

    #[test]
    fn only_the_visitor_and_the_computer_sit_there() {
        let seats = |seats: [Seat; 2]| {
            let mut events = kept(galet_games::all()[0].name(), ClockTerms::None);
            if let EventKind::Opened(opening) = &mut events[0].kind {
                opening.seats = seats;
            }
            let message = MirroredEvents { from: 1, events: vec![events[0].to_json()] };
            SentEvents::read(&message).is_ok()
        };
        let (own, computer) = (Seat::Guest { guest: VISITOR }, Seat::Computer { level: 3 });
        let other = Seat::Guest { guest: GuestId(5) };
        assert!(seats([own, own]) && seats([own, computer]) && seats([computer, own]));
        for wrong in [
            [own, other],
            [other, own],
            [own, Seat::Nobody],
            [Seat::Nobody, computer],
            [computer, computer],
        ] {
            assert!(!seats(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_guest_takes_the_visitors_place_and_gives_it_back() {
        for event in kept(galet_games::all()[0].name(), ClockTerms::None) {
            let sent = SentEvents { from: 1, events: vec![event.clone()] };
            let stored = sent.of(GuestId(9)).remove(0).to_json();
            assert!(!stored.contains("\"guest\":0"), "{stored}");
            let back = of_visitor(&stored, GuestId(9)).map_err(|error| error.info);
            assert_eq!(back, Ok(event.to_json()));
        }
    }
}
