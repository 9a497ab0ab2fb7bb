//! The start layouts against the rules page.

use crate::common::{cells, setup};
use galet_abalone::{Cells, Position, Setup};
use galet_core::{Game, Notation, Setup as _, Side};
use galet_scene::Scenic;
use std::collections::HashSet;

fn marbles(layout: &str) -> [Cells; 2] {
    let start = Position::start(&setup(layout, &[]));
    Side::BOTH.map(|side| start.marbles(side))
}

#[test]
fn the_named_layouts_are_those_of_the_rules_page() {
    for (name, black, white) in [
        ("standard", "a12345 b123456 c345", "g567 h456789 i56789"),
        ("belgian-daisy", "a12 b123 c23 g78 h789 i89", "a45 b456 c56 g45 h456 i56"),
        ("german-daisy", "b12 c123 d23 f78 g789 h89", "b56 c567 d67 f34 g345 h45"),
        ("dutch-daisy", "a12 b135 c23 g78 h579 i89", "a45 b246 c56 g45 h468 i56"),
        ("swiss-daisy", "b12 c136 d23 f78 g479 h89", "b56 c257 d67 f34 g358 h45"),
        ("wall", "a3 c23456 d12345678", "f23456789 g45678 i7"),
        ("infiltration", "a3 c35 f38 g468 h5678 i68", "a24 b2345 c246 d27 g57 i7"),
    ] {
        let expected = [black, white].map(|text| cells(text).into_iter().collect::<Cells>());
        assert_eq!(marbles(name), expected, "{name}");
    }
}

#[test]
fn there_are_sixty_layouts_and_standard_is_the_default() {
    let names: HashSet<&str> = Setup::layouts().iter().map(|layout| layout.name).collect();
    assert_eq!((names.len(), Setup::layouts().len()), (60, 60));
    assert_eq!(Setup::default().layout_name(), "standard");
    for name in names {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(allowed), "{name}");
    }
}

#[test]
fn every_layout_has_a_name_for_people_and_the_daisies_come_first() {
    let mut said = HashSet::new();
    for layout in Setup::layouts() {
        let name = Position::say_layout(layout.name).expect(layout.name);
        assert!(said.insert((name.en.clone(), name.fr.clone())), "{name:?} is there twice");
    }
    assert!(Setup::layouts()[1..9].iter().all(|layout| layout.name.ends_with("-daisy")));
}

#[test]
fn all_but_five_layouts_are_fourteen_against_fourteen() {
    let mut others = Vec::new();
    let mut boards = HashSet::new();
    for layout in Setup::layouts() {
        let [black, white] = marbles(layout.name);
        assert!((black & white).is_empty(), "{}", layout.name);
        if (black.len(), white.len()) != (14, 14) {
            others.push((layout.name, black.len(), white.len()));
        }
        assert!(boards.insert((black, white)), "{} is there twice", layout.name);
    }
    let expected = [
        ("atomouche", 12, 12),
        ("corners", 13, 13),
        ("sibe", 15, 15),
        ("snakes-variation", 13, 14),
        ("the-arrow", 14, 13),
    ];
    assert_eq!(others, expected);
}

#[test]
fn the_standard_start_is_written_as_the_rules_page_has_it() {
    let text = Position::start(&Setup::default()).position_text();
    assert_eq!(text, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0");
}
