//! The names of a project, with the words of each name and comment.

use tagbridge_logic::{Logic, RoutineId};
use tagbridge_project::{BlockKind, Vendor};

use crate::words::words;

/// A name, and the words by which it is found.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The full name.
    pub(crate) name: String,
    /// The stems of the words of the name.
    pub(crate) own: Vec<String>,
    /// The stems of the words of its comment.
    pub(crate) said: Vec<String>,
    /// Whether it is code: a routine, a block, a program.
    pub(crate) is_code: bool,
}

/// All names of a project.
#[derive(Debug, Default)]
pub struct Lexicon(pub(crate) Vec<Entry>);

impl Lexicon {
    /// Collects the names of tags, of their parts with comments, of variables of blocks, and of
    /// code.
    pub fn of(logic: Logic<'_>) -> Self {
        let project = logic.project;
        let mut found = Self::default();
        // A comment in all languages of the project.
        let said = |comment: Option<&str>| {
            let comment = comment.unwrap_or_default();
            let others = project.translations.of(comment).map(|it| it.1);
            std::iter::once(comment).chain(others).collect::<Vec<_>>().join(" ")
        };
        for tag in &project.tags {
            found.add(&tag.name, &said(tag.comment.as_deref()), false);
            for (part, comment) in &tag.comments {
                found.add(&format!("{}{part}", tag.name), &said(Some(comment)), false);
            }
        }
        let mark = if project.vendor == Vendor::Siemens { '#' } else { '.' };
        for block in &project.blocks {
            let comment = said(block.comment.as_deref());
            found.add(&block.name, &comment, block.kind != BlockKind::DataBlock);
            if block.kind == BlockKind::DataBlock {
                continue;
            }
            for member in &block.members {
                let name = format!("{}{mark}{}", block.name, member.name);
                found.add_called(&name, &member.name, &said(member.comment.as_deref()), false);
            }
        }
        for (of, value) in
            project.data_types.iter().flat_map(|of| of.values.iter().map(move |it| (of, it)))
        {
            let name = format!("{}.{}", of.name, value.name);
            found.add_called(&name, &value.name, &said(value.comment.as_deref()), false);
        }
        for (at, routine) in project.routines.iter().enumerate() {
            found.add(&logic.path(RoutineId::at(at)), &said(routine.comment.as_deref()), true);
        }
        found.0.sort_by(|one, other| one.name.cmp(&other.name));
        found.0.dedup_by(|one, other| one.name == other.name && one.is_code == other.is_code);
        found
    }

    fn add(&mut self, name: &str, said: &str, is_code: bool) {
        self.add_called(name, name, said, is_code);
    }

    /// Adds a name by its own last part: a variable of a block is not found by the name of the
    /// block.
    fn add_called(&mut self, name: &str, own: &str, said: &str, is_code: bool) {
        let (own, said) = (words(own), words(said));
        self.0.push(Entry { name: name.to_owned(), own, said, is_code });
    }
}
