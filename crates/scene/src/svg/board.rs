//! The table, the board on it and its empty cells.

use super::markup::{Markup, UNIT, num, pair, wobble};
use crate::framed::{Bounds, Framed};
use crate::{Material, Point};

/// The colours of a board and the shape of its cells.
struct Look {
    /// From the lit corner to the one in shade, in the light and in the dark theme.
    surface: [(&'static str, &'static str); 2],
    /// The lines of the grain, for wood.
    grain: Option<&'static str>,
    /// The gradients and the group `@-cell` of an empty cell, drawn around the origin.
    cell: &'static str,
}

fn look(material: Material) -> Look {
    match material {
        Material::DarkHollows => Look {
            surface: [("#545b65", "#2b2f36"), ("#4d545d", "#272b31")],
            grain: None,
            cell: r##"<radialGradient id="@-hollow" cx=".6" cy=".64" r=".62"><stop offset="0" stop-color="#555c66"/><stop offset=".55" stop-color="#31363d"/><stop offset="1" stop-color="#17191d"/></radialGradient>
<linearGradient id="@-lip" x1=".15" y1=".15" x2=".85" y2=".85"><stop offset="0" stop-color="#000" stop-opacity=".65"/><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity=".42"/></linearGradient>
<g id="@-cell"><circle r="42" fill="url(#@-hollow)"/><circle r="42.5" fill="none" stroke="url(#@-lip)" stroke-width="2.5"/></g>"##,
        },
        Material::PaleWood => Look {
            surface: [("#f3e3c3", "#dcc191"), ("#e3d0aa", "#bfa271")],
            grain: Some("#9c7440"),
            cell: r##"<linearGradient id="@-hollow" x1=".15" y1=".1" x2=".85" y2=".95"><stop offset="0" stop-color="#9b7747"/><stop offset=".45" stop-color="#bb9762"/><stop offset="1" stop-color="#dcc08d"/></linearGradient>
<linearGradient id="@-lip" x1=".15" y1=".15" x2=".85" y2=".85"><stop offset="0" stop-color="#5a3d17" stop-opacity=".7"/><stop offset=".5" stop-color="#5a3d17" stop-opacity="0"/><stop offset=".55" stop-color="#fffaf0" stop-opacity="0"/><stop offset="1" stop-color="#fffaf0" stop-opacity=".9"/></linearGradient>
<g id="@-cell"><circle r="41" fill="url(#@-hollow)"/><circle r="41.5" fill="none" stroke="url(#@-lip)" stroke-width="2.5"/></g>"##,
        },
        Material::WoodenTray => Look {
            surface: [("#b07f51", "#80552f"), ("#a0724a", "#6f4a29")],
            grain: Some("#4a2c12"),
            cell: r##"<linearGradient id="@-hollow" x1=".1" y1="0" x2=".9" y2="1"><stop offset="0" stop-color="#5f3d20"/><stop offset=".16" stop-color="#7a5130"/><stop offset="1" stop-color="#946740"/></linearGradient>
<linearGradient id="@-lip" x1=".1" y1=".1" x2=".9" y2=".9"><stop offset="0" stop-color="#2c1806" stop-opacity=".75"/><stop offset=".5" stop-color="#2c1806" stop-opacity=".1"/><stop offset=".55" stop-color="#ffe9c9" stop-opacity="0"/><stop offset="1" stop-color="#ffe9c9" stop-opacity=".6"/></linearGradient>
<g id="@-cell"><rect x="-46" y="-46" width="92" height="92" rx="12" fill="url(#@-hollow)"/><rect x="-46" y="-46" width="92" height="92" rx="12" fill="none" stroke="url(#@-lip)" stroke-width="2"/></g>"##,
        },
    }
}

/// The two ends of the board's colour in the light and in the dark theme.
pub(super) fn surface(material: Material) -> [(&'static str, &'static str); 2] {
    look(material).surface
}

/// A line around a cell, with the attributes given.
pub(super) fn around_cell(material: Material, attributes: &str) -> String {
    match material {
        Material::DarkHollows => format!(r#"<circle r="46.5" {attributes}/>"#),
        Material::PaleWood => format!(r#"<circle r="44.5" {attributes}/>"#),
        Material::WoodenTray => {
            format!(r#"<rect x="-46" y="-46" width="92" height="92" rx="12" {attributes}/>"#)
        }
    }
}

/// The definitions of the board and its cells.
pub(super) fn define(out: &mut Markup, view: &Framed, detail: f64) {
    let board = &view.scene.board;
    out.add(look(board.material).cell);
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
pub(super) fn paint(out: &mut Markup, view: &Framed, detail: f64) {
    let board = &view.scene.board;
    out.add(&format!(
        r##"<use href="#@-board" x="{}" y="{}" class="@-shade" filter="url(#@-soft)"/>"##,
        num(10.0 * detail),
        num(15.0 * detail),
    ));
    out.add(r##"<use href="#@-board" fill="url(#@-surface)"/>"##);
    out.add(r##"<g clip-path="url(#@-inside)" fill="none">"##);
    if let Some(colour) = look(board.material).grain {
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
