//! What was measured, and whether it is short enough.

use std::time::Duration;

/// How long answers of one kind took.
pub(crate) struct Sample {
    what: String,
    /// Shortest first.
    times: Vec<Duration>,
    limit: Duration,
    /// The share of the answers that must keep to the limit.
    within: f64,
}

impl Sample {
    /// `limit`: of twenty answers, nineteen must not take longer.
    pub(crate) fn new(what: impl Into<String>, limit: Duration, mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Sample { what: what.into(), times, limit, within: 0.95 }
    }

    /// The same where none must take longer: for times that a busy machine does not make longer.
    pub(crate) fn of_all(self) -> Self {
        Sample { within: 1.0, ..self }
    }

    /// Whether more answers than may took longer than the limit, or nothing was measured.
    pub(crate) fn is_late(&self) -> bool {
        self.quantile(self.within).is_none_or(|time| time > self.limit)
    }

    /// The time within which a share of all answers came.
    fn quantile(&self, share: f64) -> Option<Duration> {
        let place = (self.times.len() as f64 * share).ceil() as usize;
        self.times.get(place.saturating_sub(1)).copied()
    }
}

/// A line for each sample.
pub(crate) fn table(samples: &[Sample]) -> String {
    let width = samples.iter().map(|sample| sample.what.chars().count()).max().unwrap_or_default();
    let mut text = format!(
        "\n{:width$}  {:>5}  {:>9}  {:>9}  {:>9}  {:>9}\n",
        "milliseconds", "times", "median", "95 %", "worst", "limit",
    );
    for sample in samples {
        let column = |share| match sample.quantile(share) {
            Some(time) => format!("{:.1}", time.as_secs_f64() * 1e3),
            None => "-".to_owned(),
        };
        text += &format!(
            "{:width$}  {:>5}  {:>9}  {:>9}  {:>9}  {:>9}{}\n",
            sample.what,
            sample.times.len(),
            column(0.5),
            column(0.95),
            column(1.0),
            sample.limit.as_millis(),
            if sample.is_late() { "  too long" } else { "" },
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(times: impl Iterator<Item = u64>) -> Sample {
        Sample::new("stop", Duration::from_millis(10), times.map(Duration::from_millis).collect())
    }

    #[test]
    fn one_in_twenty_may_be_late() {
        assert!(!sample((1..20).map(|_| 10).chain([500])).is_late());
        assert!(sample((1..20).map(|_| 10).chain([500, 500])).is_late());
        assert!(sample((1..20).map(|_| 10).chain([500])).of_all().is_late());
        assert!(!sample((1..20).map(|_| 10)).of_all().is_late());
        assert!(sample([11].into_iter()).is_late());
        assert!(sample([].into_iter()).is_late(), "what was not measured is not fine");
    }

    #[test]
    fn the_table_tells_median_95_in_100_worst_and_limit() {
        let text = table(&[sample((1..=100).rev())]);
        let line = text.lines().last().expect("a line");
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words, ["stop", "100", "50.0", "95.0", "100.0", "10", "too", "long"]);
    }
}
