//! One game of a mind against itself or another.

use crate::header::{Header, Openings, Source};
use crate::seed_of;
use crate::stored::{Ending, Ply, StoredGame};
use galet_core::random::{SplitMix64, random_move, walk};
use galet_core::{Game, Notation, Progress, Setup};
use galet_minds::{Budget, Calibrated, Solve};
use galet_search::score::{DRAW, Score, forced_in, win_at};
use galet_search::{Limits, Mind, Search, Stop, Table};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// No opening could be found that is not decided already.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{least} to {most} random moves always decide the game: ask for fewer")]
pub struct NoOpening {
    least: u32,
    most: u32,
}

/// Openings tried before the most balanced of them is taken.
const ATTEMPTS: usize = 40;
/// Memory for a search of a few thousand positions, in megabytes.
const TABLE_MEGABYTES: usize = 2;
/// The share of the nodes that the exact solver may look at, as in [`galet_engine`].
const SOLVER_SHARE: u64 = 3;

/// A checksum of what a mind makes of some positions: the same mind has the same everywhere.
pub(crate) fn fingerprint<M: Mind>(mind: &M) -> String
where
    M::Game: Notation,
{
    let mut sum = 0;
    walk::<M::Game>(30, 40, 1, |position, _| {
        let score = mind.evaluate(position, &mind.accumulator(position));
        sum = seed_of(&[sum, position.key(), score as u64]);
    });
    format!("{sum:016x}")
}

/// Plays games of one source.
pub(crate) struct SelfPlay<'a, E: Mind> {
    /// Plays both sides where there is no other, and judges openings.
    own: Player<'a, E>,
    /// Plays the side that [`Source::opponent`] names.
    against: Option<Player<'a, E>>,
    source: &'a Source,
    /// One for each layout.
    setups: &'a [<E::Game as Game>::Setup],
}

/// A mind with what it remembers: scores of one mind mean nothing to another.
struct Player<'a, E> {
    mind: &'a E,
    table: Table,
}

/// The setups of a header, one for each layout.
pub(crate) fn setups<G: Game>(header: &Header) -> Result<Vec<G::Setup>, galet_core::SetupError> {
    let options = || header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    header.layouts.iter().map(|name| G::Setup::read(Some(name), options())).collect()
}

type MoveOf<E> = <<E as Mind>::Game as Game>::Move;

impl<'a, E: Calibrated + Solve> SelfPlay<'a, E> {
    pub(crate) fn new(
        mind: &'a E,
        against: Option<&'a E>,
        source: &'a Source,
        setups: &'a [<E::Game as Game>::Setup],
    ) -> Self {
        let player = |mind| Player { mind, table: Table::new(TABLE_MEGABYTES) };
        SelfPlay { own: player(mind), against: against.map(player), source, setups }
    }

    /// The game with that number: it depends on nothing but the source and the number. `None` if
    /// told to stop before it ends.
    pub(crate) fn play(
        &self,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<StoredGame>, NoOpening> {
        let mut random = SplitMix64::new(seed_of(&[self.source.seed, number]));
        let layout = random.below(self.setups.len());
        let Some((mut game, opening)) = self.opening(&self.setups[layout], &mut random, stop)?
        else {
            return Ok(None);
        };
        // What was found while openings were judged, or in the game before, must not matter.
        self.own.table.clear();
        if let Some(other) = &self.against {
            other.table.clear();
        }
        let mut plies = Vec::new();
        while game.outcome().is_none() && (game.moves().len() as u32) < self.source.max_plies {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let opponent = self.source.opponent(number, game.turn()).and(self.against.as_ref());
            let player = opponent.unwrap_or(&self.own);
            let Some((m, score)) = player.think(&game, self.source.nodes) else { break };
            let Some(choice) = place_of(game.position(), m) else { break };
            plies.push(Ply { choice, score: score as i16 });
            if game.play(m).is_err() {
                unreachable!("a move of the list is legal");
            }
        }
        let ending = Ending::of(game.outcome());
        Ok(Some(StoredGame { source: 0, number, layout: layout as u32, opening, plies, ending }))
    }

    /// Random moves after which both sides have a chance, the fairest of some attempts if none
    /// is fair enough. `None` if told to stop.
    fn opening(
        &self,
        setup: &<E::Game as Game>::Setup,
        random: &mut SplitMix64,
        stop: &AtomicBool,
    ) -> Result<Option<Opening<E::Game>>, NoOpening> {
        let Openings { least, most, imbalance_percent } = self.source.openings;
        let mut best: Option<(f64, Opening<E::Game>)> = None;
        for _ in 0..ATTEMPTS {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let plies = least + random.below((most.saturating_sub(least) + 1) as usize) as u32;
            let Some(opening) = random_plies(setup, plies, random) else { continue };
            let Some(imbalance) = self.imbalance(&opening.0) else { continue };
            if imbalance <= f64::from(imbalance_percent) / 100.0 {
                return Ok(Some(opening));
            }
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, opening));
            }
        }
        best.map(|(_, opening)| Some(opening)).ok_or(NoOpening { least, most })
    }

    /// How far the chances of the side to move are from one half; `None` if the game is decided.
    fn imbalance(&self, game: &Progress<E::Game>) -> Option<f64> {
        self.own.table.clear();
        let (_, score) = self.own.think(game, self.source.nodes)?;
        if forced_in(score).is_some() {
            return None;
        }
        Some((galet_minds::chances(score, self.own.mind.clear_lead()) - 0.5).abs())
    }
}

impl<E: Solve> Player<'_, E> {
    /// The best move and its score: proven, or found by searching.
    fn think(&self, game: &Progress<E::Game>, nodes: u64) -> Option<(MoveOf<E>, Score)> {
        let budget = Budget::new(nodes / SOLVER_SHARE, Stop::new());
        if let Some(verdict) = self.mind.solve(game, &budget) {
            let won = win_at(verdict.line.len());
            let score = match verdict.winner {
                None => DRAW,
                Some(winner) if winner == game.turn() => won,
                Some(_) => -won,
            };
            return Some((*verdict.line.first()?, score));
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = Search::new(self.mind, &self.table, &galet_core::MonotonicTime).run(
            game,
            &limits,
            |_| {},
        );
        let line = report.lines.first()?;
        Some((*line.moves.first()?, line.score))
    }
}

/// A game with its moves as places among the legal moves.
type Opening<G> = (Progress<G>, Vec<u32>);

/// A game after so many random moves; `None` if it is over.
fn random_plies<G: Game>(
    setup: &G::Setup,
    plies: u32,
    random: &mut SplitMix64,
) -> Option<Opening<G>> {
    let mut game = Progress::new(setup.clone());
    let mut choices = Vec::new();
    for _ in 0..plies {
        let m = random_move(game.position(), random)?;
        choices.push(place_of(game.position(), m)?);
        game.play(m).ok()?;
    }
    game.outcome().is_none().then_some((game, choices))
}

/// The place of a move among the legal moves.
fn place_of<G: Game>(position: &G, wanted: G::Move) -> Option<u32> {
    let mut place = 0;
    let found = position.visit_moves(|m| {
        if m == wanted {
            return ControlFlow::Break(());
        }
        place += 1;
        ControlFlow::Continue(())
    });
    found.is_break().then_some(place)
}

/// The legal move in that place.
pub(crate) fn move_at<G: Game>(position: &G, place: u32) -> Option<G::Move> {
    let (mut left, mut found) = (place, None);
    let _ = position.visit_moves(|m| {
        if left == 0 {
            found = Some(m);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found
}
