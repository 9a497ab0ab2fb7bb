//! The pool: answers, priorities, fairness, cancellation, limits.

use galet_study::{ClockLeft, Pool, Settings, StudyError, Ticket, Who};
use galet_wire::setup::Setup;
use galet_wire::study::{AnalysisRequest, AnalysisView, GameLine};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

fn line(game: &str, moves: &[&str]) -> GameLine {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    GameLine { game: game.to_owned(), setup: Setup::default(), moves }
}

fn at(game: &str, position: &str) -> GameLine {
    let setup = Setup { position: Some(position.to_owned()), ..Setup::default() };
    GameLine { setup, ..line(game, &[]) }
}

fn pool(workers: usize) -> Pool {
    Pool::new(Settings { workers, table_megabytes: 4, most_waiting: 200, ..Settings::default() })
}

fn analyse(
    pool: &Pool,
    who: u64,
    line: GameLine,
    lines: u8,
) -> Result<(Ticket, Receiver<AnalysisView>), StudyError> {
    let (tell, told) = channel();
    let request = AnalysisRequest { line, lines, threads: 1 };
    let ticket = pool.analyse(Who(who), &request, move |view| drop(tell.send(view)))?;
    Ok((ticket, told))
}

/// What a third of some durations stay below: other programs take the processor away, on a busy
/// machine most of the time.
fn third(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 3]
}

#[test]
fn every_level_answers_with_a_legal_move() {
    let pool = pool(2);
    for game in galet_games::all() {
        for level in [1, 4, 10] {
            let line = line(game.name(), &[]);
            let (tell, told) = channel();
            let clock = ClockLeft { left: Duration::from_secs(3), increment: Duration::ZERO };
            let done = move |text| drop(tell.send(text));
            let _ticket = pool.play(&line, level, Some(clock), 7, done).unwrap();
            let text = told.recv_timeout(PATIENCE).unwrap();
            assert!(galet_study::look(&GameLine { moves: vec![text], ..line }).is_ok());
        }
    }
    // The last worker may still be on its way back.
    let begun = Instant::now();
    while pool.figures().finished < 9 && begun.elapsed() < PATIENCE {
        std::thread::yield_now();
    }
    assert_eq!(pool.figures().finished, 9);
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let pool = pool(1);
    let ask = |seed| {
        let (tell, told) = channel();
        pool.play(&line("abalone", &[]), 3, None, seed, move |text| drop(tell.send(text)))
            .unwrap()
            .keep();
        told.recv_timeout(PATIENCE).unwrap()
    };
    let first: Vec<String> = (0..6).map(ask).collect();
    assert_eq!(first, (0..6).map(ask).collect::<Vec<_>>());
    assert!(first.iter().any(|text| *text != first[0]), "{first:?}");
}

#[test]
fn an_analysis_goes_deeper_and_ends() {
    let pool = Pool::new(Settings { analysis: Duration::from_millis(900), ..Settings::default() });
    let (_ticket, told) = analyse(&pool, 1, line("abalone", &[]), 3).unwrap();
    let mut views = Vec::new();
    while views.last().is_none_or(|view: &AnalysisView| !view.done) {
        views.push(told.recv_timeout(PATIENCE).unwrap());
    }
    assert!(told.recv_timeout(Duration::from_millis(200)).is_err(), "nothing comes after the end");
    assert!(views.len() > 2);
    assert!(views.windows(2).all(|pair| pair[0].depth <= pair[1].depth));
    assert!(views.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    let last = views.last().unwrap();
    assert_eq!(last.lines.len(), 3);
    let start = galet_study::look(&line("abalone", &[])).unwrap();
    for found in &last.lines {
        assert!((0.0..=1.0).contains(&found.score.chances) && !found.score.proven);
        assert!(start.continuations.choices.iter().any(|c| Some(&c.cell) == found.gesture.first()));
        let played = GameLine { moves: found.moves.clone(), ..line("abalone", &[]) };
        assert!(galet_study::look(&played).is_ok(), "{:?}", found.moves);
    }
}

#[test]
fn proven_results_are_told_as_such() {
    let pool = pool(2);
    // Near the end of a game of towers everything is known.
    let mut game =
        galet_games::find("avalam").unwrap().start(&galet_games::SetupText::default()).unwrap();
    let mut random = galet_core::random::SplitMix64::new(5);
    for _ in 0..26 {
        let moves = game.legal_moves(500).texts;
        game.play(&moves[random.below(moves.len())]).unwrap();
    }
    let (_ticket, told) = analyse(&pool, 1, at("avalam", &game.position_text()), 3).unwrap();
    let last = told.iter().find(|view| view.done).unwrap();
    let solved = last.solved.expect("it is small enough to be solved");
    assert!(last.lines[0].score.proven);
    assert_eq!(last.lines[0].score.words, solved);
    assert_ne!(solved.en, solved.fr);
    assert!(last.lines.iter().all(|line| line.score.proven), "{:?}", last.lines);
    // The best comes first, for the side to move.
    let sign = if game.turn() == galet_core::Side::First { 1.0 } else { -1.0 };
    let chances: Vec<f64> = last.lines.iter().map(|line| sign * line.score.chances).collect();
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
}

#[test]
fn a_finished_game_is_analysed_at_once() {
    let pool = pool(1);
    let won = at("qawale", "o,o,o,o/nn,,,/,,,x/x,x,,x x 4 4");
    let (_ticket, told) = analyse(&pool, 1, won.clone(), 3).unwrap();
    let view = told.recv_timeout(PATIENCE).unwrap();
    assert!(view.done && view.lines.is_empty());
    let hint = pool.hint(Who(1), &won, |_| panic!("there is no move"));
    assert!(matches!(hint, Err(StudyError::Over)));
    assert!(matches!(pool.play(&won, 5, None, 0, |_| {}), Err(StudyError::Over)));
}

#[test]
fn hints_and_verdicts() {
    let pool = pool(2);
    // Three of four: the fourth wins.
    let start = at("qawale", "o,o,o,n/nn,,,/,,x,x/nn,x,,nn o 5 5");
    let (tell, told) = channel();
    let _ticket = pool.hint(Who(1), &start, move |hint| drop(tell.send(hint))).unwrap();
    let hint = told.recv_timeout(PATIENCE).unwrap();
    assert!(hint.say.en.contains("Light") && !hint.gesture.is_empty(), "{hint:?}");
    let judge = |text: &str| {
        let (tell, told) = channel();
        let line = GameLine { moves: vec![text.to_owned()], ..start.clone() };
        pool.judge(Who(1), &line, move |judgement| drop(tell.send(judgement))).unwrap().keep();
        told.recv_timeout(PATIENCE).unwrap()
    };
    let good = judge(&hint.text);
    assert!(good.good && good.best && good.why.is_none(), "{good:?}");
    assert_eq!(good.score.chances, 1.0);
    assert!(matches!(pool.judge(Who(1), &start, |_| {}), Err(StudyError::NoMove)));
}

#[test]
fn a_mistake_is_found_and_explained() {
    let pool = pool(2);
    // Light to move could win at once and does something else; dark then wins.
    let start = at("qawale", "o,o,o,n/nn,x,x,x/,,,/nn,,,nn o 5 5");
    let mut progress =
        galet_games::find("qawale").unwrap().start(&galet_study::setup_text(&start.setup)).unwrap();
    // A quiet move, far from both rows.
    progress.play("a1een").unwrap();
    let line = GameLine { moves: progress.moves(), ..start.clone() };
    let (tell, told) = channel();
    let _ticket = pool.judge(Who(1), &line, move |judgement| drop(tell.send(judgement))).unwrap();
    let judgement = told.recv_timeout(PATIENCE).unwrap();
    assert!(!judgement.good && !judgement.best, "{judgement:?}");
    assert_eq!(judgement.score.chances, 0.0);
    let why = judgement.why.expect("dark wins at once");
    assert!(why.en.contains("Dark wins") && why.fr.contains("Foncé gagne"), "{why:?}");

    let (tell, told) = channel();
    let (count, counted) = channel();
    let progress = move |done, of| count.send((done, of)).unwrap_or_default();
    let _ticket =
        pool.review(Who(1), &line, progress, move |review| drop(tell.send(review))).unwrap();
    let review = told.recv_timeout(PATIENCE).unwrap();
    // Both positions, and both again because of what the first look found.
    assert_eq!(counted.try_iter().collect::<Vec<_>>(), [(1, 2), (2, 2), (3, 4), (4, 4)]);
    assert_eq!(review.scores.len(), 2);
    assert_eq!(review.moves[0].mark.as_deref(), Some("??"));
    assert!(review.moves[0].turning_point && review.moves[0].better.is_some());
    assert!(review.moves[0].why.as_ref().is_some_and(|why| why.en.contains("Dark wins")));
    assert!(review.scores[0].chances > 0.9 && review.scores[1].chances < 0.1);
}

#[test]
fn a_whole_game_is_reviewed() {
    let pool = pool(2);
    let mut game =
        galet_games::find("abalone").unwrap().start(&galet_games::SetupText::default()).unwrap();
    let mut played = Vec::new();
    let mut random = galet_core::random::SplitMix64::new(2);
    while played.len() < 12 {
        let texts = game.legal_moves(200).texts;
        let text = texts[random.below(texts.len())].clone();
        game.play(&text).unwrap();
        played.push(text);
    }
    let (tell, told) = channel();
    let line = GameLine { moves: played, ..line("abalone", &[]) };
    let begun = Instant::now();
    let _ticket = pool.review(Who(1), &line, |_, _| {}, move |r| drop(tell.send(r))).unwrap();
    let review = told.recv_timeout(PATIENCE).unwrap();
    println!("a review of {} plies took {:?}", line.moves.len(), begun.elapsed());
    assert_eq!((review.scores.len(), review.moves.len()), (13, 12));
    for (ply, reviewed) in review.moves.iter().enumerate() {
        let by = if ply % 2 == 0 { galet_scene::Owner::First } else { galet_scene::Owner::Second };
        assert_eq!(reviewed.by, by);
        assert!((0.0..=1.0).contains(&reviewed.loss));
        assert_eq!(reviewed.why.is_some(), reviewed.better.is_some());
        assert_eq!(reviewed.better_gesture.is_empty(), reviewed.better.is_none());
    }
}

#[test]
fn a_dropped_ticket_frees_the_engine_at_once() {
    let pool = pool(1);
    let mut times = Vec::new();
    for game in galet_games::all().iter().cycle().take(15) {
        let (ticket, told) = analyse(&pool, 1, line(game.name(), &[]), 3).unwrap();
        told.recv_timeout(PATIENCE).unwrap();
        std::thread::sleep(Duration::from_millis(10 * (times.len() as u64 + 1)));
        let begun = Instant::now();
        drop(ticket);
        // The callback goes when the work does, and with it the other end of the channel.
        while let Err(RecvTimeoutError::Timeout) | Ok(_) = told.recv_timeout(PATIENCE) {}
        times.push(begun.elapsed());
    }
    println!("cancelled within {times:?}");
    assert!(third(times) < Duration::from_millis(10));
    assert_eq!(pool.figures().running, 0);
    assert_eq!(pool.figures().cancelled, 15);
}

#[test]
fn a_move_is_answered_promptly_while_a_hundred_analyse() {
    let pool = pool(2);
    let games = galet_games::all();
    let watched: Vec<_> = (0..100)
        .map(|n| {
            let game = games[n as usize % games.len()].name();
            analyse(&pool, n, line(game, &[]), 3).unwrap()
        })
        .collect();
    let mut times = Vec::new();
    for n in 0..20 {
        std::thread::sleep(Duration::from_millis(20));
        let game = games[n % games.len()].name();
        let (tell, told) = channel();
        let begun = Instant::now();
        let done = move |text| drop(tell.send(text));
        pool.play(&line(game, &[]), 1, None, n as u64, done).unwrap().keep();
        told.recv_timeout(PATIENCE).unwrap();
        times.push(begun.elapsed());
    }
    println!("moves of level 1 among 100 analyses took {times:?}");
    assert!(third(times) < Duration::from_millis(100));
    // A hint does not wait for all of them either.
    let (tell, told) = channel();
    let begun = Instant::now();
    let hint = pool.hint(Who(7), &line("abalone", &[]), move |hint| drop(tell.send(hint))).unwrap();
    told.recv_timeout(PATIENCE).unwrap();
    drop(hint);
    println!("a hint among 100 analyses took {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(5));
    // And everybody gets a first answer.
    for (_, told) in &watched {
        assert!(told.recv_timeout(PATIENCE).is_ok());
    }
}

#[test]
fn nobody_gets_more_than_a_share() {
    let pool = pool(1);
    // One visitor asks for all they may, the other for one.
    let greedy: Vec<_> =
        (0..4).map(|_| analyse(&pool, 1, line("abalone", &[]), 1).unwrap()).collect();
    let modest = analyse(&pool, 2, line("abalone", &[]), 1).unwrap();
    let alone = modest.1.iter().map(|view| view.elapsed).find(|&elapsed| elapsed >= 800);
    let alone = alone.expect("an analysis goes on for a minute");
    let used = |told: &Receiver<AnalysisView>| told.try_iter().last().map_or(0, |v| v.elapsed);
    let shared: u64 = greedy.iter().map(|(_, told)| used(told)).sum();
    println!("four analyses of one visitor: {shared} ms, one of another: {alone} ms");
    assert!(shared <= 3 * alone, "{alone} {shared}");
    assert!(matches!(
        analyse(&pool, 1, line("abalone", &[]), 1),
        Err(StudyError::TooManyQuestions { most: 4 })
    ));
    drop(greedy);
    assert!(analyse(&pool, 1, line("abalone", &[]), 1).is_ok());
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let pool = Pool::new(Settings { workers: 1, most_waiting: 3, ..Settings::default() });
    assert!(matches!(
        pool.play(&line("abalone", &[]), 0, None, 0, |_| {}),
        Err(StudyError::NoSuchLevel(0))
    ));
    assert!(matches!(
        pool.play(&line("abalone", &[]), 11, None, 0, |_| {}),
        Err(StudyError::NoSuchLevel(11))
    ));
    assert!(matches!(analyse(&pool, 1, line("go", &[]), 1), Err(StudyError::UnknownGame(_))));
    assert!(matches!(
        analyse(&pool, 1, line("abalone", &["e5e6"]), 1),
        Err(StudyError::Move { ply: 0, .. })
    ));
    let held: Vec<_> =
        (0..3).map(|who| analyse(&pool, who, line("abalone", &[]), 200).unwrap()).collect();
    assert!(matches!(analyse(&pool, 9, line("abalone", &[]), 1), Err(StudyError::Busy)));
    // Moves find room all the same.
    let (tell, told) = channel();
    let done = move |text: String| drop(tell.send(text));
    pool.play(&line("abalone", &[]), 1, None, 0, done).unwrap().keep();
    told.recv_timeout(PATIENCE).unwrap();
    drop(held);
    pool.close();
    assert!(matches!(analyse(&pool, 9, line("abalone", &[]), 1), Err(StudyError::Closed)));
}

#[test]
fn idle_threads_are_lent_and_given_back() {
    let pool = pool(2);
    let (tell, told) = channel();
    let request = AnalysisRequest { line: line("abalone", &[]), lines: 2, threads: 200 };
    let _ticket = pool.analyse(Who(1), &request, move |view| drop(tell.send(view))).unwrap();
    told.recv_timeout(PATIENCE).unwrap();
    let (tell, answered) = channel();
    let begun = Instant::now();
    let done = move |text: String| drop(tell.send(text));
    pool.play(&line("abalone", &[]), 1, None, 0, done).unwrap().keep();
    answered.recv_timeout(PATIENCE).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2));
    // The analysis goes on.
    let depth = told.try_iter().last().map_or(0, |view| view.depth);
    assert!(told.recv_timeout(PATIENCE).unwrap().depth >= depth);
}
