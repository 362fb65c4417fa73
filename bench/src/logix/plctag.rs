//! libplctag, by the crate `plctag-core`.
//!
//! A handle for each tag. All reads are started at once, so that libplctag packs them as it likes,
//! and the last one is waited for in its own blocking read.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use plctag_core::{RawTag, Status};

use super::{Job, Kind, model};
use crate::client::{self, Client};

/// The version that `plctag-sys` 0.3.4 builds.
const VERSION: &str = "2.6.3";
/// For a read, in milliseconds.
const TIMEOUT: u32 = 5000;
/// For all handles to be made.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn take_part() -> Result<()> {
    client::take_part(VERSION, Plctag::connect)
}

struct Plctag {
    tags: Vec<RawTag>,
    /// For the bytes of one tag.
    buffer: Vec<u8>,
    kind: Kind,
}

/// The values of the tags, from the library's buffers.
enum Values {
    Dints(Vec<i32>),
    Structures(Vec<[u8; model::STRUCTURE_SIZE]>),
}

impl Plctag {
    fn connect(job: Job) -> Result<Self> {
        let Job { port, kind, names, count } = job;
        let create = |name: &String| {
            let path = format!(
                "protocol=ab-eip&gateway=127.0.0.1:{port}&path=1,0&plc=ControlLogix\
                 &elem_count={count}&name={name}"
            );
            RawTag::new(path, 0).map_err(failed)
        };
        // It reads each tag once when the handle is made.
        let mut tags = Vec::with_capacity(names.len());
        for names in names.chunks(at_a_time(kind)) {
            let made = names.iter().map(create).collect::<Result<Vec<_>>>()?;
            made.iter().try_for_each(|tag| ensure_good(tag.wait(Some(PATIENCE))))?;
            tags.extend(made);
        }
        Ok(Self { tags, buffer: vec![0; 4 * usize::from(count)], kind })
    }
}

impl Client for Plctag {
    type Snapshot = Values;

    fn snapshot(&mut self) -> Result<Values> {
        self.tags.chunks(at_a_time(self.kind)).try_for_each(read)?;
        let tags = self.tags.iter();
        match self.kind {
            Kind::Scalars => {
                let dints = tags.map(|tag| tag.get_i32(0).map_err(failed));
                Ok(Values::Dints(dints.collect::<Result<_>>()?))
            }
            Kind::Array => {
                let array = self.tags.first().context("there is no array")?;
                let taken = array.get_bytes(0, &mut self.buffer).map_err(failed)?;
                let (dints, _) = self.buffer[..taken].as_chunks();
                Ok(Values::Dints(dints.iter().copied().map(i32::from_le_bytes).collect()))
            }
            Kind::Structures => {
                let take = |tag: &RawTag| {
                    let mut bytes = [0; model::STRUCTURE_SIZE];
                    let taken = tag.get_bytes(0, &mut bytes).map_err(failed)?;
                    ensure!(taken == bytes.len(), "{taken} bytes instead of {}", bytes.len());
                    Ok(bytes)
                };
                Ok(Values::Structures(tags.map(take).collect::<Result<_>>()?))
            }
        }
    }

    fn sum(values: &Values) -> Result<f64> {
        Ok(match values {
            Values::Dints(dints) => dints.iter().map(|it| f64::from(*it)).sum(),
            Values::Structures(all) => all.iter().map(model::sum_of_bytes).sum(),
        })
    }

    fn close(self) {}
}

/// Reads the tags together: all are started before the last is waited for.
fn read(tags: &[RawTag]) -> Result<()> {
    let (last, others) = tags.split_last().context("there are no tags")?;
    for tag in others {
        let status = tag.read(0);
        ensure!(!status.is_err(), failed(status));
    }
    ensure_good(last.read(TIMEOUT))?;
    others.iter().try_for_each(|tag| ensure_good(tag.wait(Some(PATIENCE))))
}

/// Number of tags that are read together. The library packs only by the size of requests; the
/// replies to more structures would not fit.
fn at_a_time(kind: Kind) -> usize {
    match kind {
        Kind::Scalars | Kind::Array => usize::MAX,
        Kind::Structures => 60,
    }
}

fn ensure_good(status: Status) -> Result<()> {
    ensure!(status.is_ok(), failed(status));
    Ok(())
}

fn failed(status: Status) -> anyhow::Error {
    anyhow!("libplctag failed: {status}")
}
