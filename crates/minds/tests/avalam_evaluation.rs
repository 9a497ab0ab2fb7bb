//! The evaluation of Avalam: fair to both colours, explained by its terms, and what it says.

use galet_avalam::{Cells, Colour, Position, Setup, Tie};
use galet_core::random::SplitMix64;
use galet_core::{Game, Symmetric};
use galet_minds::avalam::Avalam;
use galet_minds::{FromResources, Tunable};
use galet_search::Mind;
use galet_search::score::{LIMIT, Score};
use std::collections::HashMap;

/// The positions of random games under every setup, finished ones left out.
fn positions() -> Vec<Position> {
    let mut random = SplitMix64::new(3);
    let mut all = Vec::new();
    for n in 0..60 {
        let tie = if n % 2 == 0 { Tie::TowersOfFive } else { Tie::Plain };
        let starts = Colour::BOTH[n / 2 % 2];
        let mut position = Position::start(&Setup { tie, starts });
        while position.outcome().is_none() {
            all.push(position);
            let moves = position.moves();
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    all
}

#[test]
fn neither_the_half_turn_nor_the_colours_matter() {
    let mind = Avalam::by_hand();
    for position in positions() {
        let score = mind.evaluate(&position, &None);
        assert_eq!(mind.evaluate(&position.transform(1), &None), score, "{position:?}");
        // The player to move keeps the same towers under another colour.
        assert_eq!(mind.evaluate(&position.swap_colours(), &None), score, "{position:?}");
    }
}

#[test]
fn terms_add_up() {
    let mind = Avalam::by_hand();
    for position in positions() {
        let sum: Score = mind.terms(&position).iter().map(|term| term.score).sum();
        assert_eq!(sum, mind.evaluate(&position, &None), "{position:?}");
    }
}

#[test]
fn stays_within_the_limit_whatever_the_weights() {
    let mind = Avalam::by_hand();
    let count = mind.weights().len();
    for extreme in [Score::MIN, Score::MAX] {
        let mind = mind.with_weights(&vec![extreme; count]);
        for position in positions() {
            assert!(mind.evaluate(&position, &None).abs() <= LIMIT, "{position:?}");
        }
    }
}

#[test]
fn weights_are_taken_over() {
    let mind = Avalam::by_hand();
    let other: Vec<Score> = mind.weights().iter().map(|w| w.value + 1).collect();
    let changed: Vec<Score> = mind.with_weights(&other).weights().iter().map(|w| w.value).collect();
    assert_eq!(changed, other);
}

/// The counts of the evaluation by name, tower by tower, as their descriptions say.
fn counts_by_hand(position: &Position) -> HashMap<String, Score> {
    let mut counts = HashMap::from([("move".to_owned(), 1)]);
    let mut mixed_pairs = 0;
    for cell in position.occupied().iter() {
        let tower = position.tower(cell).expect("occupied");
        let sign = if tower.colour() == position.to_move() { 1 } else { -1 };
        let mut add = |name: String, n: Score| *counts.entry(name).or_default() += n;
        let partners = position.partners(cell);
        let friends = partners & position.of_colour(tower.colour());
        let foes = partners & !friends;
        let height = tower.height();
        match (partners.is_empty(), foes.len()) {
            (true, _) => add("settled".to_owned(), sign),
            (_, 0) => add(format!("sheltered-{height}"), sign),
            (_, 1) => add(format!("exposed-{height}"), sign),
            _ => add(format!("besieged-{height}"), sign),
        }
        if height == 5 && position.tie() == Tie::TowersOfFive {
            add("five".to_owned(), sign);
        }
        if !friends.is_empty() && !foes.is_empty() {
            add("supported".to_owned(), sign);
        }
        for partner in partners.iter() {
            let alone = partners.len() == 1 && position.partners(partner) == Cells::from(cell);
            // Each pair is met from both of its ends.
            if alone && cell.index() < partner.index() {
                match friends.is_empty() {
                    false => add("pair".to_owned(), sign),
                    true => mixed_pairs += 1,
                }
            }
        }
    }
    counts.insert("contested".to_owned(), mixed_pairs % 2);
    counts
}

#[test]
fn every_weight_counts_what_it_says() {
    let mind = Avalam::by_hand();
    let weights = mind.weights();
    for position in positions() {
        let by_hand = counts_by_hand(&position);
        for (n, weight) in weights.iter().enumerate() {
            // With a single weight of 1 the evaluation is the count.
            let mut single = vec![0; weights.len()];
            let evaluate = |values: &[Score]| mind.with_weights(values).evaluate(&position, &None);
            let none = evaluate(&single);
            single[n] = 1;
            let count = evaluate(&single) - none;
            assert_eq!(
                count,
                by_hand.get(weight.name).copied().unwrap_or(0),
                "{} in {position:?}",
                weight.name
            );
        }
    }
}

#[test]
fn decided_games_end_as_decided() {
    let mind = Avalam::by_hand();
    let mut random = SplitMix64::new(4);
    let decided = |position: &Position| {
        mind.terms(position).iter().find(|t| t.name == "decided").map_or(0, |t| t.score)
    };
    let mut seen = 0;
    for position in positions().into_iter().filter(|p| decided(p) != 0) {
        let winner = if decided(&position) > 0 { position.turn() } else { position.turn().other() };
        let mut end = position;
        while end.outcome().is_none() {
            let moves = end.moves();
            end.play_unchecked(moves[random.below(moves.len())]);
        }
        assert_eq!(end.outcome().expect("played to the end").winner, Some(winner), "{position:?}");
        seen += 1;
    }
    assert!(seen > 20, "only {seen}");
}

#[test]
fn settling_a_tower_on_an_enemy_comes_first() {
    let mind = Avalam::by_hand();
    for position in positions() {
        let context = mind.ordering_context(&position);
        for m in position.moves() {
            let mine = position.of_colour(position.to_move());
            let mut next = position;
            next.play_unchecked(m);
            let takes = mine.contains(m.from()) && !mine.contains(m.to());
            let tactical = takes && next.safe().contains(m.to());
            assert_eq!(mind.tactical_score(&context, m) > 0, tactical, "{m:?} in {position:?}");
            assert!(!tactical || !mind.is_late(&context, m), "{m:?} in {position:?}");
        }
    }
}
