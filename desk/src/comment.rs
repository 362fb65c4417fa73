//! The comments of a project's file, in the language of a screen.

use tagbridge_project::Project;
use tagbridge_texts::Language;

use crate::view::TranslatedComment;

/// A comment in all languages of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Comment {
    /// The text of the project's model.
    text: String,
    /// The text in the other languages.
    translations: Vec<TranslatedComment>,
}

impl Comment {
    pub(crate) fn of(project: &Project, text: Option<&str>) -> Self {
        let text = text.unwrap_or_default();
        let translation = |(language, text): (&str, &str)| TranslatedComment {
            language: language.to_owned(),
            text: text.to_owned(),
        };
        let all = &project.translations;
        let others = (!all.is_empty() && !text.is_empty()).then(|| all.of(text).map(translation));
        Self { text: text.to_owned(), translations: others.into_iter().flatten().collect() }
    }

    /// The comment in this language; in that of the model if the file does not have it.
    pub(crate) fn in_language(&self, language: Language) -> &str {
        let own = self.translations.iter().find(|it| it.is_in(language));
        own.map_or(&self.text, |it| &it.text)
    }

    /// The translations into further languages than this one.
    pub(crate) fn in_others(self, language: Language) -> Vec<TranslatedComment> {
        self.translations.into_iter().filter(|it| !it.is_in(language)).collect()
    }

    /// The comment in all languages.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        [self.text.as_str()].into_iter().chain(self.translations.iter().map(|it| it.text.as_str()))
    }
}

impl TranslatedComment {
    fn is_in(&self, language: Language) -> bool {
        self.language.get(..2).is_some_and(|it| it.eq_ignore_ascii_case(language.tag()))
    }
}

/// A comment or a title in this language; in that of the model if the file does not have it.
pub(crate) fn translated(
    project: &Project,
    language: Language,
    text: Option<&String>,
) -> Option<String> {
    text.map(|it| project.translations.in_language(language.tag(), it).to_owned())
}

#[cfg(test)]
impl From<&str> for Comment {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), translations: Vec::new() }
    }
}
