//! People's mistakes: an exit code, the place, what would be right, and never a panic.

use crate::harness::{Folder, galet, galet_reading, program, said};

#[test]
fn an_unknown_game_names_the_known_ones() {
    for command in [&["show", "chess"][..], &["moves", "chess"], &["games", "chess"]] {
        galet(command).failed(1, &["no game 'chess'", "abalone, avalam, qawale"]);
    }
    galet(&["perft", "chess", "2"]).failed(1, &["no game 'chess'"]);
    galet(&["play", "chess"]).failed(1, &["no game 'chess'"]);
}

#[test]
fn an_unknown_layout_names_its_neighbours() {
    galet(&["show", "abalone", "--setup", "belgian"])
        .failed(1, &["no layout 'belgian'", "belgian-daisy", "galet games abalone"]);
}

#[test]
fn a_wrong_option_is_explained() {
    let option = |option: &str| galet(&["show", "qawale", "--option", option]);
    option("pebble=3").failed(1, &["no option 'pebble'", "pebbles"]);
    option("pebbles=99").failed(1, &["'99'", "from 1 to 10"]);
    option("pebbles=").failed(1, &["''"]);
    option("pebbles").failed(2, &["key=value"]);
    option("=3").failed(2, &["key=value"]);
    galet(&["show", "qawale", "--option", "pebbles=3", "--option", "pebbles=4"])
        .failed(1, &["given twice"]);
}

#[test]
fn a_wrong_position_is_shown_with_a_caret() {
    let fen = "nn,,,nn/,,,/,?,,/nn,,,nn o 8 8";
    let said = galet(&["show", "qawale", "--fen", fen]);
    said.failed(1, &["the position is wrong: ", fen]);
    let lines: Vec<_> = said.err.lines().collect();
    let caret = lines.last().unwrap().find('^').unwrap();
    assert_eq!(lines[lines.len() - 2].chars().nth(caret), Some('?'), "{}", said.err);
}

#[test]
fn garbage_positions_are_refused_by_every_command_of_every_game() {
    let long = "w".repeat(100_000);
    let garbage =
        ["", " ", "-", "--help", "é", "\u{1b}[31m", "//////////", "𝄞/𝄞", "0 0 0 0", &long];
    for game in galet_games::all() {
        for fen in garbage {
            let said = galet(&["show", game.name(), "--fen", fen]);
            said.failed(1, &["the position is wrong"]);
            assert!(said.err.len() < 1000 && !said.err.contains('\u{1b}'), "{said:?}");
        }
        for command in ["moves", "play"] {
            galet(&[command, game.name(), "--fen", "x"]).failed(1, &["the position is wrong"]);
        }
        galet(&["perft", game.name(), "2", "--fen", "x"]).failed(1, &["the position is wrong"]);
    }
}

#[test]
fn a_wrong_move_is_counted_and_explained() {
    for game in galet_games::all() {
        let first = galet(&["moves", game.name(), "--limit", "1"]).out;
        let moves = format!("{} z9z9", first.trim_end());
        let said = galet(&["show", game.name(), "--moves", &moves]);
        said.failed(1, &["move 2 cannot be played: ", "z9z9", "^"]);
    }
}

#[test]
fn numbers_out_of_range_are_wrong_command_lines() {
    for args in [
        &["perft", "abalone", "-1"][..],
        &["perft", "abalone", "41"],
        &["perft", "abalone", "99999999999999999999"],
        &["perft", "abalone", "two"],
        &["perft", "abalone"],
        &["perft", "abalone", "2", "--threads", "0"],
        &["perft", "abalone", "2", "--threads", "1000000"],
        &["moves", "abalone", "--limit", "-5"],
        &["show", "abalone", "--svg", "-", "--width", "0"],
        &["show", "abalone", "--lang", "de"],
        &["show", "abalone", "--color", "sometimes"],
        &["show"],
        &["dance"],
    ] {
        galet(args).failed(2, &[]);
    }
}

#[test]
fn as_many_threads_as_allowed_can_be_had() {
    assert_eq!(galet(&["perft", "qawale", "2", "--threads", "256"]).fine(), "nodes 2176\n");
}

#[test]
fn more_first_moves_than_memory_are_refused() {
    let tall = format!("nnnnnnnn{},,,/,,,/,,,/,,, o 1 1", "ox".repeat(9));
    let said = galet(&["perft", "qawale", "2", "--option", "pebbles=10", "--fen", &tall]);
    said.failed(1, &["first moves"]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::new("unreadable");
    for command in ["check", "convert"] {
        let missing = folder.path("missing.pgn");
        galet(&[command, &missing]).failed(3, &["cannot read", "missing.pgn"]);
        galet(&[command, &folder.path("")]).failed(3, &["cannot read"]);
    }
}

#[test]
fn play_from_a_script_tells_that_it_refused_something() {
    for game in galet_games::all() {
        let said = galet_reading(&["play", game.name()], b"z9z9\nundo\nback\nsave\nload\n");
        said.failed(1, &["5 lines were refused"]);
        assert!(said.out.contains("'z9z9' cannot be played: "), "{}", said.out);
        assert!(said.out.contains("There is no move of yours to take back."), "{}", said.out);
    }
}

#[test]
fn any_bytes_can_be_typed() {
    let mut noise = Vec::new();
    for i in 0..20_000_u32 {
        noise.push((i.wrapping_mul(2_654_435_761) >> 13) as u8);
    }
    noise.extend(std::iter::repeat_n(b'a', 100_000));
    for game in galet_games::all() {
        let said = galet_reading(&["play", game.name()], &noise);
        said.failed(1, &["refused"]);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_wrong_command_lines() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    said(program().args(["show", "abalone", "--fen"]).arg(odd), b"").failed(2, &[]);
    said(program().arg("show").arg(odd), b"").failed(2, &[]);
    said(program().arg("check").arg(odd), b"").failed(3, &["cannot read"]);
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_told() {
    let folder = std::fs::File::open(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let output = program().args(["play", "qawale"]).stdin(folder).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.starts_with("error: cannot read the input: "), "{err}");
}
