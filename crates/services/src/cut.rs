//! A connection that can be cut.

use crate::ServiceError;
use crate::error::During;
use crate::runtime::handle;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How the line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// What comes goes on, this much later.
    Open(Duration),
    /// Connections are reset, and new ones are refused as soon as they are made.
    Cut,
    /// Nothing goes through, and nobody is told: as if a cable were pulled out.
    Stalled,
}

/// A proxy on this computer in front of one address. It ends when it is dropped.
#[derive(Debug)]
pub struct Cut {
    address: SocketAddr,
    line: watch::Sender<Line>,
    carried: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Cut {
    /// Forwards everything to `target`.
    pub fn start(target: SocketAddr) -> Result<Self, ServiceError> {
        let listener = listen(0)?;
        let address = listener.local_addr().during(|| "listening".to_owned())?;
        let (line, state) = watch::channel(Line::Open(Duration::ZERO));
        let carried = Arc::new(AtomicU64::new(0));
        let counted = carried.clone();
        let task = handle().spawn(async move {
            let Ok(listener) = TcpListener::from_std(listener) else { return };
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, target, state.clone(), counted.clone()));
            }
        });
        Ok(Cut { address, line, carried, task })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many bytes it has carried, both ways.
    pub fn carried(&self) -> u64 {
        self.carried.load(Ordering::Relaxed)
    }

    /// Resets all connections, and every new one.
    pub fn cut(&self) {
        self.line.send_replace(Line::Cut);
    }

    /// Keeps all connections and carries nothing: nobody is told.
    pub fn stall(&self) {
        self.line.send_replace(Line::Stalled);
    }

    /// Carries everything this much later.
    pub fn slow(&self, by: Duration) {
        self.line.send_replace(Line::Open(by));
    }

    /// Carries everything again. Connections that were stalled go on, those that were cut do not.
    pub fn heal(&self) {
        self.line.send_replace(Line::Open(Duration::ZERO));
    }
}

impl Drop for Cut {
    fn drop(&mut self) {
        self.line.send_replace(Line::Cut);
        self.task.abort();
    }
}

/// Listens on a port of this computer; 0 takes any free one.
pub(crate) fn listen(port: u16) -> Result<std::net::TcpListener, ServiceError> {
    let what = || format!("listening on port {port}");
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).during(what)?;
    listener.set_nonblocking(true).during(what)?;
    Ok(listener)
}

async fn carry(
    mut client: TcpStream,
    target: SocketAddr,
    mut line: watch::Receiver<Line>,
    carried: Arc<AtomicU64>,
) {
    // Who is reset finds out at once, instead of reading a polite end.
    let _ = client.set_zero_linger();
    let mut ways = line.clone();
    let both = async move {
        open(&mut ways).await;
        let Ok(mut server) = TcpStream::connect(target).await else { return };
        let _ = (client.set_nodelay(true), server.set_nodelay(true), server.set_zero_linger());
        let ((from_client, to_client), (from_server, to_server)) = (client.split(), server.split());
        let there = one_way(from_client, to_server, ways.clone(), &carried);
        let back = one_way(from_server, to_client, ways, &carried);
        // Whoever ends, ends both: the protocols carried here know no half-closed connections.
        tokio::select! { () = there => {} () = back => {} }
    };
    tokio::select! {
        () = both => {}
        _ = line.wait_for(|line| *line == Line::Cut) => {}
    }
}

/// Waits until something may go through, and gives how much later it shall.
async fn open(line: &mut watch::Receiver<Line>) -> Duration {
    match line.wait_for(|line| matches!(line, Line::Open(_))).await.map(|line| *line) {
        Ok(Line::Open(later)) => later,
        _ => Duration::ZERO,
    }
}

async fn one_way(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut line: watch::Receiver<Line>,
    carried: &AtomicU64,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let later = open(&mut line).await;
        if !later.is_zero() {
            sleep(later).await;
        }
        // Before it goes on: who has heard it must find it counted.
        carried.fetch_add(count as u64, Ordering::Relaxed);
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
