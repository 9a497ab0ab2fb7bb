//! A visitor who analyses all the time.

use crate::figures::Figures;
use galet_test_client::{Client, ClientError, Scripts};
use galet_wire::socket::{Message, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long one position is looked at.
const EACH: Duration = Duration::from_secs(10);

pub(crate) async fn analyse(
    number: usize,
    address: SocketAddr,
    scripts: &Scripts,
    figures: &Figures,
) -> Result<(), ClientError> {
    let mut connection = Client::new(address).connect().await?;
    for round in 0.. {
        let script = scripts.get(number + round);
        let played = script.moves.len() / 3;
        let line = GameLine {
            game: script.game.to_owned(),
            setup: Default::default(),
            moves: script.moves[..played].to_vec(),
        };
        let request = AnalysisRequest { line, lines: 2, threads: 1 };
        connection.ask(Question::Analyse { request }).await?;
        let end = Instant::now() + EACH;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match timeout(left, connection.next()).await {
                Ok(Ok(Message::Analysis { .. })) => figures.analysed(),
                // Where everything is busy, nothing may come for a while.
                Ok(Ok(_) | Err(ClientError::Late)) | Err(_) => {}
                Ok(Err(error)) => return Err(error),
            }
        }
    }
    Ok(())
}
