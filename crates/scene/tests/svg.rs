//! Pictures of hand-made scenes: well formed, whole, the same every time, safe with any text.
//!
//! `GALET_REWRITE=1 cargo test -p galet-scene` writes the pictures kept in `tests/golden`
//! anew; look at them before keeping them.

mod fixtures;
mod xml;

use fixtures::{DARK, LIGHT, NEUTRAL, id};
use galet_scene::svg::{self, ColourScheme, Options};
use galet_scene::{Choice, Dropped, Highlights, Language, Phrase, Point, Role, Scene, Trail};
use xml::{Element, parse};

fn plain() -> Options {
    Options::default()
}

fn draw(scene: &Scene, options: &Options) -> String {
    svg::draw(scene, &fixtures::theme(scene), options)
}

/// The elements that use the definition with that id.
fn uses<'a>(elements: &'a [Element], id: &str) -> Vec<&'a Element> {
    let target = format!("#{id}");
    elements.iter().filter(|e| e.name == "use" && e.attribute("href") == Some(&target)).collect()
}

fn with_text<'a>(elements: &'a [Element], name: &str) -> Vec<&'a str> {
    elements.iter().filter(|e| e.name == name).map(|e| e.text.as_str()).collect()
}

#[test]
fn pictures_are_the_ones_we_looked_at() {
    for (name, scene) in fixtures::all() {
        galet_golden::check!(format!("tests/golden/{name}.svg"), draw(&scene, &plain()));
    }
}

#[test]
fn every_picture_is_well_formed_with_unique_ids_and_inner_references() {
    for (name, scene) in fixtures::all() {
        for options in every_option(&scene) {
            let text = draw(&scene, &options);
            let elements = parse(&text).unwrap_or_else(|e| panic!("{name} {options:?}: {e}"));
            let ids: Vec<&str> = elements.iter().filter_map(|e| e.attribute("id")).collect();
            for (i, id) in ids.iter().enumerate() {
                assert!(!ids[..i].contains(id), "{name}: the id {id} occurs twice");
                assert!(id.starts_with("galet-"), "{name}: {id} has no prefix");
            }
            let mut references = 0;
            for value in elements.iter().flat_map(|e| e.attributes.iter().map(|(_, v)| v)) {
                let inner = value
                    .strip_prefix("url(#")
                    .map(|v| v.trim_end_matches(')'))
                    .or(value.strip_prefix('#').filter(|v| v.starts_with("galet-")));
                if let Some(id) = inner {
                    assert!(ids.contains(&id), "{name}: nothing has the id {id}");
                    references += 1;
                }
            }
            assert!(references > scene.cells.len());
            for forbidden in ["<script", "<image", "<foreignObject", "onload", "@import", "http:"] {
                let found = text.replace("http://www.w3.org/2000/svg", "").contains(forbidden);
                assert!(!found, "{name} contains {forbidden}");
            }
            assert!(!text.contains("galet-%") && !text.contains("NaN") && !text.contains("inf"));
        }
    }
}

/// One of each option away from the default.
fn every_option(scene: &Scene) -> Vec<Options> {
    let cell = scene.cells[3].name.as_str();
    let highlights = Highlights {
        selected: vec![id(scene, cell)],
        choices: [Role::Select, Role::Extend, Role::Drop, Role::Finish]
            .into_iter()
            .zip(&scene.cells[4..])
            .map(|(role, cell)| Choice::new(id(scene, &cell.name), role))
            .collect(),
        hand: vec![DARK, LIGHT, NEUTRAL],
        dropped: vec![Dropped { cell: id(scene, &scene.cells[9].name), piece: DARK }],
    };
    vec![
        plain(),
        Options { scheme: ColourScheme::Light, ..plain() },
        Options { scheme: ColourScheme::Dark, language: Language::French, ..plain() },
        Options { coordinates: false, table: false, ..plain() },
        Options { trail: false, flipped: true, width: 1, ..plain() },
        Options { description: Some("A <b>position</b> & more".into()), ..plain() },
        Options { highlights, ..plain() },
    ]
}

#[test]
fn every_cell_and_every_piece_is_drawn_where_it_is() {
    for (name, scene) in fixtures::all() {
        let text = draw(&scene, &plain());
        let elements = parse(&text).expect("well formed");
        let cells = uses(&elements, "galet-cell");
        assert_eq!(cells.len(), scene.cells.len(), "{name}");
        for (cell, drawn) in scene.cells.iter().zip(cells) {
            let at = |axis| drawn.attribute(axis).and_then(|v| v.parse::<f64>().ok()).unwrap();
            assert!((at("x") - cell.at.x * 100.0).abs() < 0.01, "{name} {}", cell.name);
            assert!((at("y") - cell.at.y * 100.0).abs() < 0.01, "{name} {}", cell.name);
        }
        let pieces: usize = scene.cells.iter().map(|cell| cell.stack.len()).sum();
        let tints = ["light", "dark", "neutral", "unknown"];
        let drawn: usize = tints
            .iter()
            .flat_map(|tint| [format!("galet-{tint}"), format!("galet-{tint}-edge")])
            .map(|id| uses(&elements, &id).len())
            .sum();
        // The definition of each tint's whole piece uses its edge, and each player has an icon.
        let defined =
            tints.iter().filter(|tint| text.contains(&format!("<g id=\"galet-{tint}\">"))).count();
        assert_eq!(drawn, pieces + defined + 2, "{name}");
    }
}

#[test]
fn heights_are_written_from_three_on() {
    for (name, scene) in fixtures::all() {
        let mut expected: Vec<String> = scene
            .cells
            .iter()
            .map(|cell| cell.stack.len())
            .filter(|height| *height >= 3)
            .map(|height| height.to_string())
            .collect();
        let elements = parse(&draw(&scene, &plain())).expect("well formed");
        let mut written: Vec<String> = elements
            .iter()
            .filter(|e| e.attribute("class") == Some("galet-figure"))
            .map(|e| e.text.clone())
            .collect();
        expected.sort();
        written.sort();
        assert_eq!(written, expected, "{name}");
    }
}

#[test]
fn names_and_words_from_outside_stay_text() {
    let hostile = "\"/><script>alert('&amp;')</script>]]>\u{0}\u{1b}@";
    let mut scene = fixtures::tray();
    scene.game = hostile.into();
    scene.players[0].name = Phrase::new(hostile, hostile);
    scene.labels[0].text = hostile.into();
    scene.cells[0].name = hostile.into();
    scene.counters[0].label = Phrase::new(hostile, hostile);
    if let Some(ending) = &mut scene.ending {
        ending.words = Phrase::new(hostile, hostile);
    }
    let options =
        Options { id_prefix: hostile.into(), description: Some(hostile.into()), ..plain() };
    let text = draw(&scene, &options);
    let elements = parse(&text).expect("well formed");
    assert!(elements.iter().all(|e| e.name != "script"));
    let description = with_text(&elements, "desc")[0];
    assert_eq!(description, hostile.replace(['\u{0}', '\u{1b}'], "\u{fffd}"));
}

#[test]
fn title_and_description_speak_the_language_asked_for() {
    let scene = fixtures::hexagon();
    let read = |language| {
        let elements = parse(&draw(&scene, &Options { language, ..plain() })).expect("well formed");
        let text = |name| with_text(&elements, name)[0].to_owned();
        (text("title"), text("desc"))
    };
    let (title, description) = read(Language::English);
    assert_eq!(title, "Hexagon — White to move.");
    assert!(description.starts_with("White to move. Black: f6 e4 e5 e6 d4"), "{description}");
    assert!(description.ends_with("ejected 1/6."), "{description}");
    let (title, description) = read(Language::French);
    assert_eq!(title, "Hexagon — Blanc au trait.");
    assert!(description.contains("Noir : f6"), "{description}");
}

#[test]
fn the_same_scene_gives_the_same_picture() {
    for (_, scene) in fixtures::all() {
        for options in every_option(&scene) {
            assert_eq!(draw(&scene, &options), draw(&scene.clone(), &options));
        }
    }
}

#[test]
fn options_change_what_they_say_and_nothing_else() {
    let scene = fixtures::frame();
    let count = |options: &Options, class: &str| {
        let elements = parse(&draw(&scene, options)).expect("well formed");
        elements.iter().filter(|e| e.attribute("class") == Some(class)).count()
    };
    assert_eq!(count(&plain(), "galet-label"), scene.labels.len());
    assert_eq!(count(&Options { coordinates: false, ..plain() }, "galet-label"), 0);
    let texts = |options| draw(&scene, &options).matches("<text").count();
    let bare = Options { coordinates: false, captions: false, ..plain() };
    assert!(texts(Options { coordinates: false, ..plain() }) > texts(bare.clone()));
    assert!(!draw(&scene, &bare).contains(&format!(">{}<", scene.players[0].name.en)));
    for class in ["galet-way", "galet-from", "galet-to"] {
        assert_eq!(count(&plain(), class), 1, "{class}");
        assert_eq!(count(&Options { trail: false, ..plain() }, class), 0, "{class}");
    }
    let light = draw(&scene, &Options { scheme: ColourScheme::Light, ..plain() });
    let auto = draw(&scene, &plain());
    assert!(!light.contains("prefers-color-scheme") && auto.contains("prefers-color-scheme"));
}

#[test]
fn a_flipped_board_shows_every_cell_at_the_opposite_place() {
    for (name, scene) in fixtures::all() {
        let places = |flipped| -> Vec<(f64, f64)> {
            let text = draw(&scene, &Options { flipped, ..plain() });
            let elements = parse(&text).expect("well formed");
            let at = |e: &Element, axis| e.attribute(axis).unwrap().parse::<f64>().unwrap();
            uses(&elements, "galet-cell").iter().map(|e| (at(e, "x"), at(e, "y"))).collect()
        };
        let (one, other) = (places(false), places(true));
        let sums: Vec<_> = one.iter().zip(&other).map(|(a, b)| (a.0 + b.0, a.1 + b.1)).collect();
        let same =
            |s: &&(f64, f64)| (s.0 - sums[0].0).abs() < 0.03 && (s.1 - sums[0].1).abs() < 0.03;
        assert_eq!(sums.iter().filter(same).count(), scene.cells.len(), "{name}");
        assert_ne!(one[0], other[0], "{name}");
    }
}

#[test]
fn a_half_made_sowing_shows_what_is_in_hand_and_what_was_dropped() {
    let scene = fixtures::tray();
    let from = id(&scene, "d1");
    let highlights = Highlights {
        selected: vec![from],
        choices: vec![Choice::new(id(&scene, "b2"), Role::Drop)],
        hand: vec![NEUTRAL, DARK, DARK],
        dropped: vec![Dropped { cell: id(&scene, "c1"), piece: NEUTRAL }],
    };
    let text = draw(&scene, &Options { highlights, ..plain() });
    let elements = parse(&text).expect("well formed");
    let class = |name: &str| elements.iter().filter(|e| e.attribute("class") == Some(name)).count();
    assert_eq!((class("galet-chosen"), class("galet-target"), class("galet-spot")), (1, 1, 1));
    assert_eq!(class("galet-way"), 0, "the last move steps back while the next one is made");
    assert!(with_text(&elements, "text").contains(&"In hand"));
    let neutral = |elements: &[Element]| uses(elements, "galet-neutral").len();
    let before = parse(&draw(&scene, &plain())).expect("well formed");
    assert_eq!(neutral(&elements), neutral(&before) + 2, "one dropped, one in hand");
}

#[test]
fn strange_scenes_are_drawn_all_the_same() {
    for theme in fixtures::themes() {
        let mut scene = fixtures::tray();
        scene.theme = theme.name;
        scene.board.outline.clear();
        scene.board.rounding = f64::NAN;
        scene.cells.truncate(1);
        scene.cells[0].at = Point { x: f64::INFINITY, y: -1e300 };
        scene.trail = Some(Trail { points: vec![] });
        parse(&draw(&scene, &plain())).expect("well formed");
        scene.cells.clear();
        parse(&draw(&scene, &Options { flipped: true, ..plain() })).expect("well formed");
    }
}
