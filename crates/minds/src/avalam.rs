//! avalam.
