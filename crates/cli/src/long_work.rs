//! Work that takes minutes or hours: told while it goes on, ended by Ctrl-C without losing anything.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Set by Ctrl-C or by who asks the program to end, so that the work ends by itself. Asked a second time, the
/// program ends at once.
pub(crate) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag down and raises it, the second finds it up.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| {
                Failure::io("cannot listen for Ctrl-C", "Ctrl-C ne peut pas être écouté", &error)
            })?;
    }
    Ok(stop)
}

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// How far the work is: a bar for a person, a line now and then for a file.
pub(crate) struct ProgressView {
    title: String,
    bar: Option<ProgressBar>,
    last_line: Mutex<Instant>,
}

impl ProgressView {
    pub(crate) fn new(title: String) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
            let style = "{prefix}\n{bar:36} {pos}/{len}, {elapsed}{msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("it is well formed"));
            bar.set_prefix(title.clone());
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        ProgressView { title, bar, last_line: Mutex::new(Instant::now()) }
    }

    /// So many of so many pieces are done; `left_millis` of one core's work are left on so many threads.
    pub(crate) fn show(
        &self,
        done: usize,
        all: usize,
        left_millis: u64,
        threads: usize,
        more: &str,
    ) {
        let left = format!(
            ", about {} left ({} of one core){more}",
            time(left_millis / threads.max(1) as u64),
            time(left_millis)
        );
        let left = if left_millis == 0 { more.to_owned() } else { left };
        if let Some(bar) = &self.bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(left);
            return;
        }
        let mut last = self.last_line.lock().expect("telling does not panic");
        if last.elapsed() >= BETWEEN_LINES {
            *last = Instant::now();
            // A closed standard error is nobody's concern.
            let _ = writeln!(io::stderr(), "{}: {done}/{all}{left}", self.title);
        }
    }
}

impl Drop for ProgressView {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Milliseconds as a person would say them.
pub(crate) fn time(millis: u64) -> String {
    let seconds = millis as f64 / 1e3;
    match millis {
        0..1_000 => format!("{seconds:.2} s"),
        1_000..120_000 => format!("{seconds:.1} s"),
        120_000..7_200_000 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.2} h", seconds / 3600.0),
    }
}

/// A number with its thousands set apart.
pub(crate) fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number of threads asked for, or as many as the machine has.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(
            [0, 999, 1_000, 14_414, 1_234_567].map(number).join(" "),
            "0 999 1,000 14,414 1,234,567"
        );
        let times = [5, 1_500, 119_999, 120_000, 7_200_000].map(time);
        assert_eq!(times.join(" "), "0.01 s 1.5 s 120.0 s 2.0 min 2.00 h");
    }
}
