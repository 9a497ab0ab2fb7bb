//! Errors of the server and of what it keeps.

use super::{Said, system};
use galet_scene::Phrase;
use galet_server::{BackupError, BusError, CheckError, ServeError, StoreError, TransferError};
use std::io::ErrorKind;
use std::path::Path;

impl Said for ServeError {
    fn said(&self) -> Phrase {
        let french = match self {
            ServeError::Listen { address, error } => {
                let advice = match error.kind() {
                    ErrorKind::AddrInUse => {
                        " (un autre galet tourne-t-il\u{a0}? choisissez un autre port\u{a0}: --port 4281)"
                    }
                    ErrorKind::PermissionDenied => {
                        " (les ports sous 1024 demandent des droits spéciaux)"
                    }
                    _ => "",
                };
                let why = system(error).fr;
                format!("impossible d’écouter sur {address}\u{a0}: {why}{advice}")
            }
            ServeError::Store(error) => return error.said(),
            ServeError::Bus(BusError::Unreachable(why)) => {
                format!("impossible d’utiliser NATS\u{a0}: {why}")
            }
            ServeError::Bus(BusError::NotBuilt { what }) => format!(
                "ce galet est fait pour une seule machine\u{a0}: compilez-le avec `--features cluster` \
                 pour utiliser {what}"
            ),
            ServeError::Stopped(error) => {
                format!("le serveur s’est arrêté\u{a0}: {}", system(error).fr)
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

#[cfg(feature = "cluster")]
impl Said for galet_queue::NatsError {
    fn said(&self) -> Phrase {
        let french = match self {
            galet_queue::NatsError::Connect { servers, why } => {
                format!("impossible d’atteindre NATS à {servers}\u{a0}: {why}")
            }
            galet_queue::NatsError::File { path, error } => {
                format!("impossible de lire {path}\u{a0}: {}", system(error).fr)
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for StoreError {
    fn said(&self) -> Phrase {
        let french = match self {
            StoreError::Folder { path, error } => {
                format!("impossible d’utiliser {}\u{a0}: {}", path.display(), system(error).fr)
            }
            StoreError::Open { path, .. } => format!(
                "impossible d’ouvrir la base de données {}\u{a0}: elle est abîmée, ou d’une autre \
                 version",
                path.display()
            ),
            StoreError::InUse { folder } => format!(
                "un autre galet sert déjà {}\u{a0}: arrêtez-le d’abord, ou choisissez un autre dossier \
                 avec --data",
                folder.display()
            ),
            StoreError::Connect { place, .. } => format!(
                "impossible d’utiliser la base de données {place}\u{a0}: elle ne répond pas, refuse \
                 l’accès, ou est d’une autre version"
            ),
            StoreError::NoDatabase { place } => format!(
                "il n’y a pas de base de données {place}\u{a0}: créez-la d’abord, par exemple avec \
                 `createdb`"
            ),
            StoreError::NoAddress => {
                "ce n’est pas l’adresse d’une base de données\u{a0}; par exemple \
                 postgres://nom:mot-de-passe@hôte:5432/base"
                    .to_owned()
            }
            StoreError::NoPostgres => {
                "ce galet ne connaît pas PostgreSQL\u{a0}: prenez un programme publié, ou compilez-le \
                 avec `cargo build --release -p galet --features cluster`"
                    .to_owned()
            }
            StoreError::HalfCopy { place, source_place } => format!(
                "{place} est une copie inachevée de {source_place}\u{a0}: finissez-la d’abord avec \
                 `galet move-data`"
            ),
            StoreError::Overtaken => "quelqu’un d’autre a été plus rapide".to_owned(),
            StoreError::Failing(fault) => fault.words().fr.into_owned(),
            StoreError::Query(_) => "la base de données ne répond pas".to_owned(),
            StoreError::Closed => "le serveur s’arrête".to_owned(),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for BackupError {
    fn said(&self) -> Phrase {
        let french = match self {
            BackupError::Nothing(path) => no_database(path),
            BackupError::Exists(path) => format!(
                "{} existe déjà\u{a0}: nommez un fichier qui n’existe pas encore",
                path.display()
            ),
            BackupError::Busy(path) => format!(
                "une autre sauvegarde s’écrit dans {}\u{a0}: attendez-la, ou nommez un autre fichier",
                path.display()
            ),
            BackupError::Write { path, error } => {
                format!("impossible d’écrire {}\u{a0}: {}", path.display(), system(error).fr)
            }
            BackupError::Wrong(_) => {
                "la copie est illisible\u{a0}: «\u{a0}galet check-data\u{a0}» dit si \
                                      les données sont abîmées"
                    .to_owned()
            }
            BackupError::Store(error) => return error.said(),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for CheckError {
    fn said(&self) -> Phrase {
        match self {
            CheckError::Nothing(path) => Phrase::new(self.to_string(), no_database(path)),
            CheckError::Store(error) => error.said(),
        }
    }
}

fn no_database(path: &Path) -> String {
    format!(
        "pas de base de données {}\u{a0}: «\u{a0}galet serve\u{a0}» a-t-il déjà tourné avec ce dossier de \
         données\u{a0}?",
        path.display()
    )
}

impl Said for TransferError {
    fn said(&self) -> Phrase {
        let french = match self {
            TransferError::Nothing(path) => no_database(path),
            TransferError::Same(place) => {
                format!("la source et la destination sont les mêmes\u{a0}: {place}")
            }
            TransferError::Occupied { place } => {
                format!("{place} contient déjà autre chose\u{a0}: copiez vers un endroit vide")
            }
            TransferError::OtherSource { place, source_place } => format!(
                "{place} est une copie inachevée de {source_place}\u{a0}: finissez celle-là, ou \
                 copiez vers un endroit vide"
            ),
            TransferError::Served { place, node } => {
                format!("le nœud «\u{a0}{node}\u{a0}» sert {place}\u{a0}: arrêtez-le d’abord")
            }
            TransferError::Differs { what } => format!(
                "la copie n’est pas pareille ({what})\u{a0}: a-t-on joué sur l’un des deux entre-temps\u{a0}?"
            ),
            TransferError::Stopped => "arrêté\u{a0}; la même commande continue".to_owned(),
            TransferError::Store(error) => return error.said(),
        };
        Phrase::new(self.to_string(), french)
    }
}
