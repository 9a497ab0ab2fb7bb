//! What speaks for a move: facts that follow from the rules, each of which a person can try out.
//!
//! Both players have the same moves; what differs is whose towers they make. A tower is safe when
//! nothing can join it; as towers only grow, it stays so to the end.

use crate::scene::id;
use crate::words::{adjective, name};
use crate::{Cell, Cells, Colour, Move, Position, Tower};
use galet_core::{Game, Progress};
use galet_scene::{MoveReason, Phrase, Reasoned, Scenic, listed};
use std::ops::ControlFlow;

impl Reasoned for Position {
    const REASONS: &'static [&'static str] = &[
        "wins",
        "five",
        "safe",
        "last-neighbour",
        "saves",
        "merges",
        "stops-safe",
        "sure-safe",
        "covers",
    ];

    fn reasons(game: &Progress<Self>, m: Move) -> Vec<MoveReason> {
        let before = *game.position();
        let Ok(after) = before.play(m) else { return Vec::new() };
        let played = Played { m, before, after };
        let mut reasons = Vec::new();
        let mut tell = |kind, found: Option<(Phrase, Cells)>| {
            let reason = found.filter(|(_, cells)| !cells.is_empty());
            reasons.extend(
                reason.map(|(words, cells)| MoveReason::new(kind, words, cells.iter().map(id))),
            );
        };
        if let Some(outcome) = after.outcome() {
            let won = outcome.winner == Some(before.turn());
            tell("wins", won.then(|| (after.say_outcome(outcome), m.to().into())));
        }
        let safe = played.safe();
        tell(if after.height(m.to()) == Tower::TALLEST { "five" } else { "safe" }, safe);
        tell("last-neighbour", played.last_neighbour());
        if after.outcome().is_none() {
            tell("saves", played.saves());
        }
        tell("merges", played.merges());
        if after.outcome().is_none() {
            tell("stops-safe", played.stops_safe());
            tell("sure-safe", played.sure_safe());
        }
        tell("covers", played.covers());
        reasons
    }
}

/// A move with the positions around it.
struct Played {
    m: Move,
    before: Position,
    after: Position,
}

impl Played {
    fn me(&self) -> Colour {
        self.before.to_move()
    }

    fn them(&self) -> Colour {
        self.me().other()
    }

    /// The tower that was made is the mover's and can never change.
    fn safe(&self) -> Option<(Phrase, Cells)> {
        let (to, colour) = (self.m.to(), adjective(self.me()));
        let words = if self.after.height(to) == Tower::TALLEST {
            Phrase::new(
                format!("It makes a {} tower of five: nobody can move it any more.", colour.en),
                format!(
                    "Ce coup fait une tour {} de cinq\u{a0}: plus personne ne peut la bouger.",
                    colour.fr
                ),
            )
        } else {
            Phrase::new(
                format!("The {} tower on {to} is then safe: nothing can join it.", colour.en),
                format!(
                    "La tour {} en {to} est alors à l’abri\u{a0}: rien ne peut la rejoindre.",
                    colour.fr
                ),
            )
        };
        own_safe(&self.after, self.me()).contains(to).then(|| (words, to.into()))
    }

    /// Another tower of the mover's has lost the last neighbour that could join it, taken away or too tall now.
    fn last_neighbour(&self) -> Option<(Phrase, Cells)> {
        let new = own_safe(&self.after, self.me()) & !own_safe(&self.before, self.me());
        let others = new & !Cells::from(self.m.to());
        let (names, colour) = (listed(others.iter()), adjective(self.me()));
        let words = match others.len() {
            0 | 1 => Phrase::new(
                format!(
                    "Nothing can join the {} tower on {} any more: it is safe now.",
                    colour.en, names.en
                ),
                format!(
                    "Plus rien ne peut rejoindre la tour {} en {}, désormais à l’abri.",
                    colour.fr, names.fr
                ),
            ),
            _ => Phrase::new(
                format!(
                    "Nothing can join the {} towers on {} any more: they are safe now.",
                    colour.en, names.en
                ),
                format!(
                    "Plus rien ne peut rejoindre les tours {}s en {}, désormais à l’abri.",
                    colour.fr, names.fr
                ),
            ),
        };
        Some((words, others))
    }

    /// Towers of the mover's that the opponent could have covered, and now cannot.
    fn saves(&self) -> Option<(Phrase, Cells)> {
        let still = |cell: &Cell| *cell != self.m.from() && *cell != self.m.to();
        let was = self.before.of_colour(self.me()).iter().filter(still);
        let saved: Cells = was
            .filter(|&cell| can_cover(&self.before, self.them(), cell))
            .filter(|&cell| !can_cover(&self.after, self.them(), cell))
            .collect();
        let (names, them) = (listed(saved.iter()), name(self.them()));
        let (tower, tour) = match saved.len() {
            0 | 1 => ("tower", "la tour"),
            _ => ("towers", "les tours"),
        };
        let words = Phrase::new(
            format!(
                "{} could have covered the {tower} on {}, and no longer can.",
                them.en, names.en
            ),
            format!("{} pouvait couvrir {tour} en {}, et ne le peut plus.", them.fr, names.fr),
        );
        Some((words, saved))
    }

    /// Two towers of the opponent's become one.
    fn merges(&self) -> Option<(Phrase, Cells)> {
        let (from, to, colour) = (self.m.from(), self.m.to(), adjective(self.them()));
        let theirs = self.before.of_colour(self.them());
        let words = Phrase::new(
            format!("It makes one of two {} towers: {from} and {to}.", colour.en),
            format!("Ce coup réunit deux tours {}s en une\u{a0}: {from} et {to}.", colour.fr),
        );
        (theirs.contains(from) && theirs.contains(to)).then(|| (words, to.into()))
    }

    /// The opponent could have made a tower safe with the next move, and now cannot.
    fn stops_safe(&self) -> Option<(Phrase, Cells)> {
        let them = name(self.them());
        let chances = makes_safe(&self.before, self.them());
        let words = Phrase::new(
            format!("{} could have made a tower safe next, and no longer can.", them.en),
            format!("{} pouvait mettre une tour à l’abri\u{a0}; ce n’est plus possible.", them.fr),
        );
        // A move that makes one safe itself stops nothing.
        let given = own_safe(&self.after, self.them()) & !own_safe(&self.before, self.them());
        let stopped = given.is_empty() && makes_safe(&self.after, self.them()).is_empty();
        stopped.then_some((words, chances))
    }

    /// Whatever the opponent answers, a tower can be made safe then; the opponent could have
    /// prevented it before.
    fn sure_safe(&self) -> Option<(Phrase, Cells)> {
        let sure = |position: &Position| {
            position
                .visit_moves(|reply| {
                    let mut next = *position;
                    next.play_unchecked(reply);
                    match makes_safe(&next, self.me()).is_empty() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                })
                .is_continue()
        };
        let (me, them) = (name(self.me()), name(self.them()));
        let words = Phrase::new(
            format!("Whatever {} answers, {} can make a tower safe next.", them.en, me.en),
            format!("Quoi que réponde {}, {} pourra mettre une tour à l’abri.", them.fr, me.fr),
        );
        (sure(&self.after) && !sure(&self.before))
            .then(|| (words, makes_safe(&self.after, self.me())))
    }

    /// A tower of the mover's covers one of the opponent's.
    fn covers(&self) -> Option<(Phrase, Cells)> {
        let (to, colour) = (self.m.to(), adjective(self.them()));
        let covers = self.before.of_colour(self.me()).contains(self.m.from())
            && self.before.of_colour(self.them()).contains(to);
        let words = Phrase::new(
            format!("It covers the {} tower on {to}.", colour.en),
            format!("Ce coup couvre la tour {} en {to}.", colour.fr),
        );
        covers.then(|| (words, to.into()))
    }
}

/// The safe towers of a colour.
fn own_safe(position: &Position, colour: Colour) -> Cells {
    position.safe() & position.of_colour(colour)
}

/// Whether a tower of `colour` could be moved onto the tower on `cell`.
fn can_cover(position: &Position, colour: Colour, cell: Cell) -> bool {
    !(position.partners(cell) & position.of_colour(colour)).is_empty()
}

/// The towers of `colour` that one move, by whoever is to move, could make safe.
fn makes_safe(position: &Position, colour: Colour) -> Cells {
    let safe = own_safe(position, colour);
    let mut made = Cells::NONE;
    let _ = position.visit_moves(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        made = made | (own_safe(&next, colour) & !safe);
        ControlFlow::Continue(())
    });
    made
}
