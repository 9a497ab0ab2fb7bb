//! A game and how it begins.

use crate::study::GameLine;
use galet_scene::{Phrase, Player, Theme};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One of the games, as the page that begins one needs it (`GET /api/games`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The name in addresses and texts.
    pub name: String,
    /// The name on the box.
    pub title: String,
    /// What the game is, in a sentence.
    pub about: Phrase,
    /// A moment of a game that shows it.
    pub glimpse: GameLine,
    /// The two players, the one who begins first.
    pub players: [Player; 2],
    /// How the set looks and sounds. Scenes of the game only name it.
    pub theme: Theme,
    /// The start layouts, the default first. `GET /api/games/{name}/layouts/{layout}.svg` is a
    /// picture of one.
    pub layouts: Vec<String>,
    /// Layouts as people read them, where the game has its own words for them.
    pub layout_names: BTreeMap<String, Phrase>,
    /// The rule options.
    pub options: Vec<RuleOption>,
    /// Whether anything is known of it beyond the leaflet: lessons there are.
    pub lessons: u32,
    /// What is proven about the game with its default layout and options, and full strength plays
    /// by, if anything is.
    pub proven: Option<Phrase>,
    /// How many expert levels it has, between level 9 and full strength. Levels have numbers: 1 to
    /// 9, 10 for full strength, 11 and up for the experts.
    pub experts: u8,
    /// How strong the levels are, in the order of strength (1 to 9, experts, full strength), in Elo
    /// above level 1; that of the last is the least that is known. Nothing where nobody has measured
    /// it.
    pub elo: Vec<u32>,
}

/// A rule option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleOption {
    /// Its key.
    pub key: String,
    /// What it means.
    pub label: Phrase,
    /// The default value.
    pub default: String,
    /// What it may be set to.
    pub values: RuleValues,
}

/// What a rule option may be set to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum RuleValues {
    /// One of these words.
    OneOf {
        /// The words.
        words: Vec<RuleWord>,
    },
    /// A whole number in a range, both ends included.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Whether it may be `off`, too.
        off: bool,
    },
}

/// A word that a rule option may be set to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleWord {
    /// The word in setups.
    pub word: String,
    /// As people read it, where the game has its own word for it. Others are colours, `on` and
    /// `off`.
    pub label: Option<Phrase>,
}

/// How a game begins: a layout and options, or a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The layout; the default one when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub layout: Option<String>,
    /// Rule options that differ from the default, as key and value.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// A position to begin from instead of the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub position: Option<String>,
}
