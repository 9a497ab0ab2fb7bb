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

/// By processor time our own program keeps to its clock, whatever else the machine does.
#[cfg(target_os = "linux")]
#[test]
fn our_own_program_plays_by_processor_time() {
    let program = env!("CARGO_BIN_EXE_galet");
    let external = format!("ugi:\"{program}\" engine --game qawale;cpu=3ms,hash=1");
    // What is counted is that nobody loses by a fault; how exactly the time is kept is measured elsewhere.
    let more = ["--games", "2", "--grace", "60s", "--concurrency", "1"];
    let said = match_of("qawale", &external, "full:cpu=3ms,hash=1", &more);
    assert!(said.contains("processor time for a move: ") && !said.contains("faults"), "{said}");
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
fn a_match_is_a_line_of_its_journal() {
    let folder = Folder::new("arena-journal");
    let file = folder.path("matches.jsonl");
    let more = ["--games", "2", "--journal", &file, "--note", "who is better?", "--seed", "3"];
    let more = [&more[..], &["--layouts", "all", "--opening-plies", "0"]].concat();
    for _ in 0..2 {
        match_of("avalam", "greedy", "random", &more);
    }
    let journal = std::fs::read_to_string(&file).expect("the journal is written");
    let entries = galet_arena::journal::read(&journal).expect("each line is a match");
    let [first, second] = &entries[..] else { panic!("{journal}") };
    assert_eq!((first.games, first.seed, first.game.as_str()), (2, 3, "avalam"));
    assert_eq!((first.won, first.drawn, first.lost), (second.won, second.drawn, second.lost));
    assert_eq!((first.first.as_str(), first.second.as_str()), ("greedy", "random"));
    assert_eq!(first.setup, "layouts all");
    assert_eq!(first.note.as_deref(), Some("who is better?"));
    assert!(first.command.contains("galet arena --strict"), "{journal}");
    assert!(first.date.starts_with("20") && first.date.ends_with('Z'), "{journal}");
    assert!(first.program.starts_with(env!("CARGO_PKG_VERSION")), "{journal}");
    let nowhere = ["--journal", "/nowhere/matches.jsonl"];
    let players = ["arena", "--game", "qawale", "--first", "random", "--second", "random"];
    galet(&[&players[..], &nowhere].concat()).failed(3, &["cannot write /nowhere/matches.jsonl"]);
    galet(&[&players[..], &["--layouts", "spiral"]].concat()).failed(1, &["'spiral'"]);
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
fn parameters_are_tuned_from_a_journal_that_goes_on() {
    let folder = Folder::new("tune-search");
    let tune = |journal: &str, games: &str, more: &[&str]| {
        let args =
            ["tune", "qawale", "--search", "--games", games, "--nodes", "60", "--pairs", "1"];
        let more =
            [&["--journal", journal, "--max-plies", "8", "--opening-plies", "2"], more].concat();
        galet(&[&args[..], &more].concat())
    };
    let whole = folder.path("whole.jsonl");
    let said = tune(&whole, "8", &[]).fine();
    assert!(said.starts_with("// 4 of 4 trials, 8 games\n"), "{said}");
    let text = std::fs::read_to_string(&whole).expect("the journal is written");
    assert_eq!(text.lines().count(), 1 + 4, "{text}");
    // Cut short within the third trial, it ends as it would have ended.
    let cut = text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>() + "{\"tri";
    let torn = folder.write("torn.jsonl", &cut);
    assert_eq!(tune(&torn, "8", &[]).fine(), said);
    assert_eq!(std::fs::read_to_string(&torn).expect("the journal is written"), text);
    tune(&whole, "8", &["--seed", "2"])
        .failed(1, &["line 1 of the journal", "another tuning: seed is 1 there, and 2 here"]);
    let french = tune(&whole, "8", &["--lang", "fr", "--only", "futility"]);
    assert_eq!(french.code, Some(1));
    let refused = "ligne 1 du journal\u{a0}: c’est le journal d’un autre réglage\u{a0}: knobs";
    assert!(french.err.contains(refused), "{french:?}");
    let list = galet(&["tune", "abalone", "--search", "--list"]).fine();
    assert!(list.lines().any(|line| line.starts_with("late_move_reduction ")), "{list}");
    tune(&whole, "8", &["--only", "speed"]).failed(1, &["no parameter 'speed' to tune"]);
    galet(&["tune", "abalone", "--setup", "x"]).failed(1, &["go with --search"]);
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
