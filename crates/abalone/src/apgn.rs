//! The Abalone players' own records, `.apgn` files: how they differ from the records of this
//! house.
//!
//! `Black` and `White` are the players, `Variant` names the layout, `Notation` says in which of
//! the two notations the moves are. `Position` counts the marbles that each side has *lost*,
//! Black's first (`…-5b4w b`), where the position text of this house counts those that it has
//! ejected. Games are played on after a threefold repetition.

use crate::Setup;
use galet_core::{Fault, ForeignRecords, PerSide, Setup as _};

/// What the registry of games needs to know to read `.apgn` files.
pub const APGN: ForeignRecords = ForeignRecords {
    extension: "apgn",
    player_tags: PerSide::new("Black", "White"),
    layout_tag: "Variant",
    layout,
    position_tag: "Position",
    position,
    notation_tag: "Notation",
    notations: &[("Aba-Pro", None), ("Nacre", Some("nacre"))],
    spent_tags: &["SetUp"],
    options: &[("repetition", "off")],
};

/// The layout for a name in a `Variant` tag: `belgian`, `german_daisy`, `the_wall`, …
fn layout(name: &str) -> Option<&'static str> {
    let name = plain(name.trim());
    let name = name.strip_prefix("the-").unwrap_or(&name);
    let same = |known: &str| {
        let known = plain(known);
        let known = known.strip_prefix("the-").unwrap_or(&known);
        known == name || known.strip_suffix("-daisy") == Some(name)
    };
    Setup::layouts().iter().map(|layout| layout.name).find(|known| same(known))
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace(['_', ' '], "-")
}

/// Turns `rows-<Black's lost>b<White's lost>w side` into `rows side <White's> <Black's>`. The rows
/// are checked where position texts are.
fn position(text: &str) -> Result<String, Fault<String>> {
    let rows_end = text.find(['-', ' ', '\t']).unwrap_or(text.len());
    let rest = text[rows_end..].trim_start();
    let at = text.len() - rest.len();
    let (lost, side) = match rest.strip_prefix('-') {
        None => (PerSide::new("0", "0"), rest),
        Some(counts) => {
            let end = counts.find([' ', '\t']).unwrap_or(counts.len());
            let lost = read_lost(&counts[..end]).ok_or_else(|| {
                let why = "the marbles lost are written -5b4w, Black's first";
                Fault::new(at..at + 1 + end, why.to_owned())
            })?;
            (lost, &counts[end..])
        }
    };
    let side = side.trim();
    if !matches!(side, "b" | "w") {
        let at = text.trim_end().len() - side.len();
        let why = "the side to move, b or w, must end the position";
        return Err(Fault::new(at..at + side.len(), why.to_owned()));
    }
    Ok(format!("{} {side} {} {}", &text[..rows_end], lost.second, lost.first))
}

/// Reads `5b4w` as the digits for Black and for White.
fn read_lost(text: &str) -> Option<PerSide<&str>> {
    let (black, rest) = text.split_once('b')?;
    let white = rest.strip_suffix('w')?;
    let number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (number(black) && number(white)).then_some(PerSide::new(black, white))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_layouts_are_found_however_they_are_spelled() {
        let cases = [
            ("standard", "standard"),
            ("belgian", "belgian-daisy"),
            ("Belgian_Daisy", "belgian-daisy"),
            ("german_daisy", "german-daisy"),
            ("swiss", "swiss-daisy"),
            ("the_wall", "wall"),
            ("wall", "wall"),
            ("arrow", "the-arrow"),
            (" atomouche ", "atomouche"),
        ];
        for (theirs, ours) in cases {
            assert_eq!(layout(theirs), Some(ours), "{theirs}");
        }
        for unknown in ["", "the", "daisy", "custom", "alien", "accelium", "dais"] {
            assert_eq!(layout(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn every_layout_is_found_by_its_own_name() {
        for known in Setup::layouts() {
            assert_eq!(layout(known.name), Some(known.name));
        }
    }

    #[test]
    fn marbles_lost_become_marbles_ejected() {
        assert_eq!(position("rows-5b4w w").as_deref(), Ok("rows w 4 5"));
        assert_eq!(position("rows -0b0w b ").as_deref(), Ok("rows b 0 0"));
        assert_eq!(position("rows b").as_deref(), Ok("rows b 0 0"));
    }

    #[test]
    fn a_wrong_position_says_where() {
        let at = |text: &str| position(text).unwrap_err().at;
        assert_eq!(at("rows-5w4b b"), 4..9);
        assert_eq!(at("rows-b4w b"), 4..8);
        assert_eq!(at("rows-5b4w"), 9..9);
        assert_eq!(at("rows"), 4..4);
        assert_eq!(at("rows x"), 5..6);
        assert_eq!(at(""), 0..0);
    }
}
