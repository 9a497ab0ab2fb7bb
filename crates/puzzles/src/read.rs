//! Reading a file of puzzles: line after line, each looked at once.

use crate::error::{ReadError, ReadFault};
use crate::hash::fnv;
use crate::puzzle::{Difficulty, Goal, MOST_MOVES, Proof, Puzzle, PuzzleId};
use crate::set::{Head, MAX_BYTES, MAX_PUZZLES, PuzzleSet, ThemeWords, VERSION};
use galet_core::{Level, Phrase};
use galet_games::{AnyGame, SetupText};
use std::collections::HashSet;

/// Parts of a puzzle between the bars.
const PARTS: usize = 9;
/// The highest class.
const CLASSES: u8 = 5;
/// No game has more levels.
const MAX_LEVELS: usize = 32;
/// No game has more themes.
const MAX_THEMES: usize = 64;

/// The lines of a file with the place where each begins.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    fn error(&self, fault: ReadFault) -> ReadError {
        ReadError { line: self.number.max(1), fault }
    }

    /// The next line; the file must not end here. Every line is ended.
    fn next(&mut self) -> Result<&'a str, ReadError> {
        self.number += 1;
        let rest = &self.text[self.at..];
        let Some(end) = rest.find('\n') else { return Err(self.error(ReadFault::Truncated)) };
        self.at += end + 1;
        Ok(&rest[..end])
    }

    /// What follows a word at the beginning of the next line.
    fn after(&mut self, word: &'static str) -> Result<&'a str, ReadError> {
        let line = self.next()?;
        let value = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| {
            self.error(ReadFault::Expected { expected: word, found: line.to_owned() })
        })
    }

    /// The next line, without going there.
    fn peek(&self) -> &'a str {
        self.text[self.at..].split('\n').next().unwrap_or_default()
    }
}

pub(crate) fn read(text: &str) -> Result<PuzzleSet, ReadError> {
    let mut lines = Lines { text, at: 0, number: 0 };
    if text.len() > MAX_BYTES {
        return Err(lines.error(ReadFault::TooLarge { most: MAX_BYTES, bytes: true }));
    }
    if lines.next()? != VERSION {
        return Err(lines.error(ReadFault::Version));
    }
    let (head, game) = read_head(&mut lines)?;
    let count = number::<usize>(lines.after("puzzles")?, "number of puzzles");
    let count = count.map_err(|fault| lines.error(fault))?;
    if count > MAX_PUZZLES {
        return Err(lines.error(ReadFault::TooLarge { most: MAX_PUZZLES, bytes: false }));
    }
    let mut puzzles = Vec::new();
    let mut names = HashSet::new();
    while !lines.peek().starts_with("checksum ") {
        let line = lines.next()?;
        if puzzles.len() == count {
            let fault = ReadFault::Count { found: count + 1, expected: count };
            return Err(lines.error(fault));
        }
        let puzzle = read_puzzle(line, &head).map_err(|fault| lines.error(fault))?;
        puzzle.replay(game).map_err(|fault| lines.error(fault.into()))?;
        if !names.insert(puzzle.id) {
            return Err(lines.error(ReadFault::Twice));
        }
        puzzles.push(puzzle);
    }
    let right = fnv(text[..lines.at].bytes());
    let found = PuzzleId::read(lines.after("checksum")?, "checksum");
    let found = found.map_err(|fault| lines.error(fault))?.0;
    if puzzles.len() != count {
        return Err(lines.error(ReadFault::Count { found: puzzles.len(), expected: count }));
    }
    if found != right {
        return Err(lines.error(ReadFault::Checksum { found, right }));
    }
    if lines.at != text.len() {
        return Err(lines.error(ReadFault::TooLong));
    }
    Ok(PuzzleSet { head, puzzles })
}

fn read_head(lines: &mut Lines<'_>) -> Result<(Head, &'static dyn AnyGame), ReadError> {
    let mut head = Head { game: lines.after("game")?.to_owned(), ..Head::default() };
    let game = galet_games::find(&head.game).map_err(|error| lines.error(error.into()))?;
    let network = PuzzleId::read(lines.after("network")?, "fingerprint of a network");
    head.network = network.map_err(|fault| lines.error(fault))?.0;
    head.seed = number(lines.after("seed")?, "seed").map_err(|fault| lines.error(fault))?;
    head.command = lines.after("command")?.to_owned();
    head.origin = lines.after("origin")?.to_owned();
    let levels: Result<_, ReadFault> = lines.after("levels")?.split(' ').map(read_level).collect();
    head.levels = levels.map_err(|fault| lines.error(fault))?;
    if head.levels.len() > MAX_LEVELS {
        return Err(lines.error(part("list of levels", "too many")));
    }
    head.tries = number(lines.after("tries")?, "number of tries").map_err(|f| lines.error(f))?;
    while lines.peek().starts_with("theme ") {
        let theme = lines.after("theme")?;
        let mut parts = theme.split('|');
        let (Some(name), Some(en), Some(fr), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(lines.error(part("theme", theme)));
        };
        let words = Phrase::new(en.to_owned(), fr.to_owned());
        head.themes.push(ThemeWords { name: name.to_owned(), words });
        if head.themes.len() > MAX_THEMES {
            return Err(lines.error(part("list of themes", "too many")));
        }
    }
    Ok((head, game))
}

fn read_level(text: &str) -> Result<(Level, u16), ReadFault> {
    let wrong = || part("level with its strength", text);
    let (level, strength) = text.split_once('=').ok_or_else(wrong)?;
    Ok((level.parse().map_err(|_| wrong())?, number(strength, "strength")?))
}

/// Reads a line of the file; whether the rules allow it is not looked at.
pub fn read_puzzle(line: &str, head: &Head) -> Result<Puzzle, ReadFault> {
    let puzzle = read_parts(line, head.levels.len(), head.tries)?;
    let known = |name: &String| head.themes.iter().any(|theme| theme.name == *name);
    match puzzle.themes.iter().find(|name| !known(name)) {
        Some(unknown) => Err(part("theme of the head", unknown)),
        None => Ok(puzzle),
    }
}

/// The parts of a line, with so many levels that tried so often.
pub(crate) fn read_parts(line: &str, levels: usize, tries: u8) -> Result<Puzzle, ReadFault> {
    let parts: Vec<&str> = line.split('|').take(PARTS + 1).collect();
    let [id, rules, position, moves, claim, difficulty, solved, themes, origin] = parts[..] else {
        return Err(ReadFault::Parts { found: line.split('|').count(), expected: PARTS });
    };
    let mut rules = rules.split(' ');
    let layout = rules.next().filter(|name| !name.is_empty()).map(str::to_owned);
    let option = |text: &str| match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(part("rule option", text)),
    };
    let options = rules.map(option).collect::<Result<_, _>>()?;
    let setup = SetupText { layout, options, position: Some(position.to_owned()) };
    let line: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    if line.len().is_multiple_of(2) || line.len().div_ceil(2) > MOST_MOVES {
        return Err(part("line of one to five moves to find", moves));
    }
    let (goal, proof) = claim.split_once(' ').ok_or_else(|| part("claim", claim))?;
    let goal = Goal::ALL.into_iter().find(|known| known.word() == goal);
    let proof = Proof::ALL.into_iter().find(|known| known.word() == proof);
    let (Some(goal), Some(proof)) = (goal, proof) else { return Err(part("claim", claim)) };
    let themes: Vec<String> =
        themes.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Ok(Puzzle {
        id: PuzzleId::read(id, "name of a puzzle")?,
        setup,
        line,
        goal,
        proof,
        themes,
        difficulty: read_difficulty(difficulty, solved, levels, tries)?,
        origin: origin.to_owned(),
    })
}

fn read_difficulty(
    text: &str,
    solved: &str,
    levels: usize,
    tries: u8,
) -> Result<Difficulty, ReadFault> {
    let numbers: Vec<&str> = text.split(' ').collect();
    let [class, rating, nodes] = numbers[..] else { return Err(part("difficulty", text)) };
    let class = number(class, "class").ok().filter(|class| (1..=CLASSES).contains(class));
    let solved: Vec<u8> = solved
        .split(' ')
        .filter(|times| !times.is_empty())
        .map(|times| number(times, "number of tries"))
        .collect::<Result<_, _>>()?;
    if solved.len() != levels || solved.iter().any(|&times| times > tries) {
        return Err(part("list of tries", text));
    }
    Ok(Difficulty {
        class: class.ok_or_else(|| part("class", text))?,
        rating: number(rating, "rating")?,
        nodes: number(nodes, "number of positions")?,
        solved,
    })
}

impl PuzzleId {
    fn read(text: &str, what: &'static str) -> Result<PuzzleId, ReadFault> {
        text.parse().map_err(|()| part(what, text))
    }
}

fn number<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, ReadFault> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().ok_or_else(|| part(what, text))
}

fn part(what: &'static str, found: &str) -> ReadFault {
    ReadFault::Part { what, found: found.to_owned() }
}
