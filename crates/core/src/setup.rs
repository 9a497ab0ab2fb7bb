//! Start layouts and rule options.

use crate::{HistoryRules, Phrase, Shown};
use std::fmt::{self, Debug};
use std::hash::Hash;
use strsim::levenshtein;

/// The choices that players make before a game: a start layout and rule options.
///
/// The default value is the game as its leaflet has it.
pub trait Setup: Clone + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The start layouts, the default one first.
    fn layouts() -> &'static [Layout];

    /// The rule options.
    fn options() -> &'static [OptionSpec];

    /// The index in [`Setup::layouts`] of the layout chosen.
    fn layout(&self) -> usize;

    /// Chooses the layout with that index.
    fn set_layout(&mut self, index: usize);

    /// The value of an option, by its index in [`Setup::options`].
    fn option(&self, index: usize) -> Value;

    /// Sets an option, by its index, to a value that its [`OptionSpec::values`] allows.
    fn set_option(&mut self, index: usize, value: Value);

    /// The rules that need the history of the game.
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::default()
    }

    /// Reads a setup from names: a layout (or the default one) and `key`, `value` pairs.
    fn read<'a>(
        layout: Option<&str>,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SetupError> {
        let mut setup = Self::default();
        if let Some(name) = layout {
            let index = Self::layouts().iter().position(|l| l.name == name);
            setup.set_layout(index.ok_or_else(|| SetupError::unknown_layout::<Self>(name))?);
        }
        let mut seen = Vec::new();
        for (key, text) in options {
            let index = Self::options().iter().position(|o| o.key == key);
            let index = index.ok_or_else(|| SetupError::unknown_option::<Self>(key))?;
            if seen.contains(&index) {
                return Err(SetupError::RepeatedOption { key: key.to_owned() });
            }
            seen.push(index);
            let spec = &Self::options()[index];
            let value = spec.values.read(text).ok_or_else(|| SetupError::BadValue {
                key: key.to_owned(),
                value: text.to_owned(),
                expected: spec.values,
            })?;
            setup.set_option(index, value);
        }
        Ok(setup)
    }

    /// The name of the layout chosen.
    fn layout_name(&self) -> &'static str {
        Self::layouts()[self.layout()].name
    }

    /// The options that differ from the default, as `key`, `value`.
    fn changed_options(&self) -> Vec<(&'static str, String)> {
        let default = Self::default();
        (0..Self::options().len())
            .filter(|&i| self.option(i) != default.option(i))
            .map(|i| (Self::options()[i].key, self.option(i).to_string()))
            .collect()
    }
}

/// A named start layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The name that users type: small letters, digits and dashes.
    pub name: &'static str,
}

/// A rule option: its key, what it may be set to, and what it means.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionSpec {
    /// The key that users type.
    pub key: &'static str,
    /// The values allowed.
    pub values: Values,
    /// What the option means, as a sentence.
    pub meaning: Phrase,
}

/// The values that an option allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number in a range, both ends included.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
    /// A whole number in a range, or `off`.
    NumberOrOff {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
}

impl Values {
    /// Reads a value, if it is one of those allowed.
    pub fn read(&self, text: &str) -> Option<Value> {
        let number = |min, max| {
            // Digits only: the standard parser would take a leading `+` too.
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let n = digits.then(|| text.parse().ok()).flatten()?;
            (min..=max).contains(&n).then_some(Value::Number(n))
        };
        match *self {
            Values::OneOf(words) => words.iter().find(|w| **w == text).map(|w| Value::Word(w)),
            Values::Number { min, max } => number(min, max),
            Values::NumberOrOff { .. } if text == "off" => Some(Value::Off),
            Values::NumberOrOff { min, max } => number(min, max),
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::OneOf(words) => f.write_str(&words.join(" or ")),
            Values::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Values::NumberOrOff { min, max } => write!(f, "off, or a number from {min} to {max}"),
        }
    }
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A word of [`Values::OneOf`].
    Word(&'static str),
    /// A number.
    Number(u32),
    /// Switched off.
    Off,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Number(n) => write!(f, "{n}"),
            Value::Off => f.write_str("off"),
        }
    }
}

/// Why a setup from outside is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No layout has this name.
    #[error("there is no layout '{}'; {}", Shown(.name), hint(.near, .known))]
    UnknownLayout {
        /// The name asked for.
        name: String,
        /// Names that look like it.
        near: Vec<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// No option has this key.
    #[error("there is no option '{}'; {}", Shown(.key), hint(.near, .known))]
    UnknownOption {
        /// The key asked for.
        key: String,
        /// Keys that look like it.
        near: Vec<&'static str>,
        /// All keys.
        known: Vec<&'static str>,
    },
    /// An option cannot be set to this.
    #[error("option '{key}' cannot be '{}': it is {expected}", Shown(.value))]
    BadValue {
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// What would be right.
        expected: Values,
    },
    /// An option is given twice.
    #[error("option '{key}' is given twice")]
    RepeatedOption {
        /// The option.
        key: String,
    },
}

impl SetupError {
    fn unknown_layout<S: Setup>(name: &str) -> Self {
        let known: Vec<_> = S::layouts().iter().map(|l| l.name).collect();
        SetupError::UnknownLayout { name: name.to_owned(), near: near(name, &known), known }
    }

    fn unknown_option<S: Setup>(key: &str) -> Self {
        let known: Vec<_> = S::options().iter().map(|o| o.key).collect();
        SetupError::UnknownOption { key: key.to_owned(), near: near(key, &known), known }
    }
}

fn hint(near: &[&'static str], known: &[&'static str]) -> String {
    match (near, known) {
        (_, []) => "this game has none".to_owned(),
        ([], _) if known.len() > 8 => format!("known are {}, …", known[..8].join(", ")),
        ([], _) => format!("known are {}", known.join(", ")),
        _ => format!("did you mean {}?", near.join(" or ")),
    }
}

/// The names that a person may have meant: one contains the other, or few letters differ in the
/// whole name or in one of its words.
fn near(name: &str, known: &[&'static str]) -> Vec<&'static str> {
    let name: String = name.chars().take(40).flat_map(char::to_lowercase).collect();
    let alike = |k: &str| {
        !name.is_empty() && (k.contains(&name) || name.contains(k))
            || levenshtein(&name, k) <= 2
            || k.split('-').any(|word| word.len() > 3 && levenshtein(&name, word) <= 1)
    };
    known.iter().copied().filter(|k| alike(k)).take(4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_neighbours() {
        let known = ["standard", "belgian-daisy", "german-daisy", "wall"];
        assert_eq!(near("belgian", &known), ["belgian-daisy"]);
        assert_eq!(near("belgan", &known), ["belgian-daisy"]);
        assert_eq!(near("standart", &known), ["standard"]);
        assert_eq!(near("the-wall", &known), ["wall"]);
        assert!(near("xyzzy", &known).is_empty());
        assert!(near("", &known).is_empty());
    }

    #[test]
    fn values_read_only_what_they_allow() {
        let limit = Values::NumberOrOff { min: 1, max: 350 };
        assert_eq!(limit.read("off"), Some(Value::Off));
        assert_eq!(limit.read("350"), Some(Value::Number(350)));
        for wrong in ["0", "351", "+5", "-1", "", "99999999999", "on", "٣"] {
            assert_eq!(limit.read(wrong), None, "{wrong:?}");
        }
        let tie = Values::OneOf(&["plain", "towers-of-five"]);
        assert_eq!(tie.read("plain"), Some(Value::Word("plain")));
        assert_eq!(tie.read("Plain"), None);
    }
}
