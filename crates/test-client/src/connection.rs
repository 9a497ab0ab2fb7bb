//! A WebSocket.

use crate::{Client, ClientError};
use futures_util::{SinkExt, StreamExt};
use galet_wire::socket::{Answer, Ask, Message, Question};
use galet_wire::table::{Act, TableView};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue, header};
use tokio_tungstenite::tungstenite::{Bytes, Message as Frame, Utf8Bytes};

/// A WebSocket of one browser.
#[derive(Debug)]
pub struct Connection {
    stream: WebSocketStream<TcpStream>,
    last: u32,
    /// What came while an answer was waited for.
    pushes: VecDeque<Message>,
}

const PATIENCE: Duration = Duration::from_secs(30);

impl Connection {
    pub(crate) async fn open(client: &mut Client) -> Result<Self, ClientError> {
        let mut request = format!("ws://{}/api/socket", client.address).into_client_request()?;
        for (name, value) in client.all_headers() {
            let name = HeaderName::from_bytes(name.as_bytes());
            let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) else {
                return Err(ClientError::Unreadable("a header".to_owned()));
            };
            request.headers_mut().insert(name, value);
        }
        let tcp = TcpStream::connect(client.address).await?;
        tcp.set_nodelay(true)?;
        let (stream, response) = tokio_tungstenite::client_async(request, tcp).await?;
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|c| c.to_str().ok());
        if let Some(cookie) = cookie {
            client.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(Connection { stream, last: 0, pushes: VecDeque::new() })
    }

    /// This end of it.
    pub fn address(&self) -> Option<SocketAddr> {
        self.stream.get_ref().local_addr().ok()
    }

    /// Asks and waits for the answer; what comes in between is kept for [`Connection::next`].
    pub async fn ask(&mut self, what: Question) -> Result<Answer, ClientError> {
        let id = self.send(what).await?;
        self.answer_to(id).await
    }

    /// Asks without waiting and gives the number of the question.
    pub async fn send(&mut self, what: Question) -> Result<u32, ClientError> {
        self.last += 1;
        let ask = Ask { id: self.last, what };
        let text =
            serde_json::to_string(&ask).map_err(|e| ClientError::Unreadable(e.to_string()))?;
        self.send_text(&text).await?;
        Ok(self.last)
    }

    /// Waits for the answer to a question.
    pub async fn answer_to(&mut self, id: u32) -> Result<Answer, ClientError> {
        loop {
            match self.receive().await? {
                Message::Answer { to, answer } if to == id => return Ok(answer),
                other => self.pushes.push_back(other),
            }
        }
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) -> Result<(), ClientError> {
        Ok(self.stream.send(Frame::Text(text.into())).await?)
    }

    /// Sends bytes, which the server does not take.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), ClientError> {
        Ok(self.stream.send(Frame::Binary(Bytes::from(bytes))).await?)
    }

    /// Sends a ping, which the server answers by itself.
    pub async fn send_ping(&mut self) -> Result<(), ClientError> {
        Ok(self.stream.send(Frame::Ping(Bytes::new())).await?)
    }

    /// The next message that is no awaited answer.
    pub async fn next(&mut self) -> Result<Message, ClientError> {
        match self.pushes.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    async fn receive(&mut self) -> Result<Message, ClientError> {
        let text = self.next_text().await?;
        serde_json::from_str(&text)
            .map_err(|error| ClientError::Unreadable(format!("{error} in {text}")))
    }

    /// The next message as it comes.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, ClientError> {
        loop {
            let frame = timeout(PATIENCE, self.stream.next());
            match frame.await.map_err(|_| ClientError::Late)? {
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Close(_))) | None => return Err(ClientError::Ended),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Says goodbye, and waits until the server has said so, too.
    pub async fn goodbye(mut self) -> Result<(), ClientError> {
        self.stream.send(Frame::Close(None)).await?;
        loop {
            let frame = timeout(PATIENCE, self.stream.next());
            match frame.await.map_err(|_| ClientError::Late)? {
                Some(Ok(Frame::Close(_))) => return Ok(()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ClientError::Ended),
            }
        }
    }

    /// Watches a table.
    pub async fn watch(&mut self, table: &str) -> Result<TableView, ClientError> {
        match self.ask(Question::Watch { table: table.to_owned() }).await? {
            Answer::Table { view } => Ok(view),
            other => Err(ClientError::Unreadable(format!("not a table: {other:?}"))),
        }
    }

    /// Moves; the answer is `done` or a refusal.
    pub async fn play(&mut self, table: &str, ply: u32, text: &str) -> Result<Answer, ClientError> {
        let (table, text) = (table.to_owned(), text.to_owned());
        self.ask(Question::Move { table, ply, text }).await
    }

    /// Does something besides moving.
    pub async fn act(&mut self, table: &str, ply: u32, act: Act) -> Result<Answer, ClientError> {
        self.ask(Question::Act { table: table.to_owned(), ply, act }).await
    }
}
