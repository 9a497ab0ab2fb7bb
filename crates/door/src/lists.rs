//! My games, and how they ended: from what is known of all tables in storage.

use crate::Door;
use crate::out::Hindrance;
use galet_table::results::{Finished, count};
use galet_table::{PAGE, TableFilter, page_after};
use galet_wire::door::StoredCard;
use galet_wire::guest::{Results, TableCard, TablePage};
use galet_wire::table::Sitter;

impl Door {
    /// A page of my games, the newest first.
    pub(crate) fn page(&self, query: &str) -> Result<TablePage, Hindrance> {
        let mut listed = self.listed(&TableFilter::read(query, PAGE + 1)?);
        let more = listed.len() > PAGE as usize;
        listed.truncate(PAGE as usize);
        let last = listed.last().map(|last| page_after(last.card.at, &last.card.table.id));
        let mut page =
            TablePage { tables: Vec::new(), before: last.filter(|_| more), unreadable: Vec::new() };
        for stored in listed {
            let id = &stored.card.table.id;
            if self.damaged.contains(id) {
                // One damaged table must not hide the others.
                page.unreadable.push(id.clone());
            } else {
                page.tables.push(self.with_name(&stored.card));
            }
        }
        Ok(page)
    }

    /// The tables that are asked for, the newest first.
    pub(crate) fn listed(&self, filter: &TableFilter) -> Vec<&StoredCard> {
        let taken = |stored: &&StoredCard| filter.takes(&stored.card, stored.level);
        let mut listed: Vec<&StoredCard> = self.cards.values().filter(taken).collect();
        sort_by_time(&mut listed, |stored| Some(stored.card.at));
        listed.reverse();
        listed.truncate(filter.at_most as usize);
        listed
    }

    /// A card with the name that the person here has now.
    fn with_name(&self, card: &TableCard) -> TableCard {
        let mut card = card.clone();
        for sitter in &mut card.sitters {
            if let Sitter::Guest { name } = sitter {
                name.clone_from(&self.name);
            }
        }
        card
    }

    /// How my games ended.
    pub(crate) fn results(&self) -> Results {
        let mut ended: Vec<&StoredCard> =
            self.cards.values().filter(|stored| stored.card.result.is_some()).collect();
        sort_by_time(&mut ended, |stored| stored.over);
        let finished = |stored: &&StoredCard| {
            let (game, level) = (stored.card.game.clone(), stored.level);
            Some(Finished { game, level, result: stored.card.result? })
        };
        count(&ended.iter().filter_map(finished).collect::<Vec<_>>(), galet_engine::experts)
    }

    /// How many games wait for the person here.
    pub(crate) fn turns_now(&self) -> u32 {
        self.cards.values().filter(|stored| stored.card.your_turn).count() as u32
    }
}

/// By a time, and by their names where it is the same.
fn sort_by_time(cards: &mut [&StoredCard], time: fn(&StoredCard) -> Option<u64>) {
    cards.sort_by_key(|stored| (time(stored), &stored.card.table.id));
}
