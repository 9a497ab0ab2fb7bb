//! Why a move is refused, in both languages: for texts, and for taps.

use crate::board::{Cell, Direction};
use crate::gesture::{self, Hands, cell_with};
use crate::group::Group;
use crate::legality::Forbidden;
use crate::move_text::MoveFault;
use crate::position::Position;
use crate::position_text::{MAX_EJECTED, Part, PositionFault};
use crate::words::name;
use galet_core::{Game, Shown};
use galet_scene::{CellId, Phrase, ToPhrase};

/// Why these taps are refused, unless they are not.
pub(crate) fn why_not(position: &Position, taps: &[CellId]) -> Option<Phrase> {
    let tap = gesture::follow(position, taps).err()?.tap;
    let before = taps.get(..tap).and_then(|taps| gesture::follow(position, taps).ok().flatten());
    let said = match (taps.get(tap).copied().and_then(cell_with), before) {
        (None, _) => Phrase::new("there is no cell there", "il n’y a pas de case à cet endroit"),
        (Some(cell), None) => nothing_begins(position, cell),
        (Some(_), Some(Hands { made: Some(_), .. })) => {
            Phrase::new("the move is made already", "le coup est déjà joué")
        }
        (Some(to), Some(Hands { group, held: Some(by), .. })) if !group.is_single() => {
            dragged(position, group, by, to)
        }
        (Some(to), Some(Hands { group, .. })) if group.is_single() => {
            single(position, group.first, to)
        }
        (Some(to), Some(Hands { group, .. })) => tapped(position, group, to),
    };
    Some(said.sentence())
}

/// Why no move begins on this cell.
fn nothing_begins(position: &Position, cell: Cell) -> Phrase {
    if let Some(outcome) = position.outcome() {
        return crate::words::say_outcome(position, outcome);
    }
    if !position.marbles(position.turn()).contains(cell) {
        return Forbidden::NotYours { cell, side: position.turn() }.to_phrase();
    }
    Phrase::new(
        format!("the marble on {cell} is hemmed in: it has no free cell and nothing it can push"),
        format!(
            "la bille en {cell} est bloquée\u{a0}: pas de case libre, et rien qu’elle puisse pousser"
        ),
    )
}

/// Why one marble does not go there, or does not move together with that one.
fn single(position: &Position, marble: Cell, to: Cell) -> Phrase {
    let own = position.marbles(position.turn());
    let Some((direction, steps)) = marble.straight_to(to) else {
        return if own.contains(to) {
            Forbidden::NotInLine { end: marble, other_end: to }.to_phrase()
        } else {
            MoveFault::NotNext { from: marble, to }.to_phrase()
        };
    };
    if !own.contains(to) {
        return match position.in_line_move(marble, direction) {
            Err(why) if steps == 1 => why.to_phrase(),
            _ => MoveFault::NotNext { from: marble, to }.to_phrase(),
        };
    }
    let between = (1..steps).filter_map(|k| marble.steps(direction, k));
    if let Some(gap) = between.into_iter().find(|&cell| !own.contains(cell)) {
        return Phrase::new(
            format!("marbles that move together touch each other, and {gap} lies between"),
            format!("les billes déplacées ensemble se touchent, et {gap} les sépare"),
        );
    }
    if steps > 2 {
        return Phrase::new(
            format!("from {marble} to {to} are {} marbles: three at most move together", steps + 1),
            format!(
                "de {marble} à {to}, il y a {} billes\u{a0}: trois au plus se déplacent ensemble",
                steps + 1
            ),
        );
    }
    Phrase::new(
        format!("{marble} to {to} cannot move together: every way is blocked"),
        format!(
            "{marble} à {to} ne peuvent pas bouger ensemble\u{a0}: toutes les voies sont bouchées"
        ),
    )
}

/// Why two or three marbles do not go to the cell that was tapped.
fn tapped(position: &Position, group: Group, to: Cell) -> Phrase {
    let ways = group.directions_to(to);
    if let Some(why) = ways.iter().find_map(|&way| blocked(position, group, way)) {
        return why;
    }
    let last = group.last;
    if !ways.is_empty() {
        return Phrase::new(
            format!(
                "two directions lead to {to}: tap a cell next to {last}, which you tapped last"
            ),
            format!(
                "deux directions mènent en {to}\u{a0}: touchez une case voisine de {last}, que vous \
                 avez touchée en dernier"
            ),
        );
    }
    let beyond = |&(front, direction): &(Cell, Direction)| {
        front.straight_to(to).is_some_and(|(towards, _)| towards == direction)
    };
    let fronts = Direction::ALL.into_iter();
    let mut fronts = fronts.filter_map(|way| group.in_line(way).map(|(_, front)| (front, way)));
    if fronts.any(|front| beyond(&front)) && position.marbles(position.turn().other()).contains(to)
    {
        return Phrase::new(
            format!("{to} is too far: marbles push only those that they touch"),
            format!("{to} est trop loin\u{a0}: on ne pousse que les billes que l’on touche"),
        );
    }
    Phrase::new(
        "marbles go one step: tap a cell next to them, and all of them go that way",
        "les billes avancent d’un pas\u{a0}: touchez une case voisine, et toutes vont dans ce sens",
    )
}

/// Why two or three marbles do not go where one of them was dragged.
fn dragged(position: &Position, group: Group, by: Cell, to: Cell) -> Phrase {
    let way = by.straight_to(to).map(|(direction, _)| direction);
    let why = way.and_then(|direction| blocked(position, group, direction));
    why.unwrap_or_else(|| {
        Phrase::new(
            format!("marbles go one step: drag {by} to a cell next to it"),
            format!(
                "les billes avancent d’un pas\u{a0}: faites glisser {by} vers une case voisine"
            ),
        )
    })
}

/// Why two or three marbles do not go in a direction, unless they do.
fn blocked(position: &Position, group: Group, direction: Direction) -> Option<Phrase> {
    let Some((rear, front)) = group.in_line(direction) else {
        let refused = position.broadside_move(group.first, group.last, direction).err();
        return refused.map(|why| why.to_phrase());
    };
    let own = position.marbles(position.turn());
    match front.neighbour(direction).filter(|&ahead| own.contains(ahead)) {
        Some(ahead) => Some(own_marble_ahead(ahead)),
        None => position.in_line_move(rear, direction).err().map(|why| why.to_phrase()),
    }
}

/// An own marble stands ahead of the group.
fn own_marble_ahead(cell: Cell) -> Phrase {
    Phrase::new(
        format!("{cell} has an own marble ahead of the group, and own marbles are never pushed"),
        format!("votre propre bille en {cell} barre la route, et on ne pousse jamais ses billes"),
    )
}

impl ToPhrase for Forbidden {
    fn to_phrase(&self) -> Phrase {
        let fr = match *self {
            Forbidden::GameOver { winner, ejected } => format!(
                "la partie est terminée\u{a0}: {} a éjecté {ejected} billes et gagné",
                name(winner).fr
            ),
            Forbidden::NotYours { cell, side } => format!(
                "c’est à {} de jouer, et il n’y a pas de bille à lui en {cell}",
                name(side).fr
            ),
            Forbidden::MoreThanThree { marbles, three_from } => format!(
                "{marbles} billes se suivent et trois au plus se déplacent ensemble\u{a0}; les trois \
                 de tête commencent en {three_from}"
            ),
            Forbidden::OffTheBoard { cell } => {
                format!(
                    "la bille en {cell} quitterait le plateau\u{a0}: on n’éjecte jamais les siennes"
                )
            }
            Forbidden::SingleNeverPushes { cell } => {
                format!("une bille seule ne pousse jamais, et {cell} est occupée")
            }
            Forbidden::Pac { own, enemy } => format!(
                "{own} contre {enemy}{}\u{a0}: pour pousser, il faut être en surnombre",
                if own == enemy { ", c’est un pac" } else { "" }
            ),
            Forbidden::OwnMarbleBehind { cell } => format!(
                "pas de case libre derrière les billes poussées\u{a0}: {cell} porte une de vos billes, et \
                 on ne pousse jamais les siennes"
            ),
            Forbidden::NotInLine { end, other_end } => {
                format!("{end} et {other_end} ne sont pas alignées")
            }
            Forbidden::NotTwoOrThree { end, other_end, marbles } => format!(
                "de {end} à {other_end}, il y a {marbles} cases\u{a0}: deux ou trois billes se déplacent \
                 de côté"
            ),
            Forbidden::AlongTheLine { rear, to } => format!(
                "c’est un coup en ligne\u{a0}: écrivez la bille arrière et la case où elle va, {rear}{to}"
            ),
            Forbidden::Occupied { cell } => format!(
                "un déplacement de côté veut des cases libres et ne pousse jamais\u{a0}: {cell} est occupée"
            ),
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for MoveFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            MoveFault::Forbidden(why) => return why.to_phrase(),
            MoveFault::NotACell { .. } => {
                "ce n’est pas une case\u{a0}: a1–a5 b1–b6 c1–c7 d1–d8 e1–e9 \
                                           f2–f9 g3–g9 h4–h9 i5–i9"
                    .to_owned()
            }
            MoveFault::Cells { found } => format!(
                "un coup s’écrit avec deux cases en ligne (a1b2\u{a0}: la bille arrière et où elle va) \
                 ou trois de côté (c3c5d4\u{a0}: les deux bouts et où va le premier), pas {found}"
            ),
            MoveFault::NotNext { from, to } => {
                format!("une bille avance d’un pas, et {to} ne touche pas {from}")
            }
            MoveFault::NoSuchArrival { from, to } => format!(
                "aucun coup d’une à trois billes ne part de {from} de sorte que l’autre bout arrive \
                 en {to}"
            ),
            MoveFault::OtherCount { from, to, said, there } => format!(
                "de {from} à {to}, ce seraient {said} billes en ligne, mais {there} bougeraient"
            ),
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for PositionFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            PositionFault::Rows { found } => format!(
                "le plateau a neuf rangées, de i à a, séparées par «\u{a0}/\u{a0}», pas {found}"
            ),
            PositionFault::RowLength { row, found, needed } => {
                format!("la rangée {row} a {needed} cases, pas {found}")
            }
            PositionFault::Letter { found } => format!(
                "«\u{a0}{}\u{a0}» ne veut rien dire dans une rangée\u{a0}: b et w sont des billes, 1 à \
                 9 des cases libres",
                found.escape_debug()
            ),
            PositionFault::Missing { what } => {
                format!("il manque {}, comme dans «\u{a0}… b 0 0\u{a0}»", part_fr(*what))
            }
            PositionFault::Side { found } => {
                format!("«\u{a0}{}\u{a0}» n’est pas un joueur au trait\u{a0}: b ou w", Shown(found))
            }
            PositionFault::Ejected { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un nombre de billes éjectées\u{a0}: de 0 à {MAX_EJECTED}",
                Shown(found)
            ),
            PositionFault::BothWon { goal } => format!(
                "les deux joueurs ont éjecté {goal} billes ou plus, mais le premier qui y arrive \
                 gagne aussitôt\u{a0}: un seul a pu le faire"
            ),
            PositionFault::TooLong { found } => {
                format!("«\u{a0}{}\u{a0}» suit une position déjà complète", Shown(found))
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}

fn part_fr(part: Part) -> String {
    match part {
        Part::Board => "le plateau".to_owned(),
        Part::Turn => "le joueur au trait (b ou w)".to_owned(),
        Part::Ejected(side) => format!("le nombre de billes éjectées par {}", name(side).fr),
    }
}
