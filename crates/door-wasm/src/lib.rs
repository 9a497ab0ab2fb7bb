//! The module that answers a page without a server: `galet-door` with a face of numbers and bytes, which is
//! all that a page and WebAssembly have in common.
//!
//! A page writes its question into one buffer of the module and reads the answer from another:
//!
//! | export | what it does |
//! |---|---|
//! | `reserve(length) -> address` | makes room for a question of so many bytes, and says where |
//! | `call(kind) -> length` | answers the question ([`Module::call`] has the kinds), and says how long the answer is |
//! | `answer() -> address` | says where the answer is |
//! | `slice() -> 0 or 1` | thinks for a moment; 0 if there is nothing to think about |
//!
//! It asks two things of the page (imports of `env`): `now()`, the milliseconds since 1970, and
//! `chance()`, a random whole number below 2⁵³. A panic ends the module; the page starts another.
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod face;
mod files;
mod module;
mod time;

pub use files::{FileInfo, ResourceKind, files};
pub use module::{Host, Kind, Module};
