//! From the start nobody beats the certificate's replies and the proofs behind them.

#[path = "../examples/common/shipped.rs"]
mod shipped;

use galet_core::random::SplitMix64;
use galet_core::{Game, Progress, Side};
use galet_minds::qawale::Qawale;
use galet_minds::{Budget, FromResources, Solve};
use galet_qawale::{Move, Position, Setup};
use galet_search::{Limits, Search, Stop, Table};
use shipped::shipped;

fn budget(nodes: u64) -> Budget {
    Budget::new(nodes, Stop::new())
}

fn completes(position: &Position, m: Move) -> bool {
    position.play(m).unwrap().outcome().is_some_and(|end| end.winner == Some(position.turn()))
}

/// The opponents of the book.
enum Opponent {
    /// Any move, but a line where there is one.
    Random,
    /// Any move that does not leave a line at once, where a few tries find one.
    Careful,
    /// The engine's search, without the book.
    Searching { nodes: u64, mind: Box<Qawale> },
}

impl Opponent {
    fn choose(&self, game: &Progress<Position>, random: &mut SplitMix64) -> Move {
        let position = game.position();
        let moves = position.moves();
        if let Some(&m) = moves.iter().find(|&&m| completes(position, m)) {
            return m;
        }
        let any = |random: &mut SplitMix64| moves[random.below(moves.len())];
        match self {
            Opponent::Random => any(random),
            Opponent::Careful => {
                let loses = |m: &Move| {
                    let after = position.play(*m).unwrap();
                    after.outcome().is_some_and(|end| end.winner.is_some())
                        || after.moves().iter().any(|&reply| completes(&after, reply))
                };
                let tries: Vec<Move> = (0..40).map(|_| any(random)).collect();
                tries.iter().copied().find(|m| !loses(m)).unwrap_or(tries[0])
            }
            // The first moves vary, the rest is as good as it gets.
            Opponent::Searching { .. } if game.moves().len() < 3 => any(random),
            Opponent::Searching { nodes, mind } => {
                let table = Table::new(1);
                let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
                let report = Search::new(&**mind, &table, &galet_core::MonotonicTime).run(
                    game,
                    &limits,
                    |_| {},
                );
                report.lines[0].moves[0]
            }
        }
    }
}

/// Plays a game of a mind with the book against an opponent; `nodes` are the budget of each proof behind it. Says
/// who won.
fn play(
    mind: &Qawale,
    book: Side,
    opponent: &Opponent,
    nodes: u64,
    random: &mut SplitMix64,
) -> Option<Side> {
    let mut game = Progress::new(Setup::default());
    loop {
        if let Some(end) = game.outcome() {
            return end.winner;
        }
        let m = if game.turn() == book {
            let safety = mind.safety(&game, &budget(nodes));
            safety.m.unwrap_or_else(|| panic!("nothing is known of {:?}", game.position()))
        } else {
            opponent.choose(&game, random)
        };
        game.play(m).unwrap();
    }
}

#[test]
fn the_start_is_a_proven_draw() {
    let mind: Qawale = shipped();
    let mut game = Progress::new(Setup::default());
    // As long as both sides keep to the certificate, the draw is known without thinking.
    for _ in 0..5 {
        let verdict = mind.solve(&game, &budget(0)).expect("the proof is finished");
        assert_eq!((verdict.winner, &*verdict.words.en), (None, "draw (proven)"));
        game.play(verdict.line[0]).unwrap();
    }
    let other = Progress::new(Setup::with_pebbles(7).unwrap());
    assert!(mind.solve(&other, &budget(0)).is_none(), "another game");
}

#[test]
fn nobody_beats_it_from_the_start() {
    let mind: Qawale = shipped();
    let mut random = SplitMix64::new(21);
    let searching = |nodes| {
        let mind = Box::new(Qawale::by_hand());
        Opponent::Searching { nodes, mind }
    };
    let opponents = [
        (Opponent::Random, 12),
        (Opponent::Careful, 12),
        (searching(3_000), 8),
        (searching(60_000), 4),
    ];
    let mut results = [0; 3];
    for (opponent, games) in &opponents {
        for game in 0..*games {
            for book in [Side::First, Side::Second] {
                // Every other game is played in a hurry, with the proofs cut short.
                let nodes = if game % 2 == 0 { u64::MAX } else { 60_000 };
                let winner = play(&mind, book, opponent, nodes, &mut random);
                assert_ne!(winner, Some(book.other()), "game {game}, the book plays {book:?}");
                results[usize::from(winner.is_some())] += 1;
            }
        }
    }
    assert!(results[0] >= 20, "who never draws has met no defence: {results:?}");
}
