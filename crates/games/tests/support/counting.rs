//! A game in progress that counts how often moves are read.

use galet_core::{Outcome, PerSide, Side};
use galet_games::{AnyGame, AnyProgress, MoveError, MoveList, PerftRequest, SetupText};
use galet_scene::{Animation, CellId, Continuations, GestureFault, MoveReason, Phrase, Scene};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A game like the one inside; all copies share one count.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    game: Box<dyn AnyProgress>,
    read: Arc<AtomicUsize>,
}

impl Counting {
    /// A game, and the number of texts of moves that it and its copies have read so far.
    pub(crate) fn new(game: Box<dyn AnyProgress>) -> (Self, Arc<AtomicUsize>) {
        let read = Arc::new(AtomicUsize::new(0));
        (Counting { game, read: Arc::clone(&read) }, read)
    }

    /// The game inside, of which a move is about to be read.
    fn reading(&self) -> &dyn AnyProgress {
        self.read.fetch_add(1, Ordering::Relaxed);
        &*self.game
    }
}

impl AnyProgress for Counting {
    fn as_any(&self) -> &dyn Any {
        self.game.as_any()
    }

    fn game(&self) -> &'static dyn AnyGame {
        self.game.game()
    }

    fn setup(&self) -> SetupText {
        self.game.setup()
    }

    fn warnings(&self) -> &[String] {
        self.game.warnings()
    }

    fn say_warnings(&self) -> &[Phrase] {
        self.game.say_warnings()
    }

    fn position_text(&self) -> String {
        self.game.position_text()
    }

    fn turn(&self) -> Side {
        self.game.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn score(&self) -> PerSide<u32> {
        self.game.score()
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves()
    }

    fn plies(&self) -> usize {
        self.game.plies()
    }

    fn legal_moves(&self, limit: usize) -> MoveList {
        self.game.legal_moves(limit)
    }

    fn read_move(&self, text: &str, dialect: Option<&str>) -> Result<String, MoveError> {
        self.reading().read_move(text, dialect)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.reading();
        self.game.play(text)
    }

    fn play_reading(&mut self, text: &str, dialect: Option<&str>) -> Result<String, MoveError> {
        self.reading();
        self.game.play_reading(text, dialect)
    }

    fn undo(&mut self) -> Option<String> {
        self.game.undo()
    }

    fn at_ply(&self, ply: usize) -> Box<dyn AnyProgress> {
        Box::new(Counting { game: self.game.at_ply(ply), read: Arc::clone(&self.read) })
    }

    fn clone_box(&self) -> Box<dyn AnyProgress> {
        Box::new(self.clone())
    }

    fn scene(&self) -> Scene {
        self.game.scene()
    }

    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<String>, GestureFault> {
        self.game.continuations(taps)
    }

    fn why_not(&self, taps: &[CellId]) -> Option<Phrase> {
        self.game.why_not(taps)
    }

    fn gesture(&self, text: &str) -> Result<Vec<CellId>, MoveError> {
        self.reading().gesture(text)
    }

    fn animation(&self, text: &str) -> Result<Animation, MoveError> {
        self.reading().animation(text)
    }

    fn say_move(&self, text: &str) -> Result<Phrase, MoveError> {
        self.reading().say_move(text)
    }

    fn reasons(&self, text: &str) -> Result<Vec<MoveReason>, MoveError> {
        self.reading().reasons(text)
    }

    fn say_position(&self) -> Phrase {
        self.game.say_position()
    }

    fn say_outcome(&self) -> Option<Phrase> {
        self.game.say_outcome()
    }

    fn perft(&self, request: &PerftRequest<'_>) -> Vec<(String, u64)> {
        self.game.perft(request)
    }
}
