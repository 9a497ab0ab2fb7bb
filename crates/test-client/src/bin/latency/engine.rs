//! The engine, as other programs drive it: over UGI (`docs/ugi.md`).

use crate::sample::Sample;
use galet_test_client::{ClientError, Script, processor_time};
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

/// A process that is killed when this is dropped.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
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
        let mut engine = Engine { child, input, output: BufReader::new(output).lines() };
        engine.ask("isready", "readyok")?;
        Ok(engine)
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
            let before = processor_time(self.child.id());
            wall.push(self.ask(go, "bestmove")?.saturating_sub(allowed));
            if let (Some(before), Some(after)) = (before, processor_time(self.child.id())) {
                processor.push(after.saturating_sub(before).saturating_sub(allowed));
            }
        }
        Ok((wall, processor))
    }

    /// A new game, at its start, after a third or after two thirds of the script.
    fn set_position(&mut self, script: &Script, number: usize) -> Result<(), ClientError> {
        let played = script.moves.len() * (number % 3) / 3;
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
