//! Players by processor time: what a program has used, and when to stop it. A busy machine makes them wait, and
//! takes nothing away from them.

use super::{Fault, Patience};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The processor time of another program, all its threads together. Linux tells.
pub(super) struct ProgramTime {
    tasks: PathBuf,
    /// What each thread has used; those that have ended stay.
    seen: BTreeMap<u32, Duration>,
}

impl ProgramTime {
    /// That of a process; fails where the system does not tell.
    pub(super) fn new(process: u32) -> io::Result<Self> {
        let mut time = ProgramTime {
            tasks: PathBuf::from(format!("/proc/{process}/task")),
            seen: BTreeMap::new(),
        };
        time.read()?;
        Ok(time)
    }

    /// What it has used so far.
    pub(super) fn read(&mut self) -> io::Result<Duration> {
        for task in fs::read_dir(&self.tasks)? {
            let task = task?;
            let Some(id) = task.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            // A thread may end while we look; what it had used until the last look counts.
            let Ok(text) = fs::read_to_string(task.path().join("schedstat")) else { continue };
            let worked = nanoseconds(&text).ok_or(io::ErrorKind::InvalidData)?;
            let seen = self.seen.entry(id).or_default();
            *seen = worked.max(*seen);
        }
        if self.seen.is_empty() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(self.seen.values().sum())
    }
}

/// The first number of such a file is the time in nanoseconds.
fn nanoseconds(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What a program may use for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Allowance {
    limit: Duration,
    patience: Patience,
    /// What it had used before it began, and at the last look.
    begun: Duration,
    used: Duration,
    /// When the clock on the wall showed that it had last used something.
    moved: Duration,
    told_to_stop: bool,
}

/// What to do after a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Listen for so long.
    Listen(Duration),
    /// Tell it to stop, once.
    Stop,
    /// It has lost.
    Lost(Fault),
}

/// Between two looks lie at least this and at most that.
const BETWEEN_LOOKS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));

impl Allowance {
    /// For a move that begins now, by the program's time and by that on the wall.
    pub(super) fn new(limit: Duration, patience: Patience, used: Duration, wall: Duration) -> Self {
        let [begun, used] = [used; 2];
        Allowance { limit, patience, begun, used, moved: wall, told_to_stop: false }
    }

    /// What had been used at the last look, by all moves together.
    pub(super) fn used_in_all(&self) -> Duration {
        self.used
    }

    /// What has been used for this move.
    pub(super) fn used(&self) -> Duration {
        self.used.saturating_sub(self.begun)
    }

    /// Looks at what it has used. It loses when it goes on after its time and the grace, or when it does nothing
    /// at all for as long as a silent player is waited for; how long it waits for a processor does not matter.
    pub(super) fn look(&mut self, used: Duration, wall: Duration) -> Next {
        if used > self.used {
            (self.used, self.moved) = (used, wall);
        }
        let (took, allowed) = (self.used(), self.limit + self.patience.grace);
        if took > allowed {
            return Next::Lost(Fault::Overrun { took, allowed });
        }
        if wall.saturating_sub(self.moved) > self.patience.silence {
            return Next::Lost(Fault::Silence(self.patience.silence));
        }
        if took >= self.limit && !self.told_to_stop {
            self.told_to_stop = true;
            return Next::Stop;
        }
        let (least, most) = BETWEEN_LOOKS;
        let left = self.limit.saturating_sub(took) / 2;
        Next::Listen(left.clamp(least, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn allowance() -> Allowance {
        let patience = Patience { silence: ms(10_000), grace: ms(50) };
        Allowance::new(ms(200), patience, ms(1_000), ms(0))
    }

    #[test]
    fn it_is_stopped_once_when_its_time_is_used() {
        let mut allowance = allowance();
        assert_eq!(allowance.look(ms(1_000), ms(5)), Next::Listen(ms(20)));
        assert_eq!(allowance.look(ms(1_190), ms(400)), Next::Listen(ms(5)));
        assert_eq!(allowance.look(ms(1_200), ms(410)), Next::Stop);
        assert_eq!(allowance.look(ms(1_201), ms(412)), Next::Listen(ms(1)));
        assert_eq!(allowance.used(), ms(201));
        let lost = allowance.look(ms(1_251), ms(500));
        assert_eq!(lost, Next::Lost(Fault::Overrun { took: ms(251), allowed: ms(250) }));
    }

    /// However long it waits for a processor: it loses only when it does nothing at all.
    #[test]
    fn a_busy_machine_takes_nothing_away() {
        let mut allowance = allowance();
        for second in 1..=1_000_u64 {
            let used = ms(1_000) + Duration::from_micros(second);
            let next = allowance.look(used, ms(second * 9_000));
            assert!(matches!(next, Next::Listen(_)), "{next:?}");
        }
        let wall = ms(9_000_000) + ms(10_001);
        let asleep = allowance.look(ms(1_001), wall);
        assert_eq!(asleep, Next::Lost(Fault::Silence(ms(10_000))));
    }

    #[test]
    fn the_file_of_the_system_is_read() {
        assert_eq!(nanoseconds("1500000 77 3\n"), Some(ms(1) + Duration::from_micros(500)));
        assert_eq!(nanoseconds(""), None);
        assert_eq!(nanoseconds("x 1"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn threads_that_have_ended_still_count() {
        let mut time = ProgramTime::new(std::process::id()).expect("Linux tells");
        time.seen.insert(0, ms(7_000_000));
        assert!(time.read().expect("Linux tells") >= ms(7_000_000));
        assert!(ProgramTime::new(u32::MAX).is_err());
    }
}
