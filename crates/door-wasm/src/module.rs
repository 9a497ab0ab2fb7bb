//! What the module does, whoever carries the bytes.

use crate::files::{ResourceKind, files, is_listed};
use crate::time::PageTime;
use galet_core::Phrase;
use galet_door::{Door, Thinker, browser_settings};
use galet_wire::socket::ErrorInfo;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the module asks of whoever runs it.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The milliseconds since 1970.
    pub now: fn() -> f64,
    /// A random whole number below 2⁵³.
    pub chance: fn() -> f64,
}

/// What a question is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A [`Call`](galet_wire::door::Call); the answer is a list of [`Told`](galet_wire::door::Told).
    Door = 0,
    /// An [`Errand`](galet_wire::door::Errand); the answer is a list of [`Report`](galet_wire::door::Report).
    Errand = 1,
    /// Nothing; the answer is a list of what was found since, as above.
    Reports = 2,
    /// A file to play by, or of puzzles: a line of JSON (`{"game": …, "kind": …}`) and its bytes. The answer is empty,
    /// or says why it is not taken ([`ErrorInfo`]).
    Resource = 3,
    /// Nothing; the answer is the list of those files ([`FileInfo`](crate::FileInfo)).
    Files = 4,
}

impl Kind {
    /// The kind with that number.
    pub fn from_number(number: u32) -> Option<Kind> {
        let kinds = [Kind::Door, Kind::Errand, Kind::Reports, Kind::Resource, Kind::Files];
        kinds.into_iter().find(|kind| *kind as u32 == number)
    }
}

/// A module: what keeps tables and what thinks. A page has one for each, and several that think.
pub struct Module {
    host: Host,
    /// Both are made when they are first asked for anything: who keeps the tables does not think.
    door: Option<Door>,
    thinker: Option<Thinker>,
}

/// The first line of a file that is handed in.
#[derive(Deserialize)]
struct ResourceLabel {
    game: String,
    kind: ResourceKind,
}

impl Module {
    /// A module that has not been asked anything yet.
    pub fn new(host: Host) -> Self {
        Module { host, door: None, thinker: None }
    }

    /// Answers a question: JSON, but for files.
    pub fn call(&mut self, kind: Kind, question: &[u8]) -> Vec<u8> {
        match kind {
            // Our own page asks in words that are right; others get nothing.
            Kind::Door => match serde_json::from_slice(question) {
                Ok(call) => json(&self.door().call(call)),
                Err(_) => json::<[(); 0]>(&[]),
            },
            Kind::Errand => {
                if let Ok(errand) = serde_json::from_slice(question) {
                    self.thinker().errand(errand);
                }
                json(&self.thinker().reports())
            }
            Kind::Reports => json(&self.thinker().reports()),
            Kind::Resource => {
                self.resource(question).map_or_else(|error| json(&error), |()| Vec::new())
            }
            Kind::Files => json(&files()),
        }
    }

    /// Thinks for a moment; gives whether there was anything to think about.
    pub fn slice(&mut self) -> bool {
        self.thinker.as_mut().is_some_and(Thinker::slice)
    }

    fn door(&mut self) -> &mut Door {
        let Host { now, chance } = self.host;
        let chance = move || chance() as u64;
        self.door.get_or_insert_with(|| Door::new(Arc::new(PageTime::new(now)), chance))
    }

    fn thinker(&mut self) -> &mut Thinker {
        let time = Arc::new(PageTime::new(self.host.now));
        self.thinker.get_or_insert_with(|| Thinker::new(time, browser_settings()))
    }

    fn resource(&mut self, question: &[u8]) -> Result<(), ErrorInfo> {
        let end = question.iter().position(|byte| *byte == b'\n').ok_or_else(wrong_file)?;
        let (label, bytes) = (&question[..end], &question[end + 1..]);
        let label: ResourceLabel = serde_json::from_slice(label).map_err(|_| wrong_file())?;
        if !is_listed(&label.game, label.kind, bytes) {
            return Err(wrong_file());
        }
        if label.kind == ResourceKind::Puzzles {
            let text = std::str::from_utf8(bytes).map_err(|_| wrong_file())?;
            return self.door().take_puzzles(&label.game, text);
        }
        self.thinker().resource(&label.game, label.kind.word(), bytes)
    }
}

fn wrong_file() -> ErrorInfo {
    ErrorInfo {
        code: "wrong-file".to_owned(),
        words: Phrase::new(
            "A file of the engine came damaged. Load the page again.",
            "Un fichier du moteur est arrivé abîmé. Rechargez la page.",
        ),
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("what travels becomes JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FileInfo;

    fn module() -> Module {
        Module::new(Host { now: || 1_800_000_000_000.0, chance: || 5.0 })
    }

    fn hand_in(module: &mut Module, label: &FileInfo, bytes: &[u8]) -> String {
        let label = serde_json::json!({ "game": label.game, "kind": label.kind }).to_string();
        let question = [label.as_bytes(), b"\n", bytes].concat();
        String::from_utf8(module.call(Kind::Resource, &question)).expect("text")
    }

    #[test]
    fn a_damaged_file_is_refused_and_the_right_one_is_taken() {
        let mut module = module();
        for file in files() {
            let bytes = match file.kind {
                ResourceKind::Network => galet_embedded::network(file.game),
                ResourceKind::Certificate => galet_embedded::certificate(file.game),
                ResourceKind::Puzzles => galet_embedded::puzzles(file.game).map(str::as_bytes),
            };
            let bytes = bytes.expect("it ships");
            assert!(hand_in(&mut module, &file, &bytes[1..]).contains("wrong-file"), "{file:?}");
            assert_eq!(hand_in(&mut module, &file, bytes), "", "{file:?}");
        }
    }

    #[test]
    fn nonsense_is_answered() {
        let mut module = module();
        for question in [&b""[..], b"{", b"{}\n", b"\xff\xff", b"{\"type\":\"none\"}"] {
            for kind in [Kind::Door, Kind::Errand, Kind::Reports] {
                assert_eq!(module.call(kind, question), b"[]", "{kind:?} {question:?}");
            }
            let refused = String::from_utf8(module.call(Kind::Resource, question)).expect("text");
            assert!(refused.contains("wrong-file"), "{refused}");
        }
        assert!(!module.slice());
    }

    #[test]
    fn kinds_have_their_numbers() {
        for number in 0..5 {
            assert_eq!(Kind::from_number(number).map(|kind| kind as u32), Some(number));
        }
        assert_eq!(Kind::from_number(5), None);
    }

    #[test]
    fn the_door_answers_as_a_server_would() {
        let call = br#"{"type":"request","to":3,"method":"GET","path":"/api/games"}"#;
        let told = String::from_utf8(module().call(Kind::Door, call)).expect("text");
        assert!(told.contains(r#""type":"reply","to":3,"status":200"#), "{told}");
    }
}
