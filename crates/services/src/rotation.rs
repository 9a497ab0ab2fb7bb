//! A plain proxy in front of several nodes.

use crate::ServiceError;
use crate::cut::listen;
use crate::error::During;
use crate::runtime::handle;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Who does not take a connection within this time is passed over.
const PATIENCE: Duration = Duration::from_secs(1);
/// Of so many connections it is known where they went.
const REMEMBERED: usize = 20_000;

/// Gives every connection to the next node in turn, and passes over nodes that refuse. It remembers
/// nobody: a visitor's next connection goes to another node. It ends when it is dropped.
#[derive(Debug)]
pub struct Rotation {
    address: SocketAddr,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    taken: Arc<Taken>,
    task: JoinHandle<()>,
}

/// Which visitor's connection went to which node, the newest last.
type Taken = Mutex<VecDeque<(SocketAddr, SocketAddr)>>;

impl Rotation {
    /// Stands in front of these nodes, at any free port.
    pub fn start(nodes: Vec<SocketAddr>) -> Result<Self, ServiceError> {
        Self::start_at(0, nodes)
    }

    /// Stands in front of these nodes, at a port of this computer.
    pub fn start_at(port: u16, nodes: Vec<SocketAddr>) -> Result<Self, ServiceError> {
        let listener = listen(port)?;
        let address = listener.local_addr().during(|| "listening".to_owned())?;
        let nodes = Arc::new(Mutex::new(nodes));
        let shared = nodes.clone();
        let taken = Arc::new(Taken::default());
        let book = taken.clone();
        let task = handle().spawn(async move {
            let Ok(listener) = TcpListener::from_std(listener) else { return };
            let turn = Arc::new(AtomicUsize::new(0));
            while let Ok((visitor, _)) = listener.accept().await {
                tokio::spawn(serve(visitor, shared.clone(), turn.clone(), book.clone()));
            }
        });
        Ok(Rotation { address, nodes, taken, task })
    }

    /// Where visitors come.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The node that a visitor with this address was given last.
    pub fn node_of(&self, visitor: SocketAddr) -> Option<SocketAddr> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.iter().rev().find(|(came, _)| *came == visitor).map(|(_, node)| *node)
    }

    /// From now on it stands in front of these. Connections that are there stay.
    pub fn set(&self, nodes: Vec<SocketAddr>) {
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) = nodes;
    }
}

impl Drop for Rotation {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut visitor: TcpStream,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    turn: Arc<AtomicUsize>,
    book: Arc<Taken>,
) {
    let came = visitor.peer_addr().ok();
    let nodes = nodes.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let first = turn.fetch_add(1, Ordering::Relaxed);
    for place in 0..nodes.len() {
        let node = nodes[(first + place) % nodes.len()];
        if let Ok(Ok(mut taken)) = timeout(PATIENCE, TcpStream::connect(node)).await {
            if let Some(came) = came {
                let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
                if book.len() == REMEMBERED {
                    book.pop_front();
                }
                book.push_back((came, node));
            }
            let _ = (visitor.set_nodelay(true), taken.set_nodelay(true));
            let _ = copy_bidirectional(&mut visitor, &mut taken).await;
            return;
        }
    }
}
