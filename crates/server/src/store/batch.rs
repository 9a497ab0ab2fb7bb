//! What nearly all commits are: events of tables, and what lists know of those tables.

use super::writer::{StoreChange, Summary};
use galet_table::Moment;
use serde::Serialize;
use sqlx::SqliteConnection;
use std::collections::HashMap;

/// The changes of a commit that has nothing but moves and their like.
pub(super) struct Batch<'j> {
    events: Vec<(&'j str, u32, &'j str)>,
    /// Only the newest summary of a table matters; with it, whether all of them go on.
    summaries: HashMap<&'j str, (&'j Summary, bool)>,
}

/// The whole commit as one text: every visit to SQLite's own thread is two changes of threads, and
/// they cost more than the work. An event that is there already ends all of it: nothing is kept for
/// undoing a part.
const COMMIT: &str = "BEGIN IMMEDIATE;
    INSERT OR ROLLBACK INTO events (tab, seq, body)
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?);
    INSERT INTO tables (id, game, first, second, turn, ply, seq, ended, at, wake, level, result,
        over)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
        value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11,
        value ->> 12 FROM json_each(?) WHERE true
      ON CONFLICT (id) DO UPDATE SET first = excluded.first, second = excluded.second,
        turn = excluded.turn, ply = excluded.ply, seq = excluded.seq,
        ended = excluded.ended, at = excluded.at, wake = excluded.wake,
        level = excluded.level, result = excluded.result, over = excluded.over;
    UPDATE tables SET turn = j.value ->> 1, ply = j.value ->> 2, seq = j.value ->> 3,
        at = j.value ->> 4, wake = j.value ->> 5
      FROM json_each(?) AS j WHERE tables.id = j.value ->> 0;
    INSERT INTO heartbeat (id, at) VALUES (1, ?)
      ON CONFLICT (id) DO UPDATE SET at = excluded.at;
    COMMIT";

impl<'j> Batch<'j> {
    /// The changes of some jobs; `None` if there is any other among them.
    pub(super) fn of(jobs: &[&'j [StoreChange]]) -> Option<Self> {
        let mut batch = Batch { events: Vec::with_capacity(jobs.len()), summaries: HashMap::new() };
        for change in jobs.iter().copied().flatten() {
            match change {
                StoreChange::Event { table, seq, body } => batch.events.push((table, *seq, body)),
                StoreChange::Summary(summary) => {
                    let known = batch.summaries.get(&*summary.id);
                    let goes_on = summary.goes_on && known.is_none_or(|(_, goes_on)| *goes_on);
                    batch.summaries.insert(&summary.id, (summary, goes_on));
                }
                // Every commit tells that the server runs.
                StoreChange::Heartbeat { .. } => {}
                _ => return None,
            }
        }
        Some(batch)
    }

    /// Makes them durable, all or none. Every commit also tells that the server runs.
    pub(super) async fn commit(
        self,
        connection: &mut SqliteConnection,
        now: Moment,
    ) -> Result<(), sqlx::Error> {
        let (mut whole, mut short) = (Vec::new(), Vec::new());
        for (s, goes_on) in self.summaries.into_values() {
            // What does not change need not be written, nor looked up in an index.
            if goes_on {
                short.push((&s.id, s.turn, s.ply, s.seq, s.at, s.wake));
            } else {
                let ended = u8::from(s.ended);
                let (id, turn, wake) = (&s.id, s.turn, s.wake);
                let (level, result, over) = (s.level, s.result, s.over);
                whole.push((
                    id, s.game, s.first, s.second, turn, s.ply, s.seq, ended, s.at, wake, level,
                    result, over,
                ));
            }
        }
        let done = sqlx::query(COMMIT)
            .bind(json(&self.events))
            .bind(json(&whole))
            .bind(json(&short))
            .bind(i64::try_from(now.0).unwrap_or(i64::MAX))
            .execute(&mut *connection)
            .await;
        if done.is_err() {
            // SQLite may have done it by itself.
            let _ = sqlx::query("ROLLBACK").execute(connection).await;
        }
        done.map(|_| ())
    }
}

fn json<T: Serialize>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are made of texts and numbers")
}
