//! Who plays, as text.

mod error;
mod texts;

use crate::clock::PlayerClock;
use galet_engine::Level;
use galet_minds::LevelSpec;
use galet_search::{Parameter, Tuning};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use texts::{read_clock, words};

pub use error::SpecError;
pub use texts::{read_count, read_duration};

/// A player as people write it down; see [`PlayerSpec::HELP`].
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    text: String,
    /// What kind of player.
    pub kind: PlayerKind,
    /// What bounds each of its moves.
    pub bounds: Bounds,
    /// Memory for its searches, in megabytes.
    pub hash: Option<usize>,
    /// Threads to search on.
    pub threads: Option<usize>,
    /// What full strength judges positions by, as [`galet_engine::Evaluation::read`] takes it; the
    /// network that ships unless it says so.
    pub evaluation: Option<String>,
    /// Parameters of the search with values other than the mind's.
    pub parameters: Vec<(&'static Parameter, i32)>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Plays any move.
    Random,
    /// Plays the move after which the board looks best at a first glance.
    Greedy,
    /// The frozen alpha-beta search with a simple evaluation.
    Plain,
    /// A level below full strength.
    Level(Level),
    /// A level in the making.
    Trial(LevelSpec),
    /// The engine at full strength.
    Full,
    /// Another program that speaks UGI.
    External {
        /// The program and its arguments.
        command: Vec<String>,
        /// Options to set by its own protocol.
        options: Vec<(String, String)>,
    },
}

/// What bounds a move, or all moves of a game together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Time for each move.
    pub time: Option<Duration>,
    /// Processor time for each move.
    pub cpu: Option<Duration>,
    /// Time for the whole game.
    pub clock: Option<PlayerClock>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
}

impl Bounds {
    fn is_empty(self) -> bool {
        self == Bounds::default()
    }
}

impl PlayerSpec {
    /// How players are written.
    pub const HELP: &str = "\
Players:
  random                   plays any move
  greedy                   looks one move ahead, at a first glance
  plain:BOUNDS             a frozen alpha-beta search with a simple evaluation
  level:N                  a level below full strength: 1 to 9, then expert-1 and up
  trial:SETTINGS           a level in the making, with nodes, depth, candidates, spread and solver:
                           trial:nodes=20k,depth=2,candidates=12,spread=20,solver=500; by=network
                           makes an expert, who draws in the opening only, drawn=N in N plies
  full:BOUNDS              full strength; eval=FILE lets it judge positions by another network,
                           eval=hand by the terms made by hand: full:time=200ms,eval=hand
  \"ugi:COMMAND;BOUNDS\"     another program that speaks UGI, or an older build of this one

Bounds are one or more of time=200ms for a move, time=60s+0.5s for the whole game (what each move
adds comes second), cpu=200ms of processor time for a move, nodes=20000 (or 20k, 2M) and depth=6,
with commas between them; hash=MEGABYTES and threads=N can follow. By processor time a busy machine
harms nobody: it makes a match longer, and no game is lost by it. A program that has the option Clock,
as ours, keeps to it by itself; any other thinks without a limit and is stopped (Linux only).

After full: and ugi: parameters of the search can follow, so that one program plays changed against
unchanged: full:nodes=5k,late_move_reduction=60 (galet tune GAME --search --list prints them). After
ugi: options of the program can follow, too: they begin with a capital letter
(\"ugi:galet engine --game avalam;time=1s,Level=3\").";

    /// A level below full strength.
    pub fn level(level: Level) -> Result<Self, SpecError> {
        format!("level:{level}").parse()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (head, rest) = match text.split_once(':') {
            Some((head, rest)) => (head, Some(rest)),
            None => (text, None),
        };
        let mut spec = PlayerSpec {
            text: text.to_owned(),
            kind: PlayerKind::Random,
            bounds: Bounds::default(),
            hash: None,
            threads: None,
            evaluation: None,
            parameters: Vec::new(),
        };
        match (head, rest) {
            ("random", None) => {}
            ("greedy", None) => spec.kind = PlayerKind::Greedy,
            ("level", Some(number)) => {
                let level: Level = number.parse()?;
                if level == Level::FULL {
                    return Err(SpecError::FullLevel);
                }
                spec.kind = PlayerKind::Level(level);
            }
            ("trial", Some(settings)) => spec.kind = PlayerKind::Trial(read_trial(settings)?),
            ("plain" | "full", _) => {
                spec.kind = if head == "full" { PlayerKind::Full } else { PlayerKind::Plain };
                let foreign = spec.read_settings(rest.unwrap_or_default())?;
                if let Some((key, _)) = foreign.into_iter().next() {
                    return Err(SpecError::UnknownSetting { key });
                }
                if head == "plain" {
                    spec.needs_no_evaluation()?;
                    spec.needs_no_parameters()?;
                }
                if spec.bounds.cpu.is_some() && spec.threads.is_some_and(|threads| threads > 1) {
                    return Err(SpecError::ThreadsByProcessor { text: text.to_owned() });
                }
                spec.needs_bounds()?;
            }
            ("ugi", Some(rest)) => {
                let (command, settings) = rest.rsplit_once(';').unwrap_or((rest, ""));
                let command = words(command);
                if command.is_empty() {
                    return Err(SpecError::NoCommand);
                }
                let mut options = spec.read_settings(settings)?;
                let parameters = spec.parameters.iter();
                options.extend(parameters.map(|(p, value)| (p.name.to_owned(), value.to_string())));
                spec.kind = PlayerKind::External { command, options };
                spec.needs_no_evaluation()?;
                spec.needs_bounds()?;
            }
            _ => return Err(SpecError::UnknownPlayer { text: text.to_owned() }),
        }
        Ok(spec)
    }
}

impl PlayerSpec {
    /// Reads `time=200ms,hash=16`; settings that begin with a capital letter are given back.
    fn read_settings(&mut self, text: &str) -> Result<Vec<(String, String)>, SpecError> {
        let mut foreign = Vec::new();
        for setting in text.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            let Some((key, value)) = setting.split_once('=') else {
                return Err(SpecError::NoValue { setting: setting.to_owned() });
            };
            let (key, value) = (key.trim(), value.trim());
            let bad = || SpecError::BadValue { key: key.to_owned(), value: value.to_owned() };
            let size = |most: u64| {
                let size = read_count(value).filter(|n| (1..=most).contains(n)).ok_or_else(bad)?;
                Ok::<usize, SpecError>(size as usize)
            };
            match key {
                "time" if value.contains('+') => {
                    self.bounds.clock = Some(read_clock(value).ok_or_else(bad)?);
                }
                "time" => self.bounds.time = Some(read_duration(value).ok_or_else(bad)?),
                "cpu" => self.bounds.cpu = Some(read_duration(value).ok_or_else(bad)?),
                "nodes" => self.bounds.nodes = Some(size(u64::MAX >> 1)? as u64),
                "depth" => self.bounds.depth = Some(size(100)? as u32),
                "hash" => self.hash = Some(size(65_536)?),
                "threads" => self.threads = Some(size(256)?),
                "eval" if value.is_empty() => return Err(bad()),
                "eval" => self.evaluation = Some(value.to_owned()),
                _ if key.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    foreign.push((key.to_owned(), value.to_owned()));
                }
                _ => {
                    let parameter = Tuning::parameters().iter().find(|p| p.name == key);
                    let unknown = || SpecError::UnknownSetting { key: key.to_owned() };
                    let parameter = parameter.ok_or_else(unknown)?;
                    self.parameters.push((parameter, read_parameter(parameter, value)?));
                }
            }
        }
        if self.bounds.cpu.is_some() && (self.bounds.time.is_some() || self.bounds.clock.is_some())
        {
            return Err(SpecError::TwoClocks { text: self.text.clone() });
        }
        Ok(foreign)
    }

    fn needs_no_evaluation(&self) -> Result<(), SpecError> {
        if self.evaluation.is_some() {
            return Err(SpecError::Evaluation { text: self.text.clone() });
        }
        Ok(())
    }

    fn needs_no_parameters(&self) -> Result<(), SpecError> {
        match self.parameters.first() {
            Some((parameter, _)) => {
                Err(SpecError::UnknownSetting { key: parameter.name.to_owned() })
            }
            None => Ok(()),
        }
    }

    fn needs_bounds(&self) -> Result<(), SpecError> {
        if self.bounds.is_empty() {
            return Err(SpecError::Boundless { text: self.text.clone() });
        }
        Ok(())
    }
}

fn read_parameter(parameter: &'static Parameter, value: &str) -> Result<i32, SpecError> {
    let Parameter { name, least, most, .. } = *parameter;
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| SpecError::BadParameter { name, value: value.to_owned(), least, most })
}

/// Reads `nodes=20k,depth=2,candidates=12,spread=20,solver=500,by=network`. Whoever leaves something out
/// gets the best move at any depth, without the solver.
fn read_trial(text: &str) -> Result<LevelSpec, SpecError> {
    let mut level = LevelSpec::new(0, 100, 1, 0);
    let mut drawn = None;
    for setting in text.split(',').map(str::trim).filter(|s| !s.is_empty()) {
        let Some((key, value)) = setting.split_once('=') else {
            return Err(SpecError::NoValue { setting: setting.to_owned() });
        };
        let (key, value) = (key.trim(), value.trim());
        let bad = || SpecError::BadValue { key: key.to_owned(), value: value.to_owned() };
        let number = |least: u64, most: u64| {
            read_count(value).filter(|n| (least..=most).contains(n)).ok_or_else(bad)
        };
        match key {
            "nodes" => level.nodes = number(1, u64::MAX >> 1)?,
            "depth" => level.depth = number(1, 100)? as u32,
            "candidates" => level.candidates = number(1, 10_000)? as usize,
            "spread" => level.spread = number(0, 100_000)? as i32,
            "solver" => level.solver_nodes = number(0, u64::MAX >> 1)?,
            "by" if value == "network" => level = level.with_network(),
            "by" => return Err(bad()),
            "drawn" => drawn = Some(number(0, 10_000)? as usize),
            _ => return Err(SpecError::UnknownTrialSetting { key: key.to_owned() }),
        }
    }
    if level.nodes == 0 {
        return Err(SpecError::TrialWithoutNodes);
    }
    // Said before or after by whom: a network alone draws in the opening only.
    Ok(LevelSpec { drawn_plies: drawn.unwrap_or(level.drawn_plies), ..level })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> PlayerSpec {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn players_are_read() {
        assert_eq!(read("random").kind, PlayerKind::Random);
        assert_eq!(read("greedy").kind, PlayerKind::Greedy);
        assert_eq!(read("level:3").kind, PlayerKind::Level(Level::new(3).unwrap()));
        assert_eq!(read("level:e2").kind, PlayerKind::Level(Level::expert(2).unwrap()));
        let expert = LevelSpec::expert(3_000, 5).with_solver(500);
        let trial = "trial:nodes=3k,candidates=3,spread=5,solver=500,by=network";
        assert_eq!(read(trial).kind, PlayerKind::Trial(expert));
        let drawing = PlayerKind::Trial(LevelSpec { drawn_plies: 400, ..expert });
        for trial in [&format!("{trial},drawn=400"), &trial.replace("nodes", "drawn=400,nodes")] {
            assert_eq!(read(trial).kind, drawing, "{trial}");
        }
        let made = LevelSpec::new(20_000, 2, 12, 9);
        assert_eq!(
            read("trial:nodes=20k,depth=2,candidates=12,spread=9").kind,
            PlayerKind::Trial(made)
        );
        let full = read("full:time=200ms, hash=32,threads=2");
        assert_eq!(full.kind, PlayerKind::Full);
        assert_eq!(full.bounds.time, Some(Duration::from_millis(200)));
        assert_eq!((full.hash, full.threads), (Some(32), Some(2)));
        assert_eq!(full.evaluation, None);
        let by_hand = read("full:nodes=9,eval=hand");
        assert_eq!((by_hand.kind, by_hand.evaluation.as_deref()), (PlayerKind::Full, Some("hand")));
        let other = read("full: eval = my nets/a=1.net ,depth=3");
        assert_eq!(other.evaluation.as_deref(), Some("my nets/a=1.net"));
        let clock = |left, more| {
            let [left, increment] = [left, more].map(Duration::from_millis);
            Some(PlayerClock { left, increment })
        };
        assert_eq!(read("full:time=60s+0.5s").bounds.clock, clock(60_000, 500));
        assert_eq!(read("plain:time=900ms+0s").bounds.clock, clock(900, 0));
        assert_eq!(read("plain:nodes=20k,depth=5").bounds.nodes, Some(20_000));
        assert_eq!(read("full:cpu=0.2s").bounds.cpu, Some(Duration::from_millis(200)));
        let changed = read("full:nodes=9,late_move_reduction=60, futility=0");
        let changed: Vec<_> = changed.parameters.iter().map(|(p, v)| (p.name, *v)).collect();
        assert_eq!(changed, [("late_move_reduction", 60), ("futility", 0)]);
        let other = read("ugi:galet engine;nodes=9,Level=3,late_move_reduction=60");
        let PlayerKind::External { options, .. } = other.kind else { panic!("{other:?}") };
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(options, [option("Level", "3"), option("late_move_reduction", "60")]);
        let old = read("ugi:\"./my builds/galet\" engine --game x;time=1.5s,Level=3");
        let PlayerKind::External { command, options } = old.kind else { panic!("{old:?}") };
        assert_eq!(command, ["./my builds/galet", "engine", "--game", "x"]);
        assert_eq!(options, [("Level".to_owned(), "3".to_owned())]);
        assert_eq!(old.bounds.time, Some(Duration::from_millis(1_500)));
    }

    #[test]
    fn what_is_no_player_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "is not a player"),
            ("randomly", "is not a player"),
            ("random:3", "is not a player"),
            ("level:11", "there is no level"),
            ("level:10", "full:time"),
            ("trial", "is not a player"),
            ("trial:depth=2", "needs nodes"),
            ("trial:nodes=1,time=1s", "no setting 'time'"),
            ("trial:nodes=1,spread=-1", "is not a value"),
            ("full", "needs something that bounds"),
            ("plain:hash=3", "needs something that bounds"),
            ("full:time=0ms", "is not a value"),
            ("full:time=0s+1s", "is not a value"),
            ("full:time=1s+", "is not a value"),
            ("full:time=1s+1", "is not a value"),
            ("full:time=-1s", "is not a value"),
            ("full:time=infs", "is not a value"),
            ("full:nodes=99999999999999999999", "is not a value"),
            ("full:nodes=", "is not a value"),
            ("full:Level=3,nodes=1", "no setting 'Level'"),
            ("full:speed=3", "no setting 'speed'"),
            ("full:fast", "write key=value"),
            ("full:nodes=1,eval=", "'' is not a value of eval"),
            ("full:eval=hand", "needs something that bounds"),
            ("plain:nodes=1,eval=hand", "cannot choose its evaluation"),
            ("ugi:galet;nodes=1,eval=hand", "EvalFile=hand"),
            ("trial:nodes=1,eval=hand", "no setting 'eval'"),
            ("full:cpu=1s,time=1s", "time and by processor time"),
            ("full:cpu=1s+1s", "is not a value"),
            ("full:cpu=1s,threads=2", "cpu=200ms counts one"),
            ("full:nodes=1,late_move_reduction=9999", "a number from 0 to"),
            ("full:nodes=1,late_move_reduction=x", "a number from 0 to"),
            ("full:late_move_reduction=1", "needs something that bounds"),
            ("plain:nodes=1,late_move_reduction=1", "no setting 'late_move_reduction'"),
            ("trial:nodes=1,late_move_reduction=1", "no setting 'late_move_reduction'"),
            ("ugi:", "needs the command"),
            ("ugi:galet", "needs something that bounds"),
        ] {
            let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
