//! Three small tasks, each with one solution.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const CORNER: Lesson = Lesson {
    id: "corner",
    part: Part::Task,
    title: Phrase::fixed("Into the corner", "Dans le coin"),
    rule: Phrase::fixed(
        "You play light. Three light pebbles already lie on one line.",
        "Vous jouez les clairs. Trois galets clairs sont déjà alignés.",
    ),
    options: &[],
    position: ",xn,,nn/,n,o,/n,no,,x/o,xn,,n o 5 5",
    stages: &[Stage::new(
        Phrase::fixed("Win with one move.", "Gagnez en un coup."),
        Goal::Win,
        Phrase::fixed("The diagonal from a1 to d4.", "La diagonale de a1 à d4."),
    )
    .remarking(const { &[remark(
        &["d4*", "c3*", "b2*", "a1*"],
        Phrase::fixed(
            "That stack is part of the line: leave it there, and look for what is missing.",
            "Cette pile fait partie de l’alignement\u{a0}: laissez-la, et cherchez ce qui manque.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "No line yet. Where is the fourth cell, and which stack reaches it with its last pebble?",
        "Pas encore. Où est la quatrième case, et quelle pile l’atteint avec son dernier galet\u{a0}?",
    ))],
};

pub(super) const TWO_AT_ONCE: Lesson = Lesson {
    id: "two-at-once",
    part: Part::Task,
    title: Phrase::fixed("Two at once", "Deux d’un coup"),
    rule: Phrase::fixed(
        "One sowing can put two of your pebbles where you need them.",
        "Un seul coup peut placer deux de vos galets là où il faut.",
    ),
    options: &[],
    position: "x,,o,nn/nx,n,o,/,onx,n,/,n,n, o 5 5",
    stages: &[Stage::new(
        Phrase::fixed("Win with one move.", "Gagnez en un coup."),
        Goal::Win,
        Phrase::fixed(
            "The light pebble from the bottom fell first, yours last: column c.",
            "Le galet clair du dessous est tombé en premier, le vôtre en dernier\u{a0}: colonne c.",
        ),
    )
    .remarking(const { &[remark(
        &["b2*"],
        Phrase::fixed(
            "The right stack! It brings two light pebbles: the first and the last to fall.",
            "La bonne pile\u{a0}! Elle apporte deux galets clairs\u{a0}: le premier et le dernier à tomber.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "No line yet. Column c lacks two pebbles: which stack holds a light one at its bottom?",
        "Pas encore. Il manque deux galets à la colonne c\u{a0}: quelle pile cache un clair tout en bas\u{a0}?",
    ))],
};

pub(super) const HOLD: Lesson = Lesson {
    id: "hold",
    part: Part::Task,
    title: Phrase::fixed("Hold the line", "Tenir bon"),
    rule: Phrase::fixed(
        "Dark lacks one pebble in column d, on d3, and several stacks can bring it there.",
        "Il manque un galet à Foncé dans la colonne d, en d3, et plusieurs piles peuvent l’y apporter.",
    ),
    options: &[],
    position: "nn,,n,x/,,n,on/,,n,ox/x,,no,nox o 4 4",
    stages: &[Stage::new(
        Phrase::fixed(
            "Find the only move after which dark cannot win at once.",
            "Trouvez le seul coup après lequel Foncé ne peut pas gagner aussitôt.",
        ),
        Goal::Moves(&["d2nnw"]),
        Phrase::fixed(
            "You took a dark pebble out of the column and put a light one on d3.",
            "Vous avez retiré un galet foncé de la colonne et mis un clair en d3.",
        ),
    )
    .remarking(const { &[remark(
        &["d2*"],
        Phrase::fixed(
            "The right stack, but sown this way dark still wins. Where should its pebbles fall?",
            "La bonne pile, mais égrenée ainsi, Foncé gagne encore. Où doivent tomber ses galets\u{a0}?",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "Dark wins next move all the same. Take a dark pebble out of column d.",
        "Foncé gagne quand même au coup suivant. Retirez un galet foncé de la colonne d.",
    ))],
};
