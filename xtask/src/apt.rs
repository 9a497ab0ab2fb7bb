//! Fetches tools that the tests need from the distribution, where that is allowed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

/// Installs Debian packages; the lists of packages are fetched first if one is not known yet.
pub(crate) fn install(packages: &[&str]) -> Outcome {
    fetch(&["install", "--yes"], packages)
}

/// The same without what goes well with them.
fn install_lean(packages: &[&str]) -> Outcome {
    fetch(&["install", "--yes", "--no-install-recommends"], packages)
}

fn fetch(install: &[&str], packages: &[&str]) -> Outcome {
    let install = [install, packages].concat();
    println!("not installed yet: apt-get {}", install.join(" "));
    if apt(&install).is_ok() {
        return Ok(());
    }
    apt(&["update"])?;
    apt(&install)
}

/// Installs packages as new as the distribution has them, so the lists are fetched in any case.
/// Nothing that is installed is removed for them.
pub(crate) fn install_newest(packages: &[&str]) -> Outcome {
    let install = [&["install", "--yes", "--no-install-recommends", "--no-remove"], packages];
    println!("{} are missing: apt-get {}", packages.join(", "), install.concat().join(" "));
    apt(&["update"])?;
    apt(&install.concat())
}

/// What tests find on the computer, or start there.
pub(crate) fn fetch_for_tests() -> Outcome {
    fetch_strace()?;
    fetch_servers()
}

/// The test that sees the disk synced before a move is acknowledged needs `strace`.
pub(crate) fn fetch_strace() -> Outcome {
    let is_there = Command::new("strace").arg("-V").output().is_ok_and(|out| out.status.success());
    if cfg!(target_os = "linux") && !is_there {
        install_lean(&["strace"])
            .map_err(|why| format!("strace is missing and could not be installed ({why})"))?;
    }
    Ok(())
}

/// Tests start servers of their own (`crates/services`), on free ports and in temporary folders. What
/// Debian starts by itself with a package is another server, and nobody uses it. Elsewhere than on Linux those who have
/// them run these tests.
pub(crate) fn fetch_servers() -> Outcome {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let postgres = versions.map(|entry| entry.path().join("bin")).any(|bin| has(&bin, "initdb"));
    let missing: Vec<&str> =
        [("postgresql", postgres || found("initdb")), ("nats-server", found("nats-server"))]
            .into_iter()
            .filter_map(|(package, there)| (!there).then_some(package))
            .collect();
    if missing.is_empty() || cfg!(not(target_os = "linux")) {
        return Ok(());
    }
    install_lean(&missing).map_err(|why| {
        let names = missing.join(" and ");
        format!("{names} could not be installed ({why}): the tests need PostgreSQL 15 and NATS 2.9 or newer, on the PATH")
    })
}

/// Debian puts servers where only root looks.
fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(usual).any(|folder| has(&folder, program))
}

fn has(folder: &Path, program: &str) -> bool {
    folder.join(program).is_file()
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
