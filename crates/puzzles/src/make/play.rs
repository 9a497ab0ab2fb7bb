//! Games with natural mistakes: middling levels against each other.

use super::Workshop;
use galet_core::random::SplitMix64;
use galet_core::{Game, Level, Progress};
use galet_engine::Request;
use galet_games::SetupText;
use galet_minds::Expert;
use galet_search::Limits;

/// The levels that play, drawn for each side.
pub const LEVELS: std::ops::RangeInclusive<u8> = 2..=5;
/// What a file says of it.
pub const ORIGIN: &str = "games of levels 2 to 5 against each other, from all layouts";
/// A game that is not over by then is cut off.
const MAX_PLIES: usize = 120;

/// The random numbers of a game.
pub(super) fn dice(seed: u64, number: u64) -> SplitMix64 {
    SplitMix64::new(SplitMix64::new(seed).next() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl<E: Expert> Workshop<E> {
    /// A game from one of the layouts, to its end.
    pub(super) fn play(&mut self, random: &mut SplitMix64) -> Option<Progress<E::Game>> {
        let kind = galet_games::find(<E::Game as Game>::NAME).ok()?;
        let layout = kind.layouts().get(random.below(kind.layouts().len()))?.name.to_owned();
        let setup = SetupText { layout: Some(layout), ..SetupText::default() };
        let mut game = kind.start(&setup).ok()?;
        let range = usize::from(LEVELS.end() - LEVELS.start()) + 1;
        let mut level = || Level::new(LEVELS.start() + random.below(range) as u8);
        let levels = [level()?, level()?];
        let seed = random.next();
        while game.outcome().is_none() && game.plies() < MAX_PLIES {
            self.engine.set_game(&*game).ok()?;
            let level = levels[game.turn().index()];
            let choice = self.engine.choose(level, &Request::new(Limits::default()), seed)?;
            game.play(&choice.text).ok()?;
        }
        game.downcast_ref::<E::Game>().cloned()
    }
}
