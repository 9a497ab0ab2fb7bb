//! The end of a game in words, and why it cannot go on.

use galet_core::{Outcome, Side};
use galet_scene::{Ending, Owner, Phrase, Player};

/// How a game can end besides by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Both agreed to a draw.
    Agreement,
    /// This side gave up.
    Resignation(Side),
    /// This side ran out of time.
    Time(Side),
    /// This side claimed the win.
    Claim(Side),
    /// This side called it off.
    CalledOff(Side),
}

/// The reason of games that were called off.
pub(crate) const CALLED_OFF: &str = "called-off";

/// What those at a table read when the computer is to move and finds no move.
pub(crate) const COMPUTER_IS_LOST: Phrase = Phrase::fixed(
    "The computer cannot think about this game any more. Take a move back, call the game off or \
     resign.",
    "L'ordinateur ne peut plus réfléchir à cette partie. Reprenez un coup, annulez la partie ou \
     abandonnez.",
);

/// What they read when its move takes longer than usual.
pub(crate) const COMPUTER_IS_SLOW: Phrase = Phrase::fixed(
    "The computer needs longer than usual: it has much to do.",
    "L'ordinateur met plus de temps que d'habitude : il a beaucoup à faire.",
);

/// An end by the rules of the game.
pub(crate) fn by_the_rules(outcome: Outcome, words: Phrase) -> Ending {
    Ending {
        winner: outcome.winner.map_or(Owner::Nobody, Owner::from),
        reason: outcome.reason.name().to_owned(),
        words,
    }
}

/// Another end.
pub(crate) fn ending(end: End, players: &[Player; 2]) -> Ending {
    let won = |side: Side, reason: &str, why: Phrase| {
        let (winner, loser) = (&players[side.index()].name, &players[(!side).index()].name);
        Ending {
            winner: side.into(),
            reason: reason.to_owned(),
            words: Phrase::new(
                format!("{} wins: {} {}.", winner.en, loser.en, why.en),
                format!("{} gagne : {} {}.", winner.fr, loser.fr, why.fr),
            ),
        }
    };
    let nobody = |reason: &str, words: Phrase| Ending {
        winner: Owner::Nobody,
        reason: reason.to_owned(),
        words,
    };
    match end {
        End::Agreement => nobody(
            "agreement",
            Phrase::fixed("Draw: both agreed.", "Partie nulle : d'un commun accord."),
        ),
        End::Resignation(side) => won(!side, "resignation", Phrase::fixed("resigned", "abandonne")),
        End::Time(side) => {
            won(!side, "time", Phrase::fixed("ran out of time", "n'a plus de temps"))
        }
        End::Claim(side) => {
            won(side, "claim", Phrase::fixed("left the game", "a quitté la partie"))
        }
        End::CalledOff(_) => nobody(
            CALLED_OFF,
            Phrase::fixed(
                "The game was called off, without a result.",
                "La partie a été annulée, sans résultat.",
            ),
        ),
    }
}
