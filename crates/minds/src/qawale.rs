//! qawale.
