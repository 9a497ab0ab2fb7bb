//! What is said below the board: players, figures, whose turn it is, what the marks mean.

use super::canvas::{Line, Paint};
use super::glyphs::{self, Mark};
use super::{Layout, Options, stack_text};
use crate::framed::Framed;
use crate::{Language, Owner, Piece, StackText, Theme, Tint, words};

/// The lines below the board.
pub(super) fn lines(view: &Framed, layout: &Layout<'_>, options: &Options) -> Vec<String> {
    let mut lines = Vec::new();
    let theme = layout.theme;
    let language = options.language;
    for owner in [Owner::First, Owner::Second, Owner::Nobody] {
        lines.extend(figures(view, theme, owner, options));
    }
    let standing = words::standing(&view.scene, language);
    lines.extend(wrapped(&harmless(&standing), options.width, ""));

    let hand = &options.highlights.hand;
    if !hand.is_empty() {
        lines.extend(stack(words::in_hand_next_first(language), hand, theme, options));
    }
    for cell in view.scene.cells.iter().filter(|cell| layout.is_abbreviated(cell)) {
        let intro = words::whole_stack(&harmless(&cell.name), language);
        lines.extend(stack(&intro, &cell.stack, theme, options));
    }
    let shown: Vec<Mark> = view.marks.iter().filter_map(Mark::of).collect();
    let meanings: Vec<String> = Mark::ALL
        .into_iter()
        .filter(|mark| shown.contains(mark))
        .map(|mark| {
            let (left, right) = mark.brackets();
            let meaning = meaning(mark, options.language).replace(' ', "\u{a0}");
            format!("{left}\u{a0}{right}\u{a0}{meaning}")
        })
        .collect();
    let legend = wrapped(&meanings.join("  "), options.width, "");
    lines.extend(legend.into_iter().map(|line| line.replace('\u{a0}', " ")));
    lines
}

/// What a mark means.
pub(super) fn meaning(mark: Mark, language: Language) -> &'static str {
    let phrase = match mark {
        Mark::Chosen => ["chosen", "choisi"],
        Mark::Target => ["can go there", "peut y aller"],
        Mark::Extend => ["extends the choice", "étend le choix"],
        Mark::Movable => ["can be chosen", "peut être choisi"],
        Mark::Won => ["winning line", "ligne gagnante"],
        Mark::Last => ["last move", "dernier coup"],
        Mark::Threatened => ["can be lost", "peut être perdu"],
        Mark::Safe => ["safe for good", "définitivement à l'abri"],
    };
    phrase[usize::from(language == Language::French)]
}

/// A player's line: an arrow for the turn, a piece, the name and the figures.
fn figures(view: &Framed, theme: &Theme, owner: Owner, options: &Options) -> Vec<String> {
    let language = options.language;
    let figures: Vec<String> = view
        .scene
        .counters
        .iter()
        .filter(|counter| counter.owner == owner)
        .map(|counter| harmless(&words::counter(counter, language)))
        .collect();
    let figures = figures.join(", ");
    let Some(player) = view.player(owner) else {
        return if figures.is_empty() {
            Vec::new()
        } else {
            wrapped(&figures, options.width, "    ")
        };
    };
    let turn = view.scene.turn == Some(owner);
    let mut line = Line::new(options.colours);
    line.write(if turn { "> " } else { "  " }, Paint::ink(glyphs::ACCENT));
    line.write(
        &glyphs::glyph(theme, player.tint).shown(options.colours).to_string(),
        piece_paint(theme, player.tint),
    );
    line.write(" ", Paint::default());
    let longest = view
        .scene
        .players
        .iter()
        .map(|player| player.name.get(language).chars().count())
        .max()
        .unwrap_or(0)
        .min(24);
    let name: String = harmless(player.name.get(language)).chars().take(24).collect();
    let name = format!("{name:longest$}  ");
    line.write(&name, Paint { bold: turn, ..Paint::default() });
    let fits = line.width() + figures.chars().count() <= options.width;
    if fits {
        line.write(&figures, Paint::default());
        return vec![line.finish()];
    }
    [line.finish()].into_iter().chain(wrapped(&figures, options.width, "    ")).collect()
}

/// A piece away from the board, on a ground that shows it on every terminal.
fn piece_paint(theme: &Theme, tint: Tint) -> Paint {
    let glyph = glyphs::glyph(theme, tint);
    match theme.terminal.stacks {
        StackText::Height => glyph.on_piece(),
        StackText::Pieces => Paint { ground: Some(theme.terminal.ground), ..Paint::ink(glyph.ink) },
    }
}

/// A row of pieces, over several lines if need be.
fn stack(intro: &str, pieces: &[Piece], theme: &Theme, options: &Options) -> Vec<String> {
    let text = stack_text(pieces, theme, options.colours);
    let colon = words::colon(options.language);
    wrapped(&format!("{intro}{colon} {text}"), options.width, "  ")
}

/// Text broken into lines of at most `width` columns, at blanks where there are any.
fn wrapped(text: &str, width: usize, indent: &str) -> Vec<String> {
    let width = width.max(indent.len() + 8);
    let mut lines: Vec<String> = Vec::new();
    let mut line = indent.to_owned();
    let mut blanks = "";
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(' ').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let gap = after.len() - after.trim_start_matches(' ').len();
        if line.chars().count() + blanks.len() + word.chars().count() > width && line != indent {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
            blanks = "";
        }
        line.push_str(blanks);
        for letter in word.chars() {
            if line.chars().count() >= width {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            }
            line.push(letter);
        }
        blanks = &after[..gap];
        rest = &after[gap..];
    }
    if line != indent {
        lines.push(line);
    }
    lines
}

/// Text without anything that a terminal would obey: no escapes, no line breaks, no reversal of
/// the direction of writing.
pub(super) fn harmless(text: &str) -> String {
    let obeyed = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if obeyed(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_at_blanks() {
        assert_eq!(wrapped("one two three four", 9, ""), ["one two", "three", "four"]);
        assert_eq!(wrapped("abcdefghijkl", 8, ""), ["abcdefgh", "ijkl"]);
        assert_eq!(wrapped("", 8, "  "), Vec::<String>::new());
    }

    #[test]
    fn terminals_are_not_commanded() {
        assert_eq!(harmless("a\x1b[31mb\nc\u{202e}d"), "a�[31mb�c�d");
    }
}
