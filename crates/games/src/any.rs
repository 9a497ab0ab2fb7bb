//! A game and a game in progress whose kind is known only when the program runs.

use galet_core::perft::Leaves;
use galet_core::{
    Fault, ForeignRecords, Game, Layout, OptionSpec, Outcome, PerSide, Progress, SetupError, Shown,
    Side,
};
use galet_scene::{
    About, Animation, CellId, Continuations, GestureFault, Lesson, Misplaced, MoveReason, Phrase,
    Piece, Role, Scene, Theme, ToPhrase,
};
use std::any::Any;
use std::fmt::Debug;

/// One of the games.
pub trait AnyGame: Send + Sync + Debug {
    /// The name that users type.
    fn name(&self) -> &'static str;
    /// The name on the box.
    fn title(&self) -> &'static str;
    /// What the game is, for somebody who has never heard of it.
    fn about(&self) -> About;
    /// How the set looks and sounds.
    fn theme(&self) -> &'static Theme;
    /// The start layouts, the default first.
    fn layouts(&self) -> &'static [Layout];
    /// The rule options.
    fn options(&self) -> &'static [OptionSpec];
    /// A word of a rule option as people read it, where the game has its own word for it.
    fn say_value(&self, option: &str, word: &str) -> Option<Phrase>;
    /// A start layout as people read it, where the game has its own words for it.
    fn say_layout(&self, layout: &str) -> Option<Phrase>;
    /// The default value of each option, in the order of [`AnyGame::options`].
    fn default_values(&self) -> Vec<String>;
    /// Other notations of moves that can be read, by name.
    fn dialects(&self) -> &'static [&'static str];
    /// What the records look like that other people write of this game, if they do.
    fn foreign_records(&self) -> Option<&'static ForeignRecords>;
    /// The course: a lesson for each sentence of the leaflet that says must, may or never, then
    /// small tasks; nothing if the game has none.
    fn lessons(&self) -> &'static [Lesson] {
        &[]
    }
    /// A game about to begin.
    fn start(&self, setup: &SetupText) -> Result<Box<dyn AnyProgress>, StartError>;
    /// The position that these stacks make, bottom first, in the order of the scene's cells; the
    /// position of the setup plays no part.
    fn arrange(
        &self,
        setup: &SetupText,
        stacks: &[Vec<Piece>],
        turn: Side,
    ) -> Result<ArrangedPosition, ArrangeError>;
}

/// A position put together by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrangedPosition {
    /// The position as text.
    pub text: String,
    /// What is odd about it.
    pub warnings: Vec<Phrase>,
}

/// Why a position cannot be put together like that.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArrangeError {
    /// The layout or an option is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The pieces cannot stand like that.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
}

/// A setup as text: what users type and records hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SetupText {
    /// The name of the layout; `None` is the default one.
    pub layout: Option<String>,
    /// Rule options as key and value.
    pub options: Vec<(String, String)>,
    /// A position to begin from instead of the layout.
    pub position: Option<String>,
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The layout or an option is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The position is wrong; the range is in its text, the reason a clause in both languages.
    #[error("the position is wrong at character {}: {}", .0.at.start + 1, .0.why.en)]
    Position(Fault<Phrase>),
}

impl StartError {
    /// The reason as a sentence in both languages.
    pub fn sentence(&self) -> Phrase {
        match self {
            StartError::Setup(error) => error.to_phrase().sentence(),
            StartError::Position(fault) => {
                let (at, why) = (fault.at.start + 1, &fault.why);
                let fr = format!("la position est fausse au caractère {at}\u{a0}: {}", why.fr);
                Phrase::new(self.to_string(), fr).sentence()
            }
        }
    }
}

/// A game of any kind in progress: setup + moves.
///
/// Text is read where it enters, by [`AnyProgress::play`] and its like. Whoever then needs the
/// types takes the game apart again with `downcast_ref`, without another look at any text.
pub trait AnyProgress: Send + Sync + Debug {
    /// The [`Progress`] inside, of the type that [`AnyProgress::game`] stands for.
    fn as_any(&self) -> &dyn Any;
    /// Which game it is.
    fn game(&self) -> &'static dyn AnyGame;
    /// The setup with which an equal game can be begun: layout, options that differ from the
    /// default, and the position if it did not begin from a layout.
    fn setup(&self) -> SetupText;
    /// What was odd about the position that the game began from, if it came from outside.
    fn warnings(&self) -> &[String];
    /// The same warnings as sentences in both languages.
    fn say_warnings(&self) -> &[Phrase];
    /// The position now, as text.
    fn position_text(&self) -> String;
    /// The side to move.
    fn turn(&self) -> Side;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The points of both players.
    fn score(&self) -> PerSide<u32>;
    /// The moves played, as text.
    fn moves(&self) -> Vec<String>;
    /// The number of plies played.
    fn plies(&self) -> usize;
    /// The legal moves now: none once the game is over, at most `limit` of them listed.
    fn legal_moves(&self, limit: usize) -> MoveList;
    /// Reads a move in the game's own notation or in a dialect, checks it, and gives its
    /// canonical text.
    fn read_move(&self, text: &str, dialect: Option<&str>) -> Result<String, MoveError>;
    /// Plays a move given in the game's own notation. A refused move changes nothing.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Reads a move as [`AnyProgress::read_move`] does, plays it, and gives its canonical text. A
    /// refused move changes nothing.
    fn play_reading(&mut self, text: &str, dialect: Option<&str>) -> Result<String, MoveError>;
    /// Takes the last move back and gives its text.
    fn undo(&mut self) -> Option<String>;
    /// The same game as it stood after `ply` moves.
    fn at_ply(&self, ply: usize) -> Box<dyn AnyProgress>;
    /// The same game once more.
    fn clone_box(&self) -> Box<dyn AnyProgress>;
    /// The picture of the game now.
    fn scene(&self) -> Scene;
    /// What can follow these taps; a complete move comes as its text. Nothing can once the game
    /// is over.
    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<String>, GestureFault>;
    /// Why these taps are refused, as a sentence; `None` when they begin or make a legal move.
    fn why_not(&self, taps: &[CellId]) -> Option<Phrase>;
    /// The taps that make a move.
    fn gesture(&self, text: &str) -> Result<Vec<CellId>, MoveError>;
    /// A move as travelling pieces.
    fn animation(&self, text: &str) -> Result<Animation, MoveError>;
    /// A move as a sentence.
    fn say_move(&self, text: &str) -> Result<Phrase, MoveError>;
    /// The facts that speak for a move by the rules alone, the most telling first.
    fn reasons(&self, text: &str) -> Result<Vec<MoveReason>, MoveError>;
    /// The game as it stands, in sentences: whose turn it is or how it ended, and the position.
    fn say_position(&self) -> Phrase;
    /// The end of the game as a sentence.
    fn say_outcome(&self) -> Option<Phrase>;
    /// Counts move sequences from here, split by the first move. The history of the game plays
    /// no part in it.
    fn perft(&self, request: &PerftRequest<'_>) -> Vec<(String, u64)>;
}

impl dyn AnyProgress + '_ {
    /// The same game with its types; `None` if it is a game of another kind.
    ///
    /// ```
    /// use galet_abalone::Position;
    /// let mut game = galet_games::find("abalone")?.start(&Default::default())?;
    /// game.play("a1b2")?;
    /// let typed = game.downcast_ref::<Position>().expect("it is a game of Abalone");
    /// assert_eq!(typed.moves().len(), 1);
    /// assert!(game.downcast_ref::<galet_qawale::Position>().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn downcast_ref<G: Game>(&self) -> Option<&Progress<G>> {
        self.as_any().downcast_ref()
    }
}

impl dyn AnyProgress + '_ {
    /// The cells of what a move moves: what is selected before the first piece is put down.
    pub fn piece(&self, text: &str) -> Result<Vec<CellId>, MoveError> {
        let taps = self.gesture(text)?;
        let mut piece = Vec::new();
        for (done, tap) in taps.iter().enumerate() {
            let selects = |role| matches!(role, Role::Select | Role::Extend);
            let offered = self.continuations(&taps[..done]).map(|next| next.choices);
            let chosen = offered.into_iter().flatten().find(|choice| choice.cell == *tap);
            if !chosen.is_some_and(|choice| selects(choice.role)) {
                break;
            }
            piece = self.continuations(&taps[..=done]).map_or(piece, |next| next.selected);
        }
        Ok(piece)
    }
}

impl Clone for Box<dyn AnyProgress> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// Legal moves as text, perhaps only the first of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveList {
    /// The moves listed.
    pub texts: Vec<String>,
    /// How many there are in all.
    pub total: u64,
}

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// The text is no move, or the rules forbid it; the range is in the text.
    #[error("'{}' cannot be played: {}", Shown(.text), .fault.why)]
    Illegal {
        /// The text as it was given.
        text: String,
        /// What is wrong with it.
        fault: Fault<String>,
        /// The same in both languages, as a clause.
        said: Phrase,
    },
}

impl MoveError {
    /// The reason as a sentence in both languages.
    pub fn sentence(&self) -> Phrase {
        match self {
            MoveError::GameOver(_) => game_over(),
            MoveError::Illegal { said, .. } => said.sentence(),
        }
    }
}

/// What is said to whoever wants to move after the end.
pub(crate) fn game_over() -> Phrase {
    Phrase::new("The game is over.", "La partie est terminée.")
}

/// A count of move sequences to make.
pub struct PerftRequest<'a> {
    /// How many plies.
    pub depth: u32,
    /// Whether the last ply is counted or played.
    pub leaves: Leaves,
    /// On how many threads.
    pub threads: usize,
    /// Called with the number of finished and of all first moves.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}
