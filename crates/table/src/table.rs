//! The table itself: what its events have made of it.

use crate::clock::Clock;
use crate::event::{GuestId, Moment, Seat};
use crate::open::LONGEST_GAME;
use galet_core::{PerSide, Side};
use galet_games::AnyProgress;
use galet_scene::{Ending, Player};
use galet_wire::setup::Setup;
use galet_wire::table::{MoveView, OfferKind};

/// A game being played: seats, clocks, offers and moves.
///
/// It changes by [`Table::apply`] alone; everything else only looks.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) id: String,
    /// How many events there were.
    pub(crate) seq: u32,
    pub(crate) opened_at: Moment,
    /// When the last event happened.
    pub(crate) last_at: Moment,
    pub(crate) seed: u64,
    pub(crate) setup: Setup,
    pub(crate) progress: Box<dyn AnyProgress>,
    /// How the game calls its players.
    pub(crate) players: [Player; 2],
    pub(crate) seats: PerSide<Seat>,
    pub(crate) played: Vec<PlayedMove>,
    /// How many of the moves the table began with.
    pub(crate) given: usize,
    /// How often the position has changed: what an answer of the computer is good for.
    pub(crate) revision: u32,
    pub(crate) clock: Clock,
    /// The offers that stand.
    pub(crate) offers: Vec<(OfferKind, Side)>,
    /// The offers that were declined or withdrawn since the last move.
    pub(crate) declined: Vec<(OfferKind, Side)>,
    pub(crate) ending: Option<Ending>,
    /// When it ended.
    pub(crate) ended_at: Option<Moment>,
    pub(crate) rematch: Option<String>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMove {
    pub(crate) by: Side,
    pub(crate) view: MoveView,
}

impl Table {
    /// Its name in addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.progress.game().name()
    }

    /// How the game began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game in progress.
    pub fn progress(&self) -> &dyn AnyProgress {
        self.progress.as_ref()
    }

    /// The texts of the moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.played.iter().map(|played| played.view.text.as_str())
    }

    /// The text of the last move.
    pub fn last_move(&self) -> Option<&str> {
        self.played.last().map(|played| played.view.text.as_str())
    }

    /// How many moves are played.
    pub fn ply(&self) -> u32 {
        self.played.len() as u32
    }

    /// How many events there were.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// When it was opened.
    pub fn opened_at(&self) -> Moment {
        self.opened_at
    }

    /// When something last happened.
    pub fn last_at(&self) -> Moment {
        self.last_at
    }

    /// Who sits on both seats.
    pub fn seats(&self) -> PerSide<Seat> {
        self.seats
    }

    /// The sides that a guest plays: one, both at one screen, or none for a watcher.
    pub fn sides_of(&self, guest: GuestId) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.seats[side] == Seat::Guest { guest })
    }

    /// Whose turn it is: nobody's before everybody is seated and after the end.
    pub fn turn(&self) -> Option<Side> {
        (self.is_seated() && !self.is_over()).then(|| self.progress.turn())
    }

    /// Whether the game waits for a move of this guest.
    pub fn waits_for(&self, guest: GuestId) -> bool {
        self.turn().is_some_and(|side| self.seats[side] == Seat::Guest { guest })
    }

    /// How the game ended, if it did: by the rules, by resignation, by time, by agreement, by a
    /// claim, or called off.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// When the game ended, if it did. What happens later, about a rematch, does not count.
    pub fn ended_at(&self) -> Option<Moment> {
        self.ended_at
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Whether both seats are taken.
    pub fn is_seated(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.seats[side] != Seat::Nobody)
    }

    /// Whether it has as many moves as a game can have.
    pub fn is_full(&self) -> bool {
        self.ply() >= LONGEST_GAME
    }

    /// The table of the rematch, once it is made.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Whether a side has moved at this table; moves that it began with do not count.
    pub(crate) fn has_moved(&self, side: Side) -> bool {
        self.played[self.given..].iter().any(|played| played.by == side)
    }

    pub(crate) fn both_have_moved(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.has_moved(side))
    }

    /// The side whose clock runs while it is to move: the first move of each is free.
    pub(crate) fn begin_turn(&mut self, at: Moment) {
        let running = self.turn().filter(|&side| self.has_moved(side));
        self.clock.begin_turn(running, at);
    }
}
