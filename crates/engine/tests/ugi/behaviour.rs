//! What a script cannot say: whole games, times by a clock of the test's own, and equal results.

use crate::peer::{Own, start};
use galet_core::random::SplitMix64;
use galet_core::{ManualTime, TimeSource};
use galet_engine::Request;
use galet_games::AnyProgress;
use galet_search::Limits;
use std::sync::Arc;
use std::time::Duration;

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

/// In a lost position it plays what leaves the opponent most to find, not what keeps the loss small.
#[test]
fn whoever_is_lost_hopes_for_a_mistake() {
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let time: Arc<dyn TimeSource> = Arc::new(ManualTime::default());
    let mut engine = galet_engine::new("avalam", time).unwrap();
    let (mut random, mut hopes) = (SplitMix64::new(3), 0);
    for _ in 0..200 {
        let mut game = start("avalam");
        while game.outcome().is_none() && game.plies() < 30 {
            let moves = game.legal_moves(usize::MAX).texts;
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        engine.set_game(&*game).unwrap();
        let analysis = engine.analyse(&Request::new(limits.clone()), &mut |_| {});
        let Some(hope) = analysis.solved.as_ref().and_then(|solved| solved.hope.clone()) else {
            continue;
        };
        assert_ne!(hope, analysis.lines[0].moves[0]);
        let mut session = Own::new("avalam");
        session.tell(&place(&*game));
        assert_eq!(session.go("go nodes 60000").0, hope);
        hopes += 1;
        if hopes == 3 {
            return;
        }
    }
    panic!("only {hopes} lost positions with a hope");
}

/// All that is done for a move counts: what is proven before the search, and what is searched.
#[test]
fn a_limit_of_nodes_bounds_all_stages() {
    let (mut random, mut staged) = (SplitMix64::new(4), 0);
    for game in galet_games::all() {
        let time: Arc<dyn TimeSource> = Arc::new(ManualTime::default());
        let mut engine = galet_engine::new(game.name(), time).unwrap();
        for plies in [6, 7, 8, 9] {
            let mut played = start(game.name());
            while played.outcome().is_none() && played.plies() < plies {
                let moves = played.legal_moves(usize::MAX).texts;
                played.play(&moves[random.below(moves.len())]).unwrap();
            }
            engine.set_game(&*played).unwrap();
            for nodes in [30_000, 100_000] {
                engine.forget();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let analysis = engine.analyse(&Request::new(limits), &mut |_| {});
                // A proof ends at the next look at its limit.
                let most = nodes + nodes / 20;
                assert!(analysis.nodes <= most, "{} of {nodes}, {}", analysis.nodes, game.name());
                staged += usize::from(analysis.solved.is_none() && analysis.nodes > nodes / 2);
            }
        }
    }
    assert!(staged > 10, "{staged}");
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

#[test]
fn stop_is_obeyed_whatever_it_is_doing() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        // One line is solved before it is searched, two are searched at once; a search is stopped as
        // it begins and after each of its first findings.
        for (lines, findings) in [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 4), (2, 6), (1, 0)] {
            engine.tell(&format!("setoption name MultiPV value {lines}"));
            engine.tell("go infinite");
            for _ in 0..findings {
                engine.until("info");
            }
            let (best, _) = engine.go("stop");
            assert_ne!(best, "none");
        }
    }
}

#[test]
fn questions_are_answered_while_it_thinks() {
    for game in galet_games::all() {
        let mut engine = Own::new(game.name());
        engine.tell("go infinite");
        engine.until("info");
        for _ in 0..20 {
            for (question, answer) in [
                ("isready", "readyok"),
                ("query gameover", "response false"),
                ("query p1turn", "response true"),
                ("query result", "response none"),
            ] {
                engine.tell(question);
                let lines = engine.until(answer.split(' ').next().unwrap());
                assert_eq!(lines.last().map(String::as_str), Some(answer));
                assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
            }
        }
        assert_ne!(engine.go("stop").0, "none");
    }
}

#[test]
fn time_for_a_move_is_kept() {
    // It moves on whenever the engine looks at it, so only the engine's own looks count.
    const STEP: Duration = Duration::from_millis(1);
    for game in galet_games::all() {
        let time = Arc::new(ManualTime::stepping(STEP));
        let mut engine = Own::by(start(game.name()), Arc::<ManualTime>::clone(&time));
        engine.ask("isready");
        for (go, at_most) in [
            ("go movetime 200", 200),
            ("go movetime 50", 50),
            // A third of what is left on the clock is the most for one move.
            ("go p1time 900 p2time 1", 300),
            ("go p1time 900 p1inc 100 p2time 1", 300),
        ] {
            let begun = time.now();
            engine.go(go);
            let took = time.now() - begun;
            // The solver and the search each look once more when they end.
            let at_most = Duration::from_millis(at_most) + 10 * STEP;
            assert!(took <= at_most, "{}: {go} takes {took:?}", game.name());
        }
        // A bound on depth alone is no matter of time.
        engine.tell("uginewgame");
        let (one, _) = engine.go("go depth 3");
        time.advance(Duration::from_secs(1_000_000));
        engine.tell("uginewgame");
        assert_eq!(engine.go("go depth 3").0, one, "{}", game.name());
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
