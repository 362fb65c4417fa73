//! The side of the controller in a contest.

use std::io;

use anyhow::{Context, Result};
use cpu_time::ProcessTime;

use crate::{client::say, contest::Served};

/// Answers every line of the input with what was counted so far: replies, and requests that should
/// not have been.
pub(crate) fn answer(port: u16, counted: impl Fn() -> (u64, u64)) -> Result<()> {
    let began = ProcessTime::now();
    for line in io::stdin().lines() {
        line.context("cannot read the input")?;
        let (replies, faux_pas) = counted();
        say(&Served { port, replies, faux_pas, cpu: began.elapsed().as_secs_f64() })?;
    }
    Ok(())
}
