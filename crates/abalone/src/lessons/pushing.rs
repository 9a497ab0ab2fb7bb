//! How marbles push: sumito and pac.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const SUMITO: Lesson = Lesson {
    id: "sumito",
    part: Part::Must,
    title: Phrase::fixed("Sumito: pushing means outnumbering", "Sumito\u{a0}: pousser, c’est être plus nombreux"),
    rule: Phrase::fixed(
        "To push, your marbles in line must outnumber those they push: two push one, three push one or \
         two. A single marble never pushes.",
        "Pour pousser, vos billes en ligne doivent être plus nombreuses\u{a0}: deux en poussent une, trois \
         en poussent une ou deux. Une bille seule ne pousse jamais.",
    ),
    options: &[],
    position: "4w/6/bbbww2/8/bbbw5/8/bbw4/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Two against one: tap c1, then c2, then the white marble on c3.",
                "Deux contre une\u{a0}: touchez c1, puis c2, puis la bille blanche en c3.",
            ),
            Goal::Moves(&["c1c2"]),
            Phrase::fixed("Pushed! White has answered.", "Poussée\u{a0}! Blanc a répondu."),
        )
        .pointing(&["c1", "c2", "c3"])
        .answered("i9i8")
        .otherwise(Phrase::fixed(
            "No push, or another one. Use c1 and c2 against c3.",
            "Pas de poussée, ou une autre. Jouez c1 et c2 contre c3.",
        )),
        Stage::new(
            Phrase::fixed(
                "Three against one: push e4 with all three.",
                "Trois contre une\u{a0}: poussez e4 avec les trois.",
            ),
            Goal::Moves(&["e1e2"]),
            Phrase::fixed("Three push one.", "Trois en poussent une."),
        )
        .pointing(&["e1", "e3", "e4"])
        .answered("i8i9")
        .remarking(const { &[remark(
            &["e2e3"],
            Phrase::fixed(
                "Two were enough, well seen! Now do it with all three: e1, then e3, then e4.",
                "Deux suffisaient, bien vu\u{a0}! Faites-le avec les trois\u{a0}: e1, puis e3, puis e4.",
            ),
        )] })
        .otherwise(Phrase::fixed(
            "Tap e1, then e3, then the white marble on e4.",
            "Touchez e1, puis e3, puis la bille blanche en e4.",
        )),
        Stage::new(
            Phrase::fixed("Three against two: push g6 and g7.", "Trois contre deux\u{a0}: poussez g6 et g7."),
            Goal::Moves(&["g3g4"]),
            Phrase::fixed(
                "These are the three sumitos: two to one, three to one, three to two.",
                "Voilà les trois sumitos\u{a0}: deux contre une, trois contre une, trois contre deux.",
            ),
        )
        .pointing(&["g3", "g5", "g6"])
        .otherwise(Phrase::fixed(
            "Tap g3, then g5, then the white marble on g6.",
            "Touchez g3, puis g5, puis la bille blanche en g6.",
        )),
    ],
};

pub(super) const SPACE_BEHIND: Lesson = Lesson {
    id: "space-behind",
    part: Part::Never,
    title: Phrase::fixed("Room behind", "De la place derrière"),
    rule: Phrase::fixed(
        "You may only push if there is a free space behind the marbles you push, or the edge. Your own \
         marble there blocks the way.",
        "On ne peut pousser que s’il y a une case libre derrière les billes poussées, ou le bord. Votre \
         propre bille y barre la route.",
    ),
    options: &[],
    position: "4w/6/7/8/2bbwb3/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to push: tap e3, then e4, then e5.",
                "Essayez de pousser\u{a0}: touchez e3, puis e4, puis e5.",
            ),
            Goal::Refusal(&["e3 e4 e5", "e4 e3 e5"]),
            Phrase::fixed(
                "Behind e5 stands your own marble: no room.",
                "Derrière e5 se trouve votre propre bille\u{a0}: pas de place.",
            ),
        )
        .pointing(&["e3", "e4", "e5", "e6"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try to push: e3, then e4, then e5.",
            "C’est permis. Essayez d’abord de pousser\u{a0}: e3, puis e4, puis e5.",
        )),
        Stage::new(
            Phrase::fixed(
                "Make room: move e6 out of the way.",
                "Faites de la place\u{a0}: écartez e6.",
            ),
            Goal::Moves(&["e6*"]),
            Phrase::fixed(
                "There is room now. White has moved.",
                "Il y a de la place. Blanc a joué.",
            ),
        )
        .pointing(&["e6"])
        .answered("i9i8")
        .otherwise(Phrase::fixed("Move the marble on e6.", "Déplacez la bille en e6.")),
        Stage::new(
            Phrase::fixed("Now push e5.", "Poussez maintenant e5."),
            Goal::Moves(&["e3e4"]),
            Phrase::fixed("With room behind it goes.", "Avec de la place derrière, cela va."),
        )
        .pointing(&["e3", "e4", "e5"]),
    ],
};

pub(super) const CONTACT: Lesson = Lesson {
    id: "contact",
    part: Part::Never,
    title: Phrase::fixed("No pushing across a gap", "Pas de poussée à distance"),
    rule: Phrase::fixed(
        "You never push across an empty space: your marbles must touch those they push.",
        "On ne pousse jamais à travers une case vide\u{a0}: vos billes doivent toucher celles qu’elles \
         poussent.",
    ),
    options: &[],
    position: "4w/6/7/8/2bb1w3/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try it: tap e3, then e4, then the white marble on e6.",
                "Essayez\u{a0}: touchez e3, puis e4, puis la bille blanche en e6.",
            ),
            Goal::Refusal(&["e3 e4 e6", "e4 e3 e6", "e4 e6", "e3 e6"]),
            Phrase::fixed("Not across the gap on e5.", "Pas à travers la case vide e5."),
        )
        .pointing(&["e3", "e4", "e6"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try to push: e3, then e4, then e6.",
            "C’est permis. Essayez d’abord de pousser\u{a0}: e3, puis e4, puis e6.",
        )),
        Stage::new(
            Phrase::fixed(
                "Close the gap: move e3 and e4 one step to the right.",
                "Comblez le vide\u{a0}: avancez e3 et e4 d’un pas vers la droite.",
            ),
            Goal::Moves(&["e3e4"]),
            Phrase::fixed("They touch now. White has moved.", "Elles se touchent. Blanc a joué."),
        )
        .pointing(&["e3", "e4", "e5"])
        .answered("i9i8"),
        Stage::new(
            Phrase::fixed("Push!", "Poussez\u{a0}!"),
            Goal::Moves(&["e4e5"]),
            Phrase::fixed(
                "In contact and in line: that is a push.",
                "Au contact et en ligne\u{a0}: voilà une poussée.",
            ),
        )
        .pointing(&["e4", "e5", "e6"]),
    ],
};

pub(super) const NOT_SIDEWAYS: Lesson = Lesson {
    id: "not-sideways",
    part: Part::Never,
    title: Phrase::fixed("Never push sideways", "On ne pousse pas de côté"),
    rule: Phrase::fixed(
        "You may push in line only. Marbles that are not in line with the one ahead, or move \
         broadside, never push.",
        "On ne pousse qu’en ligne. Des billes qui ne sont pas dans l’alignement, ou qui se déplacent de \
         côté, ne poussent jamais.",
    ),
    options: &[],
    position: "4w/6/7/3w4/3bb4/4b3/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try a sideways push: tap e4, then e5, then f5.",
                "Essayez de pousser de côté\u{a0}: touchez e4, puis e5, puis f5.",
            ),
            Goal::Refusal(&["e4 e5 f5", "e5 e4 f5"]),
            Phrase::fixed(
                "A broadside move needs free cells.",
                "Un déplacement de côté veut des cases libres.",
            ),
        )
        .pointing(&["e4", "e5", "f5"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try it sideways: e4, then e5, then f5.",
            "C’est permis. Essayez d’abord de côté\u{a0}: e4, puis e5, puis f5.",
        )),
        Stage::new(
            Phrase::fixed(
                "Two of your marbles do stand in line with f5. Push with them.",
                "Deux de vos billes sont bien alignées avec f5. Poussez avec elles.",
            ),
            Goal::Moves(&["d5e5"]),
            Phrase::fixed("d5 and e5 push in line.", "d5 et e5 poussent en ligne."),
        )
        .pointing(&["d5", "e5", "f5"])
        .otherwise(Phrase::fixed(
            "Tap d5, then e5, then f5: these three are in one line.",
            "Touchez d5, puis e5, puis f5\u{a0}: ces trois cases sont alignées.",
        )),
    ],
};

pub(super) const PAC: Lesson = Lesson {
    id: "pac",
    part: Part::Never,
    title: Phrase::fixed("Pac: equal forces", "Pac\u{a0}: forces égales"),
    rule: Phrase::fixed(
        "One against one, two against two, three against three: that is a pac, and neither side can \
         push.",
        "Une contre une, deux contre deux, trois contre trois\u{a0}: c’est un pac, et aucun camp ne peut \
         pousser.",
    ),
    options: &[],
    position: "5/6/bbbwww1/8/2bbww3/8/1bw4/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to push in one of the three pacs: for instance e3, then e4, then e5.",
                "Essayez de pousser dans l’un des trois pacs\u{a0}: par exemple e3, puis e4, puis e5.",
            ),
            Goal::Refusal(&[
                "e3 e4 e5", "e4 e3 e5", "e4 e5", "c2 c3", "g3 g5 g6", "g5 g3 g6", "g5 g6",
                "g4 g5 g6", "g5 g4 g6",
            ]),
            Phrase::fixed("Equal numbers: nobody moves.", "À nombre égal, rien ne bouge."),
        )
        .pointing(&["e3", "e4", "e5"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try to push: e3, then e4, then e5.",
            "C’est permis. Essayez d’abord de pousser\u{a0}: e3, puis e4, puis e5.",
        )),
        Stage::new(
            Phrase::fixed("Make any other move.", "Jouez n’importe quel autre coup."),
            Goal::Moves(&["*"]),
            Phrase::fixed(
                "In a pac you play elsewhere, as white has to as well.",
                "Dans un pac, on joue ailleurs, et Blanc aussi.",
            ),
        ),
    ],
};

pub(super) const FOURTH_MARBLE: Lesson = Lesson {
    id: "fourth-marble",
    part: Part::Never,
    title: Phrase::fixed("A fourth adds nothing", "Une quatrième n’ajoute rien"),
    rule: Phrase::fixed(
        "More than three marbles in line never count for more: four against three is still a pac.",
        "Au-delà de trois billes en ligne, on ne compte pas plus\u{a0}: quatre contre trois, c’est encore un \
         pac.",
    ),
    options: &[],
    position: "4w/6/7/8/1bbbbwww1/8/7/6/5 b 0 0",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try to push e6: tap e3, then e5, then e6.",
                "Essayez de pousser e6\u{a0}: touchez e3, puis e5, puis e6.",
            ),
            Goal::Refusal(&[
                "e3 e5 e6", "e5 e3 e6", "e2 e5", "e5 e2", "e5 e6", "e4 e5 e6", "e5 e4 e6",
            ]),
            Phrase::fixed(
                "Three to three, whatever stands behind.",
                "Trois contre trois, quoi qu’il y ait derrière.",
            ),
        )
        .pointing(&["e3", "e5", "e6"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try to push: e3, then e5, then e6.",
            "C’est permis. Essayez d’abord de pousser\u{a0}: e3, puis e5, puis e6.",
        )),
        Stage::new(
            Phrase::fixed(
                "The fourth marble, e2, is of more use elsewhere. Move it alone.",
                "La quatrième bille, e2, sert mieux ailleurs. Déplacez-la seule.",
            ),
            Goal::Moves(&["e2e1", "e2f2", "e2f3", "e2d1", "e2d2"]),
            Phrase::fixed("Free for other tasks.", "Libre pour autre chose."),
        )
        .pointing(&["e2"])
        .otherwise(Phrase::fixed("Move e2 alone.", "Déplacez e2 seule.")),
    ],
};

pub(super) const BREAK_THE_PAC: Lesson = Lesson {
    id: "break-the-pac",
    part: Part::Must,
    title: Phrase::fixed("Break it from elsewhere", "Attaquer par une autre ligne"),
    rule: Phrase::fixed(
        "A pac must be broken along a different line of attack.",
        "Un pac doit être rompu par une autre ligne d’attaque.",
    ),
    options: &[],
    position: "4w/6/7/8/2bbww3/3b4/2b4/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "Along row e it is two against two. Push e5 along another line.",
            "Sur la rangée e, c’est deux contre deux. Poussez e5 par une autre ligne.",
        ),
        Goal::Moves(&["c3d4"]),
        Phrase::fixed(
            "From this side it was two against one, and the pac is broken.",
            "De ce côté, c’était deux contre une, et le pac est rompu.",
        ),
    )
    .pointing(&["e5"])
    .otherwise(Phrase::fixed(
        "Look at the diagonal c3, d4, e5: there you are two against one.",
        "Regardez la diagonale c3, d4, e5\u{a0}: là, vous êtes deux contre une.",
    ))],
};
