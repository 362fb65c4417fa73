//! The virtual controller of the contest, and what it has counted.

use std::io;

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use tagbridge_simulator::logix::Fault;

use super::{VARIANTS, model};
use crate::{client::say, contest::Served};

/// Listens on a free port, and answers every line with what was counted so far.
pub(crate) fn serve(variant: &str) -> Result<()> {
    ensure!(VARIANTS.contains(&variant), "there is no kind of controller called `{variant}`");
    let faults = if variant == VARIANTS[1] { vec![Fault::RefuseLarge] } else { Vec::new() };
    let controller = model::controller()?.faults(faults);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()))?;
    let began = ProcessTime::now();
    for line in io::stdin().lines() {
        line.context("cannot read the input")?;
        let counters = controller.counters();
        say(&Served {
            port: controller.addr().port(),
            replies: counters.replies,
            faux_pas: counters.malformed + counters.writes,
            cpu: began.elapsed().as_secs_f64(),
        })?;
    }
    runtime.block_on(controller.stop());
    Ok(())
}
