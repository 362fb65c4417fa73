//! Real project files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use tagbridge_interpret::Facts;
use tagbridge_project::Source;

/// Where they are; none, with the reason on the standard error, where they are not there.
#[expect(clippy::print_stderr, reason = "says why there is nothing to test")]
pub(crate) fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("skipped: there is no {}", root.display());
    None
}

/// A sample, ready to be asked; Siemens files of one folder belong together.
pub(crate) fn facts(samples: &Path, file: &str) -> Facts {
    let path = if file.starts_with("siemens/") {
        samples.join(file.split('/').take(2).collect::<PathBuf>())
    } else {
        samples.join(file)
    };
    open(&path)
}

/// A project's file or folder, ready to be asked.
pub(crate) fn open(path: &Path) -> Facts {
    let source = Source::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let project = tagbridge_project::read(&source);
    Facts::new(Arc::new(project.unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
}
