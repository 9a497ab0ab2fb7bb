//! The files that Galet ships with, as bytes by the name of a game.
//!
//! Nothing that thinks depends on this crate: minds take files as bytes from whoever makes them. A
//! program that wants to carry the files depends on it behind a feature; another, in a browser say,
//! fetches them. Adding a file adds one line here.
#![forbid(unsafe_code)]

/// A file with the name of its game.
type Embedded = (&'static str, &'static [u8]);

/// The networks: `nets/README.md` says where each is from.
const NETWORKS: &[Embedded] = &[
    ("abalone", include_bytes!("../../../nets/abalone.net")),
    ("avalam", include_bytes!("../../../nets/avalam.net")),
];

/// Certificates of what is proven about a game from its start: `docs/qawale-certificate.md`.
const CERTIFICATES: &[Embedded] =
    &[("qawale", include_bytes!("../../../proofs/qawale/qawale.certificate"))];

/// Puzzles: `docs/puzzles.md`.
const PUZZLES: &[(&str, &str)] = &[
    ("abalone", include_str!("../../../puzzles/abalone.txt")),
    ("avalam", include_str!("../../../puzzles/avalam.txt")),
    ("qawale", include_str!("../../../puzzles/qawale.txt")),
];

/// The puzzles of a game; `None` if there are none.
pub fn puzzles(game: &str) -> Option<&'static str> {
    PUZZLES.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
}

/// The network of a game; `None` if there is none.
pub fn network(game: &str) -> Option<&'static [u8]> {
    find(NETWORKS, game)
}

/// The certificate of a game; `None` if nothing is proven about it.
pub fn certificate(game: &str) -> Option<&'static [u8]> {
    find(CERTIFICATES, game)
}

fn find(files: &[Embedded], game: &str) -> Option<&'static [u8]> {
    files.iter().find(|(name, _)| *name == game).map(|(_, bytes)| *bytes)
}
