//! Input that fits a JSON schema, or nearly: what a program would send that has read the
//! description of the server and means no good.

use galet_core::random::SplitMix64;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Makes input from the schemas of a document.
#[derive(Debug)]
pub(crate) struct Inventor<'a> {
    /// The document that references point into.
    document: &'a Value,
    /// Texts that mean something to the server: names of tables, games, moves.
    words: &'a Words,
}

/// Texts that mean something, by the name of the field in which they do.
pub(crate) type Words = BTreeMap<String, Vec<String>>;

/// Deeper than this nothing is invented.
const DEEPEST: usize = 12;
/// One value in so many does not fit its schema.
const WRONG: usize = 30;

impl<'a> Inventor<'a> {
    pub(crate) fn new(document: &'a Value, words: &'a Words) -> Self {
        Inventor { document, words }
    }

    /// A value that fits a schema, or nearly.
    pub(crate) fn value(&self, schema: &Value, random: &mut SplitMix64) -> Value {
        self.value_at(schema, "", random, 0)
    }

    /// A value for the field of this name.
    fn value_at(&self, schema: &Value, name: &str, random: &mut SplitMix64, depth: usize) -> Value {
        if depth > DEEPEST || random.below(WRONG) == 0 {
            return self.anything(random, 2);
        }
        let inner = |schema: &Value, random: &mut SplitMix64| {
            self.value_at(schema, name, random, depth + 1)
        };
        if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.document.pointer(place.trim_start_matches('#'));
            return target.map_or(Value::Null, |target| inner(target, random));
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        for choices in ["enum", "oneOf", "anyOf"] {
            let Some(list) = schema.get(choices).and_then(Value::as_array) else { continue };
            let Some(one) = list.get(random.below(list.len().max(1))) else { continue };
            if choices == "enum" {
                return one.clone();
            }
            let mut value = inner(one, random);
            self.properties(schema, &mut value, random, depth);
            return value;
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.get(random.below(kinds.len().max(1))),
            other => other,
        };
        match kind.and_then(Value::as_str) {
            Some("object") | None => {
                let mut value = json!({});
                self.properties(schema, &mut value, random, depth);
                value
            }
            Some("array") => {
                let parts = schema.get("prefixItems").and_then(Value::as_array);
                match (parts, schema.get("items")) {
                    (Some(parts), _) => parts.iter().map(|part| inner(part, random)).collect(),
                    (None, Some(items)) => {
                        (0..random.below(6)).map(|_| inner(items, random)).collect()
                    }
                    (None, None) => json!([]),
                }
            }
            Some("string") => self.text(name, random).into(),
            Some("integer" | "number") => number(random),
            Some("boolean") => (random.below(2) == 0).into(),
            Some(_) => Value::Null,
        }
    }

    fn properties(&self, schema: &Value, value: &mut Value, random: &mut SplitMix64, depth: usize) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        let Value::Object(object) = value else { return };
        for (name, schema) in properties {
            // Seldom one is forgotten.
            if random.below(3 * WRONG) != 0 {
                object.insert(name.clone(), self.value_at(schema, name, random, depth + 1));
            }
        }
    }

    /// A text for the field of this name: one that means something there, or one that hurts.
    pub(crate) fn text(&self, name: &str, random: &mut SplitMix64) -> String {
        let fitting = self.words.get(name).filter(|_| random.below(10) != 0);
        let mut others = self.words.values();
        let any = others.nth(random.below(self.words.len().max(1)));
        if let Some(words) = fitting.or(any.filter(|_| random.below(3) == 0)) {
            return words[random.below(words.len())].clone();
        }
        match random.below(8) {
            0 => String::new(),
            1 => "\u{0}\u{1b}[31m\u{202e}\u{feff}".to_owned(),
            2 => "9".repeat(1 + random.below(400)),
            3 => "é😀\u{301}".repeat(1 + random.below(50)),
            4 => "../".repeat(8) + "etc/passwd",
            5 => "' OR 1=1; --".to_owned(),
            6 => "x".repeat(random.below(5000)),
            _ => (0..random.below(20))
                .map(|_| char::from_u32(random.below(0x3000) as u32).unwrap_or('?'))
                .collect(),
        }
    }

    /// Any value at all.
    fn anything(&self, random: &mut SplitMix64, depth: usize) -> Value {
        match random.below(if depth == 0 { 4 } else { 6 }) {
            0 => Value::Null,
            1 => (random.below(2) == 0).into(),
            2 => number(random),
            3 => self.text("", random).into(),
            4 => (0..random.below(5)).map(|_| self.anything(random, depth - 1)).collect(),
            _ => {
                let mut object = Map::new();
                for _ in 0..random.below(5) {
                    object.insert(self.text("", random), self.anything(random, depth - 1));
                }
                object.into()
            }
        }
    }
}

fn number(random: &mut SplitMix64) -> Value {
    match random.below(8) {
        0 => json!(-1),
        1 => json!(u64::MAX),
        2 => json!(i64::MIN),
        3 => json!(1e300),
        4 => json!(0.5),
        5 => json!(u32::MAX),
        _ => json!(random.below(40)),
    }
}

/// The same bytes with something done to them.
pub(crate) fn spoil(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    for _ in 0..1 + random.below(4) {
        let place = random.below(bytes.len().max(1));
        match random.below(6) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place.min(bytes.len()), random.below(256) as u8),
            2 => {
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = random.below(256) as u8;
                }
            }
            3 => {
                let again = bytes[place.min(bytes.len())..].to_vec();
                bytes.extend(again.iter().take(2000));
            }
            4 => bytes.splice(0..0, b"[".repeat(1 + random.below(300))).for_each(drop),
            _ => bytes.extend(b"\xff\xfe\x00"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_invented_mostly_fits() {
        let document = json!({ "$defs": { "Name": { "type": "string" } } });
        let schema = json!({
            "type": "object",
            "properties": {
                "type": { "const": "watch" },
                "name": { "$ref": "#/$defs/Name" },
                "list": { "type": "array", "items": { "type": "integer" } },
            },
            "required": ["type"],
        });
        let words = Words::from([("name".to_owned(), vec!["table".to_owned()])]);
        let inventor = Inventor::new(&document, &words);
        let mut random = SplitMix64::new(1);
        let fits = |value: &Value| {
            value["type"] == "watch" && value["name"] == "table" && value["list"].is_array()
        };
        let values: Vec<_> = (0..400).map(|_| inventor.value(&schema, &mut random)).collect();
        let good = values.iter().filter(|value| fits(value)).count();
        assert!((250..390).contains(&good), "{good} of 400 fit");
    }
}
