//! Requests that need the events of many tables: they are loaded one after the other, and the request is asked again
//! after each.

use crate::file::{self, Game};
use crate::name::name_of;
use crate::out::Hindrance;
use crate::requests::{RECORD, Response};
use crate::tables::stored_card;
use crate::{Door, file::checksum};
use galet_games::record::write;
use galet_table::{MOST_EXPORTED, TableFilter};
use galet_wire::door::GamesTaken;
use std::collections::BTreeMap;

/// What a request has gathered so far, by the names of tables. Nothing for those that are gone or damaged.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Gathering {
    events: BTreeMap<String, Option<Vec<String>>>,
    /// The games of a file that was read: it is long, and is not read again for each of them.
    games: Option<Vec<Game>>,
}

/// Requests that were never asked again are forgotten when there are more than these.
const MOST_AT_ONCE: usize = 8;

impl Door {
    /// `GET /api/me/archive.pgn`.
    pub(crate) fn archive(&mut self, to: u32, query: &str) -> Result<Response, Hindrance> {
        let filter = TableFilter::read(query, MOST_EXPORTED)?;
        let filter = TableFilter { ended: Some(true), ..filter };
        let (ids, names) = (self.ids(&filter), self.names());
        let record = |door: &mut Door, id: &str| {
            let record = door.kept(id)?.table.record(&names);
            Ok(vec![write(&record)])
        };
        let records = self.gather(to, &ids, record)?;
        let texts: Vec<String> =
            ids.iter().filter_map(|id| records.get(id)?.clone()).flatten().collect();
        Ok(Response::text(RECORD, texts.join("\n")))
    }

    /// `GET /api/me/games.json`.
    pub(crate) fn give_out(&mut self, to: u32) -> Result<Response, Hindrance> {
        let ids = self.ids(&TableFilter { at_most: MOST_EXPORTED, ..TableFilter::default() });
        let mut events = self.gather(to, &ids, |door, id| Ok(door.kept(id)?.events.clone()))?;
        let games = ids
            .iter()
            .filter_map(|id| Some(Game { table: id.clone(), events: events.remove(id)?? }));
        Ok(Response::json_text(file::write(&games.collect::<Vec<_>>())))
    }

    /// `POST /api/me/games.json`.
    pub(crate) fn take_in(&mut self, to: u32, text: &str) -> Result<Response, Hindrance> {
        let read = self.gathering.get_mut(&to).and_then(|gathering| gathering.games.take());
        let games = match read {
            Some(games) => games,
            None => file::read(text)?,
        };
        // Another name for a game whose own is taken follows from its events: the same file twice brings it once.
        let other_name = |game: &Game| name_of(checksum(&game.events));
        // Who has another number of events is another game: only the others need be looked at.
        let alike = |id: &String, game: &Game| {
            self.cards.get(id).is_some_and(|known| known.seq as usize == game.events.len())
        };
        let mut ids: Vec<String> = Vec::new();
        for game in &games {
            ids.extend(
                [game.table.clone(), other_name(game)].into_iter().filter(|id| alike(id, game)),
            );
        }
        let gathered = self.gather(to, &ids, |door, id| Ok(door.kept(id)?.events.clone()));
        let here = match gathered {
            Ok(here) => here,
            Err(fetch) => {
                if let Some(gathering) = self.gathering.get_mut(&to) {
                    gathering.games = Some(games);
                }
                return Err(fetch);
            }
        };
        let names = self.names();
        let mut taken = GamesTaken { taken: 0, already: 0 };
        for game in games {
            let known = |id: &str| here.get(id).and_then(Option::as_ref);
            let other = other_name(&game);
            if [&game.table, &other].iter().any(|id| known(id) == Some(&game.events)) {
                taken.already += 1;
                continue;
            }
            let id =
                [game.table.clone(), other].into_iter().find(|id| !self.cards.contains_key(id));
            let id = id.unwrap_or_else(|| self.fresh_name());
            let Ok((table, _)) = crate::storage::rebuild(&id, &game.events) else {
                // It was read a moment ago.
                continue;
            };
            let card = stored_card(&table, &names);
            self.cards.insert(id, card.clone());
            self.out.write(1, &game.events, card);
            taken.taken += 1;
        }
        Ok(Response::json(200, &taken))
    }

    /// Whether the file that a request brought was read and is kept until all tables have been here.
    pub(crate) fn has_read(&self, to: u32) -> bool {
        self.gathering.get(&to).is_some_and(|gathering| gathering.games.is_some())
    }

    fn ids(&self, filter: &TableFilter) -> Vec<String> {
        self.listed(filter).iter().map(|stored| stored.card.table.id.clone()).collect()
    }

    /// Something of each of these tables, as soon as all have been here.
    fn gather(
        &mut self,
        to: u32,
        ids: &[String],
        look: impl Fn(&mut Door, &str) -> Result<Vec<String>, Hindrance>,
    ) -> Result<BTreeMap<String, Option<Vec<String>>>, Hindrance> {
        let mut gathered = self.gathering.remove(&to).unwrap_or_default();
        for id in ids {
            if gathered.events.contains_key(id) {
                continue;
            }
            let seen = match look(self, id) {
                Ok(seen) => Some(seen),
                Err(Hindrance::Refused(_)) => None,
                Err(fetch) => {
                    while self.gathering.len() >= MOST_AT_ONCE {
                        self.gathering.pop_first();
                    }
                    self.gathering.insert(to, gathered);
                    return Err(fetch);
                }
            };
            gathered.events.insert(id.clone(), seen);
        }
        Ok(gathered.events)
    }
}
