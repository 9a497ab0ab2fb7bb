//! Games to play, made before a measurement: it must not think for itself meanwhile.

use galet_core::random::SplitMix64;

/// A game from its beginning.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name of the game.
    pub game: &'static str,
    /// The moves as text, the first player's first.
    pub moves: Vec<String>,
}

/// Random games of every kind, the same ones each time.
#[derive(Clone, Debug)]
pub struct Scripts(Vec<Script>);

const EACH: usize = 20;
const LONGEST: usize = 150;
/// The widest positions come in the middle of a game.
const WIDEST_AFTER: usize = 12;
/// A position can have millions of moves; so many are drawn from.
const CHOICES: usize = 60;

impl Default for Scripts {
    fn default() -> Self {
        Scripts::new()
    }
}

impl Scripts {
    /// Plays them.
    pub fn new() -> Self {
        let mut random = SplitMix64::new(42);
        let mut scripts = Vec::new();
        for number in 0..EACH * galet_games::all().len() {
            let game = galet_games::all()[number % galet_games::all().len()];
            let mut progress = game.start(&Default::default()).expect("the default setup is fine");
            while progress.plies() < LONGEST {
                let mut texts = progress.legal_moves(CHOICES).texts;
                if texts.is_empty() {
                    break;
                }
                let text = texts.swap_remove(random.below(texts.len()));
                progress.play(&text).expect("it was listed");
            }
            scripts.push(Script { game: game.name(), moves: progress.moves() });
        }
        Scripts(scripts)
    }

    /// Games of every kind in which whoever moves leaves as many moves as possible: tall stacks and the like, where
    /// there is most to do between two looks at the clock.
    pub fn widest() -> Vec<Script> {
        let widest = |game: &'static dyn galet_games::AnyGame| {
            let mut progress = game.start(&Default::default()).expect("the default setup is fine");
            while progress.plies() < WIDEST_AFTER {
                let moves_after = |text: &String| {
                    let mut next = progress.clone_box();
                    next.play(text).expect("it was listed");
                    next.legal_moves(0).total
                };
                let texts = progress.legal_moves(CHOICES).texts;
                let Some(text) = texts.into_iter().max_by_key(moves_after) else { break };
                progress.play(&text).expect("it was listed");
            }
            Script { game: game.name(), moves: progress.moves() }
        };
        galet_games::all().iter().map(|&game| widest(game)).collect()
    }

    /// A game for each number; as many in a row as there are games are all different games.
    pub fn get(&self, number: usize) -> &Script {
        &self.0[number % self.0.len()]
    }
}
