//! What must hold for any input from outside, as functions of bytes that panic when it does not.
//!
//! The fuzz targets in `fuzz/` hand them whatever the fuzzer finds; the test command hands them
//! reproducible noise and damaged examples, so that the same properties are checked everywhere.
#![forbid(unsafe_code)]

mod input;
mod legality;
mod texts;

pub use input::Input;

/// A property with its name, which is also the name of its fuzz target.
pub struct Property {
    /// The name.
    pub name: &'static str,
    /// Panics if the property does not hold for these bytes.
    pub check: fn(&[u8]),
    /// Texts worth damaging: inputs that get far.
    pub examples: fn() -> Vec<Vec<u8>>,
}

/// All properties.
pub const ALL: &[Property] = &[
    Property {
        name: "position_text",
        check: texts::position_text,
        examples: texts::position_examples,
    },
    Property { name: "move_text", check: texts::move_text, examples: texts::move_examples },
    Property { name: "setup_text", check: texts::setup_text, examples: texts::setup_examples },
    Property { name: "record_text", check: texts::record_text, examples: texts::record_examples },
    Property {
        name: "foreign_record_text",
        check: texts::foreign_record_text,
        examples: texts::foreign_record_examples,
    },
    Property { name: "gesture", check: texts::gesture, examples: Vec::new },
    Property {
        name: "legal_is_generated",
        check: legality::legal_is_generated,
        examples: Vec::new,
    },
];

/// Checks the property with that name.
///
/// # Panics
/// When the property does not hold, or when none has that name.
pub fn check(name: &str, bytes: &[u8]) {
    let property = ALL.iter().find(|p| p.name == name).expect("a property of this name");
    (property.check)(bytes);
}
