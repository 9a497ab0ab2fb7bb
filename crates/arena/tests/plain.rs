//! The opponent "plain" finds what looking at everything finds, and never changes.

use galet_arena::Bounds;
use galet_arena::player::plain::PlainSearch;
use galet_core::conformance::walk;
use galet_core::{Game, Progress};
use galet_engine::Visitor;
use galet_minds::Expert;
use galet_minds::baseline::Baseline;
use galet_scene::Scenic;
use galet_search::score::Score;

fn negamax<G: Baseline>(position: &G, depth: u8) -> Score {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => 20_000 + Score::from(depth),
            Some(_) => -20_000 - Score::from(depth),
        };
    }
    if depth == 0 {
        return position.baseline_evaluation();
    }
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        -negamax(&next, depth - 1)
    };
    position.moves().into_iter().map(after).max().expect("a game that goes on has moves")
}

struct EqualsNegamax;

impl Visitor for EqualsNegamax {
    type Output = ();

    fn visit<E: Expert>(self)
    where
        E::Game: Scenic + Baseline,
    {
        let mut search = PlainSearch::new(1);
        let mut looked_at = 0;
        walk::<E::Game>(12, 40, 3, |position, setup| {
            if position.outcome().is_some() || position.count_moves() > 90 {
                return;
            }
            let depth = if position.count_moves() > 25 { 2 } else { 3 };
            let game = Progress::from_position(setup.clone(), position.clone());
            let bounds = Bounds { depth: Some(depth), ..Bounds::default() };
            let found = search.search(&game, &bounds);
            let best = found.best.expect("there are moves");
            assert!(position.is_legal(best));
            let depth = found.depth;
            assert_eq!(found.score, negamax(position, depth), "{position:?}");
            let mut next = position.clone();
            next.play_unchecked(best);
            assert_eq!(-negamax(&next, depth - 1), found.score, "{position:?}");
            looked_at += 1;
        });
        assert!(looked_at > 40, "{looked_at}");
    }
}

#[test]
fn plain_equals_negamax() {
    for game in galet_games::all() {
        galet_engine::visit(game.name(), EqualsNegamax).unwrap();
    }
}

struct Nodes(u8);

impl Visitor for Nodes {
    type Output = u64;

    fn visit<E: Expert>(self) -> u64
    where
        E::Game: Scenic + Baseline,
    {
        let game = Progress::<E::Game>::new(<E::Game as Game>::Setup::default());
        let bounds = Bounds { depth: Some(self.0.into()), ..Bounds::default() };
        PlainSearch::new(1).search(&game, &bounds).nodes
    }
}

/// Another number of nodes is another opponent, and figures measured against it lose their
/// meaning: these numbers must stay what they are.
#[test]
fn plain_is_frozen() {
    let nodes: Vec<u64> = galet_games::all()
        .iter()
        .map(|game| galet_engine::visit(game.name(), Nodes(3)).unwrap())
        .collect();
    assert_eq!(nodes, [5_186, 163_317, 8_261]);
}
