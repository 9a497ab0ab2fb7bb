//! Every kind of work, done slice by slice with real engines: one worker driven by hand, and a
//! clock that moves on by a fixed step whenever it is read. Nothing here depends on the machine.

mod common;

use common::{position, random_game, start};
use galet_core::{ManualTime, Side, TimeSource};
use galet_games::AnyProgress;
use galet_puzzles::{Proof, Puzzle, PuzzleSet};
use galet_scheduler::{
    ClientId, ClockLeft, Level, ScheduleError, Scheduler, Settings, Stats, WorkHandle, Worker,
};
use galet_wire::puzzle::{OwnPuzzle, OwnPuzzles};
use galet_wire::study::{AnalysisView, Hint, Judgement, ReviewView};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A search reads the clock every few hundred positions, a solver every few.
const STEP: Duration = Duration::from_millis(1);

/// A scheduler with one worker, and their clock.
struct ByHand {
    time: Arc<ManualTime>,
    scheduler: Scheduler,
    worker: Worker,
}

impl ByHand {
    fn new(step: Duration, settings: Settings) -> ByHand {
        let time = Arc::new(ManualTime::stepping(step));
        ByHand::with_memory(4, time, settings)
    }

    fn with_memory(table_megabytes: usize, time: Arc<ManualTime>, settings: Settings) -> ByHand {
        let settings = Settings { table_megabytes, ..settings };
        let scheduler = Scheduler::new(settings, Arc::<ManualTime>::clone(&time));
        ByHand { time, worker: scheduler.worker(), scheduler }
    }

    /// Works until nothing waits; gives the number of slices.
    fn run(&mut self) -> usize {
        let mut slices = 0;
        while self.worker.run_slice() {
            slices += 1;
            assert!(slices < 10_000, "it does not end");
        }
        slices
    }

    fn analyse(
        &self,
        client: u64,
        game: Box<dyn AnyProgress>,
        lines: u8,
    ) -> (WorkHandle, Receiver<AnalysisView>) {
        let (tell, told) = channel();
        let tell = move |view| drop(tell.send(view));
        let handle = self.scheduler.analyse(ClientId(client), game, lines, 1, tell);
        (handle.expect("there is room"), told)
    }

    fn choose(&mut self, game: &dyn AnyProgress, level: u8, seed: u64) -> String {
        let (tell, told) = channel();
        let level = Level::new(level).expect("a level");
        let clock = ClockLeft { left: Duration::from_secs(3), increment: Duration::ZERO };
        let done = move |text| drop(tell.send(text));
        let work = self.scheduler.play(game.clone_box(), level, Some(clock), seed, done);
        work.expect("the game is not over").detach();
        assert_eq!(self.run(), 1, "a move is found in one slice");
        told.try_recv().expect("a move")
    }

    fn hint(&mut self, game: &dyn AnyProgress) -> Hint {
        let (tell, told) = channel();
        let done = move |hint| drop(tell.send(hint));
        let work = self.scheduler.hint(ClientId(1), game.clone_box(), done);
        work.expect("the game is not over").detach();
        self.run();
        told.try_recv().expect("a hint")
    }

    fn judge(&mut self, game: &dyn AnyProgress) -> Judgement {
        let (tell, told) = channel();
        let done = move |judgement| drop(tell.send(judgement));
        self.scheduler.judge(ClientId(1), game.clone_box(), done).expect("it has a move").detach();
        self.run();
        told.try_recv().expect("a judgement")
    }

    /// A review, with what was told of its progress.
    fn review(&mut self, game: &dyn AnyProgress) -> (ReviewView, Vec<(u32, u32)>) {
        let (tell, told) = channel();
        let (count, counted) = channel();
        let progress = move |done, of| count.send((done, of)).unwrap_or_default();
        let done = move |review| drop(tell.send(review));
        let work = self.scheduler.review(ClientId(1), game.clone_box(), progress, done);
        work.expect("there is room").detach();
        self.run();
        (told.try_recv().expect("a review"), counted.try_iter().collect())
    }

    /// Puzzles of mistakes, with what was told of the progress.
    fn make_puzzles(
        &mut self,
        game: &dyn AnyProgress,
        plies: &[u32],
    ) -> (OwnPuzzles, Vec<(u32, u32)>) {
        let (tell, told) = channel();
        let (count, counted) = channel();
        let progress = move |done, of| count.send((done, of)).unwrap_or_default();
        let done = move |made| drop(tell.send(made));
        let work =
            self.scheduler.make_puzzles(ClientId(1), game.clone_box(), plies, progress, done);
        work.expect("there is room").detach();
        self.run();
        (told.try_recv().expect("puzzles"), counted.try_iter().collect())
    }
}

#[test]
fn every_level_answers_with_a_legal_move() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    for game in galet_games::all() {
        for level in [1, 4, 10] {
            let mut start = start(game.name());
            let text = by_hand.choose(&*start, level, 7);
            start.play(&text).expect("a legal move");
        }
    }
    assert_eq!(by_hand.scheduler.stats(), Stats { finished: 9, ..Stats::default() });
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let mut moves = || -> Vec<String> {
        (0..6).map(|seed| by_hand.choose(&*start("abalone"), 3, seed)).collect()
    };
    let first = moves();
    assert_eq!(first, moves());
    assert!(first.iter().any(|text| *text != first[0]), "{first:?}");
}

#[test]
fn the_clock_runs_while_a_move_waits() {
    let settings = Settings { think: Duration::from_secs(60), ..Settings::default() };
    let thought = |waits: Duration| {
        let by_hand = ByHand::new(STEP, settings);
        let mut worker = by_hand.worker;
        let clock = ClockLeft { left: Duration::from_secs(60), increment: Duration::ZERO };
        let play = by_hand.scheduler.play(start("abalone"), Level::FULL, Some(clock), 0, |_| {});
        play.expect("the game is not over").detach();
        by_hand.time.advance(waits);
        let begun = by_hand.time.now();
        assert!(worker.run_slice());
        by_hand.time.now() - begun
    };
    let (fresh, late) = (thought(Duration::ZERO), thought(Duration::from_secs(57)));
    assert!(fresh > Duration::from_millis(500), "{fresh:?}");
    // A third of what is left is the most for any move.
    assert!(late < Duration::from_millis(1_100), "{late:?}");
    assert!(late < fresh / 2, "{late:?} instead of {fresh:?}");
}

#[test]
fn an_analysis_goes_deeper_slice_by_slice_and_ends() {
    let settings = Settings { analysis: Duration::from_millis(900), ..Settings::default() };
    let mut by_hand = ByHand::new(STEP, settings);
    let start = start("abalone");
    let (_handle, told) = by_hand.analyse(1, start.clone(), 3);
    assert!(by_hand.run() > 1, "one slice is not enough");
    let views: Vec<AnalysisView> = told.try_iter().collect();
    assert!(views.len() > 2, "{}", views.len());
    assert!(views.windows(2).all(|pair| pair[0].depth <= pair[1].depth));
    assert!(views.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    assert_eq!(views.iter().filter(|view| view.done).count(), 1);
    let last = views.last().expect("there are some");
    assert!(last.done && last.lines.len() == 3);
    assert!((900..1_000).contains(&last.elapsed), "{} ms", last.elapsed);
    let choices = start.continuations(&[]).expect("it is not over").choices;
    for found in &last.lines {
        assert!((0.0..=1.0).contains(&found.score.chances) && !found.score.proven);
        assert!(choices.iter().any(|choice| Some(&choice.cell) == found.gesture.first()));
        let mut line = start.clone();
        for text in &found.moves {
            line.play(text).expect("lines are legal");
        }
    }
}

#[test]
fn proven_results_are_told_as_such() {
    // Near the end of a game of towers everything is known. The clock is slow, so that the solver
    // gets as far as it does in a program.
    let mut by_hand = ByHand::new(Duration::from_micros(50), Settings::default());
    let game = random_game("avalam", 26, 5);
    let (_handle, told) = by_hand.analyse(1, game.clone(), 3);
    by_hand.run();
    let last = told.try_iter().last().expect("something is found");
    let solved = last.solved.expect("it is small enough to be solved");
    assert!(last.done && last.lines[0].score.proven);
    assert_eq!(last.lines[0].score.words, solved);
    assert_ne!(solved.en, solved.fr);
    assert!(last.lines.iter().all(|line| line.score.proven), "{:?}", last.lines);
    // The best comes first, for the side to move.
    let sign = if game.turn() == Side::First { 1.0 } else { -1.0 };
    let chances: Vec<f64> = last.lines.iter().map(|line| sign * line.score.chances).collect();
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
}

#[test]
fn no_guess_stands_above_a_proof() {
    // The first moves of Qawale are proven to be a draw; what every other first move leads to is not.
    let settings = Settings { analysis: Duration::from_millis(400), ..Settings::default() };
    let mut by_hand = ByHand::new(STEP, settings);
    let (_handle, told) = by_hand.analyse(1, start("qawale"), 3);
    by_hand.run();
    let (mut solved, mut guessed) = (0, 0);
    for view in told.try_iter().filter(|view| view.solved.is_some()) {
        solved += 1;
        let best = &view.lines[0].score;
        assert!(best.proven && best.chances == 0.5, "{best:?}");
        let mut proofs_are_over = false;
        for line in &view.lines {
            let score = &line.score;
            // Light is to move.
            assert!(score.chances <= best.chances, "{score:?} is shown beside {best:?}");
            assert!(!(score.proven && proofs_are_over && score.chances == 0.5), "{:?}", view.lines);
            if !score.proven {
                proofs_are_over = true;
                guessed += 1;
                assert!(score.words.en.contains("not proven"), "{score:?}");
                assert!(score.words.fr.contains("non prouvé"), "{score:?}");
            }
        }
    }
    assert!(solved > 0 && guessed > 0, "{solved} views with a proof, {guessed} guesses");
}

#[test]
fn a_finished_game_is_analysed_at_once() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let won = position("qawale", "o,o,o,o/nn,,,/,,,x/x,x,,x x 4 4");
    let (_handle, told) = by_hand.analyse(1, won.clone(), 3);
    assert_eq!(by_hand.run(), 1);
    let view = told.try_recv().expect("an answer");
    assert!(view.done && view.lines.is_empty());
    let (scheduler, nobody) = (&by_hand.scheduler, ClientId(1));
    let hint = scheduler.hint(nobody, won.clone(), |_| panic!("there is no move"));
    assert_eq!(hint.err(), Some(ScheduleError::GameOver));
    let play = scheduler.play(won, Level::LOWEST, None, 0, |_| panic!("there is no move"));
    assert_eq!(play.err(), Some(ScheduleError::GameOver));
}

#[test]
fn hints_and_verdicts() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    // Three of four: the fourth wins.
    let start = position("qawale", "o,o,o,n/nn,,,/,,x,x/nn,x,,nn o 5 5");
    let hint = by_hand.hint(&*start);
    assert!(hint.say.en.contains("Light") && !hint.gesture.is_empty(), "{hint:?}");
    let mut played = start.clone();
    played.play(&hint.text).expect("a hint is legal");
    let good = by_hand.judge(&*played);
    assert!(good.good && good.best && good.why.is_none(), "{good:?}");
    assert_eq!(good.score.chances, 1.0);
    let judged = by_hand.scheduler.judge(ClientId(1), start, |_| panic!("there is no move"));
    assert_eq!(judged.err(), Some(ScheduleError::NoMove));
}

#[test]
fn a_mistake_is_found_and_explained() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    // Light to move could win at once and does something else, far from both rows; dark then wins.
    let mut game = position("qawale", "o,o,o,n/nn,x,x,x/,,,/nn,,,nn o 5 5");
    game.play("a1een").expect("legal");
    let judgement = by_hand.judge(&*game);
    assert!(!judgement.good && !judgement.best, "{judgement:?}");
    assert_eq!(judgement.score.chances, 0.0);
    let why = judgement.why.expect("dark wins at once");
    assert!(why.en.contains("Dark wins") && why.fr.contains("Foncé gagne"), "{why:?}");

    let (review, counted) = by_hand.review(&*game);
    // Both positions, and both again because of what was found at first.
    assert_eq!(counted, [(1, 2), (2, 4), (3, 4), (4, 4)]);
    assert_eq!(review.scores.len(), 2);
    assert_eq!(review.moves[0].mark.as_deref(), Some("??"));
    assert!(review.moves[0].turning_point && review.moves[0].better.is_some());
    assert!(review.moves[0].why.as_ref().is_some_and(|why| why.en.contains("Dark wins")));
    assert!(review.scores[0].chances > 0.9 && review.scores[1].chances < 0.1);
}

/// The winning row that was missed becomes a puzzle, proven; what follows it becomes none.
#[test]
fn a_mistake_becomes_a_puzzle_where_one_move_was_right() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let mut game = position("qawale", "o,o,o,n/nn,x,x,x/,,,/nn,,,nn o 5 5");
    for _ in 0..2 {
        let text = game.legal_moves(1).texts.remove(0);
        game.play(&text).expect("legal");
    }
    let (made, counted) = by_hand.make_puzzles(&*game, &[1, 0, 0]);
    assert_eq!(counted, [(1, 2), (2, 2)]);
    assert_eq!(made.puzzles.len() + made.left_out.len(), 2, "{made:?}");
    for left_out in &made.left_out {
        assert!(left_out.why.en.ends_with('.') && left_out.why.fr.ends_with('.'));
    }
    for OwnPuzzle { ply, text, puzzle } in &made.puzzles {
        let kind = galet_games::find("qawale").expect("a game");
        let read = Puzzle::read_own(text, kind).expect("it can be read again");
        assert_eq!(read.id.to_string(), puzzle.id);
        assert_eq!(read.setup.position, Some(game.at_ply(*ply as usize).position_text()));
    }
}

/// A puzzle that ships and was not solved is found to be one, by the same move.
#[test]
fn a_puzzle_that_was_missed_becomes_the_same_puzzle() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    for (text, proven) in [
        (include_str!("../../../puzzles/abalone.txt"), false),
        (include_str!("../../../puzzles/avalam.txt"), true),
        (include_str!("../../../puzzles/qawale.txt"), true),
    ] {
        let set = PuzzleSet::read(text).expect("it ships");
        let kind = galet_games::find(&set.head.game).expect("a game");
        let easy = set.puzzles.iter().filter(|puzzle| puzzle.difficulty.class == 1);
        let (mut tried, mut found) = (0, 0);
        for puzzle in easy.take(6) {
            let mut game = puzzle.begin(kind).expect("it begins");
            let legal = game.legal_moves(9).texts;
            let missed = legal.iter().find(|text| **text != puzzle.line[0]).expect("others");
            game.play(missed).expect("legal");
            let (made, _) = by_hand.make_puzzles(&*game, &[0]);
            tried += 1;
            if let [own] = &made.puzzles[..] {
                let own = Puzzle::read_own(&own.text, kind).expect("it can be read again");
                assert_eq!(own.line[0], puzzle.line[0], "{}", puzzle.id);
                assert_eq!(own.proof == Proof::Proven, proven, "{}", puzzle.id);
                found += 1;
            }
        }
        assert!(2 * found >= tried, "{}: {found} of {tried}", set.head.game);
    }
}

#[test]
fn mistakes_that_are_none_are_refused() {
    let by_hand = ByHand::new(STEP, Settings::default());
    let game = random_game("avalam", 3, 1);
    for (plies, refused) in [
        (&[][..], ScheduleError::NoMove),
        (&[3], ScheduleError::NoMove),
        (&[0; 13], ScheduleError::TooManyMistakes),
    ] {
        let asked =
            by_hand.scheduler.make_puzzles(ClientId(1), game.clone_box(), plies, |_, _| {}, |_| {});
        assert_eq!(asked.err(), Some(refused));
    }
}

/// The same game gets the same marks: whatever was looked at before, however often the work is interrupted, and
/// however fast the clock runs.
#[test]
fn a_review_is_the_same_for_everybody() {
    for (name, plies) in [("abalone", 14), ("avalam", 20), ("qawale", 10)] {
        let game = random_game(name, plies, 5);
        let mut calm = ByHand::new(Duration::ZERO, Settings::default());
        let (undisturbed, told) = calm.review(&*game);
        assert!(told.len() > plies, "every position is looked at");
        // Another memory, an engine that has seen other games, slices that are over at once, and moves that
        // others wait for: they cut every second look short.
        let time = Arc::new(ManualTime::stepping(Duration::from_millis(40)));
        let mut busy = ByHand::with_memory(1, time, Settings::default());
        busy.hint(&*random_game(name, 3, 1));
        let (tell, answer) = channel();
        let done = move |review| drop(tell.send(review));
        let (scheduler, other) = (busy.scheduler.clone(), start(name));
        let disturb = move |_, _| {
            let play = scheduler.play(other.clone(), Level::LOWEST, None, 0, |_| {});
            play.expect("the game is not over").detach();
        };
        let work = busy.scheduler.review(ClientId(1), game.clone_box(), disturb, done);
        work.expect("there is room").detach();
        let slices = busy.run();
        assert!(slices > 2 * plies, "{name}: only {slices} slices");
        assert_eq!(answer.try_recv(), Ok(undisturbed), "{name}");
    }
}

#[test]
fn a_mistake_in_a_lost_game_is_marked_by_what_it_costs() {
    let mut by_hand = ByHand::new(Duration::ZERO, Settings::default());
    // The end of a game at random: who wins is settled, by how many towers is not.
    let game = random_game("avalam", 30, 5);
    let (review, _) = by_hand.review(&*game);
    let late = &review.moves[20..];
    let decided = |n: usize| {
        let score = &review.scores[20 + n];
        score.proven && (score.chances == 0.0 || score.chances == 1.0)
    };
    let marked = late.iter().enumerate().filter(|(n, m)| {
        decided(*n) && m.loss == 0.0 && m.mark.as_deref().is_some_and(|mark| mark.starts_with('?'))
    });
    let costs: Vec<_> = marked.map(|(_, m)| (m.cost, m.cost_words.clone())).collect();
    assert!(!costs.is_empty(), "{late:?}");
    for (cost, words) in costs {
        assert!(cost >= 0.4 && words.is_some_and(|words| words.fr.contains("tour")), "{cost}");
    }
}

#[test]
fn a_whole_game_is_reviewed() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let game = random_game("abalone", 12, 2);
    let (review, _) = by_hand.review(&*game);
    assert_eq!((review.scores.len(), review.moves.len()), (13, 12));
    let mut explained = 0;
    for (ply, reviewed) in review.moves.iter().enumerate() {
        assert_eq!(reviewed.by, game.at_ply(ply).turn().into());
        assert!((0.0..=1.0).contains(&reviewed.loss));
        assert_eq!(reviewed.why.is_some(), reviewed.better.is_some());
        assert_eq!(reviewed.better_gesture.is_empty(), reviewed.better.is_none());
        explained += u32::from(reviewed.why.is_some());
    }
    assert!(explained > 0, "random moves are not all good");
}

/// A handle that a callback drops when something is told for the `n`-th time.
fn cancelled_at(
    by_hand: &ByHand,
    game: &str,
    n: usize,
) -> (Receiver<AnalysisView>, Arc<Mutex<u64>>) {
    let (tell, told) = channel();
    let handle = Arc::new(Mutex::new(None::<WorkHandle>));
    let (own, time) = (Arc::clone(&handle), Arc::clone(&by_hand.time));
    let cancelled = Arc::new(Mutex::new(0));
    let at = Arc::clone(&cancelled);
    let mut heard = 0;
    let tell = move |view| {
        heard += 1;
        assert!(heard <= n, "nothing is told to who has gone");
        drop(tell.send(view));
        if heard == n {
            drop(own.lock().expect("nobody failed").take());
            *at.lock().expect("nobody failed") = time.now().as_micros() as u64;
        }
    };
    let work = by_hand.scheduler.analyse(ClientId(1), start(game), 3, 1, tell);
    *handle.lock().expect("nobody failed") = Some(work.expect("there is room"));
    (told, cancelled)
}

#[test]
fn a_dropped_handle_frees_the_engine_at_once() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let mut cancelled = 0;
    for game in galet_games::all() {
        for n in [1, 2, 4] {
            let (told, at) = cancelled_at(&by_hand, game.name(), n);
            by_hand.run();
            assert_eq!(told.try_iter().count(), n, "{}", game.name());
            assert_eq!(told.try_recv(), Err(TryRecvError::Disconnected), "the callback is gone");
            let at = Duration::from_micros(*at.lock().expect("nobody failed"));
            let looks = (by_hand.time.now() - at).as_millis();
            assert!(looks < 20, "{}: the clock was read {looks} times after that", game.name());
            cancelled += 1;
            let stats = by_hand.scheduler.stats();
            assert_eq!(stats, Stats { cancelled, ..Stats::default() });
        }
    }
}

#[test]
fn a_move_comes_next_while_a_hundred_analyse_and_everybody_is_answered() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let games = galet_games::all();
    let watched: Vec<_> = (0..100)
        .map(|n: u64| by_hand.analyse(n, start(games[n as usize % games.len()].name()), 3))
        .collect();
    for n in 0..100 {
        assert!(by_hand.worker.run_slice());
        if n % 10 == 0 {
            let (tell, told) = channel();
            let game = start(games[n % games.len()].name());
            let done = move |text| drop(tell.send(text));
            let work = by_hand.scheduler.play(game, Level::LOWEST, None, n as u64, done);
            work.expect("moves find room").detach();
            assert!(by_hand.worker.run_slice());
            assert!(told.try_recv().is_ok(), "the next slice is the move's");
        }
    }
    for (client, (_, told)) in watched.iter().enumerate() {
        assert!(told.try_recv().is_ok(), "{client} is still without an answer");
    }
}

#[test]
fn nothing_is_taken_on_after_the_end() {
    let mut by_hand = ByHand::new(STEP, Settings::default());
    let (_handle, told) = by_hand.analyse(1, start("abalone"), 1);
    by_hand.scheduler.close();
    assert_eq!(by_hand.run(), 0);
    assert_eq!(told.try_recv(), Err(TryRecvError::Disconnected));
    let refused = by_hand.scheduler.analyse(ClientId(1), start("abalone"), 1, 1, |_| {});
    assert_eq!(refused.err(), Some(ScheduleError::Closed));
}
