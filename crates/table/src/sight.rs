//! A table as a picture.

use crate::Table;
use galet_games::{AnyProgress, last_moves};
use galet_scene::Scene;
use galet_scene::svg::{Options, draw, draw_moves};

/// What a picture of a table is made of: it can be painted when the table has gone on.
#[derive(Clone, Debug)]
pub struct Sight {
    game: Box<dyn AnyProgress>,
    /// Now, whoever or whatever ended the game.
    scene: Scene,
}

impl Table {
    /// What a picture of it is made of.
    pub fn sight(&self) -> Sight {
        Sight { game: self.progress().clone_box(), scene: self.scene() }
    }
}

impl Sight {
    /// The picture (SVG), with a description for people who do not see it.
    pub fn paint(&self, options: Options) -> String {
        draw(&self.scene, self.game.game().theme(), &self.described(options))
    }

    /// The same with the last moves before it.
    pub fn paint_moves(&self, moves: usize, options: Options) -> String {
        let moves = last_moves(&*self.game, moves);
        draw_moves(&moves, &self.scene, self.game.game().theme(), &self.described(options))
    }

    fn described(&self, options: Options) -> Options {
        let description = Some(self.game.say_position().get(options.language).to_owned());
        Options { description, ..options }
    }
}
