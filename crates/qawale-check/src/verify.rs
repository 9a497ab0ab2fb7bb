//! Proving again what is below the stored replies.
//!
//! [`leaves`] proves every position behind the last stored replies, [`units`] some of them, drawn at random
//! and proven whole; for the real game all of them take hours. [`deeper`] proves the single replies behind them.
//! [`lines`] follows random lines: the attacker's moves are drawn, the defender's are the stored ones and
//! then those that the checker's search would try first, down to a position with a few attacks to come
//! ([`Lines::attacks`]), which is proven. Should the defender be lost there, the checker's own
//! choice of a reply may be to blame; then the first position behind the stored replies is proven as a
//! whole, and only if that fails the certificate has failed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, TimeSource, on_threads};
use galet_qawale::Position;

use crate::book::{Book, Leaf};
use crate::canonical::canonical;
use crate::certificate::Entry;
use crate::log::{Log, LogError, Result as LogResult};
use crate::search::{Search, Stopped};
use crate::wins::Wins;

/// Which random lines are followed, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// How many.
    pub count: usize,
    /// The same seed draws the same lines.
    pub seed: u64,
    /// A line ends at a position of the defender with so many attacks to come, but not before the stored
    /// replies end. Each attack more makes proving it some ten times dearer.
    pub attacks: u32,
}

/// How often a line is drawn anew because it ran into a position without a stored reply.
const ATTEMPTS: u64 = 20_000;

/// What the checks share.
pub struct Checker<'a> {
    /// The win test.
    pub wins: &'a Wins,
    /// Earlier results, and where new ones go.
    pub log: &'a Mutex<Log>,
    /// On how many threads; one is the caller's own.
    pub threads: usize,
    /// Read before and after each piece of work by the thread that does it. The differences go into
    /// the log and the findings, so a [`galet_core::ThreadTime`] makes them the working time of a core.
    pub time: &'a dyn TimeSource,
    /// Ends the work early.
    pub stop: &'a AtomicBool,
    /// Told after every finished piece: how many are done, of how many, and the milliseconds of one
    /// core's work that the finished ones took.
    pub progress: &'a (dyn Fn(usize, usize, u64) + Sync),
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Pieces of work there were.
    pub total: usize,
    /// Proven by this run.
    pub proven: usize,
    /// Proven by an earlier run, as the log says.
    pub proven_before: usize,
    /// Lines only: they ended early because the attacker had no move left that does not lose at once,
    /// or no move at all.
    pub ended: usize,
    /// Lines only: no line without an open position was found.
    pub open: usize,
    /// Position texts where the attacker wins.
    pub failed: Vec<String>,
    /// Positions with the attacker to move that this run looked at.
    pub nodes: u64,
    /// Working time of one core that this run took, in milliseconds.
    pub millis: u64,
}

impl Findings {
    /// Pieces that are not done because the work was stopped.
    pub fn undone(&self) -> usize {
        let done = self.proven + self.proven_before + self.ended + self.open + self.failed.len();
        self.total.saturating_sub(done)
    }
}

/// One finished piece.
enum Piece {
    Proven(LogResult),
    Known(bool),
    Ended,
    Open,
}

/// Proves every position behind the last stored replies.
pub fn leaves(book: &Book, checker: &Checker<'_>) -> Result<Findings, LogError> {
    checker.work(
        book.leaves().len(),
        |i, search| {
            let position = book.leaves()[i].position;
            let piece = checker.prove(book, search, &position)?;
            Ok((piece, position))
        },
        book,
    )
}

/// Proves so many positions behind the last stored replies, whole, each drawn once. The same seed draws the
/// same ones, and fewer are the first of more.
pub fn units(
    book: &Book,
    count: usize,
    seed: u64,
    checker: &Checker<'_>,
) -> Result<Findings, LogError> {
    let mut drawn: Vec<&Leaf> = book.leaves().iter().collect();
    let (count, mut random) = (count.min(drawn.len()), SplitMix64::new(seed));
    for i in 0..count {
        let other = i + random.below(drawn.len() - i);
        drawn.swap(i, other);
    }
    checker.work(
        count,
        |i, search| Ok((checker.prove(book, search, &drawn[i].position)?, drawn[i].position)),
        book,
    )
}

/// Proves the replies that are stored behind the levels.
pub fn deeper(book: &Book, checker: &Checker<'_>) -> Result<Findings, LogError> {
    let after = book.after_deeper();
    checker.work(
        after.len(),
        |i, search| Ok((checker.prove(book, search, &after[i])?, after[i])),
        book,
    )
}

/// Proves random lines.
pub fn lines(book: &Book, lines: Lines, checker: &Checker<'_>) -> Result<Findings, LogError> {
    let Lines { count, seed, attacks } = lines;
    checker.work(
        count,
        |i, search| {
            let mut random = SplitMix64::new(SplitMix64::new(seed).next().wrapping_add(i as u64));
            for _ in 0..ATTEMPTS {
                match draw(book, checker.wins, search, &mut random, attacks) {
                    Drawn::Open => {}
                    Drawn::Ended(position) => return Ok((Piece::Ended, position)),
                    Drawn::Line { free, end } => {
                        let piece = checker.prove(book, search, &end)?;
                        let holds = match &piece {
                            Piece::Proven(result) => result.holds,
                            Piece::Known(holds) => *holds,
                            Piece::Ended | Piece::Open => true,
                        };
                        if holds || free == end {
                            return Ok((piece, end));
                        }
                        return Ok((checker.prove(book, search, &free)?, free));
                    }
                }
            }
            Ok((Piece::Open, *book.claim().start()))
        },
        book,
    )
}

/// A random line.
enum Drawn {
    /// It ran into a position without a stored reply.
    Open,
    /// It ended before there was anything to prove.
    Ended(Position),
    /// It left the stored replies with the defender to move in `free`, and came to `end`.
    Line { free: Position, end: Position },
}

fn draw(
    book: &Book,
    wins: &Wins,
    search: &Search<'_>,
    random: &mut SplitMix64,
    attacks_at_end: u32,
) -> Drawn {
    let claim = book.claim();
    let mut position = *claim.start();
    let mut free = None;
    loop {
        let attacks = claim.attacks(&position);
        if attacks == 0 || position.outcome().is_some() {
            return Drawn::Ended(position);
        }
        if position.turn() == claim.attacker() {
            let mut choices: Vec<Position> = Vec::new();
            for m in position.moves() {
                let mut after = position;
                after.play_unchecked(m);
                if after.outcome().is_none() && !wins.at_once(&after) {
                    choices.push(after);
                }
            }
            if choices.is_empty() {
                return Drawn::Ended(position);
            }
            position = choices[random.below(choices.len())];
            continue;
        }
        let reply = match book.entry(&position) {
            Some(Entry::Open) => return Drawn::Open,
            Some(Entry::Reply { m, .. }) => m,
            None => {
                let free = *free.get_or_insert(position);
                let guess = if attacks > attacks_at_end { search.guess(&position) } else { None };
                let Some(m) = guess else { return Drawn::Line { free, end: position } };
                m
            }
        };
        position.play_unchecked(reply);
    }
}

impl Checker<'_> {
    /// Proves a position, or looks it up.
    fn prove(
        &self,
        book: &Book,
        search: &mut Search<'_>,
        position: &Position,
    ) -> Result<Piece, Interruption> {
        let claim = book.claim();
        let line = claim.line();
        let position = canonical(position).position;
        let text = position.position_text();
        let known = self.log.lock().expect("no thread panics while it holds the log");
        if let Some(holds) = known.find(&line, &text) {
            return Ok(Piece::Known(holds));
        }
        drop(known);
        let (begun, before) = (self.time.now(), search.nodes);
        let holds = search.holds(&position, claim.attacks(&position))?;
        let result =
            LogResult { holds, nodes: search.nodes - before, millis: self.millis_since(begun) };
        let mut log = self.log.lock().expect("no thread panics while it holds the log");
        log.add(&line, &text, &result)?;
        Ok(Piece::Proven(result))
    }

    fn millis_since(&self, begun: Duration) -> u64 {
        self.time.now().saturating_sub(begun).as_millis() as u64
    }

    /// Does the pieces 0 to `total` on all threads, each with a fresh search, so that results do not
    /// depend on who does what.
    fn work(
        &self,
        total: usize,
        piece: impl Fn(usize, &mut Search<'_>) -> Result<(Piece, Position), Interruption> + Sync,
        book: &Book,
    ) -> Result<Findings, LogError> {
        let (next, done, millis) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let findings = Mutex::new(Findings { total, ..Findings::default() });
        let failure = Mutex::new(None);
        on_threads(self.threads.min(total), || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= total || self.stop.load(Ordering::Relaxed) {
                    return;
                }
                let begun = self.time.now();
                let mut search = Search::new(self.wins, book.claim().attacker(), self.stop);
                let (finished, position) = match piece(i, &mut search) {
                    Ok(finished) => finished,
                    Err(Interruption::Stopped) => return,
                    Err(Interruption::Log(error)) => {
                        *failure.lock().expect("no thread panics here") = Some(error);
                        return;
                    }
                };
                let spent = self.millis_since(begun);
                let mut all = findings.lock().expect("no thread panics here");
                all.nodes += search.nodes;
                all.millis += spent;
                match finished {
                    Piece::Proven(LogResult { holds: false, .. }) | Piece::Known(false) => {
                        all.failed.push(position.position_text());
                    }
                    Piece::Proven(_) => all.proven += 1,
                    Piece::Known(true) => all.proven_before += 1,
                    Piece::Ended => all.ended += 1,
                    Piece::Open => all.open += 1,
                }
                drop(all);
                let millis = millis.fetch_add(spent, Ordering::Relaxed) + spent;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(done, total, millis);
            }
        });
        match failure.into_inner().expect("no thread panicked") {
            Some(error) => Err(error),
            None => Ok(findings.into_inner().expect("no thread panicked")),
        }
    }
}

/// Why a piece was not finished.
enum Interruption {
    Stopped,
    Log(LogError),
}

impl From<Stopped> for Interruption {
    fn from(Stopped: Stopped) -> Self {
        Interruption::Stopped
    }
}

impl From<LogError> for Interruption {
    fn from(error: LogError) -> Self {
        Interruption::Log(error)
    }
}
