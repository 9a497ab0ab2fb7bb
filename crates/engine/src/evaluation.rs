//! Which evaluation full strength plays by.

use galet_minds::{FromResources, ResourceError};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What full strength judges positions by; levels below it always take the hand-made terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// The network that the mind was made with, where it has one.
    #[default]
    Shipped,
    /// The hand-made terms, without a network.
    ByHand,
    /// Another network.
    Net {
        /// Where it was read from, for messages.
        path: PathBuf,
        /// What the file holds.
        bytes: Vec<u8>,
    },
}

impl Evaluation {
    /// The word for [`Evaluation::ByHand`]. A file of that name is written `./hand`.
    pub const HAND: &str = "hand";

    /// The evaluation that a text stands for: `hand`, or the path of a file with a network, which is
    /// read. Nothing, and `<empty>` as protocols write it, is the one that ships.
    pub fn read(text: &str) -> Result<Self, EvaluationError> {
        match text {
            "" | "<empty>" => Ok(Evaluation::Shipped),
            Evaluation::HAND => Ok(Evaluation::ByHand),
            path => Self::from_file(path.into()),
        }
    }

    /// The network in a file.
    pub fn from_file(path: PathBuf) -> Result<Self, EvaluationError> {
        match read_file(&path) {
            Ok(bytes) => Ok(Evaluation::Net { path, bytes }),
            Err(why) => Err(EvaluationError::Unreadable { path, why }),
        }
    }

    /// A short name: of a network the name of its file.
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Evaluation::Shipped => "shipped".into(),
            Evaluation::ByHand => "by hand".into(),
            Evaluation::Net { path, .. } => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()
            }
        }
    }

    /// The mind that judges positions so, and else is like the one that ships.
    pub fn mind<E: FromResources>(&self, shipped: &Arc<E>) -> Result<Arc<E>, EvaluationError> {
        match self {
            Evaluation::Shipped => Ok(Arc::clone(shipped)),
            Evaluation::ByHand => Ok(Arc::new(shipped.without_network())),
            Evaluation::Net { path, bytes } => shipped
                .with_network(bytes)
                .map(Arc::new)
                .map_err(|why| EvaluationError::Net { path: path.clone(), why }),
        }
    }
}

/// No network is larger than this. Whoever names a device without an end by mistake shall hear of it
/// before the memory is full.
const MAX_BYTES: u64 = 64 << 20;

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than any network"));
    }
    Ok(bytes)
}

/// Why there is no such evaluation.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The file cannot be read.
    #[error(
        "{} cannot be read: {why}; an evaluation is the file of a network, or '{}' for the one made \
         by hand",
        path.display(),
        Evaluation::HAND
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// The file is no network for the game.
    #[error("{}: {why}", path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// Why.
        why: ResourceError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_for_evaluations() {
        for shipped in ["", "<empty>"] {
            assert_eq!(Evaluation::read(shipped).unwrap(), Evaluation::default());
        }
        assert_eq!(Evaluation::read("hand").unwrap(), Evaluation::ByHand);
        let own_text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let Ok(Evaluation::Net { path, bytes }) = Evaluation::read(own_text) else {
            panic!("a file that is there is read, whatever it holds");
        };
        assert!(path == Path::new(own_text) && bytes.starts_with(b"[package]"));
        let error = Evaluation::read("./hand").expect_err("there is no such file");
        assert!(error.to_string().contains("./hand cannot be read"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_refused() {
        let error = Evaluation::read("/dev/zero").expect_err("no network is that large");
        assert!(error.to_string().contains("larger than any network"), "{error}");
    }
}
