//! What was played, one line of JSON for each match, so that nothing measured is forgotten.
//!
//! Matches append to such a file ([`Entry::line`]); [`read`] reads it, [`table`] makes of it what stands in
//! `docs/strength.md`.

mod table;

pub use table::table;

use crate::matches::{MatchPlan, Standing};
use crate::sprt::{Sprt, SprtDecision};
use serde::{Deserialize, Serialize};

/// A match that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When it ended, as 2026-11-16T15:04:05Z.
    pub date: String,
    /// The program's version, and the commit that it was built from where that is known.
    pub program: String,
    /// What the match was about, in words of whoever asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The command line.
    pub command: String,
    /// The game's name.
    pub game: String,
    /// The layout and the options that were asked for: `belgian-daisy move-limit=200`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub setup: String,
    /// The player whose results these are.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// Decides openings and everything that players draw.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Games won by the first player.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost by the first player.
    pub lost: u64,
    /// Pairs that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The share of games that somebody won.
    pub decided: f64,
    /// The first player's score with the ends of its 95 % interval; nothing without a pair.
    pub score: Option<[f64; 3]>,
    /// The same in Elo; an end that is infinite is left out.
    pub elo: Option<[Option<f64>; 3]>,
    /// Games lost by faults of each player.
    pub forfeits: [u64; 2],
    /// Games that were ended as too long.
    pub too_long: u64,
    /// The test that could end the match, and how far it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtEntry>,
    /// How the match ended.
    pub end: MatchEnd,
}

/// A test of two claims.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtEntry {
    /// The claim that nothing was gained, in Elo.
    pub elo0: f64,
    /// The claim that something was gained.
    pub elo1: f64,
    /// How often the second may be accepted when the first holds.
    pub alpha: f64,
    /// How often the first may be accepted when the second holds.
    pub beta: f64,
    /// The logarithm of the likelihood ratio, and the bounds at which the test ends.
    pub llr: [f64; 3],
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// All games were played.
    Played,
    /// The test accepted the gain.
    Accepted,
    /// The test rejected the gain.
    Rejected,
    /// Somebody ended it before.
    BrokenOff,
}

/// What only the program around a match knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Circumstances {
    /// When the match ended.
    pub date: String,
    /// The program's version and commit.
    pub program: String,
    /// What the match is about.
    pub note: Option<String>,
    /// The command line.
    pub command: String,
    /// The layout and the options asked for.
    pub setup: String,
}

impl Entry {
    /// The line for a match as it stands.
    pub fn new(plan: &MatchPlan, standing: &Standing, around: Circumstances) -> Self {
        let tally = &standing.tally;
        let estimate = tally.estimate();
        let finite = |elo: f64| elo.is_finite().then(|| rounded(elo, 1));
        let [first, second] = &plan.contestants;
        Entry {
            date: around.date,
            program: around.program,
            note: around.note,
            command: without_folders(&around.command),
            game: plan.game().name().to_owned(),
            setup: around.setup,
            first: without_folders(&first.to_string()),
            second: without_folders(&second.to_string()),
            seed: plan.seed,
            games: tally.games(),
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            pairs: tally.pairs,
            decided: match tally.games() {
                0 => 0.0,
                games => rounded((tally.wins + tally.losses) as f64 / games as f64, 3),
            },
            score: estimate.map(|e| [e.score, e.score_low, e.score_high].map(|s| rounded(s, 4))),
            elo: estimate.map(|e| [e.elo, e.elo_low, e.elo_high].map(finite)),
            forfeits: standing.forfeits,
            too_long: standing.too_long,
            sprt: plan.sprt.map(|sprt| SprtEntry::new(&sprt, standing)),
            end: match standing.verdict {
                Some(SprtDecision::Accepted) => MatchEnd::Accepted,
                Some(SprtDecision::Rejected) => MatchEnd::Rejected,
                None if tally.games() >= 2 * plan.pairs => MatchEnd::Played,
                None => MatchEnd::BrokenOff,
            },
        }
    }

    /// The entry as a line of a journal, with its end.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("numbers and texts can be written");
        line.push('\n');
        line
    }
}

impl SprtEntry {
    fn new(sprt: &Sprt, standing: &Standing) -> Self {
        let &Sprt { elo0, elo1, alpha, beta } = sprt;
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&standing.tally);
        let llr = [ratio, lower, upper].map(|ratio| rounded(ratio, 2));
        SprtEntry { elo0, elo1, alpha, beta, llr }
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (number * unit).round() / unit
}

/// A text with whole paths cut down to their last two names: where a program lies on a machine is nobody
/// else's business, what it is called is.
fn without_folders(text: &str) -> String {
    let mut short = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        if c == '/' && !before.is_alphanumeric() && !"./-_~".contains(before) {
            let end = rest.find(|c: char| c.is_whitespace() || "\";,'".contains(c));
            let path = &rest[..end.unwrap_or(rest.len())];
            let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
            short += &names[names.len().saturating_sub(2)..].join("/");
            rest = &rest[path.len()..];
            before = '/';
        } else {
            short.push(c);
            before = c;
            rest = &rest[c.len_utf8()..];
        }
    }
    short
}

/// A journal that is wrong.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the journal is no match: {why}")]
pub struct JournalError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub why: serde_json::Error,
}

/// Reads a journal; empty lines are skipped.
pub fn read(text: &str) -> Result<Vec<Entry>, JournalError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line)| {
        serde_json::from_str(line).map_err(|why| JournalError { line: index + 1, why })
    };
    lines.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_paths_lose_their_folders() {
        for (text, short) in [
            (
                "ugi:/home/me/old/galet engine --game x;cpu=1s",
                "ugi:old/galet engine --game x;cpu=1s",
            ),
            ("ugi:\"/opt/galet\" engine", "ugi:\"opt/galet\" engine"),
            ("/galet arena --journal /a/b/c/d.jsonl", "galet arena --journal c/d.jsonl"),
            ("target/release/galet ./x ../y a/b", "target/release/galet ./x ../y a/b"),
            ("full:nodes=5k,eval=/tmp/new nets/a.net", "full:nodes=5k,eval=tmp/new nets/a.net"),
            ("", ""),
        ] {
            assert_eq!(without_folders(text), short);
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert!(read("\n\n").expect("nothing is fine").is_empty());
        let wrong = read("\n{\"date\": \"today\"}\n").expect_err("half an entry").to_string();
        assert!(wrong.starts_with("line 2 of the journal is no match: missing field"), "{wrong}");
    }
}
