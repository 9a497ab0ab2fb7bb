//! What the screen says by itself, in both languages.

use super::state::Command;
use crate::commands::play::computer::Found;
use crate::words::{Words, words};
use galet_core::Side;
use galet_scene::Language;

pub(super) const YOUR_TURN: Words = words("Your turn.", "À vous de jouer.");
pub(super) const YOU: Words = words("you", "vous");
pub(super) const TOO_SMALL: Words =
    words("The window is too small for the board.", "La fenêtre est trop petite.");
pub(super) const COMPUTER_THINKS: Words = words(
    "The computer is thinking. u takes your move back.",
    "L’ordinateur réfléchit. u reprend votre coup.",
);
pub(super) const FINISHED: Words = words(
    "The game is over: n begins again, s saves, q quits.",
    "La partie est finie\u{a0}: n recommence, s enregistre, q quitte.",
);
pub(super) const SURE_TO_RESIGN: Words =
    words("Give the game up? (y/n)", "Abandonner la partie\u{a0}? (o/n)");
pub(super) const SURE_TO_LEAVE: Words = words(
    "Leave? The game is not saved. (y/n)",
    "Quitter\u{a0}? La partie n’est pas enregistrée. (o/n)",
);
pub(super) const SURE_TO_BEGIN: Words = words(
    "Begin again? The game is not saved. (y/n)",
    "Recommencer\u{a0}? La partie n’est pas enregistrée. (o/n)",
);
pub(super) const SURE_TO_OVERWRITE: Words =
    words("That file exists. Overwrite it? (y/n)", "Ce fichier existe. Le remplacer\u{a0}? (o/n)");
pub(super) const SAVE_AS: Words = words("Save as:", "Enregistrer sous\u{a0}:");
pub(super) const LOAD_FROM: Words =
    words("Load from (FILE, or FILE N for its Nth game):", "Charger (FICHIER ou FICHIER N)\u{a0}:");
pub(super) const TYPE_MOVE: Words = words("Move:", "Coup\u{a0}:");
pub(super) const OPPONENT: Words = words(
    "Opponent (1 to 10 for the computer, p for a person):",
    "Adversaire (1 à 10 pour l’ordinateur, p pour une personne)\u{a0}:",
);
pub(super) const NO_OPPONENT: Words = words(
    "Type a level from 1 to 10, or p for a person.",
    "Tapez un niveau de 1 à 10, ou p pour une personne.",
);
pub(super) const NEW_OPPONENT: Words = words("The opponent has changed.", "L’adversaire a changé.");
pub(super) const BACK_TO_NOW: Words = words("Back to the game.", "Retour à la partie.");
pub(super) const FILE_DEFAULT: Words = words("game.pgn", "partie.pgn");
pub(super) const HELP_TITLE: Words = words("Help", "Aide");
pub(super) const ANY_KEY: Words = words("any key closes this", "une touche ferme cette page");
pub(super) const MARKS: Words = words("Marks", "Marques");
pub(super) const IN_HAND: Words =
    words("In hand, next first:", "En main, le prochain d’abord\u{a0}:");
pub(super) const FROM_BOTTOM: Words = words("from the bottom:", "depuis le bas\u{a0}:");
pub(super) const ENTER_TAPS: Words = words("Enter chooses it", "Entrée la choisit");

/// What the keys do, as the page of help lists them.
pub(super) const KEYS: &[(Words, Words)] = &[
    (words("← ↑ ↓ →", "← ↑ ↓ →"), words("go from cell to cell", "passer d’une case à l’autre")),
    (
        words("Tab", "Tab"),
        words("go to the next cell that can be chosen", "aller à la prochaine case possible"),
    ),
    (
        words("Enter, Space", "Entrée, espace"),
        words("choose the cell; so does the mouse", "choisir la case (ou à la souris)"),
    ),
    (
        words("Esc, Backspace", "Échap, retour"),
        words("take the last cell back", "reprendre la dernière case"),
    ),
    (
        words("u", "u"),
        words(
            "take back (both moves against the computer)",
            "reprendre (les deux coups contre l’ordinateur)",
        ),
    ),
    (words("h", "h"), words("hint", "indice")),
    (words("e", "e"), words("evaluate the position", "évaluer la position")),
    (
        words(", .", ", ."),
        words("look at earlier and later positions", "revoir les positions passées"),
    ),
    (words("f", "f"), words("turn the board round", "tourner le plateau")),
    (words("m", "m"), words("type a move", "taper un coup")),
    (words("o", "o"), words("choose the opponent", "choisir l’adversaire")),
    (words("d  r", "d  r"), words("offer a draw, resign", "proposer la nulle, abandonner")),
    (words("s  l", "s  l"), words("save, load", "enregistrer, charger")),
    (words("n  q", "n  q"), words("new game, quit", "nouvelle partie, quitter")),
];

/// The row of keys below the board; each can be clicked.
pub(super) const BAR: &[(&str, Words, Command)] = &[
    ("u", words("undo", "reprendre"), Command::Undo),
    ("h", words("hint", "indice"), Command::Hint),
    ("e", words("evaluate", "évaluer"), Command::Evaluate),
    ("f", words("flip", "tourner"), Command::Flip),
    ("s", words("save", "sauver"), Command::Save),
    ("n", words("new", "nouveau"), Command::New),
    ("?", words("help", "aide"), Command::Help),
    ("q", words("quit", "quitter"), Command::Quit),
];

/// The computer as an opponent.
pub(super) fn level(language: Language, level: u8) -> String {
    match language {
        Language::English => format!("level {level}"),
        Language::French => format!("niveau {level}"),
    }
}

/// Whose turn it is.
pub(super) fn to_move(language: Language, name: &str) -> String {
    match language {
        Language::English => format!("{name} to move."),
        Language::French => format!("{name} au trait."),
    }
}

/// The computer is at work. The seconds show that it lives.
pub(super) fn thinking(language: Language, milliseconds: u64) -> String {
    let words = match language {
        Language::English => "Thinking…",
        Language::French => "Réflexion…",
    };
    match milliseconds / 1000 {
        0 => words.to_owned(),
        seconds => format!("{words} {seconds}\u{a0}s"),
    }
}

/// An earlier position is shown.
pub(super) fn looking_back(language: Language, ply: usize, plies: usize) -> String {
    match language {
        Language::English => format!("Position after move {ply} of {plies}. Esc goes back."),
        Language::French => format!("Position après le coup {ply} sur {plies}. Échap revient."),
    }
}

/// How good the position is; `name` is the better player's.
pub(super) fn evaluation(
    language: Language,
    found: &Found,
    name: impl Fn(Side) -> String,
) -> String {
    if let Some(solved) = &found.solved {
        let better = match found.forced {
            Some((winner, _)) => format!("{}, ", name(winner)),
            None => String::new(),
        };
        return match language {
            Language::English => format!("Solved: {better}{}.", solved.get(language)),
            Language::French => format!("Résolu\u{a0}: {better}{}.", solved.get(language)),
        };
    }
    if let Some((winner, moves)) = found.forced {
        let winner = name(winner);
        return match (language, moves) {
            (Language::English, 1) => format!("{winner} wins in 1 move."),
            (Language::English, n) => format!("{winner} wins in {n} moves."),
            (Language::French, 1) => format!("{winner} gagne en 1 coup."),
            (Language::French, n) => format!("{winner} gagne en {n} coups."),
        };
    }
    let better =
        if found.chances.first >= found.chances.second { Side::First } else { Side::Second };
    let percent = (found.chances[better] * 100.0).round();
    let (name, depth) = (name(better), found.depth);
    match language {
        _ if percent <= 52.0 => match language {
            Language::English => format!("The position is balanced (depth {depth})."),
            Language::French => format!("La position est équilibrée (profondeur {depth})."),
        },
        Language::English => {
            format!("{name} is better: {percent} % of the points (depth {depth}).")
        }
        Language::French => {
            format!("Avantage à {name}\u{a0}: {percent}\u{a0}% des points (profondeur {depth}).")
        }
    }
}
