//! A game being played, as a list of events.
#![forbid(unsafe_code)]
