//! How strong the levels are said to be, against the matches that `docs/strength.md` tells of.

use galet_minds::Calibrated;
use galet_minds::abalone::Abalone;
use galet_minds::avalam::Avalam;
use galet_minds::qawale::Qawale;

const JOURNAL: &str = include_str!("../../../docs/strength.md");

/// The cells of the rows of a table, by its header.
fn table(header: &str) -> Vec<Vec<&'static str>> {
    let rows = JOURNAL.lines().skip_while(|line| !line.starts_with(header)).skip(2);
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect();
    rows.take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// The rating difference that an expected score means.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[track_caller]
fn assert_close(said: &[u32], measured: &[f64]) {
    for (level, (said, measured)) in said.iter().zip(measured).enumerate() {
        assert!((f64::from(*said) - measured).abs() < 1.0, "level {}: {measured}", level + 1);
    }
}

#[test]
fn the_ladders_add_up() {
    let steps = table("| step | Abalone | Avalam |");
    let experts = [(Abalone::EXPERTS.len(), Abalone::ELO), (Avalam::EXPERTS.len(), Avalam::ELO)];
    for (column, (experts, said)) in (1..).zip(experts) {
        let played: Vec<_> = steps.iter().filter(|row| row[column] != "–").collect();
        // Each level has met the one below, and full strength the last expert.
        assert_eq!(played.len(), 8 + experts + 1);
        let mut sum = 0.0;
        let mut measured = vec![sum];
        for row in played {
            let score = row[column].split(' ').next().expect("a score");
            sum += elo(score.parse::<f64>().expect("a percentage") / 100.0);
            measured.push(sum);
        }
        assert_eq!(said.len(), measured.len());
        assert_close(said, &measured);
    }
}

/// The goal of every step: neither so small that nobody notices it, nor so large that nobody gets over it. Full strength
/// stands above the last expert without such a goal.
#[test]
fn every_step_of_the_ladders_can_be_climbed() {
    for said in [Abalone::ELO, Avalam::ELO] {
        let steps = said.windows(2).map(|two| two[1] - two[0]);
        for (level, step) in (2..).zip(steps.take(said.len() - 2)) {
            assert!((107..=241).contains(&step), "level {level} is {step} above the one below");
        }
    }
}

/// Ratings of ten levels and their fixed opponents that make the scores most likely.
#[test]
fn games_against_fixed_opponents_give_ratings() {
    // Players 0 to 9 are the levels; the columns are random, greedy, plain, plain, and level 5.
    const COLUMNS: [usize; 5] = [10, 11, 12, 13, 4];
    let mut matches = Vec::new();
    for (level, row) in table("| level | random | greedy |").iter().enumerate() {
        for (cell, opponent) in row[1..].iter().zip(COLUMNS).filter(|(cell, _)| **cell != "–") {
            let counts: Vec<f64> = cell.split(' ').map(|n| n.parse().expect("a count")).collect();
            let [won, drawn, lost] = counts[..] else { panic!("{cell}") };
            matches.push((level, opponent, won + drawn / 2.0, won + drawn + lost));
        }
    }
    assert_eq!(matches.len(), 46);
    let mut ratings = [0.0_f64; 14];
    for _ in 0..500 {
        let (mut surplus, mut certainty) = ([0.0; 14], [1e-9; 14]);
        for &(one, other, points, games) in &matches {
            let expected = 1.0 / (1.0 + 10_f64.powf((ratings[other] - ratings[one]) / 400.0));
            for (player, sign) in [(one, 1.0), (other, -1.0)] {
                surplus[player] += sign * (points - games * expected);
                certainty[player] += games * expected * (1.0 - expected);
            }
        }
        for (player, rating) in ratings.iter_mut().enumerate() {
            *rating += 0.5 * surplus[player] / certainty[player] * 400.0 / 10_f64.ln();
        }
    }
    let mut measured: Vec<f64> = ratings[..10].iter().map(|rating| rating - ratings[0]).collect();
    // Twenty games a match do not tell full strength from level 9.
    measured[9] = measured[9].max(measured[8]);
    assert_close(Qawale::ELO, &measured);
}

#[test]
fn every_level_is_said_to_be_at_least_as_strong_as_the_one_below() {
    for said in [Abalone::ELO, Avalam::ELO, Qawale::ELO] {
        assert!(said.is_sorted() && said[0] == 0);
    }
}
