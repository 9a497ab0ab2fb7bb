//! One person with a browser: connects again when the connection is lost, and waits for nobody too
//! long.

use super::Diary;
use galet_test_client::{Client, ClientError, Connection};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{Act, Happening, TableState, TableView};
use std::time::Duration;
use tokio::time::timeout;

/// Who waits longer for an answer than this opens the page anew.
const PATIENCE: Duration = Duration::from_secs(3);
/// Who lost the connection tries again after this.
const AGAIN: Duration = Duration::from_millis(100);

/// A person at a table.
pub(super) struct Person {
    pub(super) client: Client,
    pub(super) diary: Diary,
    connection: Option<Connection>,
    /// How many moves the page shows.
    shows: usize,
}

/// What a person is told while nothing was asked.
pub(super) struct News {
    /// The move, if one was played.
    pub(super) text: Option<String>,
    /// How things stand.
    pub(super) state: TableState,
}

impl Person {
    pub(super) fn new(client: Client) -> Self {
        Person { client, diary: Diary::default(), connection: None, shows: 0 }
    }

    /// Writes down what is done.
    fn note(&self, what: impl Into<String>) {
        self.diary.note(self.connection.as_ref().and_then(Connection::address), what);
    }

    /// Closes the page.
    pub(super) fn go(&mut self) {
        self.connection = None;
        self.shows = 0;
    }

    /// Whether the page is open and shows so many moves.
    pub(super) fn sees(&self, plies: usize) -> bool {
        self.connection.is_some() && self.shows >= plies
    }

    /// Opens a table; tries until somebody answers.
    pub(super) async fn open(
        &mut self,
        request: &galet_wire::table::NewTable,
    ) -> Result<String, ClientError> {
        timeout(PATIENCE, self.client.open_table(request)).await.unwrap_or(Err(ClientError::Late))
    }

    /// Looks at a table, on a new connection if there is none.
    pub(super) async fn look(&mut self, table: &str) -> Result<TableView, ClientError> {
        if self.connection.is_none() {
            self.note("opens the page");
            let connection = timeout(PATIENCE, self.client.connect()).await;
            match connection.unwrap_or(Err(ClientError::Late)) {
                Ok(connection) => {
                    self.connection = Some(connection);
                    self.note("is connected");
                }
                Err(error) => {
                    self.note(format!("is not connected: {error}"));
                    tokio::time::sleep(AGAIN).await;
                    return Err(error);
                }
            }
        }
        match self.ask(Question::Watch { table: table.to_owned() }).await? {
            Answer::Table { view } => {
                self.shows = view.moves.len();
                self.note(format!("looks, and is shown {} moves", self.shows));
                Ok(view)
            }
            // The node cannot read the table now; another can, perhaps.
            other => {
                self.go();
                tokio::time::sleep(AGAIN).await;
                Err(ClientError::Unreadable(format!("{other:?}")))
            }
        }
    }

    /// Moves once.
    pub(super) async fn try_move(
        &mut self,
        table: &str,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ClientError> {
        let (table, text) = (table.to_owned(), text.to_owned());
        self.ask(Question::Move { table, ply: ply as u32, text }).await
    }

    /// Does something else once.
    pub(super) async fn act(
        &mut self,
        table: &str,
        ply: usize,
        act: Act,
    ) -> Result<Answer, ClientError> {
        self.ask(Question::Act { table: table.to_owned(), ply: ply as u32, act }).await
    }

    /// Waits until something happens at a table; nothing after a while, and then there is no
    /// harm in looking.
    pub(super) async fn hear(&mut self, table: &str) -> Result<Option<News>, ClientError> {
        let Some(connection) = &mut self.connection else { return Err(ClientError::Ended) };
        let heard = timeout(PATIENCE, async {
            loop {
                match connection.next().await? {
                    Message::Happened { table: there, happening, state } if there == table => {
                        let text = match happening {
                            Happening::Moved { played, .. } => Some(played.text),
                            _ => None,
                        };
                        return Ok(News { text, state });
                    }
                    Message::Goodbye => return Err(ClientError::Ended),
                    _ => {}
                }
            }
        });
        match heard.await {
            Ok(Ok(news)) => {
                self.shows = news.state.ply as usize;
                self.note(format!("hears of {} moves", self.shows));
                Ok(Some(news))
            }
            Ok(Err(error)) => {
                self.note(format!("hears no more: {error}"));
                self.go();
                Err(error)
            }
            Err(_) => Ok(None),
        }
    }

    async fn ask(&mut self, question: Question) -> Result<Answer, ClientError> {
        let said = match &question {
            Question::Move { ply, .. } => format!("move {ply}"),
            Question::Watch { .. } => "look".to_owned(),
            other => format!("{other:?}"),
        };
        self.note(format!("asks: {said}"));
        let Some(connection) = &mut self.connection else { return Err(ClientError::Ended) };
        let answer = timeout(PATIENCE, connection.ask(question)).await;
        let answer = answer.unwrap_or(Err(ClientError::Late));
        match &answer {
            Ok(Answer::Refused { error }) => {
                self.note(format!("{said} is refused: {}", error.code));
            }
            Ok(_) => self.note(format!("{said} is answered")),
            Err(error) => {
                self.note(format!("{said} is given up: {error}"));
                self.go();
            }
        }
        answer
    }
}
