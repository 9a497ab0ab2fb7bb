//! The galet program.
fn main() {}
