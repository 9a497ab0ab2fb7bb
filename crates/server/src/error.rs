//! Why the server itself refuses something, and how that travels.

use crate::store::StoreError;
use crate::store::health::StorageFault;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use galet_scene::Phrase;
use galet_wire::socket::ErrorInfo;

/// Something is refused: over HTTP with a status, over a WebSocket as an answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) info: ErrorInfo,
}

const DAMAGED_TABLE: &str = "damaged-table";

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, words: Phrase) -> Self {
        ApiError { status, info: ErrorInfo { code: code.to_owned(), words } }
    }

    /// What the rules or the table refuse.
    pub(crate) fn unprocessable(info: ErrorInfo) -> Self {
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, info }
    }

    pub(crate) fn no_such_table() -> Self {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-table",
            Phrase::fixed(
                "There is no table under this address. Check the link.",
                "Aucune table à cette adresse. Vérifiez le lien.",
            ),
        )
    }

    pub(crate) fn no_such_page() -> Self {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-page",
            Phrase::fixed("There is nothing under this address.", "Il n’y a rien à cette adresse."),
        )
    }

    pub(crate) fn malformed(why: &str) -> Self {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "malformed",
            Phrase::new(
                format!("The message cannot be read: {why}."),
                format!("Le message est illisible\u{a0}: {why}."),
            ),
        )
    }

    pub(crate) fn too_large() -> Self {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            Phrase::fixed("The message is too large.", "Le message est trop grand."),
        )
    }

    pub(crate) fn too_fast() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-fast",
            Phrase::fixed(
                "Too much at once. Wait a few seconds and try again.",
                "Trop de demandes à la fois. Attendez quelques secondes puis réessayez.",
            ),
        )
    }

    pub(crate) fn too_many_tables() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-tables",
            Phrase::fixed(
                "You have too many unfinished games. Finish one or call it off first.",
                "Vous avez trop de parties en cours. Terminez-en ou annulez-en une d’abord.",
            ),
        )
    }

    pub(crate) fn too_many_connections() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-connections",
            Phrase::fixed(
                "Too many connections from your address. Close some pages first.",
                "Trop de connexions depuis votre adresse. Fermez d’abord quelques pages.",
            ),
        )
    }

    pub(crate) fn too_many_watched() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-watched",
            Phrase::fixed(
                "One page watches at most twenty tables. Leave one first.",
                "Une page suit vingt tables au plus. Quittez-en une d’abord.",
            ),
        )
    }

    pub(crate) fn foreign_origin() -> Self {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            Phrase::fixed(
                "This page belongs to another site. Open the address of this server itself.",
                "Cette page appartient à un autre site. Ouvrez l’adresse de ce serveur.",
            ),
        )
    }

    pub(crate) fn bad_name() -> Self {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "bad-name",
            Phrase::fixed("A name has at most 40 characters.", "Un nom a 40 caractères au plus."),
        )
    }

    pub(crate) fn link_used() -> Self {
        ApiError::new(
            StatusCode::GONE,
            "link-used",
            Phrase::fixed(
                "This link has been used or is too old. Make a new one on the other device.",
                "Ce lien a déjà servi ou a expiré. Créez-en un nouveau sur l’autre appareil.",
            ),
        )
    }

    pub(crate) fn going_down() -> Self {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "going-down",
            Phrase::fixed(
                "The server is restarting. Try again in a moment.",
                "Le serveur redémarre. Réessayez dans un instant.",
            ),
        )
    }

    pub(crate) fn storage() -> Self {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "storage",
            Phrase::fixed(
                "The server could not save this; nothing has changed. Try again.",
                "Le serveur n’a pas pu enregistrer\u{a0}; rien n’a changé. Réessayez.",
            ),
        )
    }

    /// Nothing can be written at the moment.
    pub(crate) fn failing(fault: StorageFault) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "storage", fault.words())
    }

    pub(crate) fn damaged_table() -> Self {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            DAMAGED_TABLE,
            Phrase::fixed(
                "This table is damaged on the server’s disk. Ask whoever runs the server to go back to \
                 a backup.",
                "Cette table est abîmée sur le disque du serveur. Demandez à la personne responsable \
                 de revenir à une sauvegarde.",
            ),
        )
    }

    /// The database is damaged, though what can be read is served.
    pub(crate) fn damaged() -> Self {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "damaged",
            Phrase::fixed(
                "The database is damaged. `galet check-data` names the tables; a backup has them.",
                "La base de données est abîmée. `galet check-data` nomme les tables\u{a0}; une \
                 sauvegarde les contient.",
            ),
        )
    }

    /// Whether a table cannot be read, now or ever.
    pub(crate) fn is_damaged_table(&self) -> bool {
        self.info.code == DAMAGED_TABLE
    }

    pub(crate) fn busy() -> Self {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            Phrase::fixed(
                "The server is busy. Try again in a moment.",
                "Le serveur est occupé. Réessayez dans un instant.",
            ),
        )
    }

    pub(crate) fn no_hint() -> Self {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "no-hint",
            Phrase::fixed(
                "Hints are for games against the computer only.",
                "Les conseils sont réservés aux parties contre l’ordinateur.",
            ),
        )
    }
}

impl From<galet_study::StudyError> for ApiError {
    fn from(error: galet_study::StudyError) -> Self {
        use galet_study::StudyError;
        let status = match error {
            StudyError::UnknownGame(_) | StudyError::NoSuchLesson(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        ApiError { status, info: error.info() }
    }
}

impl From<galet_scheduler::ScheduleError> for ApiError {
    fn from(error: galet_scheduler::ScheduleError) -> Self {
        use galet_scheduler::ScheduleError;
        let status = match error {
            ScheduleError::Busy | ScheduleError::Closed => StatusCode::SERVICE_UNAVAILABLE,
            ScheduleError::TooManyQuestions { .. } => StatusCode::TOO_MANY_REQUESTS,
            ScheduleError::GameOver | ScheduleError::NoMove | ScheduleError::TooLong => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        ApiError { status, info: error.info() }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Closed => ApiError::going_down(),
            // It was logged when it began.
            StoreError::Failing(fault) => ApiError::failing(fault),
            error => {
                tracing::error!(%error, "the database failed");
                ApiError::storage()
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.info)).into_response();
        let later = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
        if later.contains(&self.status) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
