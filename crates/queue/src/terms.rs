//! What both sides agree on: names, bounds and times.

use crate::message::Priority;
use std::path::PathBuf;
use std::time::Duration;

/// How NATS is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nats {
    /// The servers, as `nats://host:4222` or `tls://host:4222`; with a name and a password before an `@`, if need be.
    pub servers: Vec<String>,
    /// A file with credentials (`.creds`).
    pub credentials: Option<PathBuf>,
    /// A file with the certificates that servers are known by, besides the system's (PEM).
    pub certificates: Option<PathBuf>,
}

impl Nats {
    /// Servers that need nothing else.
    pub fn at(servers: &[String]) -> Nats {
        Nats { servers: servers.to_vec(), ..Nats::default() }
    }
}

/// Names, bounds and times that those who ask and those who work agree on. [`Terms::default`] is for people; tests have
/// less patience.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What all subjects begin with, and in capitals all streams: one for each installation on a NATS.
    pub prefix: String,
    /// On how many servers of a NATS cluster each queue is kept: 1, or 3 where there are three.
    pub replicas: usize,
    /// The most questions in each queue, taken or not.
    pub most: [i64; 3],
    /// How long each queue keeps a question.
    pub oldest: [Duration; 3],
    /// How often a question is handed out to workers that do not come back.
    pub deliveries: i64,
    /// A worker that says nothing about a question for so long has lost it: another gets it.
    pub ack_wait: Duration,
    /// How often a worker says that it is there, and that it works; a node, that it waits. A worker thinks no more for a
    /// node that has not been heard of for ten times as long.
    pub sign: Duration,
    /// A question about which nothing is heard for so long is asked again. Longer than `ack_wait`: mostly the queue has
    /// given it to another worker by then.
    pub silence: Duration,
    /// How long a question waits for its turn, and then for a worker, before the program itself begins with it, too.
    pub untaken: [Duration; 3],
    /// Whoever waits for the program itself, or for a worker to take a hint or a study, is told so after so long: what is
    /// there at once needs no word.
    pub slow: Duration,
    /// How long a queue has to acknowledge a question.
    pub published: Duration,
    /// An engine of which nothing is heard for so long hangs, and its question is given back. An analysis that shares its
    /// thread with others can be silent for minutes.
    pub hang: [Duration; 3],
    /// How often a question is asked of workers before the program itself answers it.
    pub attempts: u32,
}

impl Default for Terms {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Terms {
            prefix: "galet".to_owned(),
            replicas: 1,
            most: [10_000, 2_000, 2_000],
            oldest: [seconds(60), seconds(60), seconds(600)],
            deliveries: 3,
            ack_wait: seconds(5),
            sign: seconds(1),
            silence: seconds(8),
            untaken: [seconds(2), seconds(3), seconds(8)],
            slow: seconds(2),
            published: seconds(2),
            hang: [seconds(30), seconds(60), seconds(1_200)],
            attempts: 2,
        }
    }
}

impl Terms {
    /// The stream that holds the questions of a priority.
    pub(crate) fn stream(&self, priority: Priority) -> String {
        format!("{}_{}", self.prefix, priority.name()).to_uppercase()
    }

    /// The subject of its questions.
    pub(crate) fn subject(&self, priority: Priority) -> String {
        format!("{}.work.{}", self.prefix, priority.name())
    }

    /// What the subjects of answers begin with.
    pub(crate) fn answers(&self) -> String {
        format!("{}.answer.", self.prefix)
    }

    /// Where workers hear that nobody waits any more.
    pub(crate) fn cancels(&self) -> String {
        format!("{}.cancel", self.prefix)
    }

    /// Where nodes say that they still wait for answers, by the subject of these.
    pub(crate) fn askers(&self) -> String {
        format!("{}.askers", self.prefix)
    }

    /// Where nodes ask who is there.
    pub(crate) fn roll_calls(&self) -> String {
        format!("{}.roll-call", self.prefix)
    }

    /// What the subjects begin with on which workers are answered by JetStream.
    pub(crate) fn worker_inbox(&self) -> String {
        format!("{}.worker-inbox", self.prefix)
    }

    /// Where workers say that they are there.
    pub(crate) fn signs(&self) -> String {
        format!("{}.workers", self.prefix)
    }
}
