//! Texts of records, and the trees of variations that the browser works with.

use crate::StudyError;
use crate::look::setup_text;
use galet_core::StopSignal;
use galet_games::record::{
    self, Format, GameResult, NodeId, Place, Reader, Record, RecordError, TreeError,
};
use galet_games::{SetupText, find};
use galet_scene::{Phrase, ToPhrase};
use galet_wire::setup::Setup;
use galet_wire::study::{RecordNode, RecordTree, RecordsRead, RecordsText};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The most moves of one record, variations included.
pub const MAX_NODES: usize = 10_000;
/// The moves after which no further record of a text is read.
const MAX_IN_ALL: usize = 50_000;
/// The most records that are given from one text.
const MAX_RECORDS: usize = 200;
/// The most tags of a record.
const MAX_TAGS: usize = 100;
/// The longest comment or tag, in bytes.
const LONGEST_REMARK: usize = 20_000;

/// Reads the records of a text. What cannot be read is told, the rest is given all the same.
pub fn read_records(request: &RecordsText) -> Result<RecordsRead, StudyError> {
    read_records_until(request, &AtomicBool::new(false))
}

/// The same until somebody says stop: what has been read by then is given.
pub fn read_records_until(
    request: &RecordsText,
    stop: &dyn StopSignal,
) -> Result<RecordsRead, StudyError> {
    if request.text.len() > MAX_TEXT {
        return Err(StudyError::TooMany {
            what: Phrase::fixed("letters", "lettres"),
            most: MAX_TEXT,
        });
    }
    let game = request.game.as_deref().map(find).transpose()?;
    let extension = request.extension.as_deref().unwrap_or_default();
    let format = Format::by_extension(extension).unwrap_or_default();
    let reader =
        Reader { format, game, dialect: None, most_moves: Some(MAX_NODES), stop: Some(stop) };
    let mut read = RecordsRead { records: Vec::new(), faults: Vec::new() };
    let mut nodes = 0;
    let mut records = reader.read_all(&request.text);
    let mut count = 0;
    while let Some(found) = records.next() {
        if count == MAX_RECORDS || nodes > MAX_IN_ALL {
            read.faults.push(too_much(count));
            break;
        }
        count += 1;
        let record = match found {
            Ok(record) => Some(record),
            Err(error) => {
                let before = records.before_the_fault();
                let said = say_fault(&error);
                read.faults.push(if before.is_some() { said.then(&READ_SO_FAR) } else { said });
                before
            }
        };
        if let Some(record) = record {
            let tree = tree(&record);
            nodes += tree.nodes.len();
            read.records.push(tree);
        }
    }
    if read.records.is_empty() && read.faults.is_empty() {
        read.faults.push(Phrase::new(
            "There is no game in this text.",
            "Il n’y a aucune partie dans ce texte.",
        ));
    }
    Ok(read)
}

/// What is said of a game with a move that cannot be played.
const READ_SO_FAR: Phrase =
    Phrase::fixed("The moves before it have been read.", "Les coups qui le précèdent ont été lus.");

/// What is said of a text that holds more than is read at once.
fn too_much(count: usize) -> Phrase {
    Phrase::new(
        format!("Only the first {count} games are read. Put the rest into a text of its own."),
        format!(
            "Seules les {count} premières parties sont lues. Mettez le reste dans un autre texte."
        ),
    )
}

/// What is wrong with a record, and where.
fn say_fault(error: &RecordError) -> Phrase {
    let Place { line, column } = error.place;
    let said = error.fault.to_phrase();
    let en = format!("line {line}, column {column}: {}", said.en);
    Phrase::new(en, format!("ligne {line}, colonne {column}\u{a0}: {}", said.fr)).sentence()
}

/// A record as the browser works with it.
fn tree(record: &Record) -> RecordTree {
    // The nodes of a record are in such an order already: a parent before its children.
    let places: HashMap<NodeId, u32> =
        record.nodes().zip(0..).map(|((id, _), place)| (id, place)).collect();
    let nodes = record.nodes().map(|(_, node)| RecordNode {
        parent: node.parent().map(|parent| places[&parent]),
        text: node.text().to_owned(),
        nags: node.nags().to_vec(),
        before: node.comment_before().map(str::to_owned),
        comment: node.comment().map(str::to_owned),
    });
    let SetupText { layout, options, position } = record.setup();
    RecordTree {
        game: record.game().name().to_owned(),
        setup: Setup { layout, options, position },
        tags: record.tags().to_vec(),
        result: Some(record.result().to_string()),
        nodes: nodes.collect(),
    }
}

/// About how many bytes a tree of moves is: what writing it down is weighed by.
pub fn tree_size(tree: &RecordTree) -> usize {
    let size = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let node = |node: &RecordNode| 64 + node.text.len() + size(&node.before) + size(&node.comment);
    tree.nodes.iter().map(node).sum()
}

/// Writes a record as text, if its moves are legal.
pub fn write_record(tree: &RecordTree) -> Result<String, StudyError> {
    Ok(record::write(&read_tree(tree)?))
}

fn read_tree(tree: &RecordTree) -> Result<Record, StudyError> {
    let too_many = |what, most| Err(StudyError::TooMany { what, most });
    if tree.nodes.len() > MAX_NODES + 1 {
        return too_many(Phrase::fixed("moves", "coups"), MAX_NODES);
    }
    if tree.tags.len() > MAX_TAGS {
        return too_many(Phrase::fixed("tags", "en-têtes"), MAX_TAGS);
    }
    let remarks = tree.nodes.iter().flat_map(|node| [&node.before, &node.comment]).flatten();
    let tags = tree.tags.iter().flat_map(|(name, value)| [name, value]);
    if remarks.chain(tags).any(|text| text.len() > LONGEST_REMARK) {
        return too_many(
            Phrase::fixed("letters in a remark", "lettres dans une remarque"),
            LONGEST_REMARK,
        );
    }
    let start = find(&tree.game)?.start(&setup_text(&tree.setup))?;
    let Some((root, nodes)) = tree.nodes.split_first() else {
        return Err(StudyError::NoTree { node: 0 });
    };
    if root.parent.is_some() || !root.text.is_empty() {
        return Err(StudyError::NoTree { node: 0 });
    }
    let mut moves = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent.ok_or(StudyError::NoTree { node: index + 1 })?;
        moves.push((parent as usize, node.text.as_str()));
    }
    let (mut record, ids) =
        Record::from_tree(&*start, &moves).map_err(|refused| match refused {
            TreeError::Parent { place } => StudyError::NoTree { node: place },
            TreeError::Move { place, refused } => {
                StudyError::Node { node: place, refused: Box::new(refused) }
            }
        })?;
    for (node, &id) in tree.nodes.iter().zip(&ids) {
        if let Some(before) = &node.before {
            record.set_comment_before(id, before);
        }
        if let Some(comment) = &node.comment {
            record.set_comment(id, comment);
        }
        for &nag in &node.nags {
            record.add_nag(id, nag);
        }
    }
    for (name, value) in &tree.tags {
        record.set_tag(name, value).map_err(|refused| StudyError::Record(refused.to_string()))?;
    }
    if let Some(text) = &tree.result {
        let result = GameResult::read(text).ok_or_else(|| {
            StudyError::Record("the results are 1-0, 0-1, 1/2-1/2 and *".to_owned())
        })?;
        // A tree that was cut short or grown states what its text said; the board knows better.
        let _ = record.set_result(result);
    }
    Ok(record)
}
