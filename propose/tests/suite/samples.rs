//! Real project files.

use std::path::{Path, PathBuf};

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source, read};
use tagbridge_propose::{Proposed, Wish, propose};

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

/// Every file below a folder, in order.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    entries
        .into_iter()
        .flat_map(|entry| if entry.is_dir() { below(&entry) } else { vec![entry] })
        .collect()
}

/// A file that is ready to be changed.
pub(crate) struct Ready {
    pub(crate) source: Source,
    project: Project,
    index: Index,
}

impl Ready {
    pub(crate) fn of(source: Source) -> Option<Self> {
        let project = read(&source).ok()?;
        let index = Index::build(&project);
        Some(Self { source, project, index })
    }

    pub(crate) fn of_text(name: &str, text: &str) -> Self {
        let source = Source::of_bytes(name, text.as_bytes().to_vec()).expect("a source");
        Self::of(source).expect("a project")
    }

    pub(crate) fn asked(&self, prompt: &str) -> Proposed {
        self.wished(&Wish { prompt, ..Wish::default() })
    }

    pub(crate) fn wished(&self, wish: &Wish<'_>) -> Proposed {
        propose(&self.source, Logic::new(&self.project, &self.index), wish)
    }
}
