//! How to make a random record, as a list of steps that can shrink.

use galet_core::Values;
use galet_games::record::{ClockComment, Evaluation, GameResult, NodeId, Record, Score};
use galet_games::{AnyGame, AnyProgress, SetupText, all};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// A reproducible run: the same cases every time.
pub(crate) fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    game: Index,
    layout: Index,
    /// An option to set and the value to set it to.
    option: Option<(Index, Index)>,
    /// Moves played before the position from which the record begins.
    opening: Option<Vec<Index>>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
enum Step {
    /// A move at the end of the main line.
    Move(Index),
    /// A move anywhere.
    Variation(Index, Index),
    Comment(Index, String),
    CommentBefore(Index, String),
    Nag(Index, u8),
    ClockComment(Index, u64),
    Evaluation(Index, Evaluation),
    Tag(&'static str, String),
    Result(GameResult),
}

pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    let option = proptest::option::weighted(0.4, any::<(Index, Index)>());
    let opening = proptest::option::weighted(0.3, vec(any::<Index>(), 0..20));
    let parts = (any::<Index>(), any::<Index>(), option, opening, vec(step(), 0..60));
    parts.prop_map(|(game, layout, option, opening, steps)| Recipe {
        game,
        layout,
        option,
        opening,
        steps,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let names =
        select(&["Event", "Date", "First", "Second", "Round", "Site", "Note", "Termination"][..]);
    let results = select(
        &[GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw, GameResult::Unknown][..],
    );
    let node = any::<Index>;
    prop_oneof![
        8 => node().prop_map(Step::Move),
        4 => (node(), node()).prop_map(|(at, choice)| Step::Variation(at, choice)),
        2 => (node(), nasty_text()).prop_map(|(at, text)| Step::Comment(at, text)),
        2 => (node(), nasty_text()).prop_map(|(at, text)| Step::CommentBefore(at, text)),
        1 => (node(), any::<u8>()).prop_map(|(at, nag)| Step::Nag(at, nag)),
        1 => (node(), any::<u64>()).prop_map(|(at, time)| Step::ClockComment(at, time)),
        1 => (node(), evaluation()).prop_map(|(at, value)| Step::Evaluation(at, value)),
        1 => (names, nasty_text()).prop_map(|(name, value)| Step::Tag(name, value)),
        1 => results.prop_map(Step::Result),
    ]
}

fn evaluation() -> impl Strategy<Value = Evaluation> {
    let score =
        prop_oneof![any::<i32>().prop_map(Score::Thousandths), any::<i32>().prop_map(Score::WinIn)];
    (score, any::<Option<u32>>()).prop_map(|(score, depth)| Evaluation { score, depth })
}

/// Text made of everything that means something in a record.
pub(crate) fn nasty_text() -> impl Strategy<Value = String> {
    let pieces = &[
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "\"",
        "\\",
        "\\\"",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "%",
        "\n%",
        ";",
        "$",
        "$1",
        "!",
        "?",
        "*",
        "1-0",
        "1.",
        "1...",
        "…",
        "a1b2",
        "é",
        "♟",
        "\u{a0}",
        "\u{feff}",
        "[%",
        "[%clk",
        "[%clk 0:00:01]",
        "[%clk 0:00:01",
        "[%eval 1.5,3]",
        "[%eval #-2]",
        "[%csl Ra1]",
        "\n\n[Event \"x\"]\n",
        "[Game \"chess\"]",
        "clk 0:01]",
        "word",
        "x",
        "a-word-that-is-so-long-that-it-does-not-fit-into-any-line-of-eighty-columns-whatever-comes",
    ][..];
    vec(select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

/// A comment made of pieces of commands, with every kind of space and control character between.
pub(crate) fn nasty_comment() -> impl Strategy<Value = String> {
    let pieces = &[
        "[%clk ",
        "[%clk",
        "[%eval ",
        "0:00:01",
        "1",
        ":",
        ".",
        "0.5",
        ",",
        "#",
        "-",
        "]",
        "[",
        "%",
        "clk ",
        "word",
        "[Event \"x\"]",
        "\n\n",
        "1.5,3",
        "a-word-that-is-so-long-that-it-does-not-fit-into-any-line-of-eighty-columns-whatever-comes",
    ][..];
    let controls = ('\0'..='\u{20}').chain('\u{7f}'..='\u{a0}');
    let spaces = "\u{1680}\u{2003}\u{2028}\u{2029}\u{202f}\u{3000}\u{feff}\u{200b}".chars();
    let between: Vec<String> = controls.chain(spaces).map(String::from).collect();
    let piece = prop_oneof![
        3 => select(pieces).prop_map(str::to_owned),
        2 => select(between),
    ];
    vec(piece, 0..14).prop_map(|pieces| pieces.concat().replace(['{', '}'], ""))
}

impl Recipe {
    pub(crate) fn cook(&self) -> Record {
        let game = *self.game.get(all());
        let mut record = Record::new(game, &self.setup(game)).expect("a setup made of known names");
        for step in &self.steps {
            step.apply(&mut record);
        }
        record
    }

    fn setup(&self, game: &'static dyn AnyGame) -> SetupText {
        let options =
            self.option.as_ref().filter(|_| !game.options().is_empty()).map(|(which, value)| {
                let spec = which.get(game.options());
                let value = match spec.values {
                    Values::OneOf(words) => (*value.get(words)).to_owned(),
                    Values::Number { min, max } | Values::NumberOrOff { min, max } => {
                        (min as usize + value.index((max - min) as usize + 1)).to_string()
                    }
                };
                (spec.key.to_owned(), value)
            });
        let mut setup = SetupText {
            layout: Some(self.layout.get(game.layouts()).name.to_owned()),
            options: options.into_iter().collect(),
            position: None,
        };
        if let Some(opening) = &self.opening {
            let mut progress = game.start(&setup).expect("a setup made of known names");
            for choice in opening {
                if let Some(text) = some_move(&*progress, choice) {
                    progress.play(&text).expect("a legal move");
                }
            }
            setup.position = Some(progress.position_text());
        }
        setup
    }
}

impl Step {
    fn apply(&self, record: &mut Record) {
        let nodes: Vec<NodeId> = record.nodes().map(|(id, _)| id).collect();
        match self {
            Step::Move(choice) => {
                let end = record.main_line().last().unwrap_or(Record::ROOT);
                add(record, end, choice);
            }
            Step::Variation(at, choice) => add(record, *at.get(&nodes), choice),
            Step::Comment(at, text) => record.set_comment(*at.get(&nodes), text),
            Step::CommentBefore(at, text) => record.set_comment_before(*at.get(&nodes), text),
            Step::Nag(at, nag) => record.add_nag(*at.get(&nodes), *nag),
            Step::ClockComment(at, milliseconds) => {
                record
                    .set_clock(*at.get(&nodes), Some(ClockComment { milliseconds: *milliseconds }));
            }
            Step::Evaluation(at, value) => record.set_evaluation(*at.get(&nodes), Some(*value)),
            Step::Tag(name, value) => record.set_tag(name, value).expect("a name that tags have"),
            Step::Result(result) => {
                // Refused where the board knows better.
                let _ = record.set_result(*result);
            }
        }
    }
}

fn add(record: &mut Record, after: NodeId, choice: &Index) {
    if let Some(text) = some_move(&*record.game_at(after), choice) {
        record.add_move(after, &text).expect("a legal move");
    }
}

fn some_move(progress: &dyn AnyProgress, choice: &Index) -> Option<String> {
    let moves = progress.legal_moves(200).texts;
    (!moves.is_empty()).then(|| choice.get(&moves).clone())
}
