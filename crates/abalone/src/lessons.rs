//! The course.

use galet_scene::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[];
