//! Where the pieces of a stack lie in their cell.

use crate::PileShape;

/// The height that a stack may take up in its cell, in hundredths of the distance of two cells.
const ROOM: f64 = 97.0;

/// A stack of some height, in hundredths of the distance of two cells.
pub(crate) struct Pile {
    /// How much smaller than usual the pieces are: tall stacks are slimmer.
    pub(crate) scale: f64,
    /// The middle of the lowest piece, downwards from the middle of the cell.
    pub(crate) bottom: f64,
    /// How much higher each piece lies.
    pub(crate) step: f64,
}

impl Pile {
    pub(crate) fn new(shape: &PileShape, height: usize) -> Pile {
        let gaps = height.saturating_sub(1) as f64;
        let slims_over = shape.slimmest_from.saturating_sub(shape.full_size_up_to).max(1);
        let taller = height as f64 - f64::from(shape.full_size_up_to);
        let scale = 1.0 - (taller / f64::from(slims_over)).clamp(0.0, 1.0) * shape.slimming;
        let body = (2.0 * shape.half_depth + shape.thickness) * scale;
        let step = if gaps > 0.0 { shape.step.min((ROOM - body).max(0.0) / gaps) } else { 0.0 };
        Pile { scale, bottom: (step * gaps - shape.thickness * scale) / 2.0, step }
    }
}
