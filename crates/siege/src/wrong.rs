//! Wrong input: on every address that the server describes itself, and in every message of its
//! WebSocket. Each gets a refusal in words, none an error of the server's own, nothing panics, and
//! those who play notice nothing.

use crate::play::{Latencies, Players, alone, answers};
use crate::schema::{Inventor, Words, spoil};
use crate::{Fort, SiegeError, broken};
use galet_core::random::SplitMix64;
use galet_test_client::{Client, ClientError, Connection, KeptTable, Scripts, Served};
use galet_wire::socket::{Ask, Message};
use galet_wire::table::ClockTerms;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct WrongInput {
    /// Requests sent.
    pub requests: u64,
    /// Their answers, by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Messages sent over WebSockets.
    pub messages: u64,
    /// Those who played meanwhile.
    pub played: Latencies,
}

const ATTACKERS: u64 = 4;
const PLAYERS: usize = 3;
const PAUSE: Duration = Duration::from_millis(50);
/// Of so many inputs one is an HTTP request, the others are messages.
const SHARE: u64 = 2;
/// An answer that takes longer does not come.
const PATIENCE: Duration = Duration::from_secs(60);
/// Messages over one WebSocket before a new one is opened.
const MESSAGES: u64 = 200;

/// A time that lies behind every server, in milliseconds since 1970.
const LONG_AGO: u64 = 1_700_000_000_000;

/// An address as the server describes it.
#[derive(Clone, Debug)]
struct Address {
    method: String,
    path: String,
    /// The schema of the body.
    body: Option<Value>,
}

/// Sends `inputs` wrong ones.
pub async fn attack(program: &Path, inputs: u64, seed: u64) -> Result<WrongInput, SiegeError> {
    let fort = Fort::new(program)?.with(&[
        "--guest-rate",
        "1000000",
        "--address-rate",
        "1000000",
        "--open-tables",
        "1000000",
        "--analysis-seconds",
        "1",
    ]);
    let served = fort.start().await?;
    let players = Players::begin(PLAYERS, PAUSE, served.address, |_| Vec::new());
    let document: Value = served.client().get("/api/openapi.json").await?.read()?;
    let addresses = addresses(&document);
    if addresses.len() < 15 {
        return broken(format!("the server describes only {} addresses", addresses.len()));
    }
    let shared = Arc::new((document, addresses, words(&served).await?));
    let attackers: Vec<_> = (0..ATTACKERS)
        .map(|number| {
            let (shared, client) = (shared.clone(), served.client());
            let random = SplitMix64::new(seed.wrapping_mul(ATTACKERS).wrapping_add(number));
            tokio::spawn(async move { annoy(&shared, client, inputs / ATTACKERS, random).await })
        })
        .collect();
    let mut result = WrongInput::default();
    for attacker in attackers {
        match attacker.await {
            Ok(found) => {
                let found = found?;
                result.requests += found.requests;
                result.messages += found.messages;
                for (status, count) in found.statuses {
                    *result.statuses.entry(status).or_default() += count;
                }
            }
            Err(error) => return broken(format!("an attacker ended badly: {error}")),
        }
    }
    result.played = players.end().await?;
    if served.client().get("/health").await?.status != 200 {
        return broken("the server is not well");
    }
    served.kill().await?;
    fort.never_panicked()?;
    Ok(result)
}

/// Everything that the server says it listens to.
fn addresses(document: &Value) -> Vec<Address> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(|(method, does)| Address {
                method: method.to_uppercase(),
                path: path.clone(),
                body: does.pointer("/requestBody/content/application~1json/schema").cloned(),
            })
        })
        .collect()
}

/// Texts that mean something to the server.
async fn words(served: &Served) -> Result<Words, SiegeError> {
    let mut words = Words::new();
    let mut add = |names: &[&str], texts: Vec<String>| {
        for &name in names.iter().filter(|_| !texts.is_empty()) {
            words.entry(name.to_owned()).or_default().extend(texts.iter().cloned());
        }
    };
    let (mut client, scripts) = (served.client(), Scripts::new());
    for (number, game) in galet_games::all().iter().enumerate() {
        add(&["game"], vec![game.name().to_owned()]);
        add(&["table", "id"], vec![client.open_table(&alone(game.name())).await?]);
        // Games that a browser keeps: one that is here, and what another could bring.
        let name = format!("abcdefghijk{}", number + 2);
        let mut kept = KeptTable::open(&name, &alone(game.name()), LONG_AGO);
        kept.plays(3, ClockTerms::None);
        kept.mirror(&mut client, 1).await?;
        add(&["table", "id"], vec![name, format!("mnpqrstuvwx{}", number + 2)]);
        add(&["events"], kept.from(1).events);
        let lessons = client.get(&format!("/api/games/{}/lessons", game.name())).await?;
        let lessons: Vec<Value> = lessons.read()?;
        let ids = lessons.iter().filter_map(|lesson| lesson["id"].as_str());
        add(&["lesson"], ids.map(str::to_owned).collect());
        let Ok(progress) = game.start(&Default::default()) else { continue };
        add(&["moves"], vec![scripts.get(number).moves[0].clone()]);
        add(&["text", "move"], progress.legal_moves(5).texts);
        add(&["position"], vec![progress.position_text()]);
        add(&["layout"], progress.setup().layout.into_iter().collect());
    }
    Ok(words)
}

async fn annoy(
    (document, addresses, words): &(Value, Vec<Address>, Words),
    mut client: Client,
    inputs: u64,
    mut random: SplitMix64,
) -> Result<WrongInput, SiegeError> {
    let schema = serde_json::to_value(schemars::schema_for!(Ask)).unwrap_or_default();
    let (http, socket) = (Inventor::new(document, words), Inventor::new(&schema, words));
    let mut result = WrongInput::default();
    let mut connection = None;
    for number in 0..inputs {
        if number % SHARE == 0 {
            let address = &addresses[random.below(addresses.len())];
            let status = request(&http, address, &mut client, &mut random).await?;
            result.requests += 1;
            *result.statuses.entry(status).or_default() += 1;
            // Now and then somebody new.
            if random.below(20) == 0 {
                client.cookie = None;
            }
        } else {
            let there = match connection.take() {
                Some(there) if result.messages % MESSAGES != 0 => there,
                _ => client.connect().await?,
            };
            connection = message(&socket, &schema, there, &mut random).await?;
            result.messages += 1;
        }
    }
    Ok(result)
}

/// A request that is wrong somewhere.
async fn request(
    inventor: &Inventor<'_>,
    address: &Address,
    client: &mut Client,
    random: &mut SplitMix64,
) -> Result<u16, SiegeError> {
    let mut path = String::new();
    for (number, part) in address.path.split(['{', '}']).enumerate() {
        match number % 2 {
            0 => path.push_str(part),
            _ => path.push_str(&encoded(&inventor.text(part, random))),
        }
    }
    if random.below(3) == 0 {
        let (name, value) = (inventor.text("", random), inventor.text("", random));
        path.push_str(&format!("?{}={}&width=1&text=x", encoded(&name), encoded(&value)));
    }
    let mut body = match &address.body {
        Some(schema) => inventor.value(schema, random).to_string().into_bytes(),
        None => Vec::new(),
    };
    if random.below(3) == 0 {
        spoil(&mut body, random);
    }
    let methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"];
    let method = match random.below(10) {
        0 => methods[random.below(methods.len())],
        _ => address.method.as_str(),
    };
    let path: String = path.chars().take(3000).collect();
    let reply = client.send(method, &path, &body).await;
    let reply = reply.map_err(|error| {
        SiegeError::Broken(format!("{method} {path}: {error}: {}", String::from_utf8_lossy(&body)))
    })?;
    if reply.status >= 500 && reply.status != 503 {
        let body = String::from_utf8_lossy(&body);
        return broken(format!("{method} {path}: {} to {body}", reply.status));
    }
    Ok(reply.status)
}

/// A text as it can stand in an address.
fn encoded(text: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let bytes = text.bytes().take(500);
    bytes.map(|b| if keep(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// A message that is wrong somewhere; it is answered, or ends the connection.
async fn message(
    inventor: &Inventor<'_>,
    schema: &Value,
    mut connection: Connection,
    random: &mut SplitMix64,
) -> Result<Option<Connection>, SiegeError> {
    let mut ask = inventor.value(schema, random);
    let number = 1 + random.below(1_000_000) as u32;
    let numbered = ask.is_object() && random.below(10) != 0;
    if let (true, Value::Object(ask)) = (numbered, &mut ask) {
        ask.insert("id".to_owned(), number.into());
    }
    let mut text = ask.to_string().into_bytes();
    let spoiled = random.below(4) == 0;
    if spoiled {
        spoil(&mut text, random);
    }
    let sent = match String::from_utf8(text) {
        Ok(text) => connection.send_text(&text).await,
        Err(bytes) => connection.send_bytes(bytes.into_bytes()).await,
    };
    if sent.is_err() {
        return Ok(None);
    }
    // Whatever it was, it is answered: a refusal names its number, or none if that is unreadable.
    let answer = answered(&mut connection, |to| spoiled || !numbered || to == number || to == 0);
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(Ok(true)) => Ok(Some(connection)),
        Ok(Ok(false)) => Ok(None),
        Ok(Err(error)) => Err(error),
        Err(_) => broken(format!("no answer to {ask}")),
    }
}

/// Waits for the answer that is meant; `false` if the connection ends instead.
async fn answered(
    connection: &mut Connection,
    is_meant: impl Fn(u32) -> bool,
) -> Result<bool, SiegeError> {
    loop {
        match connection.next().await {
            Ok(message) => match answers(&message) {
                Some(to) if is_meant(to) => return Ok(true),
                _ if matches!(message, Message::Goodbye) => return broken("the server goes down"),
                _ => {}
            },
            Err(ClientError::Unreadable(text)) => return broken(format!("unreadable: {text}")),
            Err(_) => return Ok(false),
        }
    }
}
