//! The engine, as other programs drive it: over UGI (`docs/ugi.md`).

use crate::sample::Sample;
use galet_test_client::{ClientError, Script, processor_time_of_threads};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const STOPS: u64 = 36;
const QUESTIONS: usize = 40;
const MOVES: usize = 21;

/// Beyond what a person notices, for whatever happens at once.
const AT_ONCE: Duration = Duration::from_millis(100);
/// A search looks at the time every now and then, and that much work may be done in between.
const EXCESS: Duration = Duration::from_millis(50);
/// What a move may take of the processor beyond its limit, where the engine goes by processor time: so
/// much, or a tenth of the limit if that is more.
const PROCESSOR_EXCESS: Duration = Duration::from_millis(10);
/// The limits that this is tried with.
const PROCESSOR_LIMITS: [u64; 3] = [20, 50, 200];

/// `go`, and the time that it allows. Of 900 ms on the clock no move may take a third.
const GO: [(&str, &str, Duration); 2] = [
    ("movetime", "go movetime 150", Duration::from_millis(150)),
    ("clock", "go p1time 900 p2time 900", Duration::from_millis(300)),
];

/// All about one game, in the position at the start and in two later ones.
pub(crate) fn measure(program: &Path, script: &Script) -> Result<Vec<Sample>, ClientError> {
    let mut engine = Engine::start(program, script.game)?;
    let game = script.game;
    let mut samples = vec![
        Sample::new(format!("{game}: stop to bestmove"), AT_ONCE, engine.stops(script)?),
        Sample::new(format!("{game}: isready while it thinks"), AT_ONCE, engine.questions()?),
    ];
    for (name, go, allowed) in GO {
        let (wall, processor) = engine.moves(script, go, allowed)?;
        samples.push(Sample::new(format!("{game}: {name} exceeded, wall time"), AT_ONCE, wall));
        if !processor.is_empty() {
            let what = format!("{game}: {name} exceeded, processor time");
            samples.push(Sample::new(what, EXCESS, processor));
        }
    }
    Ok(samples)
}

/// By how much moves exceed their limits of processor time: along a game, and at every level where there are
/// as many moves as possible.
pub(crate) fn measure_processor(
    program: &Path,
    script: &Script,
    widest: &Script,
) -> Result<Vec<Sample>, ClientError> {
    let game = script.game;
    let mut engine = Engine::start(program, game)?;
    engine.tell("setoption name Clock value processor")?;
    let mut samples = Vec::new();
    for limit in PROCESSOR_LIMITS {
        let allowed = Duration::from_millis(limit);
        let excess = PROCESSOR_EXCESS.max(allowed / 10);
        let go = format!("go movetime {limit}");
        let (_, exceeded) = engine.moves(script, &go, allowed)?;
        samples.push(
            Sample::new(format!("{game}: {limit} ms of the processor exceeded"), excess, exceeded)
                .of_all(),
        );
        let mut exceeded = Vec::new();
        for level in 1..=engine.levels {
            engine.tell(&format!("setoption name Level value {level}"))?;
            for played in 0..=widest.moves.len() {
                engine.set_position_after(widest, played)?;
                exceeded.extend(engine.one_move(&go, allowed)?.1);
            }
        }
        samples.push(
            Sample::new(format!("{game}: the same, all levels, most moves"), excess, exceeded)
                .of_all(),
        );
    }
    Ok(samples)
}

/// A process that is killed when this is dropped.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// The highest number of a level: full strength has one in their midst.
    levels: u64,
}

impl Engine {
    fn start(program: &Path, game: &str) -> Result<Self, ClientError> {
        let mut child = Command::new(program)
            .args(["engine", "--game", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(ClientError::Ended) };
        let output = BufReader::new(output).lines();
        let mut engine = Engine { child, input, output, levels: 0 };
        engine.tell("ugi")?;
        for line in &mut engine.output {
            let line = line?;
            if let Some(level) = line.strip_prefix("option name Level ") {
                let highest = level.split(' ').next_back().and_then(|max| max.parse().ok());
                engine.levels = highest.ok_or(ClientError::Unreadable(line))?;
            } else if line == "ugiok" {
                return Ok(engine);
            }
        }
        Err(ClientError::Ended)
    }

    /// How long it goes on after `stop`, told from at once to more than a second after `go`: while
    /// it solves, and while it searches.
    fn stops(&mut self, script: &Script) -> Result<Vec<Duration>, ClientError> {
        let mut times = Vec::new();
        for number in 0..STOPS {
            self.set_position(script, number as usize)?;
            self.tell("go infinite")?;
            let late = if number % 12 == 11 { 1_000 } else { 0 };
            sleep(Duration::from_millis(2 * number + late));
            times.push(self.ask("stop", "bestmove")?);
        }
        Ok(times)
    }

    fn questions(&mut self) -> Result<Vec<Duration>, ClientError> {
        self.tell("go infinite")?;
        let times: Result<Vec<_>, _> =
            (0..QUESTIONS).map(|_| self.ask("isready", "readyok")).collect();
        self.ask("stop", "bestmove")?;
        times
    }

    /// By how much moves take longer than they are allowed to, on the wall and of the processor;
    /// nothing of the latter where the system does not tell.
    fn moves(
        &mut self,
        script: &Script,
        go: &str,
        allowed: Duration,
    ) -> Result<(Vec<Duration>, Vec<Duration>), ClientError> {
        let (mut wall, mut processor) = (Vec::new(), Vec::new());
        for number in 0..MOVES {
            self.set_position(script, number)?;
            let exceeded = self.one_move(go, allowed)?;
            wall.push(exceeded.0);
            processor.extend(exceeded.1);
        }
        Ok((wall, processor))
    }

    /// By how much a move takes longer than it is allowed to, on the wall and of the processor.
    fn one_move(
        &mut self,
        go: &str,
        allowed: Duration,
    ) -> Result<(Duration, Option<Duration>), ClientError> {
        let before = processor_time_of_threads(self.child.id());
        let wall = self.ask(go, "bestmove")?.saturating_sub(allowed);
        let used = processor_time_of_threads(self.child.id()).zip(before);
        let processor =
            used.map(|(after, before)| after.saturating_sub(before).saturating_sub(allowed));
        Ok((wall, processor))
    }

    /// A new game, at its start, after a third or after two thirds of the script.
    fn set_position(&mut self, script: &Script, number: usize) -> Result<(), ClientError> {
        self.set_position_after(script, script.moves.len() * (number % 3) / 3)
    }

    /// A new game, after so many moves of the script.
    fn set_position_after(&mut self, script: &Script, played: usize) -> Result<(), ClientError> {
        self.tell("uginewgame")?;
        self.tell(&format!("position startpos moves {}", script.moves[..played].join(" ")))?;
        self.ask("isready", "readyok").map(drop)
    }

    fn tell(&mut self, line: &str) -> Result<(), ClientError> {
        Ok(self.input.write_all(format!("{line}\n").as_bytes())?)
    }

    /// How long it takes until a line begins with that word.
    fn ask(&mut self, line: &str, word: &str) -> Result<Duration, ClientError> {
        let begun = Instant::now();
        self.tell(line)?;
        for answer in &mut self.output {
            if answer?.starts_with(word) {
                return Ok(begun.elapsed());
            }
        }
        Err(ClientError::Ended)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
