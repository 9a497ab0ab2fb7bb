//! What the screen says by itself, in both languages.

use super::state::Command;
use crate::commands::play::computer::Found;
use galet_core::{Level, Side};
use galet_scene::{Language, Phrase};

pub(super) static YOUR_TURN: Phrase = Phrase::fixed("Your turn.", "À vous de jouer.");
pub(super) static YOU: Phrase = Phrase::fixed("you", "vous");
pub(super) static TOO_SMALL: Phrase =
    Phrase::fixed("The window is too small for the board.", "La fenêtre est trop petite.");
pub(super) static COMPUTER_THINKS: Phrase = Phrase::fixed(
    "The computer is thinking. u takes your move back.",
    "L’ordinateur réfléchit. u reprend votre coup.",
);
pub(super) static FINISHED: Phrase = Phrase::fixed(
    "The game is over: n begins again, s saves, q quits.",
    "La partie est finie\u{a0}: n recommence, s enregistre, q quitte.",
);
pub(super) static SURE_TO_RESIGN: Phrase =
    Phrase::fixed("Give the game up? (y/n)", "Abandonner la partie\u{a0}? (o/n)");
pub(super) static SURE_TO_LEAVE: Phrase = Phrase::fixed(
    "Leave? The game is not saved. (y/n)",
    "Quitter\u{a0}? La partie n’est pas enregistrée. (o/n)",
);
pub(super) static SURE_TO_BEGIN: Phrase = Phrase::fixed(
    "Begin again? The game is not saved. (y/n)",
    "Recommencer\u{a0}? La partie n’est pas enregistrée. (o/n)",
);
pub(super) static SURE_TO_OVERWRITE: Phrase = Phrase::fixed(
    "That file exists. Overwrite it? (y/n)",
    "Ce fichier existe. Le remplacer\u{a0}? (o/n)",
);
pub(super) static SAVE_AS: Phrase = Phrase::fixed("Save as:", "Enregistrer sous\u{a0}:");
pub(super) static LOAD_FROM: Phrase = Phrase::fixed(
    "Load from (FILE, or FILE N for its Nth game):",
    "Charger (FICHIER ou FICHIER N)\u{a0}:",
);
pub(super) static TYPE_MOVE: Phrase = Phrase::fixed("Move:", "Coup\u{a0}:");
pub(super) static NEW_OPPONENT: Phrase =
    Phrase::fixed("The opponent has changed.", "L’adversaire a changé.");
pub(super) static BACK_TO_NOW: Phrase = Phrase::fixed("Back to the game.", "Retour à la partie.");
pub(super) static FILE_DEFAULT: Phrase = Phrase::fixed("game.pgn", "partie.pgn");
pub(super) static HELP_TITLE: Phrase = Phrase::fixed("Help", "Aide");
pub(super) static ANY_KEY: Phrase =
    Phrase::fixed("any key closes this", "une touche ferme cette page");
pub(super) static MARKS: Phrase = Phrase::fixed("Marks", "Marques");
pub(super) static IN_HAND: Phrase =
    Phrase::fixed("In hand, next first:", "En main, le prochain d’abord\u{a0}:");
pub(super) static FROM_BOTTOM: Phrase = Phrase::fixed("from the bottom:", "depuis le bas\u{a0}:");
pub(super) static ENTER_TAPS: Phrase = Phrase::fixed("Enter chooses it", "Entrée la choisit");

/// What the keys do, as the page of help lists them.
pub(super) static KEYS: &[(Phrase, Phrase)] = &[
    (
        Phrase::fixed("← ↑ ↓ →", "← ↑ ↓ →"),
        Phrase::fixed("go from cell to cell", "passer d’une case à l’autre"),
    ),
    (
        Phrase::fixed("Tab", "Tab"),
        Phrase::fixed(
            "go to the next cell that can be chosen",
            "aller à la prochaine case possible",
        ),
    ),
    (
        Phrase::fixed("Enter, Space", "Entrée, espace"),
        Phrase::fixed("choose the cell; so does the mouse", "choisir la case (ou à la souris)"),
    ),
    (
        Phrase::fixed("Esc, Backspace", "Échap, retour"),
        Phrase::fixed("take the last cell back", "reprendre la dernière case"),
    ),
    (
        Phrase::fixed("u", "u"),
        Phrase::fixed(
            "take back (both moves against the computer)",
            "reprendre (les deux coups contre l’ordinateur)",
        ),
    ),
    (Phrase::fixed("h", "h"), Phrase::fixed("hint", "indice")),
    (Phrase::fixed("e", "e"), Phrase::fixed("evaluate the position", "évaluer la position")),
    (
        Phrase::fixed(", .", ", ."),
        Phrase::fixed("look at earlier and later positions", "revoir les positions passées"),
    ),
    (Phrase::fixed("f", "f"), Phrase::fixed("turn the board round", "tourner le plateau")),
    (Phrase::fixed("m", "m"), Phrase::fixed("type a move", "taper un coup")),
    (Phrase::fixed("o", "o"), Phrase::fixed("choose the opponent", "choisir l’adversaire")),
    (
        Phrase::fixed("d  r", "d  r"),
        Phrase::fixed("offer a draw, resign", "proposer la nulle, abandonner"),
    ),
    (Phrase::fixed("s  l", "s  l"), Phrase::fixed("save, load", "enregistrer, charger")),
    (Phrase::fixed("n  q", "n  q"), Phrase::fixed("new game, quit", "nouvelle partie, quitter")),
];

/// The row of keys below the board; each can be clicked.
pub(super) static BAR: &[(&str, Phrase, Command)] = &[
    ("u", Phrase::fixed("undo", "reprendre"), Command::Undo),
    ("h", Phrase::fixed("hint", "indice"), Command::Hint),
    ("e", Phrase::fixed("evaluate", "évaluer"), Command::Evaluate),
    ("f", Phrase::fixed("flip", "tourner"), Command::Flip),
    ("s", Phrase::fixed("save", "sauver"), Command::Save),
    ("n", Phrase::fixed("new", "nouveau"), Command::New),
    ("?", Phrase::fixed("help", "aide"), Command::Help),
    ("q", Phrase::fixed("quit", "quitter"), Command::Quit),
];

/// Who shall be the opponent, in a game with so many expert levels.
pub(super) fn which_opponent(experts: u8) -> Phrase {
    let Phrase { en, fr } = Level::listed(experts);
    Phrase::new(
        format!("Opponent (level {en}, p for a person):"),
        format!("Adversaire (niveau {fr}, p pour une personne)\u{a0}:"),
    )
}

/// An opponent that there is not, in a game with so many expert levels.
pub(super) fn no_opponent(experts: u8) -> Phrase {
    let Phrase { en, fr } = Level::listed(experts);
    Phrase::new(
        format!("Type a level ({en}), or p for a person."),
        format!("Tapez un niveau ({fr}), ou p pour une personne."),
    )
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
