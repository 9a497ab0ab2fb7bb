//! `cargo xtask cluster` builds the program and runs this.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod command;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    command::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!(
        "error: faults of a cluster need Linux: they pause processes and fill disks in memory"
    );
    ExitCode::FAILURE
}
