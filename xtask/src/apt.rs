//! Fetches tools that the tests need from the distribution, where that is allowed.

use std::process::Command;

use crate::Outcome;

/// Installs a Debian package; the lists of packages are fetched first if it is not known yet.
pub(crate) fn install(package: &str) -> Outcome {
    println!("{package} is missing: apt-get install --yes {package}");
    if apt(&["install", "--yes", package]).is_ok() {
        return Ok(());
    }
    apt(&["update"])?;
    apt(&["install", "--yes", package])
}

/// Installs packages as new as the distribution has them, so the lists are fetched in any case.
/// Nothing that is installed is removed for them.
pub(crate) fn install_newest(packages: &[&str]) -> Outcome {
    let install = [&["install", "--yes", "--no-install-recommends", "--no-remove"], packages];
    println!("{} are missing: apt-get {}", packages.join(", "), install.concat().join(" "));
    apt(&["update"])?;
    apt(&install.concat())
}

/// The test that sees the disk synced before a move is acknowledged needs `strace`.
pub(crate) fn fetch_strace() -> Outcome {
    let is_there = Command::new("strace").arg("-V").output().is_ok_and(|out| out.status.success());
    if cfg!(target_os = "linux") && !is_there {
        install("strace")
            .map_err(|why| format!("strace is missing and could not be installed ({why})"))?;
    }
    Ok(())
}

fn apt(arguments: &[&str]) -> Outcome {
    let line = arguments.join(" ");
    let status = Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .map_err(|error| format!("apt-get cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`apt-get {line}` failed ({status})")) }
}
