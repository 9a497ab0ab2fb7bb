//! The files that a page fetches besides the app itself.

use crate::root;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// The folder beside the app's page that they are in.
pub const FOLDER: &str = "door";

/// The list of what the module plays by, for people and programs.
const LIST: &str = "nets/files.txt";
/// How many digits of its hash the name of such a file has.
const DIGITS: usize = 16;

/// A file with the name that it is served by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServedFile {
    /// Its path beside the app's page, with slashes.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether its name changes with its content.
    pub immutable: bool,
}

/// The module, what it plays by, and `manifest.json`, which says how they are called. Without a module the
/// manifest says that there is none.
pub fn served(module: Option<&Path>) -> Result<Vec<ServedFile>, String> {
    let Some(module) = module else {
        return Ok(vec![manifest("null", 0, &[])]);
    };
    let module = read(module)?;
    let mut hasher = DefaultHasher::new();
    module.hash(&mut hasher);
    let name = format!("door-{:016x}.wasm", hasher.finish());
    let length = module.len();
    let mut files = vec![named(&name, module)];
    let mut nets = Vec::new();
    let list = read(&root().join(LIST))?;
    let list = String::from_utf8_lossy(&list).into_owned();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let [game, kind, path, bytes, sha256] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("{LIST} has a line that is none: {line}"));
        };
        let (stem, extension) = Path::new(path)
            .file_name()
            .and_then(|name| name.to_str()?.rsplit_once('.'))
            .ok_or_else(|| format!("{LIST} names no file: {line}"))?;
        let digits = sha256.get(..DIGITS).ok_or_else(|| format!("{LIST} has no hash: {line}"))?;
        let file = format!("{stem}-{digits}.{extension}");
        nets.push(format!(
            r#"{{"game":"{game}","kind":"{kind}","file":"{file}","bytes":{bytes},"sha256":"{sha256}"}}"#
        ));
        files.push(named(&file, read(&root().join(path))?));
    }
    files.push(manifest(&format!("\"{name}\""), length, &nets));
    Ok(files)
}

fn named(name: &str, bytes: Vec<u8>) -> ServedFile {
    ServedFile { path: format!("{FOLDER}/{name}"), bytes, immutable: true }
}

fn manifest(module: &str, bytes: usize, nets: &[String]) -> ServedFile {
    let nets = nets.join(",");
    let text = format!(r#"{{"module":{module},"bytes":{bytes},"nets":[{nets}]}}"#) + "\n";
    let path = format!("{FOLDER}/manifest.json");
    ServedFile { path, bytes: text.into_bytes(), immutable: false }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_module_the_manifest_says_so() {
        let [manifest] = &served(None).expect("nothing is read")[..] else { panic!("one file") };
        assert_eq!(manifest.path, "door/manifest.json");
        assert_eq!(manifest.bytes, b"{\"module\":null,\"bytes\":0,\"nets\":[]}\n");
    }

    #[test]
    fn everything_but_the_manifest_has_a_name_of_its_own() {
        // Any file will do.
        let files = served(Some(&root().join("Cargo.toml"))).expect("the nets are there");
        let (manifest, others) = files.split_last().expect("the manifest is the last");
        let text = String::from_utf8(manifest.bytes.clone()).expect("text");
        assert!(!manifest.immutable && others.len() > 3);
        for file in others {
            let name = file.path.strip_prefix("door/").expect("all are in one folder");
            assert!(file.immutable && text.contains(&format!("\"{name}\"")), "{name}");
        }
        assert_eq!(served(None).expect("it is").len(), 1);
    }

    #[test]
    fn a_module_that_is_not_there_is_named() {
        let error = served(Some(Path::new("/no/such/module.wasm"))).expect_err("it is not there");
        assert!(error.contains("/no/such/module.wasm"));
    }
}
