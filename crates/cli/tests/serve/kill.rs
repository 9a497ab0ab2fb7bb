//! The program is killed in the middle of play, many times: every move that was acknowledged is
//! found again, and nothing else than what was played.

use crate::{alone, command, moves};
use galet_core::random::SplitMix64;
use galet_test_client::{Client, ClientError, Served};
use galet_wire::socket::Answer;
use galet_wire::table::TableView;
use std::net::SocketAddr;
use std::time::Duration;

/// A game that goes on through all the deaths of the server.
struct Game {
    name: &'static str,
    client: Client,
    table: String,
    texts: Vec<String>,
    acknowledged: usize,
}

const DEATHS: u64 = 12;
const GAMES: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(command(data.path())).await.unwrap();
    let mut games = Vec::new();
    for number in 0..GAMES {
        let kinds = galet_games::all();
        games.push(begin(kinds[number % kinds.len()].name(), served.address).await);
    }
    let mut random = SplitMix64::new(1);
    let mut played = 0;
    for death in 0..DEATHS {
        let address = served.address;
        let playing: Vec<_> =
            games.drain(..).map(|game| tokio::spawn(play_until_it_dies(game, address))).collect();
        tokio::time::sleep(Duration::from_millis(20 + random.below(250) as u64)).await;
        served.kill().await.unwrap();
        for game in playing {
            games.push(game.await.unwrap());
        }
        served = Served::start(command(data.path())).await.unwrap();
        for game in &mut games {
            played += check(game, served.address, death).await;
        }
        // A game that is over makes room for the next.
        for game in &mut games {
            if game.acknowledged == game.texts.len() {
                *game = begin(game.name, served.address).await;
            }
        }
    }
    assert!(played > 200, "only {played} moves were played in all");
    served.kill().await.unwrap();
}

async fn begin(name: &'static str, address: SocketAddr) -> Game {
    let mut client = Client::new(address);
    let table = client.open_table(&alone(name)).await.unwrap();
    Game { name, client, table, texts: moves(name, 400), acknowledged: 0 }
}

/// Plays as fast as moves are acknowledged, until the server is gone or the game is over.
async fn play_until_it_dies(mut game: Game, address: SocketAddr) -> Game {
    game.client.address = address;
    let end = async {
        let mut connection = game.client.connect().await?;
        while game.acknowledged < game.texts.len() {
            let ply = game.acknowledged;
            let answer = connection.play(&game.table, ply as u32, &game.texts[ply]).await?;
            assert_eq!(answer, Answer::Done);
            game.acknowledged += 1;
        }
        Ok::<_, ClientError>(())
    };
    let _ = end.await;
    game
}

/// Finds every acknowledged move again; at most one more, whose acknowledgement was lost.
async fn check(game: &mut Game, address: SocketAddr, death: u64) -> usize {
    game.client.address = address;
    let reply = game.client.get(&format!("/api/tables/{}", game.table)).await.unwrap();
    let view: TableView = reply.read().unwrap();
    let found: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
    let (known, name) = (game.acknowledged, game.name);
    assert!(
        (known..=known + 1).contains(&found.len()),
        "{name}, death {death}: {known} moves were acknowledged, {} are there",
        found.len()
    );
    assert_eq!(found, game.texts[..found.len()]);
    // The identity is there, too.
    assert!(view.state.seats.iter().all(|seat| seat.you), "{name}, death {death}");
    let before = std::mem::replace(&mut game.acknowledged, found.len());
    found.len() - before + known
}
