//! How the built web app, which works in any folder, becomes the one that this server has: `build.rs`
//! asks, the tests are here.

/// The page as it is served under every address: its files lie at the root, and it says that a server
/// stands behind it.
pub(crate) fn served_page(page: &str) -> String {
    let page = page.replace("=\"./", "=\"/");
    page.replacen("</head>", "<meta name=\"galet-server\" content=\"1\"></head>", 1)
}

/// Whether the name of a file changes with its content, so that nobody need ask for it twice: after the
/// first hyphen comes a hash of at least eight letters and digits. Outside `assets`, where every name has
/// one, it must not look like a word.
pub(crate) fn is_hashed(path: &str) -> bool {
    let Some((folder, name)) = path.split_once('/') else { return false };
    let Some((stem, _)) = name.rsplit_once('.') else { return false };
    let Some((_, hash)) = stem.split_once('-') else { return false };
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-' || byte == b'_';
    ["assets", "door", "nets"].contains(&folder)
        && hash.len() >= 8
        && hash.bytes().all(fits)
        && (folder == "assets" || !hash.bytes().rev().take(8).all(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_folder_becomes_the_page_of_every_address() {
        let page = "<head><link rel=\"icon\" href=\"./favicon.svg?v=1\" />\
                    <link rel=\"manifest\" href=\"./manifest.webmanifest\" />\
                    <script type=\"module\" src=\"./assets/index-B1a2c3D4.js\"></script></head>\
                    <body>./</body>";
        let served = served_page(page);
        assert_eq!(served.matches("\"/").count(), 3, "{served}");
        assert!(!served.contains("\"./"), "{served}");
        assert!(served.contains("<meta name=\"galet-server\" content=\"1\"></head><body>./"));
    }

    #[test]
    fn only_names_with_a_hash_are_kept_for_good() {
        for path in [
            "assets/index-B1a2c3D4.js",
            "assets/Board-x_-9abcD.css",
            "assets/Board-abcdefgh.js",
            "door/door-0123456789abcdef.wasm",
            "door/x-0f3c9d21.net",
        ] {
            assert!(is_hashed(path), "{path}");
        }
        for path in [
            "index.html",
            "sw.js",
            "manifest.webmanifest",
            "favicon.svg",
            "icon-B1a2c3D4.png",
            "door/manifest.json",
            "door/door.wasm",
            "door/door-worker.js",
            "door/door-of-the-house.js",
            "assets/index.js",
        ] {
            assert!(!is_hashed(path), "{path}");
        }
    }
}
