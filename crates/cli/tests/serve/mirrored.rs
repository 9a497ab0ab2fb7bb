//! Games that a browser keeps: what is acknowledged of them survives the end of the server.

use crate::{alone, command, galet};
use galet_test_client::{KeptTable, Served};
use galet_wire::door::MirroredEvents;
use galet_wire::table::ClockTerms;

/// A time that lies behind everybody.
const LONG_AGO: u64 = 1_700_000_000_000;

#[tokio::test]
async fn what_is_acknowledged_of_a_browsers_game_survives_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(command(data.path())).await.unwrap();
    let mut client = served.client();
    client.get("/api/me").await.unwrap();
    let game = galet_games::all()[0].name();
    let mut kept = KeptTable::open("abcdefghijkm", &alone(game), LONG_AGO);
    let mut acknowledged = kept.mirror(&mut client, 1).await.unwrap();
    for deaths in 0..3 {
        for _ in 0..=deaths {
            kept.plays(1, ClockTerms::None);
            acknowledged = kept.mirror(&mut client, acknowledged + 1).await.unwrap();
        }
        // One more is on its way when it dies.
        kept.plays(1, ClockTerms::None);
        let (mut sender, late, from) = (client.clone(), kept.clone(), acknowledged + 1);
        let sending = tokio::spawn(async move { late.send(&mut sender, from).await.map(|_| ()) });
        served.kill().await.unwrap();
        let _ = sending.await.expect("it ends");
        served = Served::start(command(data.path())).await.unwrap();
        client.address = served.address;
        let there = client.get(&kept.address()).await.unwrap().read::<MirroredEvents>().unwrap();
        let count = there.events.len();
        assert!(count >= acknowledged as usize, "{count} of {acknowledged}");
        assert_eq!(there.events, kept.from(1).events[..count], "nothing else is there");
        // Sent again, it is there once.
        acknowledged = kept.mirror(&mut client, acknowledged + 1).await.unwrap();
        assert_eq!(acknowledged as usize, kept.events.len());
    }
    served.kill().await.unwrap();
    let output = galet(&["check-data", "--data"]).arg(data.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
