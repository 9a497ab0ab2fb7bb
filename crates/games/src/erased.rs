//! How the typed games become [`AnyGame`] and [`AnyProgress`].

use crate::any::{
    AnyGame, AnyProgress, ArrangeError, ArrangedPosition, MoveError, MoveList, PerftRequest,
    SetupText, StartError, game_over,
};
use galet_core::{
    Fault, ForeignRecords, Game, Layout, OptionSpec, Outcome, PerSide, PlayError, Progress, Setup,
    Side, perft,
};
use galet_scene::{
    About, Animation, CellId, Continuations, GestureFault, Lesson, MoveReason, Phrase, Piece,
    Reasoned, Scene, Scenic, Theme, ToPhrase,
};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A kind of game, by its type.
pub(crate) struct Kind<G>(PhantomData<fn() -> G>);

impl<G> Kind<G> {
    pub(crate) const fn new() -> Self {
        Kind(PhantomData)
    }
}

impl<G: Scenic> fmt::Debug for Kind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::NAME)
    }
}

impl<G: Reasoned> AnyGame for Kind<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn about(&self) -> About {
        G::ABOUT
    }

    fn theme(&self) -> &'static Theme {
        G::theme()
    }

    fn layouts(&self) -> &'static [Layout] {
        G::Setup::layouts()
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::Setup::options()
    }

    fn say_value(&self, option: &str, word: &str) -> Option<Phrase> {
        G::say_value(option, word)
    }

    fn say_layout(&self, layout: &str) -> Option<Phrase> {
        G::say_layout(layout)
    }

    fn default_values(&self) -> Vec<String> {
        let setup = G::Setup::default();
        (0..G::Setup::options().len()).map(|index| setup.option(index).to_string()).collect()
    }

    fn dialects(&self) -> &'static [&'static str] {
        G::DIALECTS
    }

    fn foreign_records(&self) -> Option<&'static ForeignRecords> {
        G::FOREIGN_RECORDS
    }

    fn lessons(&self) -> &'static [Lesson] {
        G::LESSONS
    }

    fn start(&self, text: &SetupText) -> Result<Box<dyn AnyProgress>, StartError> {
        let options = text.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let setup = G::Setup::read(text.layout.as_deref(), options)?;
        let Some(position) = &text.position else {
            return Ok(Box::new(Session {
                progress: Progress::<G>::new(setup),
                from_position: false,
                warnings: Vec::new(),
                said: Vec::new(),
            }));
        };
        let checked = G::parse_position(position, &setup)
            .map_err(|fault| StartError::Position(fault.map(|why| why.to_phrase())))?;
        Ok(Box::new(Session {
            progress: Progress::from_position(setup, checked.position),
            from_position: true,
            warnings: checked.warnings.iter().map(ToString::to_string).collect(),
            said: checked.warnings.iter().map(G::say_warning).collect(),
        }))
    }

    fn arrange(
        &self,
        setup: &SetupText,
        stacks: &[Vec<Piece>],
        turn: Side,
    ) -> Result<ArrangedPosition, ArrangeError> {
        let options = setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let setup = G::Setup::read(setup.layout.as_deref(), options)?;
        let text = G::arrange(&setup, stacks, turn)?.position_text();
        let checked = G::parse_position(&text, &setup).expect("a position's own text is read");
        let warnings = checked.warnings.iter().map(G::say_warning).collect();
        Ok(ArrangedPosition { text, warnings })
    }
}

/// A game in progress, by its type.
#[derive(Clone, Debug)]
struct Session<G: Game> {
    progress: Progress<G>,
    from_position: bool,
    warnings: Vec<String>,
    /// The warnings in both languages.
    said: Vec<Phrase>,
}

impl<G: Scenic> Session<G> {
    fn parse(&self, text: &str, dialect: Option<&str>) -> Result<G::Move, MoveError> {
        if let Some(outcome) = self.progress.outcome() {
            return Err(MoveError::GameOver(outcome));
        }
        let position = self.progress.position();
        let parsed = match dialect {
            Some(dialect) => position.parse_move_in(dialect, text),
            None => position.parse_move(text),
        };
        parsed.map_err(|fault| MoveError::Illegal {
            text: text.to_owned(),
            said: fault.why.to_phrase(),
            fault: fault.map(|why| why.to_string()),
        })
    }

    fn play_parsed(&mut self, text: &str, m: G::Move) -> Result<(), MoveError> {
        self.progress.play(m).map_err(|refusal| match refusal {
            PlayError::GameOver(outcome) => MoveError::GameOver(outcome),
            PlayError::Illegal(illegal) => MoveError::Illegal {
                text: text.to_owned(),
                fault: Fault::new(0..text.len(), illegal.to_string()),
                said: Phrase::new(illegal.to_string(), "ce coup n’est pas permis ici"),
            },
        })
    }
}

impl<G: Reasoned> AnyProgress for Session<G> {
    fn as_any(&self) -> &dyn Any {
        &self.progress
    }

    fn game(&self) -> &'static dyn AnyGame {
        crate::find(G::NAME).expect("a game in progress is one of the registered games")
    }

    fn setup(&self) -> SetupText {
        let setup = self.progress.setup();
        SetupText {
            layout: Some(setup.layout_name().to_owned()),
            options: setup.changed_options().into_iter().map(|(k, v)| (k.to_owned(), v)).collect(),
            position: self.from_position.then(|| self.progress.start().position_text()),
        }
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn say_warnings(&self) -> &[Phrase] {
        &self.said
    }

    fn position_text(&self) -> String {
        self.progress.position().position_text()
    }

    fn turn(&self) -> Side {
        self.progress.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.progress.outcome()
    }

    fn score(&self) -> PerSide<u32> {
        self.progress.position().score()
    }

    fn moves(&self) -> Vec<String> {
        let positions = (0..).map_while(|ply| self.progress.position_after(ply));
        positions.zip(self.progress.moves()).map(|(p, &m)| p.move_text(m)).collect()
    }

    fn plies(&self) -> usize {
        self.progress.moves().len()
    }

    fn legal_moves(&self, limit: usize) -> MoveList {
        if self.progress.outcome().is_some() {
            return MoveList::default();
        }
        let position = self.progress.position();
        let mut texts = Vec::new();
        let _ = position.visit_moves(|m| {
            if texts.len() >= limit {
                return ControlFlow::Break(());
            }
            texts.push(position.move_text(m));
            ControlFlow::Continue(())
        });
        MoveList { texts, total: position.count_moves() }
    }

    fn read_move(&self, text: &str, dialect: Option<&str>) -> Result<String, MoveError> {
        let m = self.parse(text, dialect)?;
        Ok(self.progress.position().move_text(m))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let m = self.parse(text, None)?;
        self.play_parsed(text, m)
    }

    fn play_reading(&mut self, text: &str, dialect: Option<&str>) -> Result<String, MoveError> {
        let m = self.parse(text, dialect)?;
        let canonical = self.progress.position().move_text(m);
        self.play_parsed(text, m)?;
        Ok(canonical)
    }

    fn undo(&mut self) -> Option<String> {
        let m = self.progress.undo()?;
        Some(self.progress.position().move_text(m))
    }

    fn at_ply(&self, ply: usize) -> Box<dyn AnyProgress> {
        Box::new(Session {
            progress: self.progress.at_ply(ply),
            from_position: self.from_position,
            warnings: self.warnings.clone(),
            said: self.said.clone(),
        })
    }

    fn clone_box(&self) -> Box<dyn AnyProgress> {
        Box::new(self.clone())
    }

    fn scene(&self) -> Scene {
        G::scene(&self.progress)
    }

    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<String>, GestureFault> {
        // A game that has ended by its history has legal moves on the board all the same.
        if self.progress.outcome().is_some() {
            return if taps.is_empty() {
                Ok(Continuations {
                    choices: Vec::new(),
                    complete: None,
                    selected: Vec::new(),
                    grabs: Vec::new(),
                    hand: Vec::new(),
                    dropped: Vec::new(),
                })
            } else {
                Err(GestureFault { tap: 0 })
            };
        }
        let position = self.progress.position();
        Ok(position.continuations(taps)?.map(|m| position.move_text(m)))
    }

    fn why_not(&self, taps: &[CellId]) -> Option<Phrase> {
        if self.progress.outcome().is_some() {
            return (!taps.is_empty()).then(game_over);
        }
        self.progress.position().why_not(taps)
    }

    fn gesture(&self, text: &str) -> Result<Vec<CellId>, MoveError> {
        Ok(self.progress.position().gesture(self.parse(text, None)?))
    }

    fn animation(&self, text: &str) -> Result<Animation, MoveError> {
        Ok(G::animation(&self.progress, self.parse(text, None)?))
    }

    fn say_move(&self, text: &str) -> Result<Phrase, MoveError> {
        Ok(self.progress.position().say_move(self.parse(text, None)?))
    }

    fn reasons(&self, text: &str) -> Result<Vec<MoveReason>, MoveError> {
        Ok(G::reasons(&self.progress, self.parse(text, None)?))
    }

    fn say_position(&self) -> Phrase {
        let position = self.progress.position();
        let said = position.say_position();
        match self.progress.outcome() {
            // The position knows nothing of an end that its history brought.
            Some(outcome) if position.outcome().is_none() => {
                position.say_outcome(outcome).then(&said)
            }
            _ => said,
        }
    }

    fn say_outcome(&self) -> Option<Phrase> {
        self.progress.outcome().map(|outcome| self.progress.position().say_outcome(outcome))
    }

    fn perft(&self, request: &PerftRequest<'_>) -> Vec<(String, u64)> {
        let position = self.progress.position();
        perft::divide(position, request.depth, request.leaves, request.threads, request.progress)
            .into_iter()
            .map(|(m, nodes)| (position.move_text(m), nodes))
            .collect()
    }
}
