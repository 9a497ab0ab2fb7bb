//! The speed of the rules: `cargo bench -p galet-qawale`.
//!
//! Every figure counts the same walks, so the ratio of the fast to the slow rules can be read
//! from one run.

use divan::{Bencher, black_box, counter::ItemsCount};
use galet_core::Game;
use galet_core::perft::{Leaves, perft};
use galet_qawale::{Position, Setup};

#[path = "../tests/slow/mod.rs"]
mod slow;

/// The walks of the first plies from the start.
const WALKS: [u64; 5] = [1, 40, 2_176, 143_712, 11_129_088];

fn main() {
    divan::main();
}

fn run(bencher: Bencher<'_, '_>, depth: u32, count: impl Fn(u32) -> u64 + Sync) {
    let walks = WALKS[depth as usize];
    let bencher = bencher.counter(ItemsCount::new(walks));
    bencher.bench(|| assert_eq!(count(black_box(depth)), walks, "the rules have changed"));
}

#[divan::bench(args = [3, 4])]
fn counted(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Position::start(&Setup::default());
    run(bencher, depth, |depth| perft(&start, depth, Leaves::Counted));
}

#[divan::bench(args = [3, 4], sample_count = 40)]
fn made(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Position::start(&Setup::default());
    run(bencher, depth, |depth| perft(&start, depth, Leaves::Made));
}

#[divan::bench(args = [3], sample_count = 5)]
fn slow_rules(bencher: Bencher<'_, '_>, depth: u32) {
    let start = slow::Slow::start(8);
    run(bencher, depth, |depth| slow::perft(&start, depth));
}
