//! Errors of matches, of tuning and of fitting.

use super::{Said, no_opening, system};
use galet_arena::opening::NoOpening;
use galet_arena::player::{SeatError, SeatFault};
use galet_arena::review::FitError;
use galet_arena::spsa::{self, journal::Wrong};
use galet_arena::tune::TuneError;
use galet_arena::{MatchError, SpecError, SprtError};
use galet_scene::Phrase;

impl Said for SpecError {
    fn said(&self) -> Phrase {
        let french = match self {
            SpecError::UnknownPlayer { text } => format!(
                "«\u{a0}{text}\u{a0}» n’est pas un joueur\u{a0}: random, greedy, plain:BORNES, level:N, \
                 trial:RÉGLAGES, full:BORNES ou ugi:COMMANDE;BORNES"
            ),
            SpecError::Level(error) => return error.said(),
            SpecError::FullLevel => {
                "la pleine force joue à la pendule\u{a0}: écrivez par exemple full:time=200ms"
                    .to_owned()
            }
            SpecError::Boundless { text } => format!(
                "«\u{a0}{text}\u{a0}» a besoin d’une borne pour ses coups\u{a0}: time=200ms, nodes=20000 \
                 ou depth=6"
            ),
            SpecError::NoValue { setting } => {
                format!("«\u{a0}{setting}\u{a0}» n’est pas un réglage\u{a0}: écrivez clé=valeur")
            }
            SpecError::UnknownSetting { key } => format!(
                "pas de réglage «\u{a0}{key}\u{a0}»\u{a0}: il y a time, cpu, nodes, depth, hash, threads, eval et les \
                 paramètres de la recherche que galet tune JEU --search --list montre"
            ),
            SpecError::Evaluation { text } => format!(
                "«\u{a0}{text}\u{a0}» ne choisit pas son évaluation\u{a0}: eval=hand et eval=FICHIER sont \
                 pour full:BORNES\u{a0}; un programme qui parle UGI peut avoir une option pour cela, \
                 comme EvalFile=hand chez nous"
            ),
            SpecError::UnknownTrialSetting { key } => format!(
                "un niveau n’a pas de réglage «\u{a0}{key}\u{a0}»\u{a0}: il y a nodes, depth, candidates, \
                 spread, solver, by et drawn"
            ),
            SpecError::TrialWithoutNodes => "trial: a besoin de nodes=20000 par exemple".to_owned(),
            SpecError::BadValue { key, value } => format!(
                "«\u{a0}{value}\u{a0}» n’est pas une valeur de {key}\u{a0}: time=200ms, time=60s+0.5s, \
                 cpu=200ms, nodes=20000, hash=16, eval=hand"
            ),
            SpecError::BadParameter { name, value, least, most } => format!(
                "«\u{a0}{value}\u{a0}» n’est pas une valeur de {name}\u{a0}: un nombre de {least} à {most}"
            ),
            SpecError::TwoClocks { text } => format!(
                "«\u{a0}{text}\u{a0}» est borné par le temps et par le temps de calcul\u{a0}: écrivez time=200ms \
                 ou cpu=200ms"
            ),
            SpecError::ThreadsByProcessor { text } => format!(
                "«\u{a0}{text}\u{a0}» cherche sur plusieurs fils, et cpu=200ms n’en compte qu’un\u{a0}: écrivez \
                 time=200ms"
            ),
            SpecError::NoCommand => {
                "ugi: a besoin de la commande qui lance le programme".to_owned()
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for SprtError {
    fn said(&self) -> Phrase {
        Phrase::new(
            self.to_string(),
            "un test s’écrit elo0=0,elo1=10, le premier sous le second, peut-être avec \
             alpha=0.05,beta=0.05 sous un demi",
        )
    }
}

impl Said for MatchError {
    fn said(&self) -> Phrase {
        match self {
            MatchError::Seat(error) => error.said(),
            MatchError::Opening(error) => error.said(),
        }
    }
}

impl Said for SeatError {
    fn said(&self) -> Phrase {
        let why = match &self.why {
            SeatFault::Level(error) => error.words(),
            SeatFault::Program(error) => system(error),
            SeatFault::Evaluation(error) => error.said(),
            SeatFault::NoProcessorTime => Phrase::new(
                self.why.to_string(),
                "ce système ne dit pas le temps de calcul utilisé\u{a0}; écrivez time=200ms au lieu de cpu=200ms",
            ),
        };
        let french =
            format!("le joueur «\u{a0}{}\u{a0}» ne démarre pas\u{a0}: {}", self.player, why.fr);
        Phrase::new(self.to_string(), french)
    }
}

impl Said for NoOpening {
    fn said(&self) -> Phrase {
        match self {
            NoOpening::Decided { .. } => no_opening(self),
            NoOpening::Unbalanced { plies } => Phrase::new(
                self.to_string(),
                format!(
                    "aucune ouverture de {plies} coups au hasard ne reste équilibrée quand on l’examine mieux\u{a0}: \
                     demandez un autre nombre de coups, ou une marge plus large"
                ),
            ),
        }
    }
}

impl Said for FitError {
    fn said(&self) -> Phrase {
        let french = match self {
            FitError::Game(unknown) => return unknown.said(),
            FitError::Mixed { found, wanted } => {
                format!("il y a une partie de {found} parmi celles de {wanted}")
            }
            FitError::TooFew { positions } => {
                format!(
                    "{positions} positions indécises, c’est trop peu\u{a0}: donnez plus de parties"
                )
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for spsa::journal::JournalError {
    fn said(&self) -> Phrase {
        let why = match &self.why {
            Wrong::NoPlan(_) => "ce n’est pas le journal d’un réglage".to_owned(),
            Wrong::OtherPlan { what, found, wanted } => format!(
                "c’est le journal d’un autre réglage\u{a0}: {what} y vaut {found}, et {wanted} ici"
            ),
            Wrong::NoTrial(_) => "ce n’est pas un essai".to_owned(),
            Wrong::Order { found, wanted: Some(wanted) } => {
                format!("c’est l’essai {found}, et l’essai {wanted} devait suivre")
            }
            Wrong::Order { found, wanted: None } => {
                format!("c’est l’essai {found}, et plus rien ne devait suivre")
            }
        };
        Phrase::new(self.to_string(), format!("ligne {} du journal\u{a0}: {why}", self.line))
    }
}

impl Said for TuneError {
    fn said(&self) -> Phrase {
        let french = match self {
            TuneError::Game(unknown) => return unknown.said(),
            TuneError::NotLinear { game, sum, evaluation, position } => format!(
                "l’évaluation de {game} n’est pas une somme de comptes et de poids\u{a0}: ils donnent \
                 {sum} au lieu de {evaluation} dans {position}"
            ),
            TuneError::TooFewDecided { decided, games } => format!(
                "{decided} parties décidées sur {games}, et les nulles ne disent rien des poids\u{a0}: \
                 jouez plus de parties, ou regardez plus ou moins de positions par coup"
            ),
            TuneError::NothingToLearn { games } => {
                format!("aucune position calme dans {games} parties\u{a0}: jouez-en plus")
            }
        };
        Phrase::new(self.to_string(), french)
    }
}
