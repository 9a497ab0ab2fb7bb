//! What is said while somebody solves a puzzle.

use galet_core::Shown;
use galet_puzzles::Puzzle;
use galet_scene::Phrase;

pub(super) static HOW: Phrase = Phrase::fixed(
    "Type your move; solution shows it, quit ends.",
    "Tapez votre coup\u{a0}; solution le montre, quitter termine.",
);
pub(super) static WRONG: Phrase = Phrase::fixed(
    "That is not the move. This is why:",
    "Ce n’est pas le coup. Voici pourquoi\u{a0}:",
);
pub(super) static AGAIN: Phrase = Phrase::fixed("Try again.", "Essayez encore.");
pub(super) static RIGHT: Phrase = Phrase::fixed("Right!", "Juste\u{a0}!");
pub(super) static SOLVED: Phrase = Phrase::fixed("Solved.", "Résolu.");
pub(super) static SOLUTION: Phrase = Phrase::fixed("The solution:", "La solution\u{a0}:");
pub(super) static THEMES: Phrase = Phrase::fixed("Themes:", "Thèmes\u{a0}:");

/// What is to be done, and how hard it is.
pub(super) fn task(puzzle: &Puzzle) -> Phrase {
    let (difficulty, proof) = (&puzzle.difficulty, puzzle.proof.words());
    let moves = match puzzle.moves_to_find() {
        1 => Phrase::fixed("one move", "un coup"),
        n => Phrase::new(format!("{n} moves"), format!("{n} coups")),
    };
    let about = Phrase::new(
        format!(
            "({}, class {} of 5, rating {}, {})",
            moves.en, difficulty.class, difficulty.rating, proof.en
        ),
        format!(
            "({}, classe {} sur 5, cote {}, {})",
            moves.fr, difficulty.class, difficulty.rating, proof.fr
        ),
    );
    puzzle.goal.task().then(&about)
}

/// What a wrong move comes to.
pub(super) fn result(words: &Phrase) -> Phrase {
    Phrase::new(
        format!("For the opponent that is proven: {}.", words.en),
        format!("Pour l’adversaire, c’est prouvé\u{a0}: {}.", words.fr),
    )
}

/// A theme that there is not.
pub(super) fn no_theme(asked: &str, all: &str) -> Phrase {
    let asked = Shown(asked);
    Phrase::new(
        format!("there is no theme '{asked}'; the themes are {all}"),
        format!("le thème «\u{a0}{asked}\u{a0}» n’existe pas\u{a0}; les thèmes sont {all}"),
    )
}
