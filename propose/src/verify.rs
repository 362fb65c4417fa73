//! Whether the vendor's editor would verify a changed project.

use tagbridge_check::{Allowed, DiagnosticPlace, Problem, check_change};
use tagbridge_logic::Logic;
use tagbridge_texts::Language;

/// The errors of the checker in the new project that the old one does not have.
pub(crate) fn diagnosed(old: Logic<'_>, new: Logic<'_>, language: Language) -> Vec<String> {
    let found = check_change(old, new, Allowed::All);
    // Whether code is writable is checked before it is written.
    let errors = found
        .into_iter()
        .filter(|it| it.is_error() && !matches!(it.problem, Problem::ProtectedChanged));
    let told = errors.map(|it| {
        let place = match &it.place {
            DiagnosticPlace::Code { citation, line, column } => {
                let rung = citation.rung.map(|it| format!(":{it}")).unwrap_or_default();
                format!("{}{rung} ({line}:{column})", citation.path)
            }
            DiagnosticPlace::Declared(name) | DiagnosticPlace::Unit(name) => name.clone(),
        };
        format!("{place}: {}", it.message().in_language(language))
    });
    told.take(20).collect()
}
