//! The tests of the rules of Avalam.

mod agreement;
mod golden;
mod perft;
mod pictures;
mod reasons;
mod rules;
mod texts;

#[path = "../slow/mod.rs"]
mod slow;

galet_core::conformance_tests!(galet_avalam::Position);
galet_scene::scene_tests!(galet_avalam::Position);
