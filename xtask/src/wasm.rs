//! Makes the module that answers a page without a server (`wasm32-unknown-unknown`), and runs it in Node,
//! which does that as a page does.
//!
//! With the toolchain's own target where it is installed. Otherwise, where there is `apt-get`, with
//! Debian's compiler for its web browsers, which can build the standard library from its source.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use galet_door_build::{ADVICE, Recipe, TARGET, VARIABLE, has_target};

use crate::apt::install_newest;
use crate::{Outcome, built, root};

/// Debian's compiler, which comes without a standard library for the browser, and the source of one.
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_STD: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";

/// A compiler that can do it.
#[derive(Clone)]
pub(crate) enum Wasm {
    /// The one that compiles everything else.
    Own,
    /// Debian's, with its linker.
    Debian { linker: PathBuf },
}

impl Wasm {
    /// Looks for a compiler before the long steps begin, and fetches one where that is possible.
    pub(crate) fn prepare() -> Outcome<Self> {
        if has_target("rustc") {
            return Ok(Wasm::Own);
        }
        if debian_version().is_err() {
            install_newest(&DEBIAN_PACKAGES)
                .and_then(|()| debian_version())
                .map_err(|why| format!("nothing here compiles for {TARGET} ({why}): {ADVICE}"))?;
        }
        Ok(Wasm::Debian { linker: linker()? })
    }

    /// Makes the module, and says where it is. One that was made elsewhere may be named in the environment.
    pub(crate) fn module(&self) -> Outcome<PathBuf> {
        if let Some(path) = given() {
            return Ok(path);
        }
        let recipe = Recipe::new(folder()?);
        let mut command = match self {
            Wasm::Own => recipe.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
            Wasm::Debian { linker } => debian(recipe.command(DEBIAN_CARGO), linker),
        };
        match command.status() {
            Ok(status) if status.success() => Ok(recipe.module()),
            Ok(status) => Err(format!("the module does not compile for {TARGET} ({status})")),
            Err(error) => Err(format!("cargo could not be started: {error}")),
        }
    }

    /// What tells the program's build to pack the module: where the toolchain itself can make it, nothing does,
    /// for the build makes the same then.
    pub(crate) fn hint(&self) -> Outcome<Option<(&'static str, PathBuf)>> {
        match self {
            Wasm::Own => Ok(None),
            // Whoever has named one in the environment has told the build already.
            Wasm::Debian { .. } if given().is_some() => Ok(None),
            Wasm::Debian { .. } => Ok(Some((VARIABLE, Recipe::new(folder()?).module()))),
        }
    }

    /// Runs the module in Node, and compares its answers with those of the same code here, which cargo has
    /// compiled as examples.
    pub(crate) fn check(&self) -> Outcome {
        let module = self.module()?;
        node("run.mjs", &[&module])?;
        node("compare.mjs", &[&module, &example("answers", "debug")?])?;
        node("replay.mjs", &[&module, &example("transcript", "debug")?])
    }

    /// Measures how fast the module is, beside the same code here.
    pub(crate) fn speed(&self) -> Outcome {
        node("speed.mjs", &[&self.module()?, &example("answers", "release")?])
    }
}

/// A program that answers by the same code, compiled for this machine.
fn example(name: &str, profile: &str) -> Outcome<PathBuf> {
    let name = format!("examples/{name}{}", env::consts::EXE_SUFFIX);
    Ok(built()?.with_file_name(profile).join(name))
}

/// Runs one of the module's scripts.
fn node(script: &str, arguments: &[&Path]) -> Outcome {
    let script = root().join("crates/door-wasm/node").join(script);
    match Command::new("node").arg(&script).args(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the module does not do what it should ({status})")),
        Err(error) => Err(format!("node cannot be run: {error}")),
    }
}

/// A module that was made elsewhere, named in the environment.
fn given() -> Option<PathBuf> {
    let path = env::var_os(VARIABLE).filter(|path| !path.is_empty())?;
    Some(root().join(path))
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

/// Debian's cargo with its rustc, freed from what rustup and the cargo that runs us have set.
fn debian(mut command: Command, linker: &Path) -> Command {
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "LD_LIBRARY_PATH"] {
        command.env_remove(name);
    }
    command
        .env("RUSTC", DEBIAN_RUSTC)
        // `-Zbuild-std` is not stable yet; there is no other way to a standard library here.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
        .arg("-Zbuild-std=std,panic_abort");
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
