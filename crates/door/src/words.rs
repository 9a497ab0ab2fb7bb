//! Refusals that only a browser without a server has.

use galet_scene::Phrase;
use galet_wire::refusal::{DAMAGED_TABLE, Refusal};
use galet_wire::socket::ErrorInfo;

/// A friend far away needs somebody between the two.
pub(crate) fn needs_server() -> Refusal {
    Refusal::new(
        422,
        "needs-server",
        Phrase::fixed(
            "A friend elsewhere needs a server in between. Play against the computer or at one screen here.",
            "Pour jouer à distance, il faut un serveur. Ici, jouez contre l’ordinateur ou à deux sur cet écran.",
        ),
    )
}

/// The events in storage make no game.
pub(crate) fn damaged_table() -> Refusal {
    Refusal::new(
        500,
        DAMAGED_TABLE,
        Phrase::fixed(
            "This game is damaged in your browser’s storage. Your other games are not touched; a file of your games \
             may have it whole.",
            "Cette partie est abîmée dans la mémoire de votre navigateur. Vos autres parties sont intactes\u{a0}; un \
             fichier de vos parties peut la contenir entière.",
        ),
    )
}

/// A thinker ended without an answer.
pub(crate) fn no_answer() -> ErrorInfo {
    let words = Phrase::fixed(
        "The engine found no answer. Ask again.",
        "Le moteur n’a pas trouvé de réponse. Demandez de nouveau.",
    );
    ErrorInfo { code: "no-answer".to_owned(), words }
}

/// A file of games that is none, or that somebody or something has changed.
pub(crate) fn wrong_file(line: usize, why: &Phrase) -> Refusal {
    let words = Phrase::new(
        format!("Line {line}: {} None of the games was taken.", why.en),
        format!("Ligne {line}\u{a0}: {} Aucune partie n’a été reprise.", why.fr),
    );
    Refusal::new(422, "wrong-file", words)
}
