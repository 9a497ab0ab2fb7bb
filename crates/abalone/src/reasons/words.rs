//! The facts as sentences.

use crate::cells::Cells;
use crate::position::Position;
use crate::words::{name, number};
use galet_core::Side;
use galet_scene::{Phrase, listed};

/// The colour as an adjective: English, French for one marble.
fn colour(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::First => ("black", "noire"),
        Side::Second => ("white", "blanche"),
    }
}

/// "the marble on a1", "les billes en a1 et b2".
fn the_marbles(cells: Cells) -> Phrase {
    let (names, plural) = (listed(cells.iter()), if cells.len() > 1 { "s" } else { "" });
    let la = if cells.len() > 1 { "les" } else { "la" };
    Phrase::new(
        format!("the marble{plural} on {}", names.en),
        format!("{la} bille{plural} en {}", names.fr),
    )
}

pub(super) fn ejects(after: &Position, me: Side) -> Phrase {
    let (ejected, goal) = (after.ejected_by(me), after.marbles_to_win());
    let (en, fr) = colour(me.other());
    Phrase::new(
        format!("It pushes a {en} marble off the board: {ejected} of {goal}."),
        format!("Ce coup éjecte une bille {fr}\u{a0}: {ejected} sur {goal}."),
    )
}

pub(super) fn sure_ejection(me: Side) -> Phrase {
    let (me, them) = (name(me), name(me.other()));
    Phrase::new(
        format!("Whatever {} answers, {} can push a marble off next.", them.en, me.en),
        format!("Quoi que réponde {}, {} pourra ensuite éjecter une bille.", them.fr, me.fr),
    )
}

pub(super) fn threat(me: Side, cells: Cells) -> Phrase {
    let (me, marbles) = (name(me), the_marbles(cells));
    Phrase::new(
        format!("{} threatens to push off {}.", me.en, marbles.en),
        format!("{} menace d’éjecter {}.", me.fr, marbles.fr),
    )
}

pub(super) fn rescue(them: Side, cells: Cells) -> Phrase {
    let (them, marbles) = (name(them), the_marbles(cells));
    let (they, elles) =
        if cells.len() > 1 { ("they are", "elles ne sont") } else { ("it is", "elle n’est") };
    Phrase::new(
        format!("{} was about to push off {}: {they} out of danger now.", them.en, marbles.en),
        format!(
            "{} était sur le point d’éjecter {}\u{a0}: {elles} plus menacée{}.",
            them.fr,
            marbles.fr,
            if cells.len() > 1 { "s" } else { "" }
        ),
    )
}

pub(super) fn no_push(me: Side, them: Side) -> Phrase {
    let (who, (en, fr)) = (name(them), colour(me));
    Phrase::new(
        format!("{} could push {en} marbles; now none of them can be pushed.", who.en),
        format!(
            "{} pouvait pousser des billes {fr}s\u{a0}; plus aucune ne peut être poussée.",
            who.fr
        ),
    )
}

pub(super) fn breaks_row(them: Side, cells: Cells) -> Phrase {
    let (n, (en, fr)) = (number(cells.len() as u32), colour(them));
    let names: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    let ends = [names.first(), names.last()].into_iter().flatten().cloned().collect::<Vec<_>>();
    let ends = ends.join("–");
    Phrase::new(
        format!("It breaks up the row of {} {en} marbles {ends}.", n.en),
        format!("Ce coup rompt la rangée de {} billes {fr}s {ends}.", n.fr),
    )
}

pub(super) fn splits(them: Side, after: usize, before: usize) -> Phrase {
    let (en, fr) = colour(them);
    Phrase::new(
        format!("It splits the {en} marbles: {after} groups instead of {before}."),
        format!("Ce coup sépare les billes {fr}s\u{a0}: {after} groupes au lieu de {before}."),
    )
}

pub(super) fn joins(me: Side) -> Phrase {
    let (en, fr) = colour(me);
    Phrase::new(
        format!("It joins all {en} marbles into one group."),
        format!("Ce coup réunit toutes les billes {fr}s en un seul groupe."),
    )
}

pub(super) fn to_edge(them: Side, cells: Cells) -> Phrase {
    let (cells, (en, fr)) = (listed(cells.iter()), colour(them));
    Phrase::new(
        format!("It pushes a {en} marble to the edge, on {}.", cells.en),
        format!("Ce coup pousse une bille {fr} au bord, en {}.", cells.fr),
    )
}

pub(super) fn centre(moved: Cells) -> Phrase {
    let n = number(moved.len() as u32);
    let (plural, verb) = if moved.len() > 1 { ("s", "come") } else { ("", "comes") };
    let se = if moved.len() > 1 { "se rapprochent" } else { "se rapproche" };
    let (en, fr) = (capital(&n.en), capital(&n.fr));
    Phrase::new(
        format!("{en} marble{plural} {verb} closer to the centre."),
        format!("{fr} bille{plural} {se} du centre."),
    )
}

/// A number as a sentence begins with it: its first letter is one of ASCII.
fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}
