//! Whether a vendor's editor would verify a project.
//!
//! Pure: a project with its index in, diagnostics out. [`check`] checks a whole project,
//! [`check_change`] a changed project against the version before, [`check_content`] the new text of
//! one unit. A diagnostic has a code with arguments, a level, and a place: the unit, the line and
//! the column of the shown text, and where the file has it.
//!
//! The checker reports an error only where the project itself proves it. A name that a library may
//! declare is [`DiagnosticLevel::Unchecked`].

mod calls;
mod change;
mod chart;
mod check;
mod checker;
mod content;
mod declarations;
mod diagnostic;
mod drawing;
mod list;
mod members;
mod names;
mod operand;
mod organization;
mod rungs;
mod sheet;
mod standard;
mod statements;
mod types;
mod value;

pub use self::{
    change::{Allowed, check_change},
    check::check,
    content::{ContentError, UnitName, check_content},
    diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem, ProblemGroup},
};

#[cfg(test)]
mod tests {
    use tagbridge_texts::Coded as _;

    use super::{ContentError, Problem};

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("check", &[Problem::CODES, ContentError::CODES]);
    }
}
