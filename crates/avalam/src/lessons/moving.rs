//! How towers move.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const TOP: Lesson = Lesson {
    id: "top",
    part: Part::Aim,
    title: Phrase::fixed("The top counter decides", "Le pion du dessus décide"),
    rule: Phrase::fixed(
        "Avalam is about owning towers. A tower belongs to the player whose colour is on top; a \
         single counter is a tower too.",
        "À Avalam, il s’agit de posséder des tours. Une tour appartient au joueur dont la couleur \
         est au sommet\u{a0}; un pion seul est aussi une tour.",
    ),
    options: &[],
    position: "aA/aAaA/AaAaAa/aAaAaAaA/aAaA1AaAa/AaAaAaAa/aAaAaA/AaAa/Aa o",
    stages: &[Stage::new(
        Phrase::fixed(
            "You play light. Make a tower that is yours: tap a light counter, then a counter next to it.",
            "Vous jouez les clairs. Formez une tour à vous\u{a0}: touchez un pion clair, puis un pion voisin.",
        ),
        Goal::Moves(&[
            "c9*", "b8*", "d8*", "c7*", "e7*", "g7*", "b6*", "d6*", "f6*", "h6*", "a5*", "c5*",
            "g5*", "i5*", "b4*", "d4*", "f4*", "h4*", "c3*", "e3*", "g3*", "f2*", "h2*", "g1*",
        ]),
        Phrase::fixed(
            "A tower of two with light on top: it is yours.",
            "Une tour de deux avec un clair au sommet\u{a0}: elle est à vous.",
        ),
    )
    .otherwise(Phrase::fixed(
        "Now a dark counter is on top, so that tower is dark’s. Put a light one on top.",
        "Un pion foncé est maintenant au sommet\u{a0}: cette tour est à Foncé. Mettez un clair au \
         sommet.",
    ))],
};

pub(super) const ANY_COLOUR: Lesson = Lesson {
    id: "any-colour",
    part: Part::May,
    title: Phrase::fixed("All counters are yours to move", "Tous les pions se jouent"),
    rule: Phrase::fixed(
        "You may move any counter, your opponent’s as well. Stacking two of theirs leaves them \
         one tower fewer.",
        "Vous pouvez déplacer tous les pions, ceux de l’adversaire aussi. En empiler deux des siens \
         lui retire une tour.",
    ),
    options: &[],
    position: "2/4/6/1Aa5/2aA5/8/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed(
            "Put one dark counter on top of the other.",
            "Posez l’un des pions foncés sur l’autre.",
        ),
        Goal::Moves(&["c6d5", "d5c6"]),
        Phrase::fixed(
            "Two dark towers have become one. That is often better than moving your own.",
            "Deux tours foncées n’en font plus qu’une. C’est souvent mieux que de bouger les vôtres.",
        ),
    )
    .pointing(&["c6", "d5"])
    .remarking(const { &[
        remark(
            &["d6*", "c5*"],
            Phrase::fixed(
                "That was one of yours, which is allowed too. This time move a dark counter.",
                "C’était un des vôtres, ce qui est permis aussi. Cette fois, bougez un pion foncé.",
            ),
        ),
        remark(
            &["c6*", "d5*"],
            Phrase::fixed(
                "Dark has taken your counter. Put it on the other dark one instead.",
                "Foncé vient de couvrir votre pion. Posez-le plutôt sur l’autre pion foncé.",
            ),
        ),
    ] })],
};

pub(super) const ANY_TOWER: Lesson = Lesson {
    id: "any-tower",
    part: Part::May,
    title: Phrase::fixed("Counters and towers move alike", "Un pion ou une tour"),
    rule: Phrase::fixed(
        "On your turn you may move any single counter or any tower, wherever you like on the board.",
        "À votre tour, vous pouvez déplacer n’importe quel pion seul ou n’importe quelle tour, où \
         bon vous semble.",
    ),
    options: &[],
    position: "2/4/6/8/2bA5/5aA1/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed(
            "Move the tower of two on c5 onto the dark counter.",
            "Posez la tour de deux en c5 sur le pion foncé.",
        ),
        Goal::Moves(&["c5d5"]),
        Phrase::fixed("A tower of three, and it is yours.", "Une tour de trois, et elle est à vous."),
    )
    .pointing(&["c5", "d5"])
    .remarking(const { &[
        remark(
            &["d5c5"],
            Phrase::fixed(
                "The other way round: now dark is on top. Move the tower onto the counter.",
                "C’est l’inverse\u{a0}: maintenant un foncé est au sommet. Posez la tour sur le pion.",
            ),
        ),
        remark(
            &["f4g4", "g4f4"],
            Phrase::fixed(
                "You may play there, too. But this lesson is about the tower on c5.",
                "On peut aussi jouer là. Mais il s’agit ici de la tour en c5.",
            ),
        ),
    ] })],
};

pub(super) const NEIGHBOURS: Lesson = Lesson {
    id: "neighbours",
    part: Part::May,
    title: Phrase::fixed("Eight directions", "Huit directions"),
    rule: Phrase::fixed(
        "A tower goes to any hole next to it that is occupied: straight or diagonal.",
        "Une tour va sur n’importe quel emplacement voisin occupé\u{a0}: tout droit ou en diagonale.",
    ),
    options: &[],
    position: "2/4/1AAA2/1AaA4/2AA5/8/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed("Move your counter diagonally.", "Déplacez votre pion en diagonale."),
        Goal::Moves(&["d6c7", "d6e7", "d6c5"]),
        Phrase::fixed("Diagonal is fine.", "La diagonale est permise."),
    )
    .pointing(&["d6", "c7", "e7", "c5"])
    .remarking(
        const {
            &[remark(
                &["d6*"],
                Phrase::fixed(
                    "A neighbour as well, but a straight one. Try a diagonal.",
                    "C’est aussi un voisin, mais tout droit. Essayez en diagonale.",
                ),
            )]
        },
    )
    .otherwise(Phrase::fixed(
        "You may move dark counters too. This time take the light one, diagonally.",
        "Vous pouvez aussi bouger les foncés. Cette fois, prenez le clair, en diagonale.",
    ))],
};

pub(super) const NEVER_EMPTY: Lesson = Lesson {
    id: "never-empty",
    part: Part::Never,
    title: Phrase::fixed("Never onto an empty hole", "Jamais sur un trou vide"),
    rule: Phrase::fixed(
        "A tower always lands on another tower, never on an empty hole. The hole in the centre is \
         empty from the start and stays so.",
        "Une tour se pose toujours sur une autre tour, jamais sur un trou vide. Celui du centre est \
         vide dès le début et le reste.",
    ),
    options: &[],
    position: "2/4/6/1aA5/2Aa5/8/6/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try it all the same: tap d5, then the empty hole e5.",
                "Essayez quand même\u{a0}: touchez d5, puis le trou vide e5.",
            ),
            Goal::Refusal(&["d5 e5"]),
            Phrase::fixed(
                "It cannot go there: e5 is empty.",
                "Impossible d’aller là\u{a0}: e5 est vide.",
            ),
        )
        .pointing(&["d5", "e5"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try what is not: tap d5, then e5.",
            "C’est permis. Essayez d’abord ce qui ne l’est pas\u{a0}: d5, puis e5.",
        )),
        Stage::new(
            Phrase::fixed("Now move d5 onto a tower.", "Posez maintenant d5 sur une tour."),
            Goal::Moves(&["d5*"]),
            Phrase::fixed(
                "A tower on a tower: that is a move.",
                "Une tour sur une tour\u{a0}: voilà un coup.",
            ),
        )
        .pointing(&["d5"]),
    ],
};

pub(super) const FREES_A_HOLE: Lesson = Lesson {
    id: "frees-a-hole",
    part: Part::Must,
    title: Phrase::fixed("Every move frees a hole", "Chaque coup libère un trou"),
    rule: Phrase::fixed(
        "As a tower leaves one hole and lands on an occupied one, every move has to free a hole. A \
         freed hole stays free.",
        "Puisqu’une tour quitte un trou pour un emplacement occupé, chaque coup libère un trou. Un \
         trou libéré le reste.",
    ),
    options: &[],
    position: "2/4/2a3/1aA5/9/5aA1/6/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed("Move c6 onto d6, and watch c6.", "Posez c6 sur d6, et regardez c6."),
            Goal::Moves(&["c6d6"]),
            Phrase::fixed(
                "c6 is free now. Dark has moved as well, and freed g4.",
                "c6 est libre. Foncé a joué aussi et a libéré g4.",
            ),
        )
        .pointing(&["c6", "d6"])
        .answered("g4f4")
        .otherwise(Phrase::fixed(
            "That frees a hole as well. Here, move c6 onto d6.",
            "Cela libère aussi un trou. Ici, posez c6 sur d6.",
        )),
        Stage::new(
            Phrase::fixed(
                "Is there a way back? Tap d6, then c6.",
                "Peut-on revenir\u{a0}? Touchez d6, puis c6.",
            ),
            Goal::Refusal(&["d6 c6"]),
            Phrase::fixed(
                "No way back: c6 stays free. So the board empties, move by move.",
                "Pas de retour\u{a0}: c6 reste libre. Ainsi le plateau se vide, coup après coup.",
            ),
        )
        .pointing(&["d6", "c6"])
        .otherwise(Phrase::fixed(
            "A fine move. But try the way back: tap d6, then c6.",
            "Un coup permis. Mais essayez le retour\u{a0}: d6, puis c6.",
        )),
    ],
};

pub(super) const NEVER_OVER_A_GAP: Lesson = Lesson {
    id: "never-over-a-gap",
    part: Part::Never,
    title: Phrase::fixed("No jumping", "On ne saute pas"),
    rule: Phrase::fixed(
        "A move goes one step. It is forbidden to pass over an empty hole.",
        "On avance d’un seul pas. Il est interdit de passer au-dessus d’un trou vide.",
    ),
    options: &[],
    position: "2/4/6/8/9/1Aa1A3/6/2aA/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to jump over d4: tap c4, then e4.",
                "Essayez de sauter par-dessus d4\u{a0}: touchez c4, puis e4.",
            ),
            Goal::Refusal(&["c4 e4"]),
            Phrase::fixed(
                "Too far: e4 is not next to c4.",
                "Trop loin\u{a0}: e4 ne touche pas c4.",
            ),
        )
        .pointing(&["c4", "e4"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try what is not: tap c4, then e4.",
            "C’est permis. Essayez d’abord ce qui ne l’est pas\u{a0}: c4, puis e4.",
        )),
        Stage::new(
            Phrase::fixed("Now move c4 to a neighbour.", "Posez maintenant c4 sur un voisin."),
            Goal::Moves(&["c4*"]),
            Phrase::fixed(
                "One step, onto a neighbour. e4 is out of everybody’s reach.",
                "Un pas, sur un voisin. Et e4 est hors de portée de tous.",
            ),
        )
        .pointing(&["c4", "b4"]),
    ],
};

pub(super) const WHOLE_TOWER: Lesson = Lesson {
    id: "whole-tower",
    part: Part::Must,
    title: Phrase::fixed("All or nothing", "Tout ou rien"),
    rule: Phrase::fixed(
        "All counters of a tower must be moved at the same time: you never leave some behind.",
        "On déplace obligatoirement tous les pions d’une tour à la fois\u{a0}: on n’en laisse aucun.",
    ),
    options: &[],
    position: "2/4/6/8/9/3cA3/6/2aA/2 o",
    stages: &[Stage::new(
        Phrase::fixed("Move the tower of three onto e4.", "Posez la tour de trois sur e4."),
        Goal::Moves(&["d4e4"]),
        Phrase::fixed(
            "All three went along, and d4 is free.",
            "Les trois pions ont bougé ensemble, et d4 est libre.",
        ),
    )
    .pointing(&["d4", "e4"])
    .remarking(
        const {
            &[remark(
                &["e4d4"],
                Phrase::fixed(
                    "Now dark sits on top of your tower. Move the tower of three instead.",
                    "Un foncé coiffe maintenant votre tour. Déplacez plutôt la tour de trois.",
                ),
            )]
        },
    )],
};

pub(super) const FIVE_AT_MOST: Lesson = Lesson {
    id: "five-at-most",
    part: Part::Never,
    title: Phrase::fixed("Five at most", "Cinq au plus"),
    rule: Phrase::fixed(
        "A tower has one to five counters, never more.",
        "Une tour compte de un à cinq pions. Jamais plus.",
    ),
    options: &[],
    position: "2/4/6/8/3B5/3cC3/6/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to put three on three: tap d4, then e4.",
                "Essayez de poser trois sur trois\u{a0}: touchez d4, puis e4.",
            ),
            Goal::Refusal(&["d4 e4", "e4 d4"]),
            Phrase::fixed(
                "Three and three are six: too tall.",
                "Trois et trois font six\u{a0}: trop haut.",
            ),
        )
        .pointing(&["d4", "e4"])
        .otherwise(Phrase::fixed(
            "That makes five, which is allowed. First try six: tap d4, then e4.",
            "Cela fait cinq, c’est permis. Essayez d’abord six\u{a0}: d4, puis e4.",
        )),
        Stage::new(
            Phrase::fixed(
                "Make a tower of five that is yours.",
                "Formez une tour de cinq qui soit à vous.",
            ),
            Goal::Moves(&["d4d5"]),
            Phrase::fixed("Five, with light on top.", "Cinq pions, un clair au sommet."),
        )
        .pointing(&["d4", "d5"])
        .otherwise(Phrase::fixed(
            "Five, but with dark on top. It should be yours.",
            "Cinq pions, mais un foncé au sommet. Elle doit être à vous.",
        )),
    ],
};

pub(super) const FOUR_ONTO_ONE: Lesson = Lesson {
    id: "four-onto-one",
    part: Part::Never,
    title: Phrase::fixed("Where a tower of four goes", "Où va une tour de quatre"),
    rule: Phrase::fixed(
        "As five is the limit, a tower of four cannot go anywhere but onto a single counter.",
        "Cinq étant la limite, une tour de quatre ne peut aller que sur un pion seul.",
    ),
    options: &[],
    position: "2/4/6/8/3A5/2BdC3/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed(
            "Move your tower of four to the only place it can go.",
            "Posez votre tour de quatre au seul endroit possible.",
        ),
        Goal::Moves(&["d4d5"]),
        Phrase::fixed(
            "Four on one: a tower of five, yours for good.",
            "Quatre sur un\u{a0}: une tour de cinq, à vous pour toujours.",
        ),
    )
    .pointing(&["d4"])
    .otherwise(Phrase::fixed(
        "That was another tower. Move the tower of four on d4.",
        "C’était une autre tour. Déplacez celle de quatre, en d4.",
    ))],
};

pub(super) const FIVE_STAYS: Lesson = Lesson {
    id: "five-stays",
    part: Part::Never,
    title: Phrase::fixed("A tower of five is finished", "Une tour de cinq est achevée"),
    rule: Phrase::fixed(
        "A tower of five cannot be moved any more, and nothing fits on it. It is safe.",
        "Une tour de cinq ne se déplace plus, et rien ne peut s’y poser. Elle est à l’abri.",
    ),
    options: &[],
    position: "2/4/6/8/3A5/3ea3/6/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed("Try to move it: tap d4.", "Essayez de la bouger\u{a0}: touchez d4."),
            Goal::Refusal(&["d4", "e4 d4", "d5 d4"]),
            Phrase::fixed(
                "It stays where it is until the end of the game.",
                "Elle reste là jusqu’à la fin de la partie.",
            ),
        )
        .pointing(&["d4"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try the tower of five: tap d4.",
            "C’est permis. Essayez d’abord la tour de cinq\u{a0}: touchez d4.",
        )),
        Stage::new(
            Phrase::fixed(
                "Now make a move that is possible.",
                "Jouez maintenant un coup possible.",
            ),
            Goal::Moves(&["e4d5", "d5e4"]),
            Phrase::fixed(
                "That was the last move: nothing fits on a tower of five.",
                "C’était le dernier coup\u{a0}: rien ne se pose sur une tour de cinq.",
            ),
        ),
    ],
};

pub(super) const ONLY_GROWS: Lesson = Lesson {
    id: "only-grows",
    part: Part::Never,
    title: Phrase::fixed("Towers only grow", "Les tours ne font que grandir"),
    rule: Phrase::fixed(
        "A tower can only grow, never shrink. But whoever comes on top takes it over.",
        "Une tour ne peut que grandir, jamais diminuer. Mais celui qui arrive au sommet en devient \
         propriétaire.",
    ),
    options: &[],
    position: "2/4/6/8/3a5/2aAA3/6/2aA/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed("Move c4 onto d4.", "Posez c4 sur d4."),
            Goal::Moves(&["c4d4"]),
            Phrase::fixed(
                "Two counters, yours. But dark has put a third on top: now it is dark’s.",
                "Deux pions, à vous. Mais Foncé en a posé un troisième\u{a0}: elle est à lui.",
            ),
        )
        .pointing(&["c4", "d4"])
        .answered("e4d4"),
        Stage::new(
            Phrase::fixed("Take the tower back.", "Reprenez la tour."),
            Goal::Moves(&["d5d4"]),
            Phrase::fixed(
                "Four counters now: one, two, three, four, and never fewer. It is yours again.",
                "Quatre pions\u{a0}: un, deux, trois, quatre, et jamais moins. Elle est de nouveau à \
                 vous.",
            ),
        )
        .pointing(&["d4"])
        .remarking(const { &[remark(
            &["d4d5"],
            Phrase::fixed(
                "Now dark’s tower sits on your counter. Do it the other way round.",
                "La tour foncée est maintenant sur votre pion. Faites l’inverse.",
            ),
        )] }),
    ],
};
