//! What a NATS server must let a worker do: no more than docs/serving.md says.

use crate::common::{ask_analysis, ask_move, count, meet, node, start, terms, until, worker};
use galet_queue::Nats;
use galet_services::free_port;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server with passwords, that ends with the test.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_needs_few_rights() {
    let (port, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    let terms = terms("rights");
    let (prefix, streams) = (&terms.prefix, terms.prefix.to_uppercase());
    let settings = format!(
        r#"
        listen: "127.0.0.1:{port}"
        jetstream {{ store_dir: "{}" }}
        authorization {{ users: [
            {{ user: node, password: one }}
            {{ user: worker, password: "t%o", permissions: {{
                publish: ["{prefix}.answer.*", "{prefix}.workers", "$JS.API.STREAM.INFO.*",
                          "$JS.API.CONSUMER.>", "$JS.ACK.{streams}_MOVES.>",
                          "$JS.ACK.{streams}_HINTS.>", "$JS.ACK.{streams}_STUDIES.>"]
                subscribe: ["{prefix}.cancel", "{prefix}.askers", "{prefix}.roll-call", "_INBOX.>"]
            }} }}
        ] }}"#,
        folder.path().display()
    );
    let file = folder.path().join("nats.conf");
    std::fs::write(&file, settings).expect("it is written");
    let mut program = Command::new("nats-server");
    program.arg("--config").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    let _server = Guarded(program.spawn().expect("a NATS server"));
    until("it listens", async || TcpStream::connect(("127.0.0.1", port)).is_ok()).await;
    let as_user = |user: &str| Nats::at(&[format!("nats://{user}@127.0.0.1:{port}")]);
    let node = node(&as_user("node:one"), &terms).await;
    let one = worker(&as_user("worker:t%25o"), &terms, "one").await;
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    ask_move(&*node, game.clone(), 1).next().await;
    let mut analysis = ask_analysis(&*node, 1, game.clone());
    while !analysis.next().await.done {}
    let mut cancelled = ask_analysis(&*node, 1, game);
    cancelled.next().await;
    drop(cancelled.work);
    until("it is told", async || one.count("answered") + one.count("unwanted") == 3).await;
    assert_eq!(count(&node, "here_total"), 0);
}
