//! Three small tasks, each with one solution. Black has ejected five: one more wins.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const WHICH_WAY: Lesson = Lesson {
    id: "which-way",
    part: Part::Task,
    title: Phrase::fixed("Which way?", "Dans quel sens\u{a0}?"),
    rule: Phrase::fixed(
        "You can push in several directions, but only one leads over the edge.",
        "On peut pousser dans plusieurs directions, mais une seule mène par-dessus bord.",
    ),
    options: &[],
    position: "2w2/www3/1bb4/1bb5/9/8/7/6/5 b 5 0",
    stages: &[Stage::new(
        Phrase::fixed("Eject a marble.", "Éjectez une bille."),
        Goal::Win,
        Phrase::fixed("Over the edge: that was the sixth.", "Par-dessus bord\u{a0}: c’était la sixième."),
    )
    .otherwise(Phrase::fixed(
        "Nothing fell. Which white marble stands at the edge, with two of yours in line behind it?",
        "Rien n’est tombé. Quelle bille blanche est au bord, avec deux des vôtres alignées derrière\u{a0}?",
    ))],
};

pub(super) const TRAP: Lesson = Lesson {
    id: "trap",
    part: Part::Task,
    title: Phrase::fixed("The trap", "Le piège"),
    rule: Phrase::fixed(
        "The white marble is at the edge. Wherever it goes next, you must be able to push it off.",
        "La bille blanche est au bord. Où qu’elle aille, vous devez pouvoir l’éjecter.",
    ),
    options: &[],
    position: "1bw2/2bb2/bb5/8/9/8/7/6/5 b 5 0",
    stages: &[
        Stage::new(
            Phrase::fixed("Win in two moves.", "Gagnez en deux coups."),
            Goal::Moves(&["i6h6"]),
            Phrase::fixed("Trapped. White has run to i8.", "Prise au piège. Blanc a fui en i8."),
        )
        .answered("i7i8")
        .remarking(const { &[remark(
            &["i6*", "h6*"],
            Phrase::fixed(
                "Right marbles, but then white escapes. Where would two in line aim at the edge?",
                "Les bonnes billes, mais Blanc s’échappe. D’où deux billes en ligne viseraient-elles le \
                 bord\u{a0}?",
            ),
        )] })
        .otherwise(Phrase::fixed(
            "White gets away. Look for a move that aims at every cell it can reach.",
            "Blanc s’échappe. Cherchez un coup qui vise toutes les cases qu’elle peut atteindre.",
        )),
        Stage::new(
            Phrase::fixed("And now?", "Et maintenant\u{a0}?"),
            Goal::Win,
            Phrase::fixed("The sixth marble.", "La sixième bille."),
        )
        .otherwise(Phrase::fixed(
            "It is still there. Which of your lines points at i8?",
            "Elle est toujours là. Laquelle de vos lignes vise i8\u{a0}?",
        )),
    ],
};

pub(super) const CUT_OFF: Lesson = Lesson {
    id: "cut-off",
    part: Part::Task,
    title: Phrase::fixed("Cut off", "Retraite coupée"),
    rule: Phrase::fixed(
        "A corner is a dangerous place, but the white marble still has two ways out.",
        "Un coin est un endroit dangereux, mais la bille blanche a encore deux issues.",
    ),
    options: &[],
    position: "5/6/w6/bbb5/1b7/1b6/7/6/5 b 5 0",
    stages: &[
        Stage::new(
            Phrase::fixed("Win in two moves.", "Gagnez en deux coups."),
            Goal::Moves(&["e2f3"]),
            Phrase::fixed(
                "One way is closed, and the other leads along the edge to h4.",
                "Une issue est fermée, et l’autre mène le long du bord, en h4.",
            ),
        )
        .answered("g3h4")
        .otherwise(Phrase::fixed(
            "White gets away. Close one way out, and aim at the other.",
            "Blanc s’échappe. Fermez une issue, et visez l’autre.",
        )),
        Stage::new(
            Phrase::fixed("Push it off.", "Éjectez-la."),
            Goal::Win,
            Phrase::fixed("Six marbles: you win.", "Six billes\u{a0}: vous gagnez."),
        )
        .otherwise(Phrase::fixed(
            "It is still there. Two of your marbles point at h4.",
            "Elle est toujours là. Deux de vos billes visent h4.",
        )),
    ],
};
