//! What sentences are written in.

use tagbridge_logic::explain;
use tagbridge_texts::Language;

/// Says one of two sentences.
pub(super) trait OneOfTwo {
    /// The one that is meant.
    fn of(self, english: impl Into<String>, german: impl Into<String>) -> String;
}

impl OneOfTwo for Language {
    fn of(self, english: impl Into<String>, german: impl Into<String>) -> String {
        match self {
            Self::English => english.into(),
            Self::German => german.into(),
        }
    }
}

/// As the room of the logic calls it.
pub(super) fn of_logic(language: Language) -> explain::Language {
    match language {
        Language::English => explain::Language::English,
        Language::German => explain::Language::German,
    }
}
