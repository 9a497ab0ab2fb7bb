//! The disk is full for a while: nothing is acknowledged that is not kept, `/health` turns red,
//! and with the first free byte play goes on without a restart.

use crate::play::Game;
use crate::{Fort, SiegeError, broken};
use galet_test_client::{Scripts, Served};
use galet_wire::socket::Answer;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::process::Command;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct FullDisk {
    /// How often the disk was full.
    pub rounds: u64,
    /// How it was made full.
    pub how: &'static str,
    /// Moves refused while it was.
    pub refused: u64,
    /// The longest time from the first free byte to the next acknowledged move.
    pub recovered: Duration,
}

/// A disk that can be filled and emptied.
enum Ground {
    /// A small disk in memory, which takes special rights to make.
    Small(PathBuf),
    /// A limit on the size of the server's files, which the system keeps just as strictly.
    Limit,
}

/// After the first free byte a move must be played within this time.
const SOON: Duration = Duration::from_secs(10);
/// The disk is full for so long at least.
const FULL: Duration = Duration::from_millis(300);
const GAMES: usize = 4;

/// Fills the disk `rounds` times.
pub async fn attack(program: &Path, rounds: u64) -> Result<FullDisk, SiegeError> {
    let fort = Fort::new(program)?.with(&[
        "--guest-rate",
        "100000",
        "--open-tables",
        "100000",
        "--address-rate",
        "100000",
    ]);
    let ground = Ground::make(&fort).await?;
    let result = besiege(&fort, &ground, rounds).await;
    ground.clear().await;
    fort.never_panicked()?;
    result
}

async fn besiege(fort: &Fort, ground: &Ground, rounds: u64) -> Result<FullDisk, SiegeError> {
    let served = fort.run(ground.command(fort)?).await?;
    let scripts = Scripts::new();
    let mut result = FullDisk { rounds, how: ground.name(), ..FullDisk::default() };
    let mut games = Vec::new();
    for round in 0..rounds {
        // Enough moves for whatever room is left.
        let mut here = Vec::new();
        for number in 0..GAMES {
            let number = GAMES * round as usize + number;
            here.push(Game::begin(served.client(), &scripts, number).await?);
        }
        ground.fill(fort, &served).await?;
        result.refused += play_until_refused(&mut here).await?;
        let red = served.client().get("/health").await?.status;
        if red != 503 {
            return broken(format!("the disk is full and /health says {red}"));
        }
        tokio::time::sleep(FULL).await;
        ground.free(fort, &served).await?;
        let start = Instant::now();
        let waiting = here.iter_mut().find(|game| !game.is_over());
        let Some(game) = waiting else { return broken("all games are over") };
        while !moves_on(game).await {
            if start.elapsed() > SOON {
                return broken(format!("no move after the disk is free\n{}", fort.said()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        result.recovered = result.recovered.max(start.elapsed());
        let green = served.client().get("/health").await?.status;
        if green != 200 {
            return broken(format!("the disk has room and /health says {green}"));
        }
        games.append(&mut here);
    }
    for game in &mut games {
        game.check(served.address).await?;
    }
    served.kill().await?;
    let served = fort.run(ground.command(fort)?).await?;
    for game in &mut games {
        game.check(served.address).await?;
    }
    served.kill().await?;
    Ok(result)
}

/// Plays until moves are refused; gives how many were.
async fn play_until_refused(games: &mut [Game]) -> Result<u64, SiegeError> {
    for game in games {
        let mut connection = game.client.connect().await?;
        while !game.is_over() {
            match game.try_move(&mut connection).await? {
                Answer::Done => {}
                Answer::Refused { error } if error.code == "storage" => {
                    // It stays like that, and the table is still there.
                    for refused in 1..3 {
                        match game.try_move(&mut connection).await? {
                            Answer::Refused { error } if error.code == "storage" => {}
                            other => return broken(format!("refusal {refused}: {other:?}")),
                        }
                    }
                    return Ok(3);
                }
                other => return broken(format!("a full disk is answered by {other:?}")),
            }
        }
    }
    broken("the disk is full and moves are acknowledged all the same")
}

/// Whether the next move is played.
async fn moves_on(game: &mut Game) -> bool {
    let Ok(mut connection) = game.client.connect().await else { return false };
    game.try_move(&mut connection).await.is_ok_and(|answer| answer == Answer::Done)
}

impl Ground {
    /// A small disk where that is allowed, else a limit.
    async fn make(fort: &Fort) -> Result<Self, SiegeError> {
        let data = fort.data();
        std::fs::create_dir_all(&data)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64m,mode=0700", "galet-siege"]).arg(&data);
        let mounted = mount.output().await.is_ok_and(|output| output.status.success());
        Ok(if mounted { Ground::Small(data) } else { Ground::Limit })
    }

    fn name(&self) -> &'static str {
        match self {
            Ground::Small(_) => "a disk of 64 MB in memory",
            Ground::Limit => "a limit on the size of files",
        }
    }

    fn command(&self, fort: &Fort) -> Result<Command, SiegeError> {
        let inner = fort.command(&fort.data())?;
        let mut command = Command::new("sh");
        // A file that would grow too large is an error then, and not the end of the program.
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
        command.arg(inner.as_std().get_program()).args(inner.as_std().get_args());
        Ok(command)
    }

    async fn fill(&self, fort: &Fort, served: &Served) -> Result<(), SiegeError> {
        match self {
            Ground::Small(_) => {
                use std::io::Write;
                let mut filler = std::fs::File::create(filler(fort))?;
                for chunk in [1 << 20, 1 << 10, 1] {
                    while filler.write_all(&vec![7; chunk]).is_ok() {}
                }
                Ok(())
            }
            Ground::Limit => {
                let log = std::fs::metadata(fort.data().join("galet.db-wal"))?.len();
                limit(served, &log.to_string()).await
            }
        }
    }

    async fn free(&self, fort: &Fort, served: &Served) -> Result<(), SiegeError> {
        match self {
            Ground::Small(_) => Ok(std::fs::remove_file(filler(fort))?),
            Ground::Limit => limit(served, "unlimited").await,
        }
    }

    async fn clear(&self) {
        if let Ground::Small(data) = self {
            // A server that is still on its way out must not keep it.
            let _ = Command::new("umount").arg("--lazy").arg(data).status().await;
        }
    }
}

fn filler(fort: &Fort) -> PathBuf {
    fort.data().join("filler")
}

async fn limit(served: &Served, bytes: &str) -> Result<(), SiegeError> {
    let Some(process) = served.process() else { return broken("the server is gone") };
    let mut prlimit = Command::new("prlimit");
    // Only the soft limit: the hard one could not be raised again.
    prlimit.arg(format!("--pid={process}")).arg(format!("--fsize={bytes}:unlimited"));
    if !prlimit.status().await?.success() {
        return broken("the size of the server's files cannot be limited");
    }
    Ok(())
}
