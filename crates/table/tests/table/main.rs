//! Tables as people use them, and as nobody should.

mod long;
mod play;
mod properties;
mod record;
mod room;
mod stored;
mod time;
