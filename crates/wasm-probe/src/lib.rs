//! A WebAssembly module that shows that the inner crates run where a browser would run them, not
//! only that they compile. `cargo xtask wasm` links it and `run.mjs` runs it in Node.

use galet_core::random::SplitMix64;
use galet_games::SetupText;

/// A position can have millions of moves; so many are drawn from.
const CHOICES: usize = 60;

/// How many games there are.
#[unsafe(no_mangle)]
pub extern "C" fn games() -> usize {
    galet_games::all().len()
}

/// Plays a game at random from its start, looks at every position, and says how many plies it had. A
/// panic ends the module.
#[unsafe(no_mangle)]
pub extern "C" fn play(game: usize, most_plies: usize) -> usize {
    let mut random = SplitMix64::new(game as u64);
    let start = galet_games::all()[game].start(&SetupText::default());
    let mut progress = start.expect("the default setup is fine");
    while progress.plies() < most_plies {
        assert!(!progress.scene().cells.is_empty(), "there is something to see");
        let mut texts = progress.legal_moves(CHOICES).texts;
        if texts.is_empty() {
            break;
        }
        let text = texts.swap_remove(random.below(texts.len()));
        progress.play(&text).expect("it was listed");
    }
    progress.plies()
}
