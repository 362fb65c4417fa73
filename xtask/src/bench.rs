//! `cargo xtask bench`: ours beside other people's clients, in the release build.

use anyhow::Result;

use crate::{
    setup,
    shell::{cargo, run},
};

/// Installs what is missing, then measures a protocol and writes `docs/benchmarks.md`.
pub(crate) fn bench(protocol: &str, arguments: &[String]) -> Result<()> {
    setup::peers()?;
    let mut bench = cargo();
    bench.args(["run", "--release", "--package", "tagbridge-bench", "--features", "peers"]);
    bench.args(["--", "run", protocol]).args(arguments);
    run(bench.envs(setup::variables()))
}
