//! Starts the clients of a comparison.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

/// Starts this program again, as a client.
pub(crate) fn rust(protocol: &str, client: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap_or_else(|_| "tagbridge-bench".into()));
    command.args(["client", protocol, client]);
    command
}

/// A script in Python, with the packages of `tests/python/requirements.txt`.
pub(crate) fn python(script: &str) -> Command {
    with_python(installed("TAGBRIDGE_PYTHON", ".venv/bin/python"), script)
}

/// A script in Python, with snap7's C library.
pub(crate) fn python_with_snap7_c(script: &str) -> Command {
    with_python(installed("TAGBRIDGE_PYTHON_SNAP7_C", ".venv-snap7c/bin/python"), script)
}

/// A script for node, with the packages of `tests/node/package.json`.
pub(crate) fn node(script: &str) -> Command {
    let mut command = Command::new("node");
    command.env("NODE_PATH", installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules"));
    command.arg(peers().join(script));
    command
}

fn with_python(python: impl AsRef<OsStr>, script: &str) -> Command {
    let mut command = Command::new(python);
    // Without leaving compiled modules among the sources.
    command.arg("-B").arg(peers().join(script));
    command
}

fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers")
}

/// The value of the variable, or the default in the workspace.
fn installed(variable: &str, place: &str) -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(place);
    env::var_os(variable).map_or_else(default, PathBuf::from)
}
