//! Sentences: moves, positions and ends as a person says them.

use crate::board::{Cell, Direction};
use crate::moves::{Manner, Move};
use crate::outcome::reason;
use crate::position::Position;
use galet_core::{Game, Outcome, Reason, Side};
use galet_scene::Phrase;

/// The side by its colour, as a sentence begins with it.
pub(crate) fn name(side: Side) -> Phrase {
    match side {
        Side::First => Phrase::new("Black", "Noir"),
        Side::Second => Phrase::new("White", "Blanc"),
    }
}

/// A small number as a word; French words are feminine, as marbles are.
pub(crate) fn number(n: u32) -> Phrase {
    static WORDS: [Phrase; 14] = [
        Phrase::fixed("one", "une"),
        Phrase::fixed("two", "deux"),
        Phrase::fixed("three", "trois"),
        Phrase::fixed("four", "quatre"),
        Phrase::fixed("five", "cinq"),
        Phrase::fixed("six", "six"),
        Phrase::fixed("seven", "sept"),
        Phrase::fixed("eight", "huit"),
        Phrase::fixed("nine", "neuf"),
        Phrase::fixed("ten", "dix"),
        Phrase::fixed("eleven", "onze"),
        Phrase::fixed("twelve", "douze"),
        Phrase::fixed("thirteen", "treize"),
        Phrase::fixed("fourteen", "quatorze"),
    ];
    match WORDS.get((n as usize).wrapping_sub(1)) {
        Some(words) => words.clone(),
        None => Phrase::new(n.to_string(), n.to_string()),
    }
}

/// "one marble", "trois billes".
fn marbles(n: u32) -> Phrase {
    let number = number(n);
    let (en, fr) = if n == 1 { ("marble", "bille") } else { ("marbles", "billes") };
    Phrase::new(format!("{} {en}", number.en), format!("{} {fr}", number.fr))
}

/// "éjectée" as it agrees with that many marbles.
const fn ejected_fr(n: u32) -> &'static str {
    if n > 1 { "éjectées" } else { "éjectée" }
}

/// "to the north-east", "vers le nord-est".
fn towards(direction: Direction) -> Phrase {
    let (en, fr) = match direction {
        Direction::East => ("east", "l’est"),
        Direction::NorthEast => ("north-east", "le nord-est"),
        Direction::NorthWest => ("north-west", "le nord-ouest"),
        Direction::West => ("west", "l’ouest"),
        Direction::SouthWest => ("south-west", "le sud-ouest"),
        Direction::SouthEast => ("south-east", "le sud-est"),
    };
    Phrase::new(format!("to the {en}"), format!("vers {fr}"))
}

/// A line of cells by its ends: "a1" or "a1–c3".
fn line(mut cells: impl Iterator<Item = Cell>) -> String {
    let first = cells.next().map(|cell| cell.to_string()).unwrap_or_default();
    match cells.last() {
        Some(last) => format!("{first}–{last}"),
        None => first,
    }
}

/// A move and what it does.
pub(crate) fn say_move(position: &Position, m: Move) -> Phrase {
    let who = name(position.turn);
    let from = line(m.origins());
    let to = line(m.origins().filter_map(|cell| cell.neighbour(m.direction())));
    let moved = marbles(u32::from(m.marbles()));
    let (mut en, mut fr) = match m.manner() {
        Manner::InLine { pushed: 0 } if m.marbles() == 1 => {
            (format!("{} moves {from} to {to}", who.en), format!("{} joue {from} en {to}", who.fr))
        }
        Manner::InLine { pushed: 0 } => (
            format!("{} moves {} in line, {from} to {to}", who.en, moved.en),
            format!("{} déplace {} en ligne, {from} en {to}", who.fr, moved.fr),
        ),
        Manner::InLine { pushed } => {
            let (pushed, towards) = (marbles(u32::from(pushed)), towards(m.direction()));
            (
                format!("{} pushes {} with {from} {}", who.en, pushed.en, towards.en),
                format!("{} pousse {} avec {from} {}", who.fr, pushed.fr, towards.fr),
            )
        }
        Manner::Broadside { .. } => (
            format!("{} moves {} broadside, {from} to {to}", who.en, moved.en),
            format!("{} déplace {} de côté, {from} en {to}", who.fr, moved.fr),
        ),
    };

    let mut next = *position;
    next.play_unchecked(m);
    let (ejected, goal) = (next.ejected_by(position.turn), next.marbles_to_win());
    if ejected > position.ejected_by(position.turn) {
        let (which_en, which_fr) =
            if m.pushed() == 1 { ("it", "elle") } else { ("one", "l’une") };
        en += &format!(", {which_en} is off the board ({ejected} of {goal})");
        fr += &format!(", {which_fr} sort du plateau ({ejected} sur {goal})");
    }
    let said = Phrase::new(en + ".", fr + ".");
    match next.outcome() {
        Some(outcome) => said.then(&say_outcome(&next, outcome)),
        None => said,
    }
}

/// Who is to move, where the marbles stand, and the score.
pub(crate) fn say_position(position: &Position) -> Phrase {
    let mut said = match position.outcome() {
        Some(outcome) => say_outcome(position, outcome),
        None => {
            let who = name(position.turn);
            Phrase::new(format!("{} to move.", who.en), format!("À {} de jouer.", who.fr))
        }
    };
    for side in Side::BOTH {
        let who = name(side);
        let cells: Vec<String> =
            position.marbles(side).iter().map(|cell| cell.to_string()).collect();
        let next = match cells.len() {
            0 => Phrase::new(
                format!("{} has no marbles.", who.en),
                format!("{} n’a aucune bille.", who.fr),
            ),
            n => {
                let (plural, cells) = (if n == 1 { "" } else { "s" }, cells.join(", "));
                Phrase::new(
                    format!("{} has {n} marble{plural}: {cells}.", who.en),
                    format!("{} a {n} bille{plural}\u{a0}: {cells}.", who.fr),
                )
            }
        };
        said = said.then(&next);
    }
    let (black, white) = (position.ejected_by(Side::First), position.ejected_by(Side::Second));
    let goal = position.marbles_to_win();
    said.then(&Phrase::new(
        format!("Ejected by Black: {black} of {goal}, by White: {white} of {goal}."),
        format!(
            "Éjectées par Noir\u{a0}: {black} sur {goal}, par Blanc\u{a0}: {white} sur {goal}."
        ),
    ))
}

/// How the game ended. `position` is the final one.
pub(crate) fn say_outcome(position: &Position, outcome: Outcome) -> Phrase {
    let score = position.score();
    let Some(winner) = outcome.winner else {
        let (en, fr) = match outcome.reason {
            reason::NO_LEGAL_MOVE => {
                let who = name(position.turn);
                (
                    format!("{} has no legal move", who.en),
                    format!("{} n’a aucun coup possible", who.fr),
                )
            }
            Reason::REPETITION => (
                "the same position for the third time".to_owned(),
                "la même position pour la troisième fois".to_owned(),
            ),
            Reason::MOVE_LIMIT if score.first == 0 => (
                "the move limit is reached and nobody has ejected a marble".to_owned(),
                "le nombre de coups convenu est atteint, personne n’a éjecté de bille".to_owned(),
            ),
            Reason::MOVE_LIMIT => {
                let each = marbles(score.first);
                (
                    format!("the move limit is reached with {} ejected by each side", each.en),
                    format!(
                        "le nombre de coups convenu est atteint, {} {} de chaque côté",
                        each.fr,
                        ejected_fr(score.first)
                    ),
                )
            }
            other => (other.name().to_owned(), other.name().to_owned()),
        };
        return Phrase::new(format!("Draw: {en}."), format!("Partie nulle\u{a0}: {fr}."));
    };
    let (en, fr) = match outcome.reason {
        reason::MARBLES_EJECTED => {
            let ejected = marbles(score[winner]);
            let agreed = ejected_fr(score[winner]);
            (format!("{} ejected", ejected.en), format!("{} {agreed}", ejected.fr))
        }
        reason::MOVE_LIMIT_SCORE => {
            let (more, less) = (score[winner], score[winner.other()]);
            (
                format!("the move limit is reached with {more} to {less} marbles ejected"),
                format!(
                    "le nombre de coups convenu est atteint, billes éjectées\u{a0}: {more} à {less}"
                ),
            )
        }
        other => (other.name().to_owned(), other.name().to_owned()),
    };
    let who = name(winner);
    Phrase::new(format!("{} wins: {en}.", who.en), format!("{} gagne\u{a0}: {fr}.", who.fr))
}
