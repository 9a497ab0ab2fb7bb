//! The web app's part of `cargo xtask test`: its types, its weight, and its tests in a real browser
//! against the program that `cargo test` has built.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt::install;
use crate::{Outcome, built, root, site};

const NODE_ADVICE: &str = "install Node 20.19 or newer with npm (https://nodejs.org)";

/// Where a browser may be, best first, when `GALET_CHROMIUM` does not say.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The folders of the checkout, and the tools that every step needs.
pub(crate) struct Web {
    app: PathBuf,
    tests: PathBuf,
    docs_pictures: PathBuf,
    browser: PathBuf,
}

impl Web {
    /// Looks for Node, npm and a browser before the long steps begin, and fetches the browser where
    /// that is possible.
    pub(crate) fn prepare() -> Outcome<Self> {
        Ok(Self { browser: find_browser()?, ..Self::without_browser()? })
    }

    /// Enough to build the app.
    pub(crate) fn without_browser() -> Outcome<Self> {
        let root = root();
        check_node()?;
        Ok(Self {
            app: root.join("web"),
            tests: root.join("web/tests"),
            docs_pictures: root.join("docs/pictures"),
            browser: PathBuf::new(),
        })
    }

    /// A script of the app's own `package.json`. The app itself was built with the program.
    pub(crate) fn script(&self, name: &str) -> Outcome {
        fetch_packages(&self.app)?;
        npm(&self.app, &["run", "--silent", name], &[])
    }

    /// The tests in a real browser.
    pub(crate) fn browse(&self) -> Outcome {
        self.in_browser("test", &[])
    }

    /// The same against three nodes behind one address; `cluster` and `front` lie beside the program.
    pub(crate) fn browse_cluster(&self) -> Outcome {
        fetch_packages(&self.tests)?;
        let (program, site) = (program("front")?, site::for_tests()?);
        let mut command = Command::new(self::program("cluster")?);
        command.args(["--around", NPM, "run", "--silent", "cluster"]).current_dir(&self.tests);
        command.env("GALET_BIN", program).env("GALET_CHROMIUM", &self.browser);
        command.env("GALET_SITE", site);
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the tests in a browser failed ({status})")),
            Err(error) => Err(format!("the tests in a browser could not be started: {error}")),
        }
    }

    /// Takes the screenshots of the README anew.
    pub(crate) fn photograph(&self) -> Outcome {
        self.in_browser("pictures", &[("GALET_PICTURES", &self.docs_pictures)])
    }

    /// Puts every page at every size on a few pictures, for people to look at.
    pub(crate) fn sheets(&self) -> Outcome {
        self.in_browser("sheets", &[])
    }

    /// Measures taps and moves at a table whose server is far away.
    pub(crate) fn far_away(&self) -> Outcome {
        self.in_browser("latency", &[])
    }

    fn in_browser(&self, script: &str, environment: &[(&str, &Path)]) -> Outcome {
        fetch_packages(&self.tests)?;
        let (program, site) = (program("galet")?, site::for_tests()?);
        let own: [(&str, &Path); 3] =
            [("GALET_BIN", &program), ("GALET_CHROMIUM", &self.browser), ("GALET_SITE", &site)];
        npm(&self.tests, &["run", "--silent", script], &[&own, environment].concat())
    }
}

/// `cargo test` leaves programs beside this one.
fn program(name: &str) -> Outcome<PathBuf> {
    let program = built()?.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if program.exists() {
        Ok(program)
    } else {
        Err(format!("{} is not there; `cargo test` makes it", program.display()))
    }
}

fn check_node() -> Outcome {
    let answer = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|error| format!("node cannot be run ({error}): {NODE_ADVICE}"))?;
    let version = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    if !is_new_enough(&version) {
        return Err(format!("node is {version}: {NODE_ADVICE}"));
    }
    match Command::new(NPM).arg("--version").output() {
        Ok(answer) if answer.status.success() => Ok(()),
        _ => Err(format!("npm cannot be run: {NODE_ADVICE}")),
    }
}

/// Whether a version like `v20.20.2` is at least 20.19.
fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= (20, 19),
        _ => false,
    }
}

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn find_browser() -> Outcome<PathBuf> {
    if let Some(path) = env::var_os("GALET_CHROMIUM").map(PathBuf::from) {
        return if path.exists() {
            Ok(path)
        } else {
            Err(format!("GALET_CHROMIUM is {}, and there is nothing there", path.display()))
        };
    }
    if let Some(path) = installed_browser() {
        return Ok(path);
    }
    install(&["chromium"])
        .and_then(|()| installed_browser().ok_or_else(|| "it is not on the PATH".to_owned()))
        .map_err(|why| {
            format!(
                "no Chromium was found, and it could not be installed ({why}): install it, and set \
                 GALET_CHROMIUM to its path if it is not on the PATH"
            )
        })
}

fn installed_browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

/// `npm ci`, unless the packages that the lock file names are there already.
fn fetch_packages(folder: &Path) -> Outcome {
    let changed = |file: &str| fs::metadata(folder.join(file)).and_then(|m| m.modified()).ok();
    let fetched = changed("node_modules/.package-lock.json");
    if fetched.is_some() && fetched >= changed("package-lock.json") {
        return Ok(());
    }
    npm(folder, &["ci", "--no-audit", "--no-fund"], &[])
}

fn npm(folder: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Outcome {
    let line = arguments.join(" ");
    let status = Command::new(NPM)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(folder)
        .status()
        .map_err(|error| format!("npm cannot be run ({error}): {NODE_ADVICE}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`npm {line}` failed in {} ({status})", folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn node_must_be_20_19_or_newer() {
        for fine in ["v20.19.0", "v20.20.2", "v22.0.0", "v100.1.0"] {
            assert!(is_new_enough(fine), "{fine}");
        }
        for old in ["v20.18.9", "v18.20.1", "", "v20", "nonsense"] {
            assert!(!is_new_enough(old), "{old}");
        }
    }
}
