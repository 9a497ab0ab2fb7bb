//! Pipes: plain output, and no noise when nobody reads on.

use crate::harness::{Folder, galet, program};
use std::io::Read;
use std::process::Stdio;

/// Starts the program, reads a little of its output and closes the pipe.
fn hang_up(args: &[&str]) -> (Option<i32>, String) {
    let mut child = program()
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = child.stdout.take().expect("its output is ours");
    output.read_exact(&mut [0]).expect("it says something");
    drop(output);
    let output = child.wait_with_output().expect("the program ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_pipe_is_no_mistake() {
    // Far more than a pipe holds, so that the program is still writing when nobody reads.
    let tall = "nnnnnnnnoxoxoxoxox,,,/,,,/,,,/,,, o 5 5";
    for _ in 0..3 {
        let (code, err) = hang_up(&["moves", "qawale", "--fen", tall, "--limit", "200000"]);
        assert_eq!(code, Some(0), "{err}");
        assert!(!err.contains("error") && !err.contains("panicked"), "{err}");
    }
}

#[test]
fn output_in_a_pipe_is_plain() {
    for game in galet_games::all() {
        for command in ["show", "moves", "games"] {
            let out = galet(&[command, game.name()]).fine();
            assert!(!out.contains('\u{1b}'), "{out}");
        }
    }
}

#[test]
fn colour_can_be_forced_and_forbidden() {
    let forced = galet(&["show", "abalone", "--color", "always"]).fine();
    assert!(forced.contains("\u{1b}["), "{forced}");
    let never = galet(&["show", "abalone", "--color", "never"]).fine();
    assert!(!never.contains('\u{1b}'), "{never}");
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output = program().args(["games"]).stdout(full).output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.starts_with("error: cannot write the output"), "{err}");
}

#[test]
fn files_are_written_where_they_are_wanted() {
    let folder = Folder::new("files");
    let path = folder.path("board.svg");
    assert_eq!(galet(&["show", "qawale", "--svg", &path]).fine(), "");
    let file = std::fs::read_to_string(&path).unwrap();
    assert_eq!(galet(&["show", "qawale", "--svg", "-"]).fine(), file);
    assert!(file.starts_with("<svg") && file.trim_end().ends_with("</svg>"), "{file}");
    let nowhere = folder.path("no/such/folder/board.svg");
    galet(&["show", "qawale", "--svg", &nowhere]).failed(3, &["cannot write", "board.svg"]);
}
