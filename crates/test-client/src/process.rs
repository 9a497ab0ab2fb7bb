//! Programs that are measured.

use std::path::PathBuf;
use std::time::Duration;

/// The program `galet` in the folder of the program that asks, where cargo puts both.
pub fn program() -> PathBuf {
    let name = format!("galet{}", std::env::consts::EXE_SUFFIX);
    std::env::current_exe().unwrap_or_default().with_file_name(name)
}

/// The processor time that a process has used so far, by all its threads, those that have ended included, in steps
/// of 10 ms; `None` where the system does not tell.
pub fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<_> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

/// The same to the nanosecond, by the threads that have not ended: for what takes milliseconds.
pub fn processor_time_of_threads(process: u32) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
        // A thread may end while we look.
        let Ok(text) = std::fs::read_to_string(thread.ok()?.path().join("schedstat")) else {
            continue;
        };
        sum += Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?);
    }
    Some(sum)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_shorter_than_a_step_of_the_clock_is_seen() {
        let used = || processor_time_of_threads(std::process::id()).expect("Linux tells");
        let (before, begun) = (used(), Instant::now());
        while used() < before + Duration::from_millis(2) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no work was seen");
        }
        assert!(used() > before && processor_time_of_threads(u32::MAX).is_none());
    }
}
