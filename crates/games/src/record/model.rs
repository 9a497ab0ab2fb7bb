//! What a record holds: tags, where the game began, and a tree of moves.

use super::annotation::{Annotation, ClockComment, Evaluation, clean_text};
use crate::{AnyGame, AnyProgress, MoveError, SetupText, StartError};
use galet_core::{Outcome, Shown, Side};
use std::borrow::Cow;
use std::fmt;

/// A recorded game: tags, setup, result, and the moves as a tree whose first branches are the
/// game as it was played and whose other branches are variations.
///
/// Every move of every branch is legal where it stands: only legal moves get in.
#[derive(Clone, Debug)]
pub struct Record {
    start: Box<dyn AnyProgress>,
    tags: Vec<(String, String)>,
    result: GameResult,
    /// The first is the root, which has no move; a parent comes before its children.
    nodes: Vec<Node>,
}

/// A move of a record with what was said about it. The root stands for the start of the game:
/// it has no move, its comment is the one before the first move.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    text: String,
    nags: Vec<u8>,
    before: Option<String>,
    note: Annotation,
}

/// The place of a [`Node`] in its own [`Record`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// The result that a record states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`: the player who moves first won, on the board or otherwise.
    FirstWins,
    /// `0-1`: the other player won.
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

/// The tags that come first, in this order. `Result`, and then what the model holds on its own,
/// follow them; any other tags come last.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "First", "Second"];

/// The tags that the model holds on its own, in the order in which they are written.
const OWN_TAGS: [&str; 5] = ["Result", "Game", "Setup", "Options", "FEN"];

impl Record {
    /// A record without moves.
    pub fn new(game: &'static dyn AnyGame, setup: &SetupText) -> Result<Self, StartError> {
        Ok(Record::from_start(game.start(setup)?))
    }

    /// A record of a game as far as it has come, without tags.
    pub fn from_progress(progress: &dyn AnyProgress) -> Self {
        let mut record = Record::from_start(progress.at_ply(0));
        let mut last = Record::ROOT;
        for text in progress.moves() {
            last = record.push_checked(last, text);
        }
        record.settle(progress.outcome(), GameResult::Unknown);
        record
    }

    /// A record of a game that has no move yet.
    pub(super) fn from_start(start: Box<dyn AnyProgress>) -> Self {
        let mut record = Record {
            nodes: vec![Node::new(None, String::new())],
            tags: Vec::new(),
            result: GameResult::Unknown,
            start,
        };
        record.settle(record.start.outcome(), GameResult::Unknown);
        record
    }

    /// The start of the game, before any move.
    pub const ROOT: NodeId = NodeId(0);

    /// Which game it is.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.start.game()
    }

    /// The layout, the options that are not the default, and the position if the game did not
    /// begin from a layout.
    pub fn setup(&self) -> SetupText {
        self.start.setup()
    }

    /// The game before its first move.
    pub fn start(&self) -> &dyn AnyProgress {
        &*self.start
    }

    /// The result stated. Where the game ended on the board, it is the board's.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// States the result: any, as long as the game goes on (players resign, agree, run out of
    /// time), but nothing else than the board says once it has ended there.
    pub fn set_result(&mut self, result: GameResult) -> Result<(), ResultError> {
        if let Some(outcome) = self.final_game().outcome()
            && GameResult::from(outcome) != result
        {
            return Err(ResultError { result, outcome });
        }
        self.result = result;
        Ok(())
    }

    /// The tags, except those that the model holds on its own: `Result`, `Game`, `Setup`,
    /// `Options` and `FEN`. The common ones come first, in the order `Event`, `Site`, `Date`,
    /// `Round`, `First`, `Second`; the rest as they were given.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of the first tag with that name; capital letters do not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place of any of the same name. Line breaks and other control characters in
    /// the value become spaces.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if is_own_tag(name) {
            return Err(TagError::Own { name: name.to_owned() });
        }
        if !is_tag_name(name) {
            return Err(TagError::Name { name: name.to_owned() });
        }
        self.remove_tag(name);
        self.read_tags([(name, value.into())]);
        Ok(())
    }

    /// Removes every tag with that name.
    pub fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
    }

    /// Every tag in the order in which it is written, those of the model included.
    pub fn all_tags(&self) -> Vec<(&str, String)> {
        let setup = self.setup();
        let default_layout = self.game().layouts().first().map(|layout| layout.name);
        // With a position the layout says nothing, unless somebody chose one.
        let layout = setup
            .layout
            .filter(|name| setup.position.is_none() || Some(name.as_str()) != default_layout);
        let options: Vec<_> = setup.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let own = [
            Some(self.result.to_string()),
            Some(self.game().name().to_owned()),
            layout,
            (!options.is_empty()).then(|| options.join(" ")),
            setup.position,
        ];
        let own = OWN_TAGS.into_iter().zip(own).filter_map(|(n, value)| Some((n, value?)));
        let split = self.tags.partition_point(|(name, _)| rank(name) < ROSTER.len());
        let (common, rest) = self.tags.split_at(split);
        let free =
            |tags| <[_]>::iter(tags).map(|(n, v): &(String, String)| (n.as_str(), v.clone()));
        free(common).chain(own).chain(free(rest)).collect()
    }

    /// A move or, for [`Record::ROOT`], the start.
    ///
    /// # Panics
    /// If the id is not from this record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Every node, a move after the one it answers; the root comes first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0u32..).map(NodeId).zip(&self.nodes)
    }

    /// The moves of the game as it was played, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let next = |&id: &NodeId| self.node(id).children.first().copied();
        std::iter::successors(next(&Record::ROOT), next)
    }

    /// The moves that lead to a node, itself the last; none for the root.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let parent = |&id: &NodeId| self.node(id).parent;
        let mut path: Vec<_> = std::iter::successors(Some(id), parent).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The game as it stands after the move of that node.
    pub fn game_at(&self, id: NodeId) -> Box<dyn AnyProgress> {
        self.replay(&self.path_to(id))
    }

    /// The game at the end of the main line.
    pub fn final_game(&self) -> Box<dyn AnyProgress> {
        self.replay(&self.main_line().collect::<Vec<_>>())
    }

    fn replay(&self, path: &[NodeId]) -> Box<dyn AnyProgress> {
        let mut game = self.start.clone();
        for &id in path {
            game.play(&self.node(id).text).expect("a record holds only legal moves");
        }
        game
    }

    /// Visits the start and every move, each with the game as it stands there. A move comes
    /// before what answers it and after the variations that replace an earlier sibling.
    pub fn walk(&self, mut visit: impl FnMut(NodeId, &dyn AnyProgress)) {
        let mut game = self.start.clone();
        visit(Record::ROOT, &*game);
        let mut waiting: Vec<(NodeId, usize)> = Vec::new();
        let children = |id: NodeId| self.node(id).children.iter().rev().copied();
        waiting.extend(children(Record::ROOT).map(|child| (child, 0)));
        while let Some((id, ply)) = waiting.pop() {
            while game.plies() > ply {
                game.undo();
            }
            game.play(&self.node(id).text).expect("a record holds only legal moves");
            visit(id, &*game);
            waiting.extend(children(id).map(|child| (child, ply + 1)));
        }
    }

    /// Adds a move after a node, as the main line if it is the first there and as a variation
    /// otherwise; if it is there already, gives that one. A move that ends the game on the main
    /// line settles the result.
    pub fn add_move(&mut self, after: NodeId, text: &str) -> Result<NodeId, MoveError> {
        let mut game = self.game_at(after);
        let text = game.play_reading(text, None)?;
        let known = self.node(after).children.iter().find(|&&id| self.node(id).text == text);
        if let Some(&known) = known {
            return Ok(known);
        }
        let id = self.push_checked(after, text);
        if self.is_main(id) {
            self.settle(game.outcome(), self.result);
        }
        Ok(id)
    }

    /// Whether the move belongs to the game as it was played.
    pub fn is_main(&self, mut id: NodeId) -> bool {
        while let Some(parent) = self.node(id).parent {
            if self.starts_variation(id) {
                return false;
            }
            id = parent;
        }
        true
    }

    /// Whether the move is an alternative to the first move in its place.
    pub fn starts_variation(&self, id: NodeId) -> bool {
        let parent = self.node(id).parent;
        parent.is_some_and(|parent| self.node(parent).children[0] != id)
    }

    /// Sets the comment after a move (or, at the root, before the first move). White space
    /// shrinks to single spaces and braces become parentheses, which is all that a record can
    /// hold; clock and evaluation commands in the text set the clock and the evaluation.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        let note = &mut self.nodes[id.index()].note;
        note.text = None;
        note.add_text(text);
    }

    /// Sets the comment in front of a move that starts a variation. In front of any other move
    /// it would be the comment after the move before, so it is added there.
    pub fn set_comment_before(&mut self, id: NodeId, text: &str) {
        if self.starts_variation(id) {
            self.nodes[id.index()].before = clean_text(text);
        } else if let Some(parent) = self.node(id).parent {
            self.nodes[parent.index()].note.add_text(text);
        }
    }

    /// Sets what the mover's clock showed after the move.
    pub fn set_clock(&mut self, id: NodeId, clock: Option<ClockComment>) {
        self.nodes[id.index()].note.clock = clock;
    }

    /// Sets an engine's evaluation of the position after the move.
    pub fn set_evaluation(&mut self, id: NodeId, evaluation: Option<Evaluation>) {
        self.nodes[id.index()].note.evaluation = evaluation;
    }

    /// Annotates a move by a number of the PGN standard: 1 good, 2 mistake, 3 brilliant,
    /// 4 blunder, 5 interesting, 6 dubious, … The root takes none.
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        let nags = &mut self.nodes[id.index()].nags;
        if id != Record::ROOT && !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    /// The move number of a node: `3.` for the first player, `3...` for the second.
    pub fn number(&self, id: NodeId) -> String {
        number_text(self.path_to(id).len(), self.start.turn())
    }

    /// Adds a move that was read and found legal.
    pub(super) fn push_checked(&mut self, parent: NodeId, text: String) -> NodeId {
        // A node takes far more than the four bytes of its number.
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory is full before that"));
        self.nodes.push(Node::new(Some(parent), text));
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// Adds tags without a look at their names, except those that the model holds on its own.
    pub(super) fn read_tags<'a>(
        &mut self,
        tags: impl IntoIterator<Item = (&'a str, Cow<'a, str>)>,
    ) {
        for (name, value) in tags.into_iter().filter(|(name, _)| !is_own_tag(name)) {
            let known = ROSTER.iter().find(|known| known.eq_ignore_ascii_case(name));
            let name = known.copied().unwrap_or(name).to_owned();
            let value = value.replace(char::is_control, " ");
            self.tags.push((name, value));
        }
        self.sort_tags();
    }

    fn sort_tags(&mut self) {
        self.tags.sort_by_key(|(name, _)| rank(name));
    }

    /// Adds to the comment after a move, as it stands. [`Record::settle_comments`] must follow:
    /// cleaning a comment once for each of its parts would take too long for many parts.
    pub(super) fn add_raw_comment(&mut self, id: NodeId, text: &str) {
        self.nodes[id.index()].note.add_raw(text);
    }

    /// Cleans the comments that were added as they stood.
    pub(super) fn settle_comments(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.note.settle());
    }

    /// States the result: the board's once the game has ended there.
    pub(super) fn settle(&mut self, outcome: Option<Outcome>, otherwise: GameResult) {
        self.result = outcome.map_or(otherwise, GameResult::from);
    }
}

impl PartialEq for Record {
    /// Whether the records hold the same: the same game from the same start, tags, result, and
    /// the same tree of moves, comments and annotations.
    fn eq(&self, other: &Self) -> bool {
        let same_head = self.game().name() == other.game().name()
            && self.setup() == other.setup()
            && self.tags == other.tags
            && self.result == other.result;
        if !same_head || self.nodes.len() != other.nodes.len() {
            return false;
        }
        let mut pairs = vec![(Record::ROOT, Record::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            let same = a.text == b.text
                && a.nags == b.nags
                && a.before == b.before
                && a.note == b.note
                && a.children.len() == b.children.len();
            if !same {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Record {}

impl Node {
    fn new(parent: Option<NodeId>, text: String) -> Self {
        Node {
            parent,
            children: Vec::new(),
            text,
            nags: Vec::new(),
            before: None,
            note: Annotation::default(),
        }
    }

    /// The move before this one; the root has none.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The moves that follow: first the one that was played, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move in the game's notation; empty for the root.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The annotations by number, each once, in the order given.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// The comment in front of the move; only moves that start a variation have one.
    pub fn comment_before(&self) -> Option<&str> {
        self.before.as_deref()
    }

    /// The comment after the move.
    pub fn comment(&self) -> Option<&str> {
        self.note.text.as_deref()
    }

    /// What the mover's clock showed after the move.
    pub fn clock(&self) -> Option<ClockComment> {
        self.note.clock
    }

    /// An engine's evaluation of the position after the move.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.note.evaluation
    }

    pub(super) fn note(&self) -> &Annotation {
        &self.note
    }
}

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl GameResult {
    /// Reads `1-0`, `0-1`, `1/2-1/2` or `*`, and the short ways to write a draw.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(GameResult::FirstWins),
            "0-1" => Some(GameResult::SecondWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(Side::First) => GameResult::FirstWins,
            Some(Side::Second) => GameResult::SecondWins,
            None => GameResult::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// A result that the board contradicts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the result {result} contradicts the board, where the game ended {outcome}")]
pub struct ResultError {
    /// The result stated.
    pub result: GameResult,
    /// How the game ended on the board.
    pub outcome: Outcome,
}

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagError {
    /// The model holds it elsewhere.
    #[error("the tag '{}' follows from the game, its setup and its result", Shown(.name))]
    Own {
        /// The tag.
        name: String,
    },
    /// It cannot be a name.
    #[error("'{}' cannot name a tag: letters, digits and '_' can", Shown(.name))]
    Name {
        /// The tag.
        name: String,
    },
}

/// Whether records can name a tag so.
pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The number in front of the move of that ply, the first being 1.
pub(super) fn number_text(ply: usize, first_to_move: Side) -> String {
    let half = ply.max(1) + first_to_move.index();
    let dots = if half % 2 == 1 { "." } else { "..." };
    format!("{}{dots}", half.div_ceil(2))
}

fn is_own_tag(name: &str) -> bool {
    OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn rank(name: &str) -> usize {
    ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len())
}
