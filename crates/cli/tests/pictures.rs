//! The pictures of the README are what `galet show` draws today, and the icons of the installed web app
//! are its small one.
//!
//! `cargo xtask pictures` (or `GALET_REWRITE=1`) draws them anew.

use galet_raster::{Card, png, png_on_card};
use std::path::Path;
use std::process::Command;

/// Name, and the arguments of `galet show`.
const PICTURES: &[(&str, &[&str])] = &[
    (
        "abalone",
        &["abalone", "--setup", "belgian-daisy", "--moves", "a1b2 i5h5 b2c3 h5g5 b1c2 i6h6"],
    ),
    ("avalam", &["avalam", "--moves", "c9d8 b7c6 d8e7 f4e4 d7c6 h4g4 e7f6 g2g3 g4g3"]),
    ("qawale", &["qawale", "--moves", "a1nne d4sww a4ess d1nww"]),
];

#[test]
fn pictures_are_current() {
    for (name, arguments) in PICTURES {
        let output = Command::new(env!("CARGO_BIN_EXE_galet"))
            .arg("show")
            .args(*arguments)
            .args(["--svg", "-", "--theme", "auto", "--width", "480", "--lang", "en"])
            .output()
            .expect("galet runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let picture = String::from_utf8(output.stdout).expect("SVG is text");
        galet_golden::check!(format!("../../docs/pictures/{name}.svg"), picture);
    }
}

/// The paper that the app is on.
const PAPER: [u8; 3] = [0xf6, 0xf2, 0xea];

#[test]
fn icons_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public");
    let icon = std::fs::read_to_string(folder.join("favicon.svg")).expect("the icon is there");
    let seen = |window: &str, size: &str| {
        let changed =
            icon.replacen("viewBox=\"0 0 64 64\"", &format!("viewBox=\"{window}\" {size}"), 1);
        assert_ne!(changed, icon, "the icon is 64 units wide");
        changed
    };
    let alone = |pixels: u32| {
        let size = format!("width=\"{pixels}\" height=\"{pixels}\"");
        png(&seen("0 0 64 64", &size)).expect("it can be drawn")
    };
    // Phones cut these to a shape of their own, so the pebble keeps away from the edge.
    let on_paper = |pixels: u32, window: &str| {
        let card = Card { width: pixels, height: pixels, colour: PAPER };
        png_on_card(&seen(window, ""), card).expect("it can be drawn")
    };
    for (name, picture) in [
        ("icon-192.png", alone(192)),
        ("icon-512.png", alone(512)),
        ("icon-180.png", on_paper(180, "-8 -7 80 80")),
        ("icon-maskable-512.png", on_paper(512, "-21 -20 106 106")),
    ] {
        galet_golden::check_bytes(&folder.join(name), &picture);
    }
}
