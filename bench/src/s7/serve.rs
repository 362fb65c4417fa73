//! The virtual controller of the contest, and what it has counted.

use std::{io, time::Duration};

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use tagbridge_s7::codec::pdu::{Rosctr, function};
use tagbridge_simulator::s7::Fault;

use super::{JOBS, VARIANTS, model};
use crate::{client::say, contest::Served};

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
    let began = ProcessTime::now();
    for line in io::stdin().lines() {
        line.context("cannot read the input")?;
        let counters = controller.counters();
        say(&Served {
            port: controller.addr().port(),
            replies: counters.function(Rosctr::Job.code(), function::READ, 0),
            faux_pas: counters.malformed + counters.writes + counters.surplus_jobs,
            cpu: began.elapsed().as_secs_f64(),
        })?;
    }
    runtime.block_on(controller.stop());
    Ok(())
}
