//! Files for change requests.

use std::sync::Arc;

use tagbridge_api::generate::ProposedChange;
use tagbridge_interpret::Facts;
use tagbridge_logic::Logic;
use tagbridge_project::{Source, read};
use tagbridge_propose::{Planned, Proposed, Wish, drafted, propose};
use tagbridge_texts::Language;

/// A file for change requests.
pub(crate) struct Ready {
    pub(crate) source: Source,
    facts: Facts,
}

impl Ready {
    pub(crate) fn of(source: Source) -> Option<Self> {
        let project = read(&source).ok()?;
        Some(Self { source, facts: Facts::new(Arc::new(project)) })
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
        self.facts.logic()
    }

    pub(crate) fn asked(&self, prompt: &str) -> Proposed {
        self.wished(&Wish { prompt, ..Wish::default() })
    }

    pub(crate) fn wished(&self, wish: &Wish<'_>) -> Proposed {
        propose(&self.source, self.logic(), &Wish { facts: Some(&self.facts), ..*wish })
    }

    pub(crate) fn drafted(
        &self,
        changes: &[ProposedChange],
        language: Language,
    ) -> Result<Box<Planned>, Vec<String>> {
        drafted(&self.source, self.logic(), changes, (language, language))
    }
}
