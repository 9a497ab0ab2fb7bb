//! Several nodes behind one address, started and stopped as `galet serve` is: see
//! `galet_cluster::front`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[tokio::main]
async fn main() -> ExitCode {
    match galet_cluster::front::serve(std::env::args().skip(1)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("error: a cluster on one computer needs Linux");
    ExitCode::FAILURE
}
