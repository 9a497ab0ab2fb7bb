//! One program with one file, and clusters of one node and more, under the same load.

use crate::machine::Processes;
use crate::measure::{Measured, measure};
use crate::{Options, TARGET, serve};
use galet_services::PostgresOptions;
use galet_test_client::{ClientError, Cluster, ClusterPlan, Node};

/// Visitors of a measurement are not counted like strangers.
const OPTIONS: [&str; 4] = ["--guest-rate", "1000", "--log", "error"];

pub(crate) async fn run(options: &Options) -> Result<bool, ClientError> {
    println!(
        "{} tables, {} analyses, {} s each; everything on this computer",
        options.tables, options.analyses, options.seconds
    );
    let mut all = vec![("SQLite, one program".to_owned(), alone(options).await?)];
    for nodes in 1..=options.cluster {
        let name = if nodes == 1 { "node" } else { "nodes" };
        all.push((format!("PostgreSQL, {nodes} {name}"), cluster(options, nodes).await?));
    }
    print!("{}", table(&all));
    Ok(all.iter().all(|(_, measured)| measured.figures.quantile(0.99) <= TARGET))
}

async fn alone(options: &Options) -> Result<Measured, ClientError> {
    let folder = tempfile::Builder::new().prefix("galet-load-").tempdir()?;
    let served = serve(&options.program, folder.path()).await?;
    let processes = Processes::of_nodes(served.process());
    let measured = measure(&[served.address], options, &processes).await?;
    served.kill().await?;
    Ok(measured)
}

async fn cluster(options: &Options, nodes: usize) -> Result<Measured, ClientError> {
    let cluster = Cluster::start(&ClusterPlan {
        program: options.program.clone(),
        nodes,
        workers: 1,
        nats: 3,
        postgres: PostgresOptions::default(),
        options: OPTIONS.map(str::to_owned).to_vec(),
        direct: true,
    })
    .await?;
    let processes = Processes {
        nodes: cluster.nodes.iter().filter_map(Node::process).collect(),
        postgres: cluster.postgres.process(),
        nats: cluster.nats.processes(),
    };
    measure(&cluster.addresses(), options, &processes).await
}

/// As ratios to the first.
fn table(all: &[(String, Measured)]) -> String {
    let mut text =
        "\n| | moves/s | 50 % | 99 % | each move: nodes | ratio | PostgreSQL | NATS | all \
                    | ratio | idle connection | idle table, both connected |\n\
                    |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    let sum = |one: &Measured| one.each(one.used.nodes + one.used.postgres + one.used.nats);
    let Some((_, first)) = all.first() else { return text };
    for (name, one) in all {
        let nodes = one.each(one.used.nodes);
        text.push_str(&format!(
            "| {name} | {:.0} | {:.1} ms | {:.1} ms | {nodes:.3} ms | {:.2} | {:.3} ms | {:.3} ms | \
             {:.3} ms | {:.2} | {:.1} kB | {:.1} kB |\n",
            one.pace(),
            one.within(0.5),
            one.within(0.99),
            nodes / first.each(first.used.nodes),
            one.each(one.used.postgres),
            one.each(one.used.nats),
            sum(one),
            sum(one) / sum(first),
            one.connection,
            one.table,
        ));
    }
    text
}
