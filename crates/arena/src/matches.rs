//! A match: openings, each played with both colours, several games at once.

use crate::game::{self, End, GameReport, Seated, Spent};
use crate::opening::{NoOpening, OpeningPlan, Openings};
use crate::player::{GameSoFar, Patience, Player, SeatError, seat};
use crate::seed_of;
use crate::spec::PlayerSpec;
use crate::sprt::{Sprt, SprtDecision};
use crate::statistics::Tally;
use galet_core::{PerSide, Side};
use galet_games::{AnyGame, AnyProgress};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// A match to be played.
pub struct MatchPlan {
    /// The games from which the openings go on, all of one kind and at least one: each is taken once before
    /// any comes again.
    pub starts: Vec<Box<dyn AnyProgress>>,
    /// Who plays. Results are those of the first of them.
    pub contestants: [PlayerSpec; 2],
    /// Pairs of games.
    pub pairs: u64,
    /// Games played at once.
    pub concurrency: usize,
    /// Decides everything that is drawn. With players that are bounded by nodes and search on one
    /// thread, the same seed gives the same match.
    pub seed: u64,
    /// How openings are made.
    pub opening: OpeningPlan,
    /// How long the referee waits.
    pub patience: Patience,
    /// A game that lasts so many plies is a draw.
    pub max_plies: usize,
    /// Ends the match as soon as the results allow.
    pub sprt: Option<Sprt>,
}

/// The two games of an opening.
#[derive(Clone, Debug)]
pub struct PairReport {
    /// Which pair, from 0.
    pub number: u64,
    /// First the game in which the first contestant moves first, then the other.
    pub games: [GameReport; 2],
}

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Results of the first contestant.
    pub tally: Tally,
    /// What the contestants spent on their moves.
    pub spent: [Spent; 2],
    /// Games that each contestant lost at once by a fault.
    pub forfeits: [u64; 2],
    /// Games that were ended as too long.
    pub too_long: u64,
    /// How the test ended, if it did.
    pub verdict: Option<SprtDecision>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// There is nothing to play from.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

/// The contestant that has a side in a game of a pair.
fn contestant(game: usize, side: Side) -> usize {
    side.index() ^ game
}

impl MatchPlan {
    /// The game that is played.
    ///
    /// # Panics
    ///
    /// Without a start.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.starts.first().expect("a match has a start").game()
    }

    /// Plays the match. `tell` hears of every pair in order, whatever order they end in, and of
    /// the results with it.
    pub fn play(&self, tell: impl FnMut(&PairReport, &Standing)) -> Result<Standing, MatchError> {
        self.play_until(&AtomicBool::new(false), tell)
    }

    /// The same until `stop` is set: then games under way are left, and what was played counts.
    pub fn play_until(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&PairReport, &Standing),
    ) -> Result<Standing, MatchError> {
        let next = AtomicU64::new(0);
        let enough = AtomicBool::new(false);
        let mut standing = Standing::default();
        let workers = self.concurrency.clamp(1, self.pairs.clamp(1, 1_024) as usize);
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            for _ in 0..workers {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || {
                    if let Err(error) = self.work(next, &[stop, enough], &sender) {
                        enough.store(true, Ordering::Relaxed);
                        // Nobody listens any more once the match is decided.
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut wanted = 0;
            for report in finished {
                let report: PairReport =
                    report.inspect_err(|_| enough.store(true, Ordering::Relaxed))?;
                waiting.insert(report.number, report);
                // In order, so that where a test ends does not depend on who was faster.
                while standing.verdict.is_none()
                    && let Some(report) = waiting.remove(&wanted)
                {
                    wanted += 1;
                    standing.add(&report);
                    standing.verdict = self.sprt.and_then(|sprt| sprt.verdict(&standing.tally));
                    tell(&report, &standing);
                }
                if standing.verdict.is_some() {
                    enough.store(true, Ordering::Relaxed);
                    break;
                }
            }
            Ok(standing)
        })
    }

    /// Plays pairs until there are enough.
    fn work(
        &self,
        next: &AtomicU64,
        ends: &[&AtomicBool],
        sender: &mpsc::Sender<Result<PairReport, MatchError>>,
    ) -> Result<(), MatchError> {
        let game = self.game();
        let mut players = [
            seat(&self.contestants[0], game, self.patience)?,
            seat(&self.contestants[1], game, self.patience)?,
        ];
        let mut openings = Openings::new(game, self.opening);
        let starts: Vec<_> = self.starts.iter().map(|s| GameSoFar::new(s.clone_box())).collect();
        let goes_on = || !ends.iter().any(|end| end.load(Ordering::Relaxed));
        while goes_on() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.pairs {
                break;
            }
            let opening = openings.of_pair(&starts, self.seed, number)?;
            let mut play = |game| self.play_one(&opening, &mut players, number, game, &goes_on);
            let (Some(first), Some(second)) = (play(0), play(1)) else { break };
            let games = [first, second];
            if sender.send(Ok(PairReport { number, games })).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn play_one(
        &self,
        opening: &GameSoFar,
        players: &mut [Box<dyn Player>; 2],
        number: u64,
        game: usize,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<GameReport> {
        let [a, b] = players;
        let mut seats = [a, b].into_iter().zip(&self.contestants).zip(0..).map(
            |((player, spec), who): (_, u64)| Seated {
                spec,
                player: &mut **player,
                seed: seed_of(&[self.seed, number, game as u64, who]),
            },
        );
        let (Some(a), Some(b)) = (seats.next(), seats.next()) else {
            unreachable!("there are two contestants");
        };
        let seats = PerSide::new(a, b);
        let seats = if contestant(game, Side::First) == 0 { seats } else { seats.swapped() };
        game::play_while(opening.clone(), seats, self.patience, self.max_plies, goes_on)
    }
}

impl PairReport {
    /// The two games with the names of those who played them first and second.
    pub fn named<'a>(
        &'a self,
        contestants: &'a [PlayerSpec; 2],
    ) -> impl Iterator<Item = (PerSide<String>, &'a GameReport)> {
        self.games.iter().enumerate().map(|(game, report)| {
            let name = |side| contestants[contestant(game, side)].to_string();
            (PerSide::new(name(Side::First), name(Side::Second)), report)
        })
    }
}

impl Standing {
    fn add(&mut self, pair: &PairReport) {
        let mut half_points = [0; 2];
        for (game, report) in pair.games.iter().enumerate() {
            half_points[game] = match report.end.winner() {
                None => 1,
                Some(winner) if contestant(game, winner) == 0 => 2,
                Some(_) => 0,
            };
            for side in Side::BOTH {
                let spent = &mut self.spent[contestant(game, side)];
                spent.moves += report.spent[side].moves;
                spent.time += report.spent[side].time;
            }
            match report.end {
                End::Forfeit { loser, .. } => self.forfeits[contestant(game, loser)] += 1,
                End::TooLong => self.too_long += 1,
                End::Board(_) => {}
            }
        }
        self.tally.add(half_points);
    }
}
