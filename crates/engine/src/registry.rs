//! Which mind plays which game. Adding a game adds one line here.

use crate::any::AnyEngine;
use crate::shipped::{self, shipped};
use crate::typed::Typed;
use galet_core::{Game, Level, Symmetric, TimeSource};
use galet_games::UnknownGame;
use galet_minds::baseline::Baseline;
use galet_minds::{Calibrated, Expert, ResourceError, Resources, Solve, abalone, avalam, qawale};
use galet_scene::{Motifs, Phrase};
use galet_search::Mind;
use std::sync::{Arc, OnceLock};

/// Work that wants to know the type of a mind: see [`visit`].
pub trait Visitor {
    /// What the work gives.
    type Output;
    /// Does the work for one mind.
    fn visit<E: Expert>(self) -> Self::Output
    where
        E::Game: Motifs + Baseline + Symmetric;
}

/// Why there is no engine for a game with these files.
#[derive(Debug, thiserror::Error)]
pub enum NewEngineError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A file is wrong.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}

macro_rules! minds {
    ($($(#[$only:meta])* $mind:ty),* $(,)?) => {
        /// An engine for the game with that name, about to begin from the default layout, with the
        /// files that this build carries (feature `embedded`). All of them share one mind. Bounds on
        /// time are kept by the clock that is handed in.
        pub fn new(
            name: &str,
            time: Arc<dyn TimeSource>,
        ) -> Result<Box<dyn AnyEngine>, UnknownGame> {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    static MIND: OnceLock<Arc<$mind>> = OnceLock::new();
                    let mind = MIND.get_or_init(|| Arc::new(shipped()));
                    return Ok(Box::new(Typed::<$mind>::new(Arc::clone(mind), time)));
                }
            )*
            Err(UnknownGame { name: name.to_owned() })
        }

        /// The same with files that are handed in, whatever this build carries.
        pub fn with_resources(
            name: &str,
            resources: &Resources<'_>,
            time: Arc<dyn TimeSource>,
        ) -> Result<Box<dyn AnyEngine>, NewEngineError> {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    let mind = galet_minds::FromResources::from_resources(resources)?;
                    return Ok(Box::new(Typed::<$mind>::new(Arc::new(mind), time)));
                }
            )*
            Err(UnknownGame { name: name.to_owned() }.into())
        }

        /// What is proven about the game with that name from its default start, as a sentence; `None`
        /// as well if this build does not carry the proof that the sentence tells of.
        pub fn proven(name: &str) -> Option<Phrase> {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    let name = <<$mind as Mind>::Game as Game>::NAME;
                    let carried = shipped::resources(name).certificate.is_some();
                    return <$mind>::PROVEN.filter(|_| carried);
                }
            )*
            None
        }

        /// The same for whoever fetches the proof: what full strength plays by once it is there.
        pub fn provable(name: &str) -> Option<Phrase> {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return <$mind>::PROVEN;
                }
            )*
            None
        }

        /// How many expert levels the game with that name has.
        pub fn experts(name: &str) -> u8 {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    const { assert!(<$mind>::EXPERTS.len() <= Level::MOST_EXPERTS as usize) };
                    return <$mind>::EXPERTS.len() as u8;
                }
            )*
            0
        }

        /// How strong the levels of the game with that name are, in the order of strength and in Elo above
        /// level 1; that of the last, full strength, is the least that is known. Nothing where nobody has
        /// measured it.
        pub fn elo(name: &str) -> &'static [u32] {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return <$mind>::ELO;
                }
            )*
            &[]
        }

        /// Does typed work for the mind that plays the game with that name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(
                $(#[$only])*
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return Ok(visitor.visit::<$mind>());
                }
            )*
            Err(UnknownGame { name: name.to_owned() })
        }
    };
}

minds! {
    abalone::Abalone,
    avalam::Avalam,
    #[cfg(feature = "sample")]
    galet_minds::sample::Sample,
    qawale::Qawale,
}
