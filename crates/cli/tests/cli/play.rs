//! Whole games, typed as people type them.

use crate::harness::{Folder, begin, galet, galet_reading, play_on};
use galet_games::{AnyGame, AnyProgress, MoveError};
use galet_scene::CellId;

/// A whole game that ends by its rules, of every game; the options make it a short one.
fn whole_games() -> Vec<(Box<dyn AnyProgress>, Vec<String>)> {
    let short = |key: &str| match key {
        "marbles-to-win" | "pebbles" => Some("1"),
        "move-limit" => Some("200"),
        _ => None,
    };
    let game = |game: &&'static dyn AnyGame| {
        let keys = game.options().iter().map(|option| option.key);
        let options: Vec<_> = keys.filter_map(|key| Some((key, short(key)?))).collect();
        let mut progress = begin(*game, &options);
        play_on(&mut *progress, 500, 11);
        assert!(progress.outcome().is_some(), "{} does not end", game.name());
        let options = options.iter().map(|(key, value)| format!("--option={key}={value}"));
        (progress, options.collect())
    };
    galet_games::all().iter().map(game).collect()
}

fn args<'a>(progress: &dyn AnyProgress, options: &'a [String]) -> Vec<&'a str> {
    let mut args = vec!["play", progress.game().name()];
    args.extend(options.iter().map(String::as_str));
    args
}

/// The sentences of all moves of a game.
fn sentences(progress: &dyn AnyProgress) -> Vec<galet_scene::Phrase> {
    let said = |(ply, text)| progress.at_ply(ply).say_move(text).expect("it was played");
    progress.moves().iter().map(String::as_str).enumerate().map(said).collect()
}

#[test]
fn whole_games_are_played_saved_and_checked() {
    let folder = Folder::new("whole-games");
    for (progress, options) in whole_games() {
        let file = folder.path(&format!("{}.pgn", progress.game().name()));
        let script = format!("{}\nsave {file}\nquit\n", progress.moves().join("\n"));
        let out = galet_reading(&args(&*progress, &options), script.as_bytes()).fine();
        let ending = progress.say_outcome().unwrap().en;
        assert!(out.contains(&*ending), "{ending:?} is not said");
        for said in sentences(&*progress) {
            assert!(out.contains(&*said.en), "{said:?} is not said");
        }
        galet(&["check", &file]).fine();
        let moves = galet(&["convert", &file, "--to", "moves"]).fine();
        assert_eq!(moves.trim_end(), progress.moves().join(" "));

        // A finished game is loaded as it stands; what is over is not taken back.
        let script = format!("load {file}\nposition\nundo\n");
        let said = galet_reading(&["play", progress.game().name()], script.as_bytes());
        said.failed(1, &["1 line was refused"]);
        assert!(said.out.contains(&format!("{}\n", progress.position_text())), "{}", said.out);
        assert!(said.out.contains("The game is over"), "{}", said.out);
    }
}

#[test]
fn whole_games_are_played_cell_by_cell_in_french() {
    for (progress, options) in whole_games() {
        let scene = progress.scene();
        let name = |cell: &CellId| scene.cells[usize::from(cell.0)].name.clone();
        let mut script = String::new();
        for (ply, text) in progress.moves().iter().enumerate() {
            let before = progress.at_ply(ply);
            let taps = before.gesture(text).unwrap();
            let next = before.continuations(&taps).unwrap();
            // Half of the moves are tapped on one line, half on a line each.
            let between = if ply % 2 == 0 { " " } else { "\n" };
            script += &taps.iter().map(name).collect::<Vec<_>>().join(between);
            script += "\n";
            if !next.choices.is_empty() {
                script += "\n";
            }
        }
        script += "position\n";
        let mut args = args(&*progress, &options);
        args.extend(["--lang", "fr"]);
        let out = galet_reading(&args, script.as_bytes()).fine();
        assert!(out.contains(&*progress.say_outcome().unwrap().fr), "{out}");
        assert!(out.contains("Ensuite\u{a0}:"), "{out}");
        assert!(out.contains(&format!("{}\n", progress.position_text())), "{out}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_quietly() {
    for game in galet_games::all() {
        let out = galet_reading(&["play", game.name()], b"").fine();
        assert!(out.contains("Type a move"), "{out}");
        galet_reading(&["play", game.name()], b"quit").fine();
    }
}

#[test]
fn the_game_can_be_chosen_by_name_or_number() {
    for (index, game) in galet_games::all().iter().enumerate() {
        for answer in [game.name().to_owned(), game.title().to_uppercase(), (index + 1).to_string()]
        {
            let script = format!("nonsense\n{answer}\nposition\n");
            let out = galet_reading(&["play"], script.as_bytes()).fine();
            assert!(out.contains(&begin(*game, &[]).position_text()), "{out}");
        }
    }
    galet_reading(&["play"], b"quit\n").fine();
    galet_reading(&["play"], b"0\n").fine();
    galet_reading(&["play"], b"").fine();
}

#[test]
fn a_move_is_taken_back_and_a_new_game_begun() {
    for game in galet_games::all() {
        let mut progress = begin(*game, &[]);
        let start = progress.position_text();
        play_on(&mut *progress, 2, 5);
        let both = progress.moves().join(" ");
        let count = |script: &str| {
            let out = galet_reading(&["play", game.name()], script.as_bytes()).fine();
            out.lines().filter(|line| *line == start).count()
        };
        assert_eq!(count(&format!("{both}\nundo\nundo\nposition\n")), 1);
        assert_eq!(count(&format!("{both}\nundo\nposition\n")), 0);
        assert_eq!(count(&format!("{both}\nnew\nposition\n")), 1);
    }
}

#[test]
fn half_made_moves_show_what_can_follow_and_can_be_taken_back() {
    for game in galet_games::all() {
        let progress = begin(*game, &[]);
        let scene = progress.scene();
        let first = progress.continuations(&[]).unwrap().choices[0].cell;
        let name = &scene.cells[usize::from(first.0)].name;
        let next = progress.continuations(&[first]).unwrap();
        let out =
            galet_reading(&["play", game.name()], format!("{name}\nback\n").as_bytes()).fine();
        for choice in &next.choices {
            let cell = &scene.cells[usize::from(choice.cell.0)].name;
            let line = out.lines().find(|line| line.contains("Next:")).unwrap();
            assert!(line.split(' ').any(|word| word == cell), "{cell}: {line}");
        }
        // Undo cancels a half-made move; behind it there is nothing to take back.
        let script = format!("{name}\nundo\nundo\n");
        let said = galet_reading(&["play", game.name()], script.as_bytes());
        said.failed(1, &["1 line was refused"]);
        let said = galet_reading(&["play", game.name()], format!("{name}\nnonsense\n").as_bytes());
        assert!(said.out.contains("'nonsense' is no cell"), "{}", said.out);
    }
}

#[test]
fn a_cell_that_cannot_be_tapped_names_those_that_can() {
    for game in galet_games::all() {
        let progress = begin(*game, &[]);
        let choices = progress.continuations(&[]).unwrap().choices;
        let scene = progress.scene();
        let idle =
            (0..scene.cells.len()).find(|&i| choices.iter().all(|c| usize::from(c.cell.0) != i));
        let name = &scene.cells[idle.expect("some cell cannot be tapped")].name;
        let said = galet_reading(&["play", game.name()], format!("{name}\n").as_bytes());
        said.failed(1, &["1 line was refused"]);
        assert!(said.out.contains(&format!("{name} cannot follow here.")), "{}", said.out);
        assert!(said.out.contains("Next:"), "{}", said.out);
    }
}

#[test]
fn a_refused_move_is_explained_in_the_language_of_the_game() {
    for game in galet_games::all() {
        let progress = begin(*game, &[]);
        let name = &progress.scene().cells[0].name;
        let text = format!("{name}{name}");
        let refused = progress.read_move(&text, None).expect_err("no move");
        let MoveError::Illegal { said: why, .. } = refused else { panic!("{refused}") };
        for (language, why) in [("en", why.en), ("fr", why.fr)] {
            let args = ["play", game.name(), "--lang", language];
            let said = galet_reading(&args, format!("{text}\n").as_bytes());
            assert!(said.out.contains(&*why), "{why}: {}", said.out);
        }
    }
}

#[test]
fn players_resign_and_agree_on_draws() {
    let folder = Folder::new("agreements");
    for game in galet_games::all() {
        let scene = begin(*game, &[]).scene();
        let [first, second] = scene.players.map(|player| player.name.en);
        let file = folder.path("resigned.pgn");
        let script = format!("resign\nsave! {file}\n");
        let out = galet_reading(&["play", game.name()], script.as_bytes()).fine();
        assert!(out.contains(&format!("{second} wins: {first} resigned.")), "{out}");
        assert!(std::fs::read_to_string(&file).unwrap().contains("[Result \"0-1\"]"));
        let out = galet_reading(&["play", game.name()], format!("load {file}\n").as_bytes()).fine();
        assert!(out.contains(&format!("{second} wins: {first} resigned.")), "{out}");

        let script = format!("draw\nyes\nsave! {file}\n");
        let out = galet_reading(&["play", game.name()], script.as_bytes()).fine();
        assert!(out.contains(&format!("{second}: do you accept a draw?")), "{out}");
        assert!(out.contains("Draw: both agreed."), "{out}");
        assert!(std::fs::read_to_string(&file).unwrap().contains("[Result \"1/2-1/2\"]"));

        let out = galet_reading(&["play", game.name()], b"draw\nno\n").fine();
        assert!(out.contains("The draw is declined."), "{out}");
        // Who has resigned has resigned; the next game is another one.
        let text = &begin(*game, &[]).legal_moves(1).texts[0];
        for line in ["undo", "draw", text] {
            let script = format!("resign\n{line}\nnew\n{text}\n");
            let said = galet_reading(&["play", game.name()], script.as_bytes());
            said.failed(1, &["1 line was refused"]);
            assert!(said.out.contains("The game is over"), "{}", said.out);
        }
        // The computer agrees to no draw, as on the web.
        let said = galet_reading(&["play", game.name(), "--level", "1"], b"draw\n");
        said.failed(1, &["1 line was refused"]);
        assert!(said.out.contains("The computer agrees to no draw."), "{}", said.out);
    }
}

#[test]
fn moves_that_a_game_begins_with_stay() {
    for game in galet_games::all() {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 3, 5);
        let moves = progress.moves();
        let given = moves[..2].join(" ");
        let args = ["play", game.name(), "--moves", &given];
        let script = format!("{}\nundo\nundo\nposition\n", moves[2]);
        let said = galet_reading(&args, script.as_bytes());
        said.failed(1, &["1 line was refused"]);
        assert!(said.out.contains(&progress.at_ply(2).position_text()), "{}", said.out);
    }
}

#[test]
fn a_game_that_is_over_is_not_begun() {
    let (progress, options) = whole_games().remove(0);
    let given = progress.moves().join(" ");
    let mut args = args(&*progress, &options);
    args.extend(["--moves", &given]);
    galet(&args).failed(1, &["begin from an earlier position"]);
}

#[test]
fn games_kept_by_older_versions_end_as_they_did() {
    let folder = Folder::new("older");
    for (result, termination, told) in [
        ("1-0", "time forfeit", "ran out of time"),
        ("0-1", "resignation", "resigned"),
        ("1/2-1/2", "agreement", "both agreed"),
    ] {
        let name = galet_games::all()[0].name();
        let text = &begin(galet_games::all()[0], &[]).legal_moves(1).texts[0];
        let record = format!(
            "[Game \"{name}\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n\
             1. {text} {result}\n"
        );
        let file = folder.write("older.pgn", &record);
        let out = galet_reading(&["play", name], format!("load {file}\n").as_bytes()).fine();
        assert!(out.contains(told), "{out}");
    }
}

#[test]
fn other_files_are_not_overwritten_by_accident() {
    let folder = Folder::new("overwrite");
    let file = folder.write("precious.txt", "precious");
    let script = format!("save {file}\n");
    let said = galet_reading(&["play", "qawale"], script.as_bytes());
    said.failed(1, &["1 line was refused"]);
    assert!(said.out.contains("That file exists."), "{}", said.out);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    // The game's own file may be saved again.
    let own = folder.path("own file.pgn");
    let script = format!("save {own}\nsave {own}\n");
    galet_reading(&["play", "qawale"], script.as_bytes()).fine();
}

#[test]
fn files_that_hold_no_game_are_refused() {
    let folder = Folder::new("loading");
    let empty = folder.write("empty.pgn", "");
    let broken = folder.write("broken.pgn", "[Game \"qawale\"]\n\n1. a1zz *\n");
    let script = format!("load {empty}\nload {broken}\nload {}\n", folder.path("missing.pgn"));
    let said = galet_reading(&["play", "qawale"], script.as_bytes());
    said.failed(1, &["3 lines were refused"]);
    assert!(said.out.contains("broken.pgn:3:4: "), "{}", said.out);
    assert!(said.out.contains("missing.pgn"), "{}", said.out);
}

#[test]
fn the_moves_are_listed_whole_or_by_their_beginning() {
    for game in galet_games::all() {
        let list = begin(*game, &[]).legal_moves(usize::MAX);
        let text = &list.texts[0];
        let out =
            galet_reading(&["play", game.name()], format!("moves {text}\n").as_bytes()).fine();
        assert!(out.lines().any(|line| line.trim() == text), "{out}");
        assert!(out.contains("1 move\n"), "{out}");
        let out = galet_reading(&["play", game.name()], b"moves\n").fine();
        assert!(out.contains(&format!("{} moves", list.total)), "{out}");
    }
}

#[test]
fn the_board_can_be_turned_and_said() {
    for game in galet_games::all() {
        let flipped = galet(&["show", game.name(), "--flip"]).fine();
        let picture = flipped.rsplit_once('\n').unwrap().0.rsplit_once('\n').unwrap().0;
        let out = galet_reading(&["play", game.name()], b"flip\nsay\nhelp\naide\nshow\n").fine();
        assert!(out.contains(picture), "{out}\n---\n{picture}");
        assert!(out.contains(begin(*game, &[]).say_position().en.as_ref()), "{out}");
        assert!(out.contains("offers a draw"), "{out}");
    }
}

/// The moves of the game as it was saved.
fn saved_moves(file: &str) -> Vec<String> {
    let moves = galet(&["convert", file, "--to", "moves"]).fine();
    moves.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_computer_answers_line_by_line() {
    let folder = Folder::new("computer");
    for game in galet_games::all() {
        let first = begin(*game, &[]).legal_moves(1).texts.remove(0);
        let file = folder.path(&format!("{}.pgn", game.name()));
        let script = format!("{first}\nsave {file}\nundo\nposition\n");
        let args = ["play", game.name(), "--level", "2", "--seed", "7"];
        let out = galet_reading(&args, script.as_bytes()).fine();
        let moves = saved_moves(&file);
        assert_eq!(moves.len(), 2, "{out}");
        assert_eq!(moves[0], first);
        // Taking back takes both moves.
        assert!(out.contains(&begin(*game, &[]).position_text()), "{out}");
        assert!(out.contains(&format!("{first} and {} are taken back.", moves[1])), "{out}");
        // The same number draws the same moves.
        let again = folder.path(&format!("{}-again.pgn", game.name()));
        galet_reading(&args, format!("{first}\nsave {again}\n").as_bytes()).fine();
        assert_eq!(saved_moves(&again), moves);

        let other = folder.path(&format!("{}-second.pgn", game.name()));
        let script = format!("save {other}\n");
        let args = ["play", game.name(), "--side", "second", "--level", "1"];
        galet_reading(&args, script.as_bytes()).fine();
        assert_eq!(saved_moves(&other).len(), 1, "the computer begins");
    }
}

#[test]
fn a_hint_is_a_legal_move() {
    for game in galet_games::all() {
        let out = galet_reading(&["play", game.name()], b"hint\n").fine();
        assert!(out.contains("Look at ") && !out.contains("Hint: "), "{out}");
        let out = galet_reading(&["play", game.name()], b"hint\nhint\nhint\n").fine();
        assert!(out.contains("Why ") || out.contains("No single fact"), "{out}");
        let text = out.split("Hint: ").nth(1).and_then(|rest| rest.split(". ").next());
        assert!(begin(*game, &[]).read_move(text.unwrap_or_default(), None).is_ok(), "{out}");
    }
}

#[test]
fn wrong_opponents_and_clocks_are_refused() {
    galet(&["play", "qawale", "--against", "person", "--level", "3"]).failed(1, &["--level"]);
    galet(&["play", "qawale", "--clock", "5m"]).failed(1, &["--clock"]);
    for wrong in ["0", "11", "-3", "strong"] {
        galet(&["play", "qawale", "--level", wrong]).failed(2, &["--level"]);
    }
    for wrong in ["soon", "0m", "-5m"] {
        galet(&["play", "qawale", &format!("--clock={wrong}")]).failed(2, &["5m+3s"]);
    }
    galet(&["play", "qawale", "--side", "third"]).failed(2, &["first", "second", "random"]);
}
