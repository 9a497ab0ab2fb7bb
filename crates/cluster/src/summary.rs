//! What a run comes to.

use crate::clocks::TOLERANCE;
use crate::inspect::Seen;
use crate::play::Players;
use crate::stored::SPARE;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// What players count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    acknowledged: usize,
    times: Vec<Duration>,
    /// Moves that were there though nobody had heard so.
    pub(crate) unheard: usize,
    refused: BTreeMap<String, usize>,
    computer: Vec<Duration>,
    flags: Vec<Duration>,
}

impl Counts {
    pub(crate) fn acknowledged(&mut self, took: Duration) {
        self.acknowledged += 1;
        self.times.push(took);
    }

    pub(crate) fn refused(&mut self, code: &str) {
        *self.refused.entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn computer_answered(&mut self, took: Duration) {
        self.computer.push(took);
    }

    pub(crate) fn flag_fell(&mut self, after: Duration) {
        self.flags.push(after);
    }
}

/// What a run comes to; `Display` tells it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub(crate) seed: u64,
    pub(crate) lasted: Duration,
    pub(crate) faults: BTreeMap<&'static str, usize>,
    pub(crate) rounds: usize,
    /// NATS servers with which a round ended although a copy of a queue there lay behind.
    pub(crate) unwell: usize,
    pub(crate) tables: usize,
    pub(crate) games: usize,
    pub(crate) seen: Seen,
    /// From the last mending until there was a move at every table.
    pub(crate) recoveries: Vec<Duration>,
    pub(crate) counts: Counts,
    /// Questions that engine workers have answered.
    pub(crate) by_workers: u64,
    pub(crate) disk: bool,
}

impl Summary {
    /// How many faults there were.
    pub fn faults(&self) -> usize {
        self.faults.values().sum()
    }

    /// How many moves were acknowledged.
    pub fn moves(&self) -> usize {
        self.counts.acknowledged
    }

    /// The run is over.
    pub(crate) fn ends(&mut self, began: Instant, players: &Players) {
        self.lasted = began.elapsed();
        self.games = players.hall.tables().len();
        self.counts = players.hall.counts().clone();
    }

    pub(crate) fn add(&mut self, seen: &Seen) {
        let all = &mut self.seen;
        all.tables += seen.tables;
        all.events += seen.events;
        all.strangers += seen.strangers;
        all.lag = all.lag.max(seen.lag);
        all.beyond = all.beyond.max(seen.beyond);
        all.idle = all.idle.max(seen.idle);
        all.gifts.extend(seen.gifts.iter().cloned());
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (counts, seen) = (&self.counts, &self.seen);
        writeln!(
            f,
            "seed {}: {} faults in {} rounds, {:.0} s; {} tables at a time, {} games",
            self.seed,
            self.faults(),
            self.rounds,
            self.lasted.as_secs_f64(),
            self.tables,
            self.games
        )?;
        for (kind, count) in &self.faults {
            writeln!(f, "  {count:>5}  {kind}")?;
        }
        if self.unwell > 0 {
            let unwell = self.unwell;
            writeln!(f, "  {unwell} times a copy of a queue lay behind at a NATS server for good")?;
        }
        if !self.disk && self.rounds > 0 {
            writeln!(f, "  no full disk: it takes root to make a small one")?;
        }
        writeln!(
            f,
            "{} moves acknowledged, none lost, none twice, none out of order ({} more were there \
             unheard); acknowledged {}",
            counts.acknowledged,
            counts.unheard,
            spread(&counts.times)
        )?;
        let refused: Vec<_> =
            counts.refused.iter().map(|(code, n)| format!("{code}: {n}")).collect();
        writeln!(
            f,
            "moves refused for a while and played later: {}",
            none_or(&refused.join(", "))
        )?;
        writeln!(f, "the computer's answers: {}", spread(&counts.computer))?;
        if self.rounds > 0 {
            writeln!(f, "questions that workers answered: {} at least", self.by_workers)?;
        }
        writeln!(f, "flags fell after the position was shown: {}", spread(&counts.flags))?;
        writeln!(
            f,
            "a move at every table after the last was mended: {}",
            spread(&self.recoveries)
        )?;
        writeln!(
            f,
            "looked at through every node: {} tables, at most {:.1} s behind; {} events in the \
             database; {} moves of strangers, all refused",
            seen.tables,
            seen.lag.as_secs_f64(),
            seen.events,
            seen.strangers
        )?;
        if self.rounds > 0 {
            writeln!(
                f,
                "clocks show what the stored times come to; of a turn at most {} ms were left out while nothing was \
                 broken, more than {} ms of {} turns",
                seen.idle.as_millis(),
                SPARE.as_millis(),
                seen.gifts.len()
            )?;
        }
        write!(
            f,
            "clocks charged at most {} ms beyond what players know of (allowed: {})",
            seen.beyond.as_millis(),
            TOLERANCE.as_millis()
        )
    }
}

fn none_or(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// Half, nearly all, all.
fn spread(times: &[Duration]) -> String {
    if times.is_empty() {
        return "none".to_owned();
    }
    let mut times = times.to_vec();
    times.sort_unstable();
    let of = |thousandth: usize| {
        times[(times.len() * thousandth / 1000).min(times.len() - 1)].as_secs_f64() * 1e3
    };
    format!(
        "half within {:.0} ms, 99 % within {:.0} ms, all {} within {:.0} ms",
        of(500),
        of(990),
        times.len(),
        of(1000)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_is_looked_at_in_every_round_counts_once() {
        let mut summary = Summary { rounds: 3, ..Summary::default() };
        let seen = |turns: &[(&str, usize)]| {
            let gifts = turns.iter().map(|&(table, ply)| (table.to_owned(), ply)).collect();
            Seen { gifts, tables: 2, ..Seen::default() }
        };
        summary.add(&seen(&[("one", 4)]));
        summary.add(&seen(&[("one", 4), ("one", 7)]));
        summary.add(&seen(&[("one", 4), ("one", 7), ("two", 4)]));
        assert_eq!((summary.seen.gifts.len(), summary.seen.tables), (3, 6));
        assert!(summary.to_string().contains("more than 2500 ms of 3 turns"), "{summary}");
    }
}
