//! Every game as PNG and as a picture that moves.

use galet_core::random::SplitMix64;
use galet_games::{AnyProgress, last_moves};
use galet_raster::{Card, RasterError, png, png_on_card};
use galet_scene::Language;
use galet_scene::svg::{self, ColourScheme, Letters, Options};

/// A game that was played to its end at random, or so far.
fn played(
    game: &'static dyn galet_games::AnyGame,
    seed: u64,
    plies: usize,
) -> Box<dyn AnyProgress> {
    let mut progress = game.start(&Default::default()).expect("it begins");
    let mut random = SplitMix64::new(seed);
    while progress.outcome().is_none() && progress.plies() < plies {
        let list = progress.legal_moves(500).texts;
        progress.play(&list[random.below(list.len())]).expect("a legal move");
    }
    progress
}

fn options(language: Language, scheme: ColourScheme) -> Options {
    Options { letters: Letters::Drawn, width: 160, language, scheme, ..Options::default() }
}

fn draw(game: &dyn AnyProgress, options: &Options) -> String {
    svg::draw(&game.scene(), game.game().theme(), options)
}

/// The size that the head of a PNG tells.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn everything_that_a_game_shows_can_be_written_without_a_font() {
    const BOX: &str = "M0 0V-14H7V0Z";
    for &game in galet_games::all() {
        for language in Language::ALL {
            for (seed, plies) in [(1, 0), (2, 12), (3, usize::MAX), (4, usize::MAX)] {
                let game = played(game, seed, plies);
                let picture = draw(&*game, &options(language, ColourScheme::Light));
                assert!(!picture.contains("<text"), "{language}");
                assert!(!picture.contains(BOX), "a letter is missing: {picture}");
            }
        }
    }
}

#[test]
fn pictures_become_png_in_every_colour() {
    for &game in galet_games::all() {
        let game = played(game, 5, 20);
        let mut files = Vec::new();
        for scheme in [ColourScheme::Light, ColourScheme::Dark] {
            let file = png(&draw(&*game, &options(Language::French, scheme))).expect("a PNG");
            let (width, height) = size(&file);
            assert!(width == 160 && (160..300).contains(&height), "{width}×{height}");
            files.push(file);
        }
        assert_ne!(files[0], files[1], "light is not dark");
        let card = Card { width: 200, height: 105, colour: [246, 242, 234] };
        let transparent =
            Options { table: false, ..options(Language::English, ColourScheme::Light) };
        let file = png_on_card(&draw(&*game, &transparent), card).expect("a PNG");
        assert_eq!(size(&file), (200, 105));
    }
}

#[test]
fn what_is_no_picture_or_too_large_is_refused() {
    assert!(matches!(png("<svg"), Err(RasterError::Unreadable(_))));
    assert!(matches!(png("no picture"), Err(RasterError::Unreadable(_))));
    let huge = r#"<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="10"/>"#;
    assert!(matches!(png(huge), Err(RasterError::Size)));
    let card = Card { width: 0, height: 10, colour: [0; 3] };
    let small = r#"<svg xmlns="http://www.w3.org/2000/svg" width="5" height="10"/>"#;
    assert!(matches!(png_on_card(small, card), Err(RasterError::Size)));
}

#[test]
fn nothing_outside_a_picture_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/public/favicon.svg");
    assert!(std::path::Path::new(path).exists());
    let with = |inside: &str| {
        let text = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">{inside}</svg>"#
        );
        png(&text).expect("a PNG")
    };
    assert_eq!(with(&format!(r#"<image href="{path}" width="64" height="64"/>"#)), with(""));
}

#[test]
fn the_last_moves_move_and_end_where_the_game_stands() {
    for &game in galet_games::all() {
        let game = played(game, 6, usize::MAX);
        let moves = last_moves(&*game, 4);
        assert_eq!(moves.len(), 4);
        let options = options(Language::English, ColourScheme::Light);
        let theme = game.game().theme();
        let moving = svg::draw_moves(&moves, &game.scene(), theme, &options);
        let steps: usize = moves.iter().map(|played| played.animation.steps.len()).sum();
        assert_eq!(moving.matches("<g class=\"galet-beat galet-b").count(), 4 + steps);
        for needed in ["keyframes", "prefers-reduced-motion", "galet-go"] {
            assert!(moving.contains(needed), "{needed}");
        }
        assert!(!moving.contains("<script") && !moving.contains("<animate"));
        // A painter that knows no motion sees the board as it stands.
        assert_eq!(png(&moving).expect("a PNG"), png(&draw(&*game, &options)).expect("a PNG"));
        let still = svg::draw_moves(&[], &game.scene(), theme, &options);
        assert!(!still.contains("keyframes"));
        assert_eq!(png(&still).expect("a PNG"), png(&draw(&*game, &options)).expect("a PNG"));
    }
}
