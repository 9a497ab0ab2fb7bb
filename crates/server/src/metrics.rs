//! What the server counts, for `/metrics`.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many of something there are.
#[derive(Debug, Default)]
pub(crate) struct Gauge(Arc<AtomicI64>);

impl Gauge {
    /// One more, until what is returned is dropped: whatever happens to whoever holds it.
    pub(crate) fn one_more(&self) -> OneMore {
        self.0.fetch_add(1, Ordering::Relaxed);
        OneMore(self.0.clone())
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One of something that a gauge counts.
#[derive(Debug)]
pub(crate) struct OneMore(Arc<AtomicI64>);

impl Drop for OneMore {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How often something took how long.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

/// Upper bounds in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000];

impl Histogram {
    pub(crate) fn observe(&self, took: Duration) {
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            if took <= Duration::from_millis(*bound) {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(took, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            let (seconds, count) = (*bound as f64 / 1e3, bucket.load(Ordering::Relaxed));
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {count}");
        }
        let count = self.count.load(Ordering::Relaxed);
        let sum = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {count}");
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) sockets: Gauge,
    pub(crate) messages_in: Counter,
    pub(crate) messages_out: Counter,
    pub(crate) bytes_out: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) refused: Counter,
    pub(crate) refused_fast: Counter,
    pub(crate) refused_origin: Counter,
    pub(crate) refused_door: Counter,
    pub(crate) tables_live: Gauge,
    pub(crate) tables_opened: Counter,
    pub(crate) tables_loaded: Counter,
    pub(crate) tables_deleted: Counter,
    pub(crate) guests_deleted: Counter,
    pub(crate) tidy_rounds: Counter,
    pub(crate) moves: Counter,
    pub(crate) computer_moves: Counter,
    pub(crate) overtaken: Counter,
    pub(crate) from_others: Counter,
    pub(crate) acknowledged: Histogram,
}

impl Metrics {
    /// The text that Prometheus reads.
    pub(crate) fn text(&self, more: &[(&str, &str, &str, f64)]) -> String {
        let mut text = String::with_capacity(4096);
        let counters: [(&str, &str, u64); 18] = [
            ("galet_http_requests_total", "HTTP requests.", self.requests.get()),
            ("galet_messages_in_total", "WebSocket messages received.", self.messages_in.get()),
            ("galet_messages_out_total", "WebSocket messages sent.", self.messages_out.get()),
            ("galet_bytes_out_total", "Bytes of WebSocket messages sent.", self.bytes_out.get()),
            (
                "galet_slow_readers_total",
                "Connections cut off because they read too slowly.",
                self.slow_readers.get(),
            ),
            ("galet_refusals_total", "Questions refused.", self.refused.get()),
            ("galet_refusals_rate_total", "Refused: too fast.", self.refused_fast.get()),
            ("galet_refusals_origin_total", "Refused: foreign page.", self.refused_origin.get()),
            (
                "galet_refusals_door_total",
                "Refused: too many of one address, or not to be read.",
                self.refused_door.get(),
            ),
            ("galet_tables_opened_total", "Tables opened.", self.tables_opened.get()),
            ("galet_tables_loaded_total", "Tables loaded from disk.", self.tables_loaded.get()),
            (
                "galet_tables_deleted_total",
                "Tables deleted because of their age or with their guest.",
                self.tables_deleted.get(),
            ),
            (
                "galet_guests_deleted_total",
                "Guests deleted because of their age or by themselves.",
                self.guests_deleted.get(),
            ),
            (
                "galet_tidy_rounds_total",
                "Rounds in which what is old was looked for and deleted.",
                self.tidy_rounds.get(),
            ),
            ("galet_moves_total", "Moves played.", self.moves.get()),
            (
                "galet_computer_moves_total",
                "Moves played by the computer.",
                self.computer_moves.get(),
            ),
            (
                "galet_overtaken_total",
                "Events that another node wrote first, and that were decided anew.",
                self.overtaken.get(),
            ),
            (
                "galet_events_from_others_total",
                "Events of other nodes that tables here have taken over.",
                self.from_others.get(),
            ),
        ];
        for (name, help, value) in counters {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        let gauges = [
            ("galet_sockets", "Open WebSocket connections.", self.sockets.get()),
            ("galet_tables_live", "Tables in memory.", self.tables_live.get()),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        for (name, kind, help, value) in more {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        self.acknowledged.write(
            &mut text,
            "galet_acknowledged_seconds",
            "From the arrival of a move or act to its acknowledgement, on disk.",
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_gauge_goes_down_with_a_task_that_panics_or_is_dropped() {
        let gauge = Gauge::default();
        let (one, other) = (gauge.one_more(), gauge.one_more());
        let panics = tokio::spawn(async move {
            let _one = one;
            panic!("as it should");
        });
        let waits = tokio::spawn(async move {
            let _other = other;
            std::future::pending::<()>().await;
        });
        assert!(panics.await.is_err());
        assert_eq!(gauge.get(), 1);
        waits.abort();
        assert!(waits.await.is_err());
        assert_eq!(gauge.get(), 0);
    }

    #[test]
    fn buckets_of_a_histogram_add_up() {
        let metrics = Metrics::default();
        metrics.acknowledged.observe(Duration::from_millis(3));
        metrics.acknowledged.observe(Duration::from_millis(70));
        metrics.acknowledged.observe(Duration::from_secs(60));
        let text = metrics.text(&[("galet_extra", "gauge", "More.", 2.5)]);
        for line in [
            "galet_acknowledged_seconds_bucket{le=\"0.002\"} 0",
            "galet_acknowledged_seconds_bucket{le=\"0.005\"} 1",
            "galet_acknowledged_seconds_bucket{le=\"0.1\"} 2",
            "galet_acknowledged_seconds_bucket{le=\"5\"} 2",
            "galet_acknowledged_seconds_bucket{le=\"+Inf\"} 3",
            "galet_acknowledged_seconds_sum 60.073",
            "galet_extra 2.5",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
    }
}
