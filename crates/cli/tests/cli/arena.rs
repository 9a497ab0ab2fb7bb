//! Matches and tuning from the command line, with our own program as the external one.

use crate::harness::{Folder, galet};
use galet_games::record;

/// Plays a short match that fails on any illegal move, crash or stall; gives what was said.
#[track_caller]
fn match_of(game: &str, first: &str, second: &str, more: &[&str]) -> String {
    let mut args = vec!["arena", "--strict", "--patience", "20s", "--max-plies", "50"];
    args.extend(["--game", game, "--first", first, "--second", second]);
    args.extend(more);
    galet(&args).fine()
}

#[test]
fn our_own_program_plays_by_its_protocol() {
    let folder = Folder::new("arena-programs");
    for game in galet_games::all() {
        let name = game.name();
        let program = env!("CARGO_BIN_EXE_galet");
        let external = format!("ugi:\"{program}\" engine --game {name};nodes=200,Hash=1");
        let file = folder.path(name);
        let more = ["--games", "2", "--save", &file];
        let said = match_of(name, &external, "plain:nodes=300,hash=1", &more);
        assert!(said.contains("2 games, seed 1") && !said.contains("faults"), "{said}");
        let records = std::fs::read_to_string(&file).expect("records are written");
        let read: Vec<_> = record::read_all(&records).collect();
        assert_eq!(read.len(), 2);
        for read in read {
            let read = read.expect("records read back");
            assert_eq!(read.game().name(), name);
            assert!([read.tag("First"), read.tag("Second")].contains(&Some(external.as_str())));
        }
    }
}

#[test]
fn the_same_seed_says_the_same() {
    let results = |seed: &str| {
        let more = ["--games", "4", "--seed", seed, "--sprt", "elo0=0,elo1=10"];
        let said = match_of("qawale", "level:2", "greedy", &more);
        said.lines().filter(|line| !line.starts_with("time")).collect::<Vec<_>>().join("\n")
    };
    let said = results("5");
    for word in ["won ", "score ", "Elo ", "pairs of ", "SPRT elo0=0,elo1=10: LLR "] {
        assert!(said.contains(word), "{said}");
    }
    assert_eq!(results("5"), said);
}

#[test]
fn the_ladder_is_a_table() {
    let args = ["arena", "--game", "qawale", "--ladder", "--games", "2", "--max-plies", "6"];
    let said = galet(&[&args[..], &["--top", "full:nodes=100,hash=1"]].concat()).fine();
    assert_eq!(said.lines().count(), 2 + 11, "{said}");
    assert!(said.lines().all(|line| line.starts_with('|') && line.ends_with('|')), "{said}");
    assert!(said.contains("| `level:3` | `level:2` | 2 |"), "{said}");
}

#[test]
fn what_cannot_be_played_is_told() {
    let arena = |first: &str, second: &str, game: &str| {
        galet(&["arena", "--game", game, "--games", "2", "--first", first, "--second", second])
    };
    arena("ugi:./no-such-program;nodes=1", "random", "qawale")
        .failed(1, &["./no-such-program", "cannot be started"]);
    arena("full:nodes=9,eval=no/such.net", "random", "avalam")
        .failed(1, &["no/such.net cannot be read", "'hand' for the one made by hand"]);
    arena("random", "random", "go").failed(1, &["there is no game 'go'"]);
    arena("full", "random", "qawale").failed(2, &["needs something that bounds its moves"]);
    arena("level:12", "random", "qawale").failed(2, &["there is no level '12'"]);
    galet(&["arena", "--game", "qawale", "--first", "random"]).failed(2, &["--second"]);
}

#[test]
fn tuning_prints_weights_to_paste() {
    let said = galet(&["tune", "avalam", "--games", "10", "--nodes", "60"]);
    for note in ["positions learned from: loss", "kept back", "10 games:"] {
        assert!(said.err.contains(note), "{said:?}");
    }
    let out = said.fine();
    assert!(out.starts_with("[\n") && out.ends_with("]\n"), "{out}");
    galet(&["tune", "qawale", "--games", "10", "--nodes", "60"])
        .failed(1, &["games were decided", "play more games"]);
    galet(&["tune", "go"]).failed(1, &["there is no game 'go'"]);
}

#[test]
fn reviews_measure_players_and_list_their_moves() {
    let folder = Folder::new("review");
    let (games, moves) = (folder.path("games.pgn"), folder.path("moves.tsv"));
    let play = ["arena", "--game", "qawale", "--first", "random", "--second", "level:1"];
    let plan = ["--games", "2", "--opening-plies", "2", "--save", &games];
    galet(&[&play[..], &plan[..]].concat()).fine();
    let out = galet(&["review", "measure", &games, "--moves", &moves]).fine();
    let row = out.lines().nth(2).expect("a row");
    assert!(row.starts_with("| random | 2 | ") && row.contains(" ± "), "{out}");
    let listed = std::fs::read_to_string(&moves).expect("a table");
    assert!(listed.lines().any(|line| line.contains("\t2\trandom\t")), "{listed}");
    galet(&["review", "fit", "qawale", &games]).failed(1, &["are too few"]);
    galet(&["review", "measure", "missing.pgn"]).failed(3, &["missing.pgn"]);
}
