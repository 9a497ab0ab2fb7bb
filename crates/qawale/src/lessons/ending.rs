//! How the game ends.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const LINE: Lesson = Lesson {
    id: "line",
    part: Part::Aim,
    title: Phrase::fixed("Four in a line", "Quatre galets alignés"),
    rule: Phrase::fixed(
        "To win you must be the first to line up four pebbles of your colour.",
        "Pour gagner, il faut être le premier à aligner quatre galets de sa couleur.",
    ),
    options: &[],
    position: "x,,,n/,x,,/o,o,o,/,,,nn o 5 5",
    stages: &[Stage::new(
        Phrase::fixed(
            "You play light. Tap d4: your pebble goes on top of that stack. Then tap d3 and d2: its \
             pebbles fall there one by one, yours last.",
            "Vous jouez les clairs. Touchez d4\u{a0}: votre galet se pose sur cette pile. Touchez ensuite d3, \
             puis d2\u{a0}: ses galets y tombent un à un, le vôtre en dernier.",
        ),
        Goal::Win,
        Phrase::fixed(
            "Four light pebbles in row 2: you win.",
            "Quatre galets clairs sur la ligne 2\u{a0}: vous gagnez.",
        ),
    )
    .pointing(&["d4", "d3", "d2"])
    .otherwise(Phrase::fixed(
        "Row 2 still has a hole on d2. Your last pebble should fall there.",
        "Il manque toujours un galet en d2. Votre dernier galet doit y tomber.",
    ))],
};

pub(super) const DIAGONAL: Lesson = Lesson {
    id: "diagonal",
    part: Part::May,
    title: Phrase::fixed("Row, column or diagonal", "Ligne, colonne ou diagonale"),
    rule: Phrase::fixed(
        "The line may be a row, a column or one of the two long diagonals.",
        "L’alignement peut être une ligne, une colonne ou l’une des deux grandes diagonales.",
    ),
    options: &[],
    position: "o,,n,/,o,,/,,,/x,,x,o o 5 5",
    stages: &[Stage::new(
        Phrase::fixed("Complete the diagonal from a4 to d1.", "Complétez la diagonale de a4 à d1."),
        Goal::Win,
        Phrase::fixed("A diagonal wins as well.", "Une diagonale gagne aussi."),
    )
    .pointing(&["a4", "b3", "c2", "d1"])
    .otherwise(Phrase::fixed(
        "Your last pebble should fall on c2. Which stack is two steps away?",
        "Votre dernier galet doit tomber en c2. Quelle pile est à deux pas\u{a0}?",
    ))],
};

pub(super) const VISIBLE: Lesson = Lesson {
    id: "visible",
    part: Part::Must,
    title: Phrase::fixed("Only what is visible counts", "Seul le visible compte"),
    rule: Phrase::fixed(
        "A pebble counts only if it is visible: alone on its cell or on top of its stack.",
        "Un galet ne compte que s’il est visible\u{a0}: seul sur sa case ou au sommet de sa pile.",
    ),
    options: &[],
    position: ",,n,/,,,x/o,o,ox,o/,,,nn o 4 4",
    stages: &[Stage::new(
        Phrase::fixed(
            "On c2 a dark pebble covers a light one. Make all of row 2 light.",
            "En c2, un galet foncé en cache un clair. Rendez toute la ligne 2 claire.",
        ),
        Goal::Win,
        Phrase::fixed(
            "Now all four are visible: you win.",
            "Les quatre sont maintenant visibles\u{a0}: vous gagnez.",
        ),
    )
    .pointing(&["c2"])
    .remarking(
        const {
            &[remark(
                &["c2*"],
                Phrase::fixed(
                    "Lifting c2 leaves a hole in the row. Drop a pebble on c2 instead.",
                    "Prendre c2 laisse un vide. Laissez plutôt tomber un galet en c2.",
                ),
            )]
        },
    )
    .otherwise(Phrase::fixed(
        "Your last pebble should fall on c2, on top of the dark one.",
        "Votre dernier galet doit tomber en c2, sur le foncé.",
    ))],
};

pub(super) const STACK_IS_NO_LINE: Lesson = Lesson {
    id: "stack-is-no-line",
    part: Part::Never,
    title: Phrase::fixed("A stack is never a line", "Une pile n’est jamais un alignement"),
    rule: Phrase::fixed(
        "Four pebbles of one colour in a stack are not a line.",
        "Quatre galets d’une couleur empilés ne sont pas un alignement.",
    ),
    options: &[],
    position: ",n,,/x,,,/,ooo,,n/,x,,nn o 4 4",
    stages: &[Stage::new(
        Phrase::fixed(
            "See for yourself: let your pebble fall on the three light ones on b2.",
            "Voyez vous-même\u{a0}: laissez tomber votre galet sur les trois clairs en b2.",
        ),
        Goal::Moves(&["b4ss", "d2ww", "a3es", "a3se", "d1wwn", "d1wnw", "d1nww"]),
        Phrase::fixed(
            "Four in a stack, and the game goes on: only the top one is visible.",
            "Quatre galets empilés, et la partie continue\u{a0}: seul celui du dessus est visible.",
        ),
    )
    .pointing(&["b2"])
    .remarking(
        const {
            &[remark(
                &["b2*"],
                Phrase::fixed(
                    "You have lifted that stack. Drop a pebble on it instead.",
                    "Vous avez pris cette pile. Laissez plutôt tomber un galet dessus.",
                ),
            )]
        },
    )
    .otherwise(Phrase::fixed(
        "Your last pebble should fall on b2, two steps from b4 or d2.",
        "Votre dernier galet doit tomber en b2, à deux pas de b4 ou de d2.",
    ))],
};

pub(super) const THEIR_LINE: Lesson = Lesson {
    id: "their-line",
    part: Part::Never,
    title: Phrase::fixed("Mind the other colour", "Attention à l’autre couleur"),
    rule: Phrase::fixed(
        "A line of your opponent’s colour is theirs, also when your own move makes it: you would lose. \
         Never sow them their fourth pebble. Only if the move lines up your colour too, you win.",
        "Un alignement de l’autre couleur est à l’adversaire, même si c’est votre coup qui le \
         forme\u{a0}: vous perdriez. Ne lui offrez jamais son quatrième galet. Vous ne gagnez que si le \
         coup aligne aussi votre couleur.",
    ),
    options: &[],
    position: ",,,/x,x,,x/,,,/nn,,nx, o 5 5",
    stages: &[Stage::new(
        Phrase::fixed(
            "Sow c1, but do not let the dark pebble complete row 3.",
            "Égrenez c1, sans que le galet foncé complète la ligne 3.",
        ),
        Goal::Moves(&["c1e*", "c1w*", "c1ne*", "c1nw*", "c1nne", "c1nnw"]),
        Phrase::fixed("Row 3 has no line: the game goes on.", "La ligne 3 n’est pas alignée\u{a0}: la partie continue."),
    )
    .pointing(&["c1", "c3"])
    .remarking(const { &[remark(
        &["c1nnn"],
        Phrase::fixed(
            "The dark pebble fell on c3: four dark ones in row 3, and dark wins. Sow another way.",
            "Le galet foncé est tombé en c3\u{a0}: quatre foncés sur la ligne 3, et Foncé gagne. Égrenez \
             autrement.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "That was another stack. Play on c1.",
        "C’était une autre pile. Jouez sur c1.",
    ))],
};

pub(super) const DRAW: Lesson = Lesson {
    id: "draw",
    part: Part::Must,
    title: Phrase::fixed("The last pebble", "Le dernier galet"),
    rule: Phrase::fixed(
        "Each player has eight pebbles. When all are played and nobody has a line, the game is a draw.",
        "Chaque joueur a huit galets. Quand tous sont joués sans alignement, la partie est nulle.",
    ),
    options: &[],
    position: "nn,o,xn,oo/,ox,n,xo/no,,,x/xo,nn,ox,xn x 0 1",
    stages: &[Stage::new(
        Phrase::fixed(
            "This time you are dark, with one pebble left. No line is possible: end the game.",
            "Cette fois, vous jouez les foncés, et il vous reste un galet. Aucun alignement n’est \
             possible\u{a0}: terminez la partie.",
        ),
        Goal::End,
        Phrase::fixed(
            "All pebbles are played: a draw.",
            "Tous les galets sont joués\u{a0}: partie nulle.",
        ),
    )],
};
