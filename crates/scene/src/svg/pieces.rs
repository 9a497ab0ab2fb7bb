//! Pieces in stacks, each with one shadow.

use super::art::tint_id;
use super::markup::{Anchor, Line, Markup, Styled, UNIT, num, wobble};
use crate::pile::Pile;
use crate::{Cell, Piece, PileShape};

/// A figure tells the height of a stack from here on.
const TALL: usize = 3;

/// The definition of the shadow under a stack.
pub(super) fn define_shadow(out: &mut Markup) {
    out.add(
        r##"<radialGradient id="@-cast"><stop offset=".55" stop-color="#000" stop-opacity=".5"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>"##,
    );
}

/// A stack in its cell, with one shadow, and a figure when it is tall.
pub(super) fn paint(out: &mut Markup, shape: &PileShape, index: usize, cell: &Cell) {
    if cell.stack.is_empty() {
        return;
    }
    let height = cell.stack.len();
    let pile = Pile::new(shape, height);
    let (x, y) = (num(cell.at.x * UNIT), num(cell.at.y * UNIT));
    out.add(&format!(r#"<g transform="translate({x} {y})">"#));
    let rise = pile.step * (height - 1) as f64;
    let lean = 4.0 + rise * 0.12;
    out.add(&format!(
        r##"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="url(#@-cast)"/>"##,
        num(lean),
        num(pile.bottom + shape.thickness * pile.scale + lean + 1.0),
        num((shape.half_width + 4.0) * pile.scale + rise * 0.08),
        num((shape.half_depth + 4.0) * pile.scale + rise * 0.04),
    ));
    for (level, piece) in cell.stack.iter().enumerate() {
        let top = level + 1 == height;
        paint_piece(out, shape, &pile, (index, level), *piece, top);
    }
    out.add("</g>");
}

fn paint_piece(
    out: &mut Markup,
    shape: &PileShape,
    pile: &Pile,
    (index, level): (usize, usize),
    piece: Piece,
    top: bool,
) {
    let id = tint_id(piece.tint);
    let edge = if top { "" } else { "-edge" };
    let x = wobble(index, level * 2) * shape.looseness * pile.scale;
    let y = pile.bottom - pile.step * level as f64;
    if shape.looseness == 0.0 && pile.scale == 1.0 {
        out.add(&format!(r##"<use href="#@-{id}{edge}" y="{}"/>"##, num(y)));
        return;
    }
    let mut transform = format!("translate({} {})", num(x), num(y));
    if shape.looseness > 0.0 {
        transform += &format!("rotate({})", num(wobble(index, level * 2 + 1) * 7.0));
    }
    if pile.scale < 1.0 {
        transform += &format!("scale({})", num(pile.scale));
    }
    out.add(&format!(r##"<use href="#@-{id}{edge}" transform="{transform}"/>"##));
}

/// The figure beside a tall stack, painted after all stacks so that none covers it.
pub(super) fn paint_figure(out: &mut Markup, cell: &Cell, detail: f64) {
    let height = cell.stack.len();
    if height < TALL {
        return;
    }
    let (x, y) = (cell.at.x * UNIT + 36.0, cell.at.y * UNIT + 36.0);
    let (size, half) = (12.0 * detail, if height < 10 { 12.0 } else { 16.0 } * detail);
    out.add(&format!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" class="@-badge"/>"#,
        num(x - half),
        num(y - size),
        num(half * 2.0),
        num(size * 2.0),
        num(size),
    ));
    let line = Line {
        x,
        y: y + size * 0.52,
        size: size * 1.45,
        anchor: Anchor::Middle,
        bold: true,
        class: "@-figure",
        styled: Styled::AllButSize,
    };
    out.write(&line, &height.to_string());
}
