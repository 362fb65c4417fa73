//! The locations of clients of other vendors, and how they are run.

pub(crate) mod codesys;
pub(crate) mod plant;

use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value as Json;

/// Runs a program with this JSON on its standard input and returns what it prints.
pub(crate) async fn ask(mut command: Command, input: Json) -> Json {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = format!("{command:?}");
    let finished = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.to_string().as_bytes()).expect("the program listens");
        drop(stdin);
        child.wait_with_output().expect("the program ends")
    });
    let output = finished.await.expect("no panic");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {complaints}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaints}"))
}

/// The Python with the clients of other vendors.
pub(crate) fn python() -> PathBuf {
    installed("TAGBRIDGE_PYTHON", ".venv/bin/python")
}

/// The path in the variable, or the default path in the workspace.
pub(crate) fn installed(variable: &str, place: &str) -> PathBuf {
    let path = env::var_os(variable).map_or_else(|| workspace().join(place), PathBuf::from);
    assert!(
        path.exists(),
        "{} is missing: run `cargo xtask setup`, which installs it, or set {variable}",
        path.display()
    );
    path
}

pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}
