//! Requests, one connection each.

use crate::{ClientError, Connection};
use galet_wire::table::{NewTable, Opened};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A browser: an address and, once the server has given one, a cookie.
#[derive(Clone, Debug)]
pub struct Client {
    /// Where the server is.
    pub address: SocketAddr,
    /// The cookie, as it is sent back: `galet=…`.
    pub cookie: Option<String>,
    /// More headers for every request.
    pub headers: Vec<(String, String)>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// Names in small letters, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as what it means.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        serde_json::from_slice(&self.body).map_err(|error| {
            ClientError::Unreadable(format!("{error} in {} {}", self.status, self.text()))
        })
    }
}

/// A server that takes longer is out of order.
const PATIENCE: Duration = Duration::from_secs(30);

impl Client {
    /// A new browser.
    pub fn new(address: SocketAddr) -> Self {
        Client { address, cookie: None, headers: Vec::new() }
    }

    /// `GET`.
    pub async fn get(&mut self, path: &str) -> Result<Reply, ClientError> {
        self.send("GET", path, &[]).await
    }

    /// A request with a JSON body.
    pub async fn send_json<T: Serialize>(
        &mut self,
        method: &str,
        path: &str,
        body: &T,
    ) -> Result<Reply, ClientError> {
        let body = serde_json::to_vec(body).map_err(|e| ClientError::Unreadable(e.to_string()))?;
        self.send(method, path, &body).await
    }

    /// A request with any body.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Result<Reply, ClientError> {
        let reply = timeout(PATIENCE, self.exchange(method, path, body));
        let reply = reply.await.map_err(|_| ClientError::Late)??;
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(reply)
    }

    async fn exchange(&self, method: &str, path: &str, body: &[u8]) -> Result<Reply, ClientError> {
        let mut stream = TcpStream::connect(self.address).await?;
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n",
            self.address,
            body.len()
        );
        for (name, value) in self.all_headers() {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).await?;
        // A server that refuses a large body need not read it all.
        let _ = stream.write_all(body).await;
        let mut answer = Vec::new();
        if let Err(error) = stream.read_to_end(&mut answer).await
            && answer.is_empty()
        {
            return Err(error.into());
        }
        parse(&answer)
    }

    pub(crate) fn all_headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        own.chain(self.cookie.as_deref().map(|cookie| ("cookie", cookie)))
    }

    /// Opens a table and gives its name.
    pub async fn open_table(&mut self, request: &NewTable) -> Result<String, ClientError> {
        let reply = self.send_json("POST", "/api/tables", request).await?;
        Ok(reply.read::<Opened>()?.id)
    }

    /// Opens a WebSocket.
    pub async fn connect(&mut self) -> Result<Connection, ClientError> {
        Connection::open(self).await
    }
}

fn parse(answer: &[u8]) -> Result<Reply, ClientError> {
    let unreadable = || ClientError::Unreadable("not an HTTP answer".to_owned());
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").ok_or_else(unreadable)?;
    let head = std::str::from_utf8(&answer[..end]).map_err(|_| unreadable())?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).ok_or_else(unreadable)?;
    let status = status.parse().map_err(|_| unreadable())?;
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let body = answer[end + 4..].to_vec();
    Ok(Reply { status, headers, body })
}
