//! Why a request is refused.

use galet_games::MoveError;
use galet_scene::Phrase;
use galet_wire::socket;

/// Why a request is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.words().en)]
pub enum RequestError {
    /// Who asks only looks on.
    NotSeated,
    /// The other seat is still free.
    Waiting,
    /// The game is over.
    Over,
    /// The other is to move.
    NotYourTurn,
    /// Moves were played or taken back since.
    Stale,
    /// This very move has been played: the message came twice.
    AlreadyPlayed,
    /// The rules forbid the move.
    Illegal(MoveError),
    /// These taps begin no move; the rules say why.
    NoSuchTaps(Phrase),
    /// The time is up.
    OutOfTime,
    /// The game has as many moves as a game can have.
    TooLong,
    /// There is no own move to take back.
    NothingToTakeBack,
    /// The same offer stands already.
    AlreadyOffered,
    /// The same offer was declined or withdrawn, and no move has been played since.
    AlreadyDeclined,
    /// There is no such offer to answer.
    NoSuchOffer,
    /// The computer agrees to no draw.
    ComputerPlaysOn,
    /// The opponent is here, or was a moment ago.
    OpponentIsHere,
    /// Both have moved: a game is not called off any more while both are here.
    UnderWay,
    /// The game runs: there is no rematch yet.
    NotOver,
    /// The rematch is made already.
    RematchMade,
    /// Both seats are taken.
    NoFreeSeat,
    /// Who asks sits here already.
    AlreadySeated,
}

impl RequestError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            RequestError::NotSeated => "not-seated",
            RequestError::Waiting => "waiting-for-opponent",
            RequestError::Over => "game-over",
            RequestError::NotYourTurn => "not-your-turn",
            RequestError::Stale => "stale",
            RequestError::AlreadyPlayed => "already-played",
            RequestError::Illegal(_) => "illegal-move",
            RequestError::NoSuchTaps(_) => "no-such-taps",
            RequestError::OutOfTime => "out-of-time",
            RequestError::TooLong => "too-long",
            RequestError::NothingToTakeBack => "nothing-to-take-back",
            RequestError::AlreadyOffered => "already-offered",
            RequestError::AlreadyDeclined => "already-declined",
            RequestError::NoSuchOffer => "no-such-offer",
            RequestError::ComputerPlaysOn => "computer-plays-on",
            RequestError::OpponentIsHere => "opponent-is-here",
            RequestError::UnderWay => "under-way",
            RequestError::NotOver => "not-over",
            RequestError::RematchMade => "rematch-made",
            RequestError::NoFreeSeat => "no-free-seat",
            RequestError::AlreadySeated => "already-seated",
        }
    }

    /// In words that say what to do next.
    pub fn words(&self) -> Phrase {
        match self {
            RequestError::NotSeated => Phrase::fixed(
                "You are watching this game. Open a table of your own to play.",
                "Vous regardez cette partie. Ouvrez votre propre table pour jouer.",
            ),
            RequestError::Waiting => Phrase::fixed(
                "Nobody sits opposite yet. Send the link and wait for your friend.",
                "Personne n'est encore assis en face. Envoyez le lien et attendez votre ami.",
            ),
            RequestError::Over => Phrase::fixed(
                "The game is over. Offer a rematch or look at it in analysis.",
                "La partie est terminée. Proposez une revanche ou analysez-la.",
            ),
            RequestError::NotYourTurn => Phrase::fixed(
                "It is not your turn. Wait for the other's move.",
                "Ce n'est pas votre tour. Attendez le coup de l'adversaire.",
            ),
            RequestError::Stale => Phrase::fixed(
                "The position has changed in the meantime. Look at it and choose again.",
                "La position a changé entre-temps. Regardez-la et choisissez de nouveau.",
            ),
            RequestError::AlreadyPlayed => Phrase::fixed(
                "This move has been played already. There is nothing to do.",
                "Ce coup est déjà joué. Il n'y a rien à faire.",
            ),
            RequestError::Illegal(refused) => {
                let next = Phrase::new("Choose another move.", "Choisissez un autre coup.");
                refused.sentence().then(&next)
            }
            RequestError::NoSuchTaps(why) => why.clone(),
            RequestError::OutOfTime => Phrase::fixed(
                "The time is up. The game ends here.",
                "Le temps est écoulé. La partie s'arrête là.",
            ),
            RequestError::TooLong => Phrase::fixed(
                "This game has as many moves as a game can have. Offer a draw, call it off or \
                 resign.",
                "Cette partie a autant de coups qu'une partie peut en avoir. Proposez la nulle, \
                 annulez-la ou abandonnez.",
            ),
            RequestError::NothingToTakeBack => Phrase::fixed(
                "There is no move of yours to take back. Make one first.",
                "Vous n'avez aucun coup à reprendre. Jouez d'abord.",
            ),
            RequestError::AlreadyOffered => Phrase::fixed(
                "You have offered that already. Wait for the answer or withdraw it.",
                "Vous l'avez déjà proposé. Attendez la réponse ou retirez la proposition.",
            ),
            RequestError::AlreadyDeclined => Phrase::fixed(
                "That was declined or withdrawn. Offer it again after the next move.",
                "C'est refusé ou retiré. Proposez-le de nouveau après le prochain coup.",
            ),
            RequestError::NoSuchOffer => Phrase::fixed(
                "This offer does not stand any more. Make it yourself if you want.",
                "Cette proposition ne tient plus. Faites-la vous-même si vous voulez.",
            ),
            RequestError::ComputerPlaysOn => Phrase::fixed(
                "The computer agrees to no draw. Play on or resign.",
                "L'ordinateur n'accepte pas la nulle. Jouez encore ou abandonnez.",
            ),
            RequestError::OpponentIsHere => Phrase::fixed(
                "Your opponent has not been away long enough. Wait a little more.",
                "Votre adversaire n'est pas absent depuis assez longtemps. Attendez encore un peu.",
            ),
            RequestError::UnderWay => Phrase::fixed(
                "The game is under way. Offer a draw or resign.",
                "La partie est en cours. Proposez la nulle ou abandonnez.",
            ),
            RequestError::NotOver => Phrase::fixed(
                "The game is not over. Finish it before the next one.",
                "La partie n'est pas terminée. Finissez-la avant la suivante.",
            ),
            RequestError::RematchMade => Phrase::fixed(
                "The next game is open already. Follow its link.",
                "La partie suivante est déjà ouverte. Suivez son lien.",
            ),
            RequestError::NoFreeSeat => Phrase::fixed(
                "Both seats are taken. Watch, or open a table of your own.",
                "Les deux places sont prises. Regardez, ou ouvrez votre propre table.",
            ),
            RequestError::AlreadySeated => Phrase::fixed(
                "You sit here already. Send the link to your friend.",
                "Vous êtes déjà assis ici. Envoyez le lien à votre ami.",
            ),
        }
    }
}

impl From<&RequestError> for socket::ErrorInfo {
    fn from(error: &RequestError) -> socket::ErrorInfo {
        socket::ErrorInfo { code: error.code().to_owned(), words: error.words() }
    }
}
