//! Our driver.

use anyhow::Result;
use tagbridge_driver::{LinkOptions, TagSet};
use tagbridge_s7::S7;

use super::{Job, Tag};
use crate::{client, ours::Ours};

pub(super) fn take_part() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), |job: Job| {
        let endpoint = format!("s7://127.0.0.1:{}", job.port).parse()?;
        let driver = S7::new(&endpoint, LinkOptions::default())?;
        Ours::connect(&driver, TagSet::new(job.tags.iter().map(Tag::name)))
    })
}
