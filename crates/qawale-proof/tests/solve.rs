//! The prover as a whole: answers, journals, shards.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use galet_core::ManualTime;
use galet_qawale_proof::journal::Known;
use galet_qawale_proof::question::{Question, QuestionError};
use galet_qawale_proof::solve::{Answer, Options, run};
use galet_qawale_proof::text::{Player, Position, TextError};

/// A journal of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("qawale-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn options(&self) -> Options {
        Options { threads: 2, journal: Some(self.0.clone()), also: Vec::new(), shard: (0, 1) }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn ask(question: &Question, options: &Options) -> Answer {
    run(question, options, &ManualTime::default(), &AtomicBool::new(false), &|_| {}).unwrap().answer
}

fn start(pebbles: u32, attacker: Player) -> Question {
    Question::new(Position::start(pebbles), attacker, 2 * pebbles).unwrap()
}

#[test]
fn the_smallest_variants_are_draws() {
    for pebbles in 1..=4 {
        for attacker in [Player::Light, Player::Dark] {
            let journal = Scratch::new(&format!("small-{pebbles}-{attacker:?}"));
            assert_eq!(ask(&start(pebbles, attacker), &journal.options()), Answer::DefenderHolds);
        }
    }
}

#[test]
fn a_forced_win_is_found() {
    // Lifting c2 drops the neutral pebble on d2 and light's on d1: enough for three in a rank, not for
    // two.
    for (text, wins) in [("n,,,/,,,/,,n,/o,o,o, o 1 1", true), ("n,,,/,,,/,,n,/o,o,, o 1 1", false)]
    {
        let position = Position::parse(text).unwrap();
        let by = if wins { 4 } else { 3 };
        let journal = Scratch::new(&format!("forced-{wins}"));
        let answer = ask(&Question::new(position, Player::Light, by).unwrap(), &journal.options());
        assert_eq!(
            answer,
            if wins { Answer::AttackerWins } else { Answer::DefenderHolds },
            "{text}"
        );
    }
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let question = start(5, Player::Light);
    let journal = Scratch::new("stopped");
    let stop = AtomicBool::new(false);
    let report = |progress: galet_qawale_proof::solve::Progress| {
        if progress.done >= 40 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let answer =
        run(&question, &journal.options(), &ManualTime::default(), &stop, &report).unwrap().answer;
    assert!(matches!(answer, Answer::Open { missing } if missing > 0));

    // Whoever was killed while writing leaves half a line.
    let mut bytes = fs::read(&journal.0).unwrap();
    bytes.extend(b"qawale-unit 1\tnn,,,nn");
    fs::write(&journal.0, bytes).unwrap();
    let mut known = Known::default();
    known.read(&journal.0, &question).unwrap();
    let before = known.units.len();
    assert!(before >= 40);

    assert_eq!(ask(&question, &journal.options()), Answer::DefenderHolds);
    let mut known = Known::default();
    known.read(&journal.0, &question).unwrap();
    let lines = fs::read_to_string(&journal.0).unwrap();
    let units = lines
        .lines()
        .filter(|line| line.starts_with("qawale-unit 1") && line.contains("holds"))
        .count();
    assert_eq!(units, known.units.len(), "no unit was done twice");

    // Another question finds nothing in this journal.
    let mut other = Known::default();
    other.read(&journal.0, &start(5, Player::Dark)).unwrap();
    assert!(other.units.is_empty() && other.plans.is_empty());
}

#[test]
fn shards_together_give_the_answer() {
    let question = start(5, Player::Dark);
    let parts = [Scratch::new("shard-0"), Scratch::new("shard-1")];
    for (i, part) in parts.iter().enumerate() {
        let options = Options { shard: (i as u64, 2), ..part.options() };
        assert!(matches!(ask(&question, &options), Answer::Open { missing } if missing > 0));
    }
    let merged = Scratch::new("merged");
    let options =
        Options { also: parts.iter().map(|part| part.0.clone()).collect(), ..merged.options() };
    assert_eq!(ask(&question, &options), Answer::DefenderHolds);
    assert_eq!(fs::metadata(&merged.0).unwrap().len(), 0, "nothing was left to do");
}

#[test]
fn impossible_questions_are_refused() {
    let ply = |by| Question::new(Position::start(2), Player::Light, by).unwrap_err();
    assert_eq!(ply(5), QuestionError::Ply { by: 5, played: 0, last: 4 });
    assert_eq!(ply(0), QuestionError::Ply { by: 0, played: 0, last: 4 });
    let over = Position::parse("n,,,/,,,/,,,/o,o,o,o o 1 1").unwrap();
    assert_eq!(Question::new(over, Player::Light, 6), Err(QuestionError::Over));
    let text = |text| Position::parse(text).unwrap_err();
    assert_eq!(text("nn,,,nn o 8 8"), TextError::Shape("nn,,,nn".into()));
    assert_eq!(text("n,,,/,,,/,,,/z,,, o 1 1"), TextError::Pebble('z'));
    assert_eq!(
        text("n,,,/,,,/,,,/n,,, x 1 1"),
        TextError::Balance { light: 1, dark: 1, turn: 'x' }
    );
    assert_eq!(text("n,,,/,,,/,,,/ooooo,,, o 6 6"), TextError::TooMany { pebble: 'o', count: 11 });
}

#[test]
fn position_text_comes_back() {
    for text in ["nn,,,nn/,,,/,,,/nn,,,nn o 8 8", "nn,,,n/,,,xn/,,o,/nno,,,nnx x 5 6"] {
        assert_eq!(Position::parse(text).unwrap().text(), text);
    }
}
