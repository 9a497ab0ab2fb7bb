//! A table as a game record.

use crate::Table;
use crate::event::{GuestId, Moment};
use crate::words::CALLED_OFF;
use galet_core::{Level, Side};
use galet_games::record::{ClockComment, GameResult, Record};
use galet_scene::Owner;
use galet_wire::table::Sitter;

/// The tag that names the reason of an ending.
pub const TERMINATION: &str = "Termination";

impl Table {
    /// Who won, if the game is over; unknown if it was called off.
    pub fn result(&self) -> Option<GameResult> {
        self.ending().map(|ending| match ending.winner {
            Owner::First => GameResult::FirstWins,
            Owner::Second => GameResult::SecondWins,
            Owner::Nobody if ending.reason == CALLED_OFF => GameResult::Unknown,
            Owner::Nobody => GameResult::Draw,
        })
    }

    /// The record of the game as it stands: its moves with the time left after each, who played,
    /// and why it ended. `names` gives the name that a guest chose; a name that no record can
    /// hold is left out.
    pub fn record(&self, names: &dyn Fn(GuestId) -> String) -> Record {
        let mut record = Record::from_progress(self.progress());
        let moves: Vec<_> = record.main_line().collect();
        for (id, played) in moves.into_iter().zip(&self.played) {
            record
                .set_clock(id, played.view.left.map(|milliseconds| ClockComment { milliseconds }));
        }
        let mut tags = vec![("Date", date(self.opened_at())), ("Site", "Galet".to_owned())];
        for (side, name) in [(Side::First, "First"), (Side::Second, "Second")] {
            match self.sitter(side, names) {
                Sitter::Guest { name: chosen } if !chosen.is_empty() => tags.push((name, chosen)),
                Sitter::Computer { level } => {
                    let level = Level::new(level).map(|level| format!(", {}", level.words().en));
                    tags.push((name, format!("Galet{}", level.unwrap_or_default())));
                }
                Sitter::Guest { .. } | Sitter::Nobody => {}
            }
        }
        if let (Some(ending), Some(result)) = (self.ending(), self.result()) {
            tags.push((TERMINATION, ending.reason.clone()));
            // The board has the last word where it has one.
            let _ = record.set_result(result);
        }
        for (name, value) in tags {
            let _ = record.set_tag(name, &value);
        }
        record
    }
}

/// The day of a moment as records write it: `2026.03.31`, in universal time.
fn date(moment: Moment) -> String {
    // Days since 1970 to a date, in the calendar that begins its years in March.
    let days = i64::try_from(moment.0 / 86_400_000).unwrap_or(0) + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        const DAY: u64 = 86_400_000;
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_454, "2026.01.01"),
            (20_818, "2026.12.31"),
        ] {
            assert_eq!(date(Moment(days * DAY + DAY - 1)), text);
        }
    }
}
