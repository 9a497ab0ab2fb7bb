//! Many that write to the same tables at the same moment, at two nodes.

use super::{Bench, event, opening, summary, two, write};
use crate::{Store, StoreError};

const TABLES: u32 = 4;
const WRITERS: u32 = 12;
const EACH: u32 = 15;

/// Every event that was acknowledged is there once, under the number that was acknowledged, and
/// nothing else is.
pub async fn every_acknowledged_event_is_there_once(bench: &impl Bench) {
    let nodes = two(bench).await;
    for table in 0..TABLES {
        write(&nodes[0], opening(&summary(&format!("t{table}"), 1))).await;
    }
    let writers =
        (0..WRITERS).map(|writer| tokio::spawn(play(nodes[writer as usize % 2].clone(), writer)));
    let writers: Vec<_> = writers.collect();
    let (mut acknowledged, mut overtaken) = (Vec::new(), 0);
    for writer in writers {
        let (mine, late) = writer.await.expect("it ends");
        acknowledged.extend(mine);
        overtaken += late;
    }
    acknowledged.sort_unstable();
    let mut there = Vec::new();
    for table in 0..TABLES {
        let events = nodes[1].events(&format!("t{table}")).await.expect("events");
        let known = nodes[0].known(&format!("t{table}")).await.expect("known").expect("there");
        assert_eq!(known.seq as usize, events.len(), "the list agrees with the events");
        let numbered = (1..).zip(events).skip(1);
        there.extend(numbered.map(|(seq, body)| (table, seq, body)));
    }
    assert_eq!(there, acknowledged);
    assert_eq!(there.len() as u32, WRITERS * EACH);
    assert!(overtaken > 0, "nobody came second: this showed nothing");
    for node in nodes {
        assert!(!node.health.is_failing());
        node.close().await;
    }
}

/// Adds events to tables in turn; whoever is overtaken looks again. What was acknowledged, and how
/// often somebody else was faster.
async fn play(store: Store, writer: u32) -> (Vec<(u32, u32, String)>, u32) {
    let (mut acknowledged, mut overtaken) = (Vec::new(), 0);
    for number in 0..EACH {
        let table = (writer + number) % TABLES;
        let (id, body) = (format!("t{table}"), format!("{writer}:{number}"));
        loop {
            let seq = store.known(&id).await.expect("known").expect("there").seq + 1;
            match store.writer.write(event(&summary(&id, seq), &body)).await {
                Ok(_) => {
                    acknowledged.push((table, seq, body));
                    break;
                }
                Err(StoreError::Overtaken) => overtaken += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    (acknowledged, overtaken)
}
