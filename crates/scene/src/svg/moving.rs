//! The last moves of a game as one picture that moves by itself.
//!
//! The picture is a sequence of beats: the board at rest, or a step of a move with pieces on their
//! way. Every beat is a group that the style sheet shows in its time; what stands still (table,
//! board, coordinates) is painted once. Readers who want no motion, and painters that know none,
//! see the last beat: the board as it stands.

use super::markup::{Markup, UNIT, num};
use super::{
    Frame, Options, begin, paint_captions, paint_ground, paint_labels, paint_pieces, paint_stacks,
    pieces,
};
use crate::framed::Framed;
use crate::{Animation, Cell, CellId, Highlights, Owner, Piece, Place, Point, Scene, Step, Theme};

/// A move that was played: the scene before it, and its pieces travelling.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The scene before the move.
    pub before: Scene,
    /// The move.
    pub animation: Animation,
}

/// How long each beat takes, in milliseconds.
const REST: u32 = 700;
const STEP: u32 = 320;
const END: u32 = 3000;
/// The steps of one move that are shown; the others happen at once.
const MOST_STEPS: usize = 64;
/// How high the hand is held above the cell.
const HAND: f64 = -46.0;

/// The moves, one after the other and again and again, up to the scene `after` the last of them:
/// a whole SVG document without scripts.
pub fn draw_moves(moves: &[Played], after: &Scene, theme: &Theme, options: &Options) -> String {
    let none = Highlights::default();
    let look = |scene: &Scene| Framed::new(scene, &none, options.flipped, options.trail);
    let views: Vec<Framed> =
        moves.iter().map(|played| &played.before).chain([after]).map(look).collect();
    let last = &views[moves.len()];
    let frame = Frame::new(last, options);
    let stage = Stage { theme, frame: &frame, options };

    let mut beats = Vec::new();
    for (played, view) in moves.iter().zip(&views) {
        let at_rest = stage.paint(|out| {
            paint_pieces(out, view, theme, &frame);
            paint_captions(out, view, &frame, options);
        });
        beats.push(Beat { painted: at_rest, ways: Vec::new(), lasts: REST });
        stage.steps(&mut beats, view, &played.animation);
    }
    let all: Vec<&Framed> = views.iter().collect();
    let mut out = begin(after, &all, theme, &frame, options, &rules(&beats));
    paint_ground(&mut out, last, theme, &frame, options);
    for (number, beat) in beats.iter().enumerate() {
        out.add(&format!(r#"<g class="@-beat @-b{number}">"#));
        out.append(&beat.painted);
        out.add("</g>");
    }
    let still = if beats.is_empty() { "" } else { "@-beat " };
    out.add(&format!(r#"<g class="{still}@-last">"#));
    paint_pieces(&mut out, last, theme, &frame);
    paint_captions(&mut out, last, &frame, options);
    out.add("</g>");
    if options.coordinates {
        paint_labels(&mut out, last, &frame);
    }
    out.add("</svg>");
    out.finish()
}

/// What is seen for a while.
struct Beat {
    painted: String,
    /// Where travelling pieces go meanwhile, in units of the picture.
    ways: Vec<Point>,
    lasts: u32,
}

struct Stage<'a> {
    theme: &'a Theme,
    frame: &'a Frame,
    options: &'a Options,
}

impl Stage<'_> {
    fn paint(&self, paint: impl FnOnce(&mut Markup)) -> String {
        let prefix = super::markup::safe_prefix(&self.options.id_prefix);
        let mut out = Markup::new(prefix, self.options.letters);
        paint(&mut out);
        out.finish()
    }

    /// The beats of a move.
    fn steps(&self, beats: &mut Vec<Beat>, before: &Framed, animation: &Animation) {
        let mut now = Framed::new(&before.scene, &Highlights::default(), false, false);
        let mut hand = Vec::new();
        for step in animation.steps.iter().take(MOST_STEPS) {
            take_off(&mut now.scene, &mut hand, step);
            let number = beats.len();
            let mut ways = Vec::new();
            let painted = self.paint(|out| {
                paint_stacks(out, &now, self.theme);
                for cell in &now.scene.cells {
                    pieces::paint_figure(out, cell, self.frame.detail);
                }
                for travel in &step.travels {
                    let from = self.place(&now, travel.from);
                    let to = self.place(&now, travel.to);
                    out.add(&format!(r#"<g class="@-go @-g{number}-{}">"#, ways.len()));
                    self.paint_travelling(out, from, &travel.pieces);
                    out.add("</g>");
                    ways.push(Point { x: to.x - from.x, y: to.y - from.y });
                }
                if let Some(over) = held_over(step) {
                    self.paint_travelling(out, self.place(&now, Place::Hand(over)), &hand);
                }
                paint_captions(out, &now, self.frame, self.options);
            });
            put_down(&mut now.scene, &mut hand, step);
            beats.push(Beat { painted, ways, lasts: STEP });
        }
    }

    /// Pieces on their way, with their shadow.
    fn paint_travelling(&self, out: &mut Markup, at: Point, pieces: &[Piece]) {
        if pieces.is_empty() {
            return;
        }
        let at = Point { x: at.x / UNIT, y: at.y / UNIT };
        let cell = Cell { at, name: String::new(), stack: pieces.to_vec() };
        pieces::paint(out, &self.theme.pile, 0, &cell);
    }

    /// Where pieces are put down, or taken from, in units of the picture.
    fn place(&self, view: &Framed, place: Place) -> Point {
        let middle = |cell: CellId| {
            let cell = view.scene.cells.get(usize::from(cell.0));
            let at = cell.map_or(Point { x: 0.0, y: 0.0 }, |cell| cell.at);
            (Point { x: at.x * UNIT, y: at.y * UNIT }, cell.map_or(0, |cell| cell.stack.len()))
        };
        match place {
            Place::Cell(cell) => {
                let (at, below) = middle(cell);
                let rise = self.theme.pile.step * below as f64;
                Point { x: at.x, y: at.y - rise / 2.0 }
            }
            Place::Hand(cell) => {
                let (at, _) = middle(cell);
                Point { x: at.x, y: at.y + HAND }
            }
            Place::Supply(owner) | Place::Lost(owner) => self.beside(owner),
        }
    }

    /// Where a player's figures stand.
    fn beside(&self, owner: Owner) -> Point {
        let is_above = (owner == Owner::Second) != self.options.flipped;
        let strip = match is_above {
            true => self.frame.upper_strip(),
            false => self.frame.lower_strip(),
        };
        Point { x: strip.right - strip.size, y: strip.middle }
    }
}

/// The cell above which the hand goes on being held during a step.
fn held_over(step: &Step) -> Option<CellId> {
    step.travels.iter().find_map(|travel| match (travel.from, travel.to) {
        (Place::Hand(cell), Place::Cell(_)) => Some(cell),
        _ => None,
    })
}

/// All travelling pieces leave before any arrives. What is not there is not taken: pictures are
/// made of scenes from anywhere.
fn take_off(scene: &mut Scene, hand: &mut Vec<Piece>, step: &Step) {
    for travel in &step.travels {
        let count = travel.pieces.len();
        match travel.from {
            Place::Cell(cell) => {
                if let Some(cell) = scene.cells.get_mut(usize::from(cell.0)) {
                    cell.stack.truncate(cell.stack.len().saturating_sub(count));
                }
            }
            Place::Hand(_) => drop(hand.drain(..count.min(hand.len()))),
            Place::Supply(_) | Place::Lost(_) => {}
        }
    }
}

fn put_down(scene: &mut Scene, hand: &mut Vec<Piece>, step: &Step) {
    for travel in &step.travels {
        match travel.to {
            Place::Cell(cell) => {
                if let Some(cell) = scene.cells.get_mut(usize::from(cell.0)) {
                    cell.stack.extend(&travel.pieces);
                }
            }
            Place::Hand(_) => hand.extend(&travel.pieces),
            Place::Supply(_) | Place::Lost(_) => {}
        }
    }
}

/// The rules that show each beat in its time. `@` stands for the prefix of ids in this document,
/// so the at-sign is written as XML's character reference.
fn rules(beats: &[Beat]) -> String {
    let moves: u32 = beats.iter().map(|beat| beat.lasts).sum();
    if moves == 0 {
        return String::new();
    }
    let whole = f64::from(moves + END);
    let seconds = num(whole / 1000.0);
    let percent = |milliseconds: u32| format!("{:.3}%", f64::from(milliseconds) / whole * 100.0);
    let mut out = format!(
        ".@-beat{{visibility:hidden;animation:{seconds}s step-end infinite}}\n\
         .@-last{{visibility:visible;animation-name:@-last}}\n\
         .@-go{{animation:{seconds}s ease-in-out infinite}}\n\
         &#64;keyframes @-last{{0%{{visibility:hidden}}{}{{visibility:visible}}}}\n",
        percent(moves)
    );
    let mut start = 0;
    for (number, beat) in beats.iter().enumerate() {
        let end = start + beat.lasts;
        let (from, to) = (percent(start), percent(end));
        let before = if start == 0 { "" } else { "0%{visibility:hidden}" };
        out += &format!(
            ".@-b{number}{{animation-name:@-b{number}}}\
             &#64;keyframes @-b{number}{{{before}{from}{{visibility:visible}}\
             {to}{{visibility:hidden}}}}\n"
        );
        for (way, Point { x, y }) in beat.ways.iter().enumerate() {
            let there = format!("{{transform:translate({}px,{}px)}}", num(*x), num(*y));
            out += &format!(
                ".@-g{number}-{way}{{animation-name:@-g{number}-{way}}}\
                 &#64;keyframes @-g{number}-{way}{{0%,{from}{{transform:none}}{to},100%{there}}}\n"
            );
        }
        start = end;
    }
    out + "&#64;media (prefers-reduced-motion:reduce){.@-beat,.@-go{animation:none}}\n"
}
