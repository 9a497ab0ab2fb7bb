//! The program is killed in the middle of play, many times: every move that was acknowledged is
//! found again, and nothing else than what was played.

use crate::play::Game;
use crate::{Fort, SiegeError, broken};
use galet_core::random::SplitMix64;
use galet_test_client::{ClientError, Scripts};
use std::net::SocketAddr;
use std::path::Path;
use tokio::sync::mpsc;

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kills {
    /// How often it was killed.
    pub deaths: u64,
    /// Moves acknowledged before a death, and found after it.
    pub kept: u64,
    /// Moves whose acknowledgement died with the program, and that are there all the same.
    pub unheard: u64,
}

const GAMES: usize = 6;
/// The fewest moves in one life of the server.
const LEAST: usize = 20;

/// Kills a server `deaths` times.
pub async fn attack(program: &Path, deaths: u64, seed: u64) -> Result<Kills, SiegeError> {
    let fort = Fort::new(program)?.with(&[
        "--guest-rate",
        "100000",
        "--open-tables",
        "100000",
        "--address-rate",
        "100000",
    ]);
    let scripts = Scripts::new();
    let mut random = SplitMix64::new(seed);
    let mut served = fort.start().await?;
    let mut games = Vec::new();
    for number in 0..GAMES {
        games.push(Game::begin(served.client(), &scripts, number).await?);
    }
    let mut kills = Kills { deaths, ..Kills::default() };
    for _ in 0..deaths {
        let address = served.address;
        let (told, mut acknowledged) = mpsc::unbounded_channel();
        let play = |game| tokio::spawn(play_until_it_dies(game, address, told.clone()));
        let playing: Vec<_> = games.drain(..).map(play).collect();
        drop(told);
        // It dies in the middle of play, after some moves of all games together.
        let mut played = 0;
        for _ in 0..LEAST + random.below(LEAST) {
            match acknowledged.recv().await {
                Some(()) => played += 1,
                None => break,
            }
        }
        served.kill().await?;
        if played == 0 {
            return broken("nothing was played in a whole life: there was nothing to lose");
        }
        kills.kept += played;
        for game in playing {
            match game.await {
                Ok(game) => games.push(game?),
                Err(error) => return broken(format!("a player ended badly: {error}")),
            }
        }
        served = fort.start().await?;
        for game in &mut games {
            let known = game.acknowledged;
            let found = game.check(served.address).await?;
            game.go_on_from(found);
            kills.unheard += (found - known) as u64;
        }
        // A game that is over makes room for the next.
        for game in &mut games {
            if game.is_over() {
                let client = game.client.clone();
                *game = Game::begin(client, &scripts, random.below(1000)).await?;
            }
        }
    }
    served.kill().await?;
    fort.never_panicked()?;
    Ok(kills)
}

/// Plays as fast as moves are acknowledged, until the server is gone or the game is over.
async fn play_until_it_dies(
    mut game: Game,
    address: SocketAddr,
    told: mpsc::UnboundedSender<()>,
) -> Result<Game, SiegeError> {
    game.client.address = address;
    let Ok(mut connection) = game.client.connect().await else { return Ok(game) };
    while !game.is_over() {
        match game.move_on(&mut connection).await {
            Ok(()) => {
                let _ = told.send(());
            }
            Err(SiegeError::Client(ClientError::Late)) => {
                return broken("a move was neither acknowledged nor cut off");
            }
            Err(SiegeError::Client(_)) => break,
            Err(refused) => return Err(refused),
        }
    }
    Ok(game)
}
