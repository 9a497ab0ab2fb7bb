//! The exact solver of Avalam equals brute force.

use galet_avalam::{Colour, Move, Position, Setup, Tie};
use galet_core::random::SplitMix64;
use galet_core::{Game, Progress, Side};
use galet_minds::avalam::Avalam;
use galet_minds::{Budget, FromResources, Solve};
use galet_search::Stop;
use std::collections::HashMap;

/// The points of the side to move minus those of the other, with best play: towers first, then
/// towers of five where they count. Remembers whole positions, so that nothing can be mixed up.
fn brute_force(position: &Position, known: &mut HashMap<Position, (i32, i32)>) -> (i32, i32) {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = if position.outcome().is_some() {
        let (own, other) = (position.to_move(), position.to_move().other());
        let lead = |of: fn(&Position, Colour) -> u32| {
            of(position, own) as i32 - of(position, other) as i32
        };
        let fives = if position.tie() == Tie::Plain { 0 } else { lead(Position::towers_of_five) };
        (lead(Position::towers), fives)
    } else {
        let replies = position.moves().into_iter().map(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            let (towers, fives) = brute_force(&next, known);
            (-towers, -fives)
        });
        replies.max().expect("an unfinished position has moves")
    };
    known.insert(*position, value);
    value
}

/// A position after random moves with at most `most` moves left to choose from, not finished.
fn late_position(setup: &Setup, most: u64, random: &mut SplitMix64) -> Position {
    loop {
        let mut position = Position::start(setup);
        while position.count_moves() > most {
            let moves = position.moves();
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn equals_brute_force() {
    let expert = Avalam::by_hand();
    let budget = Budget::new(u64::MAX, Stop::new());
    let mut random = SplitMix64::new(1);
    let mut results = [0; 3];
    for tie in [Tie::TowersOfFive, Tie::Plain] {
        for starts in Colour::BOTH {
            let setup = Setup { tie, starts };
            for n in 0..100 {
                let position = late_position(&setup, 4 + n % 24, &mut random);
                let (towers, fives) = brute_force(&position, &mut HashMap::new());
                let game = Progress::from_position(setup, position);
                let verdict = expert.solve(&game, &budget).expect("the budget is endless");
                let turn = position.turn();
                let winner = match (towers, fives).cmp(&(0, 0)) {
                    std::cmp::Ordering::Greater => Some(turn),
                    std::cmp::Ordering::Less => Some(turn.other()),
                    std::cmp::Ordering::Equal => None,
                };
                assert_eq!(verdict.winner, winner, "{position:?}");
                // Towers of five count between equals only.
                let lead = if towers == 0 { fives } else { 16 * towers };
                assert_eq!(verdict.margin, lead.unsigned_abs(), "{position:?}");
                results[winner.map_or(2, Side::index)] += 1;

                // The line is legal, goes to the end, and has the result that was promised.
                let end = verdict.line.iter().try_fold(position, |p, &m| p.play(m)).expect("legal");
                let outcome = end.outcome().expect("best play ends the game");
                assert_eq!(outcome.winner, winner);
                let (towers, fives) = brute_force(&end, &mut HashMap::new());
                let at_end = if towers == 0 { fives } else { 16 * towers };
                assert_eq!(if end.turn() == turn { at_end } else { -at_end }, lead, "{position:?}");
            }
        }
    }
    assert!(results.iter().all(|&n| n > 10), "one-sided: {results:?}");
}

/// The replies after a move that keep the opponent's win: by towers if that is how it wins, by towers of five
/// where towers are equal.
fn winning_replies(
    position: &Position,
    m: Move,
    by_towers: bool,
    known: &mut HashMap<Position, (i32, i32)>,
) -> usize {
    let mut after = *position;
    after.play_unchecked(m);
    let mut wins = |&reply: &Move| {
        let mut next = after;
        next.play_unchecked(reply);
        let (towers, fives) = brute_force(&next, known);
        if by_towers { towers < 0 } else { (towers, fives) < (0, 0) }
    };
    after.moves().iter().filter(|m| wins(m)).count()
}

#[test]
fn whoever_is_lost_leaves_the_fewest_winning_replies() {
    let expert = Avalam::by_hand();
    let budget = Budget::new(u64::MAX, Stop::new()).to_play();
    let mut random = SplitMix64::new(2);
    let (mut lost, mut only, mut chosen) = (0, 0, 0);
    let setup = Setup::default();
    while lost < 60 {
        let position = late_position(&setup, 24, &mut random);
        let mut known = HashMap::new();
        let (towers, fives) = brute_force(&position, &mut known);
        if (towers, fives) >= (0, 0) {
            continue;
        }
        lost += 1;
        let game = Progress::from_position(setup, position);
        let verdict = expert.solve(&game, &budget).expect("the budget is endless");
        let mut replies = |m| winning_replies(&position, m, towers < 0, &mut known);
        let fewest = position.moves().into_iter().map(&mut replies).min();
        let tried = verdict.hope.unwrap_or(verdict.line[0]);
        assert_eq!(Some(replies(tried)), fewest, "{position:?}");
        only += usize::from(fewest == Some(1));
        chosen += usize::from(position.moves().into_iter().any(|m| Some(replies(m)) > fewest));
    }
    assert!(only > 0 && chosen > 30, "{only} with a single win, {chosen} with a choice");
}
