//! The page of a table, with what other pages show beside a link to it (Open Graph): a title, a
//! sentence and a picture. It tells what anybody with the link sees at the table, and no more.

use super::pictures::CARD;
use super::plain::{escape, wished};
use crate::App;
use crate::origin::own_address;
use crate::tables::TableSnapshot;
use crate::web;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use galet_core::{Level, Side};
use galet_scene::{Language, Phrase};
use galet_wire::table::Sitter;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The table that an address means, if it means one.
pub(super) fn table_in(path: &str) -> Option<&str> {
    let id = path.strip_prefix("/t/")?.trim_end_matches('/');
    (!id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric())).then_some(id)
}

/// The web app's page for a table. Without a table it is the page for everything.
pub(super) async fn page(app: &Arc<App>, path: &str, id: &str, headers: &HeaderMap) -> Response {
    let plain = || web::serve(path, headers);
    let Some(page) = web::page() else { return plain() };
    let Some(address) = own_address(headers, app) else { return plain() };
    let Ok(told) = app.tables.look(app, id, Told::of).await else { return plain() };
    let language = wished(headers);
    let html = filled(page, &told, &address, id, language);
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let Ok(value) = HeaderValue::from_str(&tag) else { return plain() };
    let vary = (header::VARY, HeaderValue::from_static("accept-language"));
    let check_again = (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    let head = [(header::ETAG, value), vary, check_again];
    match web::is_known(headers, &tag) {
        true => (StatusCode::NOT_MODIFIED, head).into_response(),
        false => (head, Html(html)).into_response(),
    }
}

/// What is told of a table.
#[derive(Clone, Debug)]
struct Told {
    title: Phrase,
    description: Phrase,
}

impl Told {
    fn of(snapshot: &TableSnapshot<'_>) -> Told {
        let table = snapshot.table;
        let game = table.progress().game().title();
        let sitters = [Side::First, Side::Second].map(|side| table.sitter(side, snapshot.names));
        let moves = table.ply();
        let described = match table.ending() {
            Some(ending) => ending.words.clone().then(&counted(moves)),
            None if sitters.contains(&Sitter::Nobody) => return Told::invitation(game, &sitters),
            None => counted(moves).then(&GOES_ON),
        };
        Told { title: between(game, &sitters), description: described }
    }

    /// A seat is free.
    fn invitation(game: &str, sitters: &[Sitter; 2]) -> Told {
        let host = sitters.iter().find_map(|sitter| match sitter {
            Sitter::Guest { name } if !name.is_empty() => Some(name),
            _ => None,
        });
        let invited = match host {
            Some(name) => Phrase::new(
                format!("{name} invites you to play."),
                format!("{name} vous invite à jouer."),
            ),
            None => Phrase::fixed("You are invited to play.", "Vous êtes invité à jouer."),
        };
        let title =
            Phrase::new(format!("{game}: an invitation"), format!("{game}\u{a0}: invitation"));
        Told { title, description: invited.then(&FIRST_SITS) }
    }
}

static GOES_ON: Phrase = Phrase::fixed("The game goes on.", "La partie continue.");
static FIRST_SITS: Phrase = Phrase::fixed(
    "Whoever opens the link first may sit down; everybody else watches.",
    "Le premier à ouvrir le lien peut s’asseoir\u{a0}; tous les autres regardent.",
);

/// "Avalam: Ann – computer, level 3".
fn between(game: &str, sitters: &[Sitter; 2]) -> Phrase {
    let named = |sitter: &Sitter| match sitter {
        Sitter::Guest { name } if !name.is_empty() => Phrase::new(name.clone(), name.clone()),
        Sitter::Guest { .. } | Sitter::Nobody => Phrase::fixed("a guest", "un invité"),
        Sitter::Computer { level } => match Level::new(*level).map(Level::words) {
            Some(level) => {
                Phrase::new(format!("computer, {}", level.en), format!("ordinateur, {}", level.fr))
            }
            None => Phrase::fixed("computer", "ordinateur"),
        },
    };
    let [first, second] = [named(&sitters[0]), named(&sitters[1])];
    Phrase::new(
        format!("{game}: {} – {}", first.en, second.en),
        format!("{game}\u{a0}: {} – {}", first.fr, second.fr),
    )
}

fn counted(moves: u32) -> Phrase {
    match moves {
        0 => Phrase::fixed("No move yet.", "Aucun coup joué."),
        1 => Phrase::fixed("One move.", "Un coup joué."),
        moves => Phrase::new(format!("{moves} moves."), format!("{moves} coups joués.")),
    }
}

/// The page with the tags in its head. Names are what people typed: everything is escaped.
fn filled(page: &str, told: &Told, address: &str, id: &str, language: Language) -> String {
    let (title, description) = (told.title.get(language), told.description.get(language));
    let picture = format!("{address}/api/tables/{id}/card.png?lang={language}");
    let locale = match language {
        Language::English => "en_GB",
        Language::French => "fr_FR",
    };
    let (width, height) = (CARD.width.to_string(), CARD.height.to_string());
    let mut tags = String::new();
    for (name, content) in [
        ("og:type", "website"),
        ("og:site_name", "Galet"),
        ("og:locale", locale),
        ("og:title", title),
        ("og:description", description),
        ("og:url", &format!("{address}/t/{id}")),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &width),
        ("og:image:height", &height),
        ("og:image:alt", description),
    ] {
        let _ = write!(tags, "<meta property=\"{name}\" content=\"{}\">", escape(content));
    }
    // Links to tables are for those who were given them, not for catalogues.
    tags.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">");
    tags.push_str("<meta name=\"robots\" content=\"noindex\">");
    page.replacen("</head>", &(tags + "</head>"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<!doctype html><html><head><title>Galet</title></head><body></body></html>";

    #[test]
    fn only_addresses_of_tables_mean_tables() {
        assert_eq!(table_in("/t/abcdefghij"), Some("abcdefghij"));
        assert_eq!(table_in("/t/abcdefghij/"), Some("abcdefghij"));
        for path in ["/", "/t", "/t/", "/t/a/b", "/t/%22", "/t/a.js", "/mine"] {
            assert_eq!(table_in(path), None, "{path}");
        }
    }

    #[test]
    fn names_and_hosts_cannot_break_out_of_the_tags() {
        let bad = "\"><script>alert('x')</script>".to_owned();
        let guests = [bad.clone(), String::new()].map(|name| Sitter::Guest { name });
        let told =
            Told { title: between("Gué", &guests), description: Phrase::new(bad.clone(), bad) };
        for language in Language::ALL {
            let html = filled(PAGE, &told, "http://\"onload=\"x", "abc", language);
            assert!(!html.contains("<script") && !html.contains("\"onload"), "{html}");
            assert!(html.contains("content=\"http://&quot;onload"), "{html}");
            assert!(html.ends_with("</head><body></body></html>"), "{html}");
        }
    }

    #[test]
    fn everything_is_said_in_the_language_wished() {
        let sitters = [Sitter::Guest { name: "Zoé".to_owned() }, Sitter::Computer { level: 3 }];
        let told =
            Told { title: between("Gué", &sitters), description: counted(12).then(&GOES_ON) };
        let say = |language| filled(PAGE, &told, "https://games.example.org", "abc", language);
        let english = say(Language::English);
        for part in [
            "\"og:title\" content=\"Gué: Zoé – computer, level 3\"",
            "\"og:description\" content=\"12 moves. The game goes on.\"",
            "\"og:image\" content=\"https://games.example.org/api/tables/abc/card.png?lang=en\"",
            "\"og:url\" content=\"https://games.example.org/t/abc\"",
        ] {
            assert!(english.contains(part), "{part} in {english}");
        }
        let french = say(Language::French);
        assert!(french.contains("12 coups joués. La partie continue."), "{french}");
        assert!(french.contains("ordinateur, niveau 3") && french.contains("lang=fr"), "{french}");
        let seats = [Sitter::Guest { name: "Zoé".to_owned() }, Sitter::Nobody];
        let told = Told::invitation("Gué", &seats);
        assert!(told.description.en.starts_with("Zoé invites you to play."), "{told:?}");
        let told = Told::invitation("Gué", &[Sitter::Nobody, Sitter::Nobody]);
        assert!(told.description.fr.starts_with("Vous êtes invité"), "{told:?}");
    }
}
