//! Errors of a proof, of its journals and of its certificates.

use super::Said;
use galet_qawale_check::{CertificateError, ClaimError, LogError};
use galet_qawale_proof::certificate::CertifyError;
use galet_qawale_proof::deeper::WrongReply;
use galet_qawale_proof::journal::JournalError;
use galet_qawale_proof::question::QuestionError;
use galet_qawale_proof::text::TextError;
use galet_scene::Phrase;

impl Said for CertificateError {
    fn said(&self) -> Phrase {
        let french = match self {
            CertificateError::Foreign => "ce n’est pas un certificat".to_owned(),
            CertificateError::Truncated(bytes) => {
                format!("le certificat finit trop tôt, après {bytes} octets")
            }
            CertificateError::Checksum { found, wanted } => format!(
                "le certificat est abîmé\u{a0}: sa somme est {found:016x}, il faudrait {wanted:016x}"
            ),
            CertificateError::TooLong(bytes) => {
                format!("{bytes} octets suivent la fin du certificat")
            }
            CertificateError::Byte { at, found, .. } => {
                format!("l’octet {at} du certificat ne peut pas être {found}")
            }
            CertificateError::NoMove { at } => {
                format!("ce qui précède l’octet {at} du certificat n’est pas un coup")
            }
            CertificateError::NoPosition { at } => format!(
                "le plateau avant l’octet {at} du certificat est impossible, ou n’est pas à sa place"
            ),
            CertificateError::Claim { at, why } => format!(
                "l’affirmation avant l’octet {at} du certificat est impossible\u{a0}: {}",
                why.said().fr
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for WrongReply {
    fn said(&self) -> Phrase {
        let WrongReply(text) = self;
        Phrase::new(
            self.to_string(),
            format!("le journal dit {text:?}\u{a0}: il faut une position, ' = ' et un coup permis"),
        )
    }
}

impl Said for ClaimError {
    fn said(&self) -> Phrase {
        let french = match self {
            ClaimError::Position(_) => "la position est fausse".to_owned(),
            ClaimError::Over => "la partie est déjà finie dans la position de départ".to_owned(),
            ClaimError::Turns { light, dark } => format!(
                "{light} galets restants pour les clairs et {dark} pour les foncés\u{a0}: le camp au trait \
                 doit en avoir autant que l’autre, ou (foncés) un de plus"
            ),
            ClaimError::TooMany { found, most } => format!(
                "un joueur a {most} galets au plus, sur le plateau et en main\u{a0}; ici l’un en a {found}"
            ),
            ClaimError::Ply { by, played, last } => out_of_game(*by, *played, *last),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for QuestionError {
    fn said(&self) -> Phrase {
        let french = match self {
            QuestionError::Ply { by, played, last } => out_of_game(*by, *played, *last),
            QuestionError::Over => {
                "la partie est finie\u{a0}: un alignement est sur le plateau".to_owned()
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

fn out_of_game(by: u32, played: u32, last: u32) -> String {
    format!("au coup {by}\u{a0}: {played} coups sont joués et la partie finit après le coup {last}")
}

impl Said for TextError {
    fn said(&self) -> Phrase {
        let french = match self {
            TextError::Words(found) => format!(
                "il faut quatre parties (rangées, trait, galets clairs et foncés restants)\u{a0}; il y en a \
                 {found}"
            ),
            TextError::Shape(found) => format!(
                "il faut quatre rangées de quatre cases, séparées par «\u{a0}/\u{a0}» et \
                 «\u{a0},\u{a0}»\u{a0}; pas «\u{a0}{found}\u{a0}»"
            ),
            TextError::Pebble(found) => {
                format!("un galet est n, o ou x, pas «\u{a0}{found}\u{a0}»")
            }
            TextError::Turn(found) => {
                format!("le trait est à o ou à x, pas à «\u{a0}{found}\u{a0}»")
            }
            TextError::Left(found) => {
                format!("il reste de 0 à 10 galets, pas «\u{a0}{found}\u{a0}»")
            }
            TextError::Balance { light, dark, turn } => format!(
                "{light} galets restants pour les clairs et {dark} pour les foncés ne vont pas avec le \
                 trait à {turn}"
            ),
            TextError::TooMany { pebble, count } => format!(
                "une partie a au plus 8 galets neutres et 10 par joueur, en main ou sur le plateau\u{a0}; \
                 il y a {count} fois {pebble}"
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for CertifyError {
    fn said(&self) -> Phrase {
        let french = match self {
            CertifyError::AttackerWins => {
                "l’attaquant force un alignement\u{a0}: il n’y a pas de défense à certifier"
                    .to_owned()
            }
            CertifyError::Claim(error) => return error.said(),
            CertifyError::Reply { reply, position, .. } => {
                format!("un journal répond {reply:?} dans {position}, ce qui est impossible")
            }
            CertifyError::Gap(_) => "les réponses des journaux ne couvrent pas tout".to_owned(),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for JournalError {
    fn said(&self) -> Phrase {
        let french = match self {
            JournalError::File { path, error } => {
                format!("{}\u{a0}: {}", path.display(), error.said().fr)
            }
            JournalError::Contradiction { path, line, position } => format!(
                "{}, ligne {line}\u{a0}: le contraire est connu de {position}\u{a0}; l’une des deux lignes \
                 est fausse, et aucune ne sert avant qu’on l’enlève",
                path.display()
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for LogError {
    fn said(&self) -> Phrase {
        let french = match self {
            LogError::File { path, error } => {
                format!("{}\u{a0}: {}", path.display(), error.said().fr)
            }
            LogError::Contradiction { path, line } => {
                format!("{}, ligne {line}\u{a0}: le contraire d’une ligne d’avant", path.display())
            }
        };
        Phrase::new(self.to_string(), french)
    }
}
