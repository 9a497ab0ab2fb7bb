//! A WebSocket.

use crate::{CallError, Caller};
use futures_util::{SinkExt, StreamExt};
use galet_wire::socket::{Answer, Ask, Message, Question};
use galet_wire::table::{Act, TableView};
use std::collections::VecDeque;
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
    pub(crate) async fn open(caller: &mut Caller) -> Result<Self, CallError> {
        let mut request = format!("ws://{}/api/socket", caller.address).into_client_request()?;
        for (name, value) in caller.all_headers() {
            let name = HeaderName::from_bytes(name.as_bytes());
            let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) else {
                return Err(CallError::Unreadable("a header".to_owned()));
            };
            request.headers_mut().insert(name, value);
        }
        let tcp = TcpStream::connect(caller.address).await?;
        tcp.set_nodelay(true)?;
        let (stream, response) = tokio_tungstenite::client_async(request, tcp).await?;
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|c| c.to_str().ok());
        if let Some(cookie) = cookie {
            caller.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(Connection { stream, last: 0, pushes: VecDeque::new() })
    }

    /// Asks and waits for the answer; what comes in between is kept for [`Connection::next`].
    pub async fn ask(&mut self, what: Question) -> Result<Answer, CallError> {
        let id = self.send(what).await?;
        self.answer_to(id).await
    }

    /// Asks without waiting and gives the number of the question.
    pub async fn send(&mut self, what: Question) -> Result<u32, CallError> {
        self.last += 1;
        let ask = Ask { id: self.last, what };
        let text = serde_json::to_string(&ask).map_err(|e| CallError::Unreadable(e.to_string()))?;
        self.send_text(&text).await?;
        Ok(self.last)
    }

    /// Waits for the answer to a question.
    pub async fn answer_to(&mut self, id: u32) -> Result<Answer, CallError> {
        loop {
            match self.receive().await? {
                Message::Answer { to, answer } if to == id => return Ok(answer),
                other => self.pushes.push_back(other),
            }
        }
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) -> Result<(), CallError> {
        Ok(self.stream.send(Frame::Text(text.into())).await?)
    }

    /// Sends bytes, which the server does not take.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), CallError> {
        Ok(self.stream.send(Frame::Binary(Bytes::from(bytes))).await?)
    }

    /// The next message that is no awaited answer.
    pub async fn next(&mut self) -> Result<Message, CallError> {
        match self.pushes.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    async fn receive(&mut self) -> Result<Message, CallError> {
        let text = self.next_text().await?;
        serde_json::from_str(&text)
            .map_err(|error| CallError::Unreadable(format!("{error} in {text}")))
    }

    /// The next message as it comes.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, CallError> {
        loop {
            let frame = timeout(PATIENCE, self.stream.next());
            match frame.await.map_err(|_| CallError::Late)? {
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Close(_))) | None => return Err(CallError::Ended),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Watches a table.
    pub async fn watch(&mut self, table: &str) -> Result<TableView, CallError> {
        match self.ask(Question::Watch { table: table.to_owned() }).await? {
            Answer::Table { view } => Ok(view),
            other => Err(CallError::Unreadable(format!("not a table: {other:?}"))),
        }
    }

    /// Moves; the answer is `done` or a refusal.
    pub async fn play(&mut self, table: &str, ply: u32, text: &str) -> Result<Answer, CallError> {
        let (table, text) = (table.to_owned(), text.to_owned());
        self.ask(Question::Move { table, ply, text }).await
    }

    /// Does something besides moving.
    pub async fn act(&mut self, table: &str, ply: u32, act: Act) -> Result<Answer, CallError> {
        self.ask(Question::Act { table: table.to_owned(), ply, act }).await
    }
}
