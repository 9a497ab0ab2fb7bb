//! Choices drawn from the bytes of a fuzzer.

use galet_games::{AnyGame, AnyProgress, SetupText};

/// Bytes that are used up by making choices; when they run out, every choice is the first.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// Choices from these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Input(bytes)
    }

    /// Whether any byte is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte, or 0.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = n > 256;
        let number =
            usize::from(self.byte()) | if wide { usize::from(self.byte()) << 8 } else { 0 };
        number % n
    }

    /// The bytes that are left, as text; what is not UTF-8 is replaced.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// One of the games.
    pub fn game(&mut self) -> &'static dyn AnyGame {
        galet_games::all()[self.below(galet_games::all().len())]
    }

    /// A game with some moves played, all chosen by the bytes.
    pub fn progress(&mut self) -> Box<dyn AnyProgress> {
        let game = self.game();
        let layout = game.layouts()[self.below(game.layouts().len())].name;
        let setup = SetupText { layout: Some(layout.to_owned()), ..SetupText::default() };
        let mut progress = game.start(&setup).expect("a layout of the game");
        for _ in 0..self.below(24) {
            let moves = progress.legal_moves(300).texts;
            if moves.is_empty() {
                break;
            }
            progress.play(&moves[self.below(moves.len())]).expect("a legal move");
        }
        progress
    }
}
