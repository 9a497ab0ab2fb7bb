//! How somebody's finished games ended, counted.

use galet_core::Level;
use galet_wire::guest::{GameResults, MyResult, OpponentResults, Results, Tally};

/// A finished game that somebody played on one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The name of the game.
    pub game: String,
    /// The level of the computer, if it was the opponent.
    pub level: Option<u8>,
    /// How it ended for them.
    pub result: MyResult,
}

/// So many games won in a row on one level are enough for the next.
const ENOUGH: u32 = 2;

/// Counts games, the oldest first. `experts` says how many expert levels a game has.
pub fn count(finished: &[Finished], experts: impl Fn(&str) -> u8) -> Results {
    let mut results = Results::default();
    for one in finished {
        add(&mut results.all, one.result);
        results.streak = if one.result == MyResult::Won { results.streak + 1 } else { 0 };
        results.longest = results.longest.max(results.streak);
    }
    for game in galet_games::all().iter().map(|game| game.name()) {
        let of: Vec<&Finished> = finished.iter().filter(|one| one.game == game).collect();
        if !of.is_empty() {
            results.games.push(count_game(game, &of, experts(game)));
        }
    }
    results
}

fn count_game(game: &str, finished: &[&Finished], experts: u8) -> GameResults {
    let mut of = GameResults { game: game.to_owned(), ..GameResults::default() };
    for one in finished {
        add(&mut of.all, one.result);
        let by_strength = |level: Option<u8>| level.map(Level::new);
        let place = of
            .opponents
            .binary_search_by_key(&by_strength(one.level), |known| by_strength(known.level));
        let place = place.unwrap_or_else(|place| {
            let new = OpponentResults { level: one.level, tally: Tally::default() };
            of.opponents.insert(place, new);
            place
        });
        add(&mut of.opponents[place].tally, one.result);
    }
    of.next_level = next_level(finished, experts);
    of
}

/// The level above the one on which the last games against the computer were won.
fn next_level(finished: &[&Finished], experts: u8) -> Option<u8> {
    let mut last = finished.iter().rev().filter(|one| one.level.is_some());
    let level = last.clone().next()?.level?;
    let won = |one: &&Finished| one.result == MyResult::Won && one.level == Some(level);
    let enough = (0..ENOUGH).all(|_| last.next().is_some_and(&won));
    let next = || Level::new(level)?.next(experts).map(Level::number);
    enough.then(next).flatten()
}

fn add(tally: &mut Tally, result: MyResult) {
    match result {
        MyResult::Won => tally.won += 1,
        MyResult::Drawn => tally.drawn += 1,
        MyResult::Lost => tally.lost += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MyResult::{Drawn, Lost, Won};

    fn played(games: &[(Option<u8>, MyResult)]) -> Results {
        let game = galet_games::all()[0].name();
        let one = |&(level, result)| Finished { game: game.to_owned(), level, result };
        count(&games.iter().map(one).collect::<Vec<_>>(), |_| 2)
    }

    #[test]
    fn games_are_counted_by_opponent() {
        let results = played(&[
            (Some(3), Won),
            (Some(10), Lost),
            (None, Lost),
            (Some(11), Lost),
            (Some(1), Drawn),
            (Some(3), Lost),
        ]);
        let tally = |won, drawn, lost| Tally { won, drawn, lost };
        assert_eq!(results.all, tally(1, 1, 4));
        let opponents: Vec<_> =
            results.games[0].opponents.iter().map(|one| (one.level, one.tally)).collect();
        // By strength: an expert comes before full strength, which has the smaller number.
        let expected = [
            (None, tally(0, 0, 1)),
            (Some(1), tally(0, 1, 0)),
            (Some(3), tally(1, 0, 1)),
            (Some(11), tally(0, 0, 1)),
            (Some(10), tally(0, 0, 1)),
        ];
        assert_eq!(opponents, expected);
    }

    #[test]
    fn a_streak_ends_with_the_first_game_that_is_not_won() {
        let results = played(&[(None, Won), (Some(2), Won), (None, Drawn), (None, Won)]);
        assert_eq!((results.streak, results.longest), (1, 2));
        assert_eq!(played(&[(None, Won), (None, Lost)]).streak, 0);
    }

    #[test]
    fn two_wins_in_a_row_on_a_level_suggest_the_next() {
        let next = |games: &[_]| played(games).games[0].next_level;
        assert_eq!(next(&[(Some(3), Won)]), None);
        assert_eq!(next(&[(Some(3), Won), (Some(3), Won)]), Some(4));
        // A game with a friend in between changes nothing, one against the computer does.
        assert_eq!(next(&[(Some(3), Won), (None, Lost), (Some(3), Won)]), Some(4));
        assert_eq!(next(&[(Some(3), Won), (Some(3), Drawn), (Some(3), Won)]), None);
        assert_eq!(next(&[(Some(3), Won), (Some(2), Won)]), None);
        assert_eq!(next(&[(Some(9), Won), (Some(9), Won)]), Some(11));
        assert_eq!(next(&[(Some(11), Won), (Some(11), Won)]), Some(12));
        assert_eq!(next(&[(Some(12), Won), (Some(12), Won)]), Some(10));
        assert_eq!(next(&[(Some(10), Won), (Some(10), Won)]), None);
        assert_eq!(next(&[(None, Won), (None, Won)]), None);
    }
}
