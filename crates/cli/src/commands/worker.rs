//! `galet worker`: engines for servers on other machines.

use super::serve::Format;
use crate::console::Console;
use crate::failure::Failure;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Think for servers on other machines; questions come over NATS.
///
/// A worker needs neither the database nor any secret, and keeps nothing. Start as many as you like, wherever NATS can
/// be reached, and stop them whenever you like: what one was at is done by another.
///
/// Each setting can come from the environment, too; the command line has the last word.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  galet worker --nats nats://10.0.0.5:4222              a thread for each core but one
  galet worker --nats nats://a:4222,nats://b:4222 --threads 4
  galet worker --nats tls://nats.example.org --nats-credentials worker.creds

docs/serving.md has more.")]
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
pub(crate) struct Args {
    /// The NATS servers, with commas between them
    #[arg(
        long,
        value_name = "URLS",
        env = "GALET_NATS",
        value_delimiter = ',',
        required = true,
        hide_env_values = true
    )]
    nats: Vec<String>,
    /// A file with what NATS asks this worker for (.creds)
    #[arg(long, value_name = "FILE", env = "GALET_NATS_CREDENTIALS")]
    nats_credentials: Option<PathBuf>,
    /// A file with the certificates that NATS servers are known by, besides the system's (PEM)
    #[arg(long, value_name = "FILE", env = "GALET_NATS_CERTIFICATES")]
    nats_certificates: Option<PathBuf>,
    /// Threads for the engine [default: one less than the machine has]
    #[arg(long, value_name = "N", env = "GALET_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The name of this worker in logs [default: worker]
    #[arg(
        long,
        value_name = "NAME",
        env = "GALET_WORKER_NAME",
        default_value = "worker",
        hide_default_value = true
    )]
    name: String,
    /// Where /metrics is, such as 127.0.0.1:4282 [default: nowhere]
    #[arg(long = "metrics", value_name = "ADDR:PORT", env = "GALET_METRICS_ADDRESS")]
    metrics_address: Option<SocketAddr>,
    /// What is logged: error, warn, info, debug, or a filter such as galet_queue=debug
    #[arg(long, value_name = "FILTER", env = "GALET_LOG", default_value = "info,async_nats=warn")]
    log: String,
    /// How log lines look
    #[arg(long, value_name = "FORMAT", env = "GALET_LOG_FORMAT", default_value = "text")]
    log_format: Format,
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(_: Args, _: &mut Console) -> Result<(), Failure> {
    Err(Failure::wrong(
        "this galet was built for one machine: build it with `--features cluster` to run workers",
        "ce galet a été compilé pour une seule machine\u{a0}: compilez-le avec «\u{a0}--features \
         cluster\u{a0}» pour avoir des ouvriers",
    ))
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: Args, console: &mut Console) -> Result<(), Failure> {
    use super::serve::start_log;
    use crate::words;
    use galet_core::MonotonicTime;
    use galet_queue::{EngineWorker, Nats, Terms, WorkerSettings, serve_figures};
    use std::io::Write;
    use std::sync::Arc;
    use tokio::net::TcpListener;

    start_log(args.log_format, &args.log)?;
    let nats = Nats {
        servers: args.nats,
        credentials: args.nats_credentials,
        certificates: args.nats_certificates,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores.saturating_sub(1).max(1), usize::from);
    let settings = WorkerSettings { terms: Terms::default(), name: args.name, threads };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = super::serve::stop_signal()?;
        let worker = EngineWorker::connect(&nats, settings, Arc::new(MonotonicTime)).await;
        let worker = worker.map_err(|error| Failure::input(&error))?;
        if let Some(address) = args.metrics_address {
            let listener = TcpListener::bind(address).await.map_err(|error| {
                let (english, french) = ("cannot listen on", "impossible d’écouter sur");
                Failure::io(&format!("{english} {address}"), &format!("{french} {address}"), &error)
            })?;
            tokio::spawn(serve_figures(listener, worker.figures()));
        }
        writeln!(console, "{}", words::WORKS.get(console.language))?;
        console.flush()?;
        worker.run(stop).await;
        Ok(())
    })
}
