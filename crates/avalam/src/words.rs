//! Sentences in English and French.
//!
//! A player is called by the colour, as in "Light moves …". French puts a no-break space before
//! a colon.

use crate::outcome::reason;
use crate::{Cell, Cells, Colour, Move, Position, Tie, Tower};
use galet_core::{Game, Outcome, Side};
use galet_scene::Phrase;

/// The name of the player with a colour.
pub(crate) fn name(colour: Colour) -> Phrase {
    match colour {
        Colour::Light => Phrase::new("Light", "Clair"),
        Colour::Dark => Phrase::new("Dark", "Foncé"),
    }
}

/// The colour of a tower as an adjective.
pub(crate) fn adjective(colour: Colour) -> Phrase {
    match colour {
        Colour::Light => Phrase::fixed("light", "claire"),
        Colour::Dark => Phrase::fixed("dark", "foncée"),
    }
}

/// Who moves what onto what, what comes of it, and what can never change again.
pub(crate) fn say_move(position: &Position, m: Move) -> Phrase {
    let (Some(moved), Some(covered)) = (position.tower(m.from()), position.tower(m.to())) else {
        return Phrase::new("There is no such move.", "Ce coup n’existe pas.");
    };
    let mut after = *position;
    after.play_unchecked(m);
    let Some(made) = after.tower(m.to()) else {
        return Phrase::new("There is no such move.", "Ce coup n’existe pas.");
    };
    let mover = name(position.to_move());
    let (moved, covered, tower) = (the(moved), the(covered), a(made));
    let (from, to) = (m.from(), m.to());
    let joined = Phrase::new(
        format!("{} moves {} from {from} onto {} on {to}", mover.en, moved.en, covered.en),
        format!("{} pose {} de {from} sur {} en {to}", mover.fr, moved.fr, covered.fr),
    );
    let newly_safe = after.safe() & !position.safe();
    let mut said = match made.height() {
        Tower::TALLEST => Phrase::new(
            format!("{}. {}: nobody can move it any more.", joined.en, capital(&tower.en)),
            format!(
                "{}. {}\u{a0}: plus personne ne peut la bouger.",
                joined.fr,
                capital(&tower.fr)
            ),
        ),
        _ => Phrase::new(
            format!("{}: {}.", joined.en, tower.en),
            format!("{}\u{a0}: {}.", joined.fr, tower.fr),
        ),
    };
    if made.height() < Tower::TALLEST && newly_safe.contains(m.to()) {
        said = said.then(&Phrase::new(
            "It is safe: nothing can join it any more.",
            "Elle est à l’abri\u{a0}: plus rien ne peut la rejoindre.",
        ));
    }
    said = said.then(&others_safe(newly_safe & !Cells::from(m.to())));
    if after.is_over() {
        said = said.then(&Phrase::new("No move is left.", "Plus aucun coup n’est possible."));
    }
    said
}

/// The towers beside the moved one that became safe, if any did.
fn others_safe(cells: Cells) -> Phrase {
    let names: Vec<Cell> = cells.iter().collect();
    match names[..] {
        [] => Phrase::default(),
        [cell] => Phrase::new(
            format!("The tower on {cell} is safe now."),
            format!("La tour en {cell} est désormais à l’abri."),
        ),
        [ref first @ .., last] => {
            let first = first.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
            Phrase::new(
                format!("The towers on {first} and {last} are safe now."),
                format!("Les tours en {first} et {last} sont désormais à l’abri."),
            )
        }
    }
}

/// Whose turn it is and how many moves there are, or how the game ended, and what each player
/// has. (There is never one move alone: a tower that can go onto another can be covered by it.)
pub(crate) fn say_position(position: &Position) -> Phrase {
    let moves = position.count_moves();
    let player = name(position.to_move());
    let turn = match position.outcome() {
        Some(outcome) => say_outcome(position, outcome),
        None => Phrase::new(
            format!("{} to move, {moves} moves to choose from.", player.en),
            format!("À {} de jouer, {moves} coups possibles.", player.fr),
        ),
    };
    Side::BOTH
        .iter()
        .fold(turn, |said, &side| said.then(&say_towers(position, position.colour_of(side))))
}

fn say_towers(position: &Position, colour: Colour) -> Phrase {
    let (player, towers) = (name(colour), towers(position.towers(colour)));
    let safe = (position.of_colour(colour) & position.safe()).len();
    let five = position.towers_of_five(colour);
    let (mut en, mut fr) = (Vec::new(), Vec::new());
    if safe > 0 {
        en.push(format!("{safe} safe"));
        fr.push(format!("{safe} à l’abri"));
    }
    if five > 0 {
        en.push(format!("{five} of five"));
        fr.push(format!("{five} de cinq"));
    }
    let in_brackets = |parts: &[String]| match parts {
        [] => String::new(),
        _ => format!(" ({})", parts.join(", ")),
    };
    let has = if position.towers(colour) == 0 { "n’a" } else { "a" };
    Phrase::new(
        format!("{} has {}{}.", player.en, towers.en, in_brackets(&en)),
        format!("{} {has} {}{}.", player.fr, towers.fr, in_brackets(&fr)),
    )
}

/// Who has won, and by how much.
pub(crate) fn say_outcome(position: &Position, outcome: Outcome) -> Phrase {
    let score = position.score();
    let Some(winner) = outcome.winner else { return say_draw(position) };
    let player = name(position.colour_of(winner));
    let (more, fewer) = (score[winner], score[winner.other()]);
    if outcome.reason != reason::MORE_FIVE_TOWERS {
        let towers = towers(more);
        return Phrase::new(
            format!("{} wins with {} to {fewer}.", player.en, towers.en),
            format!("{} gagne avec {} contre {fewer}.", player.fr, towers.fr),
        );
    }
    let fives = |side| position.towers_of_five(position.colour_of(side));
    let each = each(more);
    let (of_five, theirs) = (of_five(fives(winner)), fives(winner.other()));
    Phrase::new(
        format!("{} wins: {}, but {} to {theirs}.", player.en, each.en, of_five.en),
        format!("{} gagne\u{a0}: {}, mais {} contre {theirs}.", player.fr, each.fr, of_five.fr),
    )
}

fn say_draw(position: &Position) -> Phrase {
    let all = each(position.towers(Colour::Light));
    let fives = position.towers_of_five(Colour::Light);
    let of_five = match position.tie() {
        Tie::Plain => Phrase::default(),
        Tie::TowersOfFive if fives == 0 => {
            Phrase::new(", and no tower of five", ", et aucune tour de cinq")
        }
        Tie::TowersOfFive => {
            Phrase::new(format!(", {fives} of five each"), format!(", dont {fives} de cinq"))
        }
    };
    Phrase::new(
        format!("The game is drawn: {}{}.", all.en, of_five.en),
        format!("Partie nulle\u{a0}: {}{}.", all.fr, of_five.fr),
    )
}

/// "the light counter", "the dark tower of two".
fn the(tower: Tower) -> Phrase {
    described(tower, ["the", "le", "la"])
}

/// "a light tower of two".
fn a(tower: Tower) -> Phrase {
    described(tower, ["a", "un", "une"])
}

/// A tower with its articles: English, French for a counter, French for a tower.
fn described(tower: Tower, [the, le, la]: [&str; 3]) -> Phrase {
    let (en, pion, tour) = match tower.colour() {
        Colour::Light => ("light", "clair", "claire"),
        Colour::Dark => ("dark", "foncé", "foncée"),
    };
    let (two, deux) = match tower.height() {
        1 => return Phrase::new(format!("{the} {en} counter"), format!("{le} pion {pion}")),
        2 => ("two", "deux"),
        3 => ("three", "trois"),
        4 => ("four", "quatre"),
        _ => ("five", "cinq"),
    };
    Phrase::new(format!("{the} {en} tower of {two}"), format!("{la} tour {tour} de {deux}"))
}

/// "13 towers".
fn towers(n: u32) -> Phrase {
    match n {
        0 => Phrase::new("no towers", "aucune tour"),
        1 => Phrase::new("1 tower", "1 tour"),
        _ => Phrase::new(format!("{n} towers"), format!("{n} tours")),
    }
}

/// "12 towers each".
fn each(n: u32) -> Phrase {
    let towers = towers(n);
    Phrase::new(format!("{} each", towers.en), format!("{} partout", towers.fr))
}

/// "2 towers of five".
fn of_five(n: u32) -> Phrase {
    let towers = towers(n);
    Phrase::new(format!("{} of five", towers.en), format!("{} de cinq", towers.fr))
}

/// The words as a sentence begins with them. They begin with a letter of ASCII.
fn capital(words: &str) -> String {
    let (first, rest) = words.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// A word of a rule option.
pub(crate) fn say_value(option: &str, word: &str) -> Option<Phrase> {
    match (option, word) {
        ("tie", "towers-of-five") => Some(Phrase::new("towers of five", "les tours de cinq")),
        ("tie", "plain") => Some(Phrase::new("a draw", "partie nulle")),
        _ => None,
    }
}
