//! `cargo xtask siege` builds the program and runs this.
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
    eprintln!("error: the siege needs Linux: it reads /proc and uses strace");
    ExitCode::FAILURE
}
