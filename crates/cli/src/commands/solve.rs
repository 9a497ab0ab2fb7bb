//! `galet solve`: proving who can force what.

use crate::console::{Complaint, Console};
use crate::failure::{Deed, Failure};
use crate::long_work::{self, ProgressView, number, time};
use crate::said::{Said, Wrong};
use clap::ValueEnum;
use galet_core::ThreadTime;
use galet_qawale_check::{Certificate, Wins};
use galet_qawale_proof::certificate::certify;
use galet_qawale_proof::deeper;
use galet_qawale_proof::journal::JournalError;
use galet_qawale_proof::question::Question;
use galet_qawale_proof::solve::{self, Answer, Options, Standing};
use galet_qawale_proof::text::{Player, Position};
use galet_scene::Phrase;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Prove the value of Qawale: which side can force a line, and by which ply.
///
/// By default both questions about the real game are worked on. The work is split into units,
/// positions after four or five plies. Each finished unit is a line of the journal, so the work
/// can be stopped at any moment (Ctrl-C) and goes on with the same command; it can be spread over
/// machines (--shard) and put together again (--merge). Nothing rests on hashed keys. At the end
/// the standard output says what is proven and what remains.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet solve qawale                            the whole game; hours
  galet solve qawale --journal my.journal --merge proofs/qawale/qawale.journal
  galet solve qawale --status --merge proofs/qawale/qawale.journal
  galet solve qawale --attacker first --by 12   one question only
  galet solve qawale --shard 2/4 --journal 2.journal   the second of four machines
  galet solve qawale --fen \"n,,,/,,,/,,n,/o,o,o, o 1 1\" --journal line.journal
  galet solve qawale --variants 5               values for 1 to 5 pebbles a player")]
pub(crate) struct Args {
    /// The game: only Qawale can be solved
    game: Solvable,
    /// Pebbles a player
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10))]
    pebbles: u32,
    /// Begin from this position
    #[arg(long, value_name = "TEXT", conflicts_with = "pebbles")]
    fen: Option<String>,
    /// Ask only whether this player can force a line
    #[arg(long, value_name = "PLAYER")]
    attacker: Option<Attacker>,
    /// Ask only for a line by the end of this ply, counted from the first move [default: the last]
    #[arg(long, value_name = "PLY")]
    by: Option<u32>,
    /// On how many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Work on one part of the units only, as in 2/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Where finished units are kept
    #[arg(long, value_name = "FILE", default_value = "qawale.journal")]
    journal: PathBuf,
    /// Journals of other machines or earlier times to read as well
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Do no work: only say where things stand
    #[arg(long)]
    status: bool,
    /// Do no work: write the replies that the journals hold as a certificate
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Put the single replies of this journal into the certificate, for players in a hurry
    #[arg(long, value_name = "FILE", requires = "certificate")]
    deeper: Option<PathBuf>,
    /// Do no work: write all that the journals hold as one short journal
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
    /// The values of the variants with 1 to N pebbles a player, as a table; no journal is kept
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10),
        conflicts_with_all = ["pebbles", "fen", "attacker", "by", "shard", "merge", "journal",
            "status", "certificate", "pack"]
    )]
    variants: Option<u32>,
}

/// Games that can be solved.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Solvable {
    Qawale,
}

/// The side that tries to force a line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Attacker {
    First,
    Second,
}

fn shard(text: &str) -> Result<(u64, u64), Wrong> {
    let number = |text: &str| text.parse::<u64>().ok();
    match text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?))) {
        Some((i, n)) if 0 < i && i <= n => Ok((i - 1, n)),
        _ => Err(Wrong::new(
            "a part is written 2/4: the second of four",
            "une part s’écrit 2/4\u{a0}: la deuxième de quatre",
        )),
    }
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let Solvable::Qawale = args.game;
    let threads = long_work::threads(args.threads);
    if let Some(most) = args.variants {
        return variants(most, threads, console);
    }
    let questions = questions(args)?;
    for path in &args.merge {
        // A journal that is not there yet is an empty one, but nobody merges what does not exist.
        std::fs::metadata(path).map_err(|error| Failure::file(Deed::Read, path, &error))?;
    }
    let options = Options {
        threads,
        journal: Some(args.journal.clone()),
        also: args.merge.clone(),
        shard: args.shard.unwrap_or((0, 1)),
    };
    let works = !args.status && args.certificate.is_none() && args.pack.is_none();
    let mut standings = Vec::new();
    if works {
        let stop = long_work::interrupt()?;
        for question in &questions {
            standings.push(work(question, &options, &stop)?);
        }
    } else {
        let known: Vec<_> = questions
            .iter()
            .map(|question| solve::read(question, &options))
            .collect::<Result<_, _>>()
            .map_err(journal_failure)?;
        for (question, known) in questions.iter().zip(&known) {
            standings.push(solve::standing(question, known));
        }
        if let Some(path) = &args.pack {
            let text: String = questions.iter().zip(&known).map(|(q, k)| k.packed(q)).collect();
            write_file(path, text.as_bytes())?;
        }
        if let Some(path) = &args.certificate {
            let wins = Wins::new();
            let deeper = match &args.deeper {
                Some(path) => std::fs::read_to_string(path)
                    .map_err(|error| Failure::file(Deed::Read, path, &error))?,
                None => String::new(),
            };
            let mut parts = Vec::new();
            for (question, known) in questions.iter().zip(&known) {
                let mut part = certify(question, known, &wins).map_err(|e| Failure::input(&e))?;
                part.deeper = deeper::read(&deeper, question).map_err(|e| Failure::input(&e))?;
                parts.push(part);
            }
            write_file(path, &Certificate { parts }.to_bytes())?;
        }
    }
    tell(&questions, &standings, console)?;
    if works && standings.iter().any(|s| matches!(s.answer, Answer::Open { .. })) {
        console.flush()?;
        let journal = args.journal.display();
        let kept = Phrase::new(
            format!("what is finished is in {journal}"),
            format!("ce qui est fini est dans {journal}"),
        );
        console.complain(Complaint::Note, kept.get(console.language));
    }
    Ok(())
}

/// What is asked.
fn questions(args: &Args) -> Result<Vec<Question>, Failure> {
    let start = match &args.fen {
        Some(text) => Position::parse(text).map_err(|error| {
            let Phrase { en, fr } = error.said();
            Failure::wrong(
                format!("the position is wrong: {en}"),
                format!("la position est fausse\u{a0}: {fr}"),
            )
        })?,
        None => Position::start(args.pebbles),
    };
    let attackers = match args.attacker {
        Some(Attacker::First) => vec![Player::Light],
        Some(Attacker::Second) => vec![Player::Dark],
        None => vec![Player::Light, Player::Dark],
    };
    let last = last_ply(&start);
    attackers
        .into_iter()
        .map(|attacker| Question::new(start.clone(), attacker, args.by.unwrap_or(last)))
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::input(&error))
}

/// The last ply of the game: all pebbles, on the board and in hand.
fn last_ply(start: &Position) -> u32 {
    let on_board = start.board.ranks('o', 'x').chars().filter(|c| matches!(c, 'o' | 'x')).count();
    on_board as u32 + start.left.iter().sum::<u32>()
}

/// Answers a question, telling how far it is.
fn work(question: &Question, options: &Options, stop: &AtomicBool) -> Result<Standing, Failure> {
    let view = ProgressView::new(asked(question));
    solve::run(question, options, &ThreadTime, stop, &|p| {
        let mut more = String::new();
        if p.plans > 0 {
            more += &format!(", {} early positions to put in order", p.plans);
        }
        if p.falls > 0 {
            more += &format!(", {} replies replaced", p.falls);
        }
        view.show(p.done, p.total, p.left_millis, options.threads, &more);
    })
    .map_err(journal_failure)
}

fn journal_failure(error: JournalError) -> Failure {
    match error {
        JournalError::File { path, error } => Failure::file(Deed::Use, &path, &error),
        JournalError::Contradiction { .. } => Failure::input(&error),
    }
}

pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::file(Deed::Write, path, &error))
}

fn player(player: Player) -> &'static str {
    match player {
        Player::Light => "the first player",
        Player::Dark => "the second player",
    }
}

fn asked(question: &Question) -> String {
    format!("Can {} force a line by ply {}?", player(question.attacker()), question.by())
}

/// Says what is proven and what remains.
fn tell(
    questions: &[Question],
    standings: &[Standing],
    console: &mut Console,
) -> Result<(), Failure> {
    let Some(first) = questions.first() else { return Ok(()) };
    writeln!(console, "From {}:", first.start().text())?;
    for (question, s) in questions.iter().zip(standings) {
        let spent = format!(
            "{} units, {} nodes, {} of one core",
            number(s.units as u64),
            number(s.nodes),
            time(s.millis)
        );
        let asked = asked(question);
        match s.answer {
            Answer::DefenderHolds => writeln!(console, "{asked} No, proven ({spent}).")?,
            Answer::AttackerWins => writeln!(console, "{asked} Yes, proven ({spent}).")?,
            Answer::Open { missing } => {
                writeln!(console, "{asked} Not settled yet.")?;
                writeln!(console, "  proven: {spent}")?;
                let left = s.left_millis.map_or_else(
                    || "at an unknown cost".to_owned(),
                    |left| format!("about {} of one core at the median speed so far", time(left)),
                );
                writeln!(console, "  remaining: {} units, {left}", number(missing as u64))?;
                if s.plans > 0 {
                    writeln!(
                        console,
                        "  and the units below {} early positions whose replies are still to be put \
                         in order",
                        number(s.plans as u64)
                    )?;
                }
            }
        }
        if s.falls > 0 {
            writeln!(console, "  {} replies failed and were replaced", number(s.falls as u64))?;
        }
    }
    if questions.iter().all(|question| question.by() == last_ply(question.start())) {
        writeln!(console, "{}", value(questions, standings))?;
    }
    Ok(())
}

/// The value of the position, as far as the answers tell, when they go to the end of the game.
fn value(questions: &[Question], standings: &[Standing]) -> String {
    let answers =
        || questions.iter().map(Question::attacker).zip(standings.iter().map(|s| s.answer));
    if let Some((winner, _)) = answers().find(|(_, answer)| *answer == Answer::AttackerWins) {
        return format!("Value: {} wins.", player(winner));
    }
    let held: Vec<_> = answers()
        .filter(|(_, answer)| *answer == Answer::DefenderHolds)
        .map(|(attacker, _)| player(attacker))
        .collect();
    match held[..] {
        [_, _] => "Value: a draw.".to_owned(),
        [loser] => format!("Value: not settled; {loser} cannot win."),
        _ => "Value: not settled.".to_owned(),
    }
}

/// The table of small variants.
fn variants(most: u32, threads: usize, console: &mut Console) -> Result<(), Failure> {
    let stop = long_work::interrupt()?;
    let options = Options { threads, journal: None, also: Vec::new(), shard: (0, 1) };
    writeln!(console, "| pebbles a player | value | units | nodes | time of one core |")?;
    writeln!(console, "|---|---|---|---|---|")?;
    for pebbles in 1..=most {
        let start = Position::start(pebbles);
        let questions = [Player::Light, Player::Dark]
            .map(|attacker| Question::new(start.clone(), attacker, 2 * pebbles))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Failure::input(&error))?;
        let mut standings = Vec::new();
        for question in &questions {
            standings.push(work(question, &options, &stop)?);
        }
        let sum = |of: fn(&Standing) -> u64| standings.iter().map(of).sum::<u64>();
        let value = value(&questions, &standings);
        writeln!(
            console,
            "| {pebbles} | {} | {} | {} | {} |",
            value.trim_start_matches("Value: ").trim_end_matches('.'),
            number(sum(|s| s.units as u64)),
            number(sum(|s| s.nodes)),
            time(sum(|s| s.millis))
        )?;
        console.flush()?;
    }
    Ok(())
}
