//! Power cuts: only what was synced survives.
//!
//! `strace` writes down every write and sync of the server's files and everything it sends, in the
//! order in which they happen (`trace`). A cut at any point of that list leaves what was synced by
//! then; of what was not, any part may or may not have reached the disk, even half a write
//! (`disk`). A server that is started on what is left must know every move whose acknowledgement
//! had begun to leave before the cut.
//!
//! The control is the same play with syncs that do nothing: there moves must be lost, else this
//! attack could not tell.

mod disk;
mod trace;

use crate::play::Game;
use crate::{Fort, SiegeError, broken};
use disk::Disk;
use galet_core::random::SplitMix64;
use galet_test_client::{Scripts, Served};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tokio::process::Command;
use trace::Happened;

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cuts {
    /// Cuts made.
    pub cuts: u64,
    /// Acknowledged moves that had to be there, summed over all cuts.
    pub kept: u64,
    /// Cuts of the control, in which syncs did nothing.
    pub controls: u64,
    /// Of these, the cuts that lost an acknowledged move.
    pub lost: u64,
}

const GAMES: usize = 3;
/// Cuts of one recorded play.
const CUTS_OF_PLAY: u64 = 50;
/// The numbers under which moves are asked tell the game and the move.
const NUMBERS: u32 = 10_000;

/// Cuts the power `cuts` times, and some more times without syncs.
pub async fn attack(program: &Path, cuts: u64, seed: u64) -> Result<Cuts, SiegeError> {
    let mut random = SplitMix64::new(seed);
    let mut result = Cuts::default();
    let controls = (cuts / 10).max(3);
    while result.cuts < cuts {
        let here = CUTS_OF_PLAY.min(cuts - result.cuts);
        let mut play = Play::record(program, true, 20 + here as usize, &mut random).await?;
        for _ in 0..here {
            result.kept += play.cut(&mut random).await?;
            result.cuts += 1;
        }
    }
    let mut play = Play::record(program, false, 30, &mut random).await?;
    for _ in 0..controls {
        result.controls += 1;
        result.lost += u64::from(play.cut(&mut random).await.is_err());
    }
    if 2 * result.lost < result.controls {
        let Cuts { lost, controls, .. } = result;
        return broken(format!(
            "without syncs only {lost} of {controls} cuts lost a move: this attack sees nothing"
        ));
    }
    Ok(result)
}

/// Some games, and everything that the server did meanwhile.
struct Play {
    fort: Fort,
    games: Vec<Game>,
    happened: Vec<Happened>,
    /// Cuts are made after this: the tables are open.
    from: usize,
}

impl Play {
    /// Plays so many moves of each game while everything is written down.
    async fn record(
        program: &Path,
        synced: bool,
        moves: usize,
        random: &mut SplitMix64,
    ) -> Result<Self, SiegeError> {
        let fort = Fort::new(program)?.with(&["--guest-rate", "100000"]);
        let file = fort.beside("trace");
        let served = fort.run(traced(&fort, &file, synced)?).await?;
        let (scripts, mut games) = (Scripts::new(), Vec::new());
        for _ in 0..GAMES {
            games.push(Game::begin(served.client(), &scripts, random.below(1000)).await?);
        }
        let opened = trace::read(&file, &fort.data())?.len();
        let playing: Vec<_> = games
            .drain(..)
            .enumerate()
            .map(|(number, game)| tokio::spawn(play(game, number as u32 * NUMBERS, moves)))
            .collect();
        for game in playing {
            match game.await {
                Ok(game) => games.push(game?),
                Err(error) => return broken(format!("a player ended badly: {error}")),
            }
        }
        end(&file, served).await?;
        let happened = trace::read(&file, &fort.data())?;
        if happened.len() < opened + moves {
            return broken("strace has seen hardly anything: is the trace whole?");
        }
        std::fs::remove_file(&file)?;
        Ok(Play { fort, games, happened, from: opened })
    }

    /// Cuts the power at a random point and looks what is left; gives the number of moves that had
    /// to be there.
    async fn cut(&mut self, random: &mut SplitMix64) -> Result<u64, SiegeError> {
        let at = self.from + random.below(self.happened.len() - self.from);
        let (mut disk, mut acknowledged) = (Disk::default(), HashMap::new());
        for happened in &self.happened[..=at] {
            match happened {
                Happened::OnDisk(change) => disk.hear(change),
                Happened::Acknowledged(number) => {
                    let moves = acknowledged.entry(number / NUMBERS).or_insert(0);
                    *moves = (*moves).max(number % NUMBERS);
                }
            }
        }
        let left = self.fort.beside("left");
        let _ = std::fs::remove_dir_all(&left);
        disk.leave(&left, random)?;
        let served = self.fort.start_on(&left).await?;
        let mut kept = 0;
        for (number, game) in self.games.iter_mut().enumerate() {
            let known = acknowledged.get(&(number as u32)).copied().unwrap_or(0);
            let found = game.check_from(served.address, known as usize).await;
            found.map_err(|error| SiegeError::Broken(format!("cut at {at}: {error}")))?;
            kept += u64::from(known);
        }
        served.kill().await?;
        Ok(kept)
    }
}

/// The server under `strace`; if not `synced`, a sync does nothing and says it has.
fn traced(fort: &Fort, file: &Path, synced: bool) -> Result<Command, SiegeError> {
    let inner = fort.command(&fort.data())?;
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-x", "-s", "10000000", "-e", trace::CALLS]);
    if !synced {
        command.args(["-e", "inject=fsync,fdatasync:retval=0"]);
    }
    command.arg("-o").arg(file).arg(inner.as_std().get_program());
    command.args(inner.as_std().get_args());
    Ok(command)
}

async fn play(mut game: Game, number: u32, moves: usize) -> Result<Game, SiegeError> {
    let mut connection = game.client.connect().await?;
    for ply in 1..=moves as u32 {
        if game.is_over() {
            break;
        }
        game.move_on_as(&mut connection, number + ply).await?;
    }
    Ok(game)
}

/// Ends the server at once. Killing `strace` would let it go on.
async fn end(file: &PathBuf, served: Served) -> Result<(), SiegeError> {
    let text = std::fs::read(file)?;
    let first = text.split(|&byte| byte == b' ').next().unwrap_or_default();
    let process = String::from_utf8_lossy(first).into_owned();
    Command::new("kill").args(["-KILL", &process]).status().await?;
    served.ended().await?;
    Ok(())
}
