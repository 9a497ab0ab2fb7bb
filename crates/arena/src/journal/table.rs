//! A journal as a table in Markdown.

use super::{Entry, MatchEnd};

const HEAD: &str = "\
| day | game | what | first | second | games | won, drawn, lost | decided | score | Elo | end |
|---|---|---|---|---|--:|---|--:|---|---|---|
";

/// A table with a row for each match.
pub fn table(entries: &[Entry]) -> String {
    let rows = entries.iter().map(row);
    format!("{HEAD}{}", rows.collect::<String>())
}

fn row(entry: &Entry) -> String {
    let Entry { game, games, won, drawn, lost, .. } = entry;
    let day = entry.date.split('T').next().unwrap_or_default();
    let setup = (!entry.setup.is_empty()).then(|| cell(&entry.setup));
    let what = [entry.note.as_deref().map(cell), setup, Some(format!("seed {}", entry.seed))];
    let what = what.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let [first, second] = [&entry.first, &entry.second].map(|player| cell(player));
    let score = entry.score.map_or_else(nothing, |score| {
        let [score, low, high] = score.map(|share| share * 100.0);
        format!("{score:.1} % ({low:.1}–{high:.1})")
    });
    let elo = entry.elo.map_or_else(nothing, |[elo, low, high]| {
        let swept = if entry.won > entry.lost { '+' } else { '−' };
        format!("{} ({} … {})", signed(elo, swept), signed(low, '−'), signed(high, '+'))
    });
    format!(
        "| {day} | {game} | {what} | `{first}` | `{second}` | {games} | +{won} ={drawn} −{lost} | {:.0} % | {score} \
         | {elo} | {} |\n",
        entry.decided * 100.0,
        end(entry)
    )
}

fn nothing() -> String {
    "–".to_owned()
}

/// A number of Elo; one that is infinite has its sign alone.
fn signed(elo: Option<f64>, sign: char) -> String {
    match elo {
        Some(elo) if elo <= -0.5 => format!("−{:.0}", -elo),
        Some(elo) => format!("+{:.0}", elo.abs()),
        None => format!("{sign}∞"),
    }
}

fn end(entry: &Entry) -> String {
    let end = match entry.end {
        MatchEnd::Played if entry.sprt.is_some() => "not decided",
        MatchEnd::Played => "played",
        MatchEnd::Accepted => "accepted",
        MatchEnd::Rejected => "rejected",
        MatchEnd::BrokenOff => "broken off",
    };
    let mut text = match &entry.sprt {
        Some(sprt) => format!("SPRT {}/{}: {end}, LLR {:.2}", sprt.elo0, sprt.elo1, sprt.llr[0]),
        None => end.to_owned(),
    };
    let [first, second] = entry.forfeits;
    if first + second > 0 {
        text += &format!("; lost by faults {first} and {second}");
    }
    text
}

/// A text that ends no cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "/").replace('`', "'").replace(['\n', '\r'], " ")
}
