//! Load on a server of its own: many tables, a move a second at each, both seats connected, and
//! analyses beside them. Everything stays on this computer and ends by itself.
//!
//! `cargo xtask load` builds the program and runs this.
//!
//! - `measure`: the load itself; `table` and `analyst` are the visitors
//! - `compare`: one program with one file beside clusters of one node and more
//! - `stored`: what many stored tables cost

mod analyst;
#[cfg(target_os = "linux")]
mod compare;
mod figures;
mod machine;
mod measure;
mod report;
#[cfg(target_os = "linux")]
mod stored;
mod table;

use galet_test_client::{ClientError, Served, program};
use machine::Processes;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Load on a server of its own, on this computer

Usage: load [--tables N] [--seconds N] [--analyses N] [--data DIR] [--program GALET]
       load --cluster N [--tables N] [--seconds N] [--analyses N] [--program GALET]
       load --stored N [--program GALET]

  --tables N        tables with two players each, a move a second at each [default: 2000]
  --seconds N       how long it is measured, after everybody has sat down [default: 60]
  --analyses N      visitors who analyse all the time [default: 100]
  --cluster N       one program with one file first, then PostgreSQL, three NATS servers, a worker and one,
                    two, … N nodes, all on this computer, with the same load; the program needs
                    the feature `cluster`
  --stored N        no load: how long a node takes to start on a PostgreSQL database with so many tables,
                    what it uses then, and how fast it wakes tables that are due
  --data DIR        the folder for the database [default: a new one, removed at the end]
  --program GALET   the program that serves [default: galet beside this program]
";

/// What is asked for.
struct Options {
    program: PathBuf,
    tables: usize,
    seconds: u64,
    analyses: usize,
    cluster: usize,
    stored: usize,
    data: Option<PathBuf>,
}

/// The time in which 99 of 100 moves shall be acknowledged.
const TARGET: Duration = Duration::from_millis(50);

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
    let mut options = Options {
        program: program(),
        tables: 2000,
        seconds: 60,
        analyses: 100,
        cluster: 0,
        stored: 0,
        data: None,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{name} {value}: not a number"));
        match name.as_str() {
            "--program" => options.program = value.into(),
            "--tables" => options.tables = number()?,
            "--seconds" => options.seconds = number()? as u64,
            "--analyses" => options.analyses = number()?,
            "--cluster" => options.cluster = number()?,
            "--stored" => options.stored = number()?,
            "--data" => options.data = Some(value.into()),
            _ => return Err(format!("there is no option {name}")),
        }
    }
    Ok(options)
}

async fn run(options: &Options) -> Result<bool, ClientError> {
    #[cfg(target_os = "linux")]
    if options.cluster > 0 {
        return compare::run(options).await;
    }
    #[cfg(target_os = "linux")]
    if options.stored > 0 {
        return stored::run(options).await;
    }
    let own = std::env::temp_dir().join(format!("galet-load-{}", std::process::id()));
    let data = options.data.clone().unwrap_or_else(|| own.clone());
    let served = serve(&options.program, &data).await?;
    println!("{} tables, {} analyses, on {}", options.tables, options.analyses, served.address);
    let processes = Processes::of_nodes(served.process());
    let measured = measure::measure(&[served.address], options, &processes).await?;
    let metrics = served.client().get("/metrics").await?.text();
    served.kill().await?;
    if options.data.is_none() {
        let _ = std::fs::remove_dir_all(&own);
    }
    report::tell(&measured, &metrics);
    Ok(measured.figures.quantile(0.99) <= TARGET)
}

async fn serve(program: &Path, data: &Path) -> Result<Served, ClientError> {
    let mut command = Served::command(program, data);
    command.args(["--guest-rate", "1000", "--log", "error"]);
    Served::start(command).await
}
