//! Runs the program and looks at what it says.

use galet_core::random::SplitMix64;
use galet_games::{AnyGame, AnyProgress, SetupText};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program said and how it ended.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// The program with an environment that says nothing about language or colour, and without the games that somebody on
/// this computer may have played.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galet"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env_remove("GALET_DATABASE");
    command
        .env("GALET_DATA", Path::new(env!("CARGO_TARGET_TMPDIR")).join("nobody-has-played-here"));
    command
}

/// Runs the program without input.
pub(crate) fn galet(args: &[&str]) -> Output {
    galet_reading(args, b"")
}

/// Runs the program with this input.
pub(crate) fn galet_reading(args: &[&str], input: &[u8]) -> Output {
    said(program().args(args), input)
}

/// Runs a command with this input.
pub(crate) fn said(command: &mut Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is ours");
    let input = input.to_vec();
    // A program that has seen enough may close its input before it is all written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Output { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

impl Output {
    /// All went well; gives what was said.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        assert!(!self.err.contains("error"), "{self:?}");
        self.out
    }

    /// It failed with that exit code, and said all of this on the standard error, like a program
    /// that has control of itself.
    #[track_caller]
    pub(crate) fn failed(&self, code: i32, messages: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        assert!(!self.err.contains("panicked") && !self.err.contains("RUST_BACKTRACE"), "{self:?}");
        for message in messages {
            assert!(self.err.contains(message), "{message:?} is not said: {self:?}");
        }
    }
}

/// A folder of its own for a test, gone when the test is.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is text").to_owned()
    }

    /// Writes a file in it and gives its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("the file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A game begun with these options.
pub(crate) fn begin(game: &dyn AnyGame, options: &[(&str, &str)]) -> Box<dyn AnyProgress> {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    game.start(&SetupText { options, ..SetupText::default() }).expect("the options are right")
}

/// Plays random moves until the game is over or `plies` are played.
pub(crate) fn play_on(game: &mut dyn AnyProgress, plies: usize, seed: u64) {
    let mut random = SplitMix64::new(seed);
    while game.outcome().is_none() && game.plies() < plies {
        let list = game.legal_moves(500).texts;
        let text = &list[random.below(list.len())];
        game.play(text).expect("a legal move is accepted");
    }
}
