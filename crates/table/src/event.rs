//! What is stored of a table.

use galet_core::{Level, NoSuchLevel, Side};
use galet_wire::setup::Setup;
use galet_wire::table::{ClockTerms, OfferKind, SeatRequest};
use serde::{Deserialize, Serialize};

/// Something that happened at a table. The list of them is the table.
///
/// Their JSON lies on people's disks: a change that an older text does not survive needs another
/// [`Version`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// The version of the format.
    pub v: Version,
    /// When it happened.
    pub at: Moment,
    /// What happened; stored as `what`.
    #[serde(rename = "what")]
    pub kind: EventKind,
}

impl Event {
    /// An event of the present version.
    pub fn new(at: Moment, kind: EventKind) -> Event {
        Event { v: Version, at, kind }
    }

    /// As it is stored.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events are made of texts, numbers and lists")
    }

    /// Reads what [`Event::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Event, EventUnreadable> {
        Ok(serde_json::from_str(text)?)
    }
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum EventKind {
    /// The table was opened: always the first event, and only that.
    Opened(Opening),
    /// Somebody sat down on the free seat.
    Seated {
        /// Where.
        #[serde(with = "side_as_text")]
        side: Side,
        /// Who.
        guest: GuestId,
    },
    /// The side to move moved.
    Moved {
        /// The move, as canonical text.
        text: String,
        /// The milliseconds that its player has left after it, if there is a clock.
        left: Option<u64>,
    },
    /// Something was offered.
    Offered {
        /// What.
        of: OfferKind,
        /// By whom.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// The other's offer was declined. Tables of earlier versions also have it for an own offer
    /// that was taken back.
    Declined {
        /// What.
        of: OfferKind,
        /// By whom.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// The own offer was taken back.
    Withdrawn {
        /// What.
        of: OfferKind,
        /// By whom.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// Moves were taken back.
    TookBack {
        /// How many.
        plies: u32,
        /// The milliseconds that both have left, if there is a clock.
        left: Option<[u64; 2]>,
    },
    /// Both agreed to a draw.
    DrawAgreed,
    /// A player gave up.
    Resigned {
        /// Who.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// A player ran out of time.
    Flagged {
        /// Who.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// A player won because the other was away for too long.
    Claimed {
        /// Who won.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// The game was called off, without a result.
    CalledOff {
        /// By whom.
        #[serde(with = "side_as_text")]
        by: Side,
    },
    /// The rematch was agreed.
    RematchMade {
        /// Its table.
        table: String,
    },
    /// The server was down until this event: clocks stood still. It may become known late: then
    /// it stands after events that are later.
    Interrupted {
        /// From when on.
        from: Moment,
    },
}

/// How a table begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The name of the game.
    pub game: String,
    /// How it begins.
    pub setup: Setup,
    /// Moves already played, as canonical text. They cannot be taken back.
    pub moves: Vec<String>,
    /// Who sits where, the player who begins first.
    pub seats: [Seat; 2],
    /// The clock.
    pub clock: ClockTerms,
    /// What the computer's choices are drawn with.
    pub seed: u64,
}

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Seat {
    /// Nobody yet: the first other person who follows the link.
    Nobody,
    /// A person.
    Guest {
        /// Who.
        guest: GuestId,
    },
    /// The computer.
    Computer {
        /// The number of its level: see [`Level::new`].
        level: u8,
    },
}

impl Seat {
    /// The seat that somebody asks for when they open a table.
    pub const fn requested(request: &SeatRequest, by: GuestId) -> Seat {
        match request {
            SeatRequest::Me => Seat::Guest { guest: by },
            SeatRequest::Friend => Seat::Nobody,
            SeatRequest::Computer { level } => Seat::Computer { level: *level },
        }
    }

    /// The computer's level, where it sits.
    pub fn level(self) -> Option<Result<Level, NoSuchLevel>> {
        let Seat::Computer { level } = self else { return None };
        Some(Level::new(level).ok_or_else(|| NoSuchLevel::Unreadable(level.to_string())))
    }
}

/// A person, by a number that whoever keeps the table knows them under.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct GuestId(pub u64);

/// A moment, in milliseconds since 1970.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The milliseconds from an earlier moment to this one; 0 if that one is later.
    pub const fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// So many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Moment {
        Moment(self.0.saturating_add(milliseconds))
    }
}

/// The version of the format of events: 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Version;

impl Version {
    /// The number that is stored.
    pub const NUMBER: u32 = 1;
}

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        Version::NUMBER
    }
}

impl TryFrom<u32> for Version {
    type Error = String;
    fn try_from(number: u32) -> Result<Version, String> {
        (number == Version::NUMBER).then_some(Version).ok_or_else(|| {
            format!(
                "the event is of version {number}, this program reads version {}: it was written \
                 by a newer one",
                Version::NUMBER
            )
        })
    }
}

/// A stored text that is no event.
#[derive(Debug, thiserror::Error)]
#[error("not an event of a table: {0}")]
pub struct EventUnreadable(#[from] serde_json::Error);

/// Sides as `first` and `second`.
mod side_as_text {
    use super::{Deserialize, Serialize, Side};
    use serde::{Deserializer, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Text {
        First,
        Second,
    }

    // The signature is what serde asks for.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(super) fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match side {
            Side::First => Text::First,
            Side::Second => Text::Second,
        };
        text.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Side, D::Error> {
        Text::deserialize(source).map(|text| match text {
            Text::First => Side::First,
            Text::Second => Side::Second,
        })
    }
}
