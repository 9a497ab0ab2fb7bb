//! No code, only tests: the house without the sample game, which nobody is ever offered
//! (`tests/not_offered.rs`), and with it (`tests/house`, with the feature `sample`), where engine,
//! table and study play a game that none of them has heard of.
