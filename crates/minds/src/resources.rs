//! Minds from files: networks and stored replies come as bytes, from whoever makes the mind.

use galet_nets::NetError;
use galet_search::Mind;
use std::error::Error;

/// The files that a mind plays by, as bytes. What is not there the mind does without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources<'a> {
    /// The network that judges positions; without one the hand-made evaluation does.
    pub network: Option<&'a [u8]>,
    /// The certificate of what is proven about the beginning of the game; without one the mind finds
    /// its own moves there.
    pub certificate: Option<&'a [u8]>,
}

/// A mind that is made of files, or without them.
pub trait FromResources: Mind + Sized {
    /// The mind without any file: what levels below full strength know, and what is tuned.
    fn by_hand() -> Self;

    /// The mind with the files that are there. A file that the game has no use for is an error, too.
    fn from_resources(resources: &Resources<'_>) -> Result<Self, ResourceError>;

    /// The same mind with another network.
    fn with_network(&self, bytes: &[u8]) -> Result<Self, ResourceError>;

    /// The same mind without a network.
    #[must_use]
    fn without_network(&self) -> Self;

    /// Which files the mind was made of.
    fn equipment(&self) -> Equipment;
}

/// Which files a mind was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equipment {
    /// The network.
    pub network: Presence,
    /// The certificate.
    pub certificate: Presence,
}

/// Whether a mind has a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// The game is played without such a file.
    Unused,
    /// The mind would be stronger with it.
    Missing,
    /// The mind plays by it.
    Loaded,
}

impl Presence {
    /// The presence of a file that the game has a use for.
    pub(crate) fn of<T>(file: Option<&T>) -> Self {
        if file.is_some() { Presence::Loaded } else { Presence::Missing }
    }
}

/// Why a mind cannot be made of these files.
#[derive(Debug, thiserror::Error)]
pub enum ResourceError {
    /// The game has no use for such a file.
    #[error("{game} is played without a {file}")]
    Unused {
        /// The name of the game.
        game: &'static str,
        /// "network" or "certificate".
        file: &'static str,
    },
    /// The network is none, or one for something else.
    #[error(transparent)]
    Network(#[from] NetError),
    /// The certificate is none, or does not hold what it says.
    #[error("the certificate is of no use: {0}")]
    Certificate(#[source] Box<dyn Error + Send + Sync>),
}

/// Refuses a file that the game has no use for.
pub(crate) fn refuse(
    game: &'static str,
    file: &'static str,
    bytes: Option<&[u8]>,
) -> Result<(), ResourceError> {
    match bytes {
        Some(_) => Err(ResourceError::Unused { game, file }),
        None => Ok(()),
    }
}
