//! The checks that every game passes.

galet_core::conformance_tests!(galet_abalone::Position);
galet_scene::scene_tests!(galet_abalone::Position);
