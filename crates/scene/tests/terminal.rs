//! Texts of hand-made scenes: readable without colours, never too wide, safe with any name.
//!
//! `GALET_REWRITE=1 cargo test -p galet-scene` writes the texts kept in `tests/golden`
//! anew; read them before keeping them.

mod fixtures;

use fixtures::{DARK, LIGHT, NEUTRAL, id};
use galet_scene::terminal::{self, Colours, Options, Painting, legend};
use galet_scene::{CellShape, Choice, Dropped, Highlights, Language, Phrase, Point, Role, Scene};

fn plain() -> Options {
    Options::default()
}

fn draw(scene: &Scene, options: &Options) -> String {
    terminal::draw(scene, &fixtures::theme(scene), options)
}

fn paint(scene: &Scene, options: &Options) -> Painting {
    terminal::paint(scene, &fixtures::theme(scene), options)
}

/// The text without escape sequences, as a terminal shows it.
fn seen(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('m').expect("only colours are set");
        rest = &rest[at + end + 1..];
    }
    out + rest
}

#[test]
fn texts_are_the_ones_we_read() {
    for (name, scene) in fixtures::all() {
        galet_golden::check!(format!("tests/golden/{name}.txt"), draw(&scene, &plain()));
        let colour = Options { colours: Colours::True, language: Language::French, ..plain() };
        galet_golden::check!(format!("tests/golden/{name}.colour.txt"), draw(&scene, &colour));
    }
}

#[test]
fn plain_text_has_no_escapes_and_the_board_is_ascii() {
    for (name, scene) in fixtures::all() {
        let text = draw(&scene, &plain());
        assert!(text.is_ascii() && !text.contains('\x1b'), "{name}");
        assert!(text.lines().all(|line| line.trim_end() == line), "{name}: blanks at an end");
    }
}

#[test]
fn no_line_is_wider_than_asked() {
    for (name, scene) in fixtures::all() {
        for width in [80, 60, 48, 40] {
            for colours in [Colours::Plain, Colours::Palette, Colours::True] {
                for language in Language::ALL {
                    let options = Options { width, colours, language, ..plain() };
                    for line in seen(&draw(&scene, &options)).lines() {
                        assert!(line.chars().count() <= width, "{name} {width}: {line:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn narrow_pages_lose_no_cell() {
    let scene = fixtures::tray();
    let text = draw(&scene, &Options { width: 40, ..plain() });
    for label in ["a", "b", "c", "d", "1", "2", "3", "4"] {
        assert!(text.contains(label));
    }
    assert!(text.contains("20..x") && text.contains("nxoxoxnoxoxonnxoxoox"), "{text}");
}

#[test]
fn every_piece_is_written() {
    let count = |text: &str, letters: &[char]| text.matches(letters).count();
    let scene = fixtures::hexagon();
    let text = draw(&scene, &plain());
    let board = text.split("\n\n").next().expect("a board");
    let of = |piece| scene.cells.iter().filter(|c| c.stack == [piece]).count();
    let free = scene.cells.iter().filter(|c| c.stack.is_empty()).count();
    assert_eq!(count(board, &['o']), of(LIGHT));
    assert_eq!(count(board, &['x']), of(DARK));
    assert_eq!(count(board, &['.']), free);

    let scene = fixtures::frame();
    let text = draw(&scene, &plain());
    for cell in scene.cells.iter().filter(|c| !c.stack.is_empty()) {
        let letter = if cell.stack.last() == Some(&LIGHT) { 'o' } else { 'x' };
        let tower = format!("{letter}{}", cell.stack.len());
        let written = text.matches(&tower).count();
        let there = scene
            .cells
            .iter()
            .filter(|c| c.stack.len() == cell.stack.len() && c.stack.last() == cell.stack.last());
        assert_eq!(written, there.count(), "{tower}");
    }
}

#[test]
fn colours_repeat_what_shapes_tell() {
    for (name, scene) in fixtures::all() {
        let of = |colours| draw(&scene, &Options { colours, ..plain() });
        assert_eq!(seen(&of(Colours::True)), seen(&of(Colours::Palette)), "{name}");
        assert!(of(Colours::True).contains(";2;") && of(Colours::Palette).contains(";5;"));
        let translated: String = seen(&of(Colours::True))
            .chars()
            .map(|c| match c {
                '◉' => 'o',
                '●' => 'x',
                '○' => 'n',
                '·' => '.',
                c => c,
            })
            .collect();
        let letters = |text: &str| -> Vec<char> {
            let first = text.split("\n\n").next().unwrap_or_default();
            first.chars().filter(|c| c.is_alphabetic()).collect()
        };
        if !matches!(scene.board.cell, CellShape::Square { .. }) {
            assert_eq!(letters(&translated), letters(&of(Colours::Plain)), "{name}");
        }
        for line in of(Colours::True).lines().filter(|line| line.contains('\x1b')) {
            assert!(line.ends_with("\x1b[0m") || !line.ends_with(' '), "colours leak: {line:?}");
            let last = line.rfind("\x1b[").expect("it has one");
            assert!(line[last..].starts_with("\x1b[0m"), "colours leak: {line:?}");
        }
    }
}

#[test]
fn a_half_made_move_shows_what_can_follow() {
    let scene = fixtures::tray();
    let highlights = Highlights {
        selected: vec![id(&scene, "d1")],
        choices: vec![
            Choice::new(id(&scene, "b1"), Role::Drop),
            Choice::new(id(&scene, "c2"), Role::Finish),
        ],
        hand: vec![NEUTRAL, DARK, DARK],
        dropped: vec![Dropped { cell: id(&scene, "c1"), piece: NEUTRAL }],
    };
    let text = draw(&scene, &Options { highlights, ..plain() });
    let first_rank = text.lines().find(|line| line.starts_with('1')).expect("rank 1");
    assert_eq!(first_rank, "1   | 9..xoxo |>   .   <|    n    |[   .   ]|");
    assert!(text.contains(">  xox  <"), "{text}");
    assert!(text.contains("In hand, next first: nxx\n"), "{text}");
    assert!(text.contains("[ ] chosen  > < can go there"), "{text}");
    assert!(!text.contains("last move"), "{text}");
}

#[test]
fn the_last_move_can_be_left_out_and_coordinates_too() {
    let scene = fixtures::hexagon();
    assert!(draw(&scene, &plain()).contains("(.) (x) (x) (x)"));
    assert!(!draw(&scene, &Options { trail: false, ..plain() }).contains('('));
    let bare = draw(&scene, &Options { coordinates: false, ..plain() });
    assert!(bare.starts_with("          .   .   o   o   .\n"), "{bare}");
}

#[test]
fn a_flipped_board_is_read_from_the_other_side() {
    let scene = fixtures::frame();
    let text = draw(&scene, &Options { flipped: true, ..plain() });
    let cells = |line: &str| -> Vec<String> {
        line.split_whitespace().skip(1).map(str::to_owned).collect()
    };
    let straight = draw(&scene, &plain());
    let row = |text: &str, rank: &str| -> Vec<String> {
        let line = text.lines().find(|l| l.split_whitespace().next() == Some(rank));
        cells(line.expect("a row"))
    };
    assert_eq!(row(&straight, "3"), ["o1", ".", "o3", "x1", "o1", "x2"]);
    // From the other side the numbers of rows stand at the right.
    let line = text.lines().find(|line| line.ends_with('3')).expect("a row");
    let towers: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(towers, ["x2", "o1", "x1", "o3", ".", "o1", "3"]);
}

#[test]
fn names_from_outside_command_nothing() {
    let hostile = "\x1b[2J\x1b]0;title\x07\r\nname";
    let mut scene = fixtures::tray();
    scene.players[0].name = Phrase::new(hostile, hostile);
    scene.labels[0].text = hostile.into();
    for cell in &mut scene.cells {
        cell.name = hostile.into();
    }
    scene.counters[0].label = Phrase::new(hostile, hostile);
    if let Some(ending) = &mut scene.ending {
        ending.words = Phrase::new(hostile, hostile);
    }
    let text = draw(&scene, &plain());
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn strange_scenes_are_written_all_the_same() {
    for theme in fixtures::themes() {
        let mut scene = fixtures::tray();
        scene.theme = theme.name;
        scene.cells[0].at = Point { x: f64::INFINITY, y: -1e300 };
        scene.cells[1].at = Point { x: -1e300, y: f64::NAN };
        for width in [0, 1, 80] {
            let text = draw(&scene, &Options { width, ..plain() });
            assert!(text.ends_with('\n'));
        }
        scene.cells.clear();
        scene.board.outline.clear();
        assert!(draw(&scene, &Options { flipped: true, ..plain() }).contains("Slate"));
    }
}

#[test]
fn a_painting_shows_what_the_lines_show() {
    for (name, scene) in fixtures::all() {
        let painting = paint(&scene, &plain());
        let mut sheet = vec![vec![' '; painting.width.into()]; painting.height.into()];
        for letter in &painting.letters {
            sheet[usize::from(letter.line)][usize::from(letter.column)] = letter.letter;
        }
        let lines: Vec<String> = sheet.iter().map(|line| line.iter().collect()).collect();
        let text = draw(&scene, &plain());
        for (line, drawn) in lines.iter().zip(text.lines()) {
            assert_eq!(line.trim_end(), drawn, "{name}");
        }
    }
}

#[test]
fn cells_of_a_painting_do_not_overlap_and_hold_what_stands_on_them() {
    for (name, scene) in fixtures::all() {
        for (airy, flipped) in [(false, false), (true, false), (true, true)] {
            let painting = paint(&scene, &Options { airy, flipped, ..plain() });
            assert_eq!(painting.cells.len(), scene.cells.len(), "{name}");
            for line in 0..painting.height {
                for column in 0..painting.width {
                    let here = painting.cells.iter().filter(|cell| cell.contains(column, line));
                    assert!(here.count() <= 1, "{name}: two cells at {column}, {line}");
                }
            }
            for area in &painting.cells {
                let written = painting.letters.iter().any(|letter| {
                    letter.line == area.line
                        && area.contains(letter.column, letter.line)
                        && letter.letter != ' '
                });
                assert!(written, "{name}: nothing at {area:?}");
            }
        }
    }
}

#[test]
fn an_airy_board_is_twice_as_high() {
    for (name, scene) in fixtures::all() {
        let heights = [false, true].map(|airy| paint(&scene, &Options { airy, ..plain() }).height);
        assert!(heights[1] >= 2 * heights[0] - 3, "{name}: {heights:?}");
    }
}

#[test]
fn the_legend_explains_each_mark_once_in_both_languages() {
    let [en, fr] = Language::ALL.map(|language| legend(language).collect::<Vec<_>>());
    for ((mark, en), (same, fr)) in en.iter().zip(&fr) {
        assert_eq!(mark, same);
        assert!(!en.is_empty() && !fr.is_empty() && en != fr);
    }
    assert_eq!(
        en.len(),
        en.iter().map(|(mark, _)| mark).collect::<std::collections::BTreeSet<_>>().len()
    );
}

#[test]
fn square_cells_are_only_as_wide_as_what_can_stand_on_them() {
    let mut scene = fixtures::tray();
    let width = |scene: &Scene| paint(scene, &plain()).cells[0].width;
    assert_eq!(width(&scene), 9, "seven letters of a stack between two brackets");
    scene.stacking = false;
    scene.cells.iter_mut().for_each(|cell| cell.stack.truncate(1));
    assert_eq!(width(&scene), 3);
}
