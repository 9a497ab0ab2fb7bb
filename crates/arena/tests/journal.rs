//! The journal of matches: what is written reads back, and the table in the docs is made of it.

use galet_arena::journal::{Circumstances, Entry, MatchEnd, read, table};
use galet_arena::opening::OpeningPlan;
use galet_arena::player::Patience;
use galet_arena::{MatchPlan, Standing};
use galet_games::SetupText;
use std::path::{Path, PathBuf};

fn plan(sprt: Option<&str>) -> MatchPlan {
    MatchPlan {
        starts: vec![galet_games::all()[0].start(&SetupText::default()).expect("a start")],
        contestants: ["full:nodes=9", "ugi:/a/b/old/galet engine;nodes=9"]
            .map(|text| text.parse().expect("a player")),
        pairs: 2,
        concurrency: 1,
        seed: 7,
        opening: OpeningPlan::default(),
        patience: Patience::default(),
        max_plies: 9,
        sprt: sprt.map(|text| text.parse().expect("a test")),
    }
}

fn standing(pairs: &[[usize; 2]]) -> Standing {
    let mut standing = Standing::default();
    for pair in pairs {
        standing.tally.add(*pair);
    }
    standing
}

fn around() -> Circumstances {
    Circumstances {
        date: "2026-11-16T15:04:05Z".to_owned(),
        program: "0.1.0 abcdef0".to_owned(),
        note: Some("a | b".to_owned()),
        command: "/usr/bin/galet arena".to_owned(),
        setup: "spiral move-limit=9".to_owned(),
    }
}

#[test]
fn what_is_written_reads_back() {
    let played = Entry::new(&plan(None), &standing(&[[2, 1], [2, 0]]), around());
    assert_eq!((played.games, played.won, played.drawn, played.lost), (4, 2, 1, 1));
    assert_eq!((played.decided, played.end), (0.75, MatchEnd::Played));
    assert_eq!(played.second, "ugi:old/galet engine;nodes=9");
    let test = plan(Some("elo0=0,elo1=10"));
    let swept = Entry::new(&test, &standing(&[[2, 2]]), around());
    assert_eq!((swept.end, swept.elo.map(|elo| elo[0])), (MatchEnd::BrokenOff, Some(None)));
    let none = Entry::new(&test, &standing(&[]), around());
    assert_eq!((none.score, none.games), (None, 0));
    let entries = [played, swept, none];
    let journal: String = entries.iter().map(Entry::line).collect();
    assert_eq!(journal.lines().count(), entries.len());
    assert_eq!(read(&journal).expect("our own lines"), entries);
}

#[test]
fn every_match_is_a_row() {
    let decided = standing(&[[2, 2]; 2]);
    let entry = Entry::new(&plan(Some("elo0=0,elo1=10")), &decided, around());
    let table = table(&[entry]);
    let columns: Vec<_> = table.lines().map(|line| line.matches('|').count()).collect();
    assert_eq!(columns, [12, 12, 12], "{table}");
    for words in [
        "| 2026-11-16 | ",
        "| a / b; spiral move-limit=9; seed 7 |",
        "+4 =0 −0 | 100 % | 100.0 % (",
        "+∞ (−∞ … +∞)",
        "SPRT 0/10: not decided, LLR 0.06",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

/// Between these lines of the page stands what the journal says.
const BEGIN: &str = "<!-- the table of docs/matches.jsonl, made by `cargo xtask matches` -->\n";
const END: &str = "<!-- the end of that table -->\n";

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

#[test]
fn the_table_in_the_docs_is_that_of_the_journal() {
    let journal = std::fs::read_to_string(docs("matches.jsonl")).expect("there is a journal");
    let entries = read(&journal).expect("each of its lines is a match");
    let page = std::fs::read_to_string(docs("strength.md")).expect("there is a page");
    let (before, rest) = page.split_once(BEGIN).expect("the table begins somewhere");
    let (_, after) = rest.split_once(END).expect("the table ends somewhere");
    let made = format!("{before}{BEGIN}\n{}\n{END}{after}", table(&entries));
    galet_golden::check_file(&docs("strength.md"), &made);
}
