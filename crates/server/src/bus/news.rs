//! What nodes tell each other. Each message says who speaks; whoever misses one asks the store.

use crate::store::NodeId;
use crate::token::TokenHash;
use crate::unrecognised;
use crate::waiting::Awaited;
use galet_table::{GuestId, Moment};
#[cfg(any(feature = "cluster", test))]
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// News with its sender.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Letter<T> {
    pub(crate) from: NodeId,
    pub(crate) news: T,
}

/// News of one table, for the nodes that have it in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TableNews {
    /// How many events the table has as far as the sender knows: whoever has fewer has missed some.
    pub(crate) seq: u32,
    /// The last of them, if it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<String>,
    /// Who looks at the table at the sender's, if that has changed or was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) here: Option<Here>,
    /// Whether the others are to say who is at theirs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ask: bool,
}

/// Who looks at a table at one node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Here {
    /// Those of its players who do.
    pub(crate) players: Vec<GuestId>,
    /// How many others look on.
    pub(crate) watchers: u32,
}

/// News of one guest, for the nodes where they have a page open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum GuestNews {
    /// How many games wait for their move has changed. The store knows how many there are.
    Turns,
}

/// News for all nodes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum CommonNews {
    /// The browser that holds a token has become a guest.
    Became { token: TokenHash, guest: GuestId },
    /// A token is no longer good.
    SignedOut { token: TokenHash },
    /// A guest is no more.
    Left { guest: GuestId },
    /// A guest has another name.
    Renamed { guest: GuestId, name: String },
    /// A table is deleted.
    Erased { table: String },
    /// For a while nothing could be done at a node: there is an outage to leave out.
    Interrupted { node: NodeId },
    /// The sender runs, and can write.
    Well,
    /// Somebody waits for something at a table, at the sender's, or does no more.
    Waits { table: String, awaited: Awaited },
    /// A page that shows a token waits, at the sender's, until it is known whose it is, or does no more.
    Unrecognised { token: TokenHash, wait: unrecognised::Wait },
    /// No page of a guest is at the sender's any more: none looks at these tables there, whatever the sender's tables still say.
    Gone { guest: GuestId, tables: Vec<String> },
    /// The sender has just started, or missed something: who waits, and has waited lately?
    WhoWaits,
    /// What visitors have used at the sender's since it said so last.
    Used(Usage),
    /// Something that the sender told was lost: whoever hears this looks for themselves.
    Missed,
}

impl CommonNews {
    /// Whether the store does not know it either: who waits loses time where nobody hears of it.
    pub(super) fn is_nowhere_else(&self) -> bool {
        matches!(self, CommonNews::Waits { .. } | CommonNews::Unrecognised { .. })
    }
}

/// What visitors have used at one node: for each limit, by its number, what each visitor took out of
/// a bucket, and how many of something each has now.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Usage {
    pub(crate) taken: Vec<(usize, Vec<(String, f64)>)>,
    pub(crate) held: Vec<(usize, Vec<(String, u32)>)>,
    /// Whether nobody holds anything there but whom this message, and those after it, name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) whole: bool,
    /// When it was told: the line may have kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Moment>,
}

/// Longer messages are nobody's.
#[cfg(any(feature = "cluster", test))]
const LONGEST: usize = 1024 * 1024;

/// A letter as bytes.
#[cfg(any(feature = "cluster", test))]
pub(super) fn write<T: Serialize>(from: NodeId, news: T) -> Vec<u8> {
    serde_json::to_vec(&Letter { from, news }).expect("news are texts and numbers")
}

/// Reads a letter; `None` if it is our own, or cannot be read: whoever sent it has another version,
/// or is no node.
#[cfg(any(feature = "cluster", test))]
pub(super) fn read<T: DeserializeOwned>(own: NodeId, bytes: &[u8]) -> Option<Letter<T>> {
    if bytes.len() > LONGEST {
        return None;
    }
    match serde_json::from_slice::<Letter<T>>(bytes) {
        Ok(letter) => (letter.from != own).then_some(letter),
        Err(error) => {
            tracing::debug!(%error, "a message of another node cannot be read");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_as_they_were_written_and_ones_own_and_foreign_ones_are_left() {
        let here = Here { players: vec![GuestId(7)], watchers: 2 };
        let news = TableNews { seq: 5, event: Some("{}".into()), here: Some(here), ask: true };
        let bytes = write(NodeId(3), news.clone());
        let letter = read::<TableNews>(NodeId(4), &bytes).expect("it is another's");
        assert_eq!(letter, Letter { from: NodeId(3), news });
        assert_eq!(read::<TableNews>(NodeId(3), &bytes), None);
        assert_eq!(read::<CommonNews>(NodeId(4), &bytes), None);
        assert_eq!(read::<TableNews>(NodeId(4), b"{\"from\":1"), None);
        let token = TokenHash([9; 32]);
        let bytes = write(NodeId(3), CommonNews::SignedOut { token });
        let letter = read::<CommonNews>(NodeId(4), &bytes).expect("it is another's");
        assert_eq!(letter.news, CommonNews::SignedOut { token });
    }
}
