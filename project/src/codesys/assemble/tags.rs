//! Variables of programs and global variable lists as tags.

use std::collections::{HashMap, HashSet};

use tagbridge_texts::Coded;

use super::{
    super::{
        access,
        object::{Found, Object, ObjectKind, Publication, Selection},
    },
    interface::{Interfaces, is_reference, kind},
};
use crate::reason::Why;
use crate::says::Noted;
use crate::{
    declaration::{Attribute, SectionDeclaration, Variable},
    model::{Access, Note, NoteKind, Place, Published, Section, Tag, TypeUse},
};

/// Collects tags.
pub(super) struct Tags<'a> {
    symbols: &'a HashMap<String, Selection>,
    default_application: &'a str,
    /// The names of interfaces: a variable of such a type is a reference.
    interfaces: HashSet<String>,
    found: Vec<Tag>,
    paths: HashSet<String>,
    names: HashSet<String>,
    twice: Vec<String>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(found: &'a Found, default_application: &'a str) -> Self {
        let interfaces = found.objects.iter().filter(|it| it.kind == ObjectKind::Interface);
        Self {
            symbols: &found.symbols,
            default_application,
            interfaces: interfaces.map(|object| object.name.to_lowercase()).collect(),
            found: Vec::new(),
            paths: HashSet::new(),
            names: HashSet::new(),
            twice: Vec::new(),
        }
    }

    /// Adds the variables of a program or a list.
    pub(super) fn read(&mut self, object: &Object, interfaces: &mut Interfaces<'_>) {
        // A pragma above a list without a head belongs to the list, not to its first section.
        let of_object = match (&object.unit.head, object.unit.sections.first()) {
            (None, Some(first)) => &first.attributes,
            _ => &object.unit.attributes,
        };
        for section in &object.unit.sections {
            if matches!(kind(section), Some(Section::Temp | Section::External)) {
                continue;
            }
            for variable in &section.variables {
                self.variable(object, of_object, section, variable, interfaces);
            }
        }
    }

    /// Returns all tags, in order.
    pub(super) fn finish(self, notes: &mut Vec<Note>) -> Vec<Tag> {
        for subject in self.twice {
            notes.push(Note::new(NoteKind::Conflict, &subject, &Noted::DeclaredTwice));
        }
        self.found
    }

    fn variable(
        &mut self,
        object: &Object,
        of_object: &[Attribute],
        section: &SectionDeclaration,
        variable: &Variable,
        interfaces: &mut Interfaces<'_>,
    ) {
        let application = object.application.as_deref().unwrap_or(self.default_application);
        let short = format!("{}.{}", object.name, variable.name);
        let path = format!("{application}.{short}");
        if !self.paths.insert(path.to_lowercase()) {
            self.twice.push(path);
            return;
        }
        // Two applications may have variables with the same name.
        let name = if self.names.insert(short.to_lowercase()) { short } else { path.clone() };
        let member = interfaces.member(&object.name, variable, kind(section));
        let selection = self.symbols.get(application);
        let publication = publication(
            &path,
            application,
            selection,
            &variable.attributes,
            &section.attributes,
            of_object,
        );
        let constant = section.is_constant() && kind(section) != Some(Section::Input);
        let (published, access) = match publication {
            Some(Publication::Open(Access::ReadWrite)) if constant => {
                (Published::Yes, Access::ReadOnly)
            }
            Some(Publication::Open(access)) => (Published::Yes, access),
            Some(Publication::WriteOnly | Publication::Hidden) => (Published::No, Access::None),
            None if selection.is_some() => (Published::No, Access::Unknown),
            None => (Published::Unknown, Access::Unknown),
        };
        let place = match self.unreadable(&member.type_use, section, publication) {
            Some(why) => Place::Nowhere { reason: why.message() },
            None => Place::Node { path, published },
        };
        self.found.push(Tag {
            name,
            scope: object.name.clone(),
            type_use: member.type_use,
            comment: member.comment,
            access,
            constant,
            retention: section.retention(),
            alias_for: variable.at.clone(),
            initial: member.initial,
            place,
            ..Tag::default()
        });
    }

    /// Why clients cannot read the variable, if so.
    fn unreadable(
        &self,
        type_use: &TypeUse,
        section: &SectionDeclaration,
        publication: Option<Publication>,
    ) -> Option<Why<'static>> {
        let name = type_use.name.to_lowercase();
        if kind(section) == Some(Section::InOut) {
            Some(Why::InOutOfCaller)
        } else if is_reference(&name) {
            Some(Why::Pointer)
        } else if self.interfaces.contains(&name) {
            Some(Why::Interface)
        } else if publication == Some(Publication::WriteOnly) {
            Some(Why::WriteOnly)
        } else {
            None
        }
    }
}

/// How a variable is published. Its own pragma can hide it; otherwise the symbol configuration
/// takes precedence, then the nearest pragma.
fn publication(
    path: &str,
    application: &str,
    selection: Option<&Selection>,
    of_variable: &[Attribute],
    of_section: &[Attribute],
    of_object: &[Attribute],
) -> Option<Publication> {
    let own = access::by_pragma(of_variable);
    if own == Some(Publication::Hidden) {
        return own;
    }
    let key = path[application.len()..].trim_start_matches('.').to_lowercase();
    selection
        .and_then(|selection| selection.get(&key).copied())
        .or(own)
        .or_else(|| access::by_pragma(of_section))
        .or_else(|| access::by_pragma(of_object))
}
