//! What is refused in the same words by whoever answers: a server, or a module in the page.

use crate::guest_name::NameError;
use crate::socket::ErrorInfo;
use galet_scene::Phrase;

/// Something is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// As in HTTP.
    pub status: u16,
    /// Why.
    pub info: ErrorInfo,
}

/// The code of [`Refusal::no_such_table`].
pub const NO_SUCH_TABLE: &str = "no-such-table";
/// The code of a table whose events make no game.
pub const DAMAGED_TABLE: &str = "damaged-table";

impl Refusal {
    /// A refusal with its name for programs.
    pub fn new(status: u16, code: &str, words: Phrase) -> Self {
        Refusal { status, info: ErrorInfo { code: code.to_owned(), words } }
    }

    /// What the rules or the table refuse.
    pub fn unprocessable(info: ErrorInfo) -> Self {
        Refusal { status: 422, info }
    }

    /// No table has this name.
    pub fn no_such_table() -> Self {
        Refusal::new(
            404,
            NO_SUCH_TABLE,
            Phrase::fixed(
                "There is no table under this address. Check the link.",
                "Aucune table à cette adresse. Vérifiez le lien.",
            ),
        )
    }

    /// Nothing has this address.
    pub fn no_such_page() -> Self {
        Refusal::new(
            404,
            "no-such-page",
            Phrase::fixed("There is nothing under this address.", "Il n’y a rien à cette adresse."),
        )
    }

    /// The address is there, but not for this method.
    pub fn wrong_method() -> Self {
        Refusal::new(
            405,
            "wrong-method",
            Phrase::fixed(
                "This address is asked in another way: see /api/docs.",
                "Cette adresse s’utilise autrement\u{a0}: voir /api/docs.",
            ),
        )
    }

    /// The message makes no sense.
    pub fn malformed(why: &str) -> Self {
        Refusal::new(
            400,
            "malformed",
            Phrase::new(
                format!("The message cannot be read: {why}."),
                format!("Le message est illisible\u{a0}: {why}."),
            ),
        )
    }

    /// The message is longer than any may be.
    pub fn too_large() -> Self {
        Refusal::new(
            413,
            "too-large",
            Phrase::fixed("The message is too large.", "Le message est trop grand."),
        )
    }

    /// More unfinished games than one person may have.
    pub fn too_many_tables() -> Self {
        Refusal::new(
            429,
            "too-many-tables",
            Phrase::fixed(
                "You have too many unfinished games. Finish one or call it off first.",
                "Vous avez trop de parties en cours. Terminez-en ou annulez-en une d’abord.",
            ),
        )
    }

    /// One page watches no more tables.
    pub fn too_many_watched() -> Self {
        Refusal::new(
            429,
            "too-many-watched",
            Phrase::fixed(
                "One page watches at most twenty tables. Leave one first.",
                "Une page suit vingt tables au plus. Quittez-en une d’abord.",
            ),
        )
    }

    /// A name that is not taken.
    pub fn bad_name(why: NameError) -> Self {
        let words = match why {
            NameError::TooLong => Phrase::fixed(
                "A name has at most 40 characters.",
                "Un nom a 40 caractères au plus.",
            ),
            NameError::Invisible => Phrase::fixed(
                "Nothing of this name can be seen. Choose one with letters, or leave it empty.",
                "Rien de ce nom n’est visible. Choisissez-en un avec des lettres, ou laissez vide.",
            ),
            NameError::TooManyMarks => Phrase::fixed(
                "There are too many accents on one letter of this name. Leave some out.",
                "Une lettre de ce nom porte trop d’accents. Enlevez-en.",
            ),
        };
        Refusal::new(422, "bad-name", words)
    }

    /// A hint in a game that is not played against the computer.
    pub fn no_hint() -> Self {
        Refusal::new(
            403,
            "no-hint",
            Phrase::fixed(
                "Hints are for games against the computer only.",
                "Les conseils sont réservés aux parties contre l’ordinateur.",
            ),
        )
    }
}
