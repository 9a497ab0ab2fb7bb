//! `games`, `show` and `moves`: what there is to see.

use crate::harness::{Folder, begin, galet, play_on, program, said};

#[test]
fn games_lists_every_game_layout_and_option() {
    let out = galet(&["games"]).fine();
    for game in galet_games::all() {
        let alone = galet(&["games", game.name()]).fine();
        assert!(out.contains(&alone), "{alone}");
        let words: Vec<_> = alone.split([' ', ',', '\n']).collect();
        for layout in game.layouts() {
            assert!(words.contains(&layout.name), "{} is missing: {alone}", layout.name);
        }
        for (option, default) in game.options().iter().zip(game.default_values()) {
            assert!(alone.contains(&format!("{}={default}", option.key)), "{alone}");
            assert!(alone.contains(&*option.meaning.en), "{alone}");
        }
        let french = galet(&["games", game.name(), "--lang", "fr"]).fine();
        assert!(
            game.options().iter().all(|option| french.contains(&*option.meaning.fr)),
            "{french}"
        );
    }
}

#[test]
fn games_speaks_json() {
    let out = galet(&["games", "--json"]).fine();
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    for (entry, game) in list.as_array().unwrap().iter().zip(galet_games::all()) {
        assert_eq!(entry["name"], game.name());
        assert_eq!(entry["layouts"].as_array().unwrap().len(), game.layouts().len());
        assert_eq!(entry["options"].as_array().unwrap().len(), game.options().len());
    }
}

#[test]
fn show_paints_the_board_with_its_position_text() {
    for game in galet_games::all() {
        let out = galet(&["show", game.name()]).fine();
        let text = begin(*game, &[]).position_text();
        assert_eq!(out.lines().last(), Some(text.as_str()), "{out}");
        assert!(out.lines().count() > 5, "{out}");
        let flipped = galet(&["show", game.name(), "--flip"]).fine();
        assert_eq!(flipped.lines().last(), Some(text.as_str()));
        let coloured = galet(&["show", game.name(), "--color", "always"]).fine();
        assert!(coloured.contains("\u{1b}["));
    }
}

#[test]
fn every_layout_is_shown() {
    for game in galet_games::all() {
        for layout in game.layouts() {
            galet(&["show", game.name(), "--setup", layout.name]).fine();
        }
    }
}

#[test]
fn a_position_text_leads_to_the_position_it_came_from() {
    for game in galet_games::all() {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 6, 7);
        let moves = progress.moves().join(" ");
        let text = galet(&["show", game.name(), "--moves", &moves, "--text"]).fine();
        assert_eq!(text.trim_end(), progress.position_text());
        let again = galet(&["show", game.name(), "--fen", text.trim_end(), "--text"]).fine();
        assert_eq!(again, text);
    }
}

#[test]
fn numbered_moves_can_be_pasted() {
    for game in galet_games::all() {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 3, 1);
        let m = progress.moves();
        let pasted = format!("1. {} {} 2.{}", m[0], m[1], m[2]);
        let text = galet(&["show", game.name(), "--moves", &pasted, "--text"]).fine();
        assert_eq!(text.trim_end(), progress.position_text());
    }
}

#[test]
fn the_scene_comes_as_json() {
    for game in galet_games::all() {
        let out = galet(&["show", game.name(), "--json"]).fine();
        let scene = begin(*game, &[]).scene();
        assert_eq!(out, serde_json::to_string_pretty(&scene).unwrap() + "\n");
        let read: galet_scene::Scene = serde_json::from_str(&out).unwrap();
        assert_eq!(read.cells, scene.cells);
    }
}

#[test]
fn positions_and_moves_are_said_in_both_languages() {
    for game in galet_games::all() {
        let progress = begin(*game, &[]);
        let position = progress.say_position();
        assert_eq!(galet(&["show", game.name(), "--say"]).fine().trim_end(), position.en);
        let french = galet(&["show", game.name(), "--say", "--lang", "fr"]).fine();
        assert_eq!(french.trim_end(), position.fr);
        let first = &progress.legal_moves(1).texts[0];
        let said = progress.say_move(first).unwrap();
        let list = galet(&["moves", game.name(), "--say", "--lang", "fr"]).fine();
        let line = list.lines().next().unwrap();
        assert!(line.starts_with(first.as_str()) && line.ends_with(&*said.fr), "{line}");
    }
}

#[test]
fn the_end_of_a_game_is_said_once() {
    for game in galet_games::all() {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 100_000, 11);
        let end = progress.say_outcome().expect("the game has ended");
        let moves = progress.moves().join(" ");
        let said = galet(&["show", game.name(), "--moves", &moves, "--say"]).fine();
        assert_eq!(said.matches(&*end.en).count(), 1, "{said}");
    }
}

#[test]
fn the_language_comes_from_the_environment_unless_it_is_asked_for() {
    let speak = |variables: &[(&str, &str)], args: &[&str]| {
        let mut command = program();
        command.args(["show", "qawale", "--say"]).args(args).envs(variables.iter().copied());
        said(&mut command, b"").fine()
    };
    let position = begin(galet_games::find("qawale").unwrap(), &[]).say_position();
    let (english, french) = (format!("{}\n", position.en), format!("{}\n", position.fr));
    assert_eq!(speak(&[("LANG", "fr_CA.UTF-8")], &[]), french);
    assert_eq!(speak(&[("LANG", "fr_FR"), ("LC_ALL", "C")], &[]), english);
    assert_eq!(speak(&[("LANG", "fr_FR"), ("LC_ALL", "")], &[]), french);
    assert_eq!(speak(&[("LANG", "fr_FR")], &["--lang", "en"]), english);
    assert_eq!(speak(&[("LANG", "de_DE")], &[]), english);
}

#[test]
fn moves_lists_each_legal_move_once() {
    for game in galet_games::all() {
        let list = begin(*game, &[]).legal_moves(usize::MAX);
        let said = galet(&["moves", game.name()]);
        assert_eq!(said.err, "");
        assert_eq!(said.fine().lines().collect::<Vec<_>>(), list.texts);
        let count = galet(&["moves", game.name(), "--count"]).fine();
        assert_eq!(count, format!("{}\n", list.total));
    }
}

#[test]
fn a_long_list_of_moves_is_cut_with_a_note() {
    let said = galet(&["moves", "avalam", "--limit", "3"]);
    assert_eq!(said.out.lines().count(), 3);
    assert_eq!(said.err, "note: 3 of 292 moves listed; --limit N lists more\n");
    assert_eq!(said.code, Some(0));
}

#[test]
fn millions_of_moves_are_counted_without_listing_them() {
    let tall = "nnnnnnnnoxoxoxoxox,,,/,,,/,,,/,,, o 5 5";
    let said = galet(&["moves", "qawale", "--fen", tall]);
    assert_eq!(said.out.lines().count(), 1000, "{}", said.err);
    assert!(said.err.contains("note: 1000 of "), "{}", said.err);
    let count = galet(&["moves", "qawale", "--fen", tall, "--count"]).fine();
    let perft = galet(&["perft", "qawale", "1", "--fen", tall]).fine();
    assert_eq!(perft, format!("nodes {count}"));
    assert!(count.trim_end().parse::<u64>().unwrap() > 100_000, "{count}");
}

#[test]
fn a_finished_game_has_no_moves_and_says_why() {
    for game in galet_games::all() {
        // A win for whoever needs one ejection only, or the end of the counters and pebbles.
        let options: Vec<_> = game
            .options()
            .iter()
            .filter_map(|option| match option.values {
                galet_core::Values::NumberOrOff { .. } => Some((option.key, "3")),
                _ => None,
            })
            .collect();
        let mut progress = begin(*game, &options);
        play_on(&mut *progress, 60, 3);
        let Some(ending) = progress.say_outcome() else { panic!("{} goes on", game.name()) };
        let moves = progress.moves().join(" ");
        let options: Vec<_> = options.iter().map(|(k, v)| format!("--option={k}={v}")).collect();
        let mut args = vec!["moves", game.name(), "--moves", &moves];
        args.extend(options.iter().map(String::as_str));
        let said = galet(&args);
        assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{said:?}");
        assert_eq!(said.err, format!("note: {}\n", ending.en));
    }
}

#[test]
fn pictures_are_written_in_every_form() {
    let folder = Folder::new("pictures");
    for game in galet_games::all() {
        let moves = galet(&["moves", game.name(), "--limit", "1"]).out;
        let [svg, png, film] = ["a.svg", "a.png", "film.svg"].map(|name| folder.path(name));
        let line = ["show", game.name(), "--moves", moves.trim(), "--width", "64"];
        let files = ["--svg", &svg, "--png", &png, "--film", &film, "--theme", "dark"];
        assert_eq!(galet(&[&line[..], &files[..]].concat()).fine(), "");
        assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
        assert!(std::fs::read_to_string(film).unwrap().contains("keyframes"));
    }
}
