//! One game, with our rules as the referee.

use crate::clock::Clocks;
use crate::player::{Fault, GameSoFar, Patience, Player};
use crate::spec::PlayerSpec;
use galet_core::{Outcome, PerSide, Side, TimeSource};
use galet_engine::ProcessorTime;
use galet_games::record::{GameResult, Record};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What stands behind the last move of an opening.
pub(crate) const END_OF_OPENING: &str = "end of the opening";

/// A player at the board.
pub struct Seated<'a> {
    /// How it was asked for.
    pub spec: &'a PlayerSpec,
    /// The player.
    pub player: &'a mut dyn Player,
    /// Decides whatever it draws.
    pub seed: u64,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The game with all its moves.
    pub game: GameSoFar,
    /// How many of them were the opening.
    pub opening_plies: usize,
    /// How it ended.
    pub end: End,
    /// What each side spent on its own moves.
    pub spent: PerSide<Spent>,
}

/// Moves made and the time they took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Moves.
    pub moves: u64,
    /// Time; processor time for a player that is bounded by it.
    pub time: Duration,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Board(Outcome),
    /// A player did something that loses at once.
    Forfeit {
        /// Who.
        loser: Side,
        /// What.
        fault: Fault,
    },
    /// Nobody had won after the most plies that were allowed: a draw.
    TooLong,
}

impl End {
    /// Who won; `None` is a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Board(outcome) => outcome.winner,
            End::Forfeit { loser, .. } => Some(loser.other()),
            End::TooLong => None,
        }
    }
}

/// Plays a game from its opening to its end.
pub fn play(
    opening: GameSoFar,
    players: PerSide<Seated<'_>>,
    patience: Patience,
    max_plies: usize,
) -> GameReport {
    play_while(opening, players, patience, max_plies, &|| true).expect("nobody leaves it")
}

/// The same as long as `goes_on`, which is asked before each move; `None` if the game was left.
pub(crate) fn play_while(
    opening: GameSoFar,
    mut players: PerSide<Seated<'_>>,
    patience: Patience,
    max_plies: usize,
    goes_on: &dyn Fn() -> bool,
) -> Option<GameReport> {
    let opening_plies = opening.moves().len();
    let mut game = opening;
    let mut spent = PerSide::<Spent>::default();
    let mut clocks: Clocks =
        PerSide::new(players.first.spec.bounds.clock, players.second.spec.bounds.clock);
    let mut end = None;
    for side in Side::BOTH {
        let Seated { player, seed, .. } = &mut players[side];
        if let Err(fault) = guarded(|| player.begin(&game, *seed)) {
            end = Some(End::Forfeit { loser: side, fault });
            break;
        }
    }
    let end = loop {
        if let Some(end) = end {
            break end;
        }
        if let Some(outcome) = game.progress().outcome() {
            break End::Board(outcome);
        }
        if game.moves().len() >= max_plies {
            break End::TooLong;
        }
        if !goes_on() {
            return None;
        }
        let side = game.progress().turn();
        let Seated { player, spec, .. } = &mut players[side];
        let begun = Instant::now();
        let processor = spec.bounds.cpu.and_then(|_| ProcessorTime::new());
        let working = processor.as_ref().map(TimeSource::now);
        let chosen = guarded(|| player.choose(&game, &clocks));
        let here = processor.zip(working).map(|(clock, begun)| clock.now().saturating_sub(begun));
        let took = player.worked().or(here).unwrap_or_else(|| begun.elapsed());
        spent[side].moves += 1;
        spent[side].time += took;
        let allowed = patience.most(spec, clocks[side]);
        if let Some(clock) = &mut clocks[side] {
            clock.press(took);
        }
        let played = match chosen {
            Ok(_) if took > allowed => Err(Fault::Overrun { took, allowed }),
            Ok(text) => game.play(&text).map_err(Fault::Illegal),
            Err(fault) => Err(fault),
        };
        end = played.err().map(|fault| End::Forfeit { loser: side, fault });
    };
    Some(GameReport { game, opening_plies, end, spent })
}

/// A player of our own that panics has crashed like any other program.
fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Fault::Crash(text.unwrap_or_else(|| "panic".to_owned())))
    })
}

impl GameReport {
    /// The game as a record, with the names of the players.
    pub fn record(&self, names: &PerSide<String>, round: &str) -> Record {
        let mut record = Record::from_progress(self.game.progress());
        let tags = [
            ("Event", "Arena"),
            ("Round", round),
            ("First", &names.first),
            ("Second", &names.second),
        ];
        for (name, value) in tags {
            record.set_tag(name, value).expect("these tags are free");
        }
        let line: Vec<_> = record.main_line().collect();
        if let Some(last) = self.opening_plies.checked_sub(1).and_then(|ply| line.get(ply)) {
            record.set_comment(*last, END_OF_OPENING);
        }
        let last = line.last().copied().unwrap_or(Record::ROOT);
        match &self.end {
            End::Board(_) => {}
            End::TooLong => {
                // The board has no result, so any may be stated.
                let _ = record.set_result(GameResult::Draw);
                record.set_comment(last, "too long: a draw");
            }
            End::Forfeit { loser, fault } => {
                let result = match loser {
                    Side::First => GameResult::SecondWins,
                    Side::Second => GameResult::FirstWins,
                };
                let _ = record.set_result(result);
                record.set_comment(last, &format!("{loser}: {fault}"));
            }
        }
        record
    }
}
