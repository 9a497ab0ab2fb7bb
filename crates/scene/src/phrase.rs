//! Sentences in both languages.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A sentence in English and in French. It exists in both or not at all, so that no language
/// can fall behind.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Phrase {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Phrase {
    /// Pairs the two languages.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Phrase { en: en.into(), fr: fr.into() }
    }

    /// The sentence in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }

    /// This sentence, a space, and the next one.
    #[must_use]
    pub fn then(mut self, next: &Phrase) -> Self {
        for (text, more) in [(&mut self.en, &next.en), (&mut self.fr, &next.fr)] {
            if !text.is_empty() && !more.is_empty() {
                text.push(' ');
            }
            text.push_str(more);
        }
        self
    }

    /// A clause as a sentence of its own: with a capital letter, unless it begins with the name
    /// of a cell, and a full stop.
    ///
    /// ```
    /// use galet_scene::Phrase;
    /// let clause = Phrase::new("five is the most", "c5 est vide");
    /// assert_eq!(clause.sentence(), Phrase::new("Five is the most.", "c5 est vide."));
    /// ```
    #[must_use]
    pub fn sentence(&self) -> Self {
        Phrase { en: sentence(&self.en), fr: sentence(&self.fr) }
    }
}

fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    let is_cell = rest.starts_with(|second: char| second.is_ascii_digit());
    let mut text: String = if is_cell { first.to_string() } else { first.to_uppercase().collect() };
    text.push_str(rest);
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

/// A language that Galet speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// French.
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// The two letters that stand for the language: `en`, `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Language::ALL
            .into_iter()
            .find(|l| l.code() == text)
            .ok_or_else(|| format!("'{text}' is not a language of Galet: en or fr"))
    }
}
