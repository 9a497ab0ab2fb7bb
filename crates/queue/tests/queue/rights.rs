//! What a NATS server must let a worker do: no more than `packaging/galet-nats.conf` says, as it stands there.

use crate::common::{
    SAFETY_NET, ask_analysis, ask_move, count, meet, node, start, terms, until, worker,
};
use async_nats::jetstream;
use futures_util::StreamExt;
use galet_queue::{Nats, Terms};
use galet_services::free_port;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::timeout;

const SETTINGS: &str = include_str!("../../../../packaging/galet-nats.conf");
/// A password with a sign that addresses write differently.
const WORKER: &str = "worker:t%25o";

/// The three servers of the file, that end with the test.
struct Guarded {
    servers: Vec<Child>,
    ports: Vec<u16>,
    _folder: tempfile::TempDir,
}

impl Guarded {
    fn start() -> Guarded {
        let folder = tempfile::tempdir().expect("a folder");
        let ports: Vec<[u16; 2]> = (0..3).map(|_| [free_port(), free_port()]).collect();
        let route = |[_, route]: &[u16; 2]| format!("nats://route:three@127.0.0.1:{route}");
        let routes = ports.iter().map(route).collect::<Vec<_>>().join(", ");
        let servers = (0..3).map(|n| start_server(folder.path(), n, ports[n], &routes)).collect();
        Guarded { servers, ports: ports.iter().map(|[port, _]| *port).collect(), _folder: folder }
    }

    fn urls(&self, user: &str) -> Vec<String> {
        self.ports.iter().map(|port| format!("nats://{user}@127.0.0.1:{port}")).collect()
    }

    async fn client(&self, user: &str, password: &str) -> async_nats::Client {
        let options =
            async_nats::ConnectOptions::with_user_and_password(user.into(), password.into());
        options.connect(format!("127.0.0.1:{}", self.ports[0])).await.expect("a connection")
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

fn start_server(folder: &Path, n: usize, [port, route]: [u16; 2], routes: &str) -> Child {
    let store = folder.join(format!("s{n}"));
    let settings = SETTINGS
        .replace("port: 4222", &format!("port: {port}"))
        .replace("port: 6222", &format!("port: {route}"))
        .replace("/var/lib/nats", &store.display().to_string());
    let file = folder.join(format!("{n}.conf"));
    std::fs::write(&file, settings).expect("it is written");
    let mut program = Command::new("nats-server");
    program.arg("--config").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    program
        .env("NATS_NAME", format!("n{n}"))
        .env("NATS_ADDRESS", "127.0.0.1")
        .env("NATS_PASSWORD", "one")
        .env("NATS_WORKER_PASSWORD", "t%o")
        .env("NATS_ROUTE_PASSWORD", "three")
        .env("NATS_ROUTES", format!("[{routes}]"));
    program.spawn().expect("a NATS server")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_needs_few_rights() {
    let servers = Guarded::start();
    for port in &servers.ports {
        until("it listens", async || TcpStream::connect(("127.0.0.1", *port)).is_ok()).await;
    }
    let admin = jetstream::new(servers.client("galet", "one").await);
    // Somebody leads them.
    let scratch = jetstream::stream::Config {
        name: "SCRATCH".to_owned(),
        subjects: vec!["scratch".to_owned()],
        num_replicas: 3,
        ..Default::default()
    };
    until("a queue can be made", async || admin.create_stream(scratch.clone()).await.is_ok()).await;
    admin.delete_stream("SCRATCH").await.expect("it is there");
    // The names that the file has.
    let terms = Terms {
        prefix: "galet".to_owned(),
        replicas: 3,
        published: Duration::from_secs(10),
        untaken: [SAFETY_NET; 3],
        ..terms("rights")
    };
    let node = node(&Nats::at(&servers.urls("galet:one")), &terms).await;
    let one = worker(&Nats::at(&servers.urls(WORKER)), &terms, "one").await;
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
    nothing_else(&servers, &admin).await;
}

/// What a worker must not: talk to nodes as if it were one, hear what they tell each other or what others are answered, and
/// change queues.
async fn nothing_else(servers: &Guarded, admin: &jetstream::Context) {
    let (node, worker) =
        (servers.client("galet", "one").await, servers.client("worker", "t%o").await);
    let mut heard = node.subscribe("galet.>").await.expect("an ear");
    node.flush().await.expect("it is heard from now on");
    for subject in ["galet.all", "galet.t.abc", "galet.g.1", "galet.askers", "galet.cancel"] {
        worker.publish(subject, "from a worker".into()).await.expect("it is sent");
    }
    let mut overhears = Vec::new();
    for subject in ["galet.>", "galet.all", "galet.answer.*", "_INBOX.>", "$JS.>", ">"] {
        overhears.push(worker.subscribe(subject).await.expect("it is asked for"));
    }
    worker.flush().await.expect("it is sent");
    node.publish("galet.all", "from a node".into()).await.expect("it is sent");
    node.publish("galet.answer.1", "from a node".into()).await.expect("it is sent");
    node.flush().await.expect("it is sent");
    let from_worker = async {
        loop {
            let message = heard.next().await.expect("a message");
            if message.payload == "from a worker" {
                return message.subject;
            }
        }
    };
    let brief = Duration::from_millis(500);
    assert!(timeout(brief, from_worker).await.is_err(), "nodes hear nothing of the kind");
    for mut overhears in overhears {
        let all = timeout(Duration::from_millis(50), overhears.next()).await;
        assert!(!matches!(all, Ok(Some(_))), "{all:?}");
    }
    let mut theirs = jetstream::new(worker);
    theirs.set_timeout(brief);
    for queue in ["GALET_MOVES", "GALET_HINTS", "GALET_STUDIES"] {
        assert!(theirs.delete_stream(queue).await.is_err());
        assert!(theirs.get_stream(queue).await.is_err());
        let questions = theirs.get_stream_no_info(queue).await.expect("a name");
        assert!(questions.delete_message(1).await.is_err());
        assert!(theirs.delete_consumer_from_stream("workers", queue).await.is_err());
        assert!(admin.get_stream(queue).await.is_ok(), "it is still there");
    }
}
