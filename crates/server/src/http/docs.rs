//! The HTTP part, described for programs (`/api/openapi.json`) and for people (`/api/docs`).
//!
//! One list, [`ADDRESSES`], is the source of both; the schemas come from the types themselves.
//! A test asks every address in the list.

use super::plain::{self, escape};
use axum::Json;
use axum::response::Html;
use galet_scene::{BoardStyle, Language};
use galet_wire::door::{Mirrored, MirroredEvents};
use galet_wire::guest::{Device, DeviceLink, Me, Reach, Rename, Results, TablePage};
use galet_wire::lesson::{Attempt, LessonAnswer, LessonView};
use galet_wire::puzzle::{
    PuzzleAnswer, PuzzleAttempt, PuzzleFound, PuzzleName, PuzzleOutcome, PuzzleShelf,
    PuzzleSolution, PuzzleView, PuzzlesFound, PuzzlesNear, PuzzlesWanted, SolverRating,
};
use galet_wire::setup::GameInfo;
use galet_wire::socket::{Ask, ErrorInfo, Message};
use galet_wire::study::{Arranged, Arrangement, GameLine, RecordTree, RecordsRead, RecordsText};
use galet_wire::table::{NewTable, Opened, TableView};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A type as JSON knows it.
type Typed = fn(&mut SchemaGenerator) -> Schema;

/// What an address gives.
#[derive(Clone, Copy)]
enum Gives {
    Json(Typed),
    Text(&'static str),
}

/// An address and how it is asked.
struct Address {
    method: &'static str,
    path: &'static str,
    does: &'static str,
    /// Names in the query, and what they mean.
    query: &'static [(&'static str, &'static str)],
    takes: Option<Typed>,
    gives: Gives,
}

const SVG: Gives = Gives::Text("image/svg+xml");
const PNG: Gives = Gives::Text("image/png");
const PGN: Gives = Gives::Text("application/vnd.chess-pgn");
const PLAIN: Gives = Gives::Text("text/plain");
const HTML: Gives = Gives::Text("text/html");

const fn gives<T: JsonSchema>() -> Gives {
    Gives::Json(SchemaGenerator::subschema_for::<T>)
}

const fn takes<T: JsonSchema>() -> Option<Typed> {
    Some(SchemaGenerator::subschema_for::<T>)
}

const fn get(path: &'static str, does: &'static str, gives: Gives) -> Address {
    Address { method: "get", path, does, query: &[], takes: None, gives }
}

const fn post(
    path: &'static str,
    does: &'static str,
    takes: Option<Typed>,
    gives: Gives,
) -> Address {
    Address { method: "post", path, does, query: &[], takes, gives }
}

impl Address {
    const fn asked(self, query: &'static [(&'static str, &'static str)]) -> Self {
        Address { query, ..self }
    }
}

const PICTURE: &[(&str, &str)] = &[
    ("theme", "auto, light or dark"),
    ("lang", "en or fr"),
    ("width", "from 16 to 4096"),
    ("coordinates", "true or false"),
    ("captions", "true or false: players, figures and the end above and below the board"),
    ("table", "true or false: the table under the board"),
    ("flipped", "true or false"),
];
const MOVES: &[(&str, &str)] = &[
    ("moves", "from 1 to 30"),
    ("theme", "auto, light or dark"),
    ("lang", "en or fr"),
    ("width", "from 16 to 4096"),
    ("flipped", "true or false"),
    ("board", BOARD),
];
const BOARD: &str = "own, or the name of one of the boards";
const LIST: &[(&str, &str)] = &[
    ("state", "running or finished"),
    ("game", "the name of a game"),
    ("result", "won, drawn or lost, as the visitor sees it"),
    (
        "level",
        "the level of the computer (1 to 9, expert-1 and up, full, or its number), or people",
    ),
    ("before", "what the page before gave"),
];

/// Every address of the HTTP part.
static ADDRESSES: &[Address] = &[
    get("/api/games", "The games: layouts, options, players.", gives::<Vec<GameInfo>>()),
    get(
        "/api/boards",
        "The boards that every set can lie on besides its own.",
        gives::<Vec<BoardStyle>>(),
    ),
    get("/api/games/{game}/layouts/{layout}.svg", "The picture of a start layout.", SVG)
        .asked(&[("board", BOARD)]),
    get("/api/games/{game}/lessons", "The course of a game.", gives::<Vec<LessonView>>()),
    post(
        "/api/games/{game}/lessons/{lesson}",
        "An attempt at a lesson.",
        takes::<Attempt>(),
        gives::<LessonAnswer>(),
    ),
    get("/api/games/{game}/puzzles", "The puzzles of a game: themes.", gives::<PuzzleShelf>()),
    get(
        "/api/games/{game}/puzzles/day/{day}",
        "The puzzle of a day, written 2027-01-31: the same for everybody.",
        gives::<PuzzleView>(),
    ),
    post(
        "/api/games/{game}/puzzles/near",
        "Puzzles near a strength that were not seen yet.",
        takes::<PuzzlesNear>(),
        gives::<PuzzlesFound>(),
    ),
    post(
        "/api/games/{game}/puzzles/find",
        "Puzzles by name.",
        takes::<PuzzlesWanted>(),
        gives::<Vec<PuzzleFound>>(),
    ),
    post(
        "/api/games/{game}/puzzles/attempt",
        "An attempt at a puzzle.",
        takes::<PuzzleAttempt>(),
        gives::<PuzzleAnswer>(),
    ),
    post(
        "/api/games/{game}/puzzles/solution",
        "The solution of a puzzle.",
        takes::<PuzzleName>(),
        gives::<PuzzleSolution>(),
    ),
    post(
        "/api/puzzles/rating",
        "How strong a solver is after a puzzle.",
        takes::<PuzzleOutcome>(),
        gives::<SolverRating>(),
    ),
    post("/api/tables", "Opens a table.", takes::<NewTable>(), gives::<Opened>()),
    get("/api/tables/{id}", "A table as this visitor sees it.", gives::<TableView>()),
    get("/api/tables/{id}/record", "The game as a record.", PGN),
    get("/api/tables/{id}/picture.svg", "The board now.", SVG).asked(PICTURE),
    get("/api/tables/{id}/picture.png", "The board now, at most 2048 wide.", PNG).asked(PICTURE),
    get("/api/tables/{id}/card.png", "The board on a card for links, 1200 × 630.", PNG)
        .asked(&[("lang", "en or fr")]),
    get("/api/tables/{id}/moves.svg", "The last moves, as a picture that moves.", SVG).asked(MOVES),
    get("/api/me", "The visitor.", gives::<Me>()),
    Address {
        method: "put",
        path: "/api/me",
        does: "Another name for the visitor, who shows the cookie that GET gave.",
        query: &[],
        takes: takes::<Rename>(),
        gives: gives::<Me>(),
    },
    Address {
        method: "delete",
        path: "/api/me",
        does: "Deletes everything about the visitor. Games with another person stay, without the \
               name; unfinished ones are resigned.",
        query: &[],
        takes: None,
        gives: gives::<Me>(),
    },
    get("/api/me/devices", "The browsers that are this visitor.", gives::<Vec<Device>>()),
    Address {
        method: "delete",
        path: "/api/me/devices",
        does: "Signs all browsers but this one out.",
        query: &[],
        takes: None,
        gives: gives::<Vec<Device>>(),
    },
    Address {
        method: "delete",
        path: "/api/me/devices/{device}",
        does: "Signs one browser out.",
        query: &[],
        takes: None,
        gives: gives::<Vec<Device>>(),
    },
    post(
        "/api/me/link",
        "A link that carries the identity to another device, once.",
        None,
        gives::<DeviceLink>(),
    ),
    get("/api/me/tables", "The visitor's tables, the newest first.", gives::<TablePage>())
        .asked(LIST),
    post(
        "/api/me/tables/{id}/events",
        "Keeps what happened at a table of the visitor's browser, whose name has 12 letters. At most \
         500 events in a call; the first call brings the opening. The same events again change \
         nothing; other ones under the same numbers are refused with 409 other-events, a gap before \
         them with 409 missing-events.",
        takes::<MirroredEvents>(),
        gives::<Mirrored>(),
    ),
    get(
        "/api/me/tables/{id}/events",
        "Everything that happened at such a table, for its own visitor.",
        gives::<MirroredEvents>(),
    )
    .asked(&[("from", "the number of the first event, from 1")]),
    get("/api/me/results", "How the visitor's finished games ended.", gives::<Results>()),
    get("/api/me/archive.pgn", "The visitor's finished games as one file.", PGN).asked(LIST),
    get("/device/{token}", "The page that such a link opens.", HTML),
    post("/device/{token}", "Uses the link up: this browser is that visitor now.", None, HTML),
    get("/api/reach", "Where others can reach this server.", gives::<Reach>()),
    get("/api/qr.svg", "A QR code.", SVG).asked(&[("text", "what it says")]),
    post(
        "/api/records/read",
        "Reads records of games.",
        takes::<RecordsText>(),
        gives::<RecordsRead>(),
    ),
    post("/api/records/write", "Writes a record.", takes::<RecordTree>(), PLAIN),
    post(
        "/api/positions",
        "The text of a position put together by hand.",
        takes::<Arrangement>(),
        gives::<Arranged>(),
    ),
    post("/api/picture", "The picture of the end of a line.", takes::<GameLine>(), SVG)
        .asked(PICTURE),
    get(
        "/api/socket",
        "The WebSocket: text messages, Ask to the server and Message from it.",
        gives::<(Ask, Message)>(),
    ),
    get("/health", "Whether the server is well and can save.", Gives::Text("application/json")),
    get("/metrics", "Figures, as Prometheus reads them.", PLAIN),
    get("/api/openapi.json", "This description for programs.", Gives::Text("application/json")),
    get("/api/docs", "This description for people.", HTML),
];

/// The OpenAPI document.
fn openapi() -> Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let refusal = generator.subschema_for::<ErrorInfo>();
    let mut paths = Map::new();
    for address in ADDRESSES {
        let operation = operation(address, &refusal, &mut generator);
        let path = paths.entry(address.path).or_insert_with(|| json!({}));
        path[address.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Galet",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables for abstract board games. Errors carry a ErrorInfo: a stable \
                            code and words in English and French.",
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

fn operation(address: &Address, refusal: &Schema, generator: &mut SchemaGenerator) -> Value {
    let text = json!({ "type": "string" });
    let content = match address.gives {
        Gives::Json(typed) => json!({ "application/json": { "schema": typed(generator) } }),
        Gives::Text(kind) => json!({ kind: { "schema": text } }),
    };
    let in_path = names_in(address.path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": text }));
    let in_query = address.query.iter().map(|(name, means)| {
        json!({ "name": name, "in": "query", "description": means, "schema": text })
    });
    let status = if (address.method, address.path) == ("post", "/api/tables") {
        "201"
    } else if address.path == "/api/socket" {
        "101"
    } else {
        "200"
    };
    let mut operation = json!({
        "summary": address.does,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            status: { "description": "Done.", "content": content },
            "default": {
                "description": "Refused.",
                "content": { "application/json": { "schema": refusal } },
            },
        },
    });
    if let Some(typed) = address.takes {
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": typed(generator) } },
        });
    }
    operation
}

/// The names in braces.
fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

/// `GET /api/openapi.json`.
pub(super) async fn document() -> Json<Value> {
    Json(openapi())
}

/// `GET /api/docs`.
pub(super) async fn page() -> Html<String> {
    let document = openapi();
    let mut body = String::from(
        "<h1>Galet</h1><p>What programs can ask over HTTP. The same for programs: \
         <a href=\"/api/openapi.json\">openapi.json</a>.</p><h2>Addresses</h2><table>",
    );
    for address in ADDRESSES {
        let operation = &document["paths"][address.path][address.method];
        let body_type = type_name(&operation["requestBody"]["content"]);
        let answers = operation["responses"].as_object().into_iter().flatten();
        let answer = answers.filter(|(status, _)| *status != "default").map(|(_, a)| a);
        let answer = answer.map(|answer| type_name(&answer["content"])).next();
        let query: Vec<_> = address.query.iter().map(|(name, _)| *name).collect();
        let query =
            if query.is_empty() { String::new() } else { format!("?{}", query.join("&amp;")) };
        let _ = write!(
            body,
            "<tr><td class=\"method\">{}</td><td><code>{}{query}</code></td><td>{}</td>\
             <td>{}</td><td>{}</td></tr>",
            address.method.to_uppercase(),
            address.path,
            address.does,
            body_type.unwrap_or_default(),
            answer.flatten().unwrap_or_default(),
        );
    }
    body.push_str("</table><h2>Types</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            body,
            "<h3 id=\"{name}\"><code>{name}</code></h3><details><summary>{}</summary>\
             <pre>{}</pre></details>",
            escape(schema["description"].as_str().unwrap_or_default()),
            escape(&text)
        );
    }
    plain::page(Language::English, "Galet: HTTP", &body)
}

/// The name of a type in a content, as a link to it.
fn type_name(content: &Value) -> Option<String> {
    let (kind, content) = content.as_object()?.iter().next()?;
    let schema = &content["schema"];
    let named = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str());
    let many = if schema["items"].is_object() { "[]" } else { "" };
    Some(match named.and_then(|path| path.rsplit('/').next()) {
        Some(name) => format!("<a href=\"#{name}\"><code>{name}{many}</code></a>"),
        None => format!("<code>{kind}</code>"),
    })
}
