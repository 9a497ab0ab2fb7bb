//! Sentences about moves, positions and ends, in English and French.

use crate::board::cells;
use crate::game::reason::{CROSSED, MORE_STONES, STONES_TAKEN};
use crate::position::{Move, Position};
use galet_core::{Game, Outcome, Reason, Side};
use galet_scene::{Language, Phrase};

/// The name of a player, as a sentence begins with it.
pub(crate) fn player(side: Side) -> Phrase {
    both(|language| name(side, language).to_owned())
}

/// The name of a player in one language.
pub(crate) fn name(side: Side, language: Language) -> &'static str {
    match (side, language) {
        (Side::First, Language::English) => "Light",
        (Side::Second, Language::English) => "Dark",
        (Side::First, Language::French) => "Clair",
        (Side::Second, Language::French) => "Foncé",
    }
}

/// "Light takes b3 from b2." and how it ended the game, if it did.
pub(crate) fn say_move(position: &Position, m: Move) -> Phrase {
    let told = both(|language| {
        let who = name(position.turn, language);
        match (m, language) {
            (Move::Pass, Language::English) => format!("{who} passes."),
            (Move::Pass, Language::French) => format!("{who} passe."),
            (Move::Step { from, to }, Language::English) if position.takes(m) => {
                format!("{who} takes {to} from {from}.")
            }
            (Move::Step { from, to }, Language::French) if position.takes(m) => {
                format!("{who} prend {to} depuis {from}.")
            }
            (Move::Step { from, to }, Language::English) => {
                format!("{who} goes from {from} to {to}.")
            }
            (Move::Step { from, to }, Language::French) => format!("{who} va de {from} en {to}."),
        }
    });
    let mut after = *position;
    after.play_unchecked(m);
    after.outcome().map_or(told.clone(), |outcome| told.then(&say_outcome(&after, outcome)))
}

/// Who is to move or how it ended, and where the stones stand.
pub(crate) fn say_position(position: &Position) -> Phrase {
    let state = match position.outcome() {
        Some(outcome) => say_outcome(position, outcome),
        None => both(|language| {
            let who = name(position.turn, language);
            match language {
                Language::English => format!("{who} to move."),
                Language::French => format!("À {who} de jouer."),
            }
        }),
    };
    Side::BOTH.into_iter().fold(state, |told, side| {
        let stones: Vec<String> = cells(position.stones[side]).map(|c| c.to_string()).collect();
        told.then(&both(|language| {
            let (who, stones) = (name(side, language), stones.join(", "));
            match language {
                Language::English if stones.is_empty() => format!("{who} has no stones."),
                Language::French if stones.is_empty() => format!("{who} n’a plus de pierre."),
                Language::English => format!("{who}: {stones}."),
                Language::French => format!("{who}\u{a0}: {stones}."),
            }
        }))
    })
}

/// How the game ended.
pub(crate) fn say_outcome(position: &Position, outcome: Outcome) -> Phrase {
    let Some(winner) = outcome.winner else { return say_draw(outcome.reason) };
    let [more, less] = [winner, winner.other()].map(|side| position.score()[side]);
    both(|language| {
        let who = name(winner, language);
        match (language, outcome.reason) {
            (Language::English, CROSSED) => format!("{who} has crossed the ford and wins."),
            (Language::French, CROSSED) => format!("{who} a passé le gué et gagne."),
            (Language::English, STONES_TAKEN) => {
                format!("{who} has taken the last stone and wins.")
            }
            (Language::French, STONES_TAKEN) => {
                format!("{who} a pris la dernière pierre et gagne.")
            }
            (Language::English, MORE_STONES) => {
                format!("{who} wins at the move limit with {more} stones to {less}.")
            }
            (Language::French, MORE_STONES) => {
                format!("{who} gagne à la limite de coups, {more} pierres à {less}.")
            }
            (Language::English, _) => format!("{who} wins."),
            (Language::French, _) => format!("{who} gagne."),
        }
    })
}

fn say_draw(reason: Reason) -> Phrase {
    match reason {
        Reason::REPETITION => Phrase::new(
            "A draw: the position stands for the third time.",
            "Nulle\u{a0}: la position apparaît pour la troisième fois.",
        ),
        Reason::MOVE_LIMIT => Phrase::new(
            "A draw: the move limit is reached with equal stones.",
            "Nulle\u{a0}: la limite de coups est atteinte à pierres égales.",
        ),
        _ => Phrase::new("A draw.", "Partie nulle."),
    }
}

pub(crate) fn both(tell: impl Fn(Language) -> String) -> Phrase {
    Phrase::new(tell(Language::English), tell(Language::French))
}
