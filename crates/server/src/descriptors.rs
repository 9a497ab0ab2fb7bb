//! How many connections and files the system lets the program have open.

/// Kept back for the database, those who watch over the server, and connections that are about to
/// be closed.
const RESERVE: u64 = 96;

/// Raises the limit as far as the program may, and gives it; `None` where there is none.
#[cfg(unix)]
pub(crate) fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let before = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: before.maximum, maximum: before.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => {
            tracing::info!(before = ?before.current, now = ?before.maximum, "open files allowed");
            before.maximum
        }
        Err(error) => {
            tracing::warn!(%error, at = ?before.current, "the limit of open files stays");
            before.current
        }
    }
}

/// Other systems count otherwise.
#[cfg(not(unix))]
pub(crate) fn raise() -> Option<u64> {
    None
}

/// How many connections there is room for, where so many are wanted.
pub(crate) fn room_for(wanted: u32, limit: Option<u64>) -> usize {
    let room = limit.map_or(u64::MAX, |limit| limit.saturating_sub(RESERVE).max(limit / 2));
    usize::try_from(room.min(u64::from(wanted))).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_room_for_the_database() {
        assert_eq!(room_for(4096, None), 4096);
        assert_eq!(room_for(4096, Some(1 << 20)), 4096);
        assert_eq!(room_for(4096, Some(256)), 160);
        assert_eq!(room_for(100, Some(256)), 100);
        assert_eq!(room_for(4096, Some(20)), 10);
    }
}
