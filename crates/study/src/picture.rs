//! How a picture is wanted: the query of its address.

use galet_scene::Language;
use galet_scene::svg::{ColourScheme, Options};
use galet_wire::query::{pairs, set, yes_or_no};

/// How a picture is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct PictureQuery {
    theme: Option<String>,
    lang: Option<String>,
    flipped: Option<bool>,
    width: Option<u32>,
    coordinates: Option<bool>,
    captions: Option<bool>,
    table: Option<bool>,
    moves: Option<usize>,
    board: Option<String>,
}

/// Moves in a picture that moves, when nothing is said.
const SOME_MOVES: usize = 8;
/// Moves there at most.
const MOST_MOVES: usize = 30;

impl PictureQuery {
    /// Reads the query of an address; names that it does not know mean nothing.
    pub fn read(query: &str) -> Result<PictureQuery, String> {
        let mut wanted = PictureQuery::default();
        for (name, value) in pairs(query) {
            let yes = || yes_or_no(&name, &value);
            match name.as_str() {
                "theme" => set(&mut wanted.theme, &name, value)?,
                "lang" => set(&mut wanted.lang, &name, value)?,
                "flipped" => set(&mut wanted.flipped, &name, yes()?)?,
                "coordinates" => set(&mut wanted.coordinates, &name, yes()?)?,
                "captions" => set(&mut wanted.captions, &name, yes()?)?,
                "table" => set(&mut wanted.table, &name, yes()?)?,
                "board" => set(&mut wanted.board, &name, value)?,
                "width" => {
                    let width = value.parse().map_err(|_| WIDTH.to_owned())?;
                    set(&mut wanted.width, &name, width)?;
                }
                "moves" => {
                    let moves = value.parse().map_err(|_| MOVES.to_owned())?;
                    set(&mut wanted.moves, &name, moves)?;
                }
                _ => {}
            }
        }
        Ok(wanted)
    }

    /// How it is painted.
    pub fn options(&self) -> Result<Options, String> {
        let scheme = match self.theme.as_deref() {
            None | Some("auto") => ColourScheme::Auto,
            Some("light") => ColourScheme::Light,
            Some("dark") => ColourScheme::Dark,
            Some(_) => return Err("theme is auto, light or dark".to_owned()),
        };
        let language = match self.lang.as_deref() {
            None | Some("en") => Language::English,
            Some("fr") => Language::French,
            Some(_) => return Err("lang is en or fr".to_owned()),
        };
        let width = self.width.unwrap_or(720);
        if !(16..=4096).contains(&width) {
            return Err(WIDTH.to_owned());
        }
        Ok(Options {
            scheme,
            language,
            width,
            board: self.board(),
            coordinates: self.coordinates.unwrap_or(true),
            captions: self.captions.unwrap_or(true),
            table: self.table.unwrap_or(true),
            flipped: self.flipped.unwrap_or(false),
            ..Options::default()
        })
    }

    /// On which board; the set's own for a name that it does not know.
    pub fn board(&self) -> String {
        self.board.clone().unwrap_or_default()
    }

    /// How many moves are in a picture that moves.
    pub fn moves(&self) -> Result<usize, String> {
        let moves = self.moves.unwrap_or(SOME_MOVES);
        if (1..=MOST_MOVES).contains(&moves) { Ok(moves) } else { Err(MOVES.to_owned()) }
    }
}

const WIDTH: &str = "width is from 16 to 4096";
const MOVES: &str = "moves is from 1 to 30";
