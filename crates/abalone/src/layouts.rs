//! The start layouts: the leaflet's `standard` first, then the daisies that most games between
//! players begin with, then the rest of the players' "wall of variations" by name. Names are small letters, digits and dashes.

use crate::board::Cell;
use crate::cells::Cells;
use galet_core::{Layout, PerSide};

/// The marbles of a layout. Cells are written row by row: `a12 b123` is a1, a2, b1, b2, b3.
/// The compiler checks that every cell exists and holds one marble.
const fn layout(name: &'static str, black: &str, white: &str) -> Start {
    let marbles = PerSide::new(cells(black), cells(white));
    assert!(marbles.first.bits() & marbles.second.bits() == 0, "two marbles on one cell");
    Start { name, marbles }
}

/// Where the marbles stand before the first move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) name: &'static str,
    pub(crate) marbles: PerSide<Cells>,
}

/// How many layouts there are.
const COUNT: usize = 60;

/// Name, Black's marbles, White's marbles.
#[rustfmt::skip]
pub(crate) static STARTS: [Start; COUNT] = [
    layout("standard", "a12345 b123456 c345", "g567 h456789 i56789"),
    layout("belgian-daisy", "a12 b123 c23 g78 h789 i89", "a45 b456 c56 g45 h456 i56"),
    layout("german-daisy", "b12 c123 d23 f78 g789 h89", "b56 c567 d67 f34 g345 h45"),
    layout("dutch-daisy", "a12 b135 c23 g78 h579 i89", "a45 b246 c56 g45 h468 i56"),
    layout("swiss-daisy", "b12 c136 d23 f78 g479 h89", "b56 c257 d67 f34 g358 h45"),
    layout("french-daisy", "b34 c345 d45 f56 g567 h67", "d2367 e234678 f3478"),
    layout("irish-daisy", "c4 d2367 e2468 f3478 g6", "b34 c35 d45 e37 f56 g57 h67"),
    layout("scottish-daisy", "a14 b236 c25 g58 h478 i69", "a25 b145 c36 g47 h569 i58"),
    layout("true-daisy", "a12345 b136 c14 d5 e56 f5", "f78 g45789 h45689 i56"),
    layout("6-9", "b123456 c157 d2367 g4", "c6 f3478 g359 h456789"),
    layout("alien-attack", "b34 c35 f56 g468 h58 i579", "a135 b25 c246 d45 g57 h67"),
    layout("aliening", "a3 c4 d27 f2479 g48 h5678", "b2345 c26 d1368 f38 g6 i7"),
    layout("alitration", "a24 c147 d27 f47 g57 h67 i7", "a3 b34 c35 d36 f38 g369 i68"),
    layout("anglattack", "a45 b26 c3 e2369 g5 h59 i89", "a12 b15 c5 e1478 g7 h48 i56"),
    layout("april-fish", "a1235 b1345 c2346 d4 h8", "b2 f6 g4678 h5679 i5789"),
    layout("atomouche", "a4 b26 d16 e49 f2 g5 h79 i5", "a5 b13 c5 d8 e16 f49 h48 i6"),
    layout("buttonhole", "b45 d125 e1368 f236 h78", "b23 d478 e2479 f589 h56"),
    layout("centrifuge", "a234 c4 f2389 g3489 h49", "b16 c1267 d1278 g6 i678"),
    layout("checkerboard", "b246 d1357 f3579 h468", "b135 d2468 f2468 h579"),
    layout("corners", "a12 b15 d8 e29 f59 h48 i56", "a45 b26 d15 e18 f2 h59 i89"),
    layout("cross", "a12 b13 c2 d34 e4 f4 g4 h46 i56", "a45 b46 c6 d6 e6 f67 g8 h79 i89"),
    layout("crossed-hearts", "d4 e4 f47 g48 h4679 i5689", "a1245 b1346 c26 d36 e6 f6"),
    layout("crown", "c4 f4567 g4578 h4679 i7", "a3 b1346 c2356 d3456 g6"),
    layout("def-or-atak", "b46 c156 d6 f4 g34569 h46", "b125 c2 d123 e2 f789 g8 h59"),
    layout("domination", "b1 c12 d123 e46 f789 g89 h9", "b6 c67 d5678 f2345 g34 h4"),
    layout("domination-vs-daisy", "b1 c12 d123 e46 f789 g89 h9", "b56 c567 d67 f34 g345 h45"),
    layout("duel", "a4 b456 c5 d1 e12 f2 g7 h789 i8", "a2 b123 c3 d8 e89 f9 g5 h456 i6"),
    layout("face-2-face", "c67 d678 e6789 f789 g89", "c12 d123 e1234 f234 g34"),
    layout("food-mill", "a5 b236 d14 e18 f68 g4 h5 i89", "a12 b5 c6 d2 e2469 f9 h478 i5"),
    layout("forcing", "c5 d1567 e1236 f2678 g7", "c3 d2348 e4789 f3459 g5"),
    layout("fracture", "b4 c5 d1236 e267 f6 g789 i7", "a3 c123 d4 e348 f4789 g5 h6"),
    layout("french-king-cake1", "a5 b6 c127 d1367 e1 h6 i789", "a123 b4 e9 f3479 g389 h4 i5"),
    layout("fujiyama1", "a12345 b25 c35 d45 g6 h67", "b34 c4 f56 g57 h58 i56789"),
    layout("horseshoes", "a45 b46 c57 d6 f4 g35 h46 i56", "a123 b1 c234 g678 h9 i789"),
    layout("i-m-a-robot", "d2367 e5 f56 h67 i56789", "a24 b34 c4 d45 f47 g468 h49"),
    layout("infiltralien", "a135 b2345 d45 g567 i68", "a24 c345 f56 h5678 i579"),
    layout("infiltration", "a3 c35 f38 g468 h5678 i68", "a24 b2345 c246 d27 g57 i7"),
    layout("intimidation", "a234 b34 c345 f234 g34 h4", "b6 c67 d678 g567 h67 i678"),
    layout("labyrinth", "a2 b5 c46 d147 e48 g59 h9 i79", "a13 b1 c15 e26 f369 g46 h5 i8"),
    layout("mosaic", "a12345 c345 f56 h5678", "b2345 d45 g567 i56789"),
    layout("mquorric-1", "b4 c6 d345 e36 f37 g47 h567", "a345 b56 c57 e45 f456 g56"),
    layout("neko", "a123 b14 c1345 d23 e3 g8 h7", "b3 c2 e7 f78 g5679 h69 i789"),
    layout("oath", "a5 b45 c6 d24 e12 f36 g8 h78 i9", "a1 b23 c2 d57 e89 f58 g4 h56 i5"),
    layout("octopus", "a35 b4 c23467 d6 e7 f8 g5 h4 i6", "a4 b6 c5 d2 e3 f4 g34678 h6 i57"),
    layout("pyramid", "a5 b56 c567 d5678 e6789", "e1234 f2345 g345 h45 i5"),
    layout("sibe", "a345 b6 c7 d48 e49 f59 g9 h9 i89", "a12 b1 c1 d15 e16 f26 g3 h4 i567"),
    layout("slaloms", "a1234 b5 c12345 d1 e234", "e678 f9 g56789 h5 i6789"),
    layout("snakes", "d23 e24 f256 g3 h4 i56789", "a12345 b6 c7 d458 e68 f78"),
    layout("snakes-variation", "d2345 e2 f2 g3 h4 i56789", "a12345 b6 c7 d8 e8 f45678"),
    layout("snowflake", "a2 b12 c5 d58 e38 f59 g7 h48 i6", "a4 b56 c3 d14 e27 f26 g5 h59 i8"),
    layout("spider", "a15 b25 c35 d3456 e1234", "e6789 f4567 g57 h58 i59"),
    layout("star", "a1 b5 c37 d5 e2479 f6 g59 h8 i5", "a5 b2 c15 d4 e1368 f5 g37 h5 i9"),
    layout("the-arrow", "a45 b56 c5 d5 e4 f56 g5 h45 i56", "b4 c6 d4 e356 f24 g367 i78"),
    layout("tinsels", "a13 b5 c24 d1 e368 g579 i68", "a24 c135 e247 f9 g68 h5 i79"),
    layout("trench", "b123456 d456 g45678", "c23456 f456 h456789"),
    layout("wall", "a3 c23456 d12345678", "f23456789 g45678 i7"),
    layout("wedding-rings", "b45 c46 d47 e48 f58 g78 h78", "b23 c23 d25 e26 f36 g46 h56"),
    layout("wheel", "a15 b25 c35 d46 e1247 f57", "d35 e3689 f46 g57 h58 i59"),
    layout("windmill", "a5 b56 c6 d124 e12 f6 h78 i89", "a12 b23 e4689 f89 g4 h45 i5"),
    layout("xmas-star", "a3 b34 c5 e3 f3478 g34789", "c12367 d2367 e7 g5 h67 i7"),
];

/// The names, in the same order.
pub(crate) static LAYOUTS: [Layout; COUNT] = {
    let mut layouts = [Layout { name: "" }; COUNT];
    let mut n = 0;
    while n < COUNT {
        layouts[n].name = STARTS[n].name;
        n += 1;
    }
    layouts
};

const fn cells(text: &str) -> Cells {
    let bytes = text.as_bytes();
    let (mut bits, mut row, mut n) = (0, -1, 0);
    while n < bytes.len() {
        match bytes[n] {
            letter @ b'a'..=b'i' => row = (letter - b'a') as i8,
            digit @ b'1'..=b'9' => {
                let Some(cell) = Cell::at(row, (digit - b'0') as i8) else {
                    panic!("a cell that does not exist")
                };
                let bit = Cells::only(cell).bits();
                assert!(bits & bit == 0, "a cell named twice");
                bits |= bit;
            }
            b' ' => {}
            _ => panic!("rows a to i and diagonals 1 to 9 only"),
        }
        n += 1;
    }
    Cells::from_bits(bits)
}
