//! One connection, and its statements.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    error::Error as StdError,
    fmt,
    future::{self, Future},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::{Duration, Instant},
};

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use tokio_postgres::{
    Client, Row, Statement,
    types::{FromSql, IsNull, ToSql, Type, to_sql_checked},
};

use super::elsewhere::Error;
use crate::sql;

/// Time-out of a statement. The server reports waits for other transactions earlier.
const PATIENCE: Duration = Duration::from_mins(1);

/// Maximum number of statements whose answers were not read yet.
const UNDER_WAY: usize = 64;

/// The response to a statement without a result.
type Done = Pin<Box<dyn Future<Output = Result<(), tokio_postgres::Error>> + Send>>;

/// Transfers a connection's bytes; it ends with the connection.
pub(crate) type Transport = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The start of a transaction.
#[derive(Debug, Clone)]
pub(crate) struct TransactionStart {
    /// The statement, without parameters.
    pub(crate) like: &'static str,
    /// Its first statement, with its parameters.
    pub(crate) then: Vec<(String, Vec<Value>)>,
}

/// A connection. The thread that sends a statement also moves the bytes and waits; no other thread
/// is involved. Only the signal that there are bytes to read is sent by the runtime of the
/// connection.
pub(crate) struct Session {
    client: Arc<Client>,
    /// `None` after its end.
    transport: RefCell<Option<Transport>>,
    /// The first statement of a transaction, which is sent together with the next one.
    begin: Cell<Option<TransactionStart>>,
    /// Sent statements: their answers are received before that of the next statement.
    under_way: RefCell<Vec<Done>>,
    statements: RefCell<HashMap<String, Statement>>,
    /// The error of this transaction.
    trouble: Cell<Option<TransactionFailure>>,
}

/// Why no part of a transaction can be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransactionFailure {
    /// The connection is lost.
    Gone,
    /// Another transaction was faster.
    Met,
    /// A statement failed: the server ignores all others until the end.
    Failed,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    pub(crate) fn on(client: Client, transport: Transport) -> Self {
        Self {
            client: Arc::new(client),
            transport: RefCell::new(Some(transport)),
            begin: Cell::default(),
            under_way: RefCell::default(),
            statements: RefCell::default(),
            trouble: Cell::default(),
        }
    }

    /// Starts a transaction with this statement.
    pub(crate) fn begin(&self, begin: TransactionStart) {
        self.begin.set(Some(begin));
    }

    /// Commits the transaction.
    pub(crate) fn commit(&self) -> sql::Result<()> {
        // No statement was sent.
        if self.begin.take().is_some() { Ok(()) } else { self.batch("COMMIT") }
    }

    /// Sends a statement without a result, and does not wait for its response.
    fn send(
        &self,
        asked: impl Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static,
    ) {
        let mut asked: Done = Box::pin(asked);
        // The first poll queues it.
        if let Poll::Ready(done) = asked.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            asked = Box::pin(future::ready(done));
        }
        self.under_way.borrow_mut().push(asked);
    }

    /// Sends queued bytes, and reads received ones.
    fn move_bytes(&self, context: &mut Context<'_>) {
        let mut transport = self.transport.borrow_mut();
        if transport.as_mut().is_some_and(|it| it.as_mut().poll(context).is_ready()) {
            *transport = None;
        }
    }

    /// Sends the start of the transaction, if it was not sent yet.
    fn send_begin(&self) -> sql::Result<()> {
        let Some(begin) = self.begin.take() else { return Ok(()) };
        let first = begin.then.iter().map(|(sql, _)| self.prepare(sql));
        let first = first.collect::<sql::Result<Vec<_>>>()?;
        let client = self.client.clone();
        self.send(async move { client.batch_execute(begin.like).await });
        for (statement, (_, values)) in first.into_iter().zip(begin.then) {
            self.send_run(statement, values.into_iter().map(Place).collect());
        }
        Ok(())
    }

    fn send_run(&self, statement: Statement, values: Vec<Place>) {
        let client = self.client.clone();
        self.send(async move { client.execute(&statement, &places(&values)).await.map(drop) });
    }

    /// Ends a transaction. Does not wait if all earlier statements were answered: the next
    /// statement is sent after it.
    pub(crate) fn roll_back(&self) {
        if self.begin.take().is_some() {
            return;
        }
        if self.under_way.borrow().is_empty() {
            let client = self.client.clone();
            self.send(async move { client.batch_execute("ROLLBACK").await });
            self.move_bytes(&mut Context::from_waker(Waker::noop()));
            self.under_way.borrow_mut().clear();
        } else {
            // It may be longer than the bytes that are sent at once. The error is already known.
            drop(self.batch("ROLLBACK"));
            self.trouble.take();
        }
    }

    /// Whether it can be used again.
    pub(crate) fn is_open(&self) -> bool {
        // It may have ended while it was idle.
        self.move_bytes(&mut Context::from_waker(Waker::noop()));
        !self.client.is_closed() && self.trouble.get() != Some(TransactionFailure::Gone)
    }

    /// The error since the last call.
    pub(crate) fn trouble(&self) -> Option<TransactionFailure> {
        self.trouble.take()
    }

    /// Executes statements without parameters, one after the other.
    pub(crate) fn batch(&self, sql: &str) -> sql::Result<()> {
        self.wait(self.client.batch_execute(sql))
    }

    pub(crate) fn prepare(&self, sql: &str) -> sql::Result<Statement> {
        if let Some(known) = self.statements.borrow().get(sql) {
            return Ok(known.clone());
        }
        let statement = self.wait(self.client.prepare(&translated(sql)))?;
        self.statements.borrow_mut().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(crate) fn execute(
        &self,
        statement: &Statement,
        values: &[&dyn rusqlite::ToSql],
    ) -> sql::Result<usize> {
        let values = owned_parameters(values)?;
        let changed = self.wait(self.client.execute(statement, &places(&values)))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Sends a statement without waiting: an error is reported with the answer to the next
    /// statement.
    pub(crate) fn run(
        &self,
        statement: &Statement,
        values: &[&dyn rusqlite::ToSql],
    ) -> sql::Result<()> {
        let values = owned_parameters(values)?;
        self.send_begin()?;
        self.send_run(statement.clone(), values);
        if self.under_way.borrow().len() < UNDER_WAY {
            return Ok(());
        }
        self.wait(future::ready(Ok(())))
    }

    pub(crate) fn query(
        &self,
        statement: &Statement,
        values: &[&dyn rusqlite::ToSql],
    ) -> sql::Result<Vec<Row>> {
        let values = owned_parameters(values)?;
        self.wait(self.client.query(statement, &places(&values)))
    }

    fn wait<T>(
        &self,
        asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> sql::Result<T> {
        self.send_begin()?;
        let under_way = self.under_way.take();
        let before = async {
            for done in under_way {
                done.await?;
            }
            Ok(())
        };
        let asked = async {
            // Both in one network round trip.
            let (done, answered) = tokio::join!(before, asked);
            done.and(answered)
        };
        let answered = self.wait_for(PATIENCE, asked).unwrap_or(Err(Error::TooLate));
        Ok(answered.inspect_err(|error| {
            let trouble = match error {
                _ if error.is_gone() => TransactionFailure::Gone,
                _ if error.met_another() => TransactionFailure::Met,
                _ => TransactionFailure::Failed,
            };
            // The first error is the cause.
            self.trouble.set(self.trouble.get().or(Some(trouble)));
        })?)
    }

    /// Waits at most for this time. Blocks.
    fn wait_for<T>(
        &self,
        patience: Duration,
        asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Option<Result<T, Error>> {
        let (mut asked, waker) = (pin!(asked), Waker::from(Arc::new(Sleeper(thread::current()))));
        let mut context = Context::from_waker(&waker);
        let end = Instant::now() + patience;
        loop {
            if let Poll::Ready(answer) = asked.as_mut().poll(&mut context) {
                return Some(answer.map_err(Error::from));
            }
            // Received bytes wake this thread, also before it sleeps.
            self.move_bytes(&mut context);
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            thread::park_timeout(left);
        }
    }
}

/// A waiting thread.
struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// A statement with PostgreSQL's placeholders, and with the text that only PostgreSQL reads.
fn translated(sql: &str) -> String {
    sql.replace('?', "$").replace("/*!", "").replace("*/", "")
}

fn owned_parameters(values: &[&dyn rusqlite::ToSql]) -> sql::Result<Vec<Place>> {
    let own = |value: &&dyn rusqlite::ToSql| -> sql::Result<Place> {
        Ok(Place(match value.to_sql()? {
            ToSqlOutput::Borrowed(value) => Value::try_from(value)?,
            ToSqlOutput::Owned(value) => value,
            // A type that this program never uses.
            _ => Value::Null,
        }))
    };
    values.iter().map(own).collect()
}

fn places(values: &[Place]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// A parameter of a statement.
#[derive(Debug)]
struct Place(Value);

impl ToSql for Place {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut tokio_postgres::types::private::BytesMut,
    ) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match &self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::BOOL => (*number != 0).to_sql(kind, out),
            Value::Integer(number) if *kind == Type::INT4 => {
                i32::try_from(*number)?.to_sql(kind, out)
            }
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(text) => text.replace('\0', NUL).as_str().to_sql(kind, out),
            Value::Blob(bytes) => bytes.as_slice().to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Replaces the only character that PostgreSQL's texts cannot contain.
pub(crate) const NUL: &str = "\u{2400}";

/// The value of a column, in the types of SQLite.
pub(crate) fn value(row: &Row, column: usize) -> sql::Result<ValueRef<'_>> {
    Ok(row.try_get::<_, Column<'_>>(column).map_err(Error::from)?.0)
}

struct Column<'a>(ValueRef<'a>);

impl<'a> FromSql<'a> for Column<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self(match *kind {
            Type::BOOL => ValueRef::Integer(bool::from_sql(kind, raw)?.into()),
            Type::INT4 => ValueRef::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => ValueRef::Integer(i64::from_sql(kind, raw)?),
            Type::BYTEA => ValueRef::Blob(raw),
            _ => ValueRef::Text(raw),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self(ValueRef::Null))
    }

    fn accepts(kind: &Type) -> bool {
        matches!(
            *kind,
            Type::BOOL | Type::INT4 | Type::INT8 | Type::BYTEA | Type::TEXT | Type::JSON
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_the_other_databases_signs() {
        let sql = "UPDATE a SET b = ?2 WHERE c IN (SELECT d LIMIT ?1 /*! FOR UPDATE */)";
        let own = "UPDATE a SET b = $2 WHERE c IN (SELECT d LIMIT $1  FOR UPDATE )";
        assert_eq!(translated(sql), own);
    }
}
