//! Listening: connections are taken, bounded in number and in time, and none is lost in silence.

use crate::connections::{Connections, Entered, NoRoom, Place};
use crate::error::ApiError;
use crate::limits;
use crate::line::Line;
use crate::log::Seldom;
use crate::settings::Patience;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// So many connections may wait to be taken.
const BACKLOG: u32 = 1024;
/// The most that the head of a request has, and that is read of a body at a time.
const BUFFER: usize = 16 * 1024;
/// A pause after a connection could not be taken: the next one could not either.
const PAUSE: Duration = Duration::from_millis(50);
/// Whoever reads nothing for so long is not there any more.
#[cfg(target_os = "linux")]
const UNREAD: u32 = 60_000;
/// So many of those who are sent away at once have a moment to read why.
const FAREWELLS: usize = 32;
/// That moment.
const FAREWELL: Duration = Duration::from_secs(1);

/// Opens a port.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // After a restart the port can be used again at once. Elsewhere this means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// What takes connections.
pub(crate) struct Door {
    pub(crate) router: Router,
    pub(crate) connections: Connections,
    /// Whether connections are counted by the network that they come from.
    pub(crate) by_network: bool,
    pub(crate) patience: Patience,
}

/// Takes connections until the server goes down, then waits for those that are open to end.
pub(crate) async fn take_all(listener: TcpListener, door: Door, down: watch::Receiver<bool>) {
    let door = Arc::new(door);
    let (all, _) = watch::channel(());
    let farewells = Arc::new(Semaphore::new(FAREWELLS));
    let (failed, full) = (Seldom::default(), Seldom::default());
    let mut stop = down.clone();
    let mut stop = pin!(stop.wait_for(|down| *down));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if let Some(times) = failed.times() {
                    tracing::error!(%error, times, "connections cannot be taken");
                }
                // Out of descriptors or memory: room helps, trying again at once does not.
                door.connections.make_room();
                sleep(PAUSE).await;
                continue;
            }
        };
        let network = limits::network_of(peer.ip()).filter(|_| door.by_network);
        let entered = timeout(FAREWELL, enter(&door.connections, network)).await;
        let entered = entered.unwrap_or(Err(NoRoom::NotYet));
        match entered {
            Ok(Entered { place, in_anothers }) => {
                if in_anothers && let Some(times) = full.times() {
                    let most = door.connections.most();
                    tracing::warn!(most, times, "all connections are taken: idle ones are closed");
                }
                let (door, down, all) = (door.clone(), down.clone(), all.subscribe());
                tokio::spawn(async move {
                    keep(door, stream, peer, place, down).await;
                    drop(all);
                });
            }
            Err(no_room) => {
                if let Some(times) = full.times() {
                    let from = limits::network_of(peer.ip());
                    tracing::warn!(?no_room, ?from, times, "connections are sent away");
                }
                if let Ok(permit) = farewells.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = timeout(FAREWELL, send_away(stream, no_room)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
    drop(listener);
    all.closed().await;
}

/// A place, once those that are about to go have gone.
async fn enter(connections: &Connections, network: Option<IpAddr>) -> Result<Entered, NoRoom> {
    loop {
        match connections.enter(network) {
            Err(NoRoom::NotYet) => connections.somebody_goes().await,
            entered => return entered,
        }
    }
}

/// Serves one connection until it ends, or becomes a WebSocket.
async fn keep(
    door: Arc<Door>,
    stream: TcpStream,
    peer: SocketAddr,
    place: Arc<Place>,
    mut down: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, UNREAD);
    let router = TowerToHyperService::new(door.router.clone());
    let here = place.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(here.clone());
        let in_use = here.begin();
        let answer = router.call(request);
        async move {
            let answer = answer.await;
            drop(in_use);
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // From the first moment, and from the end of each answer: this ends idle connections, too.
        .header_read_timeout(door.patience.headers)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Line::new(stream, place.clone())), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut ending = false;
    loop {
        tokio::select! {
            result = &mut connection => {
                if let Err(error) = result {
                    tracing::debug!(%error, "a connection ended badly");
                }
                return;
            }
            // Dropping it closes it.
            () = place.is_needed() => return,
            _ = down.wait_for(|down| *down), if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Says why and closes.
async fn send_away(mut stream: TcpStream, no_room: NoRoom) {
    let error = match no_room {
        NoRoom::Full | NoRoom::NotYet => ApiError::busy(),
        NoRoom::FromThere => ApiError::too_many_connections(),
    };
    let body = serde_json::to_string(&error.info).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{body}",
        error.status,
        body.len()
    );
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
    // What was asked is read and dropped: closing over it would take the answer back.
    let mut scrap = [0; 1024];
    while matches!(stream.read(&mut scrap).await, Ok(read) if read > 0) {}
}
