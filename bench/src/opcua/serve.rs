//! The virtual controller of the contest, and what it has counted.

use std::io;

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use tagbridge_simulator::opcua::{Limits, Policy, Security};

use super::{VARIANTS, model};
use crate::{client::say, contest::Served};

/// Listens on a free port, and answers every line with what was counted so far.
pub(crate) fn serve(variant: &str) -> Result<()> {
    let variant = VARIANTS.iter().find(|it| it.name == variant);
    let variant = variant.context("there is no such kind of controller")?;
    let nodes = variant.nodes;
    let controller = model::controller(variant.is_alive)?
        .securities([Security::None, Security::SignAndEncrypt(Policy::Basic256Sha256)])
        .limits(Limits {
            nodes_per_read: nodes,
            nodes_per_browse: nodes,
            nodes_per_register: nodes,
            nodes_per_translate: nodes,
            monitored_items_per_call: nodes,
            ..Limits::default()
        })
        .direct();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()))?;
    let began = ProcessTime::now();
    for line in io::stdin().lines() {
        line.context("cannot read the input")?;
        let counters = controller.counters();
        say(&Served {
            port: controller.addr().port(),
            replies: counters.reads,
            faux_pas: counters.writes,
            cpu: began.elapsed().as_secs_f64(),
        })?;
    }
    runtime.block_on(controller.stop());
    Ok(())
}
