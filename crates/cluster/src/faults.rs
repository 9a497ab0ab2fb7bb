//! What can break, and how it is mended.

use crate::disk::SmallDisk;
use crate::{FaultError, broken};
use galet_core::random::SplitMix64;
use galet_services::{Cut, Shutdown};
use galet_test_client::{Cluster, Lines};
use std::time::Duration;
use tokio::task::block_in_place;

/// One thing that breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A node is killed, and started again later.
    NodeKilled(usize),
    /// A node is asked to end, as for an update, and started again later.
    NodeEnded(usize),
    /// A node stops where it is, and goes on later without knowing.
    NodePaused(usize),
    /// A worker is killed, and started again later.
    WorkerKilled(usize),
    /// A worker stops where it is, and goes on later without knowing.
    WorkerPaused(usize),
    /// A NATS server is killed, and started again later.
    NatsKilled(usize),
    /// The database server is stopped, and started again later.
    PostgresStopped(Shutdown),
    /// The database's disk is full for a while.
    DiskFull,
    /// A node cannot reach the database.
    NodeWithoutPostgres(usize, Way),
    /// A node cannot reach one NATS server, or any.
    NodeWithoutNats(usize, Option<usize>, Way),
    /// Two NATS servers cannot reach each other.
    NatsApart([usize; 2], Way),
    /// A worker cannot reach one NATS server, or any.
    WorkerWithoutNats(usize, Option<usize>, Way),
}

/// How a connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Both ends are told.
    Cut,
    /// Nobody is told.
    Stalled,
    /// Everything comes later.
    Slow,
}

/// A node or a worker that is paused is paused for so long.
const PAUSE: Duration = Duration::from_secs(10);
/// Of so many connections that break one stays broken for long: until pages and nodes have given it up.
const LONG_ONE_IN: usize = 16;
/// So many seconds, at least and at most.
const LONG: [usize; 2] = [15, 40];

impl Fault {
    /// Draws one, and how long it lasts.
    pub(crate) fn draw(
        random: &mut SplitMix64,
        cluster: &Cluster,
        disk: bool,
        lasting: bool,
    ) -> (Self, Duration) {
        let node = random.below(cluster.nodes.len());
        let worker = random.below(cluster.workers.len().max(1));
        let server = random.below(cluster.nats.urls().len());
        let way = [Way::Cut, Way::Stalled, Way::Slow][random.below(3)];
        let which = (random.below(2) == 0).then_some(server);
        let brief = Duration::from_millis(200 + random.below(4000) as u64);
        let long = Duration::from_secs((LONG[0] + random.below(LONG[1] - LONG[0] + 1)) as u64);
        let lasting = lasting && random.below(LONG_ONE_IN) == 0;
        let lasts = if lasting { long } else { brief };
        let others = cluster.nats.urls().len().max(2);
        let other = (server + 1 + random.below(others - 1)) % others;
        // Those of workers come last.
        let kinds = if cluster.workers.is_empty() { 18 } else { 23 };
        match random.below(kinds) {
            0..=2 => (Fault::NodeKilled(node), brief),
            3 => (Fault::NodeEnded(node), brief),
            4 => (Fault::NodePaused(node), PAUSE),
            5 | 6 => (Fault::NatsKilled(server), brief),
            7 => (Fault::PostgresStopped(Shutdown::Fast), brief),
            8 => (Fault::PostgresStopped(Shutdown::Immediate), brief),
            9 => (Fault::PostgresStopped(Shutdown::Killed), brief),
            10 if disk => (Fault::DiskFull, brief),
            10..=12 => (Fault::NodeWithoutPostgres(node, way), lasts),
            13..=15 => (Fault::NodeWithoutNats(node, which, way), lasts),
            16 | 17 => (Fault::NatsApart([server.min(other), server.max(other)], way), lasts),
            18 | 19 => (Fault::WorkerKilled(worker), brief),
            20 => (Fault::WorkerPaused(worker), PAUSE),
            _ => (Fault::WorkerWithoutNats(worker, which, way), lasts),
        }
    }

    /// Whether both can be broken at the same time: each thing breaks in one way at a time.
    pub(crate) fn goes_with(self, other: Self) -> bool {
        use Fault::{
            DiskFull, NatsApart, NatsKilled, NodeEnded, NodeKilled, NodePaused, NodeWithoutNats,
            NodeWithoutPostgres, PostgresStopped, WorkerKilled, WorkerPaused, WorkerWithoutNats,
        };
        match (self, other) {
            (
                NodeKilled(a) | NodeEnded(a) | NodePaused(a),
                NodeKilled(b) | NodeEnded(b) | NodePaused(b),
            ) => a != b,
            // What does not run has no connections that could break: each fault strikes something.
            (NodeKilled(a) | NodeEnded(a), NodeWithoutPostgres(b, _) | NodeWithoutNats(b, ..))
            | (NodeWithoutPostgres(a, _) | NodeWithoutNats(a, ..), NodeKilled(b) | NodeEnded(b)) => {
                a != b
            }
            (
                WorkerKilled(a) | WorkerPaused(a) | WorkerWithoutNats(a, ..),
                WorkerKilled(b) | WorkerPaused(b) | WorkerWithoutNats(b, ..),
            ) => a != b,
            (NatsKilled(a), NatsKilled(b)) => a != b,
            (NatsKilled(a), NatsApart(two, _)) | (NatsApart(two, _), NatsKilled(a)) => {
                !two.contains(&a)
            }
            (NatsKilled(a), NodeWithoutNats(_, Some(b), _) | WorkerWithoutNats(_, Some(b), _))
            | (NodeWithoutNats(_, Some(a), _) | WorkerWithoutNats(_, Some(a), _), NatsKilled(b)) => {
                a != b
            }
            (PostgresStopped(_), NodeWithoutPostgres(..))
            | (NodeWithoutPostgres(..), PostgresStopped(_)) => false,
            (PostgresStopped(_) | DiskFull, PostgresStopped(_) | DiskFull) => false,
            (NodeWithoutPostgres(a, _), NodeWithoutPostgres(b, _)) => a != b,
            (NodeWithoutNats(a, ..), NodeWithoutNats(b, ..)) => a != b,
            (NatsApart(a, _), NatsApart(b, _)) => a != b,
            _ => true,
        }
    }

    /// What kind it is, in the words of the summary.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Fault::NodeKilled(_) => "node killed",
            Fault::NodeEnded(_) => "node ended in good order",
            Fault::NodePaused(_) => "node paused for 10 s",
            Fault::WorkerKilled(_) => "worker killed",
            Fault::WorkerPaused(_) => "worker paused for 10 s",
            Fault::NatsKilled(_) => "NATS server killed",
            Fault::PostgresStopped(Shutdown::Fast) => "PostgreSQL restarted, fast",
            Fault::PostgresStopped(Shutdown::Immediate) => "PostgreSQL restarted, immediate",
            Fault::PostgresStopped(Shutdown::Killed) => "PostgreSQL killed",
            Fault::DiskFull => "PostgreSQL's disk full",
            Fault::NodeWithoutPostgres(_, Way::Cut) => "node-PostgreSQL cut",
            Fault::NodeWithoutPostgres(_, Way::Stalled) => "node-PostgreSQL stalled",
            Fault::NodeWithoutPostgres(_, Way::Slow) => "node-PostgreSQL slow",
            Fault::NodeWithoutNats(_, _, Way::Cut) => "node-NATS cut",
            Fault::NodeWithoutNats(_, _, Way::Stalled) => "node-NATS stalled",
            Fault::NodeWithoutNats(_, _, Way::Slow) => "node-NATS slow",
            Fault::NatsApart(_, Way::Cut) => "NATS-NATS cut",
            Fault::NatsApart(_, Way::Stalled) => "NATS-NATS stalled",
            Fault::NatsApart(_, Way::Slow) => "NATS-NATS slow",
            Fault::WorkerWithoutNats(_, _, Way::Cut) => "worker-NATS cut",
            Fault::WorkerWithoutNats(_, _, Way::Stalled) => "worker-NATS stalled",
            Fault::WorkerWithoutNats(_, _, Way::Slow) => "worker-NATS slow",
        }
    }

    /// It breaks.
    pub(crate) async fn strike(
        self,
        cluster: &mut Cluster,
        disk: Option<&SmallDisk>,
    ) -> Result<(), FaultError> {
        match self {
            Fault::NodeKilled(node) => cluster.nodes[node].kill().await?,
            Fault::NodeEnded(node) => {
                if let Some(served) = cluster.nodes[node].served.take() {
                    served.ask_to_end();
                    let code = served.ended().await?;
                    // It may not reach the database, and says so.
                    if code.is_none() {
                        return broken(format!("{} was killed", cluster.nodes[node].name));
                    }
                }
            }
            Fault::NodePaused(node) => {
                if let Some(served) = &cluster.nodes[node].served {
                    served.pause();
                }
            }
            Fault::WorkerKilled(worker) => cluster.workers[worker].kill().await?,
            Fault::WorkerPaused(worker) => cluster.workers[worker].pause(),
            Fault::NatsKilled(server) => block_in_place(|| cluster.nats.kill(server)),
            Fault::PostgresStopped(how) => block_in_place(|| cluster.postgres.stop(how)),
            Fault::DiskFull => {
                if let Some(disk) = disk {
                    block_in_place(|| disk.fill())?;
                }
            }
            Fault::NodeWithoutPostgres(node, way) => {
                cluster.nodes[node].lines.postgres.iter().for_each(|line| way.breaks(line));
            }
            Fault::NodeWithoutNats(node, which, way) => {
                chosen(&cluster.nodes[node].lines, which).for_each(|line| way.breaks(line));
            }
            Fault::NatsApart(two, way) => {
                cluster.nats.between(two).for_each(|line| way.breaks(line));
            }
            Fault::WorkerWithoutNats(worker, which, way) => {
                chosen(&cluster.workers[worker].lines, which).for_each(|line| way.breaks(line));
            }
        }
        cluster.tell_warden();
        Ok(())
    }

    /// It is mended. A node that is started waits for nothing but itself.
    pub(crate) async fn mend(
        self,
        cluster: &mut Cluster,
        disk: Option<&SmallDisk>,
    ) -> Result<(), FaultError> {
        match self {
            // Started by whoever mends everything: it may need what is broken at the same time.
            Fault::NodeKilled(_) | Fault::NodeEnded(_) => {}
            Fault::NodePaused(node) => {
                if let Some(served) = &cluster.nodes[node].served {
                    served.go_on();
                }
            }
            Fault::WorkerKilled(worker) => cluster.workers[worker].start()?,
            Fault::WorkerPaused(worker) => cluster.workers[worker].go_on(),
            Fault::NatsKilled(server) => block_in_place(|| cluster.nats.start_again(server))?,
            Fault::PostgresStopped(_) => block_in_place(|| cluster.postgres.start_again())?,
            Fault::DiskFull => {
                disk.iter().for_each(|disk| disk.free());
                // A database server that finds no room for its journal ends; whoever looks after
                // it (systemd) starts it again.
                block_in_place(|| cluster.postgres.start_again())?;
            }
            Fault::NodeWithoutPostgres(node, _) => {
                cluster.nodes[node].lines.postgres.iter().for_each(Cut::heal);
            }
            Fault::NodeWithoutNats(node, which, _) => {
                chosen(&cluster.nodes[node].lines, which).for_each(Cut::heal);
            }
            Fault::NatsApart(two, _) => cluster.nats.between(two).for_each(Cut::heal),
            Fault::WorkerWithoutNats(worker, which, _) => {
                chosen(&cluster.workers[worker].lines, which).for_each(Cut::heal);
            }
        }
        cluster.tell_warden();
        Ok(())
    }
}

impl Way {
    fn breaks(self, line: &Cut) {
        match self {
            Way::Cut => line.cut(),
            Way::Stalled => line.stall(),
            Way::Slow => line.slow(Duration::from_millis(200)),
        }
    }
}

fn chosen(lines: &Lines, which: Option<usize>) -> impl Iterator<Item = &Cut> {
    let numbered = lines.nats.iter().enumerate();
    numbered.filter(move |(number, _)| which.is_none_or(|one| one == *number)).map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_strikes_something() {
        let killed = [Fault::NodeKilled(1), Fault::NodeEnded(1)];
        let lines = |node| {
            [
                Fault::NodeWithoutPostgres(node, Way::Cut),
                Fault::NodeWithoutNats(node, None, Way::Cut),
            ]
        };
        for (down, (own, other)) in killed
            .into_iter()
            .flat_map(|down| lines(1).into_iter().zip(lines(2)).map(move |two| (down, two)))
        {
            assert!(!down.goes_with(own) && !own.goes_with(down), "{down:?} {own:?}");
            assert!(down.goes_with(other) && other.goes_with(down), "{down:?} {other:?}");
            assert!(Fault::NodePaused(1).goes_with(own), "it goes on without its connection");
        }
        let to_nats = [
            Fault::NatsApart([1, 2], Way::Slow),
            Fault::NodeWithoutNats(0, Some(1), Way::Stalled),
            Fault::WorkerWithoutNats(0, Some(1), Way::Cut),
        ];
        for line in to_nats {
            for (down, goes) in [(Fault::NatsKilled(1), false), (Fault::NatsKilled(0), true)] {
                assert_eq!(down.goes_with(line), goes, "{down:?} {line:?}");
                assert_eq!(line.goes_with(down), goes, "{line:?} {down:?}");
            }
        }
        let down = Fault::PostgresStopped(Shutdown::Fast);
        let line = Fault::NodeWithoutPostgres(0, Way::Cut);
        assert!(!down.goes_with(line) && !line.goes_with(down));
        assert!(!Fault::WorkerPaused(1).goes_with(Fault::WorkerKilled(1)));
        assert!(Fault::WorkerPaused(1).goes_with(Fault::WorkerPaused(0)));
    }
}
