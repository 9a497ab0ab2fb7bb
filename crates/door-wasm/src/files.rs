//! The files that full strength plays by, and the puzzles. They are no part of the module: it knows their hashes and takes
//! no others.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// A list for people and programs, one file a line.
const LIST: &str = include_str!("../../../nets/files.txt");

/// How many digits of the hash the name of a file has where it is served.
const DIGITS: usize = 16;

/// What a file is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// The network that judges positions.
    Network,
    /// The certificate of what is proven about the beginning of a game.
    Certificate,
    /// Puzzles of the game.
    Puzzles,
}

impl ResourceKind {
    /// Its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ResourceKind::Network => "network",
            ResourceKind::Certificate => "certificate",
            ResourceKind::Puzzles => "puzzles",
        }
    }
}

/// A file that a page fetches before a game is first thought about, or a puzzle of it asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileInfo {
    /// The name of the game.
    pub game: &'static str,
    /// What it is for.
    pub kind: ResourceKind,
    /// Its name beside the module; it changes with what is in it.
    pub file: String,
    /// Its SHA-256, as digits.
    pub sha256: &'static str,
    /// How long it is.
    pub bytes: usize,
}

/// Every file, by what the list says.
pub fn files() -> Vec<FileInfo> {
    LIST.lines().filter_map(read).collect()
}

fn read(line: &'static str) -> Option<FileInfo> {
    if line.starts_with('#') {
        return None;
    }
    let mut words = line.split(' ');
    let (game, kind) = (words.next()?, words.next()?);
    let (path, bytes, sha256) = (Path::new(words.next()?), words.next()?, words.next()?);
    let kinds = [ResourceKind::Network, ResourceKind::Certificate, ResourceKind::Puzzles];
    let kind = kinds.into_iter().find(|known| known.word() == kind)?;
    let (stem, extension) = (path.file_stem()?.to_str()?, path.extension()?.to_str()?);
    let file = format!("{stem}-{}.{extension}", sha256.get(..DIGITS)?);
    Some(FileInfo { game, kind, file, sha256, bytes: bytes.parse().ok()? })
}

/// Whether these bytes are the file that the list means.
pub(crate) fn is_listed(game: &str, kind: ResourceKind, bytes: &[u8]) -> bool {
    let hash = Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    files().iter().any(|file| (file.game, file.kind, file.sha256) == (game, kind, hash.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ships, by game, as the program carries it.
    fn shipped() -> Vec<(&'static str, ResourceKind, String, &'static [u8])> {
        let mut all = Vec::new();
        for game in galet_games::all().iter().map(|game| game.name()) {
            if let Some(bytes) = galet_embedded::network(game) {
                all.push((game, ResourceKind::Network, format!("nets/{game}.net"), bytes));
            }
            if let Some(bytes) = galet_embedded::certificate(game) {
                let path = format!("proofs/{game}/{game}.certificate");
                all.push((game, ResourceKind::Certificate, path, bytes));
            }
            if let Some(text) = galet_embedded::puzzles(game) {
                let path = format!("puzzles/{game}.txt");
                all.push((game, ResourceKind::Puzzles, path, text.as_bytes()));
            }
        }
        all
    }

    #[test]
    fn the_list_is_what_ships() {
        let mut text: String = LIST
            .lines()
            .take_while(|line| line.starts_with('#'))
            .fold(String::new(), |text, line| text + line + "\n");
        for (game, kind, path, bytes) in shipped() {
            let kind = kind.word();
            let _ =
                writeln!(text, "{game} {kind} {path} {} {:x}", bytes.len(), Sha256::digest(bytes));
        }
        galet_golden::check!("../../nets/files.txt", text);
    }

    #[test]
    fn every_line_is_read_and_no_other_file_is_taken() {
        let files = files();
        assert_eq!(files.len(), shipped().len());
        for (game, kind, path, bytes) in shipped() {
            assert!(is_listed(game, kind, bytes), "{path}");
            let mut other = bytes.to_vec();
            other[bytes.len() / 2] ^= 1;
            assert!(!is_listed(game, kind, &other), "{path}");
            let file = files.iter().find(|file| (file.game, file.kind) == (game, kind));
            let file = file.expect("it is on the list");
            assert_eq!(file.bytes, bytes.len());
            assert!(
                file.file.starts_with(game) && file.file.contains(&file.sha256[..8]),
                "{file:?}"
            );
        }
    }
}
