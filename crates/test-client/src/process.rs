//! Programs that are measured.

use std::path::PathBuf;
use std::time::Duration;

/// The program `galet` in the folder of the program that asks, where cargo puts both.
pub fn program() -> PathBuf {
    let name = format!("galet{}", std::env::consts::EXE_SUFFIX);
    std::env::current_exe().unwrap_or_default().with_file_name(name)
}

/// The processor time that a process has used so far, by all its threads, in steps of 10 ms; `None`
/// where the system does not tell.
pub fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<_> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}
