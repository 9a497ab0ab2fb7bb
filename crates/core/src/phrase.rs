//! What is said to a person, in both languages: one type for all of it, from a word on a button to
//! a lesson.

use crate::Shown;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A sentence in English and in French. It exists in both or not at all, so that no language
/// can fall behind.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Phrase {
    /// In English.
    pub en: Cow<'static, str>,
    /// In French.
    pub fr: Cow<'static, str>,
}

impl Phrase {
    /// Pairs what is put together at run time.
    ///
    /// ```
    /// use galet_core::Phrase;
    /// let marbles = 3;
    /// let said = Phrase::new(format!("{marbles} marbles"), format!("{marbles} billes"));
    /// assert_eq!(said.fr, "3 billes");
    /// ```
    pub fn new(en: impl Into<Cow<'static, str>>, fr: impl Into<Cow<'static, str>>) -> Self {
        Phrase { en: en.into(), fr: fr.into() }
    }

    /// Pairs what is known at compile time: it can be a constant and allocates nothing.
    ///
    /// ```
    /// use galet_core::{Language, Phrase};
    /// static YOUR_TURN: Phrase = Phrase::fixed("Your turn.", "À vous de jouer.");
    /// assert_eq!(YOUR_TURN.get(Language::French), "À vous de jouer.");
    /// ```
    pub const fn fixed(en: &'static str, fr: &'static str) -> Self {
        Phrase { en: Cow::Borrowed(en), fr: Cow::Borrowed(fr) }
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
                text.to_mut().push(' ');
            }
            text.to_mut().push_str(more);
        }
        self
    }

    /// A clause as a sentence of its own: with a capital letter, unless it begins with the name
    /// of a cell, and a full stop.
    ///
    /// ```
    /// use galet_core::Phrase;
    /// let clause = Phrase::new("five is the most", "c5 est vide");
    /// assert_eq!(clause.sentence(), Phrase::new("Five is the most.", "c5 est vide."));
    /// ```
    #[must_use]
    pub fn sentence(&self) -> Self {
        Phrase::new(sentence(&self.en), sentence(&self.fr))
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// English.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "en"))]
    English,
    /// French.
    #[cfg_attr(feature = "serde", serde(rename = "fr"))]
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

/// The code stands for no language that Galet speaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{}' is not a language of Galet: en or fr", Shown(.0))]
pub struct UnknownLanguage(pub String);

impl FromStr for Language {
    type Err = UnknownLanguage;
    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        let known = Language::ALL.into_iter().find(|language| language.code() == code);
        known.ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}
