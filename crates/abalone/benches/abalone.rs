//! Counting move sequences: leaves counted in bulk, leaves made, and the slow second
//! implementation of the tests. Read the ratios within one run.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use galet_abalone::{Position, Setup};
use galet_core::perft::{Leaves, perft};
use galet_core::{Game, Notation, Setup as _};

#[path = "../tests/slow/mod.rs"]
mod slow;

const LAYOUTS: [&str; 3] = ["standard", "belgian-daisy", "german-daisy"];

/// Deep enough for a steady figure, shallow enough for the slow implementation.
const DEPTH: u32 = 3;

fn main() {
    divan::main();
}

fn start(layout: &str) -> Position {
    Position::start(&Setup::read(Some(layout), []).expect("a known layout"))
}

fn bench_perft(bencher: Bencher, layout: &str, leaves: Leaves) {
    let start = start(layout);
    let nodes = perft(&start, DEPTH, Leaves::Counted);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| perft(black_box(&start), DEPTH, leaves));
}

#[divan::bench(args = LAYOUTS)]
fn counted(bencher: Bencher, layout: &str) {
    bench_perft(bencher, layout, Leaves::Counted);
}

#[divan::bench(args = LAYOUTS)]
fn made(bencher: Bencher, layout: &str) {
    bench_perft(bencher, layout, Leaves::Made);
}

#[divan::bench(args = LAYOUTS, sample_count = 3, sample_size = 1)]
fn slow_implementation(bencher: Bencher, layout: &str) {
    let start = start(layout);
    let nodes = perft(&start, DEPTH, Leaves::Counted);
    let slow = slow::Slow::read(&start.position_text(), start.marbles_to_win());
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| black_box(&slow).perft(DEPTH));
}
