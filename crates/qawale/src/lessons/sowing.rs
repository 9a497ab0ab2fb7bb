//! How a stack is sown.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const NEVER_EMPTY: Lesson = Lesson {
    id: "never-empty",
    part: Part::Never,
    title: Phrase::fixed("On a stack, never on nothing", "Sur une pile, jamais dans le vide"),
    rule: Phrase::fixed(
        "A turn begins by putting one of your pebbles on a stack of your choice. You cannot place a \
         pebble on an empty cell. A game begins like this: two tan pebbles stacked in each corner.",
        "Pour commencer son tour, on pose un de ses galets sur la pile de son choix. Il est interdit \
         de poser un galet sur une case vide. Une partie commence ainsi\u{a0}: deux galets orangés empilés dans chaque coin.",
    ),
    options: &[],
    position: "nn,,,nn/,,,/,,,/nn,,,nn o 8 8",
    stages: &[
        Stage::new(
            Phrase::fixed("Try an empty cell: tap b2.", "Essayez une case vide\u{a0}: touchez b2."),
            Goal::Refusal(&[
                "b2", "c2", "b3", "c3", "a2", "a3", "d2", "d3", "b1", "c1", "b4", "c4",
            ]),
            Phrase::fixed(
                "There is no stack there, so no pebble can be put there.",
                "Il n’y a pas de pile ici\u{a0}: on ne peut pas y poser de galet.",
            ),
        )
        .pointing(&["b2"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try what is not: tap the empty cell b2.",
            "C’est permis. Essayez d’abord ce qui ne l’est pas\u{a0}: touchez la case vide b2.",
        )),
        Stage::new(
            Phrase::fixed(
                "Now tap a corner: your pebble goes on top, and you lift the stack. Then tap the cells \
                 where its three pebbles fall.",
                "Touchez maintenant un coin\u{a0}: votre galet se pose dessus et vous prenez la pile. \
                 Touchez ensuite les cases où tombent ses trois galets.",
            ),
            Goal::Moves(&["*"]),
            Phrase::fixed(
                "That is a whole turn: put a pebble on a stack, lift it, sow it.",
                "Voilà un tour complet\u{a0}: poser un galet sur une pile, la prendre, l’égrener.",
            ),
        )
        .pointing(&["a1", "a4", "d1", "d4"]),
    ],
};

pub(super) const SINGLE: Lesson = Lesson {
    id: "single",
    part: Part::May,
    title: Phrase::fixed("One pebble is a stack", "Un galet seul est une pile"),
    rule: Phrase::fixed(
        "A single pebble on a cell is a stack too: you may play on it.",
        "Un galet seul sur une case est aussi une pile\u{a0}: on peut y jouer.",
    ),
    options: &[],
    position: ",,,/,n,,x/,,nn,/o,,, o 6 6",
    stages: &[Stage::new(
        Phrase::fixed(
            "Play on a single pebble, whatever its colour.",
            "Jouez sur un galet seul, quelle que soit sa couleur.",
        ),
        Goal::Moves(&["b3*", "d3*", "a1*"]),
        Phrase::fixed(
            "With yours on top it was a stack of two: two steps.",
            "Avec le vôtre, c’était une pile de deux\u{a0}: deux pas.",
        ),
    )
    .pointing(&["b3", "d3", "a1"])
    .otherwise(Phrase::fixed(
        "That stack had two pebbles. Choose a pebble that lies alone.",
        "Cette pile avait deux galets. Choisissez un galet seul.",
    ))],
};

pub(super) const WHOLE_STACK: Lesson = Lesson {
    id: "whole-stack",
    part: Part::Must,
    title: Phrase::fixed("Lift it, and start next door", "Prendre la pile, partir d’à côté"),
    rule: Phrase::fixed(
        "After placing your pebble you must take the whole stack and sow it, starting on a cell next \
         to it. Nothing stays behind.",
        "Après avoir posé son galet, on doit prendre toute la pile et l’égrener en partant d’une case \
         voisine. Rien ne reste sur place.",
    ),
    options: &[],
    position: "nn,,,nn/,,,/,,,/nn,,,nn o 8 8",
    stages: &[Stage::new(
        Phrase::fixed(
            "Play on a1 and let the first pebble fall on b1. Go on until your hand is empty.",
            "Jouez sur a1 et laissez tomber le premier galet en b1. Continuez jusqu’à vider votre main.",
        ),
        Goal::Moves(&["a1e*"]),
        Phrase::fixed(
            "Three pebbles on three cells, and a1 is empty.",
            "Trois galets sur trois cases, et a1 est vide.",
        ),
    )
    .pointing(&["a1", "b1"])
    .remarking(const { &[remark(
        &["a1*"],
        Phrase::fixed(
            "a2 is next to a1 as well. This time begin on b1.",
            "a2 touche aussi a1. Cette fois, commencez en b1.",
        ),
    )] })],
};

pub(super) const BOTTOM_FIRST: Lesson = Lesson {
    id: "bottom-first",
    part: Part::Must,
    title: Phrase::fixed("The bottom pebble first", "Le galet du dessous d’abord"),
    rule: Phrase::fixed(
        "Pebbles must be dropped one at a time, the one at the bottom of the stack first. So your \
         own pebble always falls last, and lies on top.",
        "Les galets doivent être déposés un par un, en commençant par celui du dessous. Le vôtre \
         tombe donc toujours en dernier et reste visible.",
    ),
    options: &[],
    position: ",,,/,,,/,nx,,/nn,,,nn o 6 6",
    stages: &[Stage::new(
        Phrase::fixed(
            "Sow b2 so that your own pebble falls on d3.",
            "Égrenez b2 de sorte que votre galet tombe en d3.",
        ),
        Goal::Moves(&["b2een", "b2ene", "b2nee"]),
        Phrase::fixed(
            "Tan, dark, light: from the bottom to the top.",
            "Orangé, foncé, clair\u{a0}: du dessous vers le dessus.",
        ),
    )
    .pointing(&["b2", "d3"])
    .remarking(
        const {
            &[remark(
                &["b2*"],
                Phrase::fixed(
                    "Your pebble is the last one to fall: your third step must lead to d3.",
                    "Votre galet tombe en dernier\u{a0}: votre troisième pas doit mener en d3.",
                ),
            )]
        },
    )
    .otherwise(Phrase::fixed(
        "That was another stack. Play on b2.",
        "C’était une autre pile. Jouez sur b2.",
    ))],
};

pub(super) const SIDE_BY_SIDE: Lesson = Lesson {
    id: "side-by-side",
    part: Part::Must,
    title: Phrase::fixed("Side by side, never diagonal", "Côte à côte, jamais en diagonale"),
    rule: Phrase::fixed(
        "Each pebble must fall on a cell next to the one before: up, down, left or right.",
        "Chaque galet doit tomber sur une case voisine de la précédente\u{a0}: en haut, en bas, à \
         gauche ou à droite. Diagonales interdites.",
    ),
    options: &[],
    position: ",,,nn/,,,/,,n,/x,,, o 6 6",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try a diagonal step: tap c2, then b3.",
                "Essayez un pas en diagonale\u{a0}: touchez c2, puis b3.",
            ),
            Goal::Refusal(&["c2 b3", "c2 d3", "c2 b1", "c2 d1"]),
            Phrase::fixed(
                "Diagonal steps are not allowed.",
                "Les pas en diagonale sont interdits.",
            ),
        )
        .pointing(&["c2", "b3"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try a diagonal step: tap c2, then b3.",
            "C’est permis. Essayez d’abord un pas en diagonale\u{a0}: c2, puis b3.",
        )),
        Stage::new(
            Phrase::fixed("Now sow c2 as it is allowed.", "Égrenez maintenant c2 dans les règles."),
            Goal::Moves(&["c2*"]),
            Phrase::fixed(
                "Straight, or round a corner: both are fine.",
                "Tout droit ou en tournant\u{a0}: les deux vont.",
            ),
        )
        .pointing(&["c2"]),
    ],
};

pub(super) const NEVER_STRAIGHT_BACK: Lesson = Lesson {
    id: "never-straight-back",
    part: Part::Never,
    title: Phrase::fixed("No turning straight back", "Pas d’aller-retour"),
    rule: Phrase::fixed(
        "You cannot go straight back to the cell that you have just come from. The cell of the stack \
         itself counts as well.",
        "On ne peut pas revenir aussitôt sur la case d’où l’on vient. Cela vaut aussi pour la case de \
         la pile.",
    ),
    options: &[],
    position: "nn,,,/,,,/,nn,,/,,,x o 7 7",
    stages: &[
        Stage::new(
            Phrase::fixed(
                "Try it: tap b2, then c2, then b2 again.",
                "Essayez\u{a0}: touchez b2, puis c2, puis de nouveau b2.",
            ),
            Goal::Refusal(&["b2 c2 b2", "b2 b3 b2", "b2 a2 b2", "b2 b1 b2"]),
            Phrase::fixed(
                "Not straight back. Any other neighbour will do.",
                "Pas d’aller-retour. Toute autre case voisine convient.",
            ),
        )
        .pointing(&["b2", "c2"])
        .otherwise(Phrase::fixed(
            "That is allowed. First try to turn back: b2, c2, b2.",
            "C’est permis. Essayez d’abord un aller-retour\u{a0}: b2, c2, b2.",
        )),
        Stage::new(
            Phrase::fixed(
                "Now sow b2 without turning back.",
                "Égrenez maintenant b2 sans aller-retour.",
            ),
            Goal::Moves(&["b2*"]),
            Phrase::fixed(
                "Three pebbles, three steps onward.",
                "Trois galets, trois pas en avant.",
            ),
        )
        .pointing(&["b2"])
        .otherwise(Phrase::fixed("Play on b2.", "Jouez sur b2.")),
    ],
};

pub(super) const LOOP: Lesson = Lesson {
    id: "loop",
    part: Part::May,
    title: Phrase::fixed("Round in a circle", "En faisant une boucle"),
    rule: Phrase::fixed(
        "You may come back to a cell by circling, even to the one where the stack stood.",
        "On peut revenir sur une case en faisant une boucle, même sur celle de la pile.",
    ),
    options: &[],
    position: ",,,/,,,/,nxn,,/,,,nn o 6 6",
    stages: &[Stage::new(
        Phrase::fixed(
            "Sow b2 so that your own pebble falls on b2 again.",
            "Égrenez b2 de sorte que votre galet retombe en b2.",
        ),
        Goal::Moves(&[
            "b2enws", "b2nesw", "b2nwse", "b2wnes", "b2wsen", "b2swne", "b2eswn", "b2senw",
        ]),
        Phrase::fixed("Four steps, once round.", "Quatre pas, un tour complet."),
    )
    .pointing(&["b2"])
    .remarking(const { &[remark(
        &["b2*"],
        Phrase::fixed(
            "Not yet: turn the same way at every step, and the fourth brings you back.",
            "Pas encore\u{a0}: tournez toujours du même côté, et le quatrième pas vous ramène.",
        ),
    )] })
    .otherwise(Phrase::fixed("Play on b2.", "Jouez sur b2."))],
};
