//! Data folders of earlier versions: everything in them is found again.

use crate::house::{House, Site, wide};
use galet_table::Moment;
use galet_wire::guest::{Me, TablePage};
use galet_wire::table::{Sitter, TableView};
use serde::Deserialize;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

/// What an old data folder holds.
#[derive(Deserialize)]
pub(crate) struct Old {
    pub(crate) guests: Vec<OldGuest>,
    pub(crate) tables: Vec<OldTable>,
}

#[derive(Deserialize)]
pub(crate) struct OldGuest {
    pub(crate) name: String,
    /// How many games wait for them.
    pub(crate) turns: u32,
    /// How many tables they have.
    pub(crate) tables: usize,
    /// One for each of their devices.
    pub(crate) cookies: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct OldTable {
    pub(crate) id: String,
    pub(crate) game: String,
    /// Which guest sits on which seat, by their place in the list.
    pub(crate) guests: [Option<usize>; 2],
    pub(crate) moves: String,
    pub(crate) over: bool,
    pub(crate) clocked: bool,
}

/// A minute after the old server was killed.
const LATER: Moment = Moment(1_794_808_350_000);

/// Lays the file that the first version left into a folder.
pub(crate) async fn lay_out_version_1(folder: &Path) -> Old {
    let file = galet_server::database_in(folder);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut connection = options.connect().await.expect("a new file");
    let dump = include_str!("../data/version-1.sql");
    sqlx::raw_sql(dump).execute(&mut connection).await.expect("the dump can be read");
    connection.close().await.expect("it is written");
    serde_json::from_str(include_str!("../data/version-1.json")).expect("facts")
}

#[tokio::test]
async fn an_installation_of_the_first_version_keeps_everything() {
    let folder = tempfile::tempdir().unwrap();
    let old = lay_out_version_1(folder.path()).await;
    let report = galet_server::check_data(folder.path()).await.unwrap();
    assert!(report.is_good(), "before: {report:?}");
    let house = House::on(Site::at(folder, LATER), wide).await;
    let report = galet_server::check_data(house.folder()).await.unwrap();
    assert!(report.is_good(), "after: {report:?}");
    assert_eq!(report.tables, old.tables.len() as u64);
    for (number, guest) in old.guests.iter().enumerate() {
        for cookie in &guest.cookies {
            let mut client = house.client();
            client.cookie = Some(cookie.clone());
            let me: Me = client.get("/api/me").await.unwrap().read().unwrap();
            assert_eq!((&me.name, me.turns), (&guest.name, guest.turns));
            let page: TablePage = client.get("/api/me/tables").await.unwrap().read().unwrap();
            assert_eq!(page.tables.len(), guest.tables);
            for table in &old.tables {
                let view = client.get(&format!("/api/tables/{}", table.id)).await.unwrap();
                check(table, &view.read().unwrap(), number, &old);
            }
        }
    }
    house.close().await;
}

/// Moves, end, clock and seats of a table, as one of the guests sees it.
fn check(table: &OldTable, view: &TableView, guest: usize, old: &Old) {
    let moves: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!((&view.game, moves.join(" ")), (&table.game, table.moves.clone()));
    assert_eq!(view.state.ending.is_some(), table.over, "{}", table.id);
    assert_eq!(view.state.clock.left.is_some(), table.clocked, "{}", table.id);
    for (seat, sitter) in view.state.seats.iter().zip(table.guests) {
        assert_eq!(seat.you, sitter == Some(guest), "{}", table.id);
        if let Some(sitter) = sitter {
            let name = old.guests[sitter].name.clone();
            assert_eq!(seat.sitter, Sitter::Guest { name }, "{}", table.id);
        }
    }
}
