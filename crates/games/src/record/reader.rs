//! Reads records: forgiving about layout, strict about legality.

use super::error::{Place, RecordError, RecordFault};
use super::foreign::{Format, translate};
use super::lexer::{Lexer, Places, Tag, Token, Wrong};
use super::model::{GameResult, NodeId, Record, ResultError, number_text};
use super::work;
use crate::{AnyGame, AnyProgress, SetupText, StartError, all, find};
use galet_core::{Side, StopSignal};
use std::borrow::Cow;
use std::collections::HashSet;

/// Reads all games of a text in the house's own form.
pub fn read_all(text: &str) -> Records<'_> {
    Reader::default().read_all(text)
}

/// Reads all games of a file in the house's own form. Bytes that are no UTF-8 are replaced; see
/// [`Records::invalid_utf8`].
pub fn read_all_bytes(bytes: &[u8]) -> Records<'_> {
    Reader::default().read_all_bytes(bytes)
}

/// Reads the first game of a text in the house's own form.
pub fn read_one(text: &str) -> Result<Record, RecordError> {
    Reader::default().read_one(text)
}

/// How to read records, where it is not the house's own form.
///
/// ```
/// use galet_games::record::{Format, Reader};
///
/// let format = Format::by_extension("apgn").unwrap();
/// let text = "[Black \"Ada\"] [Variant \"belgian\"] [Notation \"Aba-Pro\"]\n1. e5e6 *";
/// let error = Reader { format, ..Reader::default() }.read_one(text).unwrap_err();
/// assert_eq!(error.place.to_string(), "line 2, column 4");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader<'s> {
    /// The form of the records.
    pub format: Format,
    /// The game of records that do not say which they are of.
    pub game: Option<&'static dyn AnyGame>,
    /// The notation of the moves, one of [`AnyGame::dialects`], if it is not the game's own. A
    /// foreign record that names its notation knows better.
    pub dialect: Option<&'s str>,
    /// A game with more moves than this, variations included, is refused as soon as they are
    /// counted.
    pub most_moves: Option<usize>,
    /// Says when nobody wants the games any more: reading ends there, as if the text did.
    pub stop: Option<&'s dyn StopSignal>,
}

impl<'s> Reader<'s> {
    /// Reads all games of a text, one by one. A game that cannot be read is an error in its
    /// place, and reading goes on with the next tag section.
    pub fn read_all<'t>(&self, text: &'t str) -> Records<'t>
    where
        's: 't,
    {
        Records::new(*self, Cow::Borrowed(text), None)
    }

    /// Reads all games of a file. Bytes that are no UTF-8 are replaced; see
    /// [`Records::invalid_utf8`].
    pub fn read_all_bytes<'t>(&self, bytes: &'t [u8]) -> Records<'t>
    where
        's: 't,
    {
        let damage = std::str::from_utf8(bytes).err().map(|error| error.valid_up_to());
        Records::new(*self, String::from_utf8_lossy(bytes), damage)
    }

    /// Reads the first game of a text.
    pub fn read_one(&self, text: &str) -> Result<Record, RecordError> {
        let mut records = Records::new(*self, Cow::Borrowed(text), None);
        records.next().unwrap_or_else(|| Err(records.error((0, RecordFault::Nothing))))
    }
}

/// The games of a text, read one by one.
#[derive(Clone, Debug)]
pub struct Records<'t> {
    reader: Reader<'t>,
    text: Cow<'t, str>,
    places: Places,
    at: usize,
    /// See [`Lexer::open_until`].
    open_until: usize,
    /// How many games were read or refused.
    games: usize,
    damage: Option<usize>,
    /// See [`Records::before_the_fault`].
    partial: Option<Record>,
}

impl<'t> Records<'t> {
    fn new(reader: Reader<'t>, text: Cow<'t, str>, damage: Option<usize>) -> Self {
        let places = Places::new(&text);
        Records { reader, text, places, at: 0, open_until: 0, games: 0, damage, partial: None }
    }

    /// Where the first byte is that is no UTF-8, if the records came as bytes. It and others
    /// like it are read as `\u{fffd}`: names may be spelled wrong then, moves cannot be.
    pub fn invalid_utf8(&self) -> Option<Place> {
        self.damage.map(|at| self.places.clone().find(&self.text, at))
    }

    /// The game that was refused last, up to the move that cannot be played; `None` if something else is wrong
    /// with it, or if it was the first move.
    pub fn before_the_fault(&mut self) -> Option<Record> {
        self.partial.take()
    }

    fn error(&mut self, (at, fault): Wrong) -> RecordError {
        RecordError { place: self.places.find(&self.text, at), game: self.games, fault }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut lexer = Lexer::new(&self.text, self.at);
        lexer.open_until = self.open_until;
        let mut draft = Draft::new(self.reader);
        let collected = draft.collect(&mut lexer);
        if draft.stopped {
            self.at = self.text.len();
            return None;
        }
        self.partial = None;
        if let Err((_, fault)) = &collected {
            if matches!(fault, RecordFault::Move { .. }) {
                self.partial = draft.so_far();
            }
            draft.skip_rest(&mut lexer, fault);
        } else if draft.is_empty() {
            self.at = lexer.at;
            return None;
        }
        self.at = lexer.at;
        self.open_until = lexer.open_until;
        self.games += 1;
        let read = collected.and_then(|()| draft.finish(lexer.at));
        Some(read.map_err(|wrong| self.error(wrong)))
    }
}

/// A game that is being read.
struct Draft<'t, 'a> {
    reader: Reader<'t>,
    tags: Vec<Tag<'a>>,
    /// The names of the tags, in small letters.
    names: HashSet<String>,
    /// The comments that stand before the first move.
    intro: Vec<&'a str>,
    /// Whether there was nothing but tags and comments yet.
    in_tags: bool,
    /// The moves, once they begin.
    moves: Option<Moves<'t>>,
    /// How many moves were read.
    count: usize,
    /// Whether reading was stopped.
    stopped: bool,
    /// The result behind the moves, and where it is.
    result: Option<(usize, GameResult)>,
}

impl<'t, 'a> Draft<'t, 'a> {
    fn new(reader: Reader<'t>) -> Self {
        Draft {
            reader,
            tags: Vec::new(),
            names: HashSet::new(),
            intro: Vec::new(),
            in_tags: true,
            moves: None,
            count: 0,
            stopped: false,
            result: None,
        }
    }

    /// Reads the tokens of one game.
    fn collect(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Wrong> {
        loop {
            let before = lexer.at;
            let Some(token) = lexer.next() else { return Ok(()) };
            let (at, token) = token?;
            if self.reader.stop.is_some_and(StopSignal::is_stopped) {
                self.stopped = true;
                return Ok(());
            }
            if self.is_next_game(&token, lexer) {
                lexer.at = before;
                return Ok(());
            }
            self.in_tags &= matches!(token, Token::Tag(_) | Token::Comment(_));
            match token {
                Token::Tag(tag) => self.add_tag(tag),
                Token::Comment(comment) => match &mut self.moves {
                    Some(moves) => moves.comment(comment),
                    None => self.intro.push(comment),
                },
                // A result inside a variation is somebody's remark.
                Token::Result(_) if self.moves.as_ref().is_some_and(Moves::in_variation) => {}
                Token::Result(result) => self.end(at, result)?,
                Token::Move(text) => {
                    self.count_move(at)?;
                    self.moves(at)?.play(at, text)?;
                }
                Token::Nag(nag) => self.moves(at)?.annotate(at, nag, lexer.since(at))?,
                Token::Open => self.moves(at)?.open(at)?,
                Token::Close => self.moves(at)?.close(at)?,
            }
        }
    }

    fn count_move(&mut self, at: usize) -> Result<(), Wrong> {
        self.count += 1;
        match self.reader.most_moves {
            Some(most) if self.count > most => Err((at, RecordFault::TooManyMoves { most })),
            _ => Ok(()),
        }
    }

    /// Whether there was nothing but comments, which are no game.
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_none() && self.result.is_none()
    }

    /// Whether a token belongs to the game behind this one: tags or moves behind the result,
    /// tags behind moves, or, after an empty line, a tag that this game has already.
    fn is_next_game(&self, token: &Token<'_>, lexer: &Lexer<'_>) -> bool {
        match token {
            Token::Comment(_) | Token::Result(_) => false,
            _ if self.result.is_some() => true,
            Token::Tag(_) if self.moves.is_some() => true,
            Token::Tag(tag) => lexer.after_blank_line && self.has(tag),
            _ => false,
        }
    }

    fn has(&self, tag: &Tag<'_>) -> bool {
        self.names.contains(&tag.name.to_ascii_lowercase())
    }

    fn add_tag(&mut self, tag: Tag<'a>) {
        self.names.insert(tag.name.to_ascii_lowercase());
        self.tags.push(tag);
    }

    /// Passes over the rest of a game that cannot be read, up to the next tag section.
    fn skip_rest(&mut self, lexer: &mut Lexer<'a>, fault: &RecordFault) {
        self.pass_over(lexer, fault);
        loop {
            let before = lexer.at;
            match lexer.next() {
                None => return,
                Some(Err((_, fault))) => self.pass_over(lexer, &fault),
                Some(Ok((_, Token::Tag(tag)))) => {
                    // Tags of the same section go with the game.
                    if !self.in_tags || lexer.after_blank_line && self.has(&tag) {
                        lexer.at = before;
                        return;
                    }
                    self.add_tag(tag);
                }
                Some(Ok((_, token))) => self.in_tags &= matches!(token, Token::Comment(_)),
            }
        }
    }

    /// Goes on behind something that cannot be read.
    fn pass_over(&mut self, lexer: &mut Lexer<'a>, fault: &RecordFault) {
        match fault {
            RecordFault::OpenComment => {
                lexer.skip_to_tag_line();
                self.in_tags = false;
            }
            RecordFault::Tag { .. } => {}
            _ => self.in_tags = false,
        }
    }

    fn end(&mut self, at: usize, result: GameResult) -> Result<(), Wrong> {
        match self.result {
            Some((_, first)) if first != result => {
                Err((at, RecordFault::TwoResults { tag: first, moves: result }))
            }
            _ => {
                self.result = Some((at, result));
                Ok(())
            }
        }
    }

    /// The moves; at the first use the game begins.
    fn moves(&mut self, at: usize) -> Result<&mut Moves<'t>, Wrong> {
        if self.moves.is_none() {
            self.moves = Some(self.begin(at)?);
        }
        Ok(self.moves.as_mut().expect("the moves have just begun"))
    }

    fn begin(&self, at: usize) -> Result<Moves<'t>, Wrong> {
        let mut moves = match self.reader.format {
            Format::Own => self.begin_own(at)?,
            Format::Foreign(game) => self.begin_foreign(game, at)?,
        };
        let known = moves.game.game().dialects();
        if let Some(name) = moves.dialect.filter(|name| !known.contains(name)) {
            let name = name.to_owned();
            return Err((at, RecordFault::Notation { name, known: known.to_vec() }));
        }
        self.intro.iter().for_each(|comment| moves.comment(comment));
        Ok(moves)
    }

    fn begin_own(&self, at: usize) -> Result<Moves<'t>, Wrong> {
        let game = match (self.own_tag("Game")?, self.reader.game) {
            (Some(tag), _) => find(tag.value().trim()).map_err(|e| (tag.value_at, e.into()))?,
            (None, Some(game)) => game,
            (None, None) => {
                let example = all().first().map_or("", |game| game.name());
                return Err((at, RecordFault::NoGame { example }));
            }
        };
        let position = self.own_tag("FEN")?;
        // Chess programs announce a position by a tag of the same name as the layout.
        let announces = |tag: &&Tag<'_>| position.is_some() && tag.value().trim() == "1";
        let layout = self.own_tag("Setup")?.filter(|tag| !announces(tag));
        let options = self.own_tag("Options")?;
        let setup = SetupText {
            layout: layout.map(|tag| tag.value().trim().to_owned()),
            options: options.map_or(Ok(Vec::new()), read_options)?,
            position: position.map(|tag| tag.value().into_owned()),
        };
        let start = game.start(&setup).map_err(|error| match error {
            StartError::Position(fault) => {
                let place = position.map_or(at, |tag| tag.place_of(fault.at.start));
                (place, RecordFault::Position { why: fault.why })
            }
            StartError::Setup(error) => {
                let about_layout = matches!(error, galet_core::SetupError::UnknownLayout { .. });
                let tag = if about_layout { layout } else { options };
                (tag.map_or(at, |tag| tag.value_at), error.into())
            }
        })?;
        let mut moves = Moves::new(start, self.reader.dialect);
        moves.record.read_tags(self.tags.iter().map(|tag| (tag.name, tag.value())));
        Ok(moves)
    }

    fn begin_foreign(&self, game: &'static dyn AnyGame, at: usize) -> Result<Moves<'t>, Wrong> {
        let Some(foreign) = game.foreign_records() else {
            return Err((at, RecordFault::NoGame { example: game.name() }));
        };
        let theirs = translate(foreign, game, &self.tags)?;
        let start = game.start(&theirs.setup).map_err(|error| match error {
            StartError::Position(fault) => {
                let place = theirs.place_in_position(fault.at.start).unwrap_or(at);
                (place, RecordFault::Position { why: fault.why })
            }
            StartError::Setup(error) => (at, error.into()),
        })?;
        let mut moves = Moves::new(start, theirs.dialect.or(self.reader.dialect));
        moves.record.read_tags(theirs.kept.iter().map(|(name, tag)| (*name, tag.value())));
        Ok(moves)
    }

    /// A tag that must not contradict itself.
    fn own_tag(&self, name: &str) -> Result<Option<&Tag<'a>>, Wrong> {
        let mut found = self.tags.iter().filter(|tag| tag.name.eq_ignore_ascii_case(name));
        let Some(first) = found.next() else { return Ok(None) };
        match found.find(|other| other.value() != first.value()) {
            Some(other) => {
                Err((other.value_at, RecordFault::RepeatedTag { name: name.to_owned() }))
            }
            None => Ok(Some(first)),
        }
    }

    /// What was read so far, if there is a move in it. How the game ended is not known then.
    fn so_far(&mut self) -> Option<Record> {
        let mut record = self.moves.take()?.record;
        record.settle_comments();
        let has_a_move = record.main_line().next().is_some();
        has_a_move.then_some(record)
    }

    fn finish(&mut self, at: usize) -> Result<Record, Wrong> {
        let start_of_tags = self.tags.first().map_or(at, |tag| tag.start);
        let mut moves = match self.moves.take() {
            Some(moves) => moves,
            None => self.begin(self.result.map_or(start_of_tags, |(at, _)| at))?,
        };
        if let Some(variation) = moves.open.last() {
            return Err((variation.at, RecordFault::OpenVariation));
        }
        let (at, result) = self.stated_result()?.unwrap_or((at, GameResult::Unknown));
        moves.record.settle_comments();
        match moves.game.outcome() {
            Some(outcome) if result != GameResult::Unknown && result != outcome.into() => {
                Err((at, ResultError { result, outcome }.into()))
            }
            outcome => {
                moves.record.settle(outcome, result);
                Ok(moves.record)
            }
        }
    }

    /// The result that tag and end of the moves agree upon. An unknown result agrees with any.
    fn stated_result(&self) -> Result<Option<(usize, GameResult)>, Wrong> {
        let Some(tag) = self.own_tag("Result")? else { return Ok(self.result) };
        let value = tag.value();
        let in_tag = match value.trim() {
            "" | "?" => GameResult::Unknown,
            text => GameResult::read(text).ok_or_else(|| {
                (tag.value_at, RecordFault::UnknownResult { text: text.to_owned() })
            })?,
        };
        match self.result {
            None | Some((_, GameResult::Unknown)) => Ok(Some((tag.value_at, in_tag))),
            Some((at, moves)) if in_tag != GameResult::Unknown && in_tag != moves => {
                Err((at, RecordFault::TwoResults { tag: in_tag, moves }))
            }
            behind => Ok(behind),
        }
    }
}

fn read_options(tag: &Tag<'_>) -> Result<Vec<(String, String)>, Wrong> {
    let value = tag.value();
    let words = value.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    words
        .map(|word| match word.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err((tag.value_at, RecordFault::OptionForm { text: word.to_owned() })),
        })
        .collect()
}

/// The moves of a game that is being read, each played as it is read.
struct Moves<'t> {
    record: Record,
    game: Box<dyn AnyProgress>,
    first_to_move: Side,
    dialect: Option<&'t str>,
    /// The move that was read last in the present line.
    last: NodeId,
    /// The variations that are open, the innermost last.
    open: Vec<Variation>,
}

/// A variation that is being read.
struct Variation {
    /// Where it begins in the text.
    at: usize,
    /// The move that it replaces.
    replaces: NodeId,
    /// The plies before it.
    plies: usize,
    /// The comment in front of its first move.
    before: String,
}

impl<'t> Moves<'t> {
    fn new(start: Box<dyn AnyProgress>, dialect: Option<&'t str>) -> Self {
        Moves {
            first_to_move: start.turn(),
            record: Record::from_start(start.clone()),
            game: start,
            dialect,
            last: Record::ROOT,
            open: Vec::new(),
        }
    }

    fn in_variation(&self) -> bool {
        !self.open.is_empty()
    }

    /// The open variation, as long as it has no move.
    fn empty_variation(&mut self) -> Option<&mut Variation> {
        let plies = self.game.plies();
        self.open.last_mut().filter(|variation| variation.plies == plies)
    }

    fn play(&mut self, at: usize, text: &str) -> Result<(), Wrong> {
        work::count(1);
        let canonical = self.game.play_reading(text, self.dialect).map_err(|why| {
            let number = number_text(self.game.plies() + 1, self.first_to_move);
            (at, RecordFault::Move { number, text: text.to_owned(), why: Box::new(why) })
        })?;
        let plies = self.game.plies();
        let started = self.open.last_mut().filter(|variation| variation.plies + 1 == plies);
        let before = started.map(|variation| std::mem::take(&mut variation.before));
        self.last = self.record.push_checked(self.last, canonical);
        if let Some(before) = before {
            self.record.set_comment_before(self.last, &before);
        }
        Ok(())
    }

    fn annotate(&mut self, at: usize, nag: u8, text: &str) -> Result<(), Wrong> {
        if self.last == Record::ROOT || self.empty_variation().is_some() {
            return Err((at, RecordFault::AnnotationOfNothing { text: text.to_owned() }));
        }
        self.record.add_nag(self.last, nag);
        Ok(())
    }

    fn comment(&mut self, comment: &str) {
        match self.empty_variation() {
            Some(variation) => {
                variation.before.push(' ');
                variation.before.push_str(comment);
            }
            None => self.record.add_raw_comment(self.last, comment),
        }
    }

    fn open(&mut self, at: usize) -> Result<(), Wrong> {
        if self.last == Record::ROOT || self.empty_variation().is_some() {
            return Err((at, RecordFault::VariationOfNothing));
        }
        let replaces = self.last;
        work::count(1);
        self.game.undo();
        self.last = self.record.node(replaces).parent().unwrap_or(Record::ROOT);
        let plies = self.game.plies();
        self.open.push(Variation { at, replaces, plies, before: String::new() });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Wrong> {
        let Some(variation) = self.open.pop() else {
            return Err((at, RecordFault::NoVariation));
        };
        while self.game.plies() > variation.plies {
            work::count(1);
            self.game.undo();
        }
        self.last = variation.replaces;
        let text = self.record.node(self.last).text();
        work::count(1);
        self.game.play(text).expect("the move was played here before");
        // A variation without moves is a remark about the move.
        if !variation.before.is_empty() {
            self.record.add_raw_comment(self.last, &variation.before);
        }
        Ok(())
    }
}
