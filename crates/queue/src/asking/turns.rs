//! Who of a node's visitors may put the next question into a queue.
//!
//! A queue is answered in the order in which it was filled, whoever asked. So that those who ask for much do not keep others
//! waiting, a node puts no more into it than workers will take in a moment, and holds the rest back: the next question is
//! of whoever has had the fewest, as in a scheduler. What waits in the queue is then, from each node, a handful.

use crate::message::Priority;
use crate::pursuit::Heard;
use galet_scheduler::ClientId;
use std::collections::{HashMap, HashSet, VecDeque};
use tokio::sync::mpsc::UnboundedSender;

/// So many questions of each kind may wait in a queue for each thread of a worker that is heard of: it never runs dry.
const FOR_EACH_THREAD: usize = 2;
/// So many in any case: a worker may be there of which nothing was heard yet.
const LEAST: usize = 2;

/// The questions of one kind that wait for a worker.
#[derive(Default)]
pub(super) struct Turns {
    /// In a queue, and not taken by any worker that is known.
    sent: HashSet<u64>,
    /// Not in a queue yet, in the order in which they were asked.
    held: VecDeque<Held>,
    /// How many of a client's have been sent, counted from what others had when the client came. Of those who wait for
    /// nothing it has whoever has had more than newcomers.
    had: HashMap<ClientId, u64>,
    /// What the client had who was served last: whoever comes begins there at least, so nobody saves up turns by staying
    /// away.
    level: u64,
    /// After so many more the level rises in any case, and newcomers come behind all who have waited since it rose last.
    round: Option<usize>,
}

struct Held {
    number: u64,
    client: ClientId,
    attempt: u32,
    inbox: UnboundedSender<Heard>,
}

impl Turns {
    /// An attempt to ask waits for its turn, and hears of it.
    pub(super) fn enter(
        &mut self,
        (number, attempt): (u64, u32),
        client: ClientId,
        inbox: UnboundedSender<Heard>,
    ) {
        self.leave(number);
        let waits = self.held.iter().any(|held| held.client == client);
        let had = self.had.entry(client).or_insert(self.level);
        if !waits {
            *had = self.level.max(*had);
        }
        self.held.push_back(Held { number, client, attempt, inbox });
    }

    /// A question waits no more: a worker has it, or it needs none.
    pub(super) fn leave(&mut self, number: u64) {
        self.sent.remove(&number);
        self.held.retain(|held| held.number != number);
    }

    /// Tells those whose turn it is, with so many threads of workers.
    pub(super) fn go_on(&mut self, threads: usize) {
        let room = (threads * FOR_EACH_THREAD).max(LEAST);
        while self.sent.len() < room {
            let places = self.held.iter().enumerate();
            let next = places.min_by_key(|(place, held)| (self.had(held.client), *place));
            let Some((place, _)) = next else { break };
            let waiting = self.held.len();
            let Some(held) = self.held.remove(place) else { break };
            self.rise(self.had(held.client), waiting);
            *self.had.entry(held.client).or_default() += 1;
            // Whoever does not listen any more is about to leave.
            if held.inbox.send(Heard::Turn { attempt: held.attempt }).is_ok() {
                self.sent.insert(held.number);
            }
        }
        self.forget();
    }

    /// Somebody is served who has had so many, while so many wait.
    fn rise(&mut self, had: u64, waiting: usize) {
        let level = had.max(self.level + u64::from(self.round == Some(0)));
        if level > self.level || self.round.is_none() {
            self.level = level;
            self.round = Some(waiting);
        }
        self.round = self.round.map(|left| left - 1);
    }

    /// Forgets whoever comes as a newcomer next time: all, where nobody waits.
    fn forget(&mut self) {
        let waiting: HashSet<ClientId> = self.held.iter().map(|held| held.client).collect();
        if waiting.is_empty() {
            self.had.clear();
            self.round = None;
        }
        let level = self.level;
        self.had.retain(|client, had| *had > level || waiting.contains(client));
    }

    fn had(&self, client: ClientId) -> u64 {
        self.had.get(&client).copied().unwrap_or(self.level)
    }
}

/// Moves of the computer are nobody's: the first come first, and all of them at once.
pub(super) fn takes_turns(priority: Priority) -> bool {
    priority != Priority::Move
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    struct Node {
        turns: Turns,
        asked: Vec<(u64, UnboundedReceiver<Heard>)>,
    }

    impl Node {
        fn asks(&mut self, client: u64, number: u64) {
            let (inbox, hears) = unbounded_channel();
            self.turns.enter((number, 1), ClientId(client), inbox);
            self.asked.push((number, hears));
        }

        /// Those whose turn has come.
        fn told(&mut self) -> Vec<u64> {
            let told = |(_, hears): &mut (u64, UnboundedReceiver<Heard>)| hears.try_recv().is_ok();
            self.asked.extract_if(.., told).map(|(number, _)| number).collect()
        }

        /// Workers take what is in the queue, until there were so many.
        fn serve(&mut self, count: usize) -> Vec<u64> {
            let mut order = Vec::new();
            while order.len() < count {
                self.turns.go_on(0);
                let told = self.told();
                assert!(!told.is_empty(), "nobody waits any more: {order:?}");
                told.iter().for_each(|number| self.turns.leave(*number));
                order.extend(told);
            }
            order
        }

        /// Workers take everything that is in the queue, one after the other.
        fn order(&mut self) -> Vec<u64> {
            let mut order = Vec::new();
            loop {
                self.turns.go_on(0);
                let told = self.told();
                if told.is_empty() {
                    return order;
                }
                told.iter().for_each(|number| self.turns.leave(*number));
                order.extend(told);
            }
        }
    }

    fn node() -> Node {
        Node { turns: Turns::default(), asked: Vec::new() }
    }

    #[test]
    fn no_more_are_in_a_queue_than_workers_take_in_a_moment() {
        let mut node = node();
        (0..20).for_each(|number| node.asks(1, number));
        node.turns.go_on(0);
        assert_eq!(node.told(), [0, 1]);
        node.turns.go_on(3);
        assert_eq!(node.told(), [2, 3, 4, 5]);
        node.turns.go_on(3);
        assert!(node.told().is_empty(), "nobody has taken one");
        node.turns.leave(3);
        // Whoever gives up while waiting is passed over.
        node.turns.leave(6);
        node.turns.go_on(3);
        assert_eq!(node.told(), [7]);
    }

    #[test]
    fn whoever_asks_for_little_and_late_is_not_last() {
        let mut node = node();
        for number in 0..10 {
            node.asks(1, 100 + number);
            node.asks(2, 200 + number);
        }
        node.turns.go_on(0);
        node.asks(3, 300);
        let order = node.order();
        assert_eq!(order.len(), 21);
        let place = order.iter().position(|number| *number == 300);
        assert!(place.is_some_and(|place| place <= 6), "{order:?}");
        // The two share alike.
        let of_one = order[..11].iter().filter(|number| **number < 200).count();
        assert!((4..=6).contains(&of_one), "{order:?}");
    }

    #[test]
    fn nobody_saves_up_turns_by_staying_away() {
        let mut node = node();
        node.asks(9, 900);
        (0..600).for_each(|number| node.asks(1 + number % 3, number));
        let order = node.serve(301);
        assert!(order.contains(&900), "{order:?}");
        // It comes back, and wants much, while the others have waited all the time.
        (901..1_000).for_each(|number| node.asks(9, number));
        let order = node.serve(40);
        let of_nine = order.iter().filter(|number| **number > 900).count();
        assert!((9..=12).contains(&of_nine), "a quarter, like everybody: {order:?}");
    }

    #[test]
    fn whoever_asks_again_does_not_wait_behind_all_who_ever_come() {
        let mut node = node();
        node.asks(9, 1);
        node.asks(8, 2);
        node.asks(7, 3);
        assert_eq!(node.serve(2), [1, 2]);
        node.asks(9, 4);
        // For each that is served another visitor comes for the first time.
        let came = (100..).find(|visitor| {
            node.asks(*visitor, *visitor);
            node.asks(*visitor + 1_000_000, *visitor + 1_000_000);
            node.serve(2).contains(&4) || *visitor > 200
        });
        assert!(came.is_some_and(|visitor| visitor <= 105), "{came:?}");
    }

    #[test]
    fn visitors_who_wait_for_nothing_are_forgotten_under_lasting_load() {
        let mut node = node();
        (0..30).for_each(|number| node.asks(1 + number % 3, number));
        for visitor in 100..5_000 {
            node.asks(visitor, visitor);
            // Every other one is served, and the rest give up.
            if visitor % 2 == 0 {
                node.serve(1);
            } else {
                node.turns.leave(visitor);
                node.turns.go_on(0);
            }
            node.asks(1 + visitor % 3, 10_000 + visitor);
            let (known, waiting) = (node.turns.had.len(), node.turns.held.len());
            assert!(known <= 2 * waiting, "{known} are remembered, {waiting} wait");
            if waiting > 60 {
                node.serve(30);
            }
        }
    }

    #[test]
    fn what_is_asked_again_waits_once() {
        let mut node = node();
        node.asks(1, 7);
        node.asks(1, 7);
        assert_eq!(node.order(), [7]);
        assert!(node.turns.had.is_empty() && node.turns.sent.is_empty());
    }
}
