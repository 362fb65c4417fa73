//! The virtual controller of the contest, and what it has counted.

use anyhow::{Result, ensure};
use tagbridge_simulator::logix::Fault;

use super::{VARIANTS, model};
use crate::server;

/// Listens on a free port, and answers every line with what was counted so far.
pub(crate) fn serve(variant: &str) -> Result<()> {
    ensure!(VARIANTS.contains(&variant), "kind of controller called `{variant}` does not exist");
    let faults = if variant == VARIANTS[1] { vec![Fault::RefuseLarge] } else { Vec::new() };
    let controller = model::controller()?.faults(faults);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()))?;
    server::answer(controller.addr().port(), || {
        let counters = controller.counters();
        (counters.replies, counters.malformed + counters.writes)
    })?;
    runtime.block_on(controller.stop());
    Ok(())
}
