//! The connections that are open: how many there are, whose they are, and which of them goes when
//! room is needed.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The connections that are open. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: usize,
    most_of_one: u32,
    rows: Mutex<Rows>,
    /// Tells that somebody has gone.
    gone: Notify,
}

#[derive(Debug, Default)]
struct Rows {
    open: usize,
    networks: HashMap<IpAddr, u32>,
    /// Those without a request, by the order in which they fell silent, and how they are told to
    /// go.
    idle: BTreeMap<u64, Arc<Notify>>,
    next: u64,
}

/// Why a connection is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoRoom {
    /// There are too many, and all of them are in use.
    Full,
    /// There are too many, but some are about to go.
    NotYet,
    /// Too many come from the same network.
    FromThere,
}

/// So many of those that were told to go may still be about to.
const LEAVING: usize = 16;

impl Connections {
    /// Room for so many in all, and for so many of one network.
    pub(crate) fn new(most: usize, most_of_one: u32) -> Self {
        let (most, rows, gone) = (most.max(1), Mutex::default(), Notify::new());
        Connections(Arc::new(Shared { most, most_of_one, rows, gone }))
    }

    /// One more. Where all places are taken, the one that has been idle for longest goes. The
    /// network is `None` for those that are not counted by it.
    pub(crate) fn enter(&self, network: Option<IpAddr>) -> Result<Entered, NoRoom> {
        let mut rows = self.0.lock();
        let of_one = network.and_then(|network| rows.networks.get(&network)).copied();
        if of_one.unwrap_or(0) >= self.0.most_of_one {
            return Err(NoRoom::FromThere);
        }
        let full = rows.open >= self.0.most;
        if full {
            if rows.open >= self.0.most + LEAVING {
                return Err(NoRoom::NotYet);
            }
            if !rows.let_oldest_go() {
                return Err(NoRoom::Full);
            }
        }
        rows.open += 1;
        if let Some(network) = network {
            *rows.networks.entry(network).or_insert(0) += 1;
        }
        let leave = Arc::new(Notify::new());
        let turn = rows.fall_silent(&leave);
        let shared = self.0.clone();
        let use_of = Mutex::new(Use { requests: 0, turn });
        Ok(Entered { place: Arc::new(Place { shared, network, leave, use_of }), in_anothers: full })
    }

    /// The one that has been idle for longest goes.
    pub(crate) fn make_room(&self) {
        self.0.lock().let_oldest_go();
    }

    /// Waits until somebody has gone.
    pub(crate) async fn somebody_goes(&self) {
        self.0.gone.notified().await;
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.0.lock().open
    }

    /// How many there may be.
    pub(crate) fn most(&self) -> usize {
        self.0.most
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows {
    /// Whether there was one to go.
    fn let_oldest_go(&mut self) -> bool {
        let oldest = self.idle.pop_first();
        oldest.inspect(|(_, leave)| leave.notify_one()).is_some()
    }

    fn fall_silent(&mut self, leave: &Arc<Notify>) -> u64 {
        self.next += 1;
        self.idle.insert(self.next, leave.clone());
        self.next
    }
}

/// A connection that was taken.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) place: Arc<Place>,
    /// Whether another one had to go for it.
    pub(crate) in_anothers: bool,
}

/// The place of one connection; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    shared: Arc<Shared>,
    network: Option<IpAddr>,
    leave: Arc<Notify>,
    use_of: Mutex<Use>,
}

#[derive(Debug)]
struct Use {
    /// Requests being answered, and WebSockets.
    requests: u32,
    /// When it fell silent, among the others.
    turn: u64,
}

impl Place {
    /// Waits until another connection needs the place.
    pub(crate) async fn is_needed(&self) {
        self.leave.notified().await;
    }

    /// Something goes on here until what is returned is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> InUse {
        let mut use_of = self.use_of.lock().unwrap_or_else(PoisonError::into_inner);
        use_of.requests += 1;
        self.shared.lock().idle.remove(&use_of.turn);
        InUse(self.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let turn = self.use_of.get_mut().unwrap_or_else(PoisonError::into_inner).turn;
        let mut rows = self.shared.lock();
        rows.idle.remove(&turn);
        rows.open -= 1;
        self.shared.gone.notify_one();
        if let Some(network) = self.network
            && let Some(count) = rows.networks.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                rows.networks.remove(&network);
            }
        }
    }
}

/// A request or a WebSocket keeps its connection from being closed for others.
#[derive(Debug)]
pub(crate) struct InUse(Arc<Place>);

impl Drop for InUse {
    fn drop(&mut self) {
        let place = &self.0;
        let mut use_of = place.use_of.lock().unwrap_or_else(PoisonError::into_inner);
        use_of.requests -= 1;
        if use_of.requests == 0 {
            use_of.turn = place.shared.lock().fall_silent(&place.leave);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn must_go(place: &Place) -> bool {
        place.is_needed().now_or_never().is_some()
    }

    #[test]
    fn the_one_that_is_idle_for_longest_makes_room() {
        let connections = Connections::new(3, 100);
        let [a, b, c] = [0; 3].map(|_| connections.enter(None).unwrap().place);
        let answering = a.begin();
        let d = connections.enter(None).unwrap();
        assert!(d.in_anothers && must_go(&b) && !must_go(&a) && !must_go(&c));
        drop(b);
        drop(answering);
        // The first has just fallen silent: the third has been so for longer.
        let e = connections.enter(None).unwrap();
        assert!(must_go(&c) && !must_go(&a));
        drop(c);
        let [_a, _d, _e] = [&a, &d.place, &e.place].map(Place::begin);
        assert_eq!(connections.enter(None).unwrap_err(), NoRoom::Full);
        drop((a, d));
        assert_eq!(connections.count(), 3, "whoever answers is still there");
    }

    #[test]
    fn a_network_has_its_own_bound() {
        let connections = Connections::new(100, 2);
        let network = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let kept = [0; 2].map(|_| connections.enter(network(1)).unwrap());
        assert_eq!(connections.enter(network(1)).unwrap_err(), NoRoom::FromThere);
        assert!(connections.enter(network(2)).is_ok() && connections.enter(None).is_ok());
        drop(kept);
        assert!(connections.enter(network(1)).is_ok());
        assert_eq!(connections.count(), 0);
    }

    #[test]
    fn those_that_are_slow_to_go_are_not_outrun() {
        let connections = Connections::new(20, 100);
        let places: Vec<_> = (0..20 + LEAVING).map(|_| connections.enter(None).unwrap()).collect();
        assert_eq!(connections.enter(None).unwrap_err(), NoRoom::NotYet);
        drop(places);
        assert!(connections.enter(None).is_ok());
    }
}
