//! A puzzle from its task to its solution.

use super::words;
use crate::console::{Console, QUIET, STRONG, WRONG};
use crate::failure::Failure;
use crate::picture;
use galet_core::MonotonicTime;
use galet_engine::Look;
use galet_games::{AnyGame, AnyProgress};
use galet_puzzles::{Attempt, Head, Puzzle, Verdict};
use galet_scene::{Highlights, MOST_REASONS, Phrase};
use galet_search::Stop;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Moves of a refutation that are played out.
const PLAYED_OUT: usize = 5;

pub(super) fn run(
    puzzle: &Puzzle,
    head: &Head,
    game: &dyn AnyGame,
    console: &mut Console,
) -> Result<(), Failure> {
    let wrong = |error: galet_puzzles::WrongPuzzle| {
        let Phrase { en, fr } = error.words();
        Failure::wrong(en.into_owned(), fr.into_owned())
    };
    let mut attempt = Attempt::new(puzzle, game).map_err(wrong)?;
    writeln!(console, "{STRONG}{} {}{STRONG:#}", game.title(), puzzle.id)?;
    show(attempt.game(), console)?;
    say(&words::task(puzzle), console)?;
    let prompt = console.is_dialogue();
    if prompt {
        say(&words::HOW, console)?;
    }
    let mut input = std::io::stdin().lock().lines();
    loop {
        if prompt {
            write!(console, "> ")?;
        }
        console.flush()?;
        let Some(line) = input.next() else { return Ok(()) };
        let line = line.map_err(|error| {
            Failure::io("cannot read the input", "impossible de lire l’entrée", &error)
        })?;
        match line.trim() {
            "" => {}
            "quit" | "quitter" | "q" => return Ok(()),
            "solution" | "?" => return solution(puzzle, head, attempt.game(), console),
            text => {
                let before = attempt.game().clone_box();
                match attempt.play(text) {
                    Err(error) => say(&error.sentence(), console)?,
                    Ok(Verdict::Wrong) => refute(&*before, text, console)?,
                    Ok(Verdict::GoesOn { reply }) => {
                        say(&words::RIGHT, console)?;
                        explain(&*before, text, console)?;
                        let mut after = before;
                        if after.play_reading(text, None).is_ok()
                            && let Ok(said) = after.say_move(&reply)
                        {
                            say(&said, console)?;
                        }
                        show(attempt.game(), console)?;
                    }
                    Ok(Verdict::Solved) => {
                        say(&words::SOLVED, console)?;
                        explain(&*before, text, console)?;
                        show(attempt.game(), console)?;
                        return themes(puzzle, head, console);
                    }
                }
            }
        }
    }
}

/// Plays out why a move fails, and leaves the board as it was.
fn refute(before: &dyn AnyProgress, text: &str, console: &mut Console) -> Result<(), Failure> {
    let mut game = before.clone_box();
    if game.play_reading(text, None).is_err() {
        return Ok(());
    }
    writeln!(console, "{WRONG}{}{WRONG:#}", words::WRONG.get(console.language))?;
    let mut engine = galet_engine::new(before.game().name(), Arc::new(MonotonicTime))?;
    let mut played = 0;
    if game.outcome().is_none() && engine.set_game(&*game).is_ok() {
        let look = Look::with(engine.scale().effort, &Stop::new());
        let found = engine.examine(&look, &mut |_| {});
        if let Some(solved) = &found.solved {
            say(&words::result(&solved.words), console)?;
        }
        let line = found.lines.first().map(|line| &line.moves[..]).unwrap_or_default();
        for text in line.iter().take(PLAYED_OUT) {
            let Ok(said) = game.say_move(text) else { break };
            writeln!(console, "  {text}  {}", said.get(console.language))?;
            if game.play(text).is_err() {
                break;
            }
            played += 1;
        }
    }
    if played > 0 || game.outcome().is_some() {
        show(&*game, console)?;
    }
    if let Some(said) = game.say_outcome() {
        say(&said, console)?;
    }
    say(&words::AGAIN, console)
}

/// The rest of the line, with what speaks for each move.
fn solution(
    puzzle: &Puzzle,
    head: &Head,
    game: &dyn AnyProgress,
    console: &mut Console,
) -> Result<(), Failure> {
    say(&words::SOLUTION, console)?;
    let mut game = game.clone_box();
    for (ply, text) in puzzle.line.iter().enumerate().skip(game.plies()) {
        if let Ok(said) = game.say_move(text) {
            writeln!(console, "  {text}  {}", said.get(console.language))?;
        }
        if ply % 2 == 0 {
            explain(&*game, text, console)?;
        }
        if game.play(text).is_err() {
            break;
        }
    }
    show(&*game, console)?;
    themes(puzzle, head, console)
}

/// What speaks for a move by the rules.
fn explain(game: &dyn AnyProgress, text: &str, console: &mut Console) -> Result<(), Failure> {
    let canonical = game.read_move(text, None);
    let reasons = canonical.and_then(|text| game.reasons(&text)).unwrap_or_default();
    for reason in reasons.iter().take(MOST_REASONS) {
        writeln!(console, "    {}", reason.words.get(console.language))?;
    }
    Ok(())
}

/// What it was about: told when it is over.
fn themes(puzzle: &Puzzle, head: &Head, console: &mut Console) -> Result<(), Failure> {
    let known = head.themes.iter().filter(|theme| puzzle.themes.contains(&theme.name));
    let names: Vec<&str> = known.map(|theme| theme.words.get(console.language)).collect();
    if !names.is_empty() {
        let title = words::THEMES.get(console.language);
        writeln!(console, "{QUIET}{title} {}{QUIET:#}", names.join(", "))?;
    }
    Ok(())
}

fn show(game: &dyn AnyProgress, console: &mut Console) -> Result<(), Failure> {
    let board = picture::terminal(
        &game.scene(),
        game.game().theme(),
        &Highlights::default(),
        false,
        console,
    );
    write!(console, "{board}")?;
    Ok(())
}

fn say(said: &Phrase, console: &mut Console) -> Result<(), Failure> {
    writeln!(console, "{}", said.get(console.language))?;
    Ok(())
}
