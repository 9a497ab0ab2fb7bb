//! The whole run: play, faults, looking at everything.

use crate::disk::SmallDisk;
use crate::faults::Fault;
use crate::inspect::Inspector;
use crate::play::{Known, Players};
use crate::summary::Summary;
use crate::{FaultError, broken, stored};
use galet_core::random::SplitMix64;
use galet_services::PostgresOptions;
use galet_table::Moment;
use galet_test_client::{Cluster, ClusterPlan, Served};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::task::block_in_place;
use tokio::time::{sleep, timeout};

/// What a run shall be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program `galet`, built with the feature `cluster`.
    pub program: PathBuf,
    /// Other chances.
    pub seed: u64,
    /// How many faults.
    pub faults: usize,
    /// It ends after this, too, when the round is over.
    pub lasts: Duration,
    /// How many tables at a time.
    pub tables: usize,
    /// A move at each table in this time, more or less.
    pub pace: Duration,
    /// How many nodes.
    pub nodes: usize,
    /// How many engine workers.
    pub workers: usize,
    /// Whether some connections stay broken for long.
    pub long: bool,
    /// Only faults whose kind, in the words of the summary, begins with one of these; all if there are none.
    pub only: Vec<String>,
    /// Whether each round is told.
    pub tells: bool,
}

/// Visitors of a test are not counted like strangers.
const OPTIONS: [&str; 8] = [
    "--guest-rate",
    "100000",
    "--open-tables",
    "100000",
    "--address-rate",
    "100000",
    "--guests-per-minute",
    "1000000",
];

/// After everything is mended there is a move at every table within this time, and the computer's is
/// among them.
const SOON: Duration = Duration::from_secs(60);
/// So many things are drawn to be broken at the same time, at least and at most; those that cannot be
/// broken together with another are left out.
const AT_ONCE: [usize; 2] = [4, 7];
/// Where only some kinds are wanted, so many are drawn until there is one.
const DRAWS: usize = 1_000;

/// Plays and breaks things.
pub async fn run(plan: &Plan) -> Result<Summary, FaultError> {
    let disk = SmallDisk::mount();
    let postgres = PostgresOptions {
        folder: disk.as_ref().map(|disk| disk.path().to_owned()),
        ..PostgresOptions::default()
    };
    let mut cluster = Cluster::start(&ClusterPlan {
        program: plan.program.clone(),
        nodes: plan.nodes,
        workers: plan.workers,
        nats: 3,
        postgres,
        options: OPTIONS.map(str::to_owned).to_vec(),
        direct: false,
    })
    .await?;
    let result = break_things(plan, &mut cluster, disk.as_ref()).await;
    for node in &cluster.nodes {
        never_panicked(&node.name, &node.log())?;
    }
    for worker in &cluster.workers {
        never_panicked(&worker.name, &worker.log())?;
    }
    result.map_err(|error| match error {
        FaultError::Broken(what) => {
            let logs =
                cluster.nodes.iter().map(|node| format!("\n{}:\n{}", node.name, node.said()));
            FaultError::Broken(format!("seed {}: {what}{}", plan.seed, logs.collect::<String>()))
        }
        other => other,
    })
}

async fn break_things(
    plan: &Plan,
    cluster: &mut Cluster,
    disk: Option<&SmallDisk>,
) -> Result<Summary, FaultError> {
    let start = Instant::now();
    let mut random = SplitMix64::new(plan.seed);
    let mut summary = Summary {
        seed: plan.seed,
        tables: plan.tables,
        disk: disk.is_some(),
        ..Summary::default()
    };
    let address = cluster.rotation.address();
    let mut players = Players::begin(address, plan.tables, plan.pace, plan.seed);
    players.all_move_on(start, SOON).await?;
    let mut workers = ByWorkers::default();
    let mut broken_times = Vec::new();
    // The first round is one without faults: whatever is wrong then is no fault's doing.
    let mut faultless = true;
    let goes_on = |faults: usize| {
        // At least one round with faults, however slow the machine.
        faults < plan.faults && (faults == 0 || start.elapsed() < plan.lasts)
    };
    while faultless || goes_on(summary.faults()) {
        let most = if std::mem::take(&mut faultless) { 0 } else { plan.faults - summary.faults() };
        let faults = draw(&mut random, plan, cluster, disk.is_some(), most);
        if most > 0 && faults.is_empty() {
            return broken(format!(
                "there are no faults whose kind begins like this: {:?}",
                plan.only
            ));
        }
        for (fault, ..) in &faults {
            *summary.faults.entry(fault.kind()).or_default() += 1;
        }
        let names: Vec<_> = faults.iter().map(|(fault, ..)| format!("{fault:?}")).collect();
        let names = names.join(", ");
        let round = async {
            let began = now();
            summary.unwell += strike_and_mend(&faults, cluster, disk).await?;
            if !faults.is_empty() {
                broken_times.push((began, now()));
            }
            let took = players.all_move_on(Instant::now(), SOON).await?;
            players.rest(SOON).await?;
            let mut inspector = Inspector::new(cluster.addresses()).await?;
            let database =
                Some((&cluster.postgres, cluster.database.as_str(), broken_times.as_slice()));
            summary.by_workers += workers.more(cluster).await?;
            let seen = inspector.inspect(&players.hall, database, &mut random).await?;
            let gifts = summary.seen.gifts.union(&seen.gifts).count();
            if gifts > stored::gifts_allowed(summary.faults()) {
                let spare = stored::SPARE;
                return broken(format!("{gifts} turns got more than {spare:?} for no reason"));
            }
            Ok::<_, FaultError>((took, seen))
        };
        let (took, seen) = match round.await {
            Ok(found) => found,
            Err(error) => {
                let stored = what_is_stored(cluster, &players, &error.to_string());
                summary.ends(start, &players);
                return broken(format!(
                    "after {names}: {error}\nthe database: {stored}\n\nuntil then: {summary}"
                ));
            }
        };
        summary.rounds += 1;
        summary.recoveries.push(took);
        summary.add(&seen);
        if plan.tells {
            println!(
                "{:>5.0} s  {:>4} faults  every table moved on after {:.1} s  {names}",
                start.elapsed().as_secs_f64(),
                summary.faults(),
                took.as_secs_f64()
            );
        }
        players.play_on();
    }
    summary.ends(start, &players);
    if plan.workers > 0 && summary.by_workers == 0 {
        return broken("no worker has answered anything: nodes did all of it themselves");
    }
    Ok(summary)
}

/// By the clock of this computer, which is that of all servers on it.
fn now() -> Moment {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Moment(since.map_or(0, |since| since.as_millis() as u64))
}

/// Counts what workers answer, by what nodes say of it: a node that was started again begins anew.
#[derive(Default)]
struct ByWorkers(HashMap<(String, Option<u32>), u64>);

impl ByWorkers {
    /// How much it is more than last time.
    async fn more(&mut self, cluster: &Cluster) -> Result<u64, FaultError> {
        let mut more = 0;
        for node in &cluster.nodes {
            let figures = node.client().get("/metrics").await?.text();
            let count = |name: &str| {
                let line = figures.lines().find_map(|line| line.strip_prefix(name))?;
                line.trim().parse::<f64>().ok()
            };
            let (answered, here) =
                (count("galet_queue_answered_total "), count("galet_queue_here_total "));
            let (Some(answered), Some(here)) = (answered, here) else {
                return broken(format!("{} counts no answers", node.name));
            };
            let by_workers = (answered - here).max(0.0) as u64;
            let process = (node.name.clone(), node.process());
            let before = self.0.insert(process, by_workers).unwrap_or_default();
            more += by_workers.saturating_sub(before);
        }
        Ok(more)
    }
}

/// What the database says when something is wrong: whoever looks for the reason begins there.
fn what_is_stored(cluster: &Cluster, players: &Players, error: &str) -> String {
    let known =
        |table: &Arc<Mutex<Known>>| table.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let tables: Vec<Known> = players.hall.tables().iter().map(known).collect();
    let ask = |sql: &str| {
        let said = block_in_place(|| cluster.postgres.query(&cluster.database, sql));
        said.unwrap_or_else(|error| error.to_string())
    };
    let checked =
        block_in_place(|| stored::check(&cluster.postgres, &cluster.database, &tables, None));
    let mut told = match checked {
        Ok(found) => format!("all {} events are there", found.events),
        Err(error) => error.to_string(),
    };
    for one in tables.iter().filter(|one| error.contains(&one.id)).take(2) {
        let (id, begins) = (&one.id, "\n  ");
        let events = ask(&format!(
            "select seq, body from events where tab = '{id}' order by seq desc limit 100"
        ));
        told.push_str(&format!("\n{id}:{begins}{}", events.replace('\n', begins)));
        let at = ask(&format!("select first_node, second_node from tables where id = '{id}'"));
        told.push_str(&format!("{begins}players at {at}"));
        let outages = ask("select * from outages order by ended desc limit 20");
        told.push_str(&format!("{begins}outages: {}", outages.replace('\n', begins)));
        let nodes = ask("select id, name, at, left_at, noted_at from nodes order by at desc");
        told.push_str(&format!("{begins}nodes: {}", nodes.replace('\n', begins)));
        for diary in &one.diaries {
            let lines = diary.read(|end| name_of_node(cluster, end));
            told.push_str(&format!("{begins}a player:{begins}{}", lines.join(begins)));
        }
    }
    told
}

/// The node to which a connection went.
fn name_of_node(cluster: &Cluster, visitor: SocketAddr) -> String {
    let name = |address| {
        let node = cluster.nodes.iter().find(|node| node.address() == address)?;
        Some(node.name.clone())
    };
    cluster.rotation.node_of(visitor).and_then(name).unwrap_or_else(|| "a node".to_owned())
}

/// What breaks in a round, when it does, and when it is mended.
fn draw(
    random: &mut SplitMix64,
    plan: &Plan,
    cluster: &Cluster,
    disk: bool,
    most: usize,
) -> Vec<(Fault, Duration, Duration)> {
    let mut faults: Vec<(Fault, Duration, Duration)> = Vec::new();
    let [least, most_at_once] = AT_ONCE;
    for _ in 0..(least + random.below(most_at_once - least + 1)).min(most) {
        let mut draws = (0..DRAWS).map(|_| Fault::draw(random, cluster, disk, plan.long));
        let wanted = |fault: Fault| {
            plan.only.is_empty() || plan.only.iter().any(|kind| fault.kind().starts_with(kind))
        };
        let Some((fault, lasts)) = draws.find(|(fault, _)| wanted(*fault)) else { break };
        let begins = Duration::from_millis(random.below(2000) as u64);
        if faults.iter().all(|(other, ..)| fault.goes_with(*other)) {
            faults.push((fault, begins, begins + lasts));
        }
    }
    faults
}

/// Gives how many NATS servers did not become well.
async fn strike_and_mend(
    faults: &[(Fault, Duration, Duration)],
    cluster: &mut Cluster,
    disk: Option<&SmallDisk>,
) -> Result<usize, FaultError> {
    let mut steps: Vec<_> = faults
        .iter()
        .flat_map(|&(fault, begins, ends)| [(begins, false, fault), (ends, true, fault)])
        .collect();
    steps.sort_by_key(|(at, ..)| *at);
    let start = Instant::now();
    for (at, mends, fault) in steps {
        sleep(at.saturating_sub(start.elapsed())).await;
        if mends {
            fault.mend(cluster, disk).await?;
        } else {
            fault.strike(cluster, disk).await?;
        }
    }
    let unwell = block_in_place(|| cluster.nats.wait_briefly())?;
    for number in 0..cluster.nodes.len() {
        if cluster.nodes[number].served.is_none() {
            cluster.nodes[number].start().await?;
        }
        is_healthy(cluster, number).await?;
    }
    cluster.tell_warden();
    for worker in &mut cluster.workers {
        if worker.has_ended() {
            return broken(format!("{} has ended by itself\n{}", worker.name, worker.log()));
        }
    }
    Ok(unwell)
}

/// Waits until a node says that it is well.
async fn is_healthy(cluster: &Cluster, number: usize) -> Result<(), FaultError> {
    let node = &cluster.nodes[number];
    let start = Instant::now();
    loop {
        let health = timeout(Duration::from_secs(3), node.client().get("/health")).await;
        match health {
            Ok(Ok(reply)) if reply.status == 200 => return Ok(()),
            _ if start.elapsed() > SOON => {
                let said = match health {
                    Ok(Ok(reply)) => reply.text(),
                    Ok(Err(error)) => error.to_string(),
                    Err(_) => "no answer".to_owned(),
                };
                return broken(format!("{} is not well again: {said}", node.name));
            }
            _ => sleep(Duration::from_millis(50)).await,
        }
    }
}

fn never_panicked(name: &str, log: &str) -> Result<(), FaultError> {
    match log.lines().find(|line| line.contains("panicked")) {
        Some(line) => broken(format!("{name} panicked: {line}")),
        None => Ok(()),
    }
}

/// The same players and the same looking at one program with one file, without faults: what holds of
/// many must hold of one, and whoever changes the players sees it here first.
pub async fn run_alone(plan: &Plan, rounds: usize) -> Result<Summary, FaultError> {
    let folder = tempfile::Builder::new().prefix("galet-alone-").tempdir()?;
    let mut command = Served::command(&plan.program, folder.path());
    command.args(OPTIONS);
    let served = Served::start(command).await?;
    let start = Instant::now();
    let mut random = SplitMix64::new(plan.seed);
    let mut summary = Summary { seed: plan.seed, tables: plan.tables, ..Summary::default() };
    let mut players = Players::begin(served.address, plan.tables, plan.pace, plan.seed);
    for _ in 0..rounds {
        let took = players.all_move_on(Instant::now(), SOON).await?;
        players.rest(SOON).await?;
        let mut inspector = Inspector::new(vec![served.address]).await?;
        let seen = inspector.inspect(&players.hall, None, &mut random).await?;
        summary.recoveries.push(took);
        summary.add(&seen);
        players.play_on();
    }
    summary.ends(start, &players);
    drop(players);
    served.kill().await?;
    Ok(summary)
}
