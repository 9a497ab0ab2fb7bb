//! The few words that pictures need besides those that a scene brings along.

use crate::{Counter, Language, Owner, Scene};

/// "to move", as it stands beside a player's name.
pub(crate) fn to_move(language: Language) -> &'static str {
    match language {
        Language::English => "to move",
        Language::French => "au trait",
    }
}

/// Before the pieces in hand.
pub(crate) fn in_hand(language: Language) -> &'static str {
    match language {
        Language::English => "In hand",
        Language::French => "En main",
    }
}

/// Before the pieces in hand, where their order has to be said.
pub(crate) fn in_hand_next_first(language: Language) -> &'static str {
    match language {
        Language::English => "In hand, next first",
        Language::French => "En main, le prochain d'abord",
    }
}

/// Before a stack that is written out from bottom to top.
pub(crate) fn whole_stack(cell: &str, language: Language) -> String {
    match language {
        Language::English => format!("{cell} from the bottom"),
        Language::French => format!("{cell} depuis le bas"),
    }
}

/// The name of what belongs to nobody.
pub(crate) fn neutral(language: Language) -> &'static str {
    match language {
        Language::English => "Neutral",
        Language::French => "Neutre",
    }
}

/// The game's name as a title has it.
pub(crate) fn title(scene: &Scene) -> String {
    let mut letters = scene.game.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The name of a player, or the word for nobody.
pub(crate) fn owner_name(scene: &Scene, owner: Owner, language: Language) -> &str {
    match owner {
        Owner::First => scene.players[0].name.get(language),
        Owner::Second => scene.players[1].name.get(language),
        Owner::Nobody => neutral(language),
    }
}

/// How the game stands: "Black to move." or the sentence of its end.
pub(crate) fn standing(scene: &Scene, language: Language) -> String {
    match (&scene.ending, scene.turn) {
        (Some(ending), _) => ending.words.get(language).to_owned(),
        (None, Some(turn)) => {
            format!("{} {}.", owner_name(scene, turn, language), to_move(language))
        }
        (None, None) => String::new(),
    }
}

/// The figure of a counter: "3/6" or "24".
pub(crate) fn figure(counter: &Counter) -> String {
    match counter.of {
        Some(of) => format!("{}/{of}", counter.value),
        None => counter.value.to_string(),
    }
}

/// A counter with its label: "Ejected 3/6".
pub(crate) fn counter(counter: &Counter, language: Language) -> String {
    format!("{} {}", counter.label.get(language), figure(counter))
}

/// A colon as the language sets it.
pub(crate) fn colon(language: Language) -> &'static str {
    match language {
        Language::English => ":",
        Language::French => " :",
    }
}

/// The whole scene in words, cell by cell, for people who do not see the picture.
pub(crate) fn description(scene: &Scene, language: Language) -> String {
    let mut sentences = vec![standing(scene, language)];
    let colon = colon(language);
    for owner in [Owner::First, Owner::Second, Owner::Nobody] {
        let name = owner_name(scene, owner, language);
        let counters: Vec<_> = scene
            .counters
            .iter()
            .filter(|c| c.owner == owner)
            .map(|c| counter(c, language).to_lowercase())
            .collect();
        let cells: Vec<_> = scene
            .cells
            .iter()
            .filter(|cell| cell.stack.last().is_some_and(|top| top.owner == owner))
            .map(|cell| match cell.stack.len() {
                1 => cell.name.clone(),
                height => format!("{} ({height})", cell.name),
            })
            .collect();
        let parts: Vec<_> =
            [cells.join(" "), counters.join(", ")].into_iter().filter(|p| !p.is_empty()).collect();
        if !parts.is_empty() {
            sentences.push(format!("{name}{colon} {}.", parts.join("; ")));
        }
    }
    sentences.retain(|s| !s.is_empty());
    sentences.join(" ")
}
