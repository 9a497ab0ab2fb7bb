//! Addresses as a server has them, answered here.

use crate::out::Hindrance;
use crate::words::needs_server;
use crate::{Door, ME, file};
use galet_games::record::write;
use galet_study::{PictureQuery, StudyError};
use galet_table::{FilterError, Table};
use galet_wire::door::{Call, Told};
use galet_wire::guest::{Me, Rename};
use galet_wire::guest_name;
use galet_wire::lesson::Attempt;
use galet_wire::puzzle::PuzzleOutcome;
use galet_wire::query::decode;
use galet_wire::refusal::Refusal;
use galet_wire::study::{Arrangement, GameLine, RecordTree, RecordsText};
use galet_wire::table::{NewTable, Opened, SeatRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An answer as HTTP would carry it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Response {
    status: u16,
    kind: &'static str,
    body: String,
}

/// What a question has at most, in bytes.
pub(crate) const SMALL: usize = 64 * 1024;
/// What a table to be opened has at most: it may begin with the moves of a game.
const OPENING: usize = 256 * 1024;
/// What a file of records has at most.
const RECORDS: usize = 2 * 1024 * 1024;

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";
pub(crate) const RECORD: &str = "application/vnd.chess-pgn; charset=utf-8";

impl Response {
    pub(crate) fn text(kind: &'static str, body: String) -> Response {
        Response { status: 200, kind, body }
    }

    pub(crate) fn json<T: Serialize + ?Sized>(status: u16, value: &T) -> Response {
        let body =
            serde_json::to_string(value).expect("answers are made of texts, numbers and lists");
        Response { status, kind: JSON, body }
    }

    /// JSON that is text already.
    pub(crate) fn json_text(body: String) -> Response {
        Response::text(JSON, body)
    }
}

/// A request as its handlers see it.
pub(crate) struct Asked<'a> {
    method: &'a str,
    query: &'a str,
    body: &'a str,
}

impl Asked<'_> {
    /// What only one method may ask.
    pub(crate) fn by(&self, method: &str) -> Result<(), Hindrance> {
        if self.method == method { Ok(()) } else { Err(Refusal::wrong_method().into()) }
    }

    /// The body as JSON of so many bytes at most.
    pub(crate) fn body<T: DeserializeOwned>(&self, most: usize) -> Result<T, Hindrance> {
        if self.body.len() > most {
            return Err(Refusal::too_large().into());
        }
        serde_json::from_str(self.body).map_err(|error| malformed(&error.to_string()))
    }

    fn picture(&self) -> Result<PictureQuery, Hindrance> {
        PictureQuery::read(self.query).map_err(|why| malformed(&why))
    }
}

impl Door {
    /// Answers a request.
    pub(crate) fn request(
        &mut self,
        to: u32,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<Response, Hindrance> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let asked = Asked { method, query, body: body.unwrap_or_default() };
        let Some(below) = path.strip_prefix("/api/") else {
            return Err(Refusal::no_such_page().into());
        };
        let parts: Vec<String> = below.split('/').map(decode).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts[..] {
            ["me", ..] => self.about_me(to, &asked, &parts[1..]),
            ["tables", ..] => self.about_tables(&asked, &parts[1..]),
            ["games", game, "puzzles", ..] => self.about_puzzles(&asked, game, &parts[3..]),
            _ => study(&asked, &parts),
        }
    }

    /// Says what came of a request.
    pub(crate) fn reply(&mut self, to: u32, answer: Result<Response, Hindrance>, call: &Call) {
        let response = match answer {
            Ok(response) => response,
            Err(Hindrance::Refused(refusal)) => Response::json(refusal.status, &refusal.info),
            Err(Hindrance::FetchPuzzles(game)) => {
                return self.out.then(Told::FetchPuzzles { game, again: Box::new(call.clone()) });
            }
            Err(Hindrance::Fetch(table)) => {
                let mut again = Box::new(call.clone());
                // A file that was read is here: it need not come and go with every table.
                if let Call::Request { body, .. } = &mut *again
                    && self.has_read(to)
                {
                    *body = None;
                }
                return self.out.then(Told::Fetch { table, again });
            }
        };
        let Response { status, kind, body } = response;
        self.out.then(Told::Reply { to, status, kind: kind.to_owned(), body });
    }

    fn about_me(
        &mut self,
        to: u32,
        asked: &Asked<'_>,
        parts: &[&str],
    ) -> Result<Response, Hindrance> {
        match parts {
            [] if asked.method == "PUT" => {
                let Rename { name } = asked.body(SMALL)?;
                self.rename(guest_name::clean(&name).map_err(Refusal::bad_name)?);
                Ok(self.me())
            }
            [] => asked.by("GET").map(|()| self.me()),
            ["tables"] => {
                asked.by("GET")?;
                Ok(Response::json(200, &self.page(asked.query)?))
            }
            ["results"] => asked.by("GET").map(|()| Response::json(200, &self.results())),
            ["archive.pgn"] => {
                asked.by("GET")?;
                self.archive(to, asked.query)
            }
            ["games.json"] if asked.method == "POST" => {
                if asked.body.len() > file::LONGEST {
                    return Err(Refusal::too_large().into());
                }
                self.take_in(to, asked.body)
            }
            ["games.json"] => {
                asked.by("GET")?;
                self.give_out(to)
            }
            _ => Err(Refusal::no_such_page().into()),
        }
    }

    fn me(&self) -> Response {
        Response::json(200, &Me { name: self.name.clone(), turns: self.turns_now() })
    }

    fn about_tables(&mut self, asked: &Asked<'_>, parts: &[&str]) -> Result<Response, Hindrance> {
        let [id, rest @ ..] = parts else {
            asked.by("POST")?;
            return self.open(&asked.body(OPENING)?);
        };
        match rest {
            [] | ["record" | "picture.svg" | "moves.svg"] => asked.by("GET")?,
            _ => return Err(Refusal::no_such_page().into()),
        }
        let (now, names) = (self.now(), self.names());
        match rest {
            ["record"] => {
                let record = self.kept(id)?.table.record(&names);
                Ok(Response::text(RECORD, write(&record)))
            }
            ["picture.svg"] => {
                let options = asked.picture()?.options().map_err(|why| malformed(&why))?;
                Ok(Response::text(SVG, self.kept(id)?.table.sight().paint(options)))
            }
            ["moves.svg"] => {
                let query = asked.picture()?;
                let moves = query.moves().map_err(|why| malformed(&why))?;
                let options = query.options().map_err(|why| malformed(&why))?;
                Ok(Response::text(SVG, self.kept(id)?.table.sight().paint_moves(moves, options)))
            }
            _ => {
                let kept = self.kept(id)?;
                let view = kept.table.view(Some(ME), &kept.presence, kept.shown_at(now), &names);
                Ok(Response::json(200, &view))
            }
        }
    }

    fn open(&mut self, message: &NewTable) -> Result<Response, Hindrance> {
        if message.seats.contains(&SeatRequest::Friend) {
            return Err(needs_server().into());
        }
        let (id, seed, now) = (self.fresh_name(), self.seed(), self.now());
        let (table, event) = Table::open(&id, message, galet_engine::experts, ME, seed, now)
            .map_err(|refused| Refusal::unprocessable((&refused).into()))?;
        self.keep_new(table, &event);
        self.tell_turns();
        Ok(Response::json(201, &Opened { id }))
    }
}

/// Games, lessons, records, positions: what depends on the question alone.
fn study(asked: &Asked<'_>, parts: &[&str]) -> Result<Response, Hindrance> {
    match parts {
        ["games"] => {
            asked.by("GET")?;
            let games = galet_study::games_info(
                galet_engine::provable,
                galet_engine::experts,
                galet_engine::elo,
            );
            Ok(Response::json(200, &games))
        }
        ["boards"] => asked.by("GET").map(|()| Response::json(200, galet_scene::boards())),
        ["games", game, "layouts", file] => {
            asked.by("GET")?;
            let board = asked.picture()?.board();
            let layout = file.strip_suffix(".svg").ok_or_else(Refusal::no_such_page)?;
            Ok(Response::text(SVG, galet_study::layout_picture(game, layout, &board)?))
        }
        ["games", game, "lessons"] => {
            asked.by("GET")?;
            Ok(Response::json(200, &galet_study::lessons(game)?))
        }
        ["games", game, "lessons", lesson] => {
            asked.by("POST")?;
            let attempt: Attempt = asked.body(SMALL)?;
            Ok(Response::json(200, &galet_study::attempt(game, lesson, &attempt)?))
        }
        ["records", "read"] => {
            asked.by("POST")?;
            let text: RecordsText = asked.body(RECORDS)?;
            Ok(Response::json(200, &galet_study::read_records(&text)?))
        }
        ["records", "write"] => {
            asked.by("POST")?;
            let tree: RecordTree = asked.body(RECORDS)?;
            Ok(Response::text(TEXT, galet_study::write_record(&tree)?))
        }
        ["puzzles", "rating"] => {
            asked.by("POST")?;
            let outcome: PuzzleOutcome = asked.body(SMALL)?;
            Ok(Response::json(200, &galet_study::puzzle_rating(&outcome)?))
        }
        ["positions"] => {
            asked.by("POST")?;
            let arrangement: Arrangement = asked.body(SMALL)?;
            Ok(Response::json(200, &galet_study::arrange(&arrangement)?))
        }
        ["picture"] => {
            asked.by("POST")?;
            let options = asked.picture()?.options().map_err(|why| malformed(&why))?;
            let line: GameLine = asked.body(SMALL)?;
            Ok(Response::text(SVG, galet_study::line_picture(&line, &options)?))
        }
        _ => Err(Refusal::no_such_page().into()),
    }
}

pub(crate) fn malformed(why: &str) -> Hindrance {
    Refusal::malformed(why).into()
}

impl From<FilterError> for Hindrance {
    fn from(error: FilterError) -> Self {
        match error {
            FilterError::Game(unknown) => StudyError::from(unknown).into(),
            FilterError::Malformed(why) => malformed(&why),
        }
    }
}
