//! Where other people's clients are.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The Python that has other people's clients.
pub(crate) fn python() -> PathBuf {
    installed("TAGBRIDGE_PYTHON", ".venv/bin/python")
}

/// What the variable names, or what stands in its place in the workspace.
pub(crate) fn installed(variable: &str, place: &str) -> PathBuf {
    let path = env::var_os(variable).map_or_else(|| workspace().join(place), PathBuf::from);
    assert!(
        path.exists(),
        "{} is missing: run `cargo xtask test` first, which installs it, or set {variable}",
        path.display()
    );
    path
}

pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}
