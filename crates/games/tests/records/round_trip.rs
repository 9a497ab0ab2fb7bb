//! Reading and writing are inverse to each other.

use crate::read;
use crate::recipe::{Recipe, nasty_comment, nasty_text, recipe, runner};
use galet_games::record::{self, Record, RecordError, read_all_bytes, write, write_all};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::cell::Cell;

#[test]
fn what_is_written_reads_back_equal_and_is_written_the_same_again() {
    let (variations, comments, ended) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let check = |record: &Record| {
        let text = write(record);
        let again = only(&text)?;
        prop_assert_eq!(&again, record, "{}", text);
        prop_assert_eq!(write(&again), text);
        let count = |cell: &Cell<u32>, yes: bool| cell.set(cell.get() + u32::from(yes));
        for (id, node) in record.nodes() {
            count(&variations, record.starts_variation(id));
            count(&comments, node.comment().is_some() && node.comment_before().is_some());
        }
        count(&ended, record.final_game().outcome().is_some());
        Ok(())
    };
    runner(600).run(&recipe(), |recipe| check(&recipe.cook())).unwrap();
    // The cases would prove little if nothing much happened in them.
    let reached = [variations.get(), comments.get(), ended.get()];
    assert!(reached.iter().all(|&n| n >= 20), "variations, comments, ended games: {reached:?}");
}

#[test]
fn several_records_in_a_file_read_back_equal() {
    runner(60)
        .run(&vec(recipe(), 0..5), |recipes| {
            let records: Vec<_> = recipes.iter().map(Recipe::cook).collect();
            let text = write_all(&records);
            let again: Result<Vec<_>, _> = record::read_all(&text).collect();
            prop_assert_eq!(again.map_err(|error| fail(&error))?, records);
            Ok(())
        })
        .unwrap();
}

#[test]
fn line_ends_and_marks_of_other_systems_change_nothing() {
    runner(100)
        .run(&recipe(), |recipe| {
            let record = recipe.cook();
            let text = write(&record);
            for other in [
                format!("\u{feff}{text}"),
                text.replace('\n', "\r\n"),
                text.replace('\n', "\r"),
                text.replace('\n', "  \n\t"),
                format!("\n\n% made by somebody\n{text}\n\n"),
            ] {
                prop_assert_eq!(only(&other)?, record.clone(), "{:?}", other);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn no_line_of_moves_is_too_long_that_could_be_broken() {
    runner(100)
        .run(&recipe(), |recipe| {
            let text = write(&recipe.cook());
            let moves = text.split_once("\n\n").expect("an empty line behind the tags").1;
            for line in moves.lines().filter(|line| line.chars().count() > 80) {
                // A number and its move stay together, with a parenthesis perhaps.
                let number = |word: &str| word.trim_matches(['(', '.']).parse::<u32>().is_ok();
                let words = line.split(' ').filter(|word| !number(word)).count();
                prop_assert_eq!(words, 1, "{}", line);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn whatever_happens_to_a_text_it_reads_without_harm() {
    let damage = vec((any::<Index>(), 0usize..20, nasty_text()), 1..4);
    let (good, bad) = (Cell::new(0), Cell::new(0));
    runner(400)
        .run(&(vec(recipe(), 1..3), damage), |(recipes, damage)| {
            let records: Vec<_> = recipes.iter().map(Recipe::cook).collect();
            let mut bytes = write_all(&records).into_bytes();
            for (at, length, text) in damage {
                let at = at.index(bytes.len());
                let end = (at + length).min(bytes.len());
                bytes.splice(at..end, text.bytes());
            }
            let lines = bytes.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count() + 1;
            let mut last = 0;
            for read in read_all_bytes(&bytes) {
                match read {
                    Ok(record) => {
                        good.set(good.get() + 1);
                        prop_assert_eq!(only(&write(&record))?, record);
                    }
                    Err(error) => {
                        bad.set(bad.get() + 1);
                        prop_assert!(error.place.line <= lines && error.place.column >= 1);
                        prop_assert!(error.game > last);
                        last = error.game;
                        prop_assert!(!error.to_string().is_empty());
                    }
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(good.get() > 50 && bad.get() > 50, "{} good, {} bad", good.get(), bad.get());
}

fn only(text: &str) -> Result<Record, TestCaseError> {
    let mut all = read(text);
    prop_assert_eq!(all.len(), 1, "games in {}", text);
    all.remove(0).map_err(|error| fail(&error))
}

fn fail(error: &RecordError) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

#[test]
fn converting_twice_is_converting_once_whatever_comments_hold() {
    let converted = Cell::new(0);
    let texts = (any::<Index>(), vec(nasty_comment(), 3));
    runner(3000)
        .run(&texts, |(game, comments)| {
            let game = *game.get(galet_games::all());
            let start = game.start(&Default::default()).expect("it begins");
            let text = start.legal_moves(1).texts.pop().expect("a move");
            let [before, after, more] = [0, 1, 2].map(|n: usize| &comments[n]);
            let file = format!(
                "[Game \"{}\"]\n[Site \"a\u{1b}[1mb\u{9b}c\"]\n\n{{{before}}} 1. {text} {{{after}}}\n;{more}\n*\n",
                game.name()
            );
            for record in read(&file).into_iter().flatten() {
                converted.set(converted.get() + 1);
                let once = write(&record);
                // On the way through a terminal or a pipe they would be lost, and with them what
                // stands beside them.
                let control = once.chars().find(|&c| c.is_control() && c != '\n');
                prop_assert_eq!(control, None, "{:?} became {:?}", file, once);
                let again = only(&once)?;
                prop_assert_eq!(&again, &record, "{:?} became {:?}", file, once);
                prop_assert_eq!(write(&again), once, "{:?}", file);
            }
            Ok(())
        })
        .unwrap();
    assert!(converted.get() > 1000, "{} records", converted.get());
}
