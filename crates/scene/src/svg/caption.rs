//! The strips above and below the board: who plays, whose turn it is, how it stands.

use super::art::tint_id;
use super::markup::{Anchor, Line, Markup, Styled, num};
use crate::framed::Framed;
use crate::{Counter, Language, Owner, Piece, words};

/// Counters up to this figure are also shown as dots.
const MAX_DOTS: u32 = 12;

/// Where the text goes, in units of the picture.
pub(super) struct Strip {
    /// The left end.
    pub(super) left: f64,
    /// The right end.
    pub(super) right: f64,
    /// The middle of the line.
    pub(super) middle: f64,
    /// The size of the letters.
    pub(super) size: f64,
}

impl Strip {
    /// A text in the middle of the strip that begins at `x`.
    fn line(&self, x: f64, size: f64, class: &'static str) -> Line {
        let y = self.middle + self.size * 0.35;
        let (anchor, bold, styled) = (Anchor::Start, false, Styled::Colour);
        Line { x, y, size, anchor, bold, class, styled }
    }
}

/// A player's strip: a piece, the name and whose turn it is on the left, figures on the right.
pub(super) fn paint_player(
    out: &mut Markup,
    view: &Framed,
    owner: Owner,
    strip: &Strip,
    language: Language,
) {
    let Some(player) = view.player(owner) else { return };
    let Strip { left, size, .. } = *strip;
    let icon = size / 60.0;
    // A piece of the board under it shows dark pieces on dark tables and light ones on light.
    out.add(&format!(
        r##"<circle cx="{}" cy="{}" r="{}" fill="url(#@-surface)"/>"##,
        num(left + size * 0.85),
        num(strip.middle),
        num(size * 0.95),
    ));
    out.add(&format!(
        r##"<use href="#@-{}" transform="translate({} {})scale({})"/>"##,
        tint_id(player.tint),
        num(left + size * 0.85),
        num(strip.middle),
        num(icon),
    ));
    let turn = (view.scene.turn == Some(owner)).then(|| words::to_move(language));
    let name = shortened(player.name.get(language), 24);
    let line = strip.line(left + size * 2.3, size, "@-ink");
    out.name(&line, &name, turn);
    let counters: Vec<_> = view.scene.counters.iter().filter(|c| c.owner == owner).collect();
    paint_counters(out, &counters, strip, language);
}

/// Figures at the right end of a strip. A single small one is shown as dots as well.
pub(super) fn paint_counters(
    out: &mut Markup,
    counters: &[&Counter],
    strip: &Strip,
    language: Language,
) {
    let mut right = strip.right;
    let size = strip.size * 0.82;
    if let [Counter { value, of: Some(of @ 1..=MAX_DOTS), .. }] = counters {
        let (gap, radius) = (size * 0.62, size * 0.2);
        for dot in 0..*of {
            let class = if dot < *value { "@-dot" } else { "@-dot-free" };
            let x = right - gap * f64::from(of - dot) + gap / 2.0;
            out.add(&format!(
                r#"<circle cx="{}" cy="{}" r="{}" class="{class}"/>"#,
                num(x),
                num(strip.middle),
                num(radius)
            ));
        }
        right -= gap * f64::from(*of) + size * 0.45;
    }
    let text: Vec<_> = counters.iter().map(|c| words::counter(c, language)).collect();
    if !text.is_empty() {
        let line = Line { anchor: Anchor::End, ..strip.line(right, size, "@-faint") };
        out.write(&line, &shortened(&text.join("  ·  "), 48));
    }
}

/// A centred sentence, on as many lines as [`lines`] made of it.
pub(super) fn paint_sentence(out: &mut Markup, line: &str, strip: &Strip) {
    let middle = strip.line((strip.left + strip.right) / 2.0, strip.size, "@-ink");
    out.write(&Line { anchor: Anchor::Middle, bold: true, ..middle }, line);
}

/// The pieces in hand, the next one to drop first.
pub(super) fn paint_hand(out: &mut Markup, hand: &[Piece], strip: &Strip, language: Language) {
    let label = words::in_hand(language);
    let size = strip.size * 0.82;
    out.write(&strip.line(strip.left + size * 0.3, size, "@-faint"), label);
    let start = strip.left + estimated_width(label) * size + size * 2.0;
    let room = (strip.right - start - size).max(size);
    let step = (size * 1.7).min(room / hand.len().max(1) as f64);
    // The next piece to drop lies in front, so the row is painted from its end.
    for (place, piece) in hand.iter().enumerate().rev() {
        out.add(&format!(
            r##"<use href="#@-{}" transform="translate({} {})scale({})"/>"##,
            tint_id(piece.tint),
            num(start + step * place as f64),
            num(strip.middle),
            num(strip.size / 52.0),
        ));
    }
}

/// A sentence broken into lines that fit a strip of this width.
pub(super) fn lines(sentence: &str, strip_width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        let word = shortened(word, 40);
        match lines.last_mut() {
            Some(line) if estimated_width(&format!("{line} {word}")) * size <= strip_width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.truncate(4);
    lines
}

/// At most so many characters, the end replaced by `…` if need be.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// About how wide a text is, in sizes of its letters: no font can be asked here.
fn estimated_width(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | 'I' | '.' | ',' | ':' | '\'' | '|' => 0.3,
            ' ' | 'f' | 't' | 'r' => 0.37,
            'm' | 'w' | 'M' | 'W' => 0.88,
            c if c.is_uppercase() => 0.68,
            c if c.is_ascii() => 0.57,
            c if (c as u32) < 0x2e80 => 0.6,
            _ => 1.0,
        })
        .sum()
}
