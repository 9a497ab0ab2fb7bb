//! The speed of the rules: `cargo bench -p galet-qawale`.
//!
//! Every figure counts the same walks, so the ratio of the fast to the slow rules can be read
//! from one run.

use divan::{Bencher, counter::ItemsCount};
use galet_core::Game;
use galet_core::perft::{Leaves, perft};
use galet_qawale::{Position, Setup};

#[path = "../tests/slow/mod.rs"]
#[allow(dead_code, unreachable_pub)]
mod slow;

/// The walks of the first plies from the start.
const WALKS: [u64; 5] = [1, 40, 2_176, 143_712, 11_129_088];

fn main() {
    divan::main();
}

fn count_walks(bencher: Bencher<'_, '_>, depth: u32, leaves: Leaves) {
    let start = Position::start(&Setup::default());
    bencher.counter(ItemsCount::new(WALKS[depth as usize])).bench(|| {
        assert_eq!(perft(divan::black_box(&start), depth, leaves), WALKS[depth as usize])
    });
}

#[divan::bench(args = [3, 4])]
fn counted(bencher: Bencher<'_, '_>, depth: u32) {
    count_walks(bencher, depth, Leaves::Counted);
}

#[divan::bench(args = [3, 4])]
fn made(bencher: Bencher<'_, '_>, depth: u32) {
    count_walks(bencher, depth, Leaves::Made);
}

#[divan::bench(args = [3], sample_count = 5)]
fn slow_rules(bencher: Bencher<'_, '_>, depth: u32) {
    let start = slow::Slow::start(8);
    bencher
        .counter(ItemsCount::new(WALKS[depth as usize]))
        .bench(|| assert_eq!(slow::perft(divan::black_box(&start), depth), WALKS[depth as usize]));
}
