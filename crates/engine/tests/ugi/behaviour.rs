//! What a script cannot say: whole games, times, and equal results.

use crate::peer::{Own, start};
use galet_games::AnyProgress;
use std::time::{Duration, Instant};

fn place(game: &dyn AnyProgress) -> String {
    let moves = game.moves();
    let word = if moves.is_empty() { "" } else { " moves " };
    format!("position startpos{word}{}", moves.join(" "))
}

/// The number after a word of an info line.
fn number(line: &str, word: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|w| *w != word);
    words.nth(1).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn a_whole_game_is_played_and_its_result_told() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        engine.tell("setoption name Level value 1");
        engine.tell("setoption name Seed value 3");
        let mut played = start(game.name());
        while played.outcome().is_none() && played.plies() < 300 {
            engine.tell(&place(&*played));
            assert_eq!(engine.ask("query gameover"), "response false");
            assert_eq!(engine.ask("query result"), "response none");
            let (best, _) = engine.go("go movetime 1000");
            played.play(&best).unwrap();
        }
        engine.tell(&place(&*played));
        let outcome = played.outcome();
        let result = match outcome.map(|outcome| outcome.result()) {
            Some("1-0") => "p1win",
            Some("0-1") => "p2win",
            Some(_) => "draw",
            None => "none",
        };
        assert_eq!(engine.ask("query result"), format!("response {result}"));
        assert_eq!(engine.ask("query gameover"), format!("response {}", outcome.is_some()));
        if outcome.is_some() {
            for go in ["go depth 3", "go infinite", "go movetime 5000"] {
                assert_eq!(engine.ask(go), "bestmove none");
            }
        }
    }
}

#[test]
fn equal_searches_give_equal_results() {
    for game in galet_games::all() {
        let results: Vec<_> = (0..2)
            .map(|_| {
                let mut engine = Own::new(game.name());
                let mut played = start(game.name());
                let mut results = Vec::new();
                for _ in 0..3 {
                    engine.tell(&place(&*played));
                    let (best, lines) = engine.go("go nodes 20000");
                    let infos = lines.iter().filter(|line| line.starts_with("info depth"));
                    let told: Vec<_> =
                        infos.map(|line| (number(line, "depth"), number(line, "nodes"))).collect();
                    assert!(!told.is_empty(), "{lines:?}");
                    results.push((best.clone(), told));
                    played.play(&best).unwrap();
                }
                results
            })
            .collect();
        assert_eq!(results[0], results[1], "{}", game.name());
    }
}

/// Where the network of a game lies, if it has one.
fn net_of(game: &str) -> Option<String> {
    let path = format!("{}/../../nets/{game}.net", env!("CARGO_MANIFEST_DIR"));
    std::path::Path::new(&path).exists().then_some(path)
}

#[test]
fn the_evaluation_can_be_chosen() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        let mut searched = |evaluation: &str| {
            engine.tell(&format!("setoption name EvalFile value {evaluation}"));
            engine.tell("uginewgame");
            engine.tell("go nodes 5000");
            let lines = engine.until("bestmove");
            let is_remark = |line: &String| {
                line.starts_with("info string") && !line.starts_with("info string solved")
            };
            let remarks = lines.iter().any(is_remark);
            let told: Vec<_> = lines
                .iter()
                .filter_map(|line| line.split_once(" score "))
                .filter_map(|(_, told)| told.split_once(" nps ").map(|(told, _)| told.to_owned()))
                .collect();
            assert!(!told.is_empty(), "{lines:?}");
            (told, remarks)
        };
        let shipped = searched("<empty>");
        let by_hand = searched("hand");
        match net_of(game.name()) {
            Some(file) => {
                assert_eq!(searched(&file), shipped, "{file} is the one that ships");
                assert_ne!(by_hand, shipped, "the hand-made terms are no network");
            }
            None => assert_eq!(by_hand, shipped, "there is nothing else"),
        }
        let own_text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(searched("hand"), (by_hand.0.clone(), false));
        assert_eq!(searched(own_text), (by_hand.0, true), "it stays as it was, with a remark");
    }
}

#[test]
fn a_new_game_forgets_the_last() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        let search = |engine: &mut Own| {
            engine.tell("position startpos");
            let (best, lines) = engine.go("go depth 3");
            let nodes = lines.iter().rev().find(|line| line.starts_with("info depth"));
            (best, number(nodes.unwrap(), "nodes"))
        };
        let first = search(&mut engine);
        engine.tell("uginewgame");
        assert_eq!(search(&mut engine), first, "{}", game.name());
    }
}

/// How long each answer took, shortest first.
fn sorted(mut times: Vec<Duration>) -> Vec<Duration> {
    times.sort();
    times
}

#[test]
fn stop_is_obeyed_at_once() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        // From all the stages: while it solves, and while it searches.
        let times = (0..24).map(|n| {
            engine.tell("go infinite");
            std::thread::sleep(Duration::from_millis(2 * n + if n == 12 { 1_000 } else { 0 }));
            let begun = Instant::now();
            let (best, _) = engine.go("stop");
            assert_ne!(best, "none");
            begun.elapsed()
        });
        let times = sorted(times.collect());
        println!("{}: stop takes {times:?}", game.name());
        // Other programs may take the processor away once in a while, but not each time.
        assert!(times[12] < Duration::from_millis(10), "{}: {times:?}", game.name());
        assert!(times[21] < Duration::from_millis(50), "{}: {times:?}", game.name());
    }
}

#[test]
fn questions_are_answered_while_it_thinks() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        engine.tell("go infinite");
        std::thread::sleep(Duration::from_millis(30));
        let mut times = Vec::new();
        for _ in 0..20 {
            for (question, answer) in [
                ("isready", "readyok"),
                ("query gameover", "response false"),
                ("query p1turn", "response true"),
                ("query result", "response none"),
            ] {
                let begun = Instant::now();
                engine.tell(question);
                let lines = engine.until(answer.split(' ').next().unwrap());
                times.push(begun.elapsed());
                assert_eq!(lines.last().map(String::as_str), Some(answer));
                assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
            }
        }
        let times = sorted(times);
        println!("{}: answers take {:?} to {:?}", game.name(), times[0], times[79]);
        assert!(times[40] < Duration::from_millis(50), "{}: {times:?}", game.name());
        assert_ne!(engine.go("stop").0, "none");
    }
}

#[test]
fn time_for_a_move_is_kept() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        engine.ask("isready");
        for (go, most) in [("go movetime 200", 200), ("go p1time 900 p2time 1", 300)] {
            let times = (0..3).map(|_| {
                let begun = Instant::now();
                engine.go(go);
                begun.elapsed()
            });
            let times = sorted(times.collect());
            println!("{}: {go} takes {times:?}", game.name());
            // The shortest: a busy machine makes some of them longer.
            let most = Duration::from_millis(most + 25);
            assert!(times[0] < most, "{}: {go} takes {times:?}", game.name());
        }
    }
}

#[test]
fn what_is_wrong_changes_nothing() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        let mut played = start(game.name());
        let first = played.legal_moves(1).texts.remove(0);
        played.play(&first).unwrap();
        engine.tell(&place(&*played));
        let text = played.position_text();
        for wrong in [
            format!("position startpos moves {first} nonsense"),
            format!("position fen {text} moves nonsense"),
            format!("position fen {text}?"),
            format!("position fen {}", &text[..text.len() / 2]),
            "position fen 8/8 w".to_owned(),
        ] {
            let answer = engine.ask(&wrong);
            assert!(answer.starts_with("info string the position stays as it was: "), "{answer}");
            assert_eq!(engine.ask("query p1turn"), "response false", "{wrong}");
        }
        let (best, _) = engine.go("go depth 1");
        played.play(&best).expect("the engine still plays from the position before");
    }
}

#[test]
fn a_position_comes_as_text_too() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        let mut played = start(game.name());
        let first = played.legal_moves(1).texts.remove(0);
        played.play(&first).unwrap();
        engine.tell(&format!("position fen {}", played.position_text()));
        engine.tell("query p1turn");
        // A position that no game leads to comes with warnings; this one has none.
        assert_eq!(engine.until("response"), ["response false"]);
        let second = played.legal_moves(1).texts.remove(0);
        engine.tell(&format!("position fen {} moves {second}", played.position_text()));
        assert_eq!(engine.ask("query p1turn"), "response true");
    }
}

#[test]
fn the_start_may_be_any_game_in_progress() {
    for game in galet_games::all() {
        let mut played = start(game.name());
        let first = played.legal_moves(1).texts.remove(0);
        played.play(&first).unwrap();
        let mut engine = Own::at(played.clone());
        assert_eq!(engine.ask("query p1turn"), "response false");
        let second = played.legal_moves(1).texts.remove(0);
        engine.tell(&format!("position startpos moves {second}"));
        assert_eq!(engine.ask("query p1turn"), "response true");
        engine.tell("uginewgame");
        assert_eq!(engine.ask("query p1turn"), "response false");
        played.play(&engine.go("go depth 1").0).unwrap();
    }
}
