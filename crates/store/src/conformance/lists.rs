//! What lists know of tables, compared with a plain list in memory.

use super::{Bench, opening, summary, write};
use crate::{Ended, NodeId, StoreChange, Summary};
use galet_table::{Opponent, TableFilter};
use galet_wire::guest::MyResult;

/// Tables of two guests, and of others.
fn tables() -> Vec<Summary> {
    let seats = [(Some(1), Some(2)), (Some(2), Some(1)), (Some(1), None), (None, Some(1))];
    let seats = seats.into_iter().chain([(Some(1), Some(1)), (Some(2), Some(3))]);
    let results = [None, Some("first"), Some("second"), Some("draw"), Some("none")];
    let mut tables = Vec::new();
    for (first, second) in seats {
        for result in results {
            for game in ["one", "two"] {
                let number = tables.len() as u64;
                // Names whose order is another where letters count without their case.
                let letter = if number.is_multiple_of(2) { 'A' } else { 'a' };
                let id =
                    format!("{letter}{}{number}", if number.is_multiple_of(3) { 'é' } else { 'Z' });
                let alone = first.is_none() || second.is_none();
                tables.push(Summary {
                    id,
                    game,
                    first,
                    second,
                    turn: if result.is_none() { first } else { None },
                    ended: result.is_some(),
                    // Several at the same moment: the name decides.
                    at: 5_000 + number / 4,
                    level: alone.then_some((number % 2) as u8 + 3),
                    result,
                    over: result.map(|_| 9_000 - number),
                    ..summary("", 1)
                });
            }
        }
    }
    tables
}

fn result_of(table: &Summary, guest: i64) -> Option<MyResult> {
    if table.first == table.second {
        return None;
    }
    let won = if table.first == Some(guest) { "first" } else { "second" };
    match table.result? {
        "draw" => Some(MyResult::Drawn),
        "none" => None,
        result if result == won => Some(MyResult::Won),
        _ => Some(MyResult::Lost),
    }
}

fn fits(table: &Summary, guest: i64, filter: &TableFilter) -> bool {
    let people = table.level.is_none() && table.first != table.second;
    (table.first == Some(guest) || table.second == Some(guest))
        && filter.ended.is_none_or(|ended| table.ended == ended)
        && filter.game.is_none_or(|game| table.game == game)
        && filter.result.is_none_or(|result| result_of(table, guest) == Some(result))
        && filter.opponent.is_none_or(|opponent| {
            table.ended
                && match opponent {
                    Opponent::People => people,
                    Opponent::Level(level) => table.level == Some(level),
                }
        })
        && filter.before.as_ref().is_none_or(|(at, id)| (table.at, &table.id) < (*at, id))
}

fn filters() -> Vec<TableFilter> {
    let mut filters = Vec::new();
    for ended in [None, Some(true), Some(false)] {
        for game in [None, Some("two")] {
            for result in [None, Some(MyResult::Won), Some(MyResult::Lost), Some(MyResult::Drawn)] {
                for opponent in [None, Some(Opponent::People), Some(Opponent::Level(3))] {
                    for before in
                        [None, Some((5_006, "aZ27".to_owned())), Some((5_003, "B".to_owned()))]
                    {
                        filters.push(TableFilter {
                            ended,
                            game,
                            result,
                            opponent,
                            before,
                            at_most: 7,
                        });
                    }
                }
            }
        }
    }
    filters
}

/// Every filter gives the tables that fit, those where something happened last first; names sort
/// by their bytes.
pub async fn lists_are_filtered_and_sorted(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let mut tables = tables();
    write(&store, tables.iter().flat_map(opening).collect()).await;
    tables.sort_by(|a, b| (b.at, &b.id).cmp(&(a.at, &a.id)));
    let mut found = 0;
    for filter in filters() {
        let listed = store.tables_of(1, &filter).await.expect("a list");
        let listed: Vec<_> = listed.iter().map(|one| (one.at, &*one.id)).collect();
        let fitting = tables.iter().filter(|table| fits(table, 1, &filter));
        let fitting: Vec<_> = fitting.map(|one| (one.at, &*one.id)).take(7).collect();
        assert_eq!(listed, fitting, "{filter:?}");
        found += listed.len();
    }
    assert!(found > 100, "filters that find nothing show nothing: {found}");
    store.close().await;
}

/// How many tables wait for a guest, and how many unfinished ones they sit at.
pub async fn turns_and_running_games_are_counted(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let tables = tables();
    write(&store, tables.iter().flat_map(opening).collect()).await;
    for guest in [1, 2, 3, 4] {
        let running = tables
            .iter()
            .filter(|table| !table.ended && [table.first, table.second].contains(&Some(guest)));
        let turns = running.clone().filter(|table| table.turn == Some(guest)).count();
        assert_eq!(store.running_of(guest).await.expect("a number") as usize, running.count());
        assert_eq!(store.turns_of(guest).await.expect("a number") as usize, turns);
    }
    store.close().await;
}

/// Finished games are counted in the order in which they ended; what is not known is filled in.
pub async fn results_are_from_the_players_side(bench: &impl Bench) {
    let store = bench.open(NodeId(11)).await;
    let mut tables = tables();
    let unknown = Summary {
        id: "unknown".into(),
        first: Some(1),
        second: Some(3),
        ended: true,
        at: 1,
        ..summary("", 1)
    };
    write(&store, tables.iter().chain([&unknown]).flat_map(opening).collect()).await;
    assert_eq!(store.unknown_results_of(1, 9).await.expect("a list"), ["unknown"]);
    let ended = Ended { level: None, result: "first", over: 9_999 };
    write(&store, vec![StoreChange::Ended { table: unknown.id.clone(), ended }]).await;
    assert_eq!(store.unknown_results_of(1, 9).await.expect("a list"), Vec::<String>::new());
    tables.push(Summary { result: Some("first"), over: Some(9_999), ..unknown });
    tables.sort_by_key(|table| table.over);
    for guest in [1, 2, 3] {
        let finished = store.finished_of(guest).await.expect("results");
        let finished: Vec<_> =
            finished.iter().map(|one| (&*one.game, one.level, one.result)).collect();
        let mine = tables
            .iter()
            .filter(|table| table.ended && [table.first, table.second].contains(&Some(guest)));
        let mine: Vec<_> = mine
            .filter_map(|table| Some((table.game, table.level, result_of(table, guest)?)))
            .collect();
        assert_eq!(finished, mine);
    }
    store.close().await;
}
