//! What every game and every scene promises.

galet_core::conformance_tests!(galet_sample::Position);
galet_scene::scene_tests!(galet_sample::Position);
