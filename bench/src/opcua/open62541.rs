//! open62541's C client.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tagbridge_bench_open62541::{self as library, VERSION};

use super::Job;
use crate::{
    client::{self, Client},
    pace::Pace,
};

pub(super) fn take_part() -> Result<()> {
    client::take_part(VERSION, Open62541::connect)
}

struct Open62541 {
    client: library::Client,
    /// The pace of the snapshots; `None`: as fast as possible.
    pace: Option<Pace>,
}

impl Open62541 {
    fn connect(job: Job) -> Result<Self> {
        let Job { port, nodes, limit, is_secret, interval } = job;
        let url = format!("opc.tcp://127.0.0.1:{port}");
        let mut client = library::Client::connect(&url, is_secret)?;
        let interval = interval.map(Duration::from_millis);
        match interval {
            None => client.prepare(&nodes, limit)?,
            Some(interval) => {
                client.subscribe(&nodes, interval)?;
                // The first reports.
                client.hear_until(Instant::now() + 5 * interval)?;
            }
        }
        Ok(Self { client, pace: interval.map(Pace::new) })
    }
}

impl Client for Open62541 {
    type Snapshot = Vec<f64>;

    fn snapshot(&mut self) -> Result<Vec<f64>> {
        let Some(pace) = &mut self.pace else { return Ok(self.client.read()?) };
        self.client.hear_until(pace.next(Instant::now()))?;
        let latest = self.client.latest();
        ensure!(
            pace.is_alive(latest.first().copied().unwrap_or(f64::NAN)),
            "the values stand still"
        );
        Ok(latest)
    }

    fn sum(snapshot: &Vec<f64>) -> Result<f64> {
        Ok(snapshot.iter().map(|it| it.floor()).sum())
    }

    fn close(self) {}
}
