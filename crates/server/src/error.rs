//! Why the server itself refuses something, and how that travels.

use crate::store::StoreError;
use crate::store::health::StorageFault;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use galet_scene::Phrase;
use galet_wire::guest_name::NameError;
use galet_wire::refusal::{DAMAGED_TABLE, NO_SUCH_TABLE, Refusal};
use galet_wire::socket::ErrorInfo;

/// Something is refused: over HTTP with a status, over a WebSocket as an answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) info: ErrorInfo,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, words: Phrase) -> Self {
        ApiError { status, info: ErrorInfo { code: code.to_owned(), words } }
    }

    /// What the rules or the table refuse.
    pub(crate) fn unprocessable(info: ErrorInfo) -> Self {
        Refusal::unprocessable(info).into()
    }

    pub(crate) fn no_such_table() -> Self {
        Refusal::no_such_table().into()
    }

    pub(crate) fn no_such_page() -> Self {
        Refusal::no_such_page().into()
    }

    pub(crate) fn malformed(why: &str) -> Self {
        Refusal::malformed(why).into()
    }

    pub(crate) fn too_large() -> Self {
        Refusal::too_large().into()
    }

    pub(crate) fn too_slow() -> Self {
        ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            Phrase::fixed(
                "The message took too long to arrive. Check the connection and send it again.",
                "Le message a mis trop de temps à arriver. Vérifiez la connexion et renvoyez-le.",
            ),
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
        Refusal::too_many_tables().into()
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

    pub(crate) fn too_many_questions() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-questions",
            Phrase::fixed(
                "Too many questions to the engine from your address. Wait for an answer first.",
                "Trop de questions au moteur depuis votre adresse. Attendez d’abord une réponse.",
            ),
        )
    }

    pub(crate) fn no_address() -> Self {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "no-address",
            Phrase::fixed(
                "The proxy in front of this server does not say who asks: it must set \
                 X-Forwarded-For to the visitor’s address.",
                "Le proxy devant ce serveur ne dit pas qui demande\u{a0}: il doit donner l’adresse \
                 du visiteur dans X-Forwarded-For.",
            ),
        )
    }

    pub(crate) fn unknown_name() -> Self {
        ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown-name",
            Phrase::fixed(
                "This server does not go by this name. Whoever runs it can add it: \
                 galet serve --name games.example.org",
                "Ce serveur ne porte pas ce nom. La personne qui le gère peut l’ajouter\u{a0}: \
                 galet serve --name games.example.org",
            ),
        )
    }

    pub(crate) fn too_many_watched() -> Self {
        Refusal::too_many_watched().into()
    }

    /// An event of a browser does not fit those before it.
    pub(crate) fn misfit(number: u32, why: &Phrase) -> Self {
        let which = Phrase::new(
            format!("Event {number} of this game does not fit. Nothing was stored."),
            format!("L’événement {number} de cette partie ne convient pas. Rien n’a été gardé."),
        );
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "misfit", which.then(why))
    }

    pub(crate) fn foreign_seat(number: u32) -> Self {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "foreign-seat",
            Phrase::new(
                format!(
                    "Event {number} seats somebody else: a game of a browser is its visitor’s alone."
                ),
                format!(
                    "L’événement {number} assied quelqu’un d’autre\u{a0}: une partie d’un navigateur \
                     n’est qu’à son visiteur."
                ),
            ),
        )
    }

    pub(crate) fn wrong_time(number: u32) -> Self {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "wrong-time",
            Phrase::new(
                format!(
                    "Event {number} has a time that cannot be: earlier than the one before it, or more \
                     than a day ahead. Check this device’s clock."
                ),
                format!(
                    "L’heure de l’événement {number} est impossible\u{a0}: avant le précédent, ou plus \
                     d’un jour en avance. Vérifiez l’horloge de cet appareil."
                ),
            ),
        )
    }

    pub(crate) fn too_many_events() -> Self {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too-many-events",
            Phrase::fixed(
                "These are more events than one call brings, or than a game has. Send them in parts.",
                "Il y a plus d’événements que n’en porte un appel, ou que n’en a une partie. \
                 Envoyez-les par morceaux.",
            ),
        )
    }

    pub(crate) fn missing_events(seq: u32) -> Self {
        ApiError::new(
            StatusCode::CONFLICT,
            "missing-events",
            Phrase::new(
                format!("The server has {seq} events of this game. Send the next ones first."),
                format!(
                    "Le serveur a {seq} événements de cette partie. Envoyez d’abord les suivants."
                ),
            ),
        )
    }

    pub(crate) fn other_events(number: u32) -> Self {
        ApiError::new(
            StatusCode::CONFLICT,
            "other-events",
            Phrase::new(
                format!("This game went on differently elsewhere, from event {number} on."),
                format!(
                    "Cette partie a continué autrement ailleurs, à partir de l’événement {number}."
                ),
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

    pub(crate) fn bad_name(why: NameError) -> Self {
        Refusal::bad_name(why).into()
    }

    pub(crate) fn no_cookie() -> Self {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "no-cookie",
            Phrase::fixed(
                "Your browser sent no cookie, so nothing can be kept for you. Allow cookies and try \
                 again; programs first GET /api/me and keep the cookie.",
                "Votre navigateur n’a pas envoyé de cookie\u{a0}: rien ne peut être gardé pour vous. \
                 Autorisez les cookies et réessayez\u{a0}; un programme fait d’abord GET /api/me et \
                 garde le cookie.",
            ),
        )
    }

    pub(crate) fn too_many_guests() -> Self {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-guests",
            Phrase::fixed(
                "Too many new players from your address. Wait a minute and try again.",
                "Trop de nouveaux joueurs depuis votre adresse. Attendez une minute puis réessayez.",
            ),
        )
    }

    pub(crate) fn no_such_device() -> Self {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-device",
            Phrase::fixed(
                "This device is signed out already. Look at the list again.",
                "Cet appareil est déjà déconnecté. Consultez de nouveau la liste.",
            ),
        )
    }

    pub(crate) fn last_device() -> Self {
        ApiError::new(
            StatusCode::CONFLICT,
            "last-device",
            Phrase::fixed(
                "This is your only device: without it nobody could get at your games. Link another \
                 one first, or delete everything about you.",
                "C’est votre seul appareil\u{a0}: sans lui, personne n’aurait plus accès à vos parties. \
                 Reliez-en d’abord un autre, ou supprimez tout ce qui vous concerne.",
            ),
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

    /// Whether there is no such table, perhaps no longer.
    pub(crate) fn is_no_such_table(&self) -> bool {
        self.info.code == NO_SUCH_TABLE
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
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = StatusCode::from_u16(refusal.status);
        ApiError { status: status.unwrap_or(StatusCode::BAD_REQUEST), info: refusal.info }
    }
}

impl From<galet_study::StudyError> for ApiError {
    fn from(error: galet_study::StudyError) -> Self {
        error.refusal().into()
    }
}

impl From<galet_scheduler::ScheduleError> for ApiError {
    fn from(error: galet_scheduler::ScheduleError) -> Self {
        error.refusal().into()
    }
}

impl From<galet_table::FilterError> for ApiError {
    fn from(error: galet_table::FilterError) -> Self {
        match error {
            galet_table::FilterError::Game(unknown) => {
                galet_study::StudyError::from(unknown).into()
            }
            galet_table::FilterError::Malformed(why) => ApiError::malformed(&why),
        }
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
