//! What sentences are written in.

use tagbridge_logic::explain;
use tagbridge_texts::Language;

/// As the room of the logic calls it.
pub(super) fn of_logic(language: Language) -> explain::Language {
    match language {
        Language::English => explain::Language::English,
        Language::German => explain::Language::German,
    }
}
