//! Our driver.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tagbridge_driver::{Endpoint, Keyring, LinkOptions, ReadMode, Scan, TagSet};
use tagbridge_opcua::{OpcUa, server_certificate, trust};
use tempfile::TempDir;
use tokio::runtime::Builder;

use super::Job;
use crate::{
    client::{self, Client},
    ours::{self, Ours},
    pace::Pace,
};

pub(super) fn take_part() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), OpcUaClient::connect)
}

struct OpcUaClient {
    ours: Ours,
    /// The pace of the snapshots; `None`: as fast as possible.
    pace: Option<Pace>,
    /// Our certificate, and the one that we trust.
    _pki: TempDir,
}

impl OpcUaClient {
    fn connect(job: Job) -> Result<Self> {
        let Job { port, nodes, is_secret, interval, .. } = job;
        let interval = interval.map(Duration::from_millis);
        let security = if is_secret { "Basic256Sha256:SignAndEncrypt" } else { "None" };
        let endpoint: Endpoint =
            format!("opc.tcp://127.0.0.1:{port}?security={security}").parse()?;
        let pki = TempDir::with_prefix("tagbridge-bench-")?;
        let keyring = Keyring { pki: Some(pki.path().to_owned()), ..Keyring::default() };
        let options = LinkOptions {
            mode: interval.map_or(ReadMode::Poll, |interval| ReadMode::Subscribe { interval }),
            request_timeout: Duration::from_secs(10),
            ..LinkOptions::default()
        };
        if is_secret {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let shown = runtime.block_on(server_certificate(&endpoint, options, &keyring))?;
            trust(&endpoint, &shown, &keyring)?;
        }
        let driver = OpcUa::new(&endpoint, options, keyring)?;
        let ours = Ours::connect(&driver, TagSet::new(nodes))?;
        Ok(Self { ours, pace: interval.map(Pace::new), _pki: pki })
    }
}

impl Client for OpcUaClient {
    type Snapshot = Scan;

    fn snapshot(&mut self) -> Result<Scan> {
        let Some(pace) = &mut self.pace else { return self.ours.snapshot() };
        self.ours.rest_until(pace.next(Instant::now()));
        let scan = self.ours.snapshot()?;
        let first = scan.answers.first().map_or(f64::NAN, |it| ours::number_of(&it.reading));
        ensure!(pace.is_alive(first), "the values stand still");
        Ok(scan)
    }

    fn sum(scan: &Scan) -> Result<f64> {
        Ok(scan.answers.iter().map(|it| ours::number_of(&it.reading).floor()).sum())
    }

    fn close(self) {
        self.ours.close();
    }
}
