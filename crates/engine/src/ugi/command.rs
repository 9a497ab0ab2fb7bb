//! What a line says. Nothing is done about it here.

use galet_core::{PerSide, Side};
use galet_search::{Limits, TimeControl};
use std::time::Duration;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 256 * 1024;
/// The most moves that `position` may have: more than any game, few enough to replay at once.
pub const MAX_MOVES: usize = 5_000;

/// The longest time a clock may show, about four months: sums of times stay far from overflow.
const MAX_MILLISECONDS: u64 = 10_000_000_000;

/// A line that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Ugi,
    IsReady,
    NewGame,
    /// Whether options for who measures are made known, too.
    Debug(bool),
    SetOption {
        name: String,
        value: String,
    },
    Position(Place),
    Go(Go),
    Stop,
    Query(Query),
    Quit,
    /// An empty line.
    Nothing,
}

/// Where a game stands: the text of a position (or the start) and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) fen: Option<String>,
    pub(crate) moves: Vec<String>,
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    GameOver,
    FirstToMove,
    Result,
}

/// How long to think.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    clocks: PerSide<Option<Duration>>,
    increments: PerSide<Duration>,
    moves_to_go: Option<u32>,
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    /// The first word that means nothing here, if there is one.
    pub(crate) ignored: Option<String>,
}

impl Go {
    /// The bounds of the search for the side to move. `estimate` says how many moves are to come
    /// when nobody else does.
    pub(crate) fn limits(&self, turn: Side, estimate: impl FnOnce() -> u32) -> Limits {
        if self.infinite {
            return Limits::default();
        }
        let clock = self.clocks[turn].map(|left| TimeControl {
            left,
            increment: self.increments[turn],
            moves_to_go: self.moves_to_go.unwrap_or_else(estimate),
        });
        Limits { nodes: self.nodes, depth: self.depth, time: self.time, clock }
    }

    /// Whether the search goes on until it is told to stop.
    pub(crate) fn is_endless(&self, turn: Side) -> bool {
        let bounded = self.nodes.is_some()
            || self.depth.is_some()
            || self.time.is_some()
            || self.clocks[turn].is_some();
        self.infinite || !bounded
    }
}

/// Why a line was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("the line is longer than {MAX_LINE} bytes and was ignored")]
    TooLong,
    #[error("the line is no UTF-8 text and was ignored")]
    NoText,
    #[error(
        "there is no command '{0}'; the commands are ugi, isready, uginewgame, setoption, \
         position, go, stop, query, debug, quit"
    )]
    Unknown(String),
    #[error("setoption is written: setoption name NAME value VALUE")]
    SetOption,
    #[error("position is written: position startpos|fen TEXT [moves MOVE...]")]
    Position,
    #[error("a position may have at most {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("go {word}: {} is not a whole number; nothing is searched", given(.value))]
    Number { word: &'static str, value: Option<String> },
    #[error("debug is written: debug on|off")]
    Debug,
    #[error("query is written: query gameover|p1turn|result")]
    Query,
}

fn given(value: &Option<String>) -> String {
    value.as_ref().map_or_else(|| "the end of the line".to_owned(), |value| format!("'{value}'"))
}

impl Command {
    /// Reads a line; any bytes will do.
    pub(crate) fn read(line: &[u8]) -> Result<Command, CommandError> {
        if line.len() > MAX_LINE {
            return Err(CommandError::TooLong);
        }
        let line = std::str::from_utf8(line).map_err(|_| CommandError::NoText)?.trim();
        let (word, rest) = split_word(line);
        Ok(match word {
            "" => Command::Nothing,
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "debug" => match rest {
                "on" => Command::Debug(true),
                "off" => Command::Debug(false),
                _ => return Err(CommandError::Debug),
            },
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "setoption" => read_option(rest).ok_or(CommandError::SetOption)?,
            "position" => Command::Position(read_place(rest)?),
            "go" => Command::Go(read_go(rest)?),
            "query" => Command::Query(match rest {
                "gameover" => Query::GameOver,
                "p1turn" => Query::FirstToMove,
                "result" => Query::Result,
                _ => return Err(CommandError::Query),
            }),
            unknown => return Err(CommandError::Unknown(unknown.to_owned())),
        })
    }
}

/// The first word of a trimmed text, and the rest, trimmed too.
fn split_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// The text before a word that stands alone, and the text after it.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find(word) {
        let (start, end) = (from + found, from + found + word.len());
        let (before, after) = (&text[..start], &text[end..]);
        if before.chars().next_back().is_none_or(char::is_whitespace)
            && after.chars().next().is_none_or(char::is_whitespace)
        {
            return Some((before.trim(), after.trim()));
        }
        from = end;
    }
    None
}

fn read_option(rest: &str) -> Option<Command> {
    let (word, rest) = split_word(rest);
    let (name, value) = split_at_word(rest, "value")?;
    (word == "name" && !name.is_empty() && !value.is_empty())
        .then(|| Command::SetOption { name: name.to_owned(), value: value.to_owned() })
}

fn read_place(rest: &str) -> Result<Place, CommandError> {
    // The text of a position may contain anything but the word `moves`.
    let (place, moves) = split_at_word(rest, "moves").unwrap_or((rest, ""));
    let fen = match split_word(place) {
        ("startpos", "") => None,
        ("fen", text) if !text.is_empty() => Some(text.to_owned()),
        _ => return Err(CommandError::Position),
    };
    let moves: Vec<String> =
        moves.split_whitespace().take(MAX_MOVES + 1).map(str::to_owned).collect();
    if moves.len() > MAX_MOVES {
        return Err(CommandError::TooManyMoves);
    }
    Ok(Place { fen, moves })
}

fn read_go(rest: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = |word: &'static str| {
            let value = words.next();
            value
                .and_then(whole_number)
                .ok_or(CommandError::Number { word, value: value.map(str::to_owned) })
        };
        let time = |milliseconds: u64| Duration::from_millis(milliseconds.min(MAX_MILLISECONDS));
        match word {
            "p1time" => go.clocks.first = Some(time(number("p1time")?)),
            "p2time" => go.clocks.second = Some(time(number("p2time")?)),
            "p1inc" => go.increments.first = time(number("p1inc")?),
            "p2inc" => go.increments.second = time(number("p2inc")?),
            "movetime" => go.time = Some(time(number("movetime")?)),
            "nodes" => go.nodes = Some(number("nodes")?.max(1)),
            "depth" => go.depth = Some(number("depth")?.clamp(1, 1_000) as u32),
            "movestogo" => {
                // 0 is what programs send that do not know it.
                go.moves_to_go = Some(number("movestogo")?.min(1_000) as u32).filter(|&n| n > 0);
            }
            "infinite" => go.infinite = true,
            _ => go.ignored = go.ignored.or_else(|| Some(word.to_owned())),
        }
    }
    Ok(go)
}

/// A whole number. A negative one counts as 0: a clock may have run out. One that is too large
/// counts as the largest.
fn whole_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if digits.len() < text.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, CommandError> {
        Command::read(line.as_bytes())
    }

    #[test]
    fn a_position_text_may_contain_spaces() {
        let place = |line| match read(line) {
            Ok(Command::Position(place)) => place,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(place("position startpos"), Place { fen: None, moves: vec![] });
        assert_eq!(
            place("  position  fen  a/b  w 0\tremoves x moves m1  m2 \r"),
            Place {
                fen: Some("a/b  w 0\tremoves x".into()),
                moves: vec!["m1".into(), "m2".into()]
            }
        );
        for wrong in ["position", "position fen", "position fen moves a", "position startpos a"] {
            assert_eq!(read(wrong), Err(CommandError::Position), "{wrong}");
        }
        let endless = format!("position startpos moves{}", " a".repeat(MAX_MOVES + 1));
        assert_eq!(read(&endless), Err(CommandError::TooManyMoves));
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let Ok(Command::Go(go)) = read("go p1time 1000 p2time -20 p1inc 10 movestogo 0") else {
            panic!("it is well written")
        };
        let first = go.limits(Side::First, || 33).clock.unwrap();
        assert_eq!(
            (first.left, first.increment),
            (Duration::from_secs(1), Duration::from_millis(10))
        );
        assert_eq!(first.moves_to_go, 33);
        assert_eq!(go.limits(Side::Second, || 9).clock.unwrap().left, Duration::ZERO);
    }

    #[test]
    fn a_search_without_bounds_is_endless() {
        let endless = |line| match read(line) {
            Ok(Command::Go(go)) => go.is_endless(Side::First),
            other => panic!("{line}: {other:?}"),
        };
        assert!(endless("go") && endless("go infinite") && endless("go infinite depth 3"));
        assert!(endless("go p2time 100"), "the clock of the other side is no bound");
        assert!(!endless("go depth 3") && !endless("go p1time 0") && !endless("go nodes 0"));
    }

    #[test]
    fn numbers_are_kept_within_reason() {
        let Ok(Command::Go(go)) = read("go depth 0 nodes 99999999999999999999999 movetime 1 hop x")
        else {
            panic!("it is well written")
        };
        assert_eq!((go.depth, go.nodes), (Some(1), Some(u64::MAX)));
        assert_eq!(go.ignored.as_deref(), Some("hop"));
        for wrong in ["go depth", "go depth x", "go nodes +1", "go movetime 1.5", "go p1inc --1"] {
            assert!(matches!(read(wrong), Err(CommandError::Number { .. })), "{wrong}");
        }
    }

    #[test]
    fn option_names_may_contain_spaces() {
        let option = Command::SetOption { name: "Multi PV".into(), value: "2 x".into() };
        assert_eq!(read("setoption name Multi PV value 2 x"), Ok(option));
        for wrong in
            ["setoption", "setoption name A", "setoption name value 1", "setoption A value 1"]
        {
            assert_eq!(read(wrong), Err(CommandError::SetOption), "{wrong}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(read("   "), Ok(Command::Nothing));
        assert_eq!(read("dance now"), Err(CommandError::Unknown("dance".into())));
        assert_eq!(read("query weather"), Err(CommandError::Query));
        assert_eq!(Command::read(b"\xff"), Err(CommandError::NoText));
        assert_eq!(Command::read(&vec![b' '; MAX_LINE + 1]), Err(CommandError::TooLong));
    }
}
