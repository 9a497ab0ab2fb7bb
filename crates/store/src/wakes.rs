//! Who does what a table wants by itself: a flag to fall, a computer to move.
//!
//! One node at a time has a table's lease. It ends by itself, so that a node that is gone keeps
//! nobody waiting; times are the database's.

use crate::query::Statement;
use crate::{Store, StoreError};
use galet_table::Moment;
use std::time::Duration;

/// So long a lease holds, unless it is taken anew.
pub const LEASE: Duration = Duration::from_secs(10);
/// One's own lease is taken anew when it ends within this time.
pub const RENEWAL: Duration = Duration::from_secs(5);

/// In a file, where nobody else is; the time comes first.
const ALONE: &str = "UPDATE tables SET lease_node = $4, lease_until = $1 + $5 WHERE id IN
      (SELECT id FROM tables WHERE wake IS NOT NULL AND wake <= $2
        AND (lease_until IS NULL OR lease_until <= $1
          OR lease_node = $4 AND lease_until <= $1 + $6)
        ORDER BY wake LIMIT $3)
    RETURNING id";

/// Where others do the same at the same moment: what one of them is about to have is passed over. Who is known to be gone
/// has no leases.
const SHARED: &str = "WITH due AS MATERIALIZED
      (SELECT id FROM tables WHERE wake IS NOT NULL AND wake <= $1
        AND (lease_until IS NULL OR lease_until <= galet_now()
          OR lease_node = $3 AND lease_until <= galet_now() + $5
          OR lease_node IN (SELECT id FROM nodes
            WHERE noted_at IS NOT NULL OR left_at IS NOT NULL))
        ORDER BY wake LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE tables SET lease_node = $3, lease_until = galet_now() + $4
      FROM due WHERE tables.id = due.id
    RETURNING tables.id";

impl Store {
    /// Claims tables that want to be loaded before a moment: those that nobody has, or not any
    /// more, and one's own whose lease ends soon. Those that have waited longest come first.
    pub async fn claim_wakes(
        &self,
        before: Moment,
        at_most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let claim = if self.is_shared() {
            Statement::new(SHARED)
        } else {
            Statement::new(ALONE).bind(self.clock.now().0)
        };
        let (lease, renewal) = (LEASE.as_millis() as u64, RENEWAL.as_millis() as u64);
        let claim = claim.bind(before.0).bind(at_most).bind(self.node.0).bind(lease).bind(renewal);
        let rows = self.writer.ask(claim).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// Gives all of one's own leases back: others may have the tables at once.
    pub async fn release_leases(&self) -> Result<(), StoreError> {
        let release = Statement::new(
            "UPDATE tables SET lease_node = NULL, lease_until = NULL
             WHERE wake IS NOT NULL AND lease_node = $1",
        );
        self.writer.ask(release.bind(self.node.0)).await?;
        Ok(())
    }
}
