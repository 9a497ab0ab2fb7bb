//! How the game ends, and who has won.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const ISOLATED: Lesson = Lesson {
    id: "isolated",
    part: Part::Never,
    title: Phrase::fixed("Alone is safe", "Seul, donc à l’abri"),
    rule: Phrase::fixed(
        "A counter or tower without neighbours cannot move, and never changes owners.",
        "Un pion ou une tour sans voisin ne bouge plus et ne change plus jamais de propriétaire.",
    ),
    options: &[],
    position: "2/4/3a2/2A5/2b6/8/4b1/4/2 o",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "g3 has no neighbour. Try to move it: tap g3.",
                "g3 n’a pas de voisin. Essayez de bouger cette tour\u{a0}: touchez g3.",
            ),
            Goal::Refusal(&["g3"]),
            Phrase::fixed(
                "It is alone, and so it is one sure point for you.",
                "Elle est seule, et c’est donc un point sûr pour vous.",
            ),
        )
        .pointing(&["g3"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try the lonely tower: tap g3.",
            "C’est permis. Essayez d’abord la tour isolée\u{a0}: touchez g3.",
        )),
        Stage::new(
            Phrase::fixed(
                "Make your tower on c5 safe as well: move its only neighbour away.",
                "Mettez aussi votre tour en c5 à l’abri\u{a0}: éloignez son seul voisin.",
            ),
            Goal::Moves(&["d6e7"]),
            Phrase::fixed(
                "Nobody can reach c5 any more: it is yours for the rest of the game.",
                "Plus personne ne peut atteindre c5\u{a0}: elle est à vous jusqu’à la fin.",
            ),
        )
        .pointing(&["c5", "d6"])
        .remarking(
            const {
                &[
                    remark(
                        &["e7d6"],
                        Phrase::fixed(
                            "Your tower still has a neighbour. Move d6 away from it.",
                            "Votre tour a toujours un voisin. Éloignez d6.",
                        ),
                    ),
                    remark(
                        &["d6c5"],
                        Phrase::fixed(
                            "Dark now sits on your tower. Move d6 the other way.",
                            "Un foncé coiffe maintenant votre tour. Déplacez d6 de l’autre côté.",
                        ),
                    ),
                ]
            },
        )
        .otherwise(Phrase::fixed(
            "Leave your tower on c5 where it is, and move d6 away from it.",
            "Laissez votre tour en c5, et éloignez d6.",
        )),
    ],
};

pub(super) const NO_MORE_MOVES: Lesson = Lesson {
    id: "no-more-moves",
    part: Part::Must,
    title: Phrase::fixed("The end", "La fin"),
    rule: Phrase::fixed(
        "The game goes on as long as something can be stacked; nobody may pass. It ends when no \
         move is left: every tower is alone, or too tall for its neighbours.",
        "La partie se poursuit tant qu’on peut empiler\u{a0}; on ne passe pas son tour. Elle se termine \
         quand plus aucun coup n’est possible\u{a0}: chaque tour est seule, ou trop haute pour ses \
         voisines.",
    ),
    options: &[],
    position: "2/4/6/5CD1/1e7/3aA3/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed("Play the last move of this game.", "Jouez le dernier coup de cette partie."),
        Goal::End,
        Phrase::fixed(
            "Over. The dark towers of three and four stand side by side, but seven is too tall.",
            "C’est fini. Les tours foncées de trois et quatre se touchent, mais sept, c’est trop haut.",
        ),
    )
    .pointing(&["d4", "e4"])],
};

pub(super) const ONE_POINT: Lesson = Lesson {
    id: "one-point",
    part: Part::Must,
    title: Phrase::fixed("One tower, one point", "Une tour, un point"),
    rule: Phrase::fixed(
        "At the end every tower counts one point for the colour on top, always one, whether it has \
         one counter or five. Who has more towers wins.",
        "À la fin, chaque tour vaut un point pour la couleur du sommet, toujours un, qu’elle ait un \
         pion ou cinq. Qui a le plus de tours gagne.",
    ),
    options: &[],
    position: "2/a3/6/8/1a7/3Aa2E/6/2D1/2 o",
    stages: &[Stage::new(
        Phrase::fixed(
            "Two towers each, and one move left. Win the game.",
            "Deux tours partout, et un seul coup à jouer. Gagnez la partie.",
        ),
        Goal::Win,
        Phrase::fixed(
            "Three towers to two. That dark’s are taller does not matter.",
            "Trois tours à deux. Que celles de Foncé soient plus hautes n’y change rien.",
        ),
    )
    .pointing(&["d4", "e4"])
    .otherwise(Phrase::fixed(
        "Dark is on top, so it is three to two for dark. Put light on top.",
        "Un foncé est au sommet\u{a0}: trois à deux pour Foncé. Mettez un clair au sommet.",
    ))],
};

pub(super) const TIE: Lesson = Lesson {
    id: "tie",
    part: Part::Must,
    title: Phrase::fixed("When the towers are level", "À égalité de tours"),
    rule: Phrase::fixed(
        "If both have equally many towers, the player with more towers of five wins.",
        "À égalité de tours, celui qui a le plus de tours de cinq pions gagne.",
    ),
    options: &[],
    position: "2/B3/6/6D1/9/3daa2/6/4/2 o",
    stages: &[Stage::new(
        Phrase::fixed(
            "Whatever you play, it will be two towers each. Win all the same.",
            "Quoi que vous jouiez, il y aura deux tours partout. Gagnez quand même.",
        ),
        Goal::Win,
        Phrase::fixed(
            "Two towers each, but yours has five: you win.",
            "Deux tours partout, mais l’une des vôtres en a cinq\u{a0}: vous gagnez.",
        ),
    )
    .otherwise(Phrase::fixed(
        "Two towers each and no tower of five: a draw. Make a tower of five.",
        "Deux tours partout et aucune de cinq\u{a0}: partie nulle. Formez une tour de cinq.",
    ))],
};
