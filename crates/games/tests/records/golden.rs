//! The examples of the format's page and whole games, each kept in its canonical form.

use crate::{one, read};
use galet_games::record::{Format, Reader, write};
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/records.md");

/// The code blocks of the page in that language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    PAGE.split(&*fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_examples_of_the_page_are_canonical_records_of_every_game() {
    let examples = blocks("pgn");
    let mut games: Vec<_> = examples.iter().map(|text| one(text).game().name()).collect();
    for example in examples {
        assert_eq!(write(&one(example)), example);
    }
    games.sort_unstable();
    games.dedup();
    let all: Vec<_> = galet_games::all().iter().map(|game| game.name()).collect();
    assert_eq!(games, all);
}

#[test]
fn the_untidy_example_of_the_page_means_the_tidy_one() {
    let [untidy] = blocks("text untidy")[..] else { panic!("one untidy example") };
    assert_eq!(write(&one(untidy)), blocks("pgn")[0]);
}

#[test]
fn the_foreign_example_of_the_page_is_read() {
    let [example] = blocks("apgn")[..] else { panic!("one foreign example") };
    let format = Format::by_extension("apgn").expect("a known ending");
    let records: Result<Vec<_>, _> =
        Reader { format, ..Reader::default() }.read_all(example).collect();
    assert_eq!(records.unwrap().len(), 1);
}

/// Set `GALET_REWRITE=1` to write the files anew after a change that is meant.
#[test]
fn golden_records_are_read_and_written_as_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for game in galet_games::all() {
        let input =
            std::fs::read_to_string(folder.join(format!("{}.in.txt", game.name()))).unwrap();
        let written: Vec<_> = read(&input)
            .iter()
            .map(|read| match read {
                Ok(record) => write(record),
                Err(error) => format!("game {}: {error}\n", error.game),
            })
            .collect();
        let written = written.join("\n");
        galet_golden::check!(folder.join(format!("{}.out.txt", game.name())), written);
    }
}
