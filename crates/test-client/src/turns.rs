//! What the stored events of a table say of its clocks: whoever has the times can work out what each clock must show, on a
//! machine of any speed.

use galet_table::{Event, EventKind, Moment};
use galet_wire::table::ClockTerms;

/// A turn in which a clock ran.
#[derive(Clone, Debug)]
pub struct StoredTurn {
    /// How many moves were there before it.
    pub ply: usize,
    /// When it began.
    pub began: Moment,
    /// When it ended with a move, or with the fall of the flag, if it has.
    pub ended: Option<Moment>,
    /// So many milliseconds of it are left out …
    pub left_out: u64,
    /// … which are these times, one after the other and apart.
    pub stood: Vec<(Moment, Moment)>,
}

impl StoredTurn {
    fn begin(ply: usize, began: Moment) -> Self {
        StoredTurn { ply, began, ended: None, left_out: 0, stood: Vec::new() }
    }
}

/// The turns of a table in which its clocks ran. Says what is wrong if a clock shows anything but what the stored times
/// come to, to the millisecond, or a flag fell while there was time left.
pub fn stored_turns<'e>(
    terms: ClockTerms,
    events: impl IntoIterator<Item = &'e Event>,
) -> Result<Vec<StoredTurn>, String> {
    let (initial, increment) = match terms {
        ClockTerms::Fischer { initial, increment } => (initial, increment),
        ClockTerms::SuddenDeath { initial } => (initial, 0),
        ClockTerms::None | ClockTerms::Days { .. } => return Ok(Vec::new()),
    };
    let (mut turns, mut left) = (Vec::new(), [initial; 2]);
    let mut turn = StoredTurn::begin(0, Moment(0));
    for event in events {
        let (ply, mover) = (turn.ply, turn.ply % 2);
        // The first move of each side is free.
        let free = ply < 2;
        let used = event.at.since(turn.began).saturating_sub(turn.left_out);
        match &event.kind {
            EventKind::Interrupted { from } => {
                turn.stood.push(((*from).max(turn.began), event.at));
                turn.stood = apart(std::mem::take(&mut turn.stood));
                turn.left_out = turn.stood.iter().map(|(from, until)| until.since(*from)).sum();
            }
            EventKind::Moved { left: after, .. } => {
                if !free {
                    left[mover] = left[mover].saturating_sub(used) + increment;
                }
                let right = left[mover];
                if *after != Some(right) {
                    return Err(format!("after move {ply} {right} ms are left, not {after:?}"));
                }
                let next = StoredTurn::begin(ply + 1, event.at);
                let ended =
                    StoredTurn { ended: Some(event.at), ..std::mem::replace(&mut turn, next) };
                turns.extend((!free).then_some(ended));
            }
            EventKind::Flagged { by } => {
                let whole = left[mover];
                if free || by.index() != mover || used < whole {
                    return Err(format!("in turn {ply} a flag fell after {used} ms of {whole}"));
                }
                turn.ended = Some(event.at);
            }
            EventKind::TookBack { .. } => return Err("nobody takes moves back here".to_owned()),
            _ => {}
        }
    }
    turns.extend((turn.ply >= 2).then_some(turn));
    Ok(turns)
}

/// The same times, one after the other: what is in two of them counts once.
fn apart(mut times: Vec<(Moment, Moment)>) -> Vec<(Moment, Moment)> {
    times.sort_unstable();
    let mut apart: Vec<(Moment, Moment)> = Vec::new();
    for (from, until) in times {
        match apart.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(until),
            _ if from < until => apart.push((from, until)),
            _ => {}
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Side;

    const SHORT: ClockTerms = ClockTerms::SuddenDeath { initial: 5_000 };

    fn moved(at: u64, left: u64) -> Event {
        Event::new(Moment(at), EventKind::Moved { text: "a".to_owned(), left: Some(left) })
    }

    fn stood(from: u64, until: u64) -> Event {
        Event::new(Moment(until), EventKind::Interrupted { from: Moment(from) })
    }

    fn flag(at: u64) -> Event {
        Event::new(Moment(at), EventKind::Flagged { by: Side::Second })
    }

    /// After two free moves and one of a second.
    fn turns(more: &[Event]) -> Result<Vec<StoredTurn>, String> {
        let begins = [moved(1_000, 5_000), moved(2_000, 5_000), moved(3_000, 4_000)];
        stored_turns(SHORT, begins.iter().chain(more))
    }

    #[test]
    fn no_flag_falls_before_its_time() {
        assert!(turns(&[flag(8_000)]).is_ok() && turns(&[flag(7_999)]).is_err());
        // What is left out twice counts once, and what was before the turn not at all.
        let twice = [stood(2_000, 4_000), stood(3_500, 4_500), stood(3_600, 3_700)];
        let fell = |at| turns(&[&twice[..], &[flag(at)]].concat());
        assert_eq!(fell(9_500).expect("its time is over")[1].left_out, 1_500);
        assert!(fell(9_499).is_err());
    }

    #[test]
    fn a_clock_shows_what_the_times_come_to_and_nothing_else() {
        let seen = turns(&[stood(3_200, 5_000), moved(6_000, 3_800)]).expect("it is right");
        let [first, second, third] = &seen[..] else { panic!("{seen:?}") };
        assert_eq!((first.ply, first.left_out, first.ended), (2, 0, Some(Moment(3_000))));
        assert_eq!((second.ply, second.left_out, second.began), (3, 1_800, Moment(3_000)));
        assert_eq!((third.ply, third.ended), (4, None));
        for wrong in [3_799, 3_801, 5_000] {
            assert!(turns(&[stood(3_200, 5_000), moved(6_000, wrong)]).is_err(), "{wrong}");
        }
        let gain = ClockTerms::Fischer { initial: 5_000, increment: 500 };
        let fischer = |left| {
            stored_turns(gain, &[moved(1_000, 5_000), moved(2_000, 5_000), moved(3_000, left)])
        };
        assert!(fischer(4_500).is_ok() && fischer(4_000).is_err());
        assert!(turns(&[moved(2_500, 5_500)]).is_err(), "time from nowhere");
    }
}
