//! How fast moves are counted and made, against the slow implementation of the tests:
//! `cargo bench -p galet-avalam`. The figures to compare are the items (leaves) per second.

use divan::Bencher;
use divan::counter::ItemsCount;
use galet_avalam::{Position, Setup};
use galet_core::Game;
use galet_core::perft::{Leaves, perft};

#[allow(dead_code, reason = "the tests use the rest of it")]
#[path = "../tests/slow/mod.rs"]
mod slow;

const LEAVES_OF_DEPTH_2: u64 = 81_488;
const LEAVES_OF_DEPTH_3: u64 = 21_711_440;

fn main() {
    divan::main();
}

fn bench(bencher: Bencher<'_, '_>, depth: u32, leaves: Leaves, count: u64) {
    let start = Position::start(&Setup::default());
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| assert_eq!(perft(divan::black_box(&start), depth, leaves), count));
}

#[divan::bench(sample_count = 20)]
fn depth_3_counted(bencher: Bencher<'_, '_>) {
    bench(bencher, 3, Leaves::Counted, LEAVES_OF_DEPTH_3);
}

#[divan::bench(sample_count = 10)]
fn depth_3_made(bencher: Bencher<'_, '_>) {
    bench(bencher, 3, Leaves::Made, LEAVES_OF_DEPTH_3);
}

#[divan::bench(sample_count = 10)]
fn depth_2_made(bencher: Bencher<'_, '_>) {
    bench(bencher, 2, Leaves::Made, LEAVES_OF_DEPTH_2);
}

#[divan::bench(sample_count = 5)]
fn depth_2_slow(bencher: Bencher<'_, '_>) {
    let start = slow::SlowGame::start('o', true);
    bencher
        .counter(ItemsCount::new(LEAVES_OF_DEPTH_2))
        .bench(|| assert_eq!(divan::black_box(&start).perft(2), LEAVES_OF_DEPTH_2));
}
