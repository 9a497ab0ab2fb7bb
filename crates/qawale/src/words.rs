//! Sentences about moves, positions and ends, in English and French.

use crate::board::{Cell, Line};
use crate::moves::Move;
use crate::outcome::reason;
use crate::pebbles::{Pebble, Stack};
use crate::position::Position;
use galet_core::{Game, Outcome, Side};
use galet_scene::{Language, Phrase};

/// The space that French puts before ":" and "!", so that no line breaks there.
const NBSP: char = '\u{a0}';

/// The longest walk that is told cell by cell.
const TOLD_WHOLE: u32 = 8;

/// The name of a player, as a sentence begins with it.
pub(crate) fn player(side: Side) -> Phrase {
    Phrase::new(name(side, Language::English), name(side, Language::French))
}

/// "Light sows 3 pebbles from a1: a2, a3, b3. Three of four for Light: row 3."
pub(crate) fn say_move(position: &Position, m: Move) -> Phrase {
    let mut after = *position;
    after.play_unchecked(m);
    let (mover, opponent) = (position.turn, position.turn.other());
    let walk = both(|language| tell_walk(mover, m, language));
    match after.outcome() {
        Some(outcome) => {
            let mut told = walk.then(&tell_end(&after, outcome));
            if outcome.winner == Some(mover)
                && let Some(line) = after.lines(opponent).next()
            {
                told = told.then(&both(|language| tell_idle_line(opponent, line, language)));
            }
            told
        }
        None => [mover, opponent].into_iter().fold(walk, |told, side| {
            let new: Vec<Line> = Line::ALL
                .into_iter()
                .filter(|line| line.count_in(after.tops(side)) == 3)
                .filter(|line| line.count_in(position.tops(side)) < 3)
                .collect();
            told.then(&both(|language| tell_threes(side, &new, language)))
        }),
    }
}

/// Who is to move, the pebbles left, and every stack from bottom to top.
pub(crate) fn say_position(position: &Position) -> Phrase {
    let state = match position.outcome() {
        Some(outcome) => say_outcome(position, outcome),
        None => both(|language| {
            let turn = name(position.turn, language);
            match language {
                Language::English => format!("{turn} to move."),
                Language::French => format!("À {turn} de jouer."),
            }
        }),
    };
    state
        .then(&both(|language| tell_supply(position, language)))
        .then(&both(|language| tell_stacks(position, language)))
}

/// How the game ended.
pub(crate) fn say_outcome(position: &Position, outcome: Outcome) -> Phrase {
    let Some(winner) = outcome.winner else { return tell_end(position, outcome) };
    let (loser, line) = (winner.other(), position.lines(winner).next());
    both(|language| {
        let (won, lost) = (name(winner, language), name(loser, language));
        let line = line.map_or(String::new(), |line| format!(", {}", line_name(line, language)));
        let pebbles = colour(Pebble::of(winner), 4, language);
        match (language, outcome.reason) {
            (Language::English, reason::LINE_OF_FOUR) => {
                format!("{won} wins with a line of four{line}.")
            }
            (Language::French, reason::LINE_OF_FOUR) => {
                format!("{won} gagne avec un alignement de quatre{line}.")
            }
            (Language::English, reason::LINE_FOR_THE_OPPONENT) => {
                format!("{won} wins: {lost} has lined up four {pebbles} pebbles{line}.")
            }
            (Language::French, reason::LINE_FOR_THE_OPPONENT) => {
                format!("{won} gagne{NBSP}: {lost} a aligné quatre galets {pebbles}{line}.")
            }
            (Language::English, _) => format!("{won} wins."),
            (Language::French, _) => format!("{won} gagne."),
        }
    })
}

pub(crate) fn both(tell: impl Fn(Language) -> String) -> Phrase {
    Phrase::new(tell(Language::English), tell(Language::French))
}

fn tell_walk(mover: Side, m: Move, language: Language) -> String {
    let (who, origin, pebbles) = (name(mover, language), m.origin(), m.step_count());
    let cells: Vec<String> = m.cells().map(|cell| cell.to_string()).collect();
    let last = cells.last().map_or("", String::as_str);
    match (language, pebbles <= TOLD_WHOLE) {
        (Language::English, true) => {
            format!("{who} sows {pebbles} pebbles from {origin}: {}.", cells.join(", "))
        }
        (Language::English, false) => {
            format!("{who} sows {pebbles} pebbles from {origin} and ends on {last}.")
        }
        (Language::French, true) => {
            let cells = cells.join(", ");
            format!("{who} égrène {pebbles} galets depuis {origin}{NBSP}: {cells}.")
        }
        (Language::French, false) => {
            format!("{who} égrène {pebbles} galets depuis {origin} et finit en {last}.")
        }
    }
}

/// The end as the last move brings it: exclaimed when somebody wins.
fn tell_end(position: &Position, outcome: Outcome) -> Phrase {
    let Some(winner) = outcome.winner else {
        return both(|language| tell_draw(position, outcome, language));
    };
    let Some(line) = position.lines(winner).next() else { return say_outcome(position, outcome) };
    both(|language| {
        let (won, line) = (name(winner, language), line_name(line, language));
        let pebbles = colour(Pebble::of(winner), 4, language);
        match (language, outcome.reason == reason::LINE_FOR_THE_OPPONENT) {
            (Language::English, false) => format!("A line of four, {line}: {won} wins!"),
            (Language::French, false) => {
                format!("Alignement de quatre, {line}{NBSP}: {won} gagne{NBSP}!")
            }
            (Language::English, true) => {
                format!("That lines up four {pebbles} pebbles, {line}: {won} wins!")
            }
            (Language::French, true) => {
                format!("Quatre galets {pebbles} sont alignés, {line}{NBSP}: {won} gagne{NBSP}!")
            }
        }
    })
}

fn tell_draw(position: &Position, outcome: Outcome, language: Language) -> String {
    let without = name(position.turn, language);
    let others_left = position.left(position.turn.other()) > 0;
    match (language, outcome.reason == reason::PEBBLES_PLAYED, others_left) {
        (Language::English, true, false) => {
            "All pebbles are played and nobody has a line: a draw.".to_owned()
        }
        (Language::French, true, false) => {
            format!("Tous les galets sont posés, sans alignement{NBSP}: égalité.")
        }
        (Language::English, true, true) => format!("{without} has no pebble left: a draw."),
        (Language::French, true, true) => {
            format!("{without} n’a plus de galet{NBSP}: égalité.")
        }
        (Language::English, false, _) => "The game is a draw.".to_owned(),
        (Language::French, false, _) => "La partie est nulle.".to_owned(),
    }
}

/// A line of the side that did not move, beside the winning one.
fn tell_idle_line(side: Side, line: Line, language: Language) -> String {
    let (who, line) = (name(side, language), line_name(line, language));
    match language {
        Language::English => format!("The line of {who}, {line}, comes second."),
        Language::French => format!("L’alignement de {who}, {line}, passe après."),
    }
}

/// Lines that lack one visible pebble since the move; nothing if there is none.
fn tell_threes(side: Side, lines: &[Line], language: Language) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let who = name(side, language);
    let lines: Vec<String> = lines.iter().map(|line| line_name(*line, language)).collect();
    match language {
        Language::English => format!("Three of four for {who}: {}.", listed(&lines, "and")),
        Language::French => format!("Trois sur quatre pour {who}{NBSP}: {}.", listed(&lines, "et")),
    }
}

fn tell_supply(position: &Position, language: Language) -> String {
    let [light, dark] = Side::BOTH.map(|side| name(side, language));
    let [lights, darks] = Side::BOTH.map(|side| position.left(side));
    let plural = if lights == 1 { "" } else { "s" };
    match language {
        Language::English => {
            format!("{light} has {lights} pebble{plural} left, {dark} {darks}.")
        }
        Language::French => {
            // Nought is singular in French.
            let plural = if lights < 2 { "" } else { "s" };
            format!("Il reste {lights} galet{plural} à {light}, {darks} à {dark}.")
        }
    }
}

fn tell_stacks(position: &Position, language: Language) -> String {
    let colon = match language {
        Language::English => ": ".to_owned(),
        Language::French => format!("{NBSP}: "),
    };
    let stacks: Vec<String> = Cell::ALL
        .into_iter()
        .map(|cell| (cell, position.stack(cell)))
        .filter(|(_, stack)| !stack.is_empty())
        .map(|(cell, stack)| format!("{cell}{colon}{}", tell_stack(stack, language)))
        .collect();
    if stacks.is_empty() {
        return match language {
            Language::English => "The board is empty.".to_owned(),
            Language::French => "Le plateau est vide.".to_owned(),
        };
    }
    let introduction = match language {
        Language::English => "From bottom to top, ",
        Language::French => "De bas en haut, ",
    };
    format!("{introduction}{}.", stacks.join(&semicolon(language)))
}

/// "2 tan, light": equal neighbours are counted.
fn tell_stack(stack: Stack, language: Language) -> String {
    let pebbles: Vec<Pebble> = stack.pebbles().collect();
    let runs = pebbles.chunk_by(|a, b| a == b).map(|run| {
        let colour = colour(run[0], run.len(), language);
        if run.len() == 1 { colour.to_owned() } else { format!("{} {colour}", run.len()) }
    });
    runs.collect::<Vec<_>>().join(", ")
}

fn semicolon(language: Language) -> String {
    match language {
        Language::English => "; ".to_owned(),
        Language::French => format!("{NBSP}; "),
    }
}

/// "row 1, row 2 and column b".
pub(crate) fn listed(items: &[String], and: &str) -> String {
    match items {
        [before @ .., last] if !before.is_empty() => format!("{} {and} {last}", before.join(", ")),
        _ => items.concat(),
    }
}

pub(crate) fn name(side: Side, language: Language) -> &'static str {
    match (side, language) {
        (Side::First, Language::English) => "Light",
        (Side::First, Language::French) => "Clair",
        (Side::Second, Language::English) => "Dark",
        (Side::Second, Language::French) => "Foncé",
    }
}

/// The colour of so many pebbles, as an adjective.
fn colour(pebble: Pebble, count: usize, language: Language) -> &'static str {
    match (pebble, language, count == 1) {
        (Pebble::Neutral, Language::English, _) => "tan",
        (Pebble::Light, Language::English, _) => "light",
        (Pebble::Dark, Language::English, _) => "dark",
        (Pebble::Neutral, Language::French, true) => "orangé",
        (Pebble::Neutral, Language::French, false) => "orangés",
        (Pebble::Light, Language::French, true) => "clair",
        (Pebble::Light, Language::French, false) => "clairs",
        (Pebble::Dark, Language::French, true) => "foncé",
        (Pebble::Dark, Language::French, false) => "foncés",
    }
}

pub(crate) fn line_name(line: Line, language: Language) -> String {
    let [row, column, diagonal] = match language {
        Language::English => ["row", "column", "diagonal"],
        Language::French => ["ligne", "colonne", "diagonale"],
    };
    match line.index() {
        index @ 0..4 => format!("{row} {}", index + 1),
        index @ 4..8 => format!("{column} {}", ['a', 'b', 'c', 'd'][index - 4]),
        8 => format!("{diagonal} a1–d4"),
        _ => format!("{diagonal} a4–d1"),
    }
}
