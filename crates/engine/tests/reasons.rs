//! What a search proves about a move is confirmed by trying out everything, by the rules alone.
//!
//! Results that lie too far away for that are left to the tests of the solvers and of the search,
//! which have cleverer references (`crates/minds/tests`, `crates/search/tests`).

use galet_core::random::{SplitMix64, random_move, random_setup};
use galet_core::{Game, MonotonicTime, Progress, Setup as _, Side, Symmetric};
use galet_engine::{AnyEngine, PROVEN_KINDS, Request, reasons};
use galet_games::{SetupText, Visitor};
use galet_minds::Resources;
use galet_scene::{MOST_REASONS, MoveReason, Scenic};
use galet_search::Limits;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Random games of each kind, and how long they last at most.
const GAMES: u64 = 14;
const PLIES: usize = 150;
/// So little is searched that trying everything is possible afterwards.
const NODES: u64 = 1_500;
/// Positions that are tried for one claim.
const TRIED: u32 = 40_000;

#[test]
fn what_is_called_proven_is_proven() {
    let mut told = HashMap::<String, u32>::new();
    for game in galet_games::all() {
        let mut engine = galet_engine::with_resources(
            game.name(),
            &Resources::default(),
            Arc::new(MonotonicTime),
        )
        .expect("an engine");
        let check = Check { engine: &mut *engine, told: &mut told };
        galet_games::visit(game.name(), check).expect("a game");
        println!("{}: {told:?}", game.name());
    }
    for kind in PROVEN_KINDS {
        assert!(told.get(kind).is_some_and(|&times| times > 10), "{kind}: {told:?}");
    }
}

struct Check<'a> {
    engine: &'a mut dyn AnyEngine,
    told: &'a mut HashMap<String, u32>,
}

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<G: Scenic + Symmetric>(self) {
        let request = Request::new(Limits { nodes: Some(NODES), ..Limits::default() });
        for seed in 0..GAMES {
            let mut random = SplitMix64::new(seed);
            // Options at random: where less is needed to win, more is forced.
            let layouts = G::Setup::layouts().len();
            let setup = random_setup::<G>(layouts + seed as usize, &mut random);
            let options = setup.changed_options().into_iter().map(|(key, v)| (key.to_owned(), v));
            let layout = Some(setup.layout_name().to_owned());
            let text = SetupText { layout, options: options.collect(), position: None };
            let game = galet_games::find(G::NAME).expect("a game");
            let mut game = game.start(&text).expect("a game");
            let mut typed = Progress::<G>::new(setup);
            while typed.outcome().is_none() && typed.moves().len() < PLIES {
                self.engine.set_game(&*game).expect("its game");
                let analysis = self.engine.analyse(&request, &mut |_| {});
                let best = &analysis.lines[0];
                let given = reasons(&*game, &best.moves[0], &analysis);
                assert!(given.len() <= MOST_REASONS);
                let proven = given.iter().filter(|r| PROVEN_KINDS.contains(&&*r.kind));
                for reason in proven {
                    let m = typed.position().parse_move(&best.moves[0]);
                    let m = m.map_err(|_| ()).expect("a legal move");
                    let plies = best.forced_in().map_or(0, i32::unsigned_abs);
                    let held = holds(&typed, m, reason, plies);
                    let told = held.map_or("too far", |_| &*reason.kind);
                    assert_ne!(held, Some(false), "{reason:?} {m:?} {}", game.position_text());
                    *self.told.entry(told.to_owned()).or_default() += 1;
                }
                let m = random_move(typed.position(), &mut random).expect("not over");
                game.play(&typed.position().move_text(m)).expect("a legal move");
                typed.play(m).expect("a legal move");
            }
        }
    }
}

/// Whether the result that is told really comes about by a move, whatever the opponent does;
/// `None` if there is too much to try.
fn holds<G: Game>(game: &Progress<G>, m: G::Move, reason: &MoveReason, plies: u32) -> Option<bool> {
    let mut after = game.clone();
    after.play(m).expect("a legal move");
    let mut trial = Trial::new(game.turn(), 1);
    match &*reason.kind {
        "forced-win" => {
            let moves = format!("in {} move", plies.div_ceil(2));
            assert!(reason.words.en.contains(&moves), "{reason:?}");
            trial.reaches(&mut after, plies - 1)
        }
        "proven-win" => trial.reaches(&mut after, 200),
        // Not less with this move, and not more with any other.
        "proven-draw" => {
            let not_less = Trial::new(game.turn(), 0).reaches(&mut after, 200)?;
            let not_more = Trial::new(game.turn().other(), 0).reaches(&mut game.clone(), 200)?;
            Some(not_less && not_more)
        }
        other => panic!("nobody knows how to confirm '{other}'"),
    }
}

/// Every move tried, and every answer.
struct Trial {
    side: Side,
    /// 1 for a win, 0 for a draw at least.
    least: i32,
    /// What is known of positions with so many plies to go.
    known: HashMap<(u64, u32), bool>,
    /// Positions that may still be tried.
    left: u32,
}

impl Trial {
    fn new(side: Side, least: i32) -> Trial {
        Trial { side, least, known: HashMap::new(), left: TRIED }
    }

    /// Whether the side gets what it wants within so many plies, whatever the other one does;
    /// `None` if there is too much to try.
    fn reaches<G: Game>(&mut self, game: &mut Progress<G>, plies: u32) -> Option<bool> {
        if let Some(outcome) = game.outcome() {
            let result =
                outcome.winner.map_or(0, |winner| if winner == self.side { 1 } else { -1 });
            return Some(result >= self.least);
        }
        if plies == 0 {
            return Some(false);
        }
        let (position, mine) = (game.position().clone(), game.turn() == self.side);
        if let Some(&known) = self.known.get(&(position.key(), plies)) {
            return Some(known);
        }
        let mut gave_up = false;
        let decided = position.visit_moves(|m| {
            self.left = self.left.saturating_sub(1);
            game.play(m).expect("a legal move");
            let reached = if self.left > 0 { self.reaches(game, plies - 1) } else { None };
            game.undo();
            gave_up |= reached.is_none();
            let decides = reached.is_none_or(|reached| reached == mine);
            if decides { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if gave_up {
            return None;
        }
        let reached = decided.is_break() == mine;
        self.known.insert((position.key(), plies), reached);
        Some(reached)
    }
}
