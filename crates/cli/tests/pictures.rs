//! The pictures of the README are what `galet show` draws today.
//!
//! `cargo xtask pictures` (or `GALET_REWRITE=1`) draws them anew.

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
