//! Tables as people use them, and as nobody should.

mod play;
mod properties;
mod room;
mod stored;
mod time;
