//! The program's own sentences in both languages. What concerns a game comes from the game.

use galet_core::Values;
use galet_scene::{Language, Phrase};

pub(crate) static OPTIONS: Phrase =
    Phrase::fixed("Options, with their default:", "Options, avec leur valeur par défaut\u{a0}:");
pub(crate) static DIALECTS: Phrase = Phrase::fixed(
    "Other notations of moves that convert and check read (--notation):",
    "Autres notations de coups lues par convert et check (--notation)\u{a0}:",
);
pub(crate) static SERVED: Phrase = Phrase::fixed(
    "is at the table. Open this in your browser:",
    "est à table. Ouvrez dans votre navigateur\u{a0}:",
);
pub(crate) static FOR_OTHERS: Phrase =
    Phrase::fixed("for others in your network", "pour les autres de votre réseau");
pub(crate) static ONLY_HERE: Phrase = Phrase::fixed(
    "Only this computer can reach it; --host 0.0.0.0 opens it to your network.",
    "Seul cet ordinateur y a accès\u{a0}; --host 0.0.0.0 l’ouvre à votre réseau.",
);
pub(crate) static KEPT_IN: Phrase = Phrase::fixed("Games are kept in", "Parties conservées dans");
pub(crate) static CTRL_C: Phrase = Phrase::fixed(
    "Ctrl-C ends it; galet help tells what else there is.",
    "Ctrl-C l’arrête\u{a0}; galet help montre le reste (en anglais).",
);

#[cfg(feature = "cluster")]
pub(crate) static WORKS: Phrase = Phrase::fixed(
    "Galet thinks for others. Ctrl-C ends it.",
    "Galet réfléchit pour d’autres. Ctrl-C l’arrête.",
);

pub(crate) static WHICH_GAME: Phrase = Phrase::fixed("Which game?", "Quel jeu\u{a0}?");
pub(crate) static NO_SUCH_GAME: Phrase = Phrase::fixed(
    "Type the number or the name of a game, or quit.",
    "Tapez le numéro ou le nom d’un jeu, ou quitter.",
);
pub(crate) static HOW_TO_PLAY: Phrase = Phrase::fixed(
    "Type a move, or the cells of a move one after the other. help lists the rest, quit ends.",
    "Tapez un coup, ou les cases d’un coup l’une après l’autre. aide dit le reste, quitter termine.",
);
pub(crate) static HELP: Phrase = Phrase::fixed(
    "  a move        in the notation of the game; several in a row are played in turn
  a cell        chooses it; what can follow is shown, Enter plays a complete move
  back          takes the last cell of a half-made move back
  undo          takes a half-made move back, or the last move;
                against the computer it takes both moves back
  hint          says what to move; again: where to; once more: why
  moves [TEXT]  lists the legal moves (that begin with TEXT)
  show          shows the board again
  say           says the position in words
  position      writes the position as text
  flip          turns the board round
  save FILE     writes the game to a file; save! overwrites a file
  load FILE [N] goes on with a game (the Nth) of a file of records
  resign        gives the game up
  draw          offers a draw
  new           begins again
  quit          ends; so does the end of the input (Ctrl-D)",
    "  un coup          dans la notation du jeu\u{a0}; plusieurs de suite sont joués tour à tour
  une case         la choisit\u{a0}; la suite possible s’affiche, Entrée joue un coup complet
  retour           reprend la dernière case d’un coup commencé
  annuler          reprend le coup commencé, ou le dernier coup\u{a0};
                   contre l’ordinateur, les deux coups
  indice           dit quoi jouer\u{a0}; encore\u{a0}: où\u{a0}; une fois de plus\u{a0}: pourquoi
  coups [TEXTE]    les coups permis (qui commencent par TEXTE)
  montrer          montre encore le plateau
  dire             dit la position en mots
  position         écrit la position en texte
  tourner          tourne le plateau
  sauver FICHIER   enregistre la partie\u{a0}; sauver! remplace un fichier
  charger FICHIER [N]  reprend une partie (la N-ième) d’un fichier
  abandonner       abandonne la partie
  nulle            propose la nulle
  nouveau          recommence
  quitter          termine\u{a0}; la fin de l’entrée (Ctrl-D) aussi",
);
pub(crate) static NOTHING_TO_CANCEL: Phrase =
    Phrase::fixed("No move is begun.", "Aucun coup n’est commencé.");
pub(crate) static GAME_IS_OVER: Phrase = Phrase::fixed(
    "The game is over: new, save FILE or quit.",
    "La partie est finie\u{a0}: nouveau, sauver FICHIER ou quitter.",
);
pub(crate) static NEEDS_FILE: Phrase = Phrase::fixed(
    "Which file? For instance: save game.pgn",
    "Quel fichier\u{a0}? Par exemple\u{a0}: sauver partie.pgn",
);
pub(crate) static FILE_EXISTS: Phrase = Phrase::fixed(
    "That file exists. save! with the same name overwrites it.",
    "Ce fichier existe déjà. sauver! avec le même nom le remplace.",
);
pub(crate) static NEXT_CELLS: Phrase = Phrase::fixed("Next:", "Ensuite\u{a0}:");
pub(crate) static LINE_TOO_LONG: Phrase = Phrase::fixed(
    "That line is too long to be a move.",
    "Cette ligne est trop longue pour un coup.",
);
pub(crate) static DRAW_DECLINED: Phrase =
    Phrase::fixed("The draw is declined.", "La nulle est refusée.");
pub(crate) static BEGUN_AGAIN: Phrase = Phrase::fixed("A new game.", "Nouvelle partie.");
pub(crate) static PROMPT_OVER: Phrase = Phrase::fixed("over", "fini");

/// How many layouts there are, as a heading; the default one comes first.
pub(crate) fn layouts(language: Language, count: usize) -> String {
    match (language, count) {
        (Language::English, 1) => "One layout:".to_owned(),
        (Language::English, n) => format!("{n} layouts, the default first:"),
        (Language::French, 1) => "Une position de départ\u{a0}:".to_owned(),
        (Language::French, n) => {
            format!("{n} positions de départ, celle par défaut en premier\u{a0}:")
        }
    }
}

/// The values that an option allows.
pub(crate) fn values(language: Language, values: &Values) -> String {
    match (language, *values) {
        (Language::English, _) => values.to_string(),
        (Language::French, Values::OneOf(words)) => words.join(" ou "),
        (Language::French, Values::Number { min, max }) => format!("un nombre de {min} à {max}"),
        (Language::French, Values::NumberOrOff { min, max }) => {
            format!("off, ou un nombre de {min} à {max}")
        }
    }
}

static AND: Phrase = Phrase::fixed(" and ", " et ");

/// `a, b and c`.
pub(crate) fn list(language: Language, names: &[&str]) -> String {
    let and = AND.get(language);
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{}{and}{last}", first.join(", ")),
    }
}

/// Not all moves are listed.
pub(crate) fn left_out(language: Language, listed: u64, total: u64) -> String {
    match language {
        Language::English => format!("{listed} of {total} moves listed; --limit N lists more"),
        Language::French => format!("{listed} coups sur {total}\u{a0}; --limit N en montre plus"),
    }
}

/// Some of the moves, in a dialogue.
pub(crate) fn moves_listed(language: Language, listed: usize, total: u64) -> String {
    match (language, total) {
        (Language::English, 1) => "1 move".to_owned(),
        (Language::French, 0 | 1) => format!("{total} coup"),
        (Language::English, _) if listed as u64 == total => format!("{total} moves"),
        (Language::French, _) if listed as u64 == total => format!("{total} coups"),
        (Language::English, _) => {
            format!("{listed} of {total} moves; moves TEXT lists those that begin with TEXT")
        }
        (Language::French, _) => {
            format!(
                "{listed} coups sur {total}\u{a0}; coups TEXTE montre ceux qui commencent par TEXTE"
            )
        }
    }
}

/// A move that the computer suggests, and what it does.
pub(crate) fn hint(language: Language, text: &str, said: &str) -> String {
    match language {
        Language::English => format!("Hint: {text}. {said}"),
        Language::French => format!("Indice\u{a0}: {text}. {said}"),
    }
}

/// The first step of a hint: what to move.
pub(crate) fn hint_piece(language: Language, names: &str) -> String {
    match language {
        Language::English => format!("Look at {names}. Ask again for the move."),
        Language::French => format!("Regardez {names}. Redemandez pour voir le coup."),
    }
}

/// The last step of a hint: why that move.
pub(crate) fn hint_reasons(language: Language, text: &str, reasons: &str) -> String {
    match language {
        Language::English => format!("Why {text}? {reasons}"),
        Language::French => format!("Pourquoi {text}\u{a0}? {reasons}"),
    }
}

/// Nothing that can be shown speaks for a hint.
pub(crate) static NO_REASON: Phrase = Phrase::fixed(
    "No single fact speaks for it: looking ahead, it came out best.",
    "Aucun fait précis ne le dit\u{a0}: en anticipant, c’est le meilleur coup trouvé.",
);

/// The favourite of a game has changed; told in a record.
pub(crate) fn turning_point(language: Language, favourite: &str) -> String {
    match language {
        Language::English => format!("Turning point: {favourite} is better now."),
        Language::French => format!("Tournant de la partie\u{a0}: avantage à {favourite}."),
    }
}

/// The question after an offer of a draw.
pub(crate) fn accept_draw(language: Language, player: &str) -> String {
    match language {
        Language::English => format!("{player}: do you accept a draw? (yes/no)"),
        Language::French => format!("{player}\u{a0}: acceptez-vous la nulle\u{a0}? (oui/non)"),
    }
}

/// A cell that cannot be tapped now.
pub(crate) fn cell_begins_nothing(language: Language, cell: &str) -> String {
    match language {
        Language::English => format!("{cell} cannot follow here."),
        Language::French => format!("{cell} n’est pas possible ici."),
    }
}

/// A word that is neither a command nor a cell while a move is half made.
pub(crate) fn not_a_cell(language: Language, text: &str) -> String {
    match language {
        Language::English => format!("'{text}' is no cell. back takes the last cell back."),
        Language::French => {
            format!("«\u{a0}{text}\u{a0}» n’est pas une case. retour reprend la dernière case.")
        }
    }
}

/// A move that was refused, and why.
pub(crate) fn cannot_play(language: Language, text: &str, why: &str) -> String {
    match language {
        Language::English => format!("'{text}' cannot be played: {why}"),
        Language::French => format!("«\u{a0}{text}\u{a0}» n’est pas jouable\u{a0}: {why}"),
    }
}

/// The cells chosen make a move already.
pub(crate) fn enter_plays(language: Language, text: &str) -> String {
    match language {
        Language::English => format!("Enter plays {text}."),
        Language::French => format!("Entrée joue {text}."),
    }
}

/// Moves taken back.
pub(crate) fn taken_back(language: Language, texts: &[String]) -> String {
    let names: Vec<&str> = texts.iter().map(String::as_str).collect();
    let list = list(language, &names);
    match (language, texts.len()) {
        (Language::English, 1) => format!("{list} is taken back."),
        (Language::English, _) => format!("{list} are taken back."),
        (Language::French, 1) => format!("{list} est repris."),
        (Language::French, _) => format!("{list} sont repris."),
    }
}

/// A game written to a file.
pub(crate) fn saved(language: Language, path: &str) -> String {
    match language {
        Language::English => format!("Saved in {path}."),
        Language::French => format!("Enregistré dans {path}."),
    }
}

/// A backup that is whole: how much is in it.
pub(crate) fn backed_up(language: Language, tables: u64, bytes: u64) -> String {
    match language {
        Language::English => format!("is whole: {tables} tables, {bytes} B."),
        Language::French => format!("est complet\u{a0}: {tables} tables, {bytes} o."),
    }
}

/// What an installation that is moved waits for: copying, then comparing.
pub(crate) fn moving(language: Language) -> [&'static str; 2] {
    match language {
        Language::English => ["Copying", "Comparing"],
        Language::French => ["Copie", "Comparaison"],
    }
}

/// An installation that was copied and compared.
pub(crate) fn moved(language: Language, tables: u64, events: u64, guests: u64) -> String {
    match language {
        Language::English => {
            format!("has everything: {tables} tables, {events} events, {guests} guests.")
        }
        Language::French => {
            format!("a tout reçu\u{a0}: {tables} tables, {events} événements, {guests} invités.")
        }
    }
}

/// Data in which nothing is wrong.
pub(crate) fn data_is_good(language: Language, tables: u64, events: u64) -> String {
    match language {
        Language::English => format!("All is well: {tables} tables, {events} events."),
        Language::French => {
            format!("Tout est en ordre\u{a0}: {tables} tables, {events} événements.")
        }
    }
}

/// Data in which something is wrong.
pub(crate) fn data_is_bad(language: Language, damaged: usize, tables: u64) -> String {
    match language {
        Language::English if damaged == 0 => "The file is damaged. Go back to a backup.".to_owned(),
        Language::French if damaged == 0 => {
            "Le fichier est abîmé. Revenez à une sauvegarde.".to_owned()
        }
        Language::English => format!(
            "{damaged} of {tables} tables are damaged. Go back to a backup, or serve on: the others \
             can be played."
        ),
        Language::French => format!(
            "{damaged} tables sur {tables} sont abîmées. Revenez à une sauvegarde, ou continuez\u{a0}: \
             les autres sont jouables."
        ),
    }
}

/// A game read from a file.
pub(crate) fn loaded(language: Language, title: &str, plies: usize) -> String {
    match (language, plies) {
        (Language::English, 1) => format!("{title}, 1 move played."),
        (Language::English, n) => format!("{title}, {n} moves played."),
        (Language::French, 0 | 1) => format!("{title}, {plies} coup joué."),
        (Language::French, n) => format!("{title}, {n} coups joués."),
    }
}

/// What a script is told at the end.
pub(crate) fn refused_lines(count: usize) -> Phrase {
    match count {
        1 => Phrase::fixed("1 line was refused", "1 ligne a été refusée"),
        n => Phrase::new(format!("{n} lines were refused"), format!("{n} lignes ont été refusées")),
    }
}

/// `1 game`, `2 parties`.
pub(crate) fn games(language: Language, count: usize) -> String {
    match (language, count) {
        (Language::English, 1) => "1 game".to_owned(),
        (Language::English, n) => format!("{n} games"),
        (Language::French, 0 | 1) => format!("{count} partie"),
        (Language::French, n) => format!("{n} parties"),
    }
}

/// `wrong`, as of so many games.
pub(crate) fn wrong(language: Language, count: usize) -> &'static str {
    match (language, count) {
        (Language::English, _) => "wrong",
        (Language::French, 0 | 1) => "fausse",
        (Language::French, _) => "fausses",
    }
}

/// How many games of some files went through, and how many did not.
pub(crate) fn went_through(
    language: Language,
    deed: &Phrase,
    through: usize,
    refused: usize,
) -> String {
    let (games, deed) = (games(language, through), deed.get(language));
    match language {
        Language::English => format!("{games} {deed}, {refused} refused"),
        Language::French => format!("{games}\u{a0}: {deed}\u{a0}; refus\u{a0}: {refused}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(list(Language::English, &["a", "b", "c"]), "a, b and c");
        assert_eq!(list(Language::French, &["a", "b"]), "a et b");
        assert_eq!(list(Language::French, &["a"]), "a");
        assert_eq!(list(Language::English, &[]), "");
    }

    #[test]
    fn french_has_a_no_break_space_before_its_high_signs() {
        for text in [&SERVED, &ONLY_HERE] {
            assert!(!text.fr.contains(" :") && !text.fr.contains(" ;"), "{}", text.fr);
        }
        for text in [&WHICH_GAME, &OPTIONS, &GAME_IS_OVER, &NEEDS_FILE] {
            assert!(!text.fr.contains(" :") && !text.fr.contains(" ?"), "{}", text.fr);
        }
    }
}
