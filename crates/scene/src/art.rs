//! Drawings as plain data: shapes around the origin, painted one over the other.
//!
//! Lengths are hundredths of the distance between two neighbouring cells, x grows to the right and
//! y downwards. The light comes from the upper left. Painters know these few forms and nothing of
//! what they depict, so a new set of pieces needs no new painter.

use crate::Point;
use serde::{Deserialize, Serialize};

/// A form with what fills it and the line around it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// Where it is.
    pub form: Form,
    /// What fills it; `None` for a mere line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fill: Option<Fill>,
    /// The line around it; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stroke: Option<Stroke>,
}

/// The outline of a shape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Form {
    /// An ellipse, or a circle.
    Ellipse {
        /// Its middle; the origin when missing.
        #[serde(default, skip_serializing_if = "is_usual")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Point>"))]
        at: Point,
        /// Half its width.
        rx: f64,
        /// Half its height.
        ry: f64,
        /// By how many degrees it is turned clockwise around its middle; 0 when missing.
        #[serde(default, skip_serializing_if = "is_usual")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<f64>"))]
        turn: f64,
    },
    /// A square around the origin.
    Square {
        /// Half its side.
        half: f64,
        /// The radius of its corners.
        rounding: f64,
    },
    /// Any path.
    Path {
        /// In the notation of SVG.
        d: String,
    },
}

/// What fills a shape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fill {
    /// With which colour.
    pub paint: Paint,
    /// How opaque, from 0 to 1; 1 when missing.
    #[serde(default = "opaque", skip_serializing_if = "is_opaque")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<f64>"))]
    pub opacity: f64,
}

/// The line around a shape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stroke {
    /// With which colour.
    pub paint: Paint,
    /// How opaque, from 0 to 1; 1 when missing.
    #[serde(default = "opaque", skip_serializing_if = "is_opaque")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<f64>"))]
    pub opacity: f64,
    /// How wide.
    pub width: f64,
    /// Whether its ends are round instead of cut off; they are not when missing.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub round: bool,
}

/// A colour, or a run of colours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Paint {
    /// One colour: `#rgb` or `#rrggbb`.
    Colour(String),
    /// A gradient of the theme, by its name.
    Gradient(String),
}

/// A run of colours, named within its theme.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gradient {
    /// Its name: small letters, digits and `-`.
    pub name: String,
    /// Along what the colours run.
    pub run: Run,
    /// The colours, in order.
    pub stops: Vec<Stop>,
}

/// Along what the colours of a gradient run. Places are shares of the width and height of the
/// shape that is painted: (0, 0) is its upper left corner, (1, 1) its lower right one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Run {
    /// From one place to another.
    Linear {
        /// Where the first colour is.
        from: Point,
        /// Where the last colour is.
        to: Point,
    },
    /// From a focus outwards to a circle.
    Radial {
        /// The middle of the circle.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Where the first colour is.
        focus: Point,
    },
}

/// A colour on the way of a gradient.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stop {
    /// At which share of the way, from 0 to 1.
    pub at: f64,
    /// The colour: `#rgb` or `#rrggbb`.
    pub colour: String,
    /// How opaque, from 0 to 1; 1 when missing.
    #[serde(default = "opaque", skip_serializing_if = "is_opaque")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<f64>"))]
    pub opacity: f64,
}

impl Shape {
    /// A circle around the origin.
    pub fn circle(radius: f64) -> Shape {
        Shape::ellipse(radius, radius)
    }

    /// An ellipse around the origin, by half its width and half its height.
    pub fn ellipse(rx: f64, ry: f64) -> Shape {
        Shape::of(Form::Ellipse { at: Point::default(), rx, ry, turn: 0.0 })
    }

    /// A square around the origin, by half its side and the radius of its corners.
    pub fn square(half: f64, rounding: f64) -> Shape {
        Shape::of(Form::Square { half, rounding })
    }

    /// A path in the notation of SVG.
    pub fn path(d: &str) -> Shape {
        Shape::of(Form::Path { d: d.to_owned() })
    }

    fn of(form: Form) -> Shape {
        Shape { form, fill: None, stroke: None }
    }

    /// The ellipse with its middle there and turned clockwise by so many degrees. Other forms stay
    /// where they are.
    #[must_use]
    pub fn placed(mut self, x: f64, y: f64, degrees: f64) -> Shape {
        if let Form::Ellipse { at, turn, .. } = &mut self.form {
            (*at, *turn) = (Point { x, y }, degrees);
        }
        self
    }

    /// The shape filled.
    #[must_use]
    pub fn filled(self, paint: Paint, opacity: f64) -> Shape {
        Shape { fill: Some(Fill { paint, opacity }), ..self }
    }

    /// The shape with a line around it.
    #[must_use]
    pub fn outlined(self, paint: Paint, opacity: f64, width: f64) -> Shape {
        Shape { stroke: Some(Stroke { paint, opacity, width, round: false }), ..self }
    }

    /// The shape with round ends of its line, if it has one.
    #[must_use]
    pub fn round_ends(mut self) -> Shape {
        if let Some(stroke) = &mut self.stroke {
            stroke.round = true;
        }
        self
    }

    /// The paints it is made with.
    pub fn paints(&self) -> impl Iterator<Item = &Paint> {
        let fill = self.fill.iter().map(|fill| &fill.paint);
        fill.chain(self.stroke.iter().map(|stroke| &stroke.paint))
    }
}

impl Paint {
    /// One colour.
    pub fn colour(colour: &str) -> Paint {
        Paint::Colour(colour.to_owned())
    }

    /// A gradient of the theme.
    pub fn gradient(name: &str) -> Paint {
        Paint::Gradient(name.to_owned())
    }
}

impl Gradient {
    /// A gradient from one place to another.
    pub fn linear(name: &str, from: (f64, f64), to: (f64, f64), stops: &[Stop]) -> Gradient {
        let run = Run::Linear { from: point(from), to: point(to) };
        Gradient { name: name.to_owned(), run, stops: stops.to_vec() }
    }

    /// A gradient from a focus outwards to a circle.
    pub fn radial(
        name: &str,
        (centre, radius): ((f64, f64), f64),
        focus: (f64, f64),
        stops: &[Stop],
    ) -> Gradient {
        let run = Run::Radial { centre: point(centre), radius, focus: point(focus) };
        Gradient { name: name.to_owned(), run, stops: stops.to_vec() }
    }

    /// A spot of light or shade: from the middle of the shape to its edge.
    pub fn spot(name: &str, stops: &[Stop]) -> Gradient {
        Gradient::radial(name, ((0.5, 0.5), 0.5), (0.5, 0.5), stops)
    }
}

impl Stop {
    /// A colour that covers what is below.
    pub fn opaque(at: f64, colour: &str) -> Stop {
        Stop::veil(at, colour, 1.0)
    }

    /// A colour that lets what is below shine through.
    pub fn veil(at: f64, colour: &str, opacity: f64) -> Stop {
        Stop { at, colour: colour.to_owned(), opacity }
    }
}

// What is usual does not travel.

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn opaque() -> f64 {
    1.0
}

fn is_opaque(opacity: &f64) -> bool {
    *opacity == opaque()
}

fn point((x, y): (f64, f64)) -> Point {
    Point { x, y }
}
