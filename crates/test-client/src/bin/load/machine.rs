//! What processes use of the machine.

use galet_test_client::processor_time;
use std::time::Duration;

/// The processes of an installation, those that serve apart from those that they need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Processes {
    pub(crate) nodes: Vec<u32>,
    pub(crate) postgres: Option<u32>,
    pub(crate) nats: Vec<u32>,
}

/// What was used by each of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Used {
    pub(crate) nodes: Duration,
    pub(crate) postgres: Duration,
    pub(crate) nats: Duration,
}

impl Processes {
    pub(crate) fn of_nodes(nodes: impl IntoIterator<Item = u32>) -> Self {
        Processes { nodes: nodes.into_iter().collect(), ..Processes::default() }
    }

    /// The processor time used so far.
    pub(crate) fn used(&self) -> Used {
        let sum = |processes: &[u32]| processes.iter().filter_map(|&one| processor_time(one)).sum();
        Used {
            nodes: sum(&self.nodes),
            postgres: self.postgres.map(with_children).unwrap_or_default(),
            nats: sum(&self.nats),
        }
    }

    /// The memory that the nodes really use, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        self.nodes.iter().filter_map(|&node| memory(node)).sum()
    }
}

impl Used {
    pub(crate) fn since(self, before: Self) -> Self {
        Used {
            nodes: self.nodes.saturating_sub(before.nodes),
            postgres: self.postgres.saturating_sub(before.postgres),
            nats: self.nats.saturating_sub(before.nats),
        }
    }
}

/// A database server works in processes of its own for each connection; those that have ended are
/// counted by the one that started them.
fn with_children(process: u32) -> Duration {
    let fields = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let fields = text.rsplit(')').next()?.split_whitespace();
        Some(fields.map(str::to_owned).collect::<Vec<_>>())
    };
    let number = |fields: &[String], place: usize| -> u64 {
        fields.get(place).and_then(|text| text.parse().ok()).unwrap_or_default()
    };
    let Some(own) = fields(process) else { return Duration::ZERO };
    let mut ticks: u64 = (11..15).map(|place| number(&own, place)).sum();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let id = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(child) = id.and_then(fields)
            && number(&child, 1) == u64::from(process)
        {
            ticks += number(&child, 11) + number(&child, 12);
        }
    }
    Duration::from_millis(10 * ticks)
}

fn memory(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}
