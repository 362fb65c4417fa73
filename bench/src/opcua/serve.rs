//! The virtual controller of the contest, and what it has counted.

use anyhow::{Context, Result};
use tagbridge_simulator::opcua::{Policy, Security, ServerLimits};

use super::{VARIANTS, model};
use crate::server;

/// Listens on a free port, and answers every line with what was counted so far.
pub(crate) fn serve(variant: &str) -> Result<()> {
    let variant = VARIANTS.iter().find(|it| it.name == variant);
    let variant = variant.context("there is no such kind of controller")?;
    let nodes = variant.nodes;
    let controller = model::controller(variant.is_alive)?
        .securities([Security::None, Security::SignAndEncrypt(Policy::Basic256Sha256)])
        .limits(ServerLimits {
            nodes_per_read: nodes,
            nodes_per_browse: nodes,
            nodes_per_register: nodes,
            nodes_per_translate: nodes,
            monitored_items_per_call: nodes,
            ..ServerLimits::default()
        })
        .direct();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()))?;
    server::answer(controller.addr().port(), || {
        let counters = controller.counters();
        (counters.reads, counters.writes)
    })?;
    runtime.block_on(controller.stop());
    Ok(())
}
