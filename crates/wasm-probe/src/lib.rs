//! A WebAssembly module that shows that the inner crates run where a browser would run them, not
//! only that they compile. `cargo xtask wasm` links it and `run.mjs` runs it in Node.

use galet_core::ManualTime;
use galet_core::random::SplitMix64;
use galet_games::SetupText;
use galet_scheduler::{ClientId, Scheduler, Settings};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

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

/// A clock that moves on whenever it is read: a page hands in its own, this module has none.
const STEP: Duration = Duration::from_millis(50);

/// Has the engine think about the start of a game, slice by slice, as a Web Worker would: without
/// threads, with a clock that is handed in. Says how many slices its hint took.
#[unsafe(no_mangle)]
pub extern "C" fn think(game: usize) -> usize {
    let start = galet_games::all()[game].start(&SetupText::default());
    let start = start.expect("the default setup is fine");
    let settings = Settings { table_megabytes: 1, ..Settings::default() };
    let scheduler = Scheduler::new(settings, Arc::new(ManualTime::stepping(STEP)));
    let mut worker = scheduler.worker();
    let (tell, told) = channel();
    let asked = scheduler.hint(ClientId(1), start.clone_box(), move |hint| drop(tell.send(hint)));
    asked.expect("nothing else is asked").detach();
    let mut slices = 0;
    while worker.run_slice() {
        slices += 1;
    }
    let hint = told.try_recv().expect("a hint");
    assert!(start.clone_box().play(&hint.text).is_ok(), "the hint is legal");
    slices
}
