//! The table, the board on it and its empty cells.

use super::markup::{Markup, UNIT, escaped, num, pair, wobble};
use crate::framed::{Bounds, Framed};
use crate::{Point, Theme};

/// The definitions of the board.
pub(super) fn define(out: &mut Markup, view: &Framed, detail: f64) {
    let board = &view.scene.board;
    out.add(
        r##"<linearGradient id="@-surface" x1="0" y1="0" x2="1" y2="1"><stop offset="0" class="@-s0"/><stop offset="1" class="@-s1"/></linearGradient>
<linearGradient id="@-rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".65"/><stop offset=".45" stop-color="#fff" stop-opacity=".08"/><stop offset=".55" stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient>"##,
    );
    out.add(&format!(
        r#"<filter id="@-soft" x="-15%" y="-15%" width="130%" height="130%"><feGaussianBlur stdDeviation="{}"/></filter>"#,
        num(13.0 * detail)
    ));
    let outline = rounded(&board.outline, board.rounding.clamp(0.0, 4.0));
    out.add(&format!(r##"<path id="@-board" d="{outline}"/>"##));
    out.add(r##"<clipPath id="@-inside"><use href="#@-board"/></clipPath>"##);
}

/// The board with its shadow, its grain and its rim, then every cell.
pub(super) fn paint(out: &mut Markup, view: &Framed, theme: &Theme, detail: f64) {
    out.add(&format!(
        r##"<use href="#@-board" x="{}" y="{}" class="@-shade" filter="url(#@-soft)"/>"##,
        num(10.0 * detail),
        num(15.0 * detail),
    ));
    out.add(r##"<use href="#@-board" fill="url(#@-surface)"/>"##);
    out.add(r##"<g clip-path="url(#@-inside)" fill="none">"##);
    if let Some(colour) = theme.board.grain.as_deref().map(escaped) {
        out.add(&format!(
            r#"<path d="{}" stroke="{colour}" stroke-opacity=".13" stroke-width="2.4"/>"#,
            grain(view, 0)
        ));
        out.add(&format!(
            r#"<path d="{}" stroke="{colour}" stroke-opacity=".1" stroke-width="5"/>"#,
            grain(view, 1)
        ));
    }
    out.add(&format!(
        r##"<use href="#@-board" stroke="url(#@-rim)" stroke-width="{}"/>"##,
        num(11.0 * detail)
    ));
    out.add("</g>");
    out.add("<g>");
    for cell in &view.scene.cells {
        let (x, y) = (num(cell.at.x * UNIT), num(cell.at.y * UNIT));
        out.add(&format!(r##"<use href="#@-cell" x="{x}" y="{y}"/>"##));
    }
    out.add("</g>");
}

/// Long, slightly wavy lines across the board, every second one of them: those of one width.
fn grain(view: &Framed, which: usize) -> String {
    let bounds = Bounds::of(view.scene.board.outline.iter()).widened(0.2);
    let spacing = 0.19;
    let count = ((bounds.height() / spacing) as usize).min(120);
    let (left, width) = (bounds.min.x * UNIT, bounds.width() * UNIT);
    (0..count)
        .filter(|line| line % 3 / 2 == which)
        .map(|line| {
            let y = |n: usize, strength: f64| {
                let slow = wave(line as f64 * 0.05 + n as f64 * 0.27) * 0.16;
                let y = bounds.min.y + line as f64 * spacing;
                (y + slow + wobble(line, n) * 0.05 * strength) * UNIT
            };
            format!(
                "M{}C{} {} {}",
                pair(left, y(0, 1.0)),
                pair(left + width * 0.33, y(1, 2.0)),
                pair(left + width * 0.66, y(2, 2.0)),
                pair(left + width, y(3, 1.0)),
            )
        })
        .collect()
}

/// A wave of length 1 and height 1 made of parabolas: the sine of the standard library may differ
/// in its last digit from machine to machine.
fn wave(x: f64) -> f64 {
    let part = (x * 2.0).fract();
    let arch = 4.0 * part * (1.0 - part);
    if x.fract() < 0.5 { arch } else { -arch }
}

/// A closed path through the corners, each rounded.
fn rounded(corners: &[Point], rounding: f64) -> String {
    let count = corners.len();
    let mut path = String::new();
    for (i, corner) in corners.iter().enumerate() {
        let towards = |other: Point| {
            let (dx, dy) = (other.x - corner.x, other.y - corner.y);
            let length = (dx * dx + dy * dy).sqrt();
            let share = if length > 0.0 { (rounding / length).min(0.5) } else { 0.0 };
            pair((corner.x + dx * share) * UNIT, (corner.y + dy * share) * UNIT)
        };
        let before = towards(corners[(i + count - 1) % count]);
        let after = towards(corners[(i + 1) % count]);
        let bend = pair(corner.x * UNIT, corner.y * UNIT);
        path.push_str(&format!("{}{before}Q{bend} {after}", if i == 0 { 'M' } else { 'L' }));
    }
    if path.is_empty() { "M0 0".to_owned() } else { path + "Z" }
}

/// Whether a place lies on the board.
pub(super) fn on_board(view: &Framed, place: Point) -> bool {
    let corners = &view.scene.board.outline;
    let mut inside = false;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let crosses = (a.y > place.y) != (b.y > place.y);
        if crosses && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}
