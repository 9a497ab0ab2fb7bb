//! What `convert`, `check` and `play` share: files of records and how to read them.

use crate::failure::{Deed, Failure};
use crate::said::Wrong;
use clap::builder::PossibleValuesParser;
use galet_games::AnyGame;
use galet_games::record::{Format, Place, Reader, RecordError, Records};
use galet_scene::{Language, Phrase, ToPhrase};
use std::io::Read;
use std::path::Path;

/// How to read records.
#[derive(clap::Args, Debug)]
pub(super) struct Reading {
    /// The form of the files: record, or the ending of another program's files such as apgn
    /// [default: by the file's name]
    #[arg(long, value_name = "FORM", value_parser = form)]
    from: Option<Format>,
    /// The game of records that do not say which game they are of
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<&'static dyn AnyGame>,
    /// Another notation of the moves, by its name in `galet games`
    #[arg(long, value_name = "NAME", value_parser = notations())]
    notation: Option<String>,
}

/// A file of records.
pub(super) struct Source {
    name: String,
    bytes: Vec<u8>,
    format: Format,
}

impl Source {
    /// Reads a file; `-` is the standard input. The name tells the form of the records.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let read = if path == Path::new("-") {
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
        } else {
            std::fs::read(path).map(|all| bytes = all)
        };
        read.map_err(|error| Failure::file(Deed::Read, path, &error))?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        Ok(Source {
            name: path.display().to_string(),
            bytes,
            format: ending.and_then(Format::by_extension).unwrap_or_default(),
        })
    }

    /// The games of the file, one by one, read as `reading` says.
    pub(super) fn records<'a>(&'a self, reading: Option<&'a Reading>) -> Records<'a> {
        let reader = match reading {
            None => Reader { format: self.format, ..Reader::default() },
            Some(reading) => Reader {
                format: reading.from.unwrap_or(self.format),
                game: reading.game,
                dialect: reading.notation.as_deref(),
                ..Reader::default()
            },
        };
        reader.read_all_bytes(&self.bytes)
    }

    /// What is wrong, as `file:line:column: why`.
    pub(super) fn told(&self, error: &RecordError) -> Phrase {
        let said = error.fault.to_phrase();
        let at = |what: &str| self.tell_at(error.place, what);
        Phrase::new(at(&error.fault.to_string()), at(&said.fr))
    }

    /// The same in one language.
    pub(super) fn tell(&self, error: &RecordError, language: Language) -> String {
        self.told(error).get(language).to_owned()
    }

    /// Something about a place in the file.
    fn tell_at(&self, place: Place, what: &str) -> String {
        format!("{}:{}:{}: {what}", self.name, place.line, place.column)
    }

    /// What to say about a file without a game.
    pub(super) fn tell_nothing(&self, language: Language) -> String {
        self.tell_at(Place { line: 1, column: 1 }, NO_GAME.get(language))
    }

    /// The same in both.
    pub(super) fn told_nothing(&self) -> Phrase {
        let tell = |language| self.tell_nothing(language);
        Phrase::new(tell(Language::English), tell(Language::French))
    }

    /// What to say about a file that is not all text.
    pub(super) fn tell_no_text(&self, place: Place, language: Language) -> String {
        self.tell_at(place, NO_TEXT.get(language))
    }
}

static NO_GAME: Phrase =
    Phrase::fixed("there is no game in this file", "il n’y a pas de partie dans ce fichier");
static NO_TEXT: Phrase = Phrase::fixed(
    "this is no UTF-8; names may be spelled wrong from here on",
    "ce n’est pas de l’UTF-8\u{a0}; à partir d’ici, des noms peuvent être mal écrits",
);

fn form(text: &str) -> Result<Format, Wrong> {
    if text == "record" {
        return Ok(Format::Own);
    }
    Format::by_extension(text).ok_or_else(|| {
        let others: Vec<_> = Format::extensions().map(|(ending, _)| ending).collect();
        let others = others.join(", ");
        let french = format!("les formes sont record et {others}");
        Wrong(Phrase::new(format!("the forms are record and {others}"), french))
    })
}

fn game(text: &str) -> Result<&'static dyn AnyGame, Wrong> {
    galet_games::find(text).map_err(|error| Wrong(error.to_phrase()))
}

fn notations() -> PossibleValuesParser {
    let names = galet_games::all().iter().flat_map(|game| game.dialects());
    PossibleValuesParser::new(names.copied().collect::<Vec<_>>())
}
