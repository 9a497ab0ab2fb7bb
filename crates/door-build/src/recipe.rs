//! How the module is compiled.

use crate::root;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a page runs, as the compiler calls it.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// What to do where it is missing.
pub const ADVICE: &str = "rustup target add wasm32-unknown-unknown";
/// The variable in the environment that names a module made elsewhere; empty, the app is built without one.
pub const VARIABLE: &str = "GALET_DOOR_WASM";

const PACKAGE: &str = "galet-door-wasm";
const FILE: &str = "galet_door_wasm";
const PROFILE: &str = "wasm";

/// What a cargo that runs us has set for itself and is wrong for another target, or for another compiler.
const NOT_OURS: [&str; 9] = [
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "RUSTC_LINKER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTFLAGS",
    "TARGET",
];

/// How the module is compiled: by which cargo, and into which folder.
#[derive(Debug)]
pub struct Recipe {
    folder: PathBuf,
}

impl Recipe {
    /// Everything that is made on the way goes into this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Recipe { folder: folder.into() }
    }

    /// The command that makes the module. `.cargo/config.toml` has the instructions that it may use.
    pub fn command(&self, cargo: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(cargo);
        for name in NOT_OURS {
            command.env_remove(name);
        }
        command
            .args(["rustc", "--locked", "--package", PACKAGE, "--lib", "--crate-type", "cdylib"])
            .args(["--profile", PROFILE, "--target", TARGET, "--target-dir"])
            .arg(&self.folder)
            .current_dir(root());
        command
    }

    /// Where the module is then.
    pub fn module(&self) -> PathBuf {
        self.made().join(FILE).with_extension("wasm")
    }

    /// What the module is made of: if one of these changes, so may the module.
    pub fn sources(&self) -> Vec<PathBuf> {
        let list = self.made().join(FILE).with_extension("d");
        let list = fs::read_to_string(list).unwrap_or_default();
        let mut sources: Vec<PathBuf> = list.lines().flat_map(paths).collect();
        sources.extend(
            ["Cargo.toml", "Cargo.lock", ".cargo/config.toml"].map(|name| root().join(name)),
        );
        sources
    }

    fn made(&self) -> PathBuf {
        self.folder.join(TARGET).join(PROFILE)
    }
}

/// The files that a line of a makefile names after its colon; spaces in their names have a backslash.
fn paths(line: &str) -> Vec<PathBuf> {
    let names = line.split_once(": ").map_or("", |(_, names)| names);
    let names = names.replace("\\ ", "\0");
    names.split_whitespace().map(|name| name.replace('\0', " ").into()).collect()
}

/// Whether a compiler has a standard library for the target.
pub fn has_target(rustc: impl AsRef<OsStr>) -> bool {
    let question = ["--print", "target-libdir", "--target", TARGET];
    let Ok(answer) = Command::new(rustc).args(question).output() else { return false };
    let folder = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    fs::read_dir(Path::new(&folder)).is_ok_and(|files| {
        files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
    })
}

/// The file that rustup writes when a target is added; `None` where a compiler came without rustup.
pub fn components(rustc: impl AsRef<OsStr>) -> Option<PathBuf> {
    let answer = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    Some(sysroot.join("lib/rustlib/components")).filter(|list| list.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_from_what_cargo_writes() {
        let line = "/a/galet_door_wasm.wasm: /a/b.rs /a/with\\ space/c.rs";
        assert_eq!(paths(line), [PathBuf::from("/a/b.rs"), PathBuf::from("/a/with space/c.rs")]);
        assert!(paths("").is_empty());
    }

    #[test]
    fn a_compiler_that_is_not_there_has_no_target() {
        assert!(!has_target("/no/such/compiler"));
        assert_eq!(components("/no/such/compiler"), None);
    }
}
