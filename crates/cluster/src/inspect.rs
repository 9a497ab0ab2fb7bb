//! What must hold while everybody rests.

use crate::play::{Hall, Kind, Known};
use crate::stored::{self, Gift, Window};
use crate::{FaultError, broken, clocks};
use galet_core::random::SplitMix64;
use galet_services::Postgres;
use galet_test_client::{Client, ClientError, Connection};
use galet_wire::socket::Answer;
use galet_wire::table::{MoveView, Sitter, TableView};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;
use tokio::time::sleep;

/// A node that has not heard of something yet hears of it within this time.
const LAG: Duration = Duration::from_secs(15);
/// At so many tables each time people and strangers are looked at closely.
const CLOSELY: usize = 25;

/// Who looks.
pub(crate) struct Inspector {
    nodes: Vec<SocketAddr>,
    strangers: Vec<Connection>,
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) tables: usize,
    pub(crate) events: usize,
    /// The longest time until a node had heard of everything.
    pub(crate) lag: Duration,
    /// The most that a clock charged beyond what its player knows of.
    pub(crate) beyond: Duration,
    /// The most that clocks left out of a turn while nothing was broken.
    pub(crate) idle: Duration,
    /// Turns of which more than a little was.
    pub(crate) gifts: BTreeSet<Gift>,
    /// Moves of strangers, all refused.
    pub(crate) strangers: usize,
}

/// What is the same for everybody.
#[derive(Clone, PartialEq, Debug)]
struct Face {
    seq: u32,
    moves: Vec<(String, Option<u64>)>,
    over: bool,
    sitters: [Sitter; 2],
}

impl Face {
    fn of(view: &TableView) -> Self {
        let moves = view.moves.iter().map(|played: &MoveView| (played.text.clone(), played.left));
        Face {
            seq: view.state.seq,
            moves: moves.collect(),
            over: view.state.ending.is_some(),
            sitters: view.state.seats.clone().map(|seat| seat.sitter),
        }
    }
}

impl Inspector {
    /// Comes to every node as a stranger.
    pub(crate) async fn new(nodes: Vec<SocketAddr>) -> Result<Self, ClientError> {
        let mut strangers = Vec::new();
        for &node in &nodes {
            strangers.push(Client::new(node).connect().await?);
        }
        Ok(Inspector { nodes, strangers })
    }

    /// Looks at every table that changed, through every node and in the database.
    pub(crate) async fn inspect(
        &mut self,
        hall: &Hall,
        database: Option<(&Postgres, &str, &[Window])>,
        random: &mut SplitMix64,
    ) -> Result<Seen, FaultError> {
        let mut tables = Vec::new();
        for table in hall.tables() {
            let mut known = table.lock().unwrap_or_else(PoisonError::into_inner);
            if !known.inspected {
                tables.push(known.clone());
                known.inspected = known.left;
            }
        }
        let mut seen = Seen { tables: tables.len(), ..Seen::default() };
        for known in &tables {
            self.same_everywhere(known, &mut seen).await?;
        }
        for _ in 0..CLOSELY.min(tables.len()) {
            let known = &tables[random.below(tables.len())];
            self.look_closely(known, random.below(self.nodes.len()), &mut seen).await?;
        }
        if let Some((postgres, name, broken)) = database {
            let found = block_in_place(|| stored::check(postgres, name, &tables, Some(broken)))?;
            (seen.events, seen.idle, seen.gifts) = (found.events, found.idle, found.gifts);
        }
        Ok(seen)
    }

    /// Every node shows what the players know, and the same as every other. A look may itself have an outage written down of
    /// which the table had not heard: then all are looked at again.
    async fn same_everywhere(&mut self, known: &Known, seen: &mut Seen) -> Result<(), FaultError> {
        let start = Instant::now();
        loop {
            let mut faces: Vec<Face> = Vec::new();
            let mut view = None;
            for connection in &mut self.strangers {
                let shown = connection.watch(&known.id).await?;
                let leave = galet_wire::socket::Question::Leave { table: known.id.clone() };
                connection.ask(leave).await?;
                faces.push(Face::of(&shown));
                view = Some(shown);
            }
            let Some(view) = view else { return broken("there are no nodes") };
            let right = |face: &Face| {
                let shown = face.moves.iter().map(|(text, _)| text);
                shown.eq(known.moves.iter().map(|played| &played.text))
            };
            if faces.iter().all(|face| right(face) && *face == faces[0]) {
                seen.beyond = seen.beyond.max(clocks::check(known, &view.moves)?);
                nothing_of_players(known, &view)?;
                break;
            }
            if start.elapsed() > LAG {
                let (id, kind, moves) = (&known.id, known.kind, &known.moves);
                return broken(format!(
                    "{id} ({kind:?}): the nodes show {faces:?}, the players know {moves:?}"
                ));
            }
            sleep(Duration::from_millis(20)).await;
        }
        seen.lag = seen.lag.max(start.elapsed());
        Ok(())
    }

    /// People have their seats and nobody else's, over HTTP too, and strangers have none.
    async fn look_closely(
        &mut self,
        known: &Known,
        node: usize,
        seen: &mut Seen,
    ) -> Result<(), FaultError> {
        for (seat, person) in known.people.iter().enumerate() {
            let mut person = Client { address: self.nodes[node], ..person.clone() };
            let view: TableView = person.get(&format!("/api/tables/{}", known.id)).await?.read()?;
            let yours = view.state.seats.each_ref().map(|seat| seat.you);
            if yours != [seat == 0, seat == 1] {
                return broken(format!("{}: the one on seat {seat} is told {yours:?}", known.id));
            }
            let turn = view.state.turn.map(|turn| turn as usize);
            if view.state.continuations.is_some() != (turn == Some(seat)) {
                return broken(format!("{}: seat {seat} is shown the other's moves", known.id));
            }
        }
        let (ply, Some(text)) = (known.moves.len(), next_move(known)) else { return Ok(()) };
        match self.strangers[node].play(&known.id, ply as u32, &text).await? {
            Answer::Refused { error } if error.code == "not-seated" => seen.strangers += 1,
            Answer::Refused { error } if error.code == "game-over" => {}
            other => return broken(format!("{}: a stranger's move: {other:?}", known.id)),
        }
        Ok(())
    }
}

/// A stranger sees nothing that is a player's.
fn nothing_of_players(known: &Known, view: &TableView) -> Result<(), FaultError> {
    let (state, kind) = (&view.state, known.kind);
    let seats = state.seats.iter().any(|seat| seat.you);
    if seats || state.continuations.is_some() || !state.may.is_empty() {
        return broken(format!("{}: a stranger may {:?}", known.id, state.may));
    }
    let people = state.seats.iter().filter(|seat| matches!(seat.sitter, Sitter::Guest { .. }));
    if people.count() != if kind.two_people() { 2 } else { 1 } {
        return broken(format!("{}: {kind:?} with {:?}", known.id, state.seats));
    }
    if kind == Kind::Flag && known.over != state.ending.is_some() {
        return broken(format!("{}: the flag has fallen, and is not seen", known.id));
    }
    Ok(())
}

/// A move that could be played.
fn next_move(known: &Known) -> Option<String> {
    let mut progress = galet_games::find(known.game).ok()?.start(&Default::default()).ok()?;
    for played in &known.moves {
        progress.play(&played.text).ok()?;
    }
    progress.legal_moves(1).texts.pop()
}
