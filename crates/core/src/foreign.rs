//! What another program's records of a game look like.

use crate::{Fault, PerSide};

/// How the record files of a game that other people write differ from the house's own. The
/// general form, tags in brackets and numbered moves, is the same.
#[derive(Clone, Copy, Debug)]
pub struct ForeignRecords {
    /// How the names of such files end, without the dot; also the name of the format.
    pub extension: &'static str,
    /// The tags that name the players.
    pub player_tags: PerSide<&'static str>,
    /// The tag that names the layout.
    pub layout_tag: &'static str,
    /// The layout of this house for a name of theirs.
    pub layout: fn(&str) -> Option<&'static str>,
    /// The tag that holds a position to begin from.
    pub position_tag: &'static str,
    /// Turns their text of a position into that of the house.
    pub position: fn(&str) -> Result<String, Fault<String>>,
    /// The tag that names the notation of the moves.
    pub notation_tag: &'static str,
    /// The notations: their name of it, and the dialect it is here (`None`: the game's own).
    pub notations: &'static [(&'static str, Option<&'static str>)],
    /// Tags that say nothing once the others are understood.
    pub spent_tags: &'static [&'static str],
    /// The options under which their games are played, as key and value.
    pub options: &'static [(&'static str, &'static str)],
}
