//! `cargo xtask bench`: ours beside other people's clients, and the reading of project files, in the
//! release build.

use anyhow::Result;

use crate::{
    setup,
    shell::{cargo, run},
};

/// What is measured without other people's clients.
const PROJECT: &str = "project";

/// Installs what is missing, then measures a protocol, or the reading of project files, and writes
/// `docs/benchmarks.md`.
pub(crate) fn bench(subject: &str, arguments: &[String]) -> Result<()> {
    if subject == PROJECT {
        let mut bench = cargo();
        bench.args(["run", "--release", "--package", "tagbridge-bench", "--", PROJECT]);
        return run(bench.args(arguments));
    }
    setup::peers()?;
    let mut bench = cargo();
    bench.args(["run", "--release", "--package", "tagbridge-bench", "--features", "peers"]);
    bench.args(["--", "run", subject]).args(arguments);
    run(bench.envs(setup::variables()))
}
