//! Tables are called by chance; answers are compared without their names.

use crate::Step;
use galet_wire::socket::Question;
use serde_json::Value;

/// The names of the tables that one door has given, the first first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// The name of a table by its number.
    pub fn get(&self, number: usize) -> Option<&String> {
        self.0.get(number)
    }

    /// A step with the names of this door.
    pub fn fill(&self, step: &Step) -> Step {
        let name = |text: &str| self.in_text(text);
        match step {
            Step::Request { method, path, body } => {
                Step::Request { method, path: name(path), body: name(body) }
            }
            Step::Ask(question) => {
                let text = serde_json::to_string(question).expect("a question is JSON");
                let question: Question =
                    serde_json::from_str(&name(&text)).expect("a name changes nothing");
                Step::Ask(question)
            }
            Step::Wait(milliseconds) => Step::Wait(*milliseconds),
        }
    }

    fn in_text(&self, text: &str) -> String {
        let named = self.0.iter().enumerate().rev();
        named
            .fold(text.to_owned(), |text, (number, name)| text.replace(&format!("${number}"), name))
    }

    /// Learns the names in an answer, and gives it without them and without what depends on the machine.
    pub fn strip(&mut self, answer: &str) -> String {
        if let Ok(value) = serde_json::from_str::<Value>(answer) {
            self.learn(&value, "");
        }
        let named = self.0.iter().enumerate();
        let text = named.fold(answer.to_owned(), |text, (number, name)| {
            text.replace(name.as_str(), &format!("${number}"))
        });
        without_time(&text)
    }

    fn learn(&mut self, value: &Value, key: &str) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| self.learn(value, key)),
            Value::Array(parts) => parts.iter().for_each(|part| self.learn(part, key)),
            Value::String(text) => {
                let names_a_table =
                    ["id", "rematch"].contains(&key) && [10, 12].contains(&text.len());
                let is_name = text.bytes().all(|b| galet_door::LETTERS.contains(&b));
                if names_a_table && is_name && !self.0.contains(text) {
                    self.0.push(text.clone());
                }
            }
            _ => {}
        }
    }
}

/// How long an analysis took, and how much of it was done twice because it was cut into slices, is another matter on
/// every machine.
fn without_time(text: &str) -> String {
    if !text.starts_with("{\"type\":\"analysis\"") {
        return text.to_owned();
    }
    ["\"nodes\":", "\"elapsed\":"].iter().fold(text.to_owned(), |text, name| {
        let Some((before, after)) = text.split_once(name) else { return text };
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}{name}0{rest}")
    })
}
