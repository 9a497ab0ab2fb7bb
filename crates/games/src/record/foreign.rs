//! Other people's record files: which there are, and what their tags mean here.

use super::error::RecordFault;
use super::lexer::{Tag, Wrong};
use crate::{AnyGame, SetupText, all};
use galet_core::ForeignRecords;
use galet_scene::Phrase;

/// The form of a record file.
#[derive(Clone, Copy, Debug, Default)]
pub enum Format {
    /// The house's own, the same for all games.
    #[default]
    Own,
    /// Other people's records of that game.
    Foreign(&'static dyn AnyGame),
}

impl Format {
    /// The foreign format whose files' names end in `extension` (without the dot); capital
    /// letters do not matter. Any other ending says nothing about the form.
    pub fn by_extension(extension: &str) -> Option<Self> {
        let game = all().iter().copied().find(|game| {
            let foreign = game.foreign_records();
            foreign.is_some_and(|f| f.extension.eq_ignore_ascii_case(extension))
        });
        game.map(Format::Foreign)
    }

    /// The endings of all foreign formats, each with its game.
    pub fn extensions() -> impl Iterator<Item = (&'static str, &'static dyn AnyGame)> {
        all().iter().filter_map(|&game| Some((game.foreign_records()?.extension, game)))
    }
}

/// What the tags of a foreign record say.
pub(super) struct Translated<'t, 'a> {
    pub(super) setup: SetupText,
    /// The notation of the moves, if it is not the game's own.
    pub(super) dialect: Option<&'static str>,
    position: Option<&'t Tag<'a>>,
    /// The tags that are kept, by the names they have here.
    pub(super) kept: Vec<(&'t str, &'t Tag<'a>)>,
}

impl Translated<'_, '_> {
    /// Where a byte of the position text stands in the record: the texts differ, but as far as
    /// they begin alike the places are the same.
    pub(super) fn place_in_position(&self, byte: usize) -> Option<usize> {
        let (tag, ours) = (self.position?, self.setup.position.as_deref()?);
        let value = tag.value();
        let alike = ours.bytes().zip(value.bytes()).take_while(|(a, b)| a == b).count();
        Some(tag.place_of(if byte < alike { byte } else { 0 }))
    }
}

/// Understands the tags of a foreign record. A position comes before the layout, as their
/// description of the format says, so that a layout of unknown name does no harm then.
pub(super) fn translate<'t, 'a>(
    foreign: &'static ForeignRecords,
    game: &'static dyn AnyGame,
    tags: &'t [Tag<'a>],
) -> Result<Translated<'t, 'a>, Wrong> {
    let find = |name: &str| tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
    let position = find(foreign.position_tag);
    let layout = match find(foreign.layout_tag) {
        None => None,
        Some(tag) => match (foreign.layout)(&tag.value()) {
            None if position.is_none() => {
                let known: Vec<_> = game.layouts().iter().map(|layout| layout.name).collect();
                let (name, known) = (tag.value().into_owned(), known.join(", "));
                return Err((tag.value_at, RecordFault::ForeignLayout { name, known }));
            }
            found => found,
        },
    };
    let position_text = match position {
        None => None,
        Some(tag) => Some((foreign.position)(&tag.value()).map_err(|fault| {
            let why = Phrase::new(fault.why, "elle n’est pas écrite comme dans ces fichiers");
            (tag.place_of(fault.at.start), RecordFault::Position { why })
        })?),
    };
    let dialect = match find(foreign.notation_tag) {
        None => None,
        Some(tag) => {
            let value = tag.value();
            let name = value.trim();
            let known = foreign.notations.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
            let Some((_, dialect)) = known else {
                let known = foreign.notations.iter().map(|(name, _)| *name).collect();
                let name = name.to_owned();
                return Err((tag.value_at, RecordFault::Notation { name, known }));
            };
            *dialect
        }
    };
    let options = foreign.options.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    Ok(Translated {
        setup: SetupText { layout: layout.map(str::to_owned), options, position: position_text },
        dialect,
        position,
        kept: tags.iter().filter_map(|tag| Some((kept_name(foreign, tag.name)?, tag))).collect(),
    })
}

fn kept_name<'t>(foreign: &ForeignRecords, name: &'t str) -> Option<&'t str> {
    let understood = [foreign.layout_tag, foreign.position_tag, foreign.notation_tag];
    if understood.iter().chain(foreign.spent_tags).any(|tag| tag.eq_ignore_ascii_case(name)) {
        None
    } else if name.eq_ignore_ascii_case(foreign.player_tags.first) {
        Some("First")
    } else if name.eq_ignore_ascii_case(foreign.player_tags.second) {
        Some("Second")
    } else {
        Some(name)
    }
}
