//! New content of one unit, before it is written into a file.

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Body, Project, Rung, Vendor};
use tagbridge_structured_text::{Dialect, parse};
use tagbridge_texts::Coded;

use crate::{
    change::{Allowed, check_change},
    diagnostic::Diagnostic,
};

/// A routine, and one of its rungs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitName {
    /// The program or the block.
    pub owner: String,
    /// The routine.
    pub routine: String,
    /// The rung, by its position from 0; without one the whole routine.
    pub rung: Option<usize>,
}

/// Why a content cannot be checked separately.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "check-content")]
pub enum ContentError {
    /// The project has no such routine or rung.
    NoUnit { name: String },
    /// The file draws this code: the changed file has to be read, and checked as a change.
    Drawn { name: String },
}

/// Checks the new text of one unit: the rungs of a Logix routine as neutral text, one a line; one
/// rung; or the whole body of structured text or SCL.
///
/// Returns what [`check_change`] returns for a project with this content.
///
/// # Errors
///
/// If the project has no such unit, or the unit is a drawing that is not kept as text.
pub fn check_content(
    before: Logic<'_>,
    unit: &UnitName,
    content: &str,
) -> Result<Vec<Diagnostic>, ContentError> {
    let mut project: Project = before.project.clone();
    put(&mut project, unit, content)?;
    let index = Index::build(&project);
    Ok(check_change(before, Logic::new(&project, &index), Allowed::All))
}

fn put(project: &mut Project, unit: &UnitName, content: &str) -> Result<(), ContentError> {
    let name = format!("{}/{}", unit.owner, unit.routine);
    let missing = || ContentError::NoUnit { name: name.clone() };
    let is_logix = project.vendor == Vendor::AllenBradley;
    let routine = project.routines.iter_mut().find(|it| {
        it.owner.eq_ignore_ascii_case(&unit.owner) && it.name.eq_ignore_ascii_case(&unit.routine)
    });
    match (&mut routine.ok_or_else(missing)?.body, unit.rung) {
        (Body::Text(text), None) => {
            content.clone_into(text);
            Ok(())
        }
        (Body::Rungs(rungs), Some(at)) => {
            let rung = rungs.get_mut(at).ok_or_else(missing)?;
            if rung.ladder.is_some() || rung.net.is_some() || rung.element.is_some() {
                return Err(ContentError::Drawn { name });
            }
            // What a person writes for a network of CODESYS is statements.
            let written = |_: &Vec<_>| parse(content, Dialect::Codesys);
            rung.statements = rung.statements.as_ref().map(written);
            content.clone_into(&mut rung.text);
            Ok(())
        }
        (Body::Rungs(rungs), None) if is_logix && rungs.iter().all(|it| it.net.is_none()) => {
            let lines = content
                .lines()
                .filter(|it| !it.trim().is_empty() && !it.trim_start().starts_with("//"));
            *rungs = (0..)
                .zip(lines)
                .map(|(number, line)| Rung {
                    number,
                    text: line.trim().to_owned(),
                    ..Rung::default()
                })
                .collect();
            Ok(())
        }
        (Body::Rungs(_), None) => Err(ContentError::Drawn { name }),
        _ => Err(missing()),
    }
}
