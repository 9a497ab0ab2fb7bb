//! What the prover writes for others: certificates that the checker accepts, journals for keeping.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use galet_core::ManualTime;
use galet_qawale_check::verify::{self, Checker, Lines};
use galet_qawale_check::{Book, Certificate, Log, Wins};
use galet_qawale_proof::certificate::{CertifyError, certify};
use galet_qawale_proof::journal::{JournalError, Known};
use galet_qawale_proof::question::Question;
use galet_qawale_proof::solve::{Answer, Options, run, standing};
use galet_qawale_proof::text::{Player, Position};

/// A file of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("qawale-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn read(&self, question: &Question) -> Result<Known, JournalError> {
        let mut known = Known::default();
        known.read(&self.0, question).map(|()| known)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn start(pebbles: u32, attacker: Player) -> Question {
    Question::new(Position::start(pebbles), attacker, 2 * pebbles).unwrap()
}

/// Solves a question and gives what the journal says.
fn solved(question: &Question, journal: &Scratch) -> Known {
    let options =
        Options { threads: 2, journal: Some(journal.0.clone()), also: Vec::new(), shard: (0, 1) };
    run(question, &options, &ManualTime::default(), &AtomicBool::new(false), &|_| {}).unwrap();
    journal.read(question).unwrap()
}

#[test]
fn the_checker_accepts_what_the_prover_writes() {
    let wins = Wins::new();
    for (pebbles, attacker, plies) in
        [(4, Player::Light, vec![2]), (4, Player::Dark, vec![1]), (5, Player::Dark, vec![1, 3, 5])]
    {
        let question = start(pebbles, attacker);
        let journal = Scratch::new(&format!("certify-{pebbles}-{attacker:?}"));
        let known = solved(&question, &journal);
        let stored = certify(&question, &known, &wins).unwrap();
        let bytes = Certificate { parts: vec![stored] }.to_bytes();
        let read = Certificate::from_bytes(&bytes).unwrap();
        let book = Book::check(&read.parts[0], &wins).unwrap();
        assert!(book.is_complete());
        assert_eq!(book.levels().iter().map(|level| level.ply).collect::<Vec<_>>(), plies);
        let last = book.levels().last().unwrap();
        assert_eq!(last.proven, last.positions);
        let checker = Checker {
            wins: &wins,
            log: &Mutex::new(Log::default()),
            threads: 2,
            time: &ManualTime::default(),
            stop: &AtomicBool::new(false),
            progress: &|_, _, _| {},
        };
        let lines =
            verify::lines(&book, Lines { count: 60, seed: 5, attacks: 3 }, &checker).unwrap();
        assert!(lines.failed.is_empty() && lines.open == 0 && lines.proven > 30, "{lines:?}");
    }
}

#[test]
fn a_packed_journal_says_the_same_and_can_be_continued() {
    let question = start(4, Player::Light);
    let (journal, packed) = (Scratch::new("long"), Scratch::new("packed"));
    let known = solved(&question, &journal);
    let text = known.packed(&question);
    assert!(text.len() < fs::metadata(&journal.0).unwrap().len() as usize);
    fs::write(&packed.0, &text).unwrap();
    let read = packed.read(&question).unwrap();
    assert_eq!((&read.units, &read.plans), (&known.units, &known.plans));
    assert_eq!(standing(&question, &read), standing(&question, &known));
    let other = packed.read(&start(4, Player::Dark)).unwrap();
    assert!(other.units.is_empty() && other.plans.is_empty());

    // Without its last unit, and with half a line: the work goes on in the same file.
    let cut = text.trim_end().rfind('\n').unwrap() + 9;
    fs::write(&packed.0, &text[..cut]).unwrap();
    assert!(matches!(
        standing(&question, &packed.read(&question).unwrap()).answer,
        Answer::Open { missing: 1 }
    ));
    let again = solved(&question, &packed);
    assert_eq!(standing(&question, &again).answer, Answer::DefenderHolds);
}

#[test]
fn contradicting_journals_are_refused() {
    let question = start(4, Player::Light);
    let journal = Scratch::new("contradiction");
    solved(&question, &journal);
    let text = fs::read_to_string(&journal.0).unwrap();
    let (count, line) = (text.lines().count(), text.lines().last().unwrap());
    // The same once more is fine, another reply as well.
    fs::write(&journal.0, format!("{text}{line}\n")).unwrap();
    assert!(journal.read(&question).is_ok());
    let opposite = line.replace("\tholds\t", "\tfalls\t");
    fs::write(&journal.0, format!("{text}{opposite}\n")).unwrap();
    let error = journal.read(&question).unwrap_err();
    assert!(
        matches!(&error, JournalError::Contradiction { line, .. } if *line == count + 1),
        "{error}"
    );
}

#[test]
fn a_journal_with_a_wrong_reply_gives_no_certificate() {
    let wins = Wins::new();
    let question = start(4, Player::Light);
    let journal = Scratch::new("wrong-reply");
    let mut known = solved(&question, &journal);
    for unit in known.units.values_mut() {
        unit.reply = Some("a1sss".to_owned());
    }
    let error = certify(&question, &known, &wins).unwrap_err();
    assert!(matches!(error, CertifyError::Reply { .. }), "{error}");
}
