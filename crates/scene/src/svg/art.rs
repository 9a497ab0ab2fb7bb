//! The drawings of a theme as definitions: `@-cell` is an empty cell, `@-light` a whole piece
//! around the origin, `@-light-edge` the same without what only the top of a stack shows, and
//! `@-fill-NAME` a gradient: no name can collide with that of anything else.

use super::markup::{Markup, UNIT, escaped, num};
use crate::art::{Form, Gradient, Paint, Run, Shape};
use crate::{CellShape, Theme, Tint};

/// The part of an id that names a tint.
pub(super) fn tint_id(tint: Tint) -> &'static str {
    match tint {
        Tint::Light => "light",
        Tint::Dark => "dark",
        Tint::Neutral => "neutral",
        Tint::Unknown => "unknown",
    }
}

/// The definitions of gradients, cells and of the pieces of these tints.
pub(super) fn define(out: &mut Markup, theme: &Theme, tints: &[Tint]) {
    for gradient in &theme.gradients {
        out.add(&gradient_element(gradient));
    }
    out.add(&format!(r#"<g id="@-cell">{}</g>"#, elements(&theme.cell)));
    for &tint in tints {
        let (id, art) = (tint_id(tint), theme.piece(tint));
        // A piece that the set does not have is not to be seen, but nothing refers to nowhere.
        let [body, top] = art.map_or([&[][..]; 2], |art| [&art.body, &art.top]).map(elements);
        out.add(&format!(r#"<g id="@-{id}-edge">{body}</g>"#));
        out.add(&format!(r##"<g id="@-{id}"><use href="#@-{id}-edge"/>{top}</g>"##));
    }
}

/// The line around a cell as an element with the attributes given.
pub(super) fn around_cell(shape: CellShape, attributes: &str) -> String {
    match shape {
        CellShape::Round { radius } => {
            format!(r#"<circle r="{}" {attributes}/>"#, num(radius * UNIT))
        }
        CellShape::Square { half, rounding } => {
            format!("<rect {} {attributes}/>", square(half * UNIT, rounding * UNIT))
        }
    }
}

fn square(half: f64, rounding: f64) -> String {
    let (start, side) = (num(-half), num(half * 2.0));
    format!(r#"x="{start}" y="{start}" width="{side}" height="{side}" rx="{}""#, num(rounding))
}

fn gradient_element(gradient: &Gradient) -> String {
    let stops: String = gradient
        .stops
        .iter()
        .map(|stop| {
            let opacity = attribute("stop-opacity", stop.opacity, 1.0);
            let colour = escaped(&stop.colour);
            format!(r#"<stop offset="{}" stop-color="{colour}"{opacity}/>"#, num(stop.at))
        })
        .collect();
    let name = escaped(&gradient.name);
    match gradient.run {
        Run::Linear { from, to } => format!(
            r#"<linearGradient id="@-fill-{name}" x1="{}" y1="{}" x2="{}" y2="{}">{stops}</linearGradient>"#,
            num(from.x),
            num(from.y),
            num(to.x),
            num(to.y),
        ),
        Run::Radial { centre, radius, focus } => format!(
            r#"<radialGradient id="@-fill-{name}" cx="{}" cy="{}" r="{}" fx="{}" fy="{}">{stops}</radialGradient>"#,
            num(centre.x),
            num(centre.y),
            num(radius),
            num(focus.x),
            num(focus.y),
        ),
    }
}

fn elements(shapes: &[Shape]) -> String {
    shapes.iter().map(element).collect()
}

fn element(shape: &Shape) -> String {
    let form = match &shape.form {
        Form::Ellipse { at, rx, ry, turn } => {
            let (x, y) = (attribute("cx", at.x, 0.0), attribute("cy", at.y, 0.0));
            let turned = match *turn == 0.0 {
                true => String::new(),
                false => {
                    format!(r#" transform="rotate({} {} {})""#, num(*turn), num(at.x), num(at.y))
                }
            };
            format!(r#"ellipse{x}{y} rx="{}" ry="{}"{turned}"#, num(*rx), num(*ry))
        }
        Form::Square { half, rounding } => format!("rect {}", square(*half, *rounding)),
        Form::Path { d } => format!(r#"path d="{}""#, escaped(d)),
    };
    let fill = match &shape.fill {
        Some(fill) => {
            let opacity = attribute("fill-opacity", fill.opacity, 1.0);
            format!(r#"fill="{}"{opacity}"#, paint(&fill.paint))
        }
        None => r#"fill="none""#.to_owned(),
    };
    let stroke = shape.stroke.as_ref().map_or(String::new(), |stroke| {
        let opacity = attribute("stroke-opacity", stroke.opacity, 1.0);
        let ends = if stroke.round { r#" stroke-linecap="round""# } else { "" };
        let (paint, width) = (paint(&stroke.paint), num(stroke.width));
        format!(r#" stroke="{paint}"{opacity} stroke-width="{width}"{ends}"#)
    });
    format!("<{form} {fill}{stroke}/>")
}

fn paint(paint: &Paint) -> String {
    match paint {
        Paint::Colour(colour) => escaped(colour),
        Paint::Gradient(name) => format!("url(#@-fill-{})", escaped(name)),
    }
}

/// An attribute, unless it has the value that it has anyway.
fn attribute(name: &str, value: f64, usual: f64) -> String {
    if value == usual { String::new() } else { format!(r#" {name}="{}""#, num(value)) }
}
