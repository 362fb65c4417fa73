//! What sentences are written in.

use clap::ValueEnum;
use tagbridge_logic::explain;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    #[default]
    En,
    /// German
    De,
}

impl Language {
    /// The one of two sentences that is meant.
    pub(super) fn of(self, english: impl Into<String>, german: impl Into<String>) -> String {
        match self {
            Self::En => english.into(),
            Self::De => german.into(),
        }
    }
}

impl From<Language> for explain::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::English,
            Language::De => Self::German,
        }
    }
}
