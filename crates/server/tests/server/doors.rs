//! Whoever answers a page, this server or the door in a browser without one, says the same, byte for byte.

use crate::house::{House, wide};
use galet_door_kit::{Answered, LocalDoor, Names, Step, game, questions, requests};
use galet_test_client::{Client, Connection};
use galet_wire::socket::{Answer, Message, Question};

/// When every house begins.
const NOW: u64 = 1_700_000_000_000;

/// Both doors, asked the same.
struct Doors {
    house: House,
    client: Client,
    connection: Connection,
    local: LocalDoor,
    names: [Names; 2],
    asked: u32,
}

impl Doors {
    async fn open() -> Doors {
        let house = House::with(|settings| {
            wide(settings);
            settings.limits.address_rate = 1_000_000;
        })
        .await;
        let mut client = house.client();
        client.get("/api/me").await.unwrap();
        let connection = client.connect().await.unwrap();
        let names = [Names::default(), Names::default()];
        Doors { house, client, connection, local: LocalDoor::new(NOW), names, asked: 0 }
    }

    /// Asks both, and compares.
    async fn ask(&mut self, step: &Step) {
        let there = self.ask_house(&self.names[0].fill(step)).await;
        let here = self.local.step(&self.names[1].fill(step));
        let there = there.map(|answer| plain(answer, &mut self.names[0]));
        let here = here.map(|answer| plain(answer, &mut self.names[1]));
        self.asked += 1;
        if there != here && !hint_at_other_moves(there.as_ref(), here.as_ref()) {
            let (there, here) = (format!("{there:?}"), format!("{here:?}"));
            let differs = there.bytes().zip(here.bytes()).take_while(|(a, b)| a == b).count();
            let from = differs.saturating_sub(200);
            let part = |text: &str| {
                String::from_utf8_lossy(text.as_bytes().get(from..).unwrap_or_default())
                    .chars()
                    .take(600)
                    .collect::<String>()
            };
            let step: String = format!("{step:?}").chars().take(600).collect();
            panic!("{step}\n\nserver: …{}\n\n  door: …{}", part(&there), part(&here));
        }
    }

    async fn ask_house(&mut self, step: &Step) -> Option<Answered> {
        match step {
            Step::Wait(milliseconds) => {
                self.house.waits(*milliseconds);
                None
            }
            Step::Request { method, path, body } => {
                let reply = self.client.send(method, path, body.as_bytes()).await.unwrap();
                let kind = reply.header("content-type").unwrap_or_default().to_owned();
                Some(Answered::Reply { status: reply.status, kind, body: reply.text() })
            }
            Step::Ask(question) => Some(Answered::Messages(self.ask_socket(question).await)),
        }
    }

    /// The answer, and what is told because of the question.
    async fn ask_socket(&mut self, question: &Question) -> Vec<String> {
        let answer = self.connection.ask(question.clone()).await.unwrap();
        let happens = matches!(question, Question::Move { .. } | Question::Act { .. });
        let analyses = matches!(question, Question::Analyse { .. });
        let mut waits = answer == Answer::Done && (happens && self.watches(question) || analyses);
        let mut messages = vec![Message::Answer { to: 1, answer }];
        while waits {
            let message = self.connection.next().await.unwrap();
            match &message {
                Message::Happened { .. } => waits = false,
                Message::Analysis { view, .. } => waits = !view.done,
                _ => continue,
            }
            messages.push(message);
        }
        messages.iter().map(|message| serde_json::to_string(message).unwrap()).collect()
    }

    /// Only the first two tables of the game are watched.
    fn watches(&self, question: &Question) -> bool {
        let (Question::Move { table, .. } | Question::Act { table, .. }) = question else {
            return false;
        };
        [self.names[0].get(0), self.names[0].get(1)].contains(&Some(table))
    }
}

/// An answer without what chance and the machine have put in. Of an analysis only its end is the same everywhere.
fn plain(answer: Answered, names: &mut Names) -> Answered {
    match answer {
        Answered::Reply { status, kind, body } => {
            let body = names.strip(&body);
            Answered::Reply { status, kind, body }
        }
        Answered::Messages(messages) => {
            let mut messages: Vec<String> =
                messages.iter().map(|text| names.strip(&number_1(text))).collect();
            messages.retain(|text| !is_on_the_way(text));
            // Who asked hears that it is done before or after what happened.
            messages.sort_by_key(|text| !text.starts_with("{\"type\":\"answer\""));
            Answered::Messages(messages)
        }
    }
}

/// Both hint at the best move that they have found in some time: where the machine is busy one of them finds another. What is
/// said of the same move is the same.
fn hint_at_other_moves(there: Option<&Answered>, here: Option<&Answered>) -> bool {
    let moved = |answered: Option<&Answered>| match answered? {
        Answered::Messages(messages) => match serde_json::from_str(messages.first()?).ok()? {
            Message::Answer { answer: Answer::Hint { hint }, .. } => Some(hint.text),
            _ => None,
        },
        Answered::Reply { .. } => None,
    };
    matches!((moved(there), moved(here)), (Some(one), Some(other)) if one != other)
}

/// Every question has a number, which only who asked it cares for.
fn number_1(text: &str) -> String {
    let Ok(mut message) = serde_json::from_str::<Message>(text) else { return text.to_owned() };
    if let Message::Answer { to, .. }
    | Message::Analysis { to, .. }
    | Message::ReviewProgress { to, .. } = &mut message
    {
        *to = 1;
    }
    serde_json::to_string(&message).unwrap()
}

/// What comes when, and how often, is the machine's affair.
fn is_on_the_way(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(Message::Analysis { view, .. }) => !view.done,
        Ok(Message::ReviewProgress { .. }) => true,
        _ => false,
    }
}

#[tokio::test]
async fn requests_are_answered_alike() {
    let mut doors = Doors::open().await;
    for step in requests() {
        doors.ask(&step).await;
    }
    assert!(doors.asked > 300, "{}", doors.asked);
    doors.house.close().await;
}

#[tokio::test]
async fn questions_are_answered_alike() {
    let mut doors = Doors::open().await;
    for step in questions() {
        doors.ask(&step).await;
    }
    assert!(doors.asked > 300, "{}", doors.asked);
    doors.house.close().await;
}

#[tokio::test]
async fn tables_are_kept_alike() {
    for one in galet_games::all() {
        let mut doors = Doors::open().await;
        for step in game(one.name()) {
            doors.ask(&step).await;
        }
        doors.house.close().await;
    }
}
