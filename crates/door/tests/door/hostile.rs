//! Nothing from outside panics, and nothing that is refused changes anything.

use crate::home::Home;
use galet_door::wire::door::{Call, Errand, Found, StoredCard, Task};
use galet_door::wire::scene::CellId;
use galet_door::wire::socket::{Answer, Question};
use galet_door::wire::study::{AnalysisRequest, GameLine};
use galet_door::wire::table::{Act, OfferKind};

fn line(game: &str, moves: Vec<String>) -> GameLine {
    GameLine { game: game.to_owned(), setup: Default::default(), moves }
}

#[test]
fn messages_of_no_kind_are_no_calls() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"type\":\"fly\"}",
        "{\"type\":\"ask\"}",
        "{\"type\":\"ask\",\"ask\":{\"id\":-1,\"what\":{\"type\":\"stop-analysis\"}}}",
        "{\"type\":\"load\",\"table\":1}",
    ] {
        assert!(serde_json::from_str::<Call>(text).is_err(), "{text}");
    }
}

#[test]
fn wrong_questions_are_refused_with_a_reason() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(1));
    home.watch(&table);
    let before = home.store.events.clone();
    let at = |ply| Question::Move { table: table.clone(), ply, text: "a1b1".to_owned() };
    assert_eq!(home.refused(at(7)), "stale");
    assert_eq!(home.refused(at(u32::MAX)), "stale");
    assert_eq!(home.refused(at(0)), "illegal-move");
    let long = Question::Move { table: table.clone(), ply: 0, text: "é".repeat(100_000) };
    assert_eq!(home.refused(long), "illegal-move");
    let taps = Question::Taps { table: table.clone(), ply: 0, taps: vec![CellId(u8::MAX); 10_000] };
    assert_eq!(home.refused(taps), "no-such-taps");
    for name in ["", "abc", "abcdefghjk", "ABCDEFGHJKMN", "abcdefghjkm0", "éééééé", "../../etc/pw"]
    {
        let table = name.to_owned();
        assert_eq!(
            home.refused(Question::Watch { table: table.clone() }),
            "no-such-table",
            "{name}"
        );
        assert_eq!(
            home.refused(Question::Act { table: table.clone(), ply: 0, act: Act::Resign }),
            "no-such-table"
        );
        assert_eq!(home.ask(Question::Leave { table }), Answer::Done);
    }
    for act in [
        Act::Sit,
        Act::Claim,
        Act::Accept { of: OfferKind::Draw },
        Act::Withdraw { of: OfferKind::Takeback },
        Act::Offer { of: OfferKind::Rematch },
        Act::Offer { of: OfferKind::Draw },
    ] {
        home.refused(Question::Act { table: table.clone(), ply: 0, act });
    }
    assert_eq!(home.refused(Question::Look { line: line("chess", Vec::new()) }), "no-such-game");
    assert_eq!(
        home.refused(Question::Look { line: line("avalam", vec![String::new(); 100_000]) }),
        "too-many"
    );
    let taps = Question::LookTaps {
        line: line("avalam", Vec::new()),
        taps: vec![CellId(u8::MAX); 100_000],
    };
    assert_eq!(home.refused(taps), "too-many");
    assert_eq!(home.refused(Question::Judge { line: line("avalam", Vec::new()) }), "no-move");
    assert_eq!(
        home.refused(Question::Review { line: line("avalam", vec!["x".to_owned()]) }),
        "illegal-move"
    );
    let request = AnalysisRequest { line: line("nim", Vec::new()), lines: 200, threads: 200 };
    assert_eq!(home.refused(Question::Analyse { request }), "no-such-game");
    assert!(home.errands.is_empty());
    assert_eq!(home.store.events, before);
}

#[test]
fn calls_about_nothing_do_nothing() {
    let mut home = Home::new();
    let table = home.open("qawale", Some(1));
    home.watch(&table);
    let heard = home.heard.len();
    let card = home.store.cards[&table].clone();
    let mut foreign: StoredCard = card.clone();
    foreign.card.table.id = "abcdefghjk".to_owned();
    home.call(Call::Known { tables: vec![foreign], name: Some("\u{202e}".to_owned()) });
    home.call(Call::Load {
        table: "x".to_owned(),
        events: vec!["y".to_owned()],
        awake: Some(u64::MAX),
    });
    home.call(Call::Forget { table: "nothing".to_owned() });
    for found in [Found::Move { text: "a1".to_owned() }, Found::Progress { done: 9, of: 1 }] {
        home.call(Call::Found { errand: 77, found });
    }
    home.call(Call::Tick);
    assert_eq!(home.heard.len(), heard);
    // A thinker that answers something else than it was asked.
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    home.found(Found::Progress { done: 1, of: 2 });
    assert_eq!(home.view(&table).state.ply, 1);
}

#[test]
fn wrong_errands_fail_with_a_reason() {
    let mut home = Home::new();
    let play = |level: u8, seed: &str, moves: Vec<String>| Task::Play {
        line: line("avalam", moves),
        level,
        clock: Some([0, u64::MAX]),
        seed: seed.to_owned(),
    };
    let wrong = [
        play(0, "1", Vec::new()),
        play(20, "1", Vec::new()),
        play(1, "-1", Vec::new()),
        play(1, "", Vec::new()),
        play(1, "1", vec!["x".to_owned()]),
        Task::Hint { line: line("chess", Vec::new()) },
        Task::Judge { line: line("avalam", Vec::new()) },
        Task::Review { line: line("avalam", vec![String::new(); 5_000]) },
    ];
    for (errand, what) in wrong.into_iter().enumerate() {
        home.thinker.errand(Errand::Begin { errand: errand as u32, what });
        let reports = home.thinker.reports();
        assert!(
            matches!(&reports[..], [report] if matches!(report.found, Found::Failed { .. })),
            "{reports:?}"
        );
        assert!(!home.thinker.slice());
    }
    home.thinker.errand(Errand::Drop { errand: 500 });
    assert!(home.thinker.resource("chess", "network", &[]).is_err());
    assert!(home.thinker.resource("avalam", "poem", &[]).is_err());
    assert!(home.thinker.resource("avalam", "network", &[1, 2, 3]).is_err());
    assert!(home.thinker.resource("avalam", "certificate", &[1, 2, 3]).is_err());
}
