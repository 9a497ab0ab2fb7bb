//! Compiles the inner crates for the browser (`wasm32-unknown-unknown`), and runs a game of each kind
//! there: in Node, which runs such modules as a page does.
//!
//! With the toolchain's own target where it is installed. Otherwise, where there is `apt-get`, with
//! Debian's compiler for its web browsers, which can build the standard library from its source.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt::install_newest;
use crate::{Outcome, built, root};

const TARGET: &str = "wasm32-unknown-unknown";
const ADVICE: &str = "rustup target add wasm32-unknown-unknown";

/// What the browser will be made of. Cargo compiles all that these need, so a crate below them
/// needs no word here.
const PACKAGES: [&str; 5] =
    ["galet-scheduler", "galet-study", "galet-table", "galet-wire", "galet-wasm-probe"];

/// Debian's compiler, which comes without a standard library for the browser, and the source of one.
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_STD: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";

/// A compiler that can do it.
pub(crate) enum Wasm {
    /// The one that compiles everything else.
    Own,
    /// Debian's, with its linker.
    Debian { linker: PathBuf },
}

impl Wasm {
    /// Looks for a compiler before the long steps begin, and fetches one where that is possible.
    pub(crate) fn prepare() -> Outcome<Self> {
        if has_target() {
            return Ok(Wasm::Own);
        }
        if debian_version().is_err() {
            install_newest(&DEBIAN_PACKAGES)
                .and_then(|()| debian_version())
                .map_err(|why| format!("nothing here compiles for {TARGET} ({why}): {ADVICE}"))?;
        }
        Ok(Wasm::Debian { linker: linker()? })
    }

    /// Compiles everything, links the probe, and runs it.
    pub(crate) fn check(&self) -> Outcome {
        self.build()?;
        let module = folder()?.join(TARGET).join("debug/galet_wasm_probe.wasm");
        let script = root().join("crates/wasm-probe/run.mjs");
        match Command::new("node").arg(script).arg(module).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the inner crates do not run as WebAssembly ({status})")),
            Err(error) => Err(format!("node cannot be run: {error}")),
        }
    }

    /// Objects and all, not only types: some errors are found when generic code is made.
    fn build(&self) -> Outcome {
        let mut command = match self {
            Wasm::Own => Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
            Wasm::Debian { linker } => debian_cargo(linker),
        };
        command.args(["build", "--locked", "--target", TARGET, "--target-dir"]).arg(folder()?);
        command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
        if let Wasm::Debian { .. } = self {
            command.arg("-Zbuild-std=std,panic_abort");
        }
        // It hardly runs, so it is made quickly.
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
        match command.current_dir(root()).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the inner crates do not compile for {TARGET} ({status})")),
            Err(error) => Err(format!("cargo could not be started: {error}")),
        }
    }
}

/// Whether the toolchain that compiles everything else has a standard library for the browser.
fn has_target() -> bool {
    rustc("rustc", &["--print", "target-libdir", "--target", TARGET])
        .ok()
        .and_then(|folder| fs::read_dir(folder).ok())
        .is_some_and(|files| {
            files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
        })
}

/// Whether Debian's compiler is there, new enough for this workspace, and has its source beside it.
fn debian_version() -> Outcome {
    let version = rustc(DEBIAN_RUSTC, &["--version"])?;
    let needed = env!("CARGO_PKG_RUST_VERSION");
    if numbers(version.trim_start_matches("rustc ")) < numbers(needed) {
        return Err(format!("{DEBIAN_RUSTC} is {version}, {needed} is needed"));
    }
    match [DEBIAN_CARGO, DEBIAN_STD].into_iter().find(|path| !Path::new(path).exists()) {
        None => Ok(()),
        Some(path) => Err(format!("{path} is missing")),
    }
}

/// Major and minor of a version like `1.96.0 (…)`; `None`, which is less than any, if it is none.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Debian's cargo and rustc, freed from what rustup and the cargo that runs us have set.
fn debian_cargo(linker: &Path) -> Command {
    let mut command = Command::new(DEBIAN_CARGO);
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "LD_LIBRARY_PATH", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    command
        .env("RUSTC", DEBIAN_RUSTC)
        // `-Zbuild-std` is not stable yet; there is no other way to a standard library here.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    command
}

/// A linker for the browser: the toolchain's own, which goes by the name it is called with.
fn linker() -> Outcome<PathBuf> {
    let sysroot = rustc("rustc", &["--print", "sysroot"])?;
    let host = rustc("rustc", &["--print", "host-tuple"])?;
    let lld = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld");
    let folder = folder()?;
    let linker = folder.join("wasm-ld");
    fs::create_dir_all(&folder)
        .and_then(|()| if linker.is_symlink() { fs::remove_file(&linker) } else { Ok(()) })
        .and_then(|()| symlink(&lld, &linker))
        .map_err(|error| format!("{} cannot be made: {error}", linker.display()))?;
    Ok(linker)
}

#[cfg(unix)]
fn symlink(file: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(file, link)
}

/// Where there is no `apt-get`, nothing needs the link.
#[cfg(not(unix))]
fn symlink(_file: &Path, _link: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// A folder of its own, so that the other steps find theirs as they left it.
fn folder() -> Outcome<PathBuf> {
    Ok(built()?.with_file_name("wasm"))
}

/// What a compiler says to a question.
fn rustc(program: &str, question: &[&str]) -> Outcome<String> {
    let answer = Command::new(program)
        .args(question)
        .output()
        .map_err(|error| format!("{program} cannot be run: {error}"))?;
    if answer.status.success() {
        Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&answer.stderr).trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(numbers("1.96.0 (30a34c682 2026-05-25) (built from a tarball)"), Some((1, 96)));
        assert!(numbers("1.100.0") > numbers("1.89"));
        assert!(numbers("1.85.0") < numbers("1.89"));
        assert!(numbers("nonsense") < numbers("0.1"));
    }
}
