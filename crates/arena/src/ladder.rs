//! The levels against each other and against fixed opponents.

use crate::matches::Standing;
use crate::spec::{PlayerSpec, SpecError};
use galet_engine::Level;

/// The fixed weak opponents.
pub const WEAK: [&str; 2] = ["random", "greedy"];

/// The matches of the ladder of a game with so many experts: level 1 against the weak opponents,
/// then each level against the one below, and `top` (full strength with its bounds) against the
/// last. With `all_against_weak` every level meets the weak opponents: where good play draws, that
/// tells levels apart. Only matches of the level `from` and those above it are given.
pub fn rungs(
    top: &PlayerSpec,
    experts: u8,
    from: Level,
    all_against_weak: bool,
) -> Result<Vec<[PlayerSpec; 2]>, SpecError> {
    let mut rungs = Vec::new();
    let mut below: Option<PlayerSpec> = None;
    for level in Level::all(experts) {
        let full = level == Level::FULL;
        let player = if full { top.clone() } else { PlayerSpec::level(level)? };
        if level >= from {
            if all_against_weak || below.is_none() {
                for weak in WEAK {
                    rungs.push([player.clone(), weak.parse()?]);
                }
            }
            rungs.extend(below.take().map(|below| [player.clone(), below]));
        }
        below = Some(player);
    }
    Ok(rungs)
}

/// The head of the table in Markdown.
pub const TABLE_HEAD: &str = "\
| player | against | games | won | drawn | lost | score | 95 % | Elo |
|---|---|--:|--:|--:|--:|--:|---|---|";

/// A line of the table.
pub fn table_row(players: &[PlayerSpec; 2], standing: &Standing) -> String {
    let tally = &standing.tally;
    let [player, against] = players;
    let (score, bar, elo) = match tally.estimate() {
        Some(e) => (
            format!("{:.1} %", e.score * 100.0),
            format!("{:.1}–{:.1} %", e.score_low * 100.0, e.score_high * 100.0),
            format!("{:+.0} ({:+.0} … {:+.0})", e.elo, e.elo_low, e.elo_high),
        ),
        None => ("–".to_owned(), "–".to_owned(), "–".to_owned()),
    };
    format!(
        "| `{player}` | `{against}` | {} | {} | {} | {} | {score} | {bar} | {elo} |",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_meets_the_one_below() {
        let top: PlayerSpec = "full:nodes=1000".parse().unwrap();
        let names = |experts, from, weak| -> Vec<String> {
            let rungs = rungs(&top, experts, from, weak).unwrap();
            rungs.iter().map(|[a, b]| format!("{a} {b}")).collect()
        };
        let all = names(0, Level::LOWEST, false);
        assert_eq!(all.len(), 2 + 8 + 1);
        assert_eq!(all[..3], ["level:1 random", "level:1 greedy", "level:2 level:1"]);
        assert_eq!(all[10], "full:nodes=1000 level:9");
        assert_eq!(names(0, Level::LOWEST, true).len(), 10 * 2 + 9);
        let upper = [
            "level:expert-1 level:9",
            "level:expert-2 level:expert-1",
            "full:nodes=1000 level:expert-2",
        ];
        assert_eq!(names(2, Level::expert(1).unwrap(), false), upper);
    }

    #[test]
    fn the_table_is_markdown() {
        let players = ["level:2".parse().unwrap(), "level:1".parse().unwrap()];
        let mut standing = Standing::default();
        standing.tally.add([2, 1]);
        standing.tally.add([2, 0]);
        let row = table_row(&players, &standing);
        assert!(row.starts_with("| `level:2` | `level:1` | 4 | 2 | 1 | 1 | 62.5 % |"), "{row}");
        let columns = |line: &str| line.matches('|').count();
        assert_eq!(columns(&row), columns(TABLE_HEAD.lines().next().unwrap()));
    }
}
