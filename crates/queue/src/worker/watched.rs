//! The figures of a worker for whoever watches over it: `/metrics` and nothing else.

use super::WorkerFigures;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// How long somebody may take to ask, and to read.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows the figures to whoever asks, one after the other. Every question has the same answer.
pub async fn serve_figures(listener: TcpListener, figures: Arc<WorkerFigures>) {
    loop {
        match listener.accept().await {
            Ok((visitor, _)) => {
                // Whoever takes longer, or has gone, gets none.
                let _ = timeout(PATIENCE, answer(visitor, &figures)).await;
            }
            Err(error) => {
                tracing::warn!(%error, "nobody can ask for the figures");
                sleep(PATIENCE).await;
            }
        }
    }
}

async fn answer(mut visitor: TcpStream, figures: &WorkerFigures) -> std::io::Result<()> {
    let mut asked = [0; 4096];
    let mut length = 0;
    // The head of a request ends with an empty line.
    while !asked[..length].windows(4).any(|end| end == b"\r\n\r\n") {
        let read = visitor.read(&mut asked[length..]).await?;
        if read == 0 {
            return Ok(());
        }
        length += read;
    }
    let mut text = String::new();
    for figure in figures.all() {
        let (name, kind, help, value) = (figure.name, figure.kind, figure.help, figure.value);
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    }
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        text.len()
    );
    visitor.write_all(head.as_bytes()).await?;
    visitor.write_all(text.as_bytes()).await?;
    visitor.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_asks_gets_the_figures_and_whoever_does_not_harms_nobody() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        tokio::spawn(serve_figures(listener, Arc::default()));
        for wrong in [&b""[..], &[b'x'; 10_000]] {
            let mut visitor = TcpStream::connect(address).await.expect("a connection");
            let _ = visitor.write_all(wrong).await;
            let _ = visitor.shutdown().await;
        }
        let mut visitor = TcpStream::connect(address).await.expect("a connection");
        visitor.write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it is sent");
        let mut text = String::new();
        visitor.read_to_string(&mut text).await.expect("an answer");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        assert!(text.contains("\ngalet_worker_answered_total 0\n"), "{text}");
    }
}
