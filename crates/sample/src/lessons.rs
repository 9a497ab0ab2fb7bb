//! A short course: a lesson of each kind that the house knows.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(crate) const LESSONS: &[Lesson] = &[CROSS, TAKE, OWN, PASS, TWO_STEPS];

const CROSS: Lesson = Lesson {
    id: "cross",
    part: Part::Aim,
    title: Phrase::fixed("Across the ford", "Passer le gué"),
    rule: Phrase::fixed(
        "Whoever brings a stone to the opposite bank wins.",
        "Qui amène une pierre sur l’autre rive gagne.",
    ),
    options: &[],
    position: "x.x/.o./.x./o.o o",
    stages: &[Stage::new(
        Phrase::fixed("Win with one step.", "Gagnez d’un pas."),
        Goal::Win,
        Phrase::fixed("Across!", "Passé\u{a0}!"),
    )
    .pointing(&["b3"])],
};

const TAKE: Lesson = Lesson {
    id: "take",
    part: Part::May,
    title: Phrase::fixed("Taking", "Prendre"),
    rule: Phrase::fixed(
        "A stone may step onto a stone of the opponent and takes it.",
        "Une pierre peut aller sur une pierre adverse et la prend.",
    ),
    options: &[],
    position: "x.x/.x./.o./o.o o",
    stages: &[Stage::new(
        Phrase::fixed("Take the stone on b3.", "Prenez la pierre en b3."),
        Goal::Moves(&["b2b3"]),
        Phrase::fixed("Taken.", "Prise."),
    )],
};

const OWN: Lesson = Lesson {
    id: "own",
    part: Part::Never,
    title: Phrase::fixed("Never onto your own", "Jamais sur les siennes"),
    rule: Phrase::fixed(
        "A stone never steps onto a stone of the same colour.",
        "Une pierre ne va jamais sur une pierre de sa couleur.",
    ),
    options: &[],
    position: "xxx/.../.../ooo o",
    stages: &[Stage::new(
        Phrase::fixed("Try it: tap a1, then b1.", "Essayez\u{a0}: a1, puis b1."),
        Goal::Refusal(&["a1 b1"]),
        Phrase::fixed("Refused, as it should be.", "Refusé, comme il se doit."),
    )
    .otherwise(Phrase::fixed(
        "That is allowed. Try what is not: tap a1, then b1.",
        "C’est permis. Essayez ce qui ne l’est pas\u{a0}: a1, puis b1.",
    ))],
};

const PASS: Lesson = Lesson {
    id: "pass",
    part: Part::May,
    title: Phrase::fixed("Passing", "Passer"),
    rule: Phrase::fixed(
        "A player may pass: lift a stone and put it back.",
        "On peut passer\u{a0}: soulever une pierre et la reposer.",
    ),
    options: &[],
    position: "xxx/.../.o./o.o o",
    stages: &[
        Stage::new(
            Phrase::fixed("Tap a stone of yours twice.", "Touchez deux fois une de vos pierres."),
            Goal::Moves(&["pass"]),
            Phrase::fixed("You have passed.", "Vous avez passé."),
        )
        .answered("a4a3"),
        Stage::new(
            Phrase::fixed("Pass once more.", "Passez encore une fois."),
            Goal::Moves(&["pass"]),
            Phrase::fixed("Passed again.", "Passé encore."),
        ),
    ],
};

const TWO_STEPS: Lesson = Lesson {
    id: "two-steps",
    part: Part::Task,
    title: Phrase::fixed("Two steps", "Deux pas"),
    rule: Phrase::fixed(
        "Nothing of dark’s can reach column c in time.",
        "Rien de Foncé n’atteint la colonne c à temps.",
    ),
    options: &[],
    position: "x../.../..o/o.. o",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Go where nobody can take you.",
                "Allez où personne ne peut vous prendre.",
            ),
            Goal::Moves(&["c2c3"]),
            Phrase::fixed("Now nothing can stop you.", "Rien ne vous arrête plus."),
        )
        .answered("a4b4")
        .remarking(
            const {
                &[remark(
                    &["a1*", "pass"],
                    Phrase::fixed("The other stone is nearer.", "L’autre pierre est plus près."),
                )]
            },
        ),
        Stage::new(
            Phrase::fixed("And across.", "Et de l’autre côté."),
            Goal::Win,
            Phrase::fixed("Across!", "Passé\u{a0}!"),
        ),
    ],
};
