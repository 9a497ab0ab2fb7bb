//! What happened last, what deserves attention and what can follow.

use super::art::around_cell;
use super::markup::{Markup, UNIT, num, pair};
use crate::framed::{Framed, Marks};
use crate::{Point, Role};

/// The definitions of the lines around cells and of the small signs.
pub(super) fn define(out: &mut Markup, views: &[&Framed], detail: f64) {
    let shape = views[0].scene.board.cell;
    out.add(&around_cell(shape, r#"id="@-ring" fill="none""#));
    out.add(&around_cell(shape, r#"id="@-field""#));
    let marks = || views.iter().flat_map(|view| &view.marks);
    let signs = [(marks().any(|m| m.safe), SAFE), (marks().any(|m| m.threatened), THREATENED)];
    for (_, sign) in signs.into_iter().filter(|(used, _)| *used) {
        out.add(&sign.replace('%', &num(detail * 1.1)));
    }
}

/// A tick: nothing can change this any more.
const SAFE: &str = r##"<g id="@-safe" transform="scale(%)"><circle r="11" class="@-badge"/><path d="M-5 .4L-1.4 4L5-3.6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></g>"##;

/// A warning triangle: this can be lost.
const THREATENED: &str = r##"<g id="@-threatened" transform="scale(%)"><path d="M0-11.5L12 9.5H-12Z" fill="#d9541e" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/><path d="M0-4.4V2.6M0 6.2v.1" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></g>"##;

/// What lies under the pieces: tinted cells and the lines around them.
pub(super) fn paint_below(out: &mut Markup, view: &Framed) {
    let put = |out: &mut Markup, place: Point, id: &str, class: &str| {
        let (x, y) = (num(place.x * UNIT), num(place.y * UNIT));
        out.add(&format!(r##"<use href="#@-{id}" x="{x}" y="{y}" class="{class}"/>"##));
    };
    for (cell, marks) in view.cells() {
        if marks.winning || marks.selected {
            put(out, cell.at, "field", "@-glow");
        } else if marks.last_from || marks.last_to {
            put(out, cell.at, "field", "@-trace");
        }
        if let Some(class) = ring_class(marks) {
            put(out, cell.at, "ring", class);
        }
    }
}

/// The line around a cell, for the strongest reason only.
fn ring_class(marks: &Marks) -> Option<&'static str> {
    match marks {
        Marks { selected: true, .. } => Some("@-chosen"),
        Marks { choice: Some(Role::Select), .. } => Some("@-movable"),
        Marks { choice: Some(Role::Extend), .. } => Some("@-extend"),
        Marks { choice: Some(Role::Drop | Role::Finish), .. } => Some("@-target"),
        Marks { winning: true, .. } => Some("@-won"),
        Marks { last_to: true, .. } => Some("@-to"),
        Marks { last_from: true, .. } => Some("@-from"),
        _ => None,
    }
}

/// What lies above the pieces: the trail and the small signs.
pub(super) fn paint_above(out: &mut Markup, view: &Framed, detail: f64) {
    if let Some(trail) = &view.scene.trail {
        paint_trail(out, &trail.points, detail);
    }
    for (cell, marks) in view.cells() {
        let (x, y) = (num(cell.at.x * UNIT - 36.0), num(cell.at.y * UNIT - 36.0));
        for (shown, id) in [(marks.threatened, "threatened"), (marks.safe, "safe")] {
            if shown {
                out.add(&format!(r##"<use href="#@-{id}" x="{x}" y="{y}"/>"##));
            }
        }
        let (x, y) = (num(cell.at.x * UNIT), num(cell.at.y * UNIT));
        if matches!(marks.choice, Some(Role::Drop | Role::Finish)) {
            let r = num(9.0 * detail);
            out.add(&format!(r#"<circle cx="{x}" cy="{y}" r="{r}" class="@-spot"/>"#));
        }
    }
}

/// The way of the last move: a thin line with a dot where it began and an arrow where it ended.
fn paint_trail(out: &mut Markup, points: &[Point], detail: f64) {
    let (&[first, ..], &[.., before, last]) = (points, points) else { return };
    let (dx, dy) = (last.x - before.x, last.y - before.y);
    let length = (dx * dx + dy * dy).sqrt();
    if length == 0.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    let at = |back: f64, aside: f64| {
        pair(last.x * UNIT - dx * back - dy * aside, last.y * UNIT - dy * back + dx * aside)
    };
    let way: Vec<_> = points[..points.len() - 1]
        .iter()
        .map(|p| pair(p.x * UNIT, p.y * UNIT))
        .chain([at(16.0 * detail, 0.0)])
        .collect();
    let line = way.join("L");
    let head = format!(
        "M{}L{}L{}Z",
        at(0.0, 0.0),
        at(18.0 * detail, 9.0 * detail),
        at(18.0 * detail, -9.0 * detail)
    );
    let start = (num(first.x * UNIT), num(first.y * UNIT));
    for class in ["@-way-under", "@-way"] {
        out.add(&format!(
            r#"<g class="{class}"><path d="M{line}" fill="none"/><path d="{head}"/><circle cx="{}" cy="{}" r="{}"/></g>"#,
            start.0,
            start.1,
            num(5.0 * detail)
        ));
    }
}
