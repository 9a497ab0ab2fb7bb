//! Seals the web app when all its files are together: names the build, and tells the service worker every
//! file with its hash, so that a browser keeps all of one build or nothing of it.
//!
//! The build and the list follow from the files alone: the same files give the same bytes.
#![forbid(unsafe_code)]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Paths from the folder of the app on, with slashes, and what is in them.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The page, which names the build.
pub const PAGE: &str = "index.html";
/// The service worker, which gets the list.
pub const WORKER: &str = "sw.js";

/// What is kept when the app has come to rest and not before: heavy, and not needed to begin.
const LATER: [&str; 3] = [".net", ".certificate", ".txt"];

/// All files in a folder and in the folders in it. Hidden ones are not of the app.
pub fn read(folder: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    read_into(&mut files, folder, "")
        .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    Ok(files)
}

fn read_into(files: &mut Files, folder: &Path, before: &str) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{before}{name}");
        if entry.file_type()?.is_dir() {
            read_into(files, &entry.path(), &(path + "/"))?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Writes the build and the list into page and service worker, and gives the name of the build. What is sealed
/// already is sealed anew.
pub fn seal(files: &mut Files) -> Result<String, String> {
    let page = without_seal(text(files, PAGE)?, "<meta name=\"galet-version\"", ">\n");
    let worker = without_seal(text(files, WORKER)?, "self.galet=", ";\n");
    let end = page.find("</head>").ok_or_else(|| format!("{PAGE} has no head"))?;
    let list = list(files);
    let mut hasher = Sha256::new();
    for part in [&page, &worker, &list] {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let version = hasher.finalize()[..6].iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    let tag = format!("<meta name=\"galet-version\" content=\"{version}\" />\n");
    files.insert(PAGE.to_owned(), [&page[..end], &tag, &page[end..]].concat().into_bytes());
    let sealed = format!("self.galet={{\"version\":\"{version}\",{list}}};\n{worker}");
    files.insert(WORKER.to_owned(), sealed.into_bytes());
    Ok(version)
}

/// Every file but page and service worker with its hash, and which of them come later, as JSON.
fn list(files: &Files) -> String {
    let others = || files.iter().filter(|(path, _)| ![PAGE, WORKER].contains(&path.as_str()));
    let hashes: Vec<String> = others()
        .map(|(path, bytes)| {
            format!("{}:\"sha256-{}\"", quoted(path), STANDARD.encode(Sha256::digest(bytes)))
        })
        .collect();
    let later: Vec<String> = others()
        .filter(|(path, _)| LATER.iter().any(|end| path.ends_with(end)))
        .map(|(path, _)| quoted(path))
        .collect();
    format!("\"files\":{{{}}},\"later\":[{}]", hashes.join(","), later.join(","))
}

fn text(files: &Files, path: &str) -> Result<String, String> {
    let bytes = files.get(path).ok_or_else(|| format!("{path} is missing"))?;
    String::from_utf8(bytes.clone()).map_err(|_| format!("{path} is no text"))
}

/// A text without what an earlier seal has put into it.
fn without_seal(text: String, start: &str, end: &str) -> String {
    let found = text.find(start).and_then(|from| {
        let length = text[from..].find(end)? + end.len();
        Some(from..from + length)
    });
    match found {
        Some(range) => [&text[..range.start], &text[range.end..]].concat(),
        None => text,
    }
}

fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> Files {
        [
            (PAGE, "<head>\n</head><body></body>"),
            (WORKER, "addEventListener('install', x)"),
            ("assets/a-01234567.js", "a"),
            ("door/x-01234567.net", "net"),
            ("door/x-01234567.txt", "puzzles"),
        ]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into()
    }

    fn told(files: &Files, path: &str) -> String {
        String::from_utf8(files[path].clone()).expect("text")
    }

    #[test]
    fn page_and_worker_name_the_same_build_and_every_file() {
        let mut files = app();
        let version = seal(&mut files).expect("it is whole");
        assert_eq!(version.len(), 12);
        let page = told(&files, PAGE);
        assert!(page.contains(&format!("content=\"{version}\" />\n</head>")), "{page}");
        let worker = told(&files, WORKER);
        let (list, code) = worker.split_once(";\n").expect("two lines");
        assert_eq!(code, "addEventListener('install', x)");
        // printf a | openssl dgst -sha256 -binary | base64
        let hash =
            "\"assets/a-01234567.js\":\"sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=\"";
        assert!(list.starts_with("self.galet={\"version\":") && list.contains(hash), "{list}");
        assert!(
            list.ends_with("\"later\":[\"door/x-01234567.net\",\"door/x-01234567.txt\"]}"),
            "{list}"
        );
        assert!(!list.contains(PAGE) && !list.contains(WORKER), "{list}");
    }

    #[test]
    fn sealing_twice_is_sealing_once() {
        let mut files = app();
        seal(&mut files).expect("it is whole");
        let once = files.clone();
        seal(&mut files).expect("it is whole");
        assert_eq!(files, once);
    }

    #[test]
    fn whatever_changes_is_another_build() {
        let first = seal(&mut app()).expect("it is whole");
        for path in app().keys() {
            let mut files = app();
            files.get_mut(path).expect("it is there").push(b'\n');
            assert_ne!(seal(&mut files).expect("it is whole"), first, "{path}");
        }
        let mut renamed = app();
        let bytes = renamed.remove("assets/a-01234567.js").expect("it is there");
        renamed.insert("assets/b-01234567.js".to_owned(), bytes);
        assert_ne!(seal(&mut renamed).expect("it is whole"), first);
    }

    #[test]
    fn what_is_missing_is_said() {
        for path in [PAGE, WORKER] {
            let mut files = app();
            files.remove(path);
            assert_eq!(seal(&mut files), Err(format!("{path} is missing")));
        }
        let mut files = app();
        files.insert(PAGE.to_owned(), b"nothing".to_vec());
        assert_eq!(seal(&mut files), Err("index.html has no head".to_owned()));
    }
}
