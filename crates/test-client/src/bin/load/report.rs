//! What is told of one measurement.

use crate::measure::Measured;

impl Measured {
    /// A time in milliseconds for each move.
    pub(crate) fn each(&self, used: std::time::Duration) -> f64 {
        used.as_secs_f64() * 1e3 / (self.figures.moves() as f64).max(1.0)
    }

    /// The milliseconds within which a share of all moves was acknowledged.
    pub(crate) fn within(&self, share: f64) -> f64 {
        self.figures.quantile(share).as_secs_f64() * 1e3
    }

    /// Moves acknowledged in a second.
    pub(crate) fn pace(&self) -> f64 {
        self.figures.moves() as f64 / self.seconds
    }
}

/// One server alone.
pub(crate) fn tell(measured: &Measured, metrics: &str) {
    let (figures, seconds) = (&measured.figures, measured.seconds);
    println!("measured for {seconds:.1} s:");
    println!("  {} moves acknowledged, {:.0} a second", figures.moves(), measured.pace());
    println!("  {:.0} pushes received a second", figures.pushes() as f64 / seconds);
    println!("  {:.0} reports of analyses a second", figures.analyses() as f64 / seconds);
    println!("  from sending a move to its acknowledgement:");
    for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
        println!("    {:>6} % within {:.1} ms", share * 100.0, measured.within(share));
    }
    let (cpu, each) = (measured.used.nodes, measured.each(measured.used.nodes));
    println!("  the server has used {cpu:.1?} of processor time, {each:.3} ms for each move");
    println!(
        "  at rest {:.1} kB a connection, {:.1} kB a table with both connected",
        measured.connection, measured.table
    );
    let value = |name: &str| {
        let line = metrics.lines().find(|line| line.split(' ').next() == Some(name))?;
        line.split(' ').nth(1)?.parse::<f64>().ok()
    };
    if let (Some(commits), Some(changes), Some(time)) = (
        value("galet_commits_total"),
        value("galet_changes_total"),
        value("galet_commit_seconds_total"),
    ) {
        println!(
            "  {commits} transactions in all, {:.1} changes and {:.1} ms each",
            changes / commits.max(1.0),
            time / commits.max(1.0) * 1e3
        );
    }
}
