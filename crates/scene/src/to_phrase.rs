//! Reasons that are told to a person.

use crate::Phrase;
use galet_core::{SetupError, Shown, Values};

/// A reason that a person is told: why a move, a position or a setup is refused.
pub trait ToPhrase {
    /// The reason as a clause: it can follow a colon and has no full stop.
    /// [`Phrase::sentence`] makes a sentence of it.
    fn to_phrase(&self) -> Phrase;
}

impl ToPhrase for SetupError {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            SetupError::UnknownLayout { name, near, known } => format!(
                "il n’y a pas de disposition «\u{a0}{}\u{a0}»\u{a0}; {}",
                Shown(name),
                hint(near, known)
            ),
            SetupError::UnknownOption { key, near, known } => format!(
                "il n’y a pas d’option «\u{a0}{}\u{a0}»\u{a0}; {}",
                Shown(key),
                hint(near, known)
            ),
            SetupError::BadValue { key, value, expected } => format!(
                "l’option «\u{a0}{key}\u{a0}» ne peut pas être «\u{a0}{}\u{a0}»\u{a0}: {}",
                Shown(value),
                values(expected)
            ),
            SetupError::RepeatedOption { key } => {
                format!("l’option «\u{a0}{key}\u{a0}» est donnée deux fois")
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}

/// What somebody may have meant, in French; in English the error itself says it.
fn hint(near: &[&'static str], known: &[&'static str]) -> String {
    const ENOUGH: usize = 8;
    match (near, known) {
        (_, []) => "ce jeu n’en a aucune".to_owned(),
        ([], _) if known.len() > ENOUGH => {
            format!("il y a {}, …", known[..ENOUGH].join(", "))
        }
        ([], _) => format!("il y a {}", known.join(", ")),
        _ => format!("vouliez-vous dire {}\u{a0}?", near.join(" ou ")),
    }
}

/// The values that an option takes, in French.
fn values(values: &Values) -> String {
    match values {
        Values::OneOf(words) => words.join(" ou "),
        Values::Number { min, max } => format!("un nombre de {min} à {max}"),
        Values::NumberOrOff { min, max } => format!("off, ou un nombre de {min} à {max}"),
    }
}
