//! What is won, and how the game ends.

use galet_scene::{Goal, Lesson, Part, Phrase, Stage, remark};

pub(super) const EJECT: Lesson = Lesson {
    id: "eject",
    part: Part::Aim,
    title: Phrase::fixed("Over the edge", "Par-dessus bord"),
    rule: Phrase::fixed(
        "A marble that is pushed off the board is ejected and never comes back. Your own marbles never \
         leave the board by themselves.",
        "Une bille poussée hors du plateau est éjectée et ne revient pas. Vos propres billes ne quittent \
         jamais le plateau d’elles-mêmes.",
    ),
    options: &[],
    position: "w4/6/7/8/6bbw/8/7/6/w4 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "Push the white marble on e9 off the board.",
            "Poussez la bille blanche en e9 hors du plateau.",
        ),
        Goal::Score,
        Phrase::fixed("Ejected: one of six.", "Éjectée\u{a0}: une sur six."),
    )
    .pointing(&["e7", "e8", "e9"])
    .otherwise(Phrase::fixed(
        "It is still there. Tap e7, then e8, then e9.",
        "Elle est toujours là. Touchez e7, puis e8, puis e9.",
    ))],
};

pub(super) const STANDS: Lesson = Lesson {
    id: "stands",
    part: Part::Never,
    title: Phrase::fixed("A move stands", "Coup joué, coup gardé"),
    rule: Phrase::fixed(
        "Once played, a move cannot be changed. So look first.",
        "Un coup joué ne se change plus. Regardez donc d’abord.",
    ),
    options: &[],
    position: "w4/6/7/8/6bbw/8/2bbw2/6/5 b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "You can push in two places. Choose the push that ejects a marble.",
            "Vous pouvez pousser à deux endroits. Choisissez la poussée qui éjecte une bille.",
        ),
        Goal::Score,
        Phrase::fixed("Well looked.", "Bien regardé."),
    )
    .remarking(const { &[remark(
        &["c3c4"],
        Phrase::fixed(
            "That marble only rolled on. In a game the move would stand; here you may look again.",
            "Cette bille n’a fait que rouler plus loin. En partie, le coup serait joué\u{a0}; ici, vous \
             pouvez regarder encore.",
        ),
    )] })
    .otherwise(Phrase::fixed(
        "That was no push. In a game the move would stand; here you may look again.",
        "Ce n’était pas une poussée. En partie, le coup serait joué\u{a0}; ici, vous pouvez regarder encore.",
    ))],
};

pub(super) const SIX: Lesson = Lesson {
    id: "six",
    part: Part::Aim,
    title: Phrase::fixed("Six wins", "Six billes pour gagner"),
    rule: Phrase::fixed(
        "The first player to eject six of the opponent’s marbles wins at once.",
        "Le premier qui éjecte six billes adverses gagne aussitôt.",
    ),
    options: &[],
    position: "w4/6/7/8/4bbbww/8/2b4/6/w4 b 5 3",
    stages: &[Stage::new(
        Phrase::fixed(
            "You have ejected five. Eject the sixth.",
            "Vous en avez éjecté cinq. Éjectez la sixième.",
        ),
        Goal::Win,
        Phrase::fixed("Six: you win.", "Six\u{a0}: vous gagnez."),
    )
    .pointing(&["e5", "e7", "e8"])
    .otherwise(Phrase::fixed(
        "Not yet. Three of your marbles push two: tap e5, then e7, then e8.",
        "Pas encore. Trois de vos billes en poussent deux\u{a0}: touchez e5, puis e7, puis e8.",
    ))],
};

pub(super) const CLOCK: Lesson = Lesson {
    id: "clock",
    part: Part::May,
    title: Phrase::fixed("With a clock", "À la pendule"),
    rule: Phrase::fixed(
        "Players may agree on a limited time for the game, 10 or 15 minutes each for instance; \
         tournaments always do. Who runs out of time loses.",
        "On peut convenir d’un temps limité par partie, par exemple 10 ou 15 minutes chacun\u{a0}; les \
         tournois le font toujours. Qui dépasse son temps perd.",
    ),
    options: &[],
    position: "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0",
    stages: &[Stage::new(
        Phrase::fixed(
            "This is how a game begins. Make your first move: your clock would stop, white’s would start.",
            "Voici le début d’une partie. Jouez votre premier coup\u{a0}: votre pendule s’arrêterait, celle \
             de Blanc partirait.",
        ),
        Goal::Moves(&["*"]),
        Phrase::fixed(
            "You know all the rules now. A hint for the start: keep your marbles together, near the centre.",
            "Vous connaissez toutes les règles. Un conseil pour débuter\u{a0}: gardez vos billes groupées, \
             près du centre.",
        ),
    )],
};
