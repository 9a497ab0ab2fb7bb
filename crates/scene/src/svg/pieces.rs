//! Marbles, counters and pebbles, alone and in stacks.

use super::markup::{Markup, UNIT, num, wobble};
use crate::framed::Framed;
use crate::{Cell, Material, Piece, Tint};

/// How the pieces of a set are stacked, in units of the picture.
struct Shape {
    /// From the middle of a piece to its side.
    half_width: f64,
    /// From the middle of a piece to its far or near edge, seen slightly from above.
    half_depth: f64,
    /// How far the side of a piece shows below its top.
    thickness: f64,
    /// How much higher each piece lies, as long as there is room.
    step: f64,
    /// How far pieces lie beside the middle, by chance.
    looseness: f64,
}

/// The height that a stack may take up in its cell.
const ROOM: f64 = 97.0;
/// A figure tells the height of a stack from here on.
const TALL: usize = 3;

fn shape(material: Material) -> Shape {
    match material {
        Material::DarkHollows => {
            Shape { half_width: 43.0, half_depth: 43.0, thickness: 0.0, step: 9.0, looseness: 0.0 }
        }
        Material::PaleWood => {
            Shape { half_width: 40.0, half_depth: 33.0, thickness: 7.5, step: 7.5, looseness: 0.0 }
        }
        Material::WoodenTray => {
            Shape { half_width: 36.0, half_depth: 28.0, thickness: 4.0, step: 11.0, looseness: 2.2 }
        }
    }
}

/// Where the pieces of a stack lie in their cell.
struct Pile {
    /// How much smaller than usual the pieces are: tall stacks are slimmer.
    scale: f64,
    /// The middle of the lowest piece, downwards from the middle of the cell.
    bottom: f64,
    /// How much higher each piece lies.
    step: f64,
}

impl Pile {
    fn new(shape: &Shape, height: usize) -> Pile {
        let gaps = height.saturating_sub(1) as f64;
        let scale = 1.0 - ((height as f64 - 5.0) / 9.0).clamp(0.0, 1.0) * 0.2;
        let body = (2.0 * shape.half_depth + shape.thickness) * scale;
        let step = if gaps > 0.0 { shape.step.min((ROOM - body).max(0.0) / gaps) } else { 0.0 };
        Pile { scale, bottom: (step * gaps - shape.thickness * scale) / 2.0, step }
    }
}

/// The part of an id that names a tint.
pub(super) fn tint_id(tint: Tint) -> &'static str {
    match tint {
        Tint::Light => "light",
        Tint::Dark => "dark",
        Tint::Neutral => "neutral",
        Tint::Unknown => "unknown",
    }
}

/// The definitions of the pieces that these tints need: `@-light` is a whole piece around the
/// origin, `@-light-edge` the same without what only the top of a stack shows.
pub(super) fn define(out: &mut Markup, material: Material, tints: &[Tint]) {
    out.add(
        r##"<radialGradient id="@-cast"><stop offset=".55" stop-color="#000" stop-opacity=".5"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>"##,
    );
    match material {
        Material::DarkHollows => out.add(MARBLE_LIGHT),
        Material::PaleWood => out.add(LACQUER),
        Material::WoodenTray => out.add(PEBBLE),
    }
    for &tint in tints {
        match material {
            Material::DarkHollows => marble(out, tint),
            Material::PaleWood => counter(out, tint),
            Material::WoodenTray => pebble(out, tint),
        }
    }
}

const MARBLE_LIGHT: &str = r##"<radialGradient id="@-gloss"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".5" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>"##;

fn marble(out: &mut Markup, tint: Tint) {
    let id = tint_id(tint);
    let stops = match tint {
        Tint::Light => ["#ffffff", "#f5f3ee", "#cfccc4", "#8f8c85", "#b5b2aa"],
        Tint::Dark => ["#565b64", "#25272c", "#0c0d0f", "#08090a", "#3a4049"],
        Tint::Neutral | Tint::Unknown => ["#c3d6cf", "#7d9a90", "#4a655c", "#344a43", "#6d8a80"],
    };
    let mark = match tint {
        Tint::Light => {
            r##"<circle r="15" fill="none" stroke="#6f6b63" stroke-opacity=".42" stroke-width="2.4"/>"##
        }
        Tint::Dark => {
            r##"<circle r="5" fill="#fff" fill-opacity=".62"/><circle r="41.6" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.4"/>"##
        }
        Tint::Neutral | Tint::Unknown => "",
    };
    let gradient: String = [0.0, 0.3, 0.68, 0.92, 1.0]
        .iter()
        .zip(stops)
        .map(|(at, colour)| format!(r#"<stop offset="{}" stop-color="{colour}"/>"#, num(*at)))
        .collect();
    out.add(&format!(
        r##"<radialGradient id="@-{id}-fill" cx=".45" cy=".43" r=".59" fx=".32" fy=".27">{gradient}</radialGradient>
<g id="@-{id}-edge"><circle r="42" fill="url(#@-{id}-fill)"/></g>
<g id="@-{id}"><use href="#@-{id}-edge"/>{mark}<ellipse cx="-15" cy="-20" rx="15" ry="9.5" transform="rotate(-38 -15 -20)" fill="url(#@-gloss)"/></g>"##
    ));
}

const LACQUER: &str = r##"<linearGradient id="@-gloss" x1=".1" y1="0" x2=".6" y2=".8"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="@-round" x1="0" x2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".35" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>
<path id="@-side" d="M-40 0V7.5A40 33 0 0 0 40 7.5V0A40 33 0 0 1-40 0Z"/>"##;

fn counter(out: &mut Markup, tint: Tint) {
    let id = tint_id(tint);
    let (lit, shaded, side, line) = match tint {
        Tint::Light => ("#fffaec", "#ecdfbf", "#d8c69c", "#6d5a30"),
        Tint::Dark => ("#c4513a", "#96301f", "#76220f", "#3c0d05"),
        Tint::Neutral => ("#b9b3a6", "#948d7e", "#7b7466", "#3d382e"),
        Tint::Unknown => ("#b5ab9b", "#9d9280", "#a3947c", "#4a4130"),
    };
    let mark = match tint {
        Tint::Light => {
            r##"<ellipse rx="19" ry="15.5" fill="none" stroke="#a18d5d" stroke-width="2.2"/><ellipse rx="19" ry="15.5" cy="1.6" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="1.2"/>"##
        }
        Tint::Dark => {
            r##"<ellipse rx="8" ry="6.6" fill="#5f1a0d"/><ellipse rx="7.4" ry="6" cy=".9" fill="#7d2a1a"/>"##
        }
        Tint::Neutral | Tint::Unknown => "",
    };
    out.add(&format!(
        r##"<linearGradient id="@-{id}-fill" x1=".15" y1=".05" x2=".85" y2=".95"><stop offset="0" stop-color="{lit}"/><stop offset="1" stop-color="{shaded}"/></linearGradient>
<g id="@-{id}-edge"><use href="#@-side" fill="{side}"/><use href="#@-side" fill="url(#@-round)" stroke="{line}" stroke-opacity=".6" stroke-width="1"/><ellipse rx="40" ry="33" fill="url(#@-{id}-fill)"/></g>
<g id="@-{id}"><use href="#@-{id}-edge"/>{mark}<path d="M-35.5 0A35.5 28.8 0 0 1 8-28A40 34 0 0 0-35.5 0Z" fill="#fff" fill-opacity=".6"/><ellipse rx="40" ry="33" fill="url(#@-gloss)" fill-opacity=".35"/><ellipse rx="39.3" ry="32.3" fill="none" stroke="{line}" stroke-opacity=".32" stroke-width="1.2"/></g>"##
    ));
}

const PEBBLE: &str = r##"<radialGradient id="@-gloss"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<path id="@-stone" d="M-36 2C-37-14-21-28 1-28C23-29 37-15 36 1C35 19 19 31-2 31C-23 31-35 18-36 2Z"/>"##;

fn pebble(out: &mut Markup, tint: Tint) {
    let id = tint_id(tint);
    let (lit, middle, shaded, line) = match tint {
        Tint::Light => ("#fdfaf1", "#ebe4d3", "#bdb29b", "#5d5340"),
        Tint::Dark => ("#66717d", "#414a54", "#252b32", "#0b0e11"),
        Tint::Neutral | Tint::Unknown => ("#e7c991", "#cda667", "#96713a", "#4d3510"),
    };
    let mark = match tint {
        // The fine dark grain of bone.
        Tint::Light => {
            r##"<path d="M-14-9h.1M-5-15h.1M4-7h.1M-9 3h.1M13 2h.1M2 9h.1M17-11h.1M-20 6h.1" stroke="#8d8169" stroke-width="3" stroke-linecap="round"/>"##
        }
        // A vein of quartz through slate.
        Tint::Dark => {
            r##"<path d="M-33-6C-18-2-8-12 5-6C16-1 24 6 34 4" fill="none" stroke="#dfe5ea" stroke-opacity=".75" stroke-width="3"/><path d="M5-6C10 4 12 12 10 22" fill="none" stroke="#dfe5ea" stroke-opacity=".4" stroke-width="1.6"/>"##
        }
        Tint::Neutral | Tint::Unknown => "",
    };
    out.add(&format!(
        r##"<radialGradient id="@-{id}-fill" cx=".45" cy=".42" r=".64" fx=".34" fy=".24"><stop offset="0" stop-color="{lit}"/><stop offset=".55" stop-color="{middle}"/><stop offset="1" stop-color="{shaded}"/></radialGradient>
<g id="@-{id}-edge"><use href="#@-stone" fill="url(#@-{id}-fill)" stroke="{line}" stroke-opacity=".7" stroke-width="1.1"/></g>
<g id="@-{id}"><use href="#@-{id}-edge"/>{mark}<ellipse cx="-9" cy="-14" rx="17" ry="8.5" transform="rotate(-16 -9 -14)" fill="url(#@-gloss)"/></g>"##
    ));
}

/// A stack in its cell, with one shadow, and a figure when it is tall.
pub(super) fn paint(out: &mut Markup, view: &Framed, index: usize, cell: &Cell) {
    if cell.stack.is_empty() {
        return;
    }
    let material = view.scene.board.material;
    let shape = shape(material);
    let height = cell.stack.len();
    let pile = Pile::new(&shape, height);
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
        paint_piece(out, &shape, &pile, (index, level), *piece, top);
    }
    out.add("</g>");
}

fn paint_piece(
    out: &mut Markup,
    shape: &Shape,
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
    let attributes = format!(
        r#"x="{}" y="{}" font-size="{}" class="@-figure""#,
        num(x),
        num(y + size * 0.52),
        num(size * 1.45)
    );
    out.text("text", &attributes, &height.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_of_any_height_stay_within_their_cell() {
        for material in [Material::DarkHollows, Material::PaleWood, Material::WoodenTray] {
            let shape = shape(material);
            for height in 1..=40 {
                let pile = Pile::new(&shape, height);
                let rise = pile.step * (height - 1) as f64;
                let below = pile.bottom + (shape.half_depth + shape.thickness) * pile.scale;
                let above = rise - pile.bottom + shape.half_depth * pile.scale;
                assert!(below <= 50.0 && above <= 50.0, "{material:?} {height}: {above} {below}");
                assert!(height == 1 || pile.step > 0.5, "{material:?} {height}: not to be seen");
            }
        }
    }
}
