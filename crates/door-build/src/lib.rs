//! Makes the module that answers a page without a server, and lists the files that a page fetches of it.
//! For whoever builds the app: the program's build script, and the developer commands.
//!
//! - [`Recipe`]: how the module is compiled
//! - [`served`]: the module and what it plays by, under the names that they are served by
#![forbid(unsafe_code)]

mod recipe;
mod served;

pub use recipe::{ADVICE, Recipe, TARGET, VARIABLE, components, has_target};
pub use served::{FOLDER, ServedFile, served};

use std::path::{Path, PathBuf};

/// The root of the checkout.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
