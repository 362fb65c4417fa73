//! Files for change requests.

use tagbridge_api::generate::ProposedChange;
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source, read};
use tagbridge_propose::{Planned, Proposed, Wish, drafted, propose};
use tagbridge_texts::Language;

/// A file for change requests.
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

    pub(crate) fn of_texts(files: &[(&str, &str)]) -> Self {
        let read = |(path, text): &(&str, &str)| {
            Source::of_bytes(*path, text.as_bytes().to_vec()).expect("a source")
        };
        let mut sources = files.iter().map(read);
        let mut whole = sources.next().expect("a file");
        whole.files.extend(sources.flat_map(|it| it.files));
        Self::of(whole).expect("a project")
    }

    pub(crate) fn logic(&self) -> Logic<'_> {
        Logic::new(&self.project, &self.index)
    }

    pub(crate) fn asked(&self, prompt: &str) -> Proposed {
        self.wished(&Wish { prompt, ..Wish::default() })
    }

    pub(crate) fn wished(&self, wish: &Wish<'_>) -> Proposed {
        propose(&self.source, self.logic(), wish)
    }

    pub(crate) fn drafted(
        &self,
        changes: &[ProposedChange],
        language: Language,
    ) -> Result<Box<Planned>, Vec<String>> {
        drafted(&self.source, self.logic(), changes, (language, language))
    }
}
