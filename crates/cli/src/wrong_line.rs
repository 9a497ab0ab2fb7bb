//! A wrong command line, told in the language that it asks for. English comes from the reader of the
//! command line itself; French is made here of the same facts.

use crate::console::{STRONG, language_of_environment};
use crate::said::{Said, Wrong};
use anstream::eprint;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use galet_arena::{SpecError, SprtError};
use galet_engine::NoSuchLevel;
use galet_scene::Language;
use std::ffi::OsString;
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseIntError};

/// Reads a command line. A wrong one, or one that asks for help, ends the program.
pub(crate) fn read<P: Parser>(line: impl IntoIterator<Item = OsString>) -> P {
    let line: Vec<OsString> = line.into_iter().collect();
    P::try_parse_from(&line).unwrap_or_else(|error| {
        if language_of(&line) == Language::English || !error.use_stderr() {
            error.exit()
        }
        eprint!("{}", french(&error));
        std::process::exit(error.exit_code())
    })
}

/// The language of a line that may be wrong anywhere: what `--lang` says, or the environment.
fn language_of(line: &[OsString]) -> Language {
    let words = || line.iter().map(|word| word.to_string_lossy());
    let wished = words().zip(words().skip(1)).find_map(|(word, next)| match &*word {
        "--lang" => next.parse().ok(),
        _ => None,
    });
    let joined = || words().find_map(|word| word.strip_prefix("--lang=")?.parse().ok());
    wished.or_else(joined).unwrap_or_else(language_of_environment)
}

/// The whole message.
fn french(error: &Error) -> String {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let mut out = format!("{style}erreur\u{a0}:{style:#} {}\n", sentence(error));
    for (kind, what) in [
        (ContextKind::SuggestedArg, "une option voisine existe"),
        (ContextKind::SuggestedSubcommand, "une commande voisine existe"),
        (ContextKind::SuggestedValue, "une valeur voisine existe"),
    ] {
        if let Some(near) = text(error, kind) {
            out += &format!("\n  {STRONG}conseil\u{a0}:{STRONG:#} {what}\u{a0}: {near}\n");
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string().replace("Usage:", "Usage\u{a0}:");
        out += &format!("\n{}\n", usage.replace("[COMMAND]", "[COMMANDE]").trim_end());
    }
    out + "\nPour en savoir plus (en anglais)\u{a0}: --help\n"
}

fn sentence(error: &Error) -> String {
    let about = text(error, ContextKind::InvalidArg).unwrap_or_default();
    let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{about} a besoin d’une valeur{}", possible(error))
        }
        ErrorKind::InvalidValue => {
            format!("«\u{a0}{value}\u{a0}» n’est pas une valeur de {about}{}", possible(error))
        }
        ErrorKind::ValueValidation => {
            let why = why(error);
            format!("«\u{a0}{value}\u{a0}» n’est pas une valeur de {about}\u{a0}: {why}")
        }
        ErrorKind::UnknownArgument => format!("l’argument {about} est inattendu"),
        ErrorKind::InvalidSubcommand => {
            let name = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("il n’y a pas de commande «\u{a0}{name}\u{a0}»")
        }
        ErrorKind::MissingRequiredArgument => format!("il manque\u{a0}: {about}"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "il manque une commande".to_owned()
        }
        ErrorKind::ArgumentConflict => match text(error, ContextKind::PriorArg) {
            Some(other) if other != about => format!("{about} ne va pas avec {other}"),
            _ => format!("{about} est donné plusieurs fois"),
        },
        ErrorKind::TooManyValues => {
            format!("«\u{a0}{value}\u{a0}» est de trop pour {about}")
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{about} n’a pas le bon nombre de valeurs")
        }
        ErrorKind::NoEquals => format!("{about} s’écrit avec «\u{a0}=\u{a0}»"),
        ErrorKind::InvalidUtf8 => "un argument n’est pas du texte UTF-8".to_owned(),
        _ => "la ligne de commande est fausse".to_owned(),
    }
}

/// What the reader knows about the mistake, as text.
fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(texts) => {
            Some(texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn possible(error: &Error) -> String {
    match text(error, ContextKind::ValidValue) {
        Some(values) if !values.is_empty() => format!("\u{a0}; valeurs possibles\u{a0}: {values}"),
        _ => String::new(),
    }
}

/// Why a value is none, by whoever read it.
fn why(error: &Error) -> String {
    let Some(source) = std::error::Error::source(error) else {
        return "elle ne convient pas".to_owned();
    };
    let said = source.downcast_ref::<Wrong>().map(|wrong| wrong.0.fr.to_string());
    let said =
        said.or_else(|| source.downcast_ref().map(|error: &SpecError| error.said().fr.to_string()));
    let said =
        said.or_else(|| source.downcast_ref().map(|error: &SprtError| error.said().fr.to_string()));
    let said = said
        .or_else(|| source.downcast_ref().map(|error: &NoSuchLevel| error.said().fr.to_string()));
    let said = said.or_else(|| source.downcast_ref().map(number));
    let address = source.is::<AddrParseError>().then(|| "ce n’est pas une adresse IP".to_owned());
    said.or(address).unwrap_or_else(|| of_text(&source.to_string()))
}

fn number(error: &ParseIntError) -> String {
    match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
            "ce nombre est trop grand".to_owned()
        }
        _ => "il faut un nombre entier".to_owned(),
    }
}

/// The reader's own checks of numbers say why in a text only.
fn of_text(english: &str) -> String {
    match english.split_once(" is not in ") {
        Some((_, range)) => match range.split_once("..") {
            Some((least, most)) => match most.trim_start_matches('=') {
                "" => format!("il faut un nombre à partir de {least}"),
                most if most.len() > 9 => format!("il faut un nombre à partir de {least}"),
                most => format!("il faut un nombre de {least} à {most}"),
            },
            None => "ce nombre ne convient pas".to_owned(),
        },
        None if english.contains("digit") || english.contains("integer") => {
            "il faut un nombre entier".to_owned()
        }
        None if english.contains("address") => "ce n’est pas une adresse IP".to_owned(),
        None => "elle ne convient pas".to_owned(),
    }
}
