//! What workers are told of visitors: a number that is the same for the same visitor and says nothing else.

use galet_scheduler::ClientId;
use sha2::{Digest, Sha256};
use std::fmt;

/// Hides the numbers of clients from workers. All nodes of an installation have the same one, so that shares are fair across
/// them, and no worker can get at it: numbers of clients may be made of addresses, and of these there are few enough to
/// try them all.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of random bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// One that nobody else has.
    pub fn random() -> Secret {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system has chance to give");
        Secret(bytes)
    }

    /// What a client is called outside. The secret and the number have fixed lengths, and a quarter of the hash is told:
    /// nothing can be appended to it.
    pub(crate) fn hides(&self, client: ClientId) -> u64 {
        let hash =
            Sha256::new().chain_update(self.0).chain_update(client.0.to_be_bytes()).finalize();
        hash[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_one_number_for_each_secret() {
        let (one, other) = (Secret::new([1; 32]), Secret::random());
        let (me, you) = (ClientId(7), ClientId(8));
        assert_eq!(one.hides(me), Secret::new([1; 32]).hides(me));
        assert!(one.hides(me) != one.hides(you) && one.hides(me) != other.hides(me));
        assert!(one.hides(me) != me.0, "it is hidden");
        assert_eq!(format!("{one:?}"), "Secret(…)");
    }
}
