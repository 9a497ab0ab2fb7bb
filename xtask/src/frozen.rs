//! The frozen opponent: the program as it was at a commit of this repository, built from its history.
//!
//! What a commit lacks to be measured by processor time comes as a patch (`xtask/frozen/COMMIT.patch`): it reads
//! another clock where it is told to, and plays as it always did.
//!
//! A clone that has no history (`git clone --depth 1`) has no opponent either. What is made lies under
//! `target/frozen` and is no part of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, root};

/// The opponent that strength is measured against.
pub(crate) const COMMIT: &str = "826eb31";

/// Checks the commit out, builds its program unless that was done before, and tells how to play against it.
pub(crate) fn make(commit: &str) -> Outcome {
    let id = full_name(commit)?;
    let root = root().canonicalize().map_err(|error| format!("the checkout: {error}"))?;
    let folder = root.join("target/frozen").join(&id[..COMMIT.len()]);
    let program = folder.join(format!("galet{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let source = folder.join("source");
        check_out(&root, &id, &folder, &source)?;
        mend(&root, &id, &source)?;
        let built = build(&source, &folder.join("target"))?;
        fs::copy(&built, &program).map_err(|error| format!("{}: {error}", program.display()))?;
    }
    print!("{}", explain(&program));
    Ok(())
}

/// The whole name of a commit.
fn full_name(commit: &str) -> Outcome<String> {
    let name = format!("{commit}^{{commit}}");
    let mut command = git();
    let out = command
        .args(["rev-parse", "--verify", "--quiet", "--end-of-options", &name])
        .output()
        .map_err(|error| format!("git could not be started: {error}"))?;
    if !out.status.success() {
        return Err(format!(
            "this clone has no commit {commit}; if it was cut short, `git fetch --unshallow` fetches the rest"
        ));
    }
    Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

/// Writes the files of a commit into a folder, by an index of its own: neither the working tree, nor what is
/// staged, nor git's list of working trees changes.
fn check_out(root: &Path, id: &str, folder: &Path, source: &Path) -> Outcome {
    // Half of an earlier attempt would be mixed with this one.
    if source.exists() {
        fs::remove_dir_all(source).map_err(|error| format!("{}: {error}", source.display()))?;
    }
    fs::create_dir_all(source).map_err(|error| format!("{}: {error}", source.display()))?;
    println!("== {id} into {}", source.display());
    let index = folder.join("index");
    // Git takes the last slash for what parts a folder from its files.
    let prefix = format!("--prefix={}/", source.display());
    for arguments in [&["read-tree", id][..], &["checkout-index", "--all", "--force", &prefix]] {
        let mut command = git();
        command.args(arguments).env("GIT_INDEX_FILE", &index).current_dir(root);
        done(command, "git")?;
    }
    Ok(())
}

/// Applies the patch of a commit, if there is one.
fn mend(root: &Path, id: &str, source: &Path) -> Outcome {
    let patch = root.join("xtask/frozen").join(format!("{}.patch", &id[..COMMIT.len()]));
    if !patch.exists() {
        return Ok(());
    }
    println!("== with {}", patch.display());
    let mut command = git();
    // Where git sees no repository around a folder, a patch is about the files in it.
    command.arg("apply").arg(&patch).current_dir(source);
    command.env("GIT_CEILING_DIRECTORIES", source.parent().unwrap_or(root));
    done(command, "git apply")
}

/// Builds the program of a checkout for speed, without its pages and with all that it plays by.
fn build(source: &Path, target: &Path) -> Outcome<PathBuf> {
    let manifest = source.join("crates/cli/Cargo.toml");
    let text = fs::read_to_string(&manifest)
        .map_err(|error| format!("that commit has no program: {}: {error}", manifest.display()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "--package", "galet", "--locked", "--no-default-features"])
        .args(features(&text))
        .arg("--target-dir")
        .arg(target)
        .current_dir(source);
    done(command, "cargo")?;
    Ok(target.join(format!("release/galet{}", std::env::consts::EXE_SUFFIX)))
}

/// Networks and certificates became a feature of the program one day; before that it always had them.
fn features(manifest: &str) -> &'static [&'static str] {
    let has_feature = manifest.lines().any(|line| line.starts_with("embedded ="));
    if has_feature { &["--features", "embedded"] } else { &[] }
}

/// What to do with the program.
fn explain(program: &Path) -> String {
    let program = program.display();
    format!(
        "\nThe frozen opponent is {program}\nTo play against it at equal processor time, journal and all:\n\n    \
         cargo run --release --no-default-features --features embedded -- arena --game abalone \\\n        \
         --first full:cpu=200ms --second \"ugi:{program} engine --game abalone;cpu=200ms\" \\\n        \
         --games 200 --seed 1 --journal docs/matches.jsonl\n\n\
         A setup or an option of the match goes to both: to the arena, and into the command of the opponent.\n"
    )
}

fn git() -> Command {
    let mut command = Command::new("git");
    command.current_dir(root());
    command
}

fn done(mut command: Command, name: &str) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_program_has_its_networks_and_a_newer_one_is_asked_for_them() {
        let old = "[features]\ndefault = [\"web\"]\n";
        assert!(features(old).is_empty());
        let newer = "[features]\nembedded = [\"galet-engine/embedded\"]\n";
        assert_eq!(features(newer), ["--features", "embedded"]);
    }

    #[test]
    fn a_commit_that_is_not_there_is_named() {
        for missing in ["0000000000", "--help", ""] {
            let why = full_name(missing).expect_err(missing);
            assert!(why.contains(&format!("no commit {missing}")), "{why}");
        }
    }

    #[test]
    fn one_reads_how_to_play_against_it() {
        let words = explain(Path::new("/somewhere/galet"));
        assert!(
            words.contains("\"ugi:/somewhere/galet engine --game abalone;cpu=200ms\""),
            "{words}"
        );
    }
}
