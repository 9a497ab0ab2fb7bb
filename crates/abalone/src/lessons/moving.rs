//! How marbles move.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const ONE_MARBLE: Lesson = Lesson {
    id: "one-marble",
    part: Part::May,
    title: Phrase::fixed("One marble, six directions", "Une bille, six directions"),
    rule: Phrase::fixed(
        "Abalone is about pushing six of the opponent’s marbles off the board. Black begins, then the \
         players take turns. A marble may move to a free cell next to it, in any of \
         the six directions.",
        "À Abalone, il s’agit de pousser six billes adverses hors du plateau. Noir commence, puis on joue \
         à tour de rôle. Une bille peut aller sur une case libre voisine, dans \
         l’une des six directions.",
    ),
    options: &[],
    position: "w3w/6/7/8/4b4/8/7/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "You play black. Tap your marble, then a cell next to it.",
            "Vous jouez les noirs. Touchez votre bille, puis une case voisine.",
        ),
        Goal::Moves(&["*"]),
        Phrase::fixed("One step: that is a move.", "Un pas\u{a0}: voilà un coup."),
    )
    .pointing(&["e5"])],
};

pub(super) const ONE_STEP: Lesson = Lesson {
    id: "one-step",
    part: Part::Never,
    title: Phrase::fixed("One space at a time", "Une case à la fois"),
    rule: Phrase::fixed(
        "A move never covers more than one space.",
        "Un coup ne fait jamais avancer de plus d’une case.",
    ),
    options: &[],
    position: "w3w/6/7/8/4b4/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try two steps: tap e5, then e7.",
                "Essayez deux pas\u{a0}: touchez e5, puis e7.",
            ),
            Goal::Refusal(&["e5 e7", "e5 e3", "e5 g7", "e5 g5", "e5 c5", "e5 c3"]),
            Phrase::fixed("Too far: one step only.", "Trop loin\u{a0}: un seul pas."),
        )
        .pointing(&["e5", "e7"])
        .otherwise(Phrase::fixed(
            "One step is allowed. First try two: tap e5, then e7.",
            "Un pas, c’est permis. Essayez d’abord deux\u{a0}: e5, puis e7.",
        )),
        Stage::new(
            Phrase::fixed("Now go one step.", "Avancez maintenant d’un pas."),
            Goal::Moves(&["*"]),
            Phrase::fixed("Right: one space.", "C’est cela\u{a0}: une case."),
        )
        .pointing(&["e5"]),
    ],
};

pub(super) const IN_LINE: Lesson = Lesson {
    id: "in-line",
    part: Part::May,
    title: Phrase::fixed("Two or three in line", "Deux ou trois en ligne"),
    rule: Phrase::fixed(
        "You may move two or three marbles together if they stand in one line. In line means: one \
         behind the other, along their own line.",
        "On peut déplacer ensemble deux ou trois billes si elles sont alignées. En ligne, c’est-à-dire \
         l’une derrière l’autre, dans le sens de leur alignement.",
    ),
    options: &[],
    position: "w1w1w/6/7/8/4b4/3b4/2b4/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "Move all three in line: tap c3, then e5, then f6.",
            "Déplacez les trois en ligne\u{a0}: touchez c3, puis e5, puis f6.",
        ),
        Goal::Moves(&["c3d4", "e5d4"]),
        Phrase::fixed("Three marbles in one move.", "Trois billes en un seul coup."),
    )
    .pointing(&["c3", "e5", "f6"])
    .remarking(const { &[remark(
        &["c3e5*"],
        Phrase::fixed(
            "That was all three, but sideways. Go along the line: f6 lies ahead of e5.",
            "C’étaient bien les trois, mais de côté. Suivez la ligne\u{a0}: f6 est devant e5.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "Some stayed behind. Take all three: tap one end, the other end, then the cell ahead.",
        "Il en reste en arrière. Prenez les trois\u{a0}: un bout, l’autre bout, puis la case devant.",
    ))],
};

pub(super) const BROADSIDE: Lesson = Lesson {
    id: "broadside",
    part: Part::May,
    title: Phrase::fixed("Broadside", "De côté"),
    rule: Phrase::fixed(
        "Two or three marbles may also move broadside: side by side, each to a free cell.",
        "Deux ou trois billes peuvent aussi se déplacer de côté\u{a0}: de front, chacune vers une case libre.",
    ),
    options: &[],
    position: "w1w1w/6/7/8/4b4/3b4/2b4/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "Move all three sideways: tap c3, then e5, then e6.",
            "Déplacez les trois de côté\u{a0}: touchez c3, puis e5, puis e6.",
        ),
        Goal::Moves(&["c3e5*"]),
        Phrase::fixed(
            "The cell you tap next to the last marble shows the way for all.",
            "La case touchée à côté de la dernière bille indique le sens pour toutes.",
        ),
    )
    .pointing(&["c3", "e5", "e6"])
    .remarking(const { &[remark(
        &["c3d4", "e5d4"],
        Phrase::fixed(
            "That was along the line. Choose a cell beside e5, not ahead of it.",
            "C’était dans le sens de la ligne. Choisissez une case à côté de e5, pas devant.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "Some stayed behind. Take all three: c3, then e5, then a cell beside e5.",
        "Il en reste en arrière. Prenez les trois\u{a0}: c3, puis e5, puis une case à côté de e5.",
    ))],
};

pub(super) const SAME_DIRECTION: Lesson = Lesson {
    id: "same-direction",
    part: Part::Must,
    title: Phrase::fixed("All the same way", "Toutes dans le même sens"),
    rule: Phrase::fixed(
        "Marbles that move together must all go in the same direction. If one of them cannot, none can.",
        "Les billes déplacées ensemble doivent toutes aller dans la même direction. Si l’une ne peut \
         pas, aucune ne le peut.",
    ),
    options: &[],
    position: "4w/6/7/2w5/3bb4/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to go up to the left: tap e4, then e5, then f4. For e5 the way is free, for e4 it is not.",
                "Essayez d’aller en haut à gauche\u{a0}: touchez e4, puis e5, puis f4. Pour e5, la voie est \
                 libre, pour e4 elle ne l’est pas.",
            ),
            Goal::Refusal(&["e4 e5 f4", "e5 e4 f4"]),
            Phrase::fixed(
                "e5 could go, but e4 cannot: so they cannot go together.",
                "e5 pourrait y aller, mais pas e4\u{a0}: elles ne peuvent donc pas y aller ensemble.",
            ),
        )
        .pointing(&["e4", "e5", "f4"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try the blocked way: e4, then e5, then f4.",
            "C’est permis. Essayez d’abord la voie bouchée\u{a0}: e4, puis e5, puis f4.",
        )),
        Stage::new(
            Phrase::fixed(
                "Now take both up to the right, to f5 and f6.",
                "Menez-les maintenant toutes deux en haut à droite, en f5 et f6.",
            ),
            Goal::Moves(&["e4e5f5"]),
            Phrase::fixed("Both went the same way.", "Toutes deux sont allées dans le même sens."),
        )
        .pointing(&["e4", "e5", "f6"])
        .otherwise(Phrase::fixed(
            "Tap e4, then e5, then f6: both go up to the right.",
            "Touchez e4, puis e5, puis f6\u{a0}: toutes deux vont en haut à droite.",
        )),
    ],
};

pub(super) const THREE_AT_MOST: Lesson = Lesson {
    id: "three-at-most",
    part: Part::Never,
    title: Phrase::fixed("Three at most", "Trois au plus"),
    rule: Phrase::fixed(
        "More than three marbles never move together.",
        "On ne déplace jamais plus de trois billes à la fois.",
    ),
    options: &[],
    position: "w3w/6/7/8/1bbbb4/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to take all four: tap e2, then e5.",
                "Essayez d’en prendre quatre\u{a0}: touchez e2, puis e5.",
            ),
            Goal::Refusal(&["e2 e5", "e5 e2"]),
            Phrase::fixed("Four are too many.", "Quatre, c’est trop."),
        )
        .pointing(&["e2", "e5"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try four: tap e2, then e5.",
            "C’est permis. Essayez d’abord quatre\u{a0}: e2, puis e5.",
        )),
        Stage::new(
            Phrase::fixed("Now move three of them.", "Déplacez-en maintenant trois."),
            Goal::Moves(&["e3e4", "e4e3", "e2e4*", "e3e5*"]),
            Phrase::fixed("Three is the most.", "Trois, c’est le maximum."),
        )
        .otherwise(Phrase::fixed(
            "That is allowed as well, but move three: tap e3, then e5, then e6.",
            "C’est permis aussi, mais déplacez-en trois\u{a0}: e3, puis e5, puis e6.",
        )),
    ],
};

pub(super) const SPLIT: Lesson = Lesson {
    id: "split",
    part: Part::May,
    title: Phrase::fixed("Part of a row", "Une partie de la rangée"),
    rule: Phrase::fixed(
        "One, two or three marbles that are part of a longer row may be split off from it.",
        "Une, deux ou trois billes d’une rangée plus longue peuvent en être séparées.",
    ),
    options: &[],
    position: "w3w/6/7/8/9/2bbbb2/7/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "Split off the two on the right, d5 and d6, in any direction.",
            "Séparez les deux de droite, d5 et d6, dans n’importe quelle direction.",
        ),
        Goal::Moves(&["d5d6*"]),
        Phrase::fixed(
            "The row has come apart: two and two.",
            "La rangée s’est partagée\u{a0}: deux et deux.",
        ),
    )
    .pointing(&["d5", "d6"])
    .otherwise(Phrase::fixed(
        "Those were others. Tap d5, then d6, then where they go.",
        "C’étaient d’autres billes. Touchez d5, puis d6, puis où elles vont.",
    ))],
};
