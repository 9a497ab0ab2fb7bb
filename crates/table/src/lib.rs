//! A game being played, as a list of events.
//!
//! A [`Table`] is what its [`Event`]s made of it and nothing else. It is pure: the time, who is
//! connected and random numbers come in as data, and it names no game. Whoever keeps it does
//! this:
//!
//! ```text
//! let event = table.ask(who, &request, &circumstances)?;   // nothing has changed yet
//! /* make the event durable */
//! let happening = table.apply(&event)?;                    // now it has
//! /* send `happening` and `table.state(viewer, …)` to everybody there */
//! let effects = table.effects(&presence, now);             // what to do by itself from now on
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | what is stored | [`Event`], [`EventKind`] |
//! | how a table begins, and its rematch | [`Table::open`], [`Table::rematch_opening`] |
//! | what people ask for and why it is refused | [`Table::ask`], [`Request`], [`RequestError`] |
//! | the computer's move, the fall of a flag | [`Table::answer`], [`Table::tick`], [`Table::effects`] |
//! | what people see | [`Table::view`], [`Table::state`], the `Happening` of [`Table::apply`] |
//! | the game as a record | [`Table::record`] |
//! | tables in lists, which of them are asked for | [`Table::card`], [`TableFilter`] |
//! | a picture of it | [`Table::sight`] |
//! | how finished games ended, counted | [`results`] |
//!
//! # The rules of the table
//!
//! **Clocks.** The first move that each side makes at the table is free: it costs no time and
//! gains none, however long it takes. From then on a side's clock runs while it is to move. Who
//! has no time left loses; at the very millisecond at which nothing is left the flag has fallen,
//! so a move needs at least one millisecond. With days per move every move has the whole time
//! again. While the server is down clocks stand still ([`EventKind::Interrupted`]).
//!
//! **Take-back.** It goes back to before the last own move. Against the computer and with both
//! seats at one screen it happens at once (also while the computer thinks, and at one screen one
//! move at a time); between people the other is asked. No time comes back: the time thought so
//! far is spent. Moves that the table began with cannot be taken back.
//!
//! **Offers.** An offer of a draw lapses when the opponent of the one who offers moves; an offer
//! to take back with any move. One declines what the other offered and withdraws what one offered
//! oneself. What was declined or withdrawn may be offered again after the next move; after the
//! end, where no move comes, a rematch that was withdrawn may be offered again at once. Offering what the other has offered accepts it (take-backs apart, where each means
//! their own move). The computer agrees to no draw and to every rematch. A rematch swaps sides.
//!
//! **Leaving.** Before both sides have moved at the table each player may call the game off.
//! Later, a player who is disconnected while it is their turn for longer than the other must wait
//! ([`patience`]) may lose the game by the other's claim, or see it called off.
#![forbid(unsafe_code)]

mod apply;
mod away;
mod clock;
mod decide;
mod effects;
mod error;
mod event;
mod listing;
mod open;
mod record;
pub mod results;
mod sight;
mod stood;
mod table;
mod view;
mod words;

pub use apply::{EventError, ReplayError};
pub use away::{Presence, patience};
pub use clock::is_playable_clock;
pub use decide::{AnswerError, Request, RequestContext};
pub use effects::{Effects, Think, Ticket, TimeLeft};
pub use error::RequestError;
pub use event::{Event, EventKind, EventUnreadable, GuestId, Moment, Opening, Seat, Version};
pub use galet_core::{PerSide, Side};
pub use galet_wire as wire;
pub use listing::{FilterError, MOST_EXPORTED, Opponent, PAGE, TableFilter, page_after};
pub use open::{LONGEST_GAME, MOST_GIVEN, OpenError};
pub use record::TERMINATION;
pub use sight::Sight;
pub use table::Table;
