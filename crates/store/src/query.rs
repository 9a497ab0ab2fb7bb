//! One text for every database: statements with numbered values, and rows that give plain types.
//!
//! Both databases know `$1`. What they count is 64 bits wide and signed in both.

use crate::StoreError;
use crate::token::TokenHash;
use sqlx::sqlite::{SqliteArguments, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _, SqlSafeStr, SqlStr};
use std::borrow::Cow;

/// A value in a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(Some(number))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(Some(number.into()))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Number(Some(flag.into()))
    }
}

/// Times and counters never come near their end.
impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(Some(signed(number)))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(Some(text))
    }
}

impl From<TokenHash> for Value {
    fn from(hash: TokenHash) -> Self {
        Value::Bytes(hash.0.to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Value::Bytes(bytes)
    }
}

/// A number as databases count.
pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A list as one value.
pub(crate) fn json<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string(list).expect("lists are made of texts")
}

/// A statement and the values in it.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    text: Cow<'static, str>,
    values: Vec<Value>,
}

impl Statement {
    pub(crate) fn new(text: &'static str) -> Self {
        Statement { text: Cow::Borrowed(text), values: Vec::new() }
    }

    /// The next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn for_postgres(
        self,
    ) -> sqlx::query::Query<'static, sqlx::Postgres, sqlx::postgres::PgArguments> {
        let query = sqlx::query(text(self.text));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }

    pub(crate) fn for_sqlite(self) -> sqlx::query::Query<'static, sqlx::Sqlite, SqliteArguments> {
        let query = sqlx::query(text(self.text));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }
}

/// A statement that is put together of fixed pieces.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    text: String,
    values: Vec<Value>,
}

impl Pieces {
    pub(crate) fn push(&mut self, text: &'static str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    pub(crate) fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.values.push(value.into());
        self.text.push_str(&format!("${}", self.values.len()));
        self
    }

    pub(crate) fn build(self) -> Statement {
        Statement { text: Cow::Owned(self.text), values: self.values }
    }
}

/// Nothing but fixed pieces and numbers of values is in it.
fn text(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => SqlStr::from_static(text),
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

/// A row of either database.
#[derive(Debug)]
pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(sqlx::postgres::PgRow),
}

impl Row {
    pub(crate) fn number(&self, column: usize) -> Result<i64, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn number_if_any(&self, column: usize) -> Result<Option<i64>, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn text_if_any(&self, column: usize) -> Result<Option<String>, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn bytes(&self, column: usize) -> Result<Vec<u8>, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn moment(&self, column: usize) -> Result<u64, sqlx::Error> {
        Ok(self.number(column)? as u64)
    }

    /// A count: those of a table are smaller than this.
    pub(crate) fn count(&self, column: usize) -> Result<u32, sqlx::Error> {
        let number = self.number(column)?;
        u32::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

/// The connections that read.
#[derive(Clone, Debug)]
pub(crate) enum Reads {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    /// With the longest that an answer may take.
    Postgres(sqlx::postgres::PgPool, std::time::Duration),
}

impl Reads {
    pub(crate) async fn all(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        match self {
            Reads::Sqlite(pool) => {
                let rows = statement.for_sqlite().fetch_all(pool).await?;
                Ok(rows.into_iter().map(Row::Sqlite).collect())
            }
            #[cfg(feature = "postgres")]
            Reads::Postgres(pool, within) => crate::postgres::rows(pool, *within, statement).await,
        }
    }

    pub(crate) async fn first(&self, statement: Statement) -> Result<Option<Row>, StoreError> {
        match self {
            Reads::Sqlite(pool) => {
                Ok(statement.for_sqlite().fetch_optional(pool).await?.map(Row::Sqlite))
            }
            #[cfg(feature = "postgres")]
            Reads::Postgres(pool, within) => {
                Ok(crate::postgres::rows(pool, *within, statement).await?.pop())
            }
        }
    }

    /// One row of a statement that always has one.
    pub(crate) async fn one(&self, statement: Statement) -> Result<Row, StoreError> {
        self.first(statement).await?.ok_or(StoreError::Query(sqlx::Error::RowNotFound))
    }

    pub(crate) async fn close(&self) {
        match self {
            Reads::Sqlite(pool) => pool.close().await,
            #[cfg(feature = "postgres")]
            Reads::Postgres(pool, _) => pool.close().await,
        }
    }
}
