//! The user's additions to a project's file, stored with the project.

use tagbridge_bridge as bridge;
use tagbridge_project::BlockKind;

use crate::{
    desk::Desk,
    failures::invalid,
    parsed_project::ParsedProject,
    problem::{Problem, Remedy},
    view::{Failure, Supplement},
};

impl Desk {
    /// The additions to use: the new ones, which are stored, or the stored ones.
    pub(crate) fn supplement(
        &self,
        project: &str,
        told: Option<Supplement>,
        book: Option<&ParsedProject>,
    ) -> Result<Supplement, Failure> {
        let Some(told) = told else { return Ok(self.kept_supplement(project)) };
        let told = checked(told, book)?;
        self.0.keeper.change(|kept| {
            if told == Supplement::default() {
                kept.supplements.remove(project);
            } else {
                kept.supplements.insert(project.to_owned(), told.clone());
            }
        })?;
        Ok(told)
    }

    /// The additions to a project.
    pub(crate) fn kept_supplement(&self, project: &str) -> Supplement {
        self.0.keeper.read(|it| it.supplements.get(project).cloned()).unwrap_or_default()
    }
}

impl From<&Supplement> for bridge::Supplement {
    fn from(supplement: &Supplement) -> Self {
        Self { block_numbers: supplement.block_numbers.clone(), prefix: supplement.prefix.clone() }
    }
}

fn checked(told: Supplement, book: Option<&ParsedProject>) -> Result<Supplement, Failure> {
    for (name, number) in &told.block_numbers {
        if *number == 0 {
            let problem = &Problem::BlockNumber { name: name.clone() };
            return Err(invalid(problem, &Remedy::BlockNumber));
        }
        let is_known = |book: &ParsedProject| {
            let mut blocks = book.symbols.project().blocks.iter();
            blocks.any(|it| {
                it.kind == BlockKind::DataBlock && it.name.to_lowercase() == name.to_lowercase()
            })
        };
        if book.is_some_and(|book| !is_known(book)) {
            return Err(invalid(&Problem::NoBlock { name: name.clone() }, &Remedy::AskedBlock));
        }
    }
    let prefix = told.prefix.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    Ok(Supplement { prefix, ..told })
}
