//! The web app as a folder of files, which any web host serves from any path: the built app, the module that
//! answers without a server and the files it plays by, sealed as one build.

use std::fs;
use std::path::{Path, PathBuf};

use galet_seal::Files;

use crate::wasm::Wasm;
use crate::{Outcome, built, root};

/// The list of what we have put into a folder: what is on it may be replaced, and nothing else.
const LIST: &str = ".galet-site";

/// Where the tests have theirs.
pub(crate) fn for_tests() -> Outcome<PathBuf> {
    Ok(built()?.with_file_name("site"))
}

/// Writes the site. The web app itself is built already.
pub(crate) fn write(folder: &Path, wasm: &Wasm) -> Outcome {
    let module = wasm.module()?;
    let mut files = galet_seal::read(&root().join("web/dist"))?;
    let door = galet_door_build::served(Some(&module))?;
    files.extend(door.into_iter().map(|file| (file.path, file.bytes)));
    let version = galet_seal::seal(&mut files)?;
    put(folder, &files)?;
    let bytes: usize = files.values().map(Vec::len).sum();
    println!(
        "{} has version {version}: {} files, {:.1} MB",
        folder.display(),
        files.len(),
        bytes as f64 / 1e6
    );
    Ok(())
}

/// What to do with a site that was made.
pub(crate) fn explain(folder: &Path) {
    println!(
        "Put what is in it on any web host, in any folder. To look at it here first:\n\n    \
         python3 -m http.server --directory {} 8000    # then http://localhost:8000/\n\n\
         docs/publishing.md has examples. Only https (and localhost) can be installed and works offline.",
        folder.display()
    );
}

/// Replaces what we have put there before. A folder with anything else in it is somebody else's; hidden
/// files, those of git among them, are in nobody's way.
fn put(folder: &Path, files: &Files) -> Outcome {
    let failed = |what: &Path| {
        let what = what.display().to_string();
        move |error: std::io::Error| format!("{what}: {error}")
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let list = folder.join(LIST);
    match fs::read_to_string(&list) {
        Ok(before) => {
            for path in before.lines().filter(|path| is_inside(path)) {
                // Somebody may have cleared it up already.
                let _ = fs::remove_file(folder.join(path));
            }
        }
        Err(_) if is_empty(folder).map_err(failed(folder))? => {}
        Err(_) => {
            return Err(format!(
                "{} has files in it that are not of a site of Galet: choose an empty folder, or a new one",
                folder.display()
            ));
        }
    }
    // First the list: what is interrupted can be begun again.
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    fs::write(&list, names.join("\n") + "\n").map_err(failed(&list))?;
    for (path, bytes) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(failed(parent))?;
        fs::write(&path, bytes).map_err(failed(&path))?;
    }
    Ok(())
}

fn is_empty(folder: &Path) -> std::io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if !entry?.file_name().to_string_lossy().starts_with('.') {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a line of a list leads to a file in the folder, whoever has written it.
fn is_inside(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !["", ".", ".."].contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is gone with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("galet-site-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
        fn has(&self, path: &str) -> bool {
            self.0.join(path).exists()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn files(names: &[&str]) -> Files {
        names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_site_is_replaced_whole_and_nothing_else_with_it() {
        let folder = Folder::new("replaced");
        put(&folder.0, &files(&["index.html", "assets/a-1.js"])).expect("the folder is new");
        fs::write(folder.0.join("CNAME"), "games.example.org").expect("it can be written");
        put(&folder.0, &files(&["index.html", "assets/b-2.js"])).expect("it is ours");
        assert!(folder.has("assets/b-2.js") && folder.has("CNAME"));
        assert!(!folder.has("assets/a-1.js"));
    }

    #[test]
    fn the_folder_of_somebody_else_is_left_alone() {
        let folder = Folder::new("refused");
        fs::create_dir_all(folder.0.join(".git")).expect("it can be made");
        put(&folder.0, &files(&["index.html"])).expect("hidden files are in nobody's way");
        let other = Folder::new("other");
        fs::create_dir_all(&other.0).expect("it can be made");
        fs::write(other.0.join("thesis.txt"), "years").expect("it can be written");
        let refused = put(&other.0, &files(&["index.html"])).expect_err("it is not ours");
        assert!(refused.contains("choose an empty folder"), "{refused}");
        assert!(!other.has("index.html") && other.has("thesis.txt"));
    }

    #[test]
    fn no_list_leads_out_of_the_folder() {
        assert!(is_inside("assets/a-1.js"));
        for path in ["", "/etc/passwd", "../x", "a/../../x", "a//b"] {
            assert!(!is_inside(path), "{path}");
        }
    }
}
