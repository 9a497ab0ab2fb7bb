//! Fetches a tool that the tests need from the distribution, where that is allowed.

use std::process::Command;

/// Installs a Debian package; the lists of packages are fetched first if it is not known yet.
pub(crate) fn install(package: &str) -> Result<(), String> {
    println!("{package} is missing: apt-get install --yes {package}");
    if apt(&["install", "--yes", package]).is_ok() {
        return Ok(());
    }
    apt(&["update"])?;
    apt(&["install", "--yes", package])
}

fn apt(arguments: &[&str]) -> Result<(), String> {
    let line = arguments.join(" ");
    let status = Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .map_err(|error| format!("apt-get cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`apt-get {line}` failed ({status})")) }
}
