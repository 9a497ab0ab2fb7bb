//! What nearly all commits are: events of tables, and what lists know of those tables, as one
//! statement that commits itself.

use crate::gathered::{Gathered, Newest};
use crate::nodes::{NodeId, STALE};
use crate::query::signed;
use crate::wakes::LEASE;
use galet_core::Side;
use sqlx::postgres::PgArguments;
use sqlx::{Postgres, query::Query};
use std::collections::BTreeMap;

/// Who writes.
#[derive(Clone, Debug)]
pub(super) struct Writes {
    pub(super) node: NodeId,
    pub(super) name: String,
}

/// The whole commit: one way there and back.
///
/// - A new table is inserted, and so are events: a number that is taken ends all of it.
/// - A table that goes on must be there, with exactly the events before these: `galet_expect` ends all of it if another
///   node has written to it, or has deleted it, meanwhile, and also if this node knows of events that are not there (the
///   database was brought back to an earlier state).
/// - Every commit says that the node runs. One that could not say so for long writes that down in the same commit: nobody
///   sees it run again and misses that it did not. One that is leaving goes on leaving: no number comes twice.
/// - Rows are locked in their order before anything else, and events come sorted, so that two nodes that
///   write to the same tables wait for each other in the same order.
const COMMIT: &str = "WITH s AS MATERIALIZED (
    SELECT * FROM unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
        $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
        $15::text[], $16::bigint[], $17::bigint[], $18::bool[], $19::bool[])
      AS s (id, game, first, second, turn, ply, seq, ended, at, wake, level, result, over, before,
        first_here, second_here)
  ), locked AS MATERIALIZED (
    SELECT id FROM tables WHERE id = ANY($4::text[] || $24::text[]) ORDER BY id FOR NO KEY UPDATE
  ), begun AS (
    INSERT INTO tables (id, game, first, second, turn, ply, seq, ended, at, wake, level, result,
        over, lease_node, lease_until, first_node, second_node)
      SELECT id, game, first, second, turn, ply, seq, ended, at, wake, level, result, over,
        CASE WHEN wake IS NOT NULL THEN $20::bigint END,
        CASE WHEN wake IS NOT NULL THEN galet_now() + $21 END,
        CASE WHEN first_here THEN $20 END, CASE WHEN second_here THEN $20 END
      FROM s WHERE before = 0 ORDER BY id
  ), went_on AS (
    UPDATE tables AS t SET first = s.first, second = s.second, turn = s.turn, ply = s.ply,
        seq = s.seq, ended = s.ended, at = s.at, wake = s.wake, level = s.level,
        result = s.result, over = s.over,
        lease_node = CASE WHEN s.wake IS NOT NULL THEN $20 END,
        lease_until = CASE WHEN s.wake IS NOT NULL THEN galet_now() + $21 END,
        first_node = CASE WHEN s.first_here THEN $20 ELSE t.first_node END,
        second_node = CASE WHEN s.second_here THEN $20 ELSE t.second_node END
      FROM s WHERE t.id = s.id AND s.before > 0 AND t.seq = s.before
        AND (SELECT count(*) FROM locked) >= 0
      RETURNING 1
  ), attended AS (
    UPDATE tables AS t SET
        first_node = CASE WHEN a.first_here THEN $20 ELSE t.first_node END,
        second_node = CASE WHEN a.second_here THEN $20 ELSE t.second_node END
      FROM unnest($24::text[], $25::bool[], $26::bool[]) AS a (id, first_here, second_here)
      WHERE t.id = a.id AND (SELECT count(*) FROM locked) >= 0
  ), written AS (
    INSERT INTO events (tab, seq, body)
      SELECT tab, seq, body FROM unnest($1::text[], $2::bigint[], $3::text[])
        AS e (tab, seq, body)
  ), silent AS (
    INSERT INTO outages (node, began, ended)
      SELECT id, at, galet_now() FROM nodes
        WHERE id = $20 AND at < galet_now() - $27 AND left_at IS NULL
  ), runs AS (
    INSERT INTO nodes (id, name, at) VALUES ($20, $22, galet_now())
      ON CONFLICT (id) DO UPDATE SET at = excluded.at, noted_at = NULL
  )
  SELECT galet_expect((SELECT count(*) FROM went_on), $23)";

/// What is gathered, as the one statement that writes it.
pub(super) fn statement(
    mut gathered: Gathered<'_>,
    who: &Writes,
) -> Query<'static, Postgres, PgArguments> {
    gathered.finish();
    gathered.events.sort_unstable();
    let (mut tabs, mut seqs, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for (tab, seq, body) in gathered.events {
        tabs.push(tab.to_owned());
        seqs.push(i64::from(seq));
        bodies.push(body.to_owned());
    }
    let mut here: BTreeMap<&str, [bool; 2]> = BTreeMap::new();
    for (table, side) in gathered.attended {
        here.entry(table).or_default()[usize::from(side == Side::Second)] = true;
    }
    let mut newest: Vec<Newest<'_>> = gathered.summaries.into_values().collect();
    newest.sort_unstable_by(|a, b| a.summary.id.cmp(&b.summary.id));
    // A row can be changed once in a statement.
    let with: Vec<[bool; 2]> =
        newest.iter().map(|one| here.remove(&*one.summary.id).unwrap_or_default()).collect();
    let expected = newest.iter().filter(|one| !one.begins()).count() as i64;
    let all = Columns(&newest);
    sqlx::query(COMMIT)
        .bind(tabs)
        .bind(seqs)
        .bind(bodies)
        .bind(all.each(|n| n.summary.id.clone()))
        .bind(all.each(|n| n.summary.game.to_owned()))
        .bind(all.each(|n| n.summary.first))
        .bind(all.each(|n| n.summary.second))
        .bind(all.each(|n| n.summary.turn))
        .bind(all.each(|n| i64::from(n.summary.ply)))
        .bind(all.each(|n| i64::from(n.summary.seq)))
        .bind(all.each(|n| i64::from(n.summary.ended)))
        .bind(all.each(|n| signed(n.summary.at)))
        .bind(all.each(|n| n.summary.wake.map(signed)))
        .bind(all.each(|n| n.summary.level.map(i64::from)))
        .bind(all.each(|n| n.summary.result.map(str::to_owned)))
        .bind(all.each(|n| n.summary.over.map(signed)))
        .bind(all.each(|n| n.before))
        .bind(with.iter().map(|with| with[0]).collect::<Vec<bool>>())
        .bind(with.iter().map(|with| with[1]).collect::<Vec<bool>>())
        .bind(who.node.0)
        .bind(LEASE.as_millis() as i64)
        .bind(who.name.clone())
        .bind(expected)
        .bind(here.keys().map(|&table| table.to_owned()).collect::<Vec<_>>())
        .bind(here.values().map(|with| with[0]).collect::<Vec<bool>>())
        .bind(here.values().map(|with| with[1]).collect::<Vec<bool>>())
        .bind(signed(STALE))
}

/// Summaries as columns.
struct Columns<'c, 'j>(&'c [Newest<'j>]);

impl Columns<'_, '_> {
    fn each<T>(&self, of: impl Fn(&Newest<'_>) -> T) -> Vec<T> {
        self.0.iter().map(of).collect()
    }
}
