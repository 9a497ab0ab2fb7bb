//! All games of a browser as one file, out and in.
//!
//! It is JSON with one event on a line, so that what is wrong with it has a place. Each game carries a checksum of its
//! events; whatever does not agree with itself or with the rules is refused, and then all of it.

use crate::is_local_name;
use crate::storage::{Damage, rebuild};
use crate::words::wrong_file;
use galet_scene::Phrase;
use galet_table::{Event, MOST_EXPORTED, ReplayError};
use galet_wire::refusal::Refusal;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// The longest file that is read, in bytes.
pub(crate) const LONGEST: usize = 32 * 1024 * 1024;
/// What the file says it is.
const FORMAT: &str = "galet-games";
/// The version of the format.
const VERSION: u32 = 1;

/// A game of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Game {
    /// The name of its table.
    pub(crate) table: String,
    /// Its events as they are stored.
    pub(crate) events: Vec<String>,
}

/// Says what kind of file it is, before the rest is believed.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole<'a> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    #[serde(borrow)]
    games: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part<'a> {
    table: String,
    sum: String,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// The file of some games.
pub(crate) fn write(games: &[Game]) -> String {
    let game = |game: &Game| {
        format!(
            "{{\"table\":\"{}\",\"sum\":\"{:016x}\",\"events\":[\n{}\n]}}",
            game.table,
            checksum(&game.events),
            game.events.join(",\n")
        )
    };
    let games: Vec<String> = games.iter().map(game).collect();
    format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[\n{}\n]}}\n",
        games.join(",\n")
    )
}

/// The games of a file, if all of it is right.
pub(crate) fn read(text: &str) -> Result<Vec<Game>, Refusal> {
    let no_json = |error: &serde_json::Error, from: usize| {
        let line = line_at(text, from) + error.line().max(1) - 1;
        wrong_file(line, &unreadable(&error.to_string()))
    };
    let head: Head = serde_json::from_str(text).map_err(|error| no_json(&error, 0))?;
    if head.format != FORMAT {
        return Err(wrong_file(1, &NO_GAMES));
    }
    if head.version != VERSION {
        return Err(wrong_file(1, &newer(head.version)));
    }
    let whole: Whole<'_> = serde_json::from_str(text).map_err(|error| no_json(&error, 0))?;
    if whole.games.len() > MOST_EXPORTED as usize {
        return Err(wrong_file(1, &TOO_MANY));
    }
    let mut names = BTreeSet::new();
    let mut games: Vec<Game> = Vec::with_capacity(whole.games.len());
    for raw in whole.games {
        let at = offset(text, raw.get());
        let part: Part<'_> =
            serde_json::from_str(raw.get()).map_err(|error| no_json(&error, at))?;
        // Lines are counted only where something is wrong: a file may have very many.
        let place = |index: Option<usize>| match index.and_then(|index| part.events.get(index)) {
            Some(event) => line_at(text, offset(text, event.get())),
            None => line_at(text, at),
        };
        let game = read_game(&part).map_err(|(index, why)| wrong_file(place(index), &why))?;
        if !names.insert(game.table.clone()) {
            return Err(wrong_file(place(None), &TWICE));
        }
        games.push(game);
    }
    Ok(games)
}

/// A game; or which event is wrong, or the whole of it, and why.
fn read_game(part: &Part<'_>) -> Result<Game, (Option<usize>, Phrase)> {
    if !is_local_name(&part.table) {
        return Err((None, NO_NAME));
    }
    let read = |(index, raw): (usize, &&RawValue)| match Event::from_json(raw.get()) {
        Ok(event) => Ok(event.to_json()),
        Err(error) => Err((Some(index), unreadable(&error.to_string()))),
    };
    let events: Vec<String> = part.events.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    match rebuild(&part.table, &events) {
        Ok(_) if part.sum != format!("{:016x}", checksum(&events)) => Err((None, CHANGED)),
        Ok(_) => Ok(Game { table: part.table.clone(), events }),
        Err(Damage::Unreadable(index, error)) => Err((Some(index), unreadable(&error.to_string()))),
        Err(Damage::Replay(ReplayError::Nothing)) => Err((None, EMPTY)),
        Err(Damage::Replay(ReplayError::Event { index, misfit, .. })) => {
            Err((Some(index), misfits(&misfit.to_string())))
        }
        Err(Damage::Stranger) => Err((None, STRANGER)),
    }
}

/// A number that stands for events (FNV-1a, 64 bits).
pub(crate) fn checksum(events: &[String]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let lines = events.iter().flat_map(|event| event.bytes().chain([b'\n']));
    for byte in lines {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    sum
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The line of a place in a text, counted from 1.
fn line_at(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count()
}

const NO_GAMES: Phrase = Phrase::fixed(
    "this is no file of games from Galet.",
    "ce n’est pas un fichier de parties de Galet.",
);
const TOO_MANY: Phrase = Phrase::fixed("there are too many games.", "il y a trop de parties.");
const TWICE: Phrase =
    Phrase::fixed("this game is there twice.", "cette partie s’y trouve deux fois.");
const NO_NAME: Phrase =
    Phrase::fixed("no game has such a name.", "aucune partie ne porte un tel nom.");
const EMPTY: Phrase = Phrase::fixed("this game is empty.", "cette partie est vide.");
const CHANGED: Phrase = Phrase::fixed(
    "this game has been changed since it was written.",
    "cette partie a été modifiée depuis son écriture.",
);
const STRANGER: Phrase = Phrase::fixed(
    "somebody else plays in this game: it belongs to a server.",
    "une autre personne joue dans cette partie\u{a0}: elle appartient à un serveur.",
);

fn newer(version: u32) -> Phrase {
    Phrase::new(
        format!("the file is of version {version}; this program reads version {VERSION}."),
        format!(
            "le fichier est de version {version}\u{a0}; ce programme lit la version {VERSION}."
        ),
    )
}

fn unreadable(why: &str) -> Phrase {
    Phrase::new(format!("this cannot be read ({why})."), format!("ceci est illisible ({why})."))
}

fn misfits(why: &str) -> Phrase {
    Phrase::new(
        format!("this does not fit what comes before it ({why})."),
        format!("ceci ne va pas avec ce qui précède ({why})."),
    )
}
