#![allow(missing_docs, clippy::all)]
use galet_arena::review::*;
use galet_core::random::SplitMix64;
use galet_engine::*;
use galet_search::*;
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut engine = new(&args[0], Arc::new(galet_core::MonotonicTime)).unwrap();
    let n: usize = args[1].parse().unwrap();
    let nodes: u64 = args[2].parse().unwrap();
    let mut seed = 0;
    for path in &args[3..] {
        let bytes = std::fs::read(path).unwrap();
        for r in galet_games::record::read_all_bytes(&bytes) {
            let p = Played::read(&r.unwrap()).unwrap();
            seed += 1;
            let mut plies: Vec<usize> = (p.opening_plies..p.game.plies()).collect();
            let mut random = SplitMix64::new(seed);
            while plies.len() > n {
                plies.swap_remove(random.below(plies.len()));
            }
            let fin = p.game.score();
            for ply in plies {
                let g = p.game.at_ply(ply);
                engine.set_game(&*g).unwrap();
                let eff = Effort { nodes, ..engine.scale().effort };
                let a = engine.examine(&Look::with(eff, &Stop::new()), &mut |_| {});
                let s = a.lines[0].score;
                let t = g.turn();
                let now = g.score();
                let d = |x: galet_core::PerSide<u32>| x[t] as i64 - x[t.other()] as i64;
                println!(
                    "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                    path.rsplit('/').next().unwrap(),
                    ply,
                    s,
                    a.solved.is_some() as u8,
                    p.points(t),
                    d(fin),
                    d(now),
                    now[t] + now[t.other()]
                );
            }
        }
    }
}
