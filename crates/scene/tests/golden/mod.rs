//! Texts that were looked at once and are kept.

use std::path::Path;

/// Compares a text with the one kept under that name, or keeps it when asked to.
pub(crate) fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("GALET_REWRITE").is_some() {
        std::fs::write(&path, text).expect("the golden text can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{name}: {e}; GALET_REWRITE=1 writes it"));
    if kept != text {
        let differs = kept.lines().zip(text.lines()).position(|(a, b)| a != b);
        let line = differs.unwrap_or_else(|| kept.lines().count().min(text.lines().count()));
        panic!(
            "{name} differs from line {}:\nkept: {}\nnow:  {}\nGALET_REWRITE=1 keeps the new one",
            line + 1,
            kept.lines().nth(line).unwrap_or("(end)"),
            text.lines().nth(line).unwrap_or("(end)"),
        );
    }
}
