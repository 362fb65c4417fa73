//! Our driver, through the contract, as the bridge uses it.

use anyhow::{Result, bail};
use tagbridge_cip::Logix;
use tagbridge_driver::{Connection, Driver, LinkOptions, Reading, Scan, TagSet};
use tokio::runtime::{Builder, Runtime};

use super::{Job, Kind, model};
use crate::client::{self, Client};

pub(super) fn take_part() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), Ours::connect)
}

struct Ours {
    runtime: Runtime,
    connection: Box<dyn Connection>,
    tags: TagSet,
}

impl Ours {
    fn connect(job: Job) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let endpoint = format!("logix://127.0.0.1:{}/1,0", job.port).parse()?;
        let driver = Logix::new(&endpoint, LinkOptions::default())?;
        let connection = runtime.block_on(driver.connect())?;
        let tags = match job.kind {
            Kind::Scalars | Kind::Structures => TagSet::new(job.names),
            Kind::Array => {
                let slice = |name: &String| format!("{name}[0..{}]", job.count - 1);
                TagSet::new(job.names.iter().map(slice))
            }
        };
        Ok(Self { runtime, connection, tags })
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
        let numbers = scan.answers.iter().map(|it| match &it.reading {
            Reading::Good(read) | Reading::Uncertain(read, _) => model::number_in(&read.value),
            Reading::Bad(_) => f64::NAN,
        });
        Ok(numbers.sum())
    }

    fn close(self) {
        self.runtime.block_on(self.connection.close());
    }
}
