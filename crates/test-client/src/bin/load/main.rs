//! Load on a server of its own: many tables, a move a second at each, both seats connected, and
//! analyses beside them. Everything stays on this computer and ends by itself.
//!
//! `cargo xtask load` builds the program and runs this.

mod analyst;
mod figures;
mod table;

use figures::Figures;
use galet_test_client::{ClientError, Scripts, Served, processor_time, program};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, sleep_until};

const HELP: &str = "\
Load on a server of its own, on this computer

Usage: load [--tables N] [--seconds N] [--analyses N] [--data DIR] [--program GALET]

  --tables N        tables with two players each, a move a second at each [default: 2000]
  --seconds N       how long it is measured, after everybody has sat down [default: 60]
  --analyses N      visitors who analyse all the time [default: 100]
  --data DIR        the folder for the database [default: a new one, removed at the end]
  --program GALET   the program that serves [default: galet beside this program]
";

/// What is asked for.
struct Options {
    program: PathBuf,
    tables: usize,
    seconds: u64,
    analyses: usize,
    data: Option<PathBuf>,
}

/// The time in which 99 of 100 moves shall be acknowledged.
const TARGET: Duration = Duration::from_millis(50);
/// So many tables are opened at the same moment.
const AT_ONCE: usize = 25;

fn main() -> ExitCode {
    let options = match read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(wrong) => {
            eprint!("{wrong}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let result =
        runtime.map_err(ClientError::from).and_then(|runtime| runtime.block_on(run(&options)));
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options =
        Options { program: program(), tables: 2000, seconds: 60, analyses: 100, data: None };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{name} {value}: not a number"));
        match name.as_str() {
            "--program" => options.program = value.into(),
            "--tables" => options.tables = number()?,
            "--seconds" => options.seconds = number()? as u64,
            "--analyses" => options.analyses = number()?,
            "--data" => options.data = Some(value.into()),
            _ => return Err(format!("there is no option {name}")),
        }
    }
    Ok(options)
}

async fn run(options: &Options) -> Result<bool, ClientError> {
    let scripts = Arc::new(Scripts::new());
    let own = std::env::temp_dir().join(format!("galet-load-{}", std::process::id()));
    let data = options.data.clone().unwrap_or_else(|| own.clone());
    let served = serve(&options.program, &data).await?;
    println!("{} tables, {} analyses, on {}", options.tables, options.analyses, served.address);
    let figures = Arc::new(Figures::default());
    let start = Instant::now();
    // Tables begin spread over a second, and so do their moves.
    let mut playing = Vec::with_capacity(options.tables);
    let beginning =
        tokio::time::Instant::now() + Duration::from_secs(2 + options.tables as u64 / 100);
    let gate = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    for number in 0..options.tables {
        let (figures, scripts, address) = (figures.clone(), scripts.clone(), served.address);
        let first =
            beginning + Duration::from_micros(1_000_000 * number as u64 / options.tables as u64);
        let gate = gate.clone();
        playing.push(tokio::spawn(async move {
            table::play(number, address, &scripts, &figures, first, &gate).await
        }));
    }
    while figures.seated() < options.tables {
        sleep(Duration::from_millis(50)).await;
        if playing.iter().all(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    println!("everybody sits after {:.1} s", start.elapsed().as_secs_f64());
    let mut thinking = Vec::with_capacity(options.analyses);
    for number in 0..options.analyses {
        let (figures, scripts, address) = (figures.clone(), scripts.clone(), served.address);
        thinking.push(tokio::spawn(async move {
            analyst::analyse(number, address, &scripts, &figures).await
        }));
    }
    sleep_until(beginning).await;
    // Not counted: the first seconds, in which everything is new.
    sleep(Duration::from_secs(3)).await;
    let used = || served.process().and_then(processor_time);
    let before = used();
    figures.begin();
    let measured = Instant::now();
    for _ in 0..options.seconds {
        sleep(Duration::from_secs(1)).await;
        if playing.iter().any(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    figures.end();
    let seconds = measured.elapsed().as_secs_f64();
    // Of the time that was measured alone: opening tables costs something else.
    let cpu = used().zip(before).map(|(after, before)| after - before);
    let metrics = served.client().get("/metrics").await?.text();
    for task in &thinking {
        task.abort();
    }
    let mut failed = None;
    for task in playing {
        if task.is_finished()
            && let Ok(Err(error)) = task.await
        {
            failed = Some(error);
        }
    }
    served.kill().await?;
    if options.data.is_none() {
        let _ = std::fs::remove_dir_all(&own);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    report(&figures, seconds, cpu, &metrics);
    Ok(figures.quantile(0.99) <= TARGET)
}

async fn serve(program: &Path, data: &Path) -> Result<Served, ClientError> {
    let mut command = Served::command(program, data);
    command.args(["--guest-rate", "1000", "--log", "error"]);
    Served::start(command).await
}

fn report(figures: &Figures, seconds: f64, cpu: Option<Duration>, metrics: &str) {
    let moves = figures.moves();
    println!("measured for {seconds:.1} s:");
    println!("  {moves} moves acknowledged, {:.0} a second", moves as f64 / seconds);
    println!("  {:.0} pushes received a second", figures.pushes() as f64 / seconds);
    println!("  {:.0} reports of analyses a second", figures.analyses() as f64 / seconds);
    println!("  from sending a move to its acknowledgement:");
    for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
        let time = figures.quantile(share).as_secs_f64() * 1e3;
        println!("    {:>6} % within {time:.1} ms", share * 100.0);
    }
    if let Some(cpu) = cpu {
        let each = cpu.as_secs_f64() * 1e3 / (moves as f64).max(1.0);
        println!("  the server has used {cpu:.1?} of processor time, {each:.3} ms for each move");
    }
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
