//! The virtual controller of the contest, and what it has counted.

use std::time::Duration;

use anyhow::{Context, Result};
use tagbridge_s7::codec::pdu::{Rosctr, function};
use tagbridge_simulator::s7::Fault;

use super::{JOBS, VARIANTS, model};
use crate::server;

/// Listens on a free port, and answers every line with what was counted so far.
pub(crate) fn serve(variant: &str) -> Result<()> {
    let variant = VARIANTS.iter().find(|it| it.name == variant);
    let variant = variant.context("there is no such kind of controller")?;
    let faults = match variant.delay {
        0 => Vec::new(),
        delay => vec![Fault::Delay(Duration::from_millis(delay))],
    };
    let controller = model::controller()?.pdu_size(variant.pdu_size).jobs(JOBS).faults(faults);
    // As many items as there can be: nodes7 knows no limit.
    let controller = controller.item_limit(usize::from(u8::MAX));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()))?;
    server::answer(controller.addr().port(), || {
        let counters = controller.counters();
        (
            counters.function(Rosctr::Job.code(), function::READ, 0),
            counters.malformed + counters.writes + counters.surplus_jobs,
        )
    })?;
    runtime.block_on(controller.stop());
    Ok(())
}
