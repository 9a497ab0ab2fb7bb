//! Writes records in the one canonical way.

use super::model::{NodeId, Record, number_text};

/// No line is longer than this, unless a single word is.
const WIDTH: usize = 80;

/// The text of a record, with a line break at its end. Reading it gives an equal record.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in record.all_tags() {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut words = Words::default();
    write_moves(record, &mut words);
    words.fill(&mut text);
    text
}

/// The text of several records, an empty line between each two.
pub fn write_all<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    records.into_iter().map(write).collect::<Vec<_>>().join("\n")
}

/// What is still to be written, the next on top. A list instead of recursion, so that no depth
/// of variations can exhaust the stack.
enum Step {
    /// A move and all that follows it, and whether it needs its number.
    Line(NodeId, usize, bool),
    /// The variations that replace a move, from the given one of its siblings on.
    Open(NodeId, usize),
    Close,
}

fn write_moves(record: &Record, words: &mut Words) {
    let root = record.node(Record::ROOT);
    words.comment(root.note().comment_text().as_deref());
    let mut steps: Vec<Step> = Vec::new();
    steps.extend(root.children().first().map(|&first| Step::Line(first, 1, true)));
    while let Some(step) = steps.pop() {
        match step {
            Step::Open(id, ply) => {
                words.open();
                words.comment(record.node(id).comment_before());
                steps.push(Step::Close);
                steps.push(Step::Line(id, ply, true));
            }
            Step::Close => words.close(),
            Step::Line(id, ply, numbered) => {
                let node = record.node(id);
                let number = number_text(ply, record.start().turn());
                if numbered || !number.ends_with("...") {
                    words.word(&format!("{number} {}", node.text()));
                } else {
                    words.word(node.text());
                }
                node.nags().iter().for_each(|nag| words.word(&format!("${nag}")));
                let comment = node.note().comment_text();
                words.comment(comment.as_deref());
                // The variations of a move are written behind the first of its siblings.
                let siblings = node.parent().map_or(&[][..], |p| record.node(p).children());
                let alternatives = match siblings {
                    [first, rest @ ..] if *first == id => rest,
                    _ => &[],
                };
                let interrupted = comment.is_some() || !alternatives.is_empty();
                let next = node.children().first();
                steps.extend(next.map(|&next| Step::Line(next, ply + 1, interrupted)));
                steps.extend(alternatives.iter().rev().map(|&other| Step::Open(other, ply)));
            }
        }
    }
    words.word(&record.result().to_string());
}

/// What stays together in a line, in order.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    /// What the next word begins with.
    prefix: &'static str,
}

impl Words {
    fn word(&mut self, word: &str) {
        self.list.push(format!("{}{word}", std::mem::take(&mut self.prefix)));
    }

    fn comment(&mut self, text: Option<&str>) {
        let Some(text) = text else { return };
        format!("{{{text}}}").split(' ').for_each(|word| self.word(word));
    }

    fn open(&mut self) {
        self.prefix = "(";
    }

    fn close(&mut self) {
        if let Some(last) = self.list.last_mut() {
            last.push(')');
        }
    }

    /// Adds the words in lines of limited width, with a line break at the end.
    fn fill(&self, text: &mut String) {
        let mut width = 0;
        for word in &self.list {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > WIDTH {
                text.push('\n');
                width = 0;
            } else if width > 0 {
                text.push(' ');
                width += 1;
            }
            text.push_str(word);
            width += length;
        }
        text.push('\n');
    }
}
