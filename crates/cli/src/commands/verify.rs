//! `galet verify`: checking a certificate without believing whoever made it.

use super::solve::Solvable;
use crate::console::Console;
use crate::failure::{Deed, Failure};
use crate::long_work::{self, ProgressView, number, time};
use galet_core::{Notation, Side, ThreadTime};
use galet_qawale_check::verify::{self, Checker, Findings, Lines};
use galet_qawale_check::{Book, Certificate, Claim, Log, LogError, Wins, forced};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Check the certificate of `galet solve` by a program that shares nothing with it.
///
/// Always checked, whole: from the start, every move of the attacker up to the last stored ply has
/// a stored reply that is legal and does not lose at once. What lies behind the last replies is
/// proved again by the checker's own search: all of it (--all, hours), whole units of it drawn at
/// random (--units, seconds each) or along random lines (--sample); --deeper proves the single replies
/// that players in a hurry take from there. The standard output says what has been proven by which program, and what has not.
/// The exit code is 1 if anything fails or is missing.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet verify qawale                        coverage of the certificate that galet comes with
  galet verify qawale --sample 10000         and ten thousand random lines
  galet verify qawale --units 300 --journal checked.journal   300 whole units of each claim
  galet verify qawale --deeper               the single replies for players in a hurry
  galet verify qawale --all --journal checked.journal    everything; goes on where it was
  galet verify qawale my.certificate --partial           a proof that is not finished")]
pub(crate) struct Args {
    /// The game: only Qawale has certificates
    game: Solvable,
    /// The certificate [default: the one that galet comes with]
    file: Option<PathBuf>,
    /// Prove so many random lines again
    #[arg(long, value_name = "N", default_value_t = 0)]
    sample: usize,
    /// Prove every position behind the last stored replies again
    #[arg(long)]
    all: bool,
    /// Prove so many of those positions of each claim again, drawn at random, each one whole
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "all")]
    units: usize,
    /// Prove the single replies behind the last stored ply again
    #[arg(long)]
    deeper: bool,
    /// Random lines end where the attacker has so many moves left: 3 is ply 9 or 10 of the real game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
    attacks: u32,
    /// Decides the random lines and units
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// On how many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where the checker keeps what it has proven, to go on later
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Positions that the certificate itself leaves open are no failure
    #[arg(long)]
    partial: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let Solvable::Qawale = args.game;
    let (name, bytes) = match &args.file {
        Some(path) => {
            let bytes =
                std::fs::read(path).map_err(|error| Failure::file(Deed::Read, path, &error))?;
            (path.display().to_string(), bytes)
        }
        None => ("the certificate that galet comes with".to_owned(), carried()?.to_vec()),
    };
    let certificate =
        Certificate::from_bytes(&bytes).map_err(|error| Failure::about(&name, &error))?;
    writeln!(console, "{name}: {} bytes, {}", number(bytes.len() as u64), claims(&certificate))?;
    if certificate.parts.is_empty() {
        return Err(Failure::wrong(
            format!("{name} claims nothing"),
            format!("{name} n’affirme rien"),
        ));
    }
    let log = match &args.journal {
        Some(path) => Log::open(path).map_err(log_failure)?,
        None => Log::default(),
    };
    let log = Mutex::new(log);
    let (wins, stop) = (Wins::new(), long_work::interrupt()?);
    let mut fine = true;
    for (i, stored) in certificate.parts.iter().enumerate() {
        writeln!(console)?;
        writeln!(console, "Claim: {}", in_words(&stored.claim))?;
        match forced::check(stored.claim.pebbles()) {
            Ok(cases) => writeln!(
                console,
                "  nobody is forced to line up the opponent: proven by this checker, {} cases",
                number(cases)
            )?,
            Err(forced) => {
                writeln!(console, "  FAILED: {forced}")?;
                fine = false;
                continue;
            }
        }
        let book = match Book::check(stored, &wins) {
            Ok(book) => book,
            Err(gap) => {
                writeln!(console, "  FAILED: coverage: {gap}")?;
                fine = false;
                continue;
            }
        };
        fine &= coverage(&book, args.partial, console)?;
        console.flush()?;
        let parts = certificate.parts.len();
        let count = args.sample / parts + usize::from(i < args.sample % parts);
        let check = Check { wins: &wins, log: &log, stop: &stop, args };
        if args.all {
            let found = check
                .work("positions behind the replies", |checker| verify::leaves(&book, checker))?;
            fine &= all_leaves(&found, console)?;
        } else if args.units > 0 {
            let found = check
                .work("units", |checker| verify::units(&book, args.units, args.seed, checker))?;
            fine &= drawn_units(&found, &book, args, console)?;
        } else {
            writeln!(
                console,
                "  proven again by this checker, whole: none (--all and --units do that)"
            )?;
        }
        if args.deeper {
            let found = check.work("single replies", |checker| verify::deeper(&book, checker))?;
            fine &= single_replies(&found, console)?;
        }
        if count > 0 {
            let lines = Lines { count, seed: args.seed, attacks: args.attacks };
            let found =
                check.work("random lines", |checker| verify::lines(&book, lines, checker))?;
            fine &= random_lines(&found, args, console)?;
        }
    }
    writeln!(console)?;
    console.flush()?;
    if fine {
        writeln!(console, "Nothing failed.")?;
        return Ok(());
    }
    Err(Failure::wrong(
        "the certificate is not verified: see above",
        "le certificat n’est pas vérifié\u{a0}: voir plus haut",
    ))
}

/// The certificate inside this program.
fn carried() -> Result<&'static [u8], Failure> {
    #[cfg(feature = "embedded")]
    let certificate = galet_embedded::certificate("qawale");
    #[cfg(not(feature = "embedded"))]
    let certificate = None;
    certificate.ok_or_else(|| {
        Failure::wrong(
            "this galet comes without a certificate: name the file of one",
            "ce galet est venu sans certificat\u{a0}: nommez un fichier",
        )
    })
}

/// What a check needs.
struct Check<'a> {
    wins: &'a Wins,
    log: &'a Mutex<Log>,
    stop: &'a AtomicBool,
    args: &'a Args,
}

impl Check<'_> {
    fn work(
        &self,
        what: &str,
        check: impl FnOnce(&Checker<'_>) -> Result<Findings, LogError>,
    ) -> Result<Findings, Failure> {
        let view = ProgressView::new(what.to_owned());
        let threads = long_work::threads(self.args.threads);
        let checker = Checker {
            wins: self.wins,
            log: self.log,
            threads,
            time: &ThreadTime,
            stop: self.stop,
            progress: &|done, all, millis| {
                let left = millis * (all - done) as u64 / done as u64;
                view.show(done, all, left, threads, "");
            },
        };
        check(&checker).map_err(log_failure)
    }
}

fn log_failure(error: LogError) -> Failure {
    match error {
        LogError::File { path, error } => Failure::file(Deed::Use, &path, &error),
        LogError::Contradiction { .. } => Failure::input(&error),
    }
}

fn claims(certificate: &Certificate) -> String {
    match certificate.parts.len() {
        1 => "1 claim".to_owned(),
        n => format!("{n} claims"),
    }
}

fn in_words(claim: &Claim) -> String {
    let attacker = match claim.attacker() {
        Side::First => "first",
        Side::Second => "second",
    };
    format!(
        "from {} the {attacker} player cannot force a line by ply {}",
        claim.start().position_text(),
        claim.by()
    )
}

/// Tells what is stored; whether that is enough.
fn coverage(book: &Book, partial: bool, console: &mut Console) -> Result<bool, Failure> {
    for level in book.levels() {
        let open = match level.open {
            0 => String::new(),
            n => format!(", OPEN: {}", number(n as u64)),
        };
        writeln!(
            console,
            "  ply {}: {} positions up to symmetry{open}",
            level.ply,
            number(level.positions as u64)
        )?;
    }
    let Some(last) = book.levels().last() else { return Ok(partial) };
    let replies = last.positions - last.open;
    if book.is_complete() {
        writeln!(
            console,
            "  coverage: whole. Every move of the attacker up to ply {} has a stored reply that is \
             legal and does not lose at once",
            last.ply - 1
        )?;
    } else {
        writeln!(
            console,
            "  coverage: NOT whole, as the certificate itself says. Where a reply is stored, it is \
             legal and does not lose at once"
        )?;
    }
    writeln!(
        console,
        "  proven by the prover, as the certificate says: {} of {} replies at ply {}",
        number(last.proven as u64),
        number(last.positions as u64),
        last.ply
    )?;
    if last.proven < replies {
        writeln!(
            console,
            "  stored, but proven by nobody: {}",
            number((replies - last.proven) as u64)
        )?;
    }
    if book.deeper_count() > 0 {
        writeln!(
            console,
            "  single replies behind them, for players in a hurry: {}, legal, and none loses at once",
            number(book.deeper_count() as u64)
        )?;
    }
    Ok(partial || book.is_complete())
}

/// Tells what came of proving every leaf; whether nothing failed or is left.
fn all_leaves(found: &Findings, console: &mut Console) -> Result<bool, Failure> {
    let proven = found.proven + found.proven_before;
    writeln!(
        console,
        "  proven again by this checker, whole: {} of {} positions behind the last replies ({} of them \
         known from its journal; {} nodes, {} of one core now)",
        number(proven as u64),
        number(found.total as u64),
        number(found.proven_before as u64),
        number(found.nodes),
        time(found.millis)
    )?;
    ending(found, console)
}

/// Tells what came of proving the single replies; whether nothing failed or is left.
fn single_replies(found: &Findings, console: &mut Console) -> Result<bool, Failure> {
    writeln!(
        console,
        "  proven again by this checker: {} of {} single replies behind them ({} of them known from its journal; \
         {} nodes, {} of one core now)",
        number((found.proven + found.proven_before) as u64),
        number(found.total as u64),
        number(found.proven_before as u64),
        number(found.nodes),
        time(found.millis)
    )?;
    ending(found, console)
}

/// Tells what came of proving units drawn at random; whether nothing failed or is left.
fn drawn_units(
    found: &Findings,
    book: &Book,
    args: &Args,
    console: &mut Console,
) -> Result<bool, Failure> {
    let proven = found.proven + found.proven_before;
    writeln!(
        console,
        "  proven again by this checker, whole: {} positions behind the last replies, drawn at random out of \
         {} (seed {}; {} of them known from its journal; {} nodes, {} of one core now)",
        number(proven as u64),
        number(book.leaf_count() as u64),
        args.seed,
        number(found.proven_before as u64),
        number(found.nodes),
        time(found.millis)
    )?;
    if found.failed.is_empty() && proven >= FEWEST_TO_BOUND {
        writeln!(
            console,
            "  so at most {:.2} % of all of them are bad, at 95 % (3 divided by those proven)",
            300.0 / proven as f64
        )?;
    }
    ending(found, console)
}

/// Fewer clean units bound nothing worth telling.
const FEWEST_TO_BOUND: usize = 10;

/// Tells what came of random lines; whether nothing failed or is left.
fn random_lines(found: &Findings, args: &Args, console: &mut Console) -> Result<bool, Failure> {
    writeln!(
        console,
        "  random lines (seed {}): {} proven again by this checker to the end of the game from where the \
         attacker has {} moves left ({} of them known already; {} nodes, {} of one core)",
        args.seed,
        number((found.proven + found.proven_before) as u64),
        args.attacks,
        number(found.proven_before as u64),
        number(found.nodes),
        time(found.millis)
    )?;
    if found.ended > 0 {
        writeln!(
            console,
            "  {} lines ended before that: every move of the attacker lost at once",
            number(found.ended as u64)
        )?;
    }
    if found.open > 0 {
        writeln!(
            console,
            "  {} lines were not found: too much of the certificate is open",
            number(found.open as u64)
        )?;
    }
    Ok(ending(found, console)? && (found.open == 0 || args.partial))
}

/// Tells failures and what was not done.
fn ending(found: &Findings, console: &mut Console) -> Result<bool, Failure> {
    for position in &found.failed {
        writeln!(console, "  FAILED: the attacker wins in {position}")?;
    }
    if found.undone() > 0 {
        writeln!(console, "  stopped: {} are not done", number(found.undone() as u64))?;
    }
    Ok(found.failed.is_empty() && found.undone() == 0)
}
