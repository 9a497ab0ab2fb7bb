//! Looking at games: lines, taps, pictures, positions put together by hand.

use galet_core::random::SplitMix64;
use galet_scene::svg::Options;
use galet_scene::{CellId, Language, OWN_BOARD, Owner, Phrase, Piece, Place, Tint};
use galet_study::{
    MAX_MOVES, StudyError, arrange, games_info, layout_picture, line_picture, look, taps,
};
use galet_wire::setup::{RuleValues, Setup};
use galet_wire::study::{Arrangement, GameLine};

fn line(game: &str, moves: &[&str]) -> GameLine {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    GameLine { game: game.to_owned(), setup: Setup::default(), moves }
}

/// A random game of some plies.
fn random_line(game: &str, plies: usize, seed: u64) -> GameLine {
    let mut random = SplitMix64::new(seed);
    let mut line = line(game, &[]);
    let mut progress =
        galet_games::find(game).unwrap().start(&galet_games::SetupText::default()).unwrap();
    for _ in 0..plies {
        let moves = progress.legal_moves(500).texts;
        if moves.is_empty() {
            break;
        }
        let text = moves[random.below(moves.len())].clone();
        progress.play(&text).unwrap();
        line.moves.push(text);
    }
    line
}

#[test]
fn a_look_shows_what_the_last_move_did() {
    for game in galet_games::all() {
        for plies in [0, 1, 5, 12] {
            let line = random_line(game.name(), plies, plies as u64);
            let seen = look(&line).unwrap();
            assert_eq!(seen.last.is_some(), !line.moves.is_empty());
            assert!(seen.warnings.is_empty());
            let Some(last) = seen.last else { continue };
            assert_eq!(Some(&last.text), line.moves.last());
            assert_ne!(last.say.en, last.say.fr);
            // Carried out on the picture before it, the change gives the picture now.
            let (_, earlier) = line.moves.split_last().unwrap();
            let before = look(&GameLine { moves: earlier.to_vec(), ..line.clone() }).unwrap();
            let mut stacks: Vec<_> = before.scene.cells.into_iter().map(|c| c.stack).collect();
            let mut hand = Vec::new();
            for step in &last.change.animation.steps {
                for travel in &step.travels {
                    match travel.from {
                        Place::Cell(cell) => {
                            let stack = &mut stacks[usize::from(cell.0)];
                            stack.truncate(stack.len() - travel.pieces.len());
                        }
                        Place::Hand(_) => drop(hand.drain(..travel.pieces.len().min(hand.len()))),
                        Place::Supply(_) | Place::Lost(_) => {}
                    }
                }
                for travel in &step.travels {
                    match travel.to {
                        Place::Cell(cell) => {
                            stacks[usize::from(cell.0)].extend(travel.pieces.iter().copied());
                        }
                        Place::Hand(_) => hand.clone_from(&travel.pieces),
                        Place::Supply(_) | Place::Lost(_) => {}
                    }
                }
            }
            let now: Vec<_> = seen.scene.cells.into_iter().map(|c| c.stack).collect();
            assert_eq!(stacks, now);
            assert_eq!(last.change.turn, seen.scene.turn);
            assert_eq!(last.change.counters, seen.scene.counters);
        }
    }
}

#[test]
fn taps_lead_to_the_moves_they_make() {
    for game in galet_games::all() {
        let start = line(game.name(), &[]);
        let mut made = Vec::new();
        let mut next = look(&start).unwrap().continuations;
        while next.complete.is_none() {
            made.push(next.choices.first().expect("a half-made move goes on").cell);
            next = taps(&start, &made).unwrap();
        }
        let text = next.complete.unwrap();
        assert!(look(&GameLine { moves: vec![text], ..start.clone() }).is_ok());
        // A cell that no board has.
        match taps(&start, &[CellId(250)]) {
            Err(StudyError::Taps { tap: 0, why }) => assert_ne!(why.en, why.fr),
            other => panic!("{other:?}"),
        }
        assert!(matches!(taps(&start, &[CellId(0); 1_000]), Err(StudyError::TooMany { .. })));
    }
}

#[test]
fn what_is_wrong_with_a_line_is_said_in_both_languages() {
    let setup = |setup: Setup| GameLine { setup, ..line("abalone", &[]) };
    let cases = [
        (line("chess", &[]), "no-such-game"),
        (line("abalone", &["a1"]), "illegal-move"),
        (line("abalone", &["'; DROP TABLE moves; --\u{0}\u{202e}"]), "illegal-move"),
        (setup(Setup { layout: Some("nowhere".into()), ..Setup::default() }), "wrong-setup"),
        (
            setup(Setup { options: vec![("x".into(), "y".into())], ..Setup::default() }),
            "wrong-setup",
        ),
        (setup(Setup { position: Some("🦀".repeat(5_000)), ..Setup::default() }), "wrong-position"),
        (line("qawale", &["a1nn"; MAX_MOVES + 1]), "too-many"),
    ];
    for (line, code) in cases {
        let error = look(&line).expect_err(code);
        let info = error.info();
        assert_eq!(info.code, code);
        assert_ne!(info.words.en, info.words.fr);
        for words in [&info.words.en, &info.words.fr] {
            assert!(words.ends_with(['.', '…']), "{words}");
            assert!(words.chars().count() < 400, "{words}");
            assert!(!words.contains(|c: char| c.is_control()), "{words:?}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_position_or_a_setup_is_said_in_both_languages() {
    let position = |text: &str| Setup { position: Some(text.to_owned()), ..Setup::default() };
    let option = |key: &str, value: &str| Setup {
        options: vec![(key.to_owned(), value.to_owned())],
        ..Setup::default()
    };
    let layout = |name: &str| Setup { layout: Some(name.to_owned()), ..Setup::default() };
    let abalone = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    let qawale = "nn,,,nn/,,,/,,,/nn,,,nn";
    let cases = [
        ("abalone", position(""), "il manque le plateau"),
        ("abalone", position(abalone), "il manque le joueur au trait"),
        ("abalone", position(&format!("{abalone} b 0")), "éjectées par Blanc"),
        ("abalone", position("9/9 b 0 0"), "neuf rangées"),
        ("abalone", position(&format!("9{} b 0 0", &abalone[5..])), "la rangée i a 5 cases"),
        ("abalone", position(&abalone.replace('2', "x")), "dans une rangée"),
        ("abalone", position(&format!("{abalone} x 0 0")), "n’est pas un joueur au trait"),
        ("abalone", position(&format!("{abalone} b -1 0")), "billes éjectées"),
        ("abalone", position(&format!("{abalone} b 6 6")), "gagne aussitôt"),
        ("abalone", position(&format!("{abalone} b 0 0 0")), "déjà complète"),
        ("avalam", position(""), "neuf rangées"),
        ("avalam", position("2 o"), "seulement 1 est donnée"),
        ("avalam", position("9/9/9/9/9/9/9/9/9/9 o"), "la rangée 9 a 2 trous"),
        ("avalam", position("f"), "une tour de 6 pions"),
        ("avalam", position("?"), "ne veut rien dire ici"),
        ("qawale", position("nn o 8 8"), "quatre rangées"),
        ("qawale", position("nn/,/,/, o 8 8"), "quatre cases"),
        ("qawale", position(&qawale.replacen('n', "z", 1)), "n’est pas un galet"),
        ("qawale", position(qawale), "il manque le joueur au trait"),
        ("qawale", position(&format!("{qawale} o 8")), "galets restants de Foncé"),
        ("qawale", position(&format!("{qawale} z 8 8")), "n’est pas un joueur au trait"),
        ("qawale", position(&format!("{qawale} o 8 z")), "nombre de galets restants"),
        ("qawale", position(&format!("{qawale} o 20 20")), "il y en a 28 au plus"),
        ("qawale", position(",,,/,,,/,,,/,,, o 8 8"), "le plateau est vide"),
        ("qawale", position(&format!("{qawale} o 8 8 8")), "rien ne suit"),
        ("abalone", layout("belgain-daisy"), "vouliez-vous dire belgian-daisy\u{a0}?"),
        ("qawale", option("pebble", "3"), "vouliez-vous dire pebbles\u{a0}?"),
        ("qawale", option("pebbles", "99"), "un nombre de 1 à 10"),
    ];
    for (game, setup, expected) in cases {
        let words = look(&GameLine { setup, ..line(game, &[]) }).expect_err(expected).words();
        assert!(words.fr.contains(expected), "{words:?}");
        assert!(!words.fr.contains(" the ") && !words.fr.contains(" is "), "{words:?}");
        assert!(words.fr.starts_with(char::is_uppercase) && words.fr.ends_with(['.', '?']));
    }
}

#[test]
fn the_games_tell_their_options() {
    let proven = |name: &str| Some(Phrase::new(name.to_owned(), name.to_owned()));
    let games = games_info(proven, |_| 3, |_| &[0, 120]);
    assert_eq!(games.len(), galet_games::all().len());
    for info in &games {
        assert!(!info.layouts.is_empty() && !info.options.is_empty());
        assert!(info.proven.as_ref().is_some_and(|proven| proven.en == info.name));
        assert_ne!(info.players[0].tint, info.players[1].tint);
        assert_eq!((info.experts, &info.elo[..]), (3, &[0, 120][..]));
        for sentence in [&info.about.en, &info.about.fr] {
            assert!(sentence.ends_with('.') && !sentence[..sentence.len() - 1].contains(". "));
            assert!(sentence.len() < 100, "{sentence}");
        }
        let glimpse = look(&info.glimpse).expect("a moment of a game");
        assert!(glimpse.scene.ending.is_none() && glimpse.scene.trail.is_some(), "{}", info.name);
        for option in &info.options {
            let allowed = match &option.values {
                RuleValues::OneOf { words } => words.iter().any(|w| w.word == option.default),
                RuleValues::Number { min, max, off } => {
                    *off && option.default == "off"
                        || option.default.parse().is_ok_and(|n: u32| (*min..=*max).contains(&n))
                }
            };
            assert!(allowed, "{option:?}");
        }
        for layout in &info.layouts {
            let picture = layout_picture(&info.name, layout, OWN_BOARD).unwrap();
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{layout}");
            assert!(!picture.contains("<script"));
        }
        assert!(layout_picture(&info.name, "<script>", OWN_BOARD).is_err());
    }
}

#[test]
fn pictures_speak_the_language_asked_for() {
    let line = random_line("avalam", 9, 3);
    let picture =
        |language| line_picture(&line, &Options { language, ..Options::default() }).unwrap();
    assert!(picture(Language::French).contains("Foncé"));
    assert!(!picture(Language::English).contains("Foncé"));
}

#[test]
fn any_position_can_be_put_together_by_hand() {
    for game in galet_games::all() {
        for seed in 0..30 {
            let line = random_line(game.name(), 1 + seed as usize * 4, seed);
            let seen = look(&line).unwrap();
            let turn = match (seen.scene.turn, line.moves.len() % 2) {
                (Some(turn), _) => turn,
                (None, 0) => Owner::First,
                (None, _) => Owner::Second,
            };
            let arrangement = Arrangement {
                game: line.game.clone(),
                setup: line.setup.clone(),
                stacks: seen.scene.cells.iter().map(|cell| cell.stack.clone()).collect(),
                turn,
            };
            let arranged = arrange(&arrangement).unwrap();
            assert_eq!(arranged.position, seen.position);
            assert!(arranged.warnings.is_empty(), "{:?}", arranged.warnings);
        }
    }
}

#[test]
fn pieces_that_cannot_stand_like_that_are_refused() {
    for game in galet_games::all() {
        let cells = look(&line(game.name(), &[])).unwrap().scene.cells.len();
        let with = |stacks: Vec<Vec<Piece>>, turn: Owner| {
            let game = game.name().to_owned();
            arrange(&Arrangement { game, setup: Setup::default(), stacks, turn })
        };
        let light = Piece { tint: Tint::Light, owner: Owner::Nobody };
        let unknown = Piece { tint: Tint::Unknown, owner: Owner::First };
        let mut high = vec![Vec::new(); cells];
        high[3] = vec![light; 5_000];
        let mut strange = vec![Vec::new(); cells];
        strange[0] = vec![unknown];
        for wrong in [Vec::new(), vec![Vec::new(); 100_000], high, strange] {
            let error = with(wrong, Owner::First).unwrap_err();
            assert_eq!(error.code(), "misplaced");
        }
        assert_eq!(with(vec![Vec::new(); cells], Owner::Nobody), Err(StudyError::NobodysTurn));
    }
}
