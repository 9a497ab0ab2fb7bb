//! Patterns of lines.

use std::collections::BTreeMap;
use std::fmt;

/// Words that were remembered, by name.
pub(crate) type Memory = BTreeMap<String, String>;

/// A line as a script describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    words: Vec<Word>,
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    OneOf(Vec<String>),
    Number,
    Any,
    AnyNumberOf,
    Named(String),
}

impl Pattern {
    pub(crate) fn new(text: &str) -> Self {
        let word = |word: &str| match word {
            "#" => Word::Number,
            "*" => Word::Any,
            "..." => Word::AnyNumberOf,
            _ => match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some(name) => Word::Named(name.to_owned()),
                None => Word::OneOf(word.split('|').map(str::to_owned).collect()),
            },
        };
        Pattern { words: text.split_whitespace().map(word).collect(), text: text.to_owned() }
    }

    /// Whether a line matches; if it does, the memory afterwards.
    pub(crate) fn matches(&self, line: &str, memory: &Memory) -> Option<Memory> {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches(&self.words, &words, memory)
    }
}

fn matches(pattern: &[Word], line: &[&str], memory: &Memory) -> Option<Memory> {
    let Some((first, pattern)) = pattern.split_first() else {
        return line.is_empty().then(|| memory.clone());
    };
    if *first == Word::AnyNumberOf {
        return (0..=line.len()).find_map(|skipped| matches(pattern, &line[skipped..], memory));
    }
    let (&word, line) = line.split_first()?;
    let fits = match first {
        Word::OneOf(words) => words.iter().any(|w| w == word),
        Word::Number => word.parse::<i128>().is_ok(),
        Word::Any | Word::AnyNumberOf => true,
        Word::Named(name) => match memory.get(name) {
            Some(remembered) => remembered == word,
            None => {
                let mut memory = memory.clone();
                memory.insert(name.clone(), word.to_owned());
                return matches(pattern, line, &memory);
            }
        },
    };
    fits.then(|| matches(pattern, line, memory)).flatten()
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, line: &str, expected: bool) {
        let found = Pattern::new(pattern).matches(line, &Memory::new()).is_some();
        assert_eq!(found, expected, "{pattern:?} against {line:?}");
    }

    #[test]
    fn patterns_are_compared_word_by_word() {
        check("bestmove *", "bestmove  a1b2", true);
        check("bestmove *", "bestmove", false);
        check("bestmove *", "bestmove a b", false);
        check("score cp|forced #", "score cp -12", true);
        check("score cp|forced #", "score cp x", false);
        check("score cp|forced #", "score mate 1", false);
        check("info ... nodes # ...", "info depth 3 nodes 17 pv a b", true);
        check("info ... nodes # ...", "info nodes many", false);
        check("...", "", true);
        check("", "a", false);
        check("{m} ... {m}", "a b c a", true);
        check("{m} ... {m}", "a b c", false);
    }

    #[test]
    fn names_are_remembered_from_the_match_that_succeeds() {
        let found = Pattern::new("... {x} end").matches("a b c end", &Memory::new()).unwrap();
        assert_eq!(found["x"], "c");
        let known = Memory::from([("x".to_owned(), "b".to_owned())]);
        assert_eq!(Pattern::new("... {x} end").matches("a b c end", &known), None);
    }
}
