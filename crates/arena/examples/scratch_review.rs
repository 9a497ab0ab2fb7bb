#![allow(missing_docs, clippy::all)]
use galet_arena::review::*;
use std::path::Path;
fn read(path: &str) -> Vec<Played> {
    let bytes = std::fs::read(path).unwrap();
    galet_games::record::read_all_bytes(&bytes)
        .map(|r| Played::read(&r.unwrap()).unwrap())
        .collect()
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "fit" {
        let files = &args[4..];
        let games: Vec<_> = files.iter().flat_map(|f| read(f)).collect();
        let found = fit(&args[1], &games, args[2].parse().unwrap(), 1, &|| {}).unwrap();
        let names: Vec<String> = files
            .iter()
            .map(|p| Path::new(p).file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        std::fs::write(&args[3], found.to_rust(&names)).unwrap();
        eprintln!(
            "{} positions, log loss {:?} {:?}",
            found.positions, found.log_loss, found.fitted
        );
        return;
    }
    // measure N OUT FILES
    let n: usize = args[1].parse().unwrap();
    let mut table = String::from(MOVES_HEAD);
    println!("{HEAD}");
    for path in &args[3..] {
        let mut games = read(path);
        games.truncate(n);
        let begun = std::time::Instant::now();
        let reviewed = measure(&games, 1, &|| {});
        let name = Path::new(path).file_stem().unwrap().to_string_lossy().into_owned();
        for (number, (played, review)) in games.iter().zip(&reviewed).enumerate() {
            review.list_moves(&mut table, &name, number + 1, played);
        }
        if let Some(m) = Measured::of(&games, &reviewed) {
            println!("{}", m.row());
        }
        let plies: usize = reviewed.iter().map(|r| r.moves.len()).sum();
        eprintln!(
            "{name}: {:?} {} plies {:.2} ms a ply",
            begun.elapsed(),
            plies,
            begun.elapsed().as_secs_f64() * 1e3 / plies as f64
        );
        std::fs::write(&args[2], &table).unwrap();
    }
}
