//! The clients in other languages, packed as their registries take them.

use std::path::Path;

use anyhow::Result;

use crate::{
    setup,
    shell::{program, root, run},
};

/// Newtonsoft.Json for the .NET Framework, which Mono runs.
const NEWTONSOFT: &str = "nswag/bin/binaries/Win/Newtonsoft.Json.dll";

/// A wheel, a source archive and a package for `NuGet`.
pub(super) fn pack(work: &Path, out: &Path, epoch: &str) -> Result<()> {
    setup::packages()?;
    let clients = root().join("clients");
    let mut command = program(setup::python());
    command.env("SOURCE_DATE_EPOCH", epoch).arg(clients.join("pack.py"));
    command.arg(root().join("service/openapi.json"));
    command.arg(setup::node_modules().join(NEWTONSOFT));
    run(command.arg(work.join("clients")).arg(out))
}
