//! abalone.
