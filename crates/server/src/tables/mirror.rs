//! Tables that a browser keeps and that are mirrored here.

pub(crate) mod check;

use super::keeper::{Keeper, KeeperMessage};
use super::summary::{guest_to_move, summary};
use super::{TableSnapshot, Tables};
use crate::App;
use crate::error::ApiError;
use crate::store::StoreError;
use crate::store::writer::StoreChange;
use crate::token;
use check::SentEvents;
use galet_table::{Event, GuestId, Table};
use std::sync::Arc;

impl Tables {
    /// Adds what a browser that keeps a table sends; gives how many events are on disk then.
    pub(crate) async fn mirror(
        &self,
        app: &Arc<App>,
        id: &str,
        who: GuestId,
        sent: &Arc<SentEvents>,
    ) -> Result<u32, ApiError> {
        self.call(app, id, |reply| KeeperMessage::Mirror { who, sent: sent.clone(), reply }).await?
    }

    /// Says why these events make no table, if they do not.
    pub(crate) async fn check_mirrored(
        app: &App,
        id: &str,
        events: Vec<Event>,
    ) -> Result<(Table, Vec<Event>), ApiError> {
        let (id, now) = (id.to_owned(), app.clock.now());
        app.work.aside(move || check::begin(&id, &events, now).map(|table| (table, events))).await
    }

    /// Stores a table that a browser has begun, with all that happened there since. One that is
    /// there already stays as it is.
    pub(crate) async fn begin_mirrored(
        &self,
        app: &Arc<App>,
        id: &str,
        events: Vec<Event>,
    ) -> Result<(), ApiError> {
        let (table, events) = Self::check_mirrored(app, id, events).await?;
        let begin = async {
            // Nobody else is about to bring it, or has just done so.
            match Keeper::load(app, id).await {
                Err(error) if error.is_no_such_table() => {}
                there => return there,
            }
            let body = |(seq, event): (u32, &Event)| StoreChange::Event {
                table: id.to_owned(),
                seq,
                body: event.to_json(),
            };
            let mut changes: Vec<_> = (1..).zip(&events).map(body).collect();
            changes.push(StoreChange::Summary(Box::new(summary(&table))));
            match app.store.writer.write(changes).await {
                Ok(_) => {}
                // It was brought to another node at this very moment.
                Err(StoreError::Overtaken) => return Keeper::load(app, id).await,
                Err(error) => return Err(error.into()),
            }
            app.metrics.tables_opened.add(1);
            tracing::info!(game = table.game(), "a table is mirrored");
            app.turn_passed(None, guest_to_move(&table));
            Keeper::load(app, id).await
        };
        let held = self.hold(id);
        held.slot.get_or_try_init(|| begin).await.map(|_| ())
    }

    /// The events of a table that a browser keeps, from a number on, for its own visitor.
    pub(crate) async fn mirrored(
        &self,
        app: &Arc<App>,
        id: &str,
        who: GuestId,
        from: u32,
    ) -> Result<Vec<String>, ApiError> {
        let own = move |l: &TableSnapshot<'_>| l.table.sides_of(who).next().is_some();
        if !token::is_mirrored_name(id) || !self.look(app, id, own).await? {
            return Err(ApiError::no_such_table());
        }
        let texts = app.store.events_from(id, from, u32::MAX).await?;
        let back = move || texts.iter().map(|text| check::of_visitor(text, who)).collect();
        app.work.aside(back).await
    }
}
