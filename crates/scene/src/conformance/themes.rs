//! Checks of a theme: whatever it names exists, and painters can draw it.

use crate::art::{Form, Paint, Shape};
use crate::pile::Pile;
use crate::{OWN_BOARD, Scenic, Theme, boards};
use galet_core::Progress;
use std::collections::HashSet;

/// The tallest stack that must fit into its cell.
const TALLEST: usize = 40;

/// Names, colours and gradients are such that every painter can use them, each tint has one piece
/// that can be told from the others without colours, and stacks stay within their cell.
pub fn themes_are_whole<G: Scenic>() {
    let theme = G::theme();
    assert!(is_name(&theme.name), "{:?} is no name for a theme", theme.name);
    check_colours(theme);
    check_art(theme);
    check_pieces(theme);
    check_boards(theme);
    let stacking = G::scene(&Progress::<G>::new(G::Setup::default())).stacking;
    for height in 1..=if stacking { TALLEST } else { 1 } {
        let (shape, pile) = (&theme.pile, Pile::new(&theme.pile, height));
        let rise = pile.step * (height - 1) as f64;
        let below = pile.bottom + (shape.half_depth + shape.thickness) * pile.scale;
        let above = rise - pile.bottom + shape.half_depth * pile.scale;
        assert!(below <= 50.0 && above <= 50.0, "{height} pieces: {above} up, {below} down");
        assert!(height == 1 || pile.step > 0.5, "{height} pieces: not to be told apart");
    }
    for sound in &theme.knock {
        assert!(sound.frequency > 0.0 && sound.seconds > 0.0, "{sound:?} is not to be heard");
        assert!((0.0..=1.0).contains(&sound.gain), "{sound:?} is too loud");
    }
}

/// A name that is safe in ids: small letters, digits and `-`, a letter first.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits)
}

fn is_colour(colour: &str) -> bool {
    colour.strip_prefix('#').is_some_and(|hex| {
        [3, 6].contains(&hex.len()) && hex.chars().all(|c| c.is_ascii_hexdigit())
    })
}

fn check_colours(theme: &Theme) {
    let board = &theme.board;
    let surface = board.surface.iter().chain(&board.dimmed).chain(&board.grain);
    let marks = [&theme.marks.accent, &theme.marks.casing, &theme.marks.label];
    let stops = theme.gradients.iter().flat_map(|gradient| &gradient.stops).map(|s| &s.colour);
    for colour in surface.chain(marks).chain(stops) {
        assert!(is_colour(colour), "{colour:?} is no colour");
    }
}

fn check_art(theme: &Theme) {
    let mut names = HashSet::new();
    for gradient in &theme.gradients {
        let name = &gradient.name;
        assert!(is_name(name), "{name:?} is no name for a gradient");
        assert!(names.insert(name.as_str()), "two gradients are called {name}");
        assert!(!gradient.stops.is_empty(), "{name} has no colours");
        let in_order = gradient.stops.windows(2).all(|pair| pair[0].at <= pair[1].at);
        assert!(in_order, "the colours of {name} are out of order");
    }
    let pieces = theme.pieces.iter().flat_map(|piece| piece.body.iter().chain(&piece.top));
    let shapes: Vec<&Shape> = theme.cell.iter().chain(pieces).collect();
    let mut used = HashSet::new();
    for shape in shapes {
        assert!(shape.paints().next().is_some(), "{shape:?} is not to be seen");
        if let Form::Path { d } = &shape.form {
            assert!(d.starts_with('M'), "{d:?} is no path");
        }
        for paint in shape.paints() {
            match paint {
                Paint::Colour(colour) => assert!(is_colour(colour), "{colour:?} is no colour"),
                Paint::Gradient(name) => {
                    used.insert(name.as_str());
                }
            }
        }
    }
    assert_eq!(used, names, "the gradients that shapes name and those that there are");
}

/// Other boards have names of their own and change the ground alone.
fn check_boards(theme: &Theme) {
    let mut names = HashSet::from([OWN_BOARD]);
    for style in boards() {
        let name = style.name.as_str();
        assert!(is_name(name) && names.insert(name), "{name:?} is no name for another board");
        let dressed = theme.on_board(name);
        check_colours(&dressed);
        check_art(&dressed);
        assert_ne!(dressed.board, theme.board, "{name} looks like the set's own board");
        assert_eq!((&dressed.pieces, &dressed.cell), (&theme.pieces, &theme.cell));
    }
    assert_eq!(*theme.on_board(OWN_BOARD), *theme);
}

fn check_pieces(theme: &Theme) {
    let distinct = |what: &str, all: Vec<String>| {
        let set: HashSet<_> = all.iter().collect();
        assert_eq!(set.len(), all.len(), "two pieces have the same {what}: {all:?}");
    };
    let pieces = || theme.pieces.iter();
    distinct("tint", pieces().map(|piece| format!("{:?}", piece.tint)).collect());
    distinct("letter", pieces().map(|piece| piece.glyph.letter.to_string()).collect());
    distinct("sign", pieces().map(|piece| piece.glyph.sign.to_string()).collect());
    for piece in pieces() {
        assert!(!piece.body.is_empty(), "a {:?} piece in a stack is not to be seen", piece.tint);
        assert!(piece.glyph.letter.is_ascii_graphic(), "{:?} is not ASCII", piece.glyph.letter);
    }
}
