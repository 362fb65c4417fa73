//! Our drivers, through the contract, as the bridge uses them.

use std::{sync::Arc, time::Instant};

use anyhow::{Result, bail};
use tagbridge_driver::{Connection, Declarations, Driver, Reading, Scan, TagSet, Value};
use tokio::{
    runtime::{Builder, Runtime},
    time,
};

use crate::client::Client;

/// A connection of one of our drivers, and the tags that it reads.
pub(crate) struct Ours {
    runtime: Runtime,
    connection: Box<dyn Connection>,
    tags: TagSet,
}

impl Ours {
    pub(crate) fn connect(driver: &impl Driver, tags: TagSet) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let connection = runtime.block_on(driver.connect())?;
        Ok(Self { runtime, connection, tags })
    }

    /// Passes a project's declarations of the tags to the driver.
    pub(crate) fn declare(&mut self, project: Arc<dyn Declarations>) {
        self.connection.declare(Some(project));
    }

    /// Waits, while the connection receives its data.
    pub(crate) fn rest_until(&self, due: Instant) {
        self.runtime.block_on(async { time::sleep_until(due.into()).await });
    }
}

impl Client for Ours {
    type Snapshot = Scan;

    fn snapshot(&mut self) -> Result<Scan> {
        let scan = self.runtime.block_on(self.connection.read(&self.tags))?;
        for (name, answer) in self.tags.names().iter().zip(&scan.answers) {
            if let Reading::Bad(cause) | Reading::Uncertain(_, cause) = &answer.reading {
                bail!("{name}: {cause}");
            }
        }
        Ok(scan)
    }

    fn sum(scan: &Scan) -> Result<f64> {
        Ok(scan.answers.iter().map(|it| number_of(&it.reading)).sum())
    }

    fn close(self) {
        self.runtime.block_on(self.connection.close());
    }
}

/// Returns a reading as a number; NaN if it is bad.
pub(crate) fn number_of(reading: &Reading) -> f64 {
    match reading {
        Reading::Good(read) | Reading::Uncertain(read, _) => number_in(&read.value),
        Reading::Bad(_) => f64::NAN,
    }
}

/// Returns a value as a number: the sum of arrays and structures, the sum of the bytes of texts,
/// the milliseconds of durations.
pub(crate) fn number_in(value: &Value) -> f64 {
    match value {
        Value::Bool(it) => f64::from(u8::from(*it)),
        #[expect(clippy::cast_precision_loss, reason = "all values here are small")]
        Value::Int(it) => *it as f64,
        #[expect(clippy::cast_precision_loss, reason = "all values here are small")]
        Value::Uint(it) => *it as f64,
        Value::Real(it) => f64::from(*it),
        Value::Text(it) => it.bytes().map(f64::from).sum(),
        Value::Duration(it) => it.as_secs_f64() * 1000.0,
        Value::Array(elements) => elements.iter().map(number_in).sum(),
        Value::Struct(members) => members.iter().map(|(_, it)| number_in(it)).sum(),
        _ => f64::NAN,
    }
}
