//! What people type while they play.

use std::path::PathBuf;

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// An empty line: plays a complete half-made move.
    Enter,
    /// Moves or cells, in the order typed.
    Play(Vec<String>),
    /// Takes the last cell of a half-made move back.
    Back,
    /// Takes the last move back.
    Undo,
    /// Suggests a move.
    Hint,
    /// Lists the legal moves that begin with this.
    Moves(String),
    /// Shows the board again.
    Show,
    /// Says the position.
    Say,
    /// Writes the position.
    Position,
    /// Turns the board round.
    Flip,
    /// Writes the game to a file; no file was named if it is `None`.
    Save { path: Option<PathBuf>, overwrite: bool },
    /// Goes on with the game of that number in a file.
    Load { path: Option<PathBuf>, number: usize },
    /// The side to move gives up.
    Resign,
    /// The side to move offers a draw.
    Draw,
    /// Begins again.
    New,
    /// Lists these requests.
    Help,
    /// Ends.
    Quit,
}

impl Request {
    /// Understands a line. Commands are understood in both languages, whichever is spoken; what
    /// is no command is taken for moves or cells.
    pub(super) fn read(line: &str) -> Request {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => Request::Enter,
            "back" | "retour" => Request::Back,
            "undo" | "u" | "annuler" => Request::Undo,
            "hint" | "indice" => Request::Hint,
            "moves" | "m" | "coups" => Request::Moves(rest.to_owned()),
            "show" | "board" | "montrer" | "plateau" => Request::Show,
            "say" | "dire" => Request::Say,
            "position" | "fen" => Request::Position,
            "flip" | "tourner" | "retourner" => Request::Flip,
            "save" | "sauver" => Request::Save { path: path(rest), overwrite: false },
            "save!" | "sauver!" => Request::Save { path: path(rest), overwrite: true },
            "load" | "charger" => load(rest),
            "resign" | "abandonner" => Request::Resign,
            "draw" | "nulle" => Request::Draw,
            "new" | "nouveau" | "recommencer" => Request::New,
            "help" | "?" | "h" | "aide" => Request::Help,
            "quit" | "q" | "exit" | "quitter" => Request::Quit,
            _ => Request::Play(crate::args::move_texts(line).map(str::to_owned).collect()),
        }
    }
}

fn path(text: &str) -> Option<PathBuf> {
    (!text.is_empty()).then(|| PathBuf::from(text))
}

/// A file, and perhaps the number of the game in it.
fn load(text: &str) -> Request {
    if let Some((file, number)) = text.rsplit_once(char::is_whitespace)
        && let Ok(number) = number.parse()
        && number > 0
    {
        return Request::Load { path: path(file.trim()), number };
    }
    Request::Load { path: path(text), number: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        assert_eq!(Request::read(" Undo "), Request::Undo);
        assert_eq!(Request::read("annuler"), Request::Undo);
        assert_eq!(Request::read("COUPS a1"), Request::Moves("a1".to_owned()));
        assert_eq!(Request::read("\t"), Request::Enter);
    }

    #[test]
    fn the_rest_is_moves_or_cells() {
        let texts = |line| match Request::read(line) {
            Request::Play(texts) => texts,
            other => panic!("{other:?}"),
        };
        assert_eq!(texts("a1b2"), ["a1b2"]);
        assert_eq!(texts("1. a1b2 i9h8"), ["a1b2", "i9h8"]);
    }

    #[test]
    fn file_names_may_hold_spaces() {
        let load = |path: &str, number| Request::Load { path: Some(path.into()), number };
        assert_eq!(Request::read("load my game.pgn 3"), load("my game.pgn", 3));
        assert_eq!(Request::read("load my game.pgn"), load("my game.pgn", 1));
        assert_eq!(Request::read("load game.pgn 0"), load("game.pgn 0", 1));
        assert_eq!(Request::read("load"), Request::Load { path: None, number: 1 });
        let save = Request::Save { path: Some("a b".into()), overwrite: true };
        assert_eq!(Request::read("save! a b"), save);
    }
}
