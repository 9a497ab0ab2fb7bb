//! How a visitor's games ended: tallies and filters, over all of them and not one page.

use crate::house::{House, Pair, game, table, wide};
use galet_test_client::Client;
use galet_wire::guest::{MyResult, Results, TablePage, Tally};
use galet_wire::table::{Act, ClockTerms, SeatRequest};
use sqlx::ConnectOptions;

/// More than one page of a list.
const RESIGNED: u32 = 26;

async fn results(client: &mut Client) -> Results {
    client.get("/api/me/results").await.unwrap().read().unwrap()
}

async fn page(client: &mut Client, query: &str) -> TablePage {
    client.get(&format!("/api/me/tables?{query}")).await.unwrap().read().unwrap()
}

#[tokio::test]
async fn all_finished_games_are_counted_from_the_players_side() {
    let house = House::with(wide).await;
    assert_eq!(results(&mut house.client()).await, Results::default(), "nobody has played nothing");
    // Ann, on the first seat, wins one against Ben.
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let id = pair.table.clone();
    pair.connections[1].act(&id, 0, Act::Resign).await.unwrap();
    let [mut ann, mut ben] = pair.callers;
    let mut connection = ann.connect().await.unwrap();
    let mut open = async |name: &str, seats: [SeatRequest; 2], act: Act| {
        house.waits(1_000);
        let id = ann.open_table(&table(name, seats, ClockTerms::None)).await.unwrap();
        connection.act(&id, 0, act).await.unwrap();
    };
    let computer = SeatRequest::Computer { level: 2 };
    for _ in 0..RESIGNED {
        open(game(0), [SeatRequest::Me, computer.clone()], Act::Resign).await;
    }
    open(game(1), [SeatRequest::Me, SeatRequest::Me], Act::Resign).await;
    open(game(1), [SeatRequest::Me, computer], Act::CallOff).await;
    let tally = |won, drawn, lost| Tally { won, drawn, lost };

    let expected = |of: &Results| {
        assert_eq!((of.all, of.streak, of.longest), (tally(1, 0, RESIGNED), 0, 1));
        assert_eq!(of.games.len(), 1, "games at one screen and those called off do not count");
        let opponents: Vec<_> =
            of.games[0].opponents.iter().map(|one| (one.level, one.tally)).collect();
        assert_eq!(opponents, [(None, tally(1, 0, 0)), (Some(2), tally(0, 0, RESIGNED))]);
    };
    expected(&results(&mut ann).await);
    assert_eq!(results(&mut ben).await.all, tally(0, 0, 1));

    // A folder of an earlier version does not know how its games ended: it finds out.
    let site = house.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(site.database());
    let mut database = options.connect().await.unwrap();
    let forget = "UPDATE tables SET level = NULL, result = NULL, over = NULL";
    sqlx::raw_sql(forget).execute(&mut database).await.unwrap();
    sqlx::Connection::close(database).await.unwrap();
    let house = House::on(site, wide).await;
    for client in [&mut ann, &mut ben] {
        client.address = house.address;
    }
    let lost = page(&mut ann, "state=finished&result=lost&level=2").await;
    assert_eq!(lost.tables.len(), 24);
    assert!(lost.tables.iter().all(|card| card.result == Some(MyResult::Lost)));
    let rest = lost.before.expect("there are more");
    let rest = page(&mut ann, &format!("result=lost&level=2&before={rest}")).await;
    assert_eq!(rest.tables.len(), 2);
    expected(&results(&mut ann).await);
    let won = page(&mut ann, "result=won&level=people").await.tables;
    assert_eq!(won.iter().map(|card| &card.table.id).collect::<Vec<_>>(), [&id]);
    assert_eq!(page(&mut ben, "result=won").await.tables, []);
    assert_eq!(page(&mut ben, "result=lost").await.tables[0].table.id, id);
    let all = page(&mut ann, "state=finished").await.tables;
    assert_eq!((all[0].result, all[1].result), (None, None), "called off, and at one screen");
    for wrong in ["result=maybe", "level=20", "level=expert-0", "level=nobody"] {
        let reply = ann.get(&format!("/api/me/tables?{wrong}")).await.unwrap();
        assert_eq!(reply.status, 400, "{wrong}");
    }
    house.close().await;
}
