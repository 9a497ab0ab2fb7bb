//! A move is legal exactly when it is generated.

use crate::Input;
use galet_core::{Game, Setup, Symmetric};
use galet_games::Visitor;
use galet_scene::Scenic;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Moves listed of one position at the most.
const LISTED: usize = 2_000;

/// For moves of one position in another position of the same game: [`Game::is_legal`] says yes
/// exactly when [`Game::visit_moves`] gives them.
pub(crate) fn legal_is_generated(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game().name();
    galet_games::visit(game, Compare(input)).expect("a registered game");
}

struct Compare<'a>(Input<'a>);

impl Visitor for Compare<'_> {
    type Output = ();
    fn visit<G: Scenic + Symmetric>(mut self) {
        compare::<G>(&mut self.0);
    }
}

fn compare<G: Game>(input: &mut Input<'_>) {
    let (here, there) = (played::<G>(input), played::<G>(input));
    let Some(generated) = listed(&here) else { return };
    let generated: HashSet<G::Move> = generated.into_iter().collect();
    for &m in &generated {
        assert!(here.is_legal(m), "{m:?} is generated in {here:?}");
    }
    for m in listed(&there).unwrap_or_default() {
        assert_eq!(here.is_legal(m), generated.contains(&m), "{m:?} in {here:?}");
    }
}

/// All moves of a position, unless there are too many.
fn listed<G: Game>(position: &G) -> Option<Vec<G::Move>> {
    (position.count_moves() <= LISTED as u64).then(|| position.moves())
}

fn played<G: Game>(input: &mut Input<'_>) -> G {
    let mut setup = G::Setup::default();
    setup.set_layout(input.below(G::Setup::layouts().len()));
    let mut position = G::start(&setup);
    for _ in 0..input.below(30) {
        let choice = input.below(LISTED);
        let (mut chosen, mut n) = (None, 0);
        let _ = position.visit_moves(|m| {
            chosen = Some(m);
            n += 1;
            if n > choice { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let Some(m) = chosen else { break };
        position.play_unchecked(m);
    }
    position
}
