//! Real project files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use tagbridge_interpret::Facts;
use tagbridge_project::Source;

pub(crate) use tagbridge_needs::samples as root;

/// The facts of a sample; Siemens files in one folder belong together.
pub(crate) fn facts(samples: &Path, file: &str) -> Facts {
    let path = if file.starts_with("siemens/") {
        samples.join(file.split('/').take(2).collect::<PathBuf>())
    } else {
        samples.join(file)
    };
    open(&path)
}

/// The facts of a project's file or folder.
pub(crate) fn open(path: &Path) -> Facts {
    let source = Source::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let project = tagbridge_project::read(&source);
    Facts::new(Arc::new(project.unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
}
