//! Our driver.

use anyhow::Result;
use tagbridge_cip::Logix;
use tagbridge_driver::{LinkOptions, TagSet};

use super::{Job, Kind};
use crate::{client, ours::Ours};

pub(super) fn take_part() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), |job: Job| {
        let endpoint = format!("logix://127.0.0.1:{}/1,0", job.port).parse()?;
        let driver = Logix::new(&endpoint, LinkOptions::default())?;
        let tags = match job.kind {
            Kind::Scalars | Kind::Structures => TagSet::new(job.names),
            Kind::Array => {
                let slice = |name: &String| format!("{name}[0..{}]", job.count - 1);
                TagSet::new(job.names.iter().map(slice))
            }
        };
        Ours::connect(&driver, tags)
    })
}
