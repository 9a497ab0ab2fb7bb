//! The program `galet`: the games in the browser, at a terminal and for scripts.
//!
//! | to find | look in |
//! |---|---|
//! | the commands and their options | [`args`], and one file each in [`commands`] |
//! | what goes wrong, and the exit codes | [`failure`]; other crates' errors in French: [`said`] |
//! | a wrong command line | [`wrong_line`] |
//! | where output goes: language, colour, pipes | [`console`] |
//! | work of minutes and hours, Ctrl-C | [`long_work`] |
//! | the board on the terminal | [`picture`] |
//! | the program's own sentences in both languages | [`words`] |
#![forbid(unsafe_code)]

mod args;
mod commands;
mod console;
mod excerpt;
mod failure;
mod long_work;
mod picture;
mod said;
mod words;
mod wrong_line;

use args::{Cli, Command};
use console::{Complaint, Console};
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli: Cli = wrong_line::read(std::env::args_os());
    let mut console = Console::new(cli.manner);
    let result = run(cli.command, &mut console).and_then(|()| Ok(console.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message(console.language) {
                // What was said before the failure is read before it.
                let _ = console.flush();
                console.complain(Complaint::Error, &message);
            }
            failure.exit_code()
        }
    }
}

fn run(command: Option<Command>, console: &mut Console) -> Result<(), Failure> {
    match command {
        None => commands::serve::run_alone(console),
        Some(Command::Serve(args)) => commands::serve::run(*args, console),
        Some(Command::Backup(args)) => commands::backup::run(&args, console),
        Some(Command::CheckData(args)) => commands::check_data::run(&args, console),
        Some(Command::MoveData(args)) => commands::move_data::run(&args, console),
        Some(Command::Worker(args)) => commands::worker::run(args, console),
        Some(Command::Games(args)) => commands::games::run(&args, console),
        Some(Command::Show(args)) => commands::show::run(&args, console),
        Some(Command::Moves(args)) => commands::moves::run(&args, console),
        Some(Command::Perft(args)) => commands::perft::run(&args, console),
        Some(Command::Convert(args)) => commands::convert::run(&args, console),
        Some(Command::Check(args)) => commands::check::run(&args, console),
        Some(Command::Analyse(args)) => commands::analyse::run(&args, console),
        Some(Command::Play(args)) => commands::play::run(&args, console),
        Some(Command::Puzzle(args)) => commands::puzzle::run(&args, console),
        Some(Command::Puzzles(args)) => commands::puzzles::run(&args, console),
        Some(Command::Engine(args)) => commands::engine::run(&args, console),
        Some(Command::EngineTest(args)) => commands::engine_test::run(&args, console),
        Some(Command::Bench(args)) => commands::bench::run(&args, console),
        Some(Command::Arena(args)) => commands::arena::run(&args, console),
        Some(Command::Review(args)) => commands::review::run(&args, console),
        Some(Command::Tune(args)) => commands::tune::run(&args, console),
        Some(Command::Datagen(args)) => commands::datagen::run(&args, console),
        Some(Command::Solve(args)) => commands::solve::run(&args, console),
        Some(Command::Verify(args)) => commands::verify::run(&args, console),
    }
}
