//! Why a request is refused.

use galet_games::MoveRefused;
use galet_scene::Phrase;
use galet_wire::socket;

/// Why a request is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.words().en)]
pub enum Refusal {
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
    Illegal(MoveRefused),
    /// These taps begin no move; the rules say why.
    NoSuchTaps(Phrase),
    /// The time is up.
    OutOfTime,
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

impl Refusal {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not-seated",
            Refusal::Waiting => "waiting-for-opponent",
            Refusal::Over => "game-over",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Stale => "stale",
            Refusal::AlreadyPlayed => "already-played",
            Refusal::Illegal(_) => "illegal-move",
            Refusal::NoSuchTaps(_) => "no-such-taps",
            Refusal::OutOfTime => "out-of-time",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::AlreadyDeclined => "already-declined",
            Refusal::NoSuchOffer => "no-such-offer",
            Refusal::ComputerPlaysOn => "computer-plays-on",
            Refusal::OpponentIsHere => "opponent-is-here",
            Refusal::UnderWay => "under-way",
            Refusal::NotOver => "not-over",
            Refusal::RematchMade => "rematch-made",
            Refusal::NoFreeSeat => "no-free-seat",
            Refusal::AlreadySeated => "already-seated",
        }
    }

    /// In words that say what to do next.
    pub fn words(&self) -> Phrase {
        let (en, fr) = match self {
            Refusal::NotSeated => (
                "You are watching this game. Open a table of your own to play.",
                "Vous regardez cette partie. Ouvrez votre propre table pour jouer.",
            ),
            Refusal::Waiting => (
                "Nobody sits opposite yet. Send the link and wait for your friend.",
                "Personne n'est encore assis en face. Envoyez le lien et attendez votre ami.",
            ),
            Refusal::Over => (
                "The game is over. Offer a rematch or look at it in analysis.",
                "La partie est terminée. Proposez une revanche ou analysez-la.",
            ),
            Refusal::NotYourTurn => (
                "It is not your turn. Wait for the other's move.",
                "Ce n'est pas votre tour. Attendez le coup de l'adversaire.",
            ),
            Refusal::Stale => (
                "The position has changed in the meantime. Look at it and choose again.",
                "La position a changé entre-temps. Regardez-la et choisissez de nouveau.",
            ),
            Refusal::AlreadyPlayed => (
                "This move has been played already. There is nothing to do.",
                "Ce coup est déjà joué. Il n'y a rien à faire.",
            ),
            Refusal::Illegal(refused) => {
                let next = Phrase::new("Choose another move.", "Choisissez un autre coup.");
                return refused.sentence().then(&next);
            }
            Refusal::NoSuchTaps(why) => return why.clone(),
            Refusal::OutOfTime => (
                "The time is up. The game ends here.",
                "Le temps est écoulé. La partie s'arrête là.",
            ),
            Refusal::NothingToTakeBack => (
                "There is no move of yours to take back. Make one first.",
                "Vous n'avez aucun coup à reprendre. Jouez d'abord.",
            ),
            Refusal::AlreadyOffered => (
                "You have offered that already. Wait for the answer or withdraw it.",
                "Vous l'avez déjà proposé. Attendez la réponse ou retirez la proposition.",
            ),
            Refusal::AlreadyDeclined => (
                "That was declined. Offer it again after the next move.",
                "C'est refusé. Proposez-le de nouveau après le prochain coup.",
            ),
            Refusal::NoSuchOffer => (
                "This offer does not stand any more. Make it yourself if you want.",
                "Cette proposition ne tient plus. Faites-la vous-même si vous voulez.",
            ),
            Refusal::ComputerPlaysOn => (
                "The computer agrees to no draw. Play on or resign.",
                "L'ordinateur n'accepte pas la nulle. Jouez encore ou abandonnez.",
            ),
            Refusal::OpponentIsHere => (
                "Your opponent has not been away long enough. Wait a little more.",
                "Votre adversaire n'est pas absent depuis assez longtemps. Attendez encore un peu.",
            ),
            Refusal::UnderWay => (
                "The game is under way. Offer a draw or resign.",
                "La partie est en cours. Proposez la nulle ou abandonnez.",
            ),
            Refusal::NotOver => (
                "The game is not over. Finish it before the next one.",
                "La partie n'est pas terminée. Finissez-la avant la suivante.",
            ),
            Refusal::RematchMade => (
                "The next game is open already. Follow its link.",
                "La partie suivante est déjà ouverte. Suivez son lien.",
            ),
            Refusal::NoFreeSeat => (
                "Both seats are taken. Watch, or open a table of your own.",
                "Les deux places sont prises. Regardez, ou ouvrez votre propre table.",
            ),
            Refusal::AlreadySeated => (
                "You sit here already. Send the link to your friend.",
                "Vous êtes déjà assis ici. Envoyez le lien à votre ami.",
            ),
        };
        Phrase::new(en, fr)
    }
}

impl From<&Refusal> for socket::Refusal {
    fn from(refusal: &Refusal) -> socket::Refusal {
        socket::Refusal { code: refusal.code().to_owned(), words: refusal.words() }
    }
}
