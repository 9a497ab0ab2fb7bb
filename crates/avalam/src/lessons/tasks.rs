//! Three small tasks, each with one solution.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const LAST_WORD: Lesson = Lesson {
    id: "last-word",
    part: Part::Task,
    title: Phrase::fixed("The last word", "Le dernier mot"),
    rule: Phrase::fixed(
        "One of your moves ends the game and wins it.",
        "Un de vos coups termine la partie et la gagne.",
    ),
    options: &[],
    position: "2/4/6/1a6/3d5/3A4/2D3/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed("Win with one move.", "Gagnez en un coup."),
        Goal::Win,
        Phrase::fixed(
            "Your tower of five and your lonely counter: two to one.",
            "Votre tour de cinq et votre pion isolé\u{a0}: deux à un.",
        ),
    )
    .remarking(
        const {
            &[remark(
                &["c6d5", "d5c6"],
                Phrase::fixed(
                    "You have joined two of your own towers: that costs a point.",
                    "Vous avez réuni deux de vos tours\u{a0}: cela coûte un point.",
                ),
            )]
        },
    )
    .otherwise(Phrase::fixed(
        "That does not win. Count the towers that would be left.",
        "Cela ne gagne pas. Comptez les tours qui resteraient.",
    ))],
};

pub(super) const SAFE_FIRST: Lesson = Lesson {
    id: "safe-first",
    part: Part::Task,
    title: Phrase::fixed("Safe first", "D’abord à l’abri"),
    rule: Phrase::fixed(
        "A tower that nobody can reach is a point. Three counters elsewhere can wait.",
        "Une tour que personne ne peut atteindre est un point. Trois pions ailleurs peuvent attendre.",
    ),
    options: &[],
    position: "2/4/6/3aC3/3a5/2aA4/6/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed("Win in two moves.", "Gagnez en deux coups."),
            Goal::Moves(&["e6f6"]),
            Phrase::fixed(
                "A tower of four that nobody can reach. Now dark has tried something.",
                "Une tour de quatre que personne ne peut atteindre. Foncé a tenté quelque chose.",
            ),
        )
        .answered("d4c4")
        .otherwise(Phrase::fixed(
            "Then dark has an answer. Which dark tower can you take over for good?",
            "Foncé a alors une réponse. Quelle tour foncée pouvez-vous prendre pour de bon\u{a0}?",
        )),
        Stage::new(
            Phrase::fixed("Finish it.", "Concluez."),
            Goal::Win,
            Phrase::fixed("Two towers to none.", "Deux tours à zéro."),
        )
        .otherwise(Phrase::fixed(
            "Dark would own that tower. Put light on top.",
            "Cette tour serait à Foncé. Mettez un clair au sommet.",
        )),
    ],
};

pub(super) const THREE_AHEAD: Lesson = Lesson {
    id: "three-ahead",
    part: Part::Task,
    title: Phrase::fixed("Three moves ahead", "Trois coups d’avance"),
    rule: Phrase::fixed(
        "The last task: only one first move wins against every answer.",
        "Dernier exercice\u{a0}: un seul premier coup gagne contre toutes les réponses.",
    ),
    options: &[],
    position: "2/4/6/2A1b3/2a2AA2/2c1a3/3A2/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed("Find the first move.", "Trouvez le premier coup."),
            Goal::Moves(&["e4f5"]),
            Phrase::fixed(
                "Yes. Dark has taken the tower over; take it back.",
                "Oui. Foncé a repris la tour\u{a0}; à vous de la reprendre.",
            ),
        )
        .answered("g5f5")
        .otherwise(Phrase::fixed(
            "Dark can still save the game after that. Look at the corner around f5.",
            "Foncé peut encore se sauver. Regardez autour de f5.",
        )),
        Stage::new(
            Phrase::fixed("Now your second move.", "Votre deuxième coup."),
            Goal::Moves(&["f6f5"]),
            Phrase::fixed(
                "A tower of five. One thing is left to settle.",
                "Une tour de cinq. Il reste une chose à régler.",
            ),
        )
        .answered("c4c5")
        .otherwise(Phrase::fixed(
            "That lets dark off. Which tower can you complete to five?",
            "Foncé s’en sort. Quelle tour pouvez-vous porter à cinq\u{a0}?",
        )),
        Stage::new(
            Phrase::fixed("And the last one.", "Et le dernier."),
            Goal::Win,
            Phrase::fixed("Well played.", "Bien joué."),
        )
        .otherwise(Phrase::fixed(
            "Not enough: count the towers.",
            "Pas assez\u{a0}: comptez les tours.",
        )),
    ],
};
