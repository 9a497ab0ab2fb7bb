//! Depth and speed of the search from the start positions, for `docs/strength.md`.
//!
//! ```text
//! cargo run --release -p galet-minds --example speed [nodes [game]]
//! ```
//!
//! One thread, 64 MB. Seconds are those of the processor where the system tells them (Linux), so
//! that other work on the machine does not count.

use galet_core::{Game, Progress};
use galet_minds::{Expert, abalone, avalam, qawale};
use galet_search::{Limits, Search, Table};
use std::time::Instant;

fn main() {
    let mut words = std::env::args().skip(1);
    let nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(3_000_000);
    let only = words.next();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    println!("game | depth finished | nodes | seconds | million nodes/s");
    for (name, measure) in [
        ("abalone", measure::<abalone::Abalone> as fn(u64)),
        ("avalam", measure::<avalam::Avalam>),
        ("qawale", measure::<qawale::Qawale>),
    ] {
        if wanted(name) {
            measure(nodes);
        }
    }
}

fn measure<E: Expert>(nodes: u64) {
    let (mind, table) = (E::new(), Table::new(64));
    let game = Progress::<E::Game>::new(Default::default());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (begun, processor) = (Instant::now(), processor_seconds());
    let report = Search::new(&mind, &table).run(&game, &limits, |_| {});
    let seconds = match (processor, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64(),
    };
    let name = <E::Game as Game>::NAME;
    let speed = report.nodes as f64 / 1e6 / seconds.max(0.001);
    println!("{name} | {} | {} | {seconds:.2} | {speed:.2}", report.depth, report.nodes);
}

/// Seconds of the processor that this program has used, in hundredths.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in brackets: user and system time are the 12th and 13th words.
    let mut words = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let ticks: u64 = words.next()?.parse::<u64>().ok()? + words.next()?.parse::<u64>().ok()?;
    Some(ticks as f64 / 100.0)
}
