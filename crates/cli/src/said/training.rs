//! Errors of files of games for training.

use super::{Said, no_opening, system};
use galet_datagen::check::{CheckError, Wrong as WrongGame};
use galet_datagen::pack::PackError;
use galet_datagen::shuffle::ShuffleError;
use galet_datagen::{GenerateError, NoOpening, OpenError, ReadError};
use galet_scene::Phrase;

impl Said for ReadError {
    fn said(&self) -> Phrase {
        let french = match self {
            ReadError::Io(error) => return system(error),
            ReadError::Magic => {
                "ce n’est pas un fichier de parties\u{a0}: il ne commence pas par GALETDAT"
                    .to_owned()
            }
            ReadError::Version(version) => {
                format!(
                    "il est de la version {version} du format\u{a0}; ce programme lit la version 1"
                )
            }
            ReadError::Header(_) => "son en-tête est faux".to_owned(),
            ReadError::Torn { at } => format!(
                "la partie qui commence à l’octet {at} est coupée\u{a0}; «\u{a0}galet datagen play\u{a0}» \
                 reprend de là"
            ),
            ReadError::Damaged { at, .. } => {
                format!("la partie qui commence à l’octet {at} est abîmée")
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for OpenError {
    fn said(&self) -> Phrase {
        let french = match self {
            OpenError::Read(error) => return error.said(),
            OpenError::Busy => "un autre programme l’écrit".to_owned(),
            OpenError::Different(_) => "il a été fait autrement".to_owned(),
            OpenError::OutOfOrder { place, number } => format!(
                "la partie à la place {place} a le numéro {number}\u{a0}: seul un fichier tel que \
                 «\u{a0}galet datagen play\u{a0}» l’a écrit peut être continué"
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for NoOpening {
    fn said(&self) -> Phrase {
        no_opening(self)
    }
}

impl Said for GenerateError {
    fn said(&self) -> Phrase {
        match self {
            GenerateError::Game(error) => error.said(),
            GenerateError::Setup(error) => error.said(),
            GenerateError::Evaluation(error) => error.said(),
            GenerateError::Alike(one, other) => Phrase::new(
                self.to_string(),
                format!(
                    "«\u{a0}{one}\u{a0}» contre «\u{a0}{other}\u{a0}», c’est jouer contre soi-même\u{a0}: \
                     les deux jugent toute position de même"
                ),
            ),
            GenerateError::Open(error) => error.said(),
            GenerateError::Opening(error) => error.said(),
            GenerateError::Write(error) => system(error),
        }
    }
}

impl Said for ShuffleError {
    fn said(&self) -> Phrase {
        let french = match self {
            ShuffleError::Read(error) => return error.said(),
            ShuffleError::Different(_) => "ces fichiers ne vont pas ensemble".to_owned(),
            ShuffleError::Unlisted { number } => format!(
                "la partie {number} nomme une disposition ou une source que son en-tête n’a pas"
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for PackError {
    fn said(&self) -> Phrase {
        let french = match self {
            PackError::Check(error) => return error.said(),
            PackError::NoBoard(game) => {
                format!("rien à emballer pour {game}\u{a0}: aucun réseau ne l’apprend")
            }
            PackError::Different(one, other) => format!(
                "ces fichiers ne vont pas ensemble\u{a0}: l’un est de {one}, l’autre de {other}"
            ),
            PackError::Write(error) => return system(error),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for CheckError {
    fn said(&self) -> Phrase {
        let french = match self {
            CheckError::Read(error) => return error.said(),
            CheckError::Game(error) => return error.said(),
            CheckError::Setup(error) => return error.said(),
            CheckError::Wrong { number, wrong } => {
                format!("partie {number}\u{a0}: {}", french(wrong))
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

fn french(wrong: &WrongGame) -> String {
    match wrong {
        WrongGame::Unlisted { place, count, .. } => {
            format!("elle nomme la place {place} de l’en-tête, qui n’en a que {count}")
        }
        WrongGame::NoSuchMove { ply, place, count } => {
            format!("coup {ply}\u{a0}: le numéro {place} sur {count}, comptés de 0")
        }
        WrongGame::TooLate { ply } => format!("le coup {ply} vient après la fin de la partie"),
        WrongGame::Ending { .. } => "sa fin enregistrée n’est pas celle des règles".to_owned(),
        WrongGame::CutEarly { plies, limit } => {
            format!("elle est coupée après {plies} coups au lieu de {limit}")
        }
    }
}
