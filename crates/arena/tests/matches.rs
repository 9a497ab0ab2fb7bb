//! Short matches under the referee: what must never happen, and what must happen again.

use galet_arena::game::{self, End, Seated};
use galet_arena::opening::{NoOpening, OpeningPlan, Openings};
use galet_arena::player::{Fault, GameSoFar, Patience, Player, seat};
use galet_arena::{Clocks, MatchPlan, PlayerSpec, SprtDecision, Standing};
use galet_core::{PerSide, Side};
use galet_games::{AnyGame, SetupText, record};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plan(game: &'static dyn AnyGame, first: &str, second: &str, pairs: u64) -> MatchPlan {
    MatchPlan {
        starts: vec![game.start(&SetupText::default()).expect("the default setup is fine")],
        contestants: [spec(first), spec(second)],
        pairs,
        concurrency: 2,
        seed: 7,
        opening: OpeningPlan { nodes: 300, ..OpeningPlan::default() },
        patience: Patience { silence: Duration::from_secs(20), ..Patience::default() },
        max_plies: 60,
        sprt: None,
    }
}

/// Plays a match and gives the records of its games.
fn played(plan: &MatchPlan) -> (Standing, Vec<String>) {
    let mut texts = Vec::new();
    let told = plan.play(|pair, _| {
        for (names, report) in pair.named(&plan.contestants) {
            if let End::Forfeit { loser, fault } = &report.end {
                panic!("{}: {fault}", names[*loser]);
            }
            texts.push(record::write(&report.record(&names, &pair.number.to_string())));
        }
    });
    (told.expect("the match can be played"), texts)
}

/// The short match of the test command: it fails on any illegal move, crash or stall.
#[test]
fn plain_and_levels_play_whole_games() {
    for game in galet_games::all() {
        for (first, second) in
            [("plain:nodes=400", "level:2"), ("level:1", "full:nodes=400,hash=1")]
        {
            let (standing, records) = played(&plan(*game, first, second, 1));
            assert_eq!(standing.forfeits, [0, 0]);
            assert_eq!((standing.tally.games(), records.len()), (2, 2));
            for text in &records {
                let read = record::read_one(text).expect("records read back");
                assert_eq!(read.game().name(), game.name());
            }
        }
    }
}

/// Where the network of a game lies, if it has one.
fn net_of(game: &str) -> Option<String> {
    let path = format!("{}/../../nets/{game}.net", env!("CARGO_MANIFEST_DIR"));
    std::path::Path::new(&path).exists().then_some(path)
}

#[test]
fn full_strength_plays_by_the_evaluation_it_was_given() {
    for game in galet_games::all() {
        let moves = |evaluation: &str| {
            let player = format!("full:nodes=2000,hash=1{evaluation}");
            let mut plan = plan(*game, &player, "level:1", 1);
            plan.max_plies = 16;
            let mut moves = Vec::new();
            let told = plan.play(|pair, _| {
                moves.extend(pair.games.iter().map(|game| game.game.moves().to_vec()));
            });
            told.expect("the match can be played");
            moves
        };
        let shipped = moves("");
        match net_of(game.name()) {
            Some(file) => {
                assert_eq!(moves(&format!(",eval={file}")), shipped);
                assert_ne!(moves(",eval=hand"), shipped);
            }
            None => assert_eq!(moves(",eval=hand"), shipped),
        }
    }
}

#[test]
fn a_wrong_evaluation_is_no_match() {
    let own_text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for game in galet_games::all() {
        for (file, reason) in
            [("no/such.net", "no/such.net cannot be read: "), (own_text, "Cargo.toml: ")]
        {
            let player = format!("full:nodes=1,eval={file}");
            let error = plan(*game, "random", &player, 1).play(|_, _| ()).expect_err(file);
            let words = error.to_string();
            assert!(words.contains(&player) && words.contains(reason), "{words}");
        }
    }
}

#[test]
fn games_are_played_by_the_clock() {
    for game in galet_games::all() {
        let mut plan = plan(*game, "full:time=150ms+3ms,hash=1", "plain:time=150ms+3ms,hash=1", 1);
        // How well the clock is kept is a matter of the search, and of how busy the machine is.
        plan.patience.grace = Duration::from_secs(600);
        let (standing, _) = played(&plan);
        assert_eq!(standing.forfeits, [0, 0]);
        for spent in standing.spent {
            assert!(spent.moves > 2 && !spent.time.is_zero(), "{spent:?}");
        }
    }
}

/// However little of the processor they get: nobody loses by a busy machine.
#[cfg(unix)]
#[test]
fn games_are_played_by_processor_time() {
    for game in galet_games::all() {
        let mut plan = plan(*game, "full:cpu=2ms,hash=1", "plain:cpu=2ms,hash=1", 1);
        plan.max_plies = 10;
        // How well the time is kept is a matter of the search.
        plan.patience.grace = Duration::from_secs(600);
        let (standing, _) = played(&plan);
        assert_eq!(standing.forfeits, [0, 0]);
        for spent in standing.spent {
            assert!(spent.moves > 2 && !spent.time.is_zero(), "{spent:?}");
        }
    }
}

/// One program plays changed against unchanged: a parameter that is set is another player.
#[test]
fn parameters_of_the_search_change_the_player() {
    let game = galet_games::all()[0];
    let moves = |player: &str| {
        let mut plan = plan(game, player, "full:nodes=2000,hash=1", 1);
        plan.max_plies = 30;
        played(&plan).1[0].lines().filter(|line| !line.starts_with('[')).collect::<String>()
    };
    let unchanged = moves("full:nodes=2000,hash=1");
    let reduction = galet_search::Tuning::parameters()
        .iter()
        .find(|parameter| parameter.name == "late_move_reduction")
        .expect("there is such a parameter");
    let changed = format!("full:nodes=2000,hash=1,{}={}", reduction.name, reduction.most);
    assert_ne!(moves(&changed), unchanged);
    assert_eq!(moves("full:nodes=2000,hash=1"), unchanged);
}

#[test]
fn the_same_seed_plays_the_same_match_on_any_number_of_threads() {
    for game in galet_games::all() {
        let mut plan = plan(*game, "plain:nodes=300", "level:1", 2);
        plan.max_plies = 14;
        let several = played(&plan).1;
        plan.concurrency = 1;
        assert_eq!(played(&plan).1, several);
        plan.seed = 8;
        assert_ne!(played(&plan).1, several);
    }
}

#[test]
fn both_colours_are_played_from_the_same_balanced_opening() {
    for game in galet_games::all() {
        let plan = plan(*game, "random", "greedy", 4);
        let told = plan.play(|pair, _| {
            let [a, b] = &pair.games;
            assert_eq!(a.opening_plies, plan.opening.plies);
            assert_eq!(a.game.moves()[..a.opening_plies], b.game.moves()[..b.opening_plies]);
            let names: Vec<_> = pair.named(&plan.contestants).map(|(names, _)| names).collect();
            assert_eq!(names[0].clone().swapped(), names[1]);
            assert_eq!(names[0].first, "random");
        });
        assert_eq!(told.expect("the match can be played").tally.games(), 8);
    }
}

#[test]
fn openings_differ_and_are_not_decided() {
    for game in galet_games::all() {
        let start = game.start(&SetupText::default()).unwrap();
        let plan = OpeningPlan { plies: 5, nodes: 500, ..OpeningPlan::default() };
        let mut openings = Openings::new(*game, plan);
        let start = GameSoFar::new(start);
        let mut made: Vec<_> =
            (0..8).map(|seed| openings.make(&start, seed).unwrap().moves().to_vec()).collect();
        made.sort_unstable();
        made.dedup();
        assert_eq!(made.len(), 8);
        assert!(made.iter().all(|moves| moves.len() == 5));
    }
}

/// The layouts of a game as starts of a match.
fn layouts(game: &'static dyn AnyGame) -> Vec<Box<dyn galet_games::AnyProgress>> {
    let start = |name: &str| SetupText { layout: Some(name.to_owned()), ..SetupText::default() };
    let layouts = game.layouts().iter();
    layouts.map(|layout| game.start(&start(layout.name)).expect("a layout")).collect()
}

#[test]
fn every_layout_has_its_turn_before_any_comes_again() {
    for game in galet_games::all() {
        let starts: Vec<_> = layouts(*game).into_iter().map(GameSoFar::new).collect();
        let plan = OpeningPlan { plies: 0, ..OpeningPlan::default() };
        let mut openings = Openings::new(*game, plan);
        let mut round = |seed, first: usize| -> Vec<_> {
            let pairs = first..first + starts.len();
            let mut opening = |pair| openings.of_pair(&starts, seed, pair as u64).unwrap();
            pairs.map(|pair| opening(pair).progress().position_text()).collect()
        };
        let (a, again, next) = (round(1, 0), round(1, 0), round(1, starts.len()));
        assert_eq!(a, again);
        let sorted = |mut round: Vec<String>| {
            round.sort_unstable();
            round
        };
        assert_eq!(sorted(a), sorted(next));
    }
}

/// Each opening that stood the deeper look stands it again, and one that does not is never played.
#[test]
fn a_deeper_look_accepts_balanced_openings_only() {
    let game = galet_games::all()[0];
    let starts: Vec<_> = layouts(game).into_iter().take(5).map(GameSoFar::new).collect();
    let plan = OpeningPlan { plies: 3, nodes: 100, check: Some(2_000), imbalance: 0.05 };
    let mut openings = Openings::new(game, plan);
    let mut judge = Openings::new(game, OpeningPlan { plies: 0, ..plan });
    for pair in 0..5 {
        let opening = openings.of_pair(&starts, 9, pair).expect("a balanced opening");
        assert!(judge.make(&opening, 0).is_ok(), "{:?}", opening.moves());
    }
    let mut strict = Openings::new(game, OpeningPlan { imbalance: 0.0, check: Some(9), ..plan });
    let refused = (0..20).find_map(|pair| strict.of_pair(&starts[..1], 9, pair).err());
    assert_eq!(refused, Some(NoOpening::Unbalanced { plies: 3 }));
}

#[test]
fn a_match_that_is_broken_off_keeps_whole_pairs() {
    let game = galet_games::all()[0];
    let plan = plan(game, "random", "random", 1_000);
    let stop = AtomicBool::new(false);
    let standing = plan.play_until(&stop, |pair, _| {
        stop.fetch_or(pair.number == 2, Ordering::Relaxed);
    });
    let games = standing.expect("the match can be played").tally.games();
    // Pairs that were over when the word came still count.
    assert!((6..2_000).contains(&games) && games.is_multiple_of(2), "{games}");
}

#[test]
fn looking_one_move_ahead_beats_any_move() {
    for game in galet_games::all() {
        let mut plan = plan(*game, "greedy", "random", 6);
        plan.max_plies = 400;
        let (standing, _) = played(&plan);
        let score = standing.tally.estimate().unwrap().score;
        assert!(score > 0.6, "{}: {score}", game.name());
    }
}

#[test]
fn a_test_ends_the_match_where_the_results_decide_it() {
    let game = galet_games::all()[0];
    let mut plan = plan(game, "greedy", "random", 400);
    plan.max_plies = 400;
    plan.sprt = Some("elo0=0,elo1=200".parse().unwrap());
    let (standing, records) = played(&plan);
    assert_eq!(standing.verdict, Some(SprtDecision::Accepted));
    assert!(standing.tally.games() < 200 && records.len() as u64 == standing.tally.games());
}

/// A player of our own that fails.
struct Failing(fn() -> Result<String, Fault>);

impl Player for Failing {
    fn begin(&mut self, _game: &GameSoFar, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _game: &GameSoFar, _clocks: &Clocks) -> Result<String, Fault> {
        (self.0)()
    }
}

#[test]
fn a_player_that_panics_or_is_late_loses_and_the_referee_goes_on() {
    let game = galet_games::all()[0];
    let opening = GameSoFar::new(game.start(&SetupText::default()).unwrap());
    let patience = Patience { silence: Duration::from_secs(5), grace: Duration::from_millis(5) };
    let random = spec("random");
    let late = || {
        // Later than 1 ms and the grace of 5, whatever the machine does.
        std::thread::sleep(Duration::from_millis(50));
        Ok("a1".to_owned())
    };
    for (bounds, behaviour, expected) in [
        (
            "full:nodes=1",
            (|| panic!("out of pebbles")) as fn() -> Result<String, Fault>,
            "crash: out of pebbles",
        ),
        ("full:nodes=1", || Ok("nonsense".to_owned()), "illegal move: 'nonsense' cannot be played"),
        ("full:nodes=1", || Err(Fault::NoMove), "no move was given"),
        ("full:time=1ms", late, "time overrun"),
    ] {
        let bounded = spec(bounds);
        let mut failing = Failing(behaviour);
        let mut other = seat(&random, game, patience).unwrap();
        let seats = PerSide::new(
            Seated { spec: &bounded, player: &mut failing, seed: 1 },
            Seated { spec: &random, player: &mut *other, seed: 1 },
        );
        let report = game::play(opening.clone(), seats, patience, 10);
        let End::Forfeit { loser: Side::First, fault } = &report.end else {
            panic!("{:?}", report.end)
        };
        assert!(fault.to_string().contains(expected), "{fault}");
        let names = PerSide::new("failing".to_owned(), "random".to_owned());
        let text = record::write(&report.record(&names, "1"));
        assert!(text.contains("[Result \"0-1\"]") && text.contains("first player:"), "{text}");
    }
}
