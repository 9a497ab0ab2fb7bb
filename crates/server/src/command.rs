//! The command that starts this server anew, open to the local network.

use crate::settings::{PORT, default_data};
use std::path::{Path, PathBuf};

/// The command that serves the same games on the same port to the local network, to be pasted into
/// a shell in whatever folder it is. `None` where a path cannot be written down.
pub(crate) fn opening(data: &Path, port: u16) -> Option<String> {
    let mut command = format!("{} serve --host 0.0.0.0", program()?);
    if port != PORT {
        command.push_str(&format!(" --port {port}"));
    }
    let data = std::path::absolute(data).ok()?;
    if Some(&data) != std::path::absolute(default_data()).ok().as_ref() {
        command.push_str(&format!(" --data {}", quoted(data.to_str()?)?));
    }
    Some(command)
}

/// How a shell finds this very program: by its name if that leads here, else by its path.
fn program() -> Option<String> {
    let own = std::env::current_exe().ok()?;
    let name = if cfg!(windows) { own.file_stem() } else { own.file_name() }?.to_str()?;
    let mut found = folders().map(|folder| folder.join(own.file_name().unwrap_or_default()));
    let first = found.find(|file| file.is_file()).and_then(|file| file.canonicalize().ok());
    if first.is_some() && first == own.canonicalize().ok() {
        return quoted(name);
    }
    let path = quoted(own.to_str()?)?;
    // PowerShell takes a text in quotes for a text.
    Some(if cfg!(windows) && path.starts_with('"') { format!("& {path}") } else { path })
}

/// The folders in which a shell looks for programs.
fn folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect::<Vec<_>>()
        .into_iter()
}

/// A text as one word of a shell; `None` for what cannot be pasted as one line.
fn quoted(text: &str) -> Option<String> {
    if text.chars().any(char::is_control) {
        return None;
    }
    let plain =
        |c: char| c.is_alphanumeric() || "/\\:._-+=@".contains(c) && (c != '\\' || cfg!(windows));
    if !text.is_empty() && text.chars().all(plain) {
        return Some(text.to_owned());
    }
    Some(match cfg!(windows) {
        // No file can have this character in its name there.
        true => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_said() {
        let usual = opening(&default_data(), PORT).expect("paths of tests are texts");
        assert!(usual.ends_with(" serve --host 0.0.0.0"), "{usual}");
        let other = opening(Path::new("/srv/games"), 4281).expect("paths of tests are texts");
        assert!(other.contains(" --port 4281 --data ") && other.ends_with("games"), "{other}");
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_what_was_meant() {
        for text in
            ["/srv/games", "/home/zoé/my games", "it's", "$HOME `ls` \"x\" \\ * ~ ; & |", ""]
        {
            let word = quoted(text).expect("one line");
            let mut shell = std::process::Command::new("sh");
            let output = shell.arg("-c").arg(format!("printf %s {word}")).output();
            let output = output.expect("a shell");
            assert_eq!(String::from_utf8(output.stdout).expect("text"), text);
        }
        assert_eq!(quoted("two\nlines"), None);
    }
}
