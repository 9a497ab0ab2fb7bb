//! The dashboard asks for figures that exist.

use galet_services::{PostgresOptions, free_port};
use galet_test_client::{Client, Cluster, ClusterPlan};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use tokio::process::Command;

/// The names of figures in a text.
fn names(text: &str) -> BTreeSet<String> {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let begins = text.match_indices("galet_").map(|(place, _)| &text[place..]);
    begins.map(|rest| rest.chars().take_while(|&c| is_of_name(c)).collect()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dashboard_asks_for_figures_that_exist() {
    let text = std::fs::read_to_string("../../docs/dashboard.json").expect("it is there");
    let dashboard: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let panels = dashboard["panels"].as_array().expect("it has panels");
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().expect("questions"));
    let asked: BTreeSet<String> =
        targets.flat_map(|target| names(target["expr"].as_str().expect("a question"))).collect();
    assert!(asked.len() > 15, "{asked:?}");

    let cluster = Cluster::start(&ClusterPlan {
        program: env!("CARGO_BIN_EXE_galet").into(),
        nodes: 1,
        workers: 0,
        nats: 1,
        postgres: PostgresOptions { fsync: false, ..PostgresOptions::default() },
        options: Vec::new(),
        direct: true,
    })
    .await
    .expect("a cluster");
    let port = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let mut worker = Command::new(env!("CARGO_BIN_EXE_galet"));
    worker.args(["worker", "--threads", "1", "--nats", &cluster.nats.url()]);
    worker.args(["--metrics", &port.to_string()]).kill_on_drop(true);
    let _worker = worker.spawn().expect("a worker");
    let mut figures = cluster.nodes[0].client().get("/metrics").await.expect("figures").text();
    figures.push_str(&figures_of(port).await);
    let there = names(&figures);
    let missing: Vec<_> = asked.difference(&there).collect();
    assert!(missing.is_empty(), "{missing:?} are no figures of ours");
}

/// The figures of a program that is still on its way.
async fn figures_of(address: SocketAddr) -> String {
    loop {
        match Client::new(address).get("/metrics").await {
            Ok(reply) => return reply.text(),
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    }
}
