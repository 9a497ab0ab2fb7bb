//! Whether what is written arrives on disk, and what everybody is told while it does not.

use galet_scene::Phrase;
use galet_table::Moment;
use galet_wire::socket::Message;
use std::fmt;
use tokio::sync::watch;

/// Why nothing can be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StorageFault {
    /// The disk is full.
    Full,
    /// The disk, or the database, does not take anything, for another reason.
    Failing,
    /// The database has been moved away, deleted, or another one lies in its place.
    Gone,
}

impl StorageFault {
    /// What those at the tables are told.
    pub fn words(self) -> Phrase {
        match self {
            StorageFault::Full => Phrase::fixed(
                "The server cannot save at the moment: its disk is full. Nothing has changed, and clocks \
                 stand still; try again when there is room.",
                "Le serveur ne peut rien enregistrer pour l’instant\u{a0}: son disque est plein. Rien n’a \
                 changé et les pendules sont arrêtées\u{a0}; réessayez quand il y aura de la place.",
            ),
            StorageFault::Failing => Phrase::fixed(
                "The server cannot save at the moment: its disk or its database does not answer. Nothing has \
                 changed, and clocks stand still; try again in a while.",
                "Le serveur ne peut rien enregistrer pour l’instant\u{a0}: son disque ou sa base de \
                 données ne répond pas. Rien n’a changé et les pendules sont arrêtées\u{a0}; réessayez plus tard.",
            ),
            StorageFault::Gone => Phrase::fixed(
                "The server cannot save at the moment: its data folder has been moved or deleted. Nothing \
                 has changed, and clocks stand still; whoever runs the server must put it back.",
                "Le serveur ne peut rien enregistrer pour l’instant\u{a0}: son dossier de données a été \
                 déplacé ou supprimé. Rien n’a changé et les pendules sont arrêtées\u{a0}; la personne \
                 responsable du serveur doit le remettre en place.",
            ),
        }
    }
}

impl fmt::Display for StorageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StorageFault::Full => "the disk is full",
            StorageFault::Failing => "the disk or the database takes nothing",
            StorageFault::Gone => "the database has been moved, deleted or replaced",
        })
    }
}

/// How the database is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// Why nothing can be written, and since when.
    pub fault: Option<(StorageFault, Moment)>,
    /// How often writing has begun to work again: each time there is one more outage.
    pub recoveries: u64,
    /// Whether a part of the file cannot be read.
    pub damaged: bool,
}

/// How the database is doing, for all who want to know. Its copies are the same.
#[derive(Clone, Debug, Default)]
pub struct StorageHealth(watch::Sender<Condition>);

impl StorageHealth {
    /// How it is now.
    pub fn get(&self) -> Condition {
        *self.0.borrow()
    }

    /// Whether nothing can be written.
    pub fn is_failing(&self) -> bool {
        self.0.borrow().fault.is_some()
    }

    /// Hears of every change.
    pub fn subscribe(&self) -> watch::Receiver<Condition> {
        self.0.subscribe()
    }

    /// Writing fails from now on, if it did not before.
    pub(crate) fn fails(&self, fault: StorageFault, now: Moment) {
        self.0.send_if_modified(|condition| {
            let before = condition.fault;
            condition.fault = Some((fault, before.map_or(now, |(_, since)| since)));
            before.is_none_or(|(known, _)| known != fault)
        });
    }

    /// Writing works again.
    pub(crate) fn works(&self) {
        self.0.send_modify(|condition| {
            condition.fault = None;
            condition.recoveries += 1;
        });
    }

    /// A part of the file cannot be read.
    pub(crate) fn damaged(&self) {
        self.0.send_if_modified(|condition| !std::mem::replace(&mut condition.damaged, true));
    }
}

/// What every page is told when writing begins to fail, and when it works again.
pub fn storage_message(fault: Option<StorageFault>) -> Message {
    let works = Phrase::fixed(
        "The server saves again: you can go on.",
        "Le serveur enregistre à nouveau\u{a0}: vous pouvez continuer.",
    );
    Message::Storage { working: fault.is_none(), words: fault.map_or(works, StorageFault::words) }
}
