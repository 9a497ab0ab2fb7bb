//! The clock: time for the whole game, and perhaps some more for each move.
//!
//! Nothing here looks at the time: whoever asks says what time it is.

use galet_core::{PerSide, Side};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How much time each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeSetting {
    /// For the whole game.
    pub(super) base: Duration,
    /// Added after each move.
    pub(super) increment: Duration,
}

/// Nobody plays longer than that.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

impl FromStr for TimeSetting {
    type Err = String;

    /// Reads `10m`, `5m+3s`, `1h30m` and, as players write it, `5+3`: minutes and seconds.
    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        match (duration(base, 'm'), duration(increment, 's')) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeSetting { base, increment }),
            _ => Err("write for instance 10m, 5m+3s (three seconds more for each move), 90s or \
                      1h30m; at most 24h"
                .to_owned()),
        }
    }
}

/// Reads `1h30m`, `90s`, or a number in the unit that goes without saying.
fn duration(text: &str, unspoken: char) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().ok()?;
        let unit = rest[digits..].chars().next();
        let seconds = match unit.unwrap_or(unspoken) {
            'h' => number.checked_mul(3600)?,
            'm' => number.checked_mul(60)?,
            's' => number,
            _ => return None,
        };
        total = total.checked_add(Duration::from_secs(seconds))?;
        rest = &rest[digits + unit.map_or(0, char::len_utf8)..];
    }
    (total <= LONGEST).then_some(total)
}

/// The clocks of both players. The first move is free: they begin to run after it.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    setting: TimeSetting,
    /// What both had left when the last move was made.
    left: PerSide<Duration>,
    /// Whose clock runs, and since when.
    running: Option<(Side, Instant)>,
    /// What both had left after each move, so that it can be taken back.
    history: Vec<PerSide<Duration>>,
}

impl GameClock {
    /// Full clocks for a game in which `plies` moves were made without one.
    pub(super) fn new(setting: TimeSetting, plies: usize) -> Self {
        let full = PerSide::new(setting.base, setting.base);
        GameClock { setting, left: full, running: None, history: vec![full; plies] }
    }

    /// How the clocks were set.
    pub(super) fn setting(&self) -> TimeSetting {
        self.setting
    }

    /// What a player has left.
    pub(super) fn left(&self, side: Side, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[side].saturating_sub(used)
    }

    /// The player who has run out of time.
    pub(super) fn out_of_time(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// `mover` has made a move; the other clock runs.
    pub(super) fn press(&mut self, mover: Side, now: Instant) {
        self.left[mover] = self.left(mover, now);
        // The free first move earns nothing.
        if self.running.is_some() {
            self.left[mover] += self.setting.increment;
        }
        self.history.push(self.left);
        self.running = Some((!mover, now));
    }

    /// The game is over.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
        }
        self.running = None;
    }

    /// Moves were taken back: the clocks show what they showed when `ply` moves had been made,
    /// and that of `turn` runs.
    pub(super) fn back_to(&mut self, ply: usize, turn: Side, now: Instant) {
        self.history.truncate(ply);
        let full = PerSide::new(self.setting.base, self.setting.base);
        self.left = self.history.last().copied().unwrap_or(full);
        self.running = (!self.history.is_empty()).then_some((turn, now));
    }

    /// What the mover had left after each move, the mover of the first being `first`.
    pub(super) fn after_moves(&self, first: Side) -> Vec<Duration> {
        let movers = [first, !first].into_iter().cycle();
        self.history.iter().zip(movers).map(|(left, mover)| left[mover]).collect()
    }
}

/// A time as clocks show it: tenths of a second only when they matter.
pub(super) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(text: &str) -> TimeSetting {
        text.parse().unwrap()
    }

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn settings_are_read_as_people_write_them() {
        let cases = [
            ("10m", 600, 0),
            ("5m+3s", 300, 3),
            ("5+3", 300, 3),
            ("90s", 90, 0),
            ("1h30m", 5400, 0),
            ("1m+1m", 60, 60),
        ];
        for (text, base, increment) in cases {
            let expected = TimeSetting { base: seconds(base), increment: seconds(increment) };
            assert_eq!(setting(text), expected, "{text}");
        }
        for wrong in ["", "0m", "m", "5x", "-5m", "5m+", "5m+3s+1s", "25h", "99999999999999999h"] {
            assert!(wrong.parse::<TimeSetting>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_first_move_is_free_and_then_time_runs() {
        let start = Instant::now();
        let at = |n| start + seconds(n);
        let mut clock = GameClock::new(setting("60s+2s"), 0);
        assert_eq!(clock.left(Side::First, at(1000)), seconds(60));
        clock.press(Side::First, at(1000));
        assert_eq!(clock.left(Side::First, at(1010)), seconds(60));
        assert_eq!(clock.left(Side::Second, at(1010)), seconds(50));
        clock.press(Side::Second, at(1010));
        assert_eq!(clock.left(Side::Second, at(1030)), seconds(52));
        assert_eq!(clock.left(Side::First, at(1030)), seconds(40));
    }

    #[test]
    fn who_runs_out_is_known_at_that_moment() {
        let start = Instant::now();
        let mut clock = GameClock::new(setting("60s"), 0);
        clock.press(Side::First, start);
        assert_eq!(clock.out_of_time(start + Duration::from_millis(59_999)), None);
        assert_eq!(clock.out_of_time(start + seconds(60)), Some(Side::Second));
        clock.stop(start + seconds(59));
        assert_eq!(clock.out_of_time(start + seconds(600)), None);
        assert_eq!(clock.left(Side::Second, start + seconds(600)), seconds(1));
    }

    #[test]
    fn moves_taken_back_give_their_time_back() {
        let start = Instant::now();
        let at = |n| start + seconds(n);
        let mut clock = GameClock::new(setting("60s"), 0);
        clock.press(Side::First, at(0));
        clock.press(Side::Second, at(10));
        clock.press(Side::First, at(30));
        clock.back_to(1, Side::Second, at(35));
        assert_eq!(clock.left(Side::Second, at(35)), seconds(60));
        assert_eq!(clock.left(Side::Second, at(36)), seconds(59));
        assert_eq!(clock.left(Side::First, at(36)), seconds(60));
        clock.back_to(0, Side::First, at(40));
        assert_eq!(clock.left(Side::First, at(99)), seconds(60));
    }

    #[test]
    fn the_times_after_moves_are_the_movers() {
        let start = Instant::now();
        let mut clock = GameClock::new(setting("60s"), 0);
        clock.press(Side::First, start);
        clock.press(Side::Second, start + seconds(7));
        clock.press(Side::First, start + seconds(9));
        assert_eq!(clock.after_moves(Side::First), [60, 53, 58].map(seconds));
    }

    #[test]
    fn tenths_are_shown_when_they_matter() {
        for (milliseconds, text) in
            [(9_950, "0:09.9"), (10_000, "0:10"), (605_000, "10:05"), (3_600_000, "1:00:00")]
        {
            assert_eq!(shown(Duration::from_millis(milliseconds)), text);
        }
    }
}
