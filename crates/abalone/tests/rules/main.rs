//! The rules as readable tests: the leaflet's sentences, layouts, texts, and what is seen and
//! said.

mod common;
mod hands;
mod layouts;
mod leaflet;
mod texts;
mod words;
