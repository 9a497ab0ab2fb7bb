//! Another program that speaks UGI as a player.

use super::worked::{Allowance, Next, ProgramTime};
use super::{Fault, GameSoFar, Patience, Player, SeatFault};
use crate::clock::Clocks;
use crate::spec::{PlayerKind, PlayerSpec};
use galet_core::Side;
use galet_engine::ugi::{Heard, Program};
use std::fmt::Write;
use std::io;
use std::time::{Duration, Instant};

/// The option by which our own programs draw the same moves again.
const SEED: &str = "Seed";
/// Seeds stay within what the option takes.
const SEEDS: u64 = 1_000_000_000;

pub(super) struct External {
    spec: PlayerSpec,
    patience: Patience,
    /// `None` after it has failed: a fresh one plays the next game.
    program: Option<Program>,
    /// The options that it has made known.
    options: Vec<String>,
    /// Whether it keeps to processor time by itself.
    has_clock: bool,
    /// What processor time it has used, if that bounds its moves, and what of it for its last move.
    time: Option<ProgramTime>,
    worked: Option<Duration>,
    begun: Instant,
}

impl External {
    /// Starts the program and hears what it can do.
    pub(super) fn start(spec: &PlayerSpec, patience: Patience) -> Result<Self, SeatFault> {
        let mut player = External {
            spec: spec.clone(),
            patience,
            program: None,
            options: Vec::new(),
            has_clock: false,
            time: None,
            worked: None,
            begun: Instant::now(),
        };
        player.launch()?;
        Ok(player)
    }

    fn launch(&mut self) -> Result<(), SeatFault> {
        let PlayerKind::External { command, options } = &self.spec.kind else {
            unreachable!("only external players are programs");
        };
        let (name, arguments) = command.split_first().expect("a command has a word");
        let mut program = Program::start(name, arguments)?;
        self.time = match self.spec.bounds.cpu {
            Some(_) => {
                let time = ProgramTime::new(program.id());
                Some(time.map_err(|_| SeatFault::NoProcessorTime)?)
            }
            None => None,
        };
        self.options.clear();
        let (known, has_clock) = (&mut self.options, &mut self.has_clock);
        let fault = |fault: Fault| io::Error::other(format!("after 'ugi': {fault}"));
        program.say(b"ugi")?;
        hear(&mut program, self.patience.silence, |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                known.extend(option.split(" type ").next().map(str::to_owned));
                *has_clock |= option.starts_with("Clock ") && option.contains(" var processor");
            }
            (line == "ugiok").then_some(())
        })
        .map_err(fault)?;
        let sizes = [("Hash", self.spec.hash), ("Threads", self.spec.threads)];
        let sizes =
            sizes.into_iter().filter_map(|(name, n)| Some((name.to_owned(), n?.to_string())));
        let clock = (self.time.is_some() && self.has_clock)
            .then(|| ("Clock".to_owned(), "processor".to_owned()));
        for (name, value) in sizes.chain(clock).chain(options.iter().cloned()) {
            program.say(format!("setoption name {name} value {value}").as_bytes())?;
        }
        self.program = Some(program);
        Ok(())
    }

    /// Says lines and waits for the answer that `wanted` picks out.
    fn ask<T>(
        &mut self,
        lines: &[String],
        most: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let Some(program) = &mut self.program else {
            return Err(Fault::Crash("the program is not running".to_owned()));
        };
        let said = lines.iter().try_for_each(|line| program.say(line.as_bytes()));
        let answer = match said {
            Ok(()) => hear(program, most, wanted),
            Err(error) => Err(Fault::Crash(error.to_string())),
        };
        // After a failure nobody knows what it would answer next.
        if answer.is_err() {
            self.program = None;
        }
        answer
    }
}

impl External {
    /// Lets it think until it has used its processor time, and hears its move.
    fn choose_by_processor(&mut self, limit: Duration, lines: &[String]) -> Result<String, Fault> {
        let (Some(program), Some(time)) = (&mut self.program, &mut self.time) else {
            return Err(Fault::Crash("the program is not running".to_owned()));
        };
        let crash = |error: io::Error| Fault::Crash(error.to_string());
        let wall = || self.begun.elapsed();
        let used = time.read().map_err(crash)?;
        let mut allowance = Allowance::new(limit, self.patience, used, wall());
        lines.iter().try_for_each(|line| program.say(line.as_bytes())).map_err(crash)?;
        loop {
            // Where it cannot be read any more the program has ended, which is heard at once; unless something that
            // it has started keeps silent in its place.
            let used = time.read().unwrap_or_else(|_| allowance.used_in_all());
            let wait = match allowance.look(used, wall()) {
                Next::Listen(wait) => wait,
                Next::Stop => {
                    program.say(b"stop").map_err(crash)?;
                    continue;
                }
                Next::Lost(fault) => return Err(fault),
            };
            match program.hear(wait) {
                Heard::Line(line) => {
                    if let Some(best) = best_move(line.trim()) {
                        let _ = time.read().map(|used| allowance.look(used, wall()));
                        self.worked = Some(allowance.used());
                        return Ok(best);
                    }
                }
                Heard::Silence => {}
                Heard::End => return Err(ended(program)),
            }
        }
    }
}

/// The move of a line that says it.
fn best_move(line: &str) -> Option<String> {
    let best = line.strip_prefix("bestmove")?;
    Some(best.split_whitespace().next().unwrap_or_default().to_owned())
}

/// How a program that says nothing any more has ended.
fn ended(program: &mut Program) -> Fault {
    let status = program.ended(Duration::from_millis(500)).ok().flatten();
    Fault::Crash(match status {
        Some(status) => format!("the program ended ({status})"),
        None => "the program closed its output".to_owned(),
    })
}

impl Player for External {
    fn begin(&mut self, _game: &GameSoFar, seed: u64) -> Result<(), Fault> {
        if self.program.is_none() {
            self.launch().map_err(|error| Fault::Crash(error.to_string()))?;
        }
        let mut lines = Vec::new();
        if self.options.iter().any(|name| name == SEED) {
            lines.push(format!("setoption name {SEED} value {}", 1 + seed % SEEDS));
        }
        lines.extend(["uginewgame".to_owned(), "isready".to_owned()]);
        let silence = self.patience.silence;
        self.ask(&lines, silence, |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, game: &GameSoFar, clocks: &Clocks) -> Result<String, Fault> {
        let side = game.progress().turn();
        let most = self.patience.most(&self.spec, clocks[side]);
        let lines = [position(game), go(&self.spec, self.has_clock, side, clocks)];
        let begun = Instant::now();
        let best = match self.spec.bounds.cpu {
            Some(limit) => {
                self.worked = None;
                let best = self.choose_by_processor(limit, &lines);
                if best.is_err() {
                    self.program = None;
                }
                best
            }
            None => self.ask(&lines, most, best_move),
        };
        let allowed = self.spec.bounds.time.or(clocks[side].map(|clock| clock.left));
        match (best, allowed) {
            (Ok(best), _) if best.is_empty() || best == "none" => Err(Fault::NoMove),
            (Err(Fault::Silence(_)), Some(allowed)) => {
                Err(Fault::Overrun { took: begun.elapsed(), allowed })
            }
            (answer, _) => answer,
        }
    }

    fn worked(&self) -> Option<Duration> {
        self.worked
    }
}

/// Hears lines until one is wanted.
fn hear<T>(
    program: &mut Program,
    most: Duration,
    mut wanted: impl FnMut(&str) -> Option<T>,
) -> Result<T, Fault> {
    let deadline = Instant::now() + most;
    loop {
        match program.hear(deadline.saturating_duration_since(Instant::now())) {
            Heard::Line(line) => {
                if let Some(answer) = wanted(line.trim()) {
                    return Ok(answer);
                }
                if Instant::now() >= deadline {
                    return Err(Fault::Silence(most));
                }
            }
            Heard::Silence => return Err(Fault::Silence(most)),
            Heard::End => return Err(ended(program)),
        }
    }
}

/// The line that sets up the game.
fn position(game: &GameSoFar) -> String {
    let setup = game.setup();
    let layouts = game.progress().game().layouts();
    let default_layout = layouts.first().map(|layout| layout.name);
    let from_default = setup.layout.is_none() || setup.layout.as_deref() == default_layout;
    let mut line = match &setup.position {
        None if from_default => "position startpos".to_owned(),
        None => format!("position fen {}", game.progress().at_ply(0).position_text()),
        Some(text) => format!("position fen {text}"),
    };
    if !game.moves().is_empty() {
        line += " moves ";
        line += &game.moves().join(" ");
    }
    line
}

fn go(spec: &PlayerSpec, has_clock: bool, side: Side, clocks: &Clocks) -> String {
    let mut line = "go".to_owned();
    let bounds = &spec.bounds;
    let by_itself = bounds.cpu.filter(|_| has_clock);
    if bounds.cpu.is_some() && !has_clock && bounds.nodes.is_none() && bounds.depth.is_none() {
        line += " infinite";
    }
    let time = bounds.time.or(by_itself).map(|time| (time.as_millis() as u64).max(1));
    // Programs may want to know both clocks: an opponent without one has as much as we have.
    let own = clocks[side];
    let clock = |side: Side| own.map(|own| clocks[side].unwrap_or(own));
    let left = |side| clock(side).map(|clock| clock.left.as_millis() as u64);
    let more = |side| clock(side).map(|clock| clock.increment.as_millis() as u64);
    let clocks = [
        ("p1time", left(Side::First)),
        ("p2time", left(Side::Second)),
        ("p1inc", more(Side::First)),
        ("p2inc", more(Side::Second)),
    ];
    let words =
        [("movetime", time), ("nodes", bounds.nodes), ("depth", bounds.depth.map(u64::from))];
    for (word, value) in
        clocks.into_iter().chain(words).filter_map(|(word, value)| Some((word, value?)))
    {
        let _ = write!(line, " {word} {value}");
    }
    line
}
