//! The crate `rust-ethernet-ip`.

use anyhow::{Context, Result, bail};
use rust_ethernet_ip::{EipClient, PlcValue};
use tokio::runtime::{Builder, Runtime};

use super::{Job, Kind, model};
use crate::client::{self, Client};

pub(super) fn take_part() -> Result<()> {
    client::take_part(rust_ethernet_ip::version::VERSION, Peer::connect)
}

struct Peer {
    runtime: Runtime,
    client: EipClient,
    job: Job,
}

impl Peer {
    fn connect(job: Job) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let address = format!("127.0.0.1:{}", job.port);
        let client = runtime.block_on(EipClient::connect(&address))?;
        Ok(Self { runtime, client, job })
    }
}

impl Client for Peer {
    type Snapshot = Vec<PlcValue>;

    fn snapshot(&mut self) -> Result<Vec<PlcValue>> {
        let Self { runtime, client, job } = self;
        runtime.block_on(async {
            if job.kind == Kind::Array {
                let name = job.names.first().context("there is no array")?;
                return Ok(client.read_array_range(name, 0, job.count.into()).await?);
            }
            let names: Vec<&str> = job.names.iter().map(String::as_str).collect();
            let answers = client.read_tags_batch(&names).await?;
            let value = |(name, answer): (String, Result<PlcValue, _>)| answer.context(name);
            answers.into_iter().map(value).collect()
        })
    }

    fn sum(values: &Vec<PlcValue>) -> Result<f64> {
        let mut sum = 0.0;
        for value in values {
            sum += match value {
                PlcValue::Dint(it) => f64::from(*it),
                PlcValue::Udt(it) => model::sum_of_bytes(
                    it.data.as_slice().try_into().context("a structure of another size")?,
                ),
                other => bail!("{other:?} is neither DINT nor structure"),
            };
        }
        Ok(sum)
    }

    fn close(mut self) {
        // Whether it could disconnect in order does not matter.
        let _ = self.runtime.block_on(self.client.unregister_session());
    }
}
