//! What the engine found out, as `info` lines. `docs/ugi.md` defines every word of them.

use crate::Analysis;
use galet_core::Side;
use galet_scene::Language;
use galet_search::score::{Score, forced_in};

/// The lines for an analysis of a position with `turn` to move, at most `most` of its best lines.
pub(crate) fn info(analysis: &Analysis, turn: Side, most: usize) -> Vec<String> {
    let milliseconds = analysis.elapsed.as_millis();
    let per_second =
        u128::from(analysis.nodes) * 1_000_000_000 / analysis.elapsed.as_nanos().max(1_000);
    let mut lines: Vec<String> = analysis
        .lines
        .iter()
        .take(most)
        .enumerate()
        .map(|(index, line)| {
            let score = score_text(analysis, index, turn);
            format!(
                "info depth {} seldepth {} multipv {} score {score} nodes {} nps {per_second} \
                 hashfull {} time {milliseconds} pv {}",
                analysis.depth,
                analysis.deepest,
                index + 1,
                analysis.nodes,
                analysis.table_permille,
                line.moves.join(" "),
            )
        })
        .collect();
    if let Some(solved) = &analysis.solved {
        lines.push(format!("info string solved: {}", solved.words.get(Language::English)));
    }
    lines
}

/// The score of one of the lines of an analysis, as `info` has it: `cp 12`, `forced win 3`,
/// `solved draw`. Empty if there is no such line.
pub fn score_text(analysis: &Analysis, line: usize, turn: Side) -> String {
    match (&analysis.solved, analysis.lines.get(line)) {
        (_, None) => String::new(),
        // The proof is about the first line only.
        (Some(solved), Some(_)) if line == 0 => solved_score(solved.winner, solved.margin, turn),
        (_, Some(line)) => searched_score(line.score),
    }
}

fn solved_score(winner: Option<Side>, margin: u32, turn: Side) -> String {
    match winner {
        None => "solved draw".to_owned(),
        Some(winner) if winner == turn => format!("solved win {margin}"),
        Some(_) => format!("solved loss {margin}"),
    }
}

fn searched_score(score: Score) -> String {
    match forced_in(score) {
        None => format!("cp {score}"),
        Some(plies) if score > 0 => format!("forced win {plies}"),
        Some(plies) => format!("forced loss {}", -plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnalysedLine, Solved};
    use galet_scene::Phrase;
    use galet_search::score::win_at;
    use std::time::Duration;

    fn analysis(scores: &[Score]) -> Analysis {
        let line = |&score| AnalysedLine { score, moves: vec!["a1".into(), "b2".into()] };
        Analysis {
            depth: 5,
            deepest: 9,
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            table_permille: 12,
            lines: scores.iter().map(line).collect(),
            solved: None,
        }
    }

    #[test]
    fn every_line_is_numbered_and_scored() {
        let lines = info(&analysis(&[win_at(3), -7, -win_at(0)]), Side::Second, 10);
        assert_eq!(
            lines,
            [
                "info depth 5 seldepth 9 multipv 1 score forced win 3 nodes 3000 nps 2000 \
                 hashfull 12 time 1500 pv a1 b2",
                "info depth 5 seldepth 9 multipv 2 score cp -7 nodes 3000 nps 2000 \
                 hashfull 12 time 1500 pv a1 b2",
                "info depth 5 seldepth 9 multipv 3 score forced loss 0 nodes 3000 nps 2000 \
                 hashfull 12 time 1500 pv a1 b2",
            ]
        );
        assert_eq!(info(&analysis(&[1, 2, 3]), Side::First, 2).len(), 2);
        assert!(info(&analysis(&[]), Side::First, 2).is_empty());
    }

    #[test]
    fn a_proof_is_seen_from_the_side_to_move() {
        for (winner, turn, expected) in [
            (Some(Side::First), Side::First, "score solved win 4 "),
            (Some(Side::First), Side::Second, "score solved loss 4 "),
            (None, Side::First, "score solved draw "),
        ] {
            let words = Phrase::new("by 4", "de 4");
            let for_winner = words.clone();
            let solved = Some(Solved { hope: None, winner, margin: 4, words, for_winner });
            let lines = info(&Analysis { solved, ..analysis(&[0]) }, turn, 1);
            assert!(lines[0].contains(expected), "{lines:?}");
            assert_eq!(lines[1], "info string solved: by 4");
        }
    }
}
