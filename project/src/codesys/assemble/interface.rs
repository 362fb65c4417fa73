//! Converts declarations to members, including inherited ones.

use std::collections::{HashMap, HashSet};

use super::{
    super::{
        access,
        object::{Object, ObjectKind},
    },
    constants::Constants,
};
use crate::says::Noted;
use crate::{
    declaration::{Dialect, Enumerations, Lowering, SectionDeclaration, TypeExpr, Variable},
    model::{Access, Member, Note, NoteKind, Section, TypeUse},
};

/// Maximum number of ancestors. Inherited members are copied, so there must be a limit.
const MAX_ANCESTORS: usize = 32;

/// Maximum size of all inherited members of a project, in bytes.
const MAX_INHERITED: usize = 64 << 20;

/// Creates members from declarations.
pub(super) struct Interfaces<'a> {
    pub(super) notes: Vec<Note>,
    pub(super) enumerations: Enumerations,
    constants: &'a Constants,
    by_name: HashMap<String, &'a Object>,
    inherited: usize,
    unresolved: HashSet<String>,
}

impl<'a> Interfaces<'a> {
    pub(super) fn new(objects: &'a [Object], constants: &'a Constants) -> Self {
        let mut by_name = HashMap::new();
        for object in objects.iter().filter(|object| object.owners.is_empty()) {
            by_name.entry(object.name.to_lowercase()).or_insert(object);
        }
        Self {
            notes: Vec::new(),
            enumerations: Enumerations::default(),
            constants,
            by_name,
            inherited: 0,
            unresolved: HashSet::new(),
        }
    }

    /// The constants that declarations refer to.
    pub(super) fn constants(&self) -> &'a Constants {
        self.constants
    }

    /// The result of an object, then its variables.
    pub(super) fn members(&mut self, object: &Object) -> Vec<Member> {
        let returns = object.unit.head.as_ref().and_then(|head| head.returns.as_ref());
        let scope = object.full_name();
        let answer = returns.map(|expr| Member {
            name: object.name.clone(),
            type_use: self.type_use(&scope, expr),
            section: Some(Section::Return),
            ..Member::default()
        });
        let sections: Vec<Member> =
            object.unit.sections.iter().flat_map(|it| self.section(&scope, it)).collect();
        answer.into_iter().chain(sections).collect()
    }

    /// The members of a function block's ancestors, the most distant first, then its own.
    pub(super) fn members_with_inherited(&mut self, object: &Object) -> Vec<Member> {
        let mut line = vec![object];
        let mut seen = HashSet::from([object.name.to_lowercase()]);
        while line.len() <= MAX_ANCESTORS
            && let Some(parent) = line.last().and_then(|last| self.parent(last))
        {
            if !seen.insert(parent.name.to_lowercase()) {
                self.note(NoteKind::Conflict, &object.full_name(), &Noted::InheritsItself);
                break;
            }
            line.push(parent);
        }
        let mut members = Vec::new();
        for ancestor in line.iter().skip(1).rev() {
            if self.inherited > MAX_INHERITED {
                self.note(NoteKind::Skipped, &object.full_name(), &Noted::InheritsTooMuch);
                break;
            }
            members.extend(self.members(ancestor));
            self.inherited += ancestor.unit.sections.iter().map(weight).sum::<usize>();
        }
        members.extend(self.members(object));
        members
    }

    /// The declaration of a data type, by name.
    pub(super) fn type_named(&self, name: &str) -> Option<&'a Object> {
        self.by_name.get(&name.to_lowercase()).copied()
    }

    pub(super) fn section(&mut self, scope: &str, section: &SectionDeclaration) -> Vec<Member> {
        let kind = kind(section);
        let retention = section.retention();
        let members = section.variables.iter().map(|it| self.member(scope, it, kind));
        members.map(|member| Member { retention, ..member }).collect()
    }

    pub(super) fn member(
        &mut self,
        scope: &str,
        variable: &Variable,
        section: Option<Section>,
    ) -> Member {
        let mut member = self.lower(scope, |lowering| lowering.member(variable, section));
        self.close_references(&mut member);
        member
    }

    pub(super) fn type_use(&mut self, scope: &str, expr: &TypeExpr) -> TypeUse {
        self.lower(scope, |lowering| lowering.type_use(expr))
    }

    pub(super) fn note(&mut self, kind: NoteKind, subject: &str, what: &Noted<'_>) {
        self.notes.push(Note::new(kind, subject, what));
    }

    /// Removes the access to references, which have no node: clients cannot follow them.
    fn close_references(&self, member: &mut Member) {
        let name = &member.type_use.name;
        let is_interface = self.type_named(name).is_some_and(|it| it.kind == ObjectKind::Interface);
        if is_reference(name) || is_interface {
            member.access = Access::None;
        }
        // The parser limits the nesting of declarations.
        member.type_use.members.iter_mut().for_each(|it| self.close_references(it));
    }

    fn parent<'b>(&self, object: &'b Object) -> Option<&'b Object>
    where
        'a: 'b,
    {
        let extends = &object.unit.head.as_ref()?.extends;
        // An interface may have several parents, but has no variables to inherit.
        let name = extends.first()?;
        self.by_name.get(&name.to_lowercase()).copied()
    }

    fn lower<T>(&mut self, scope: &str, lower: impl FnOnce(&mut Lowering<'_>) -> T) -> T {
        let constants = self.constants;
        let value = |name: &str| constants.value(scope, name);
        let mut lowering = Lowering {
            access: access::of_member,
            enumerations: std::mem::take(&mut self.enumerations),
            ..Lowering::new(Dialect::Codesys, &value)
        };
        let lowered = lower(&mut lowering);
        self.enumerations = lowering.enumerations;
        for text in lowering.unresolved {
            // Variables of programs are read twice, and inherited ones once for each descendant.
            if self.unresolved.insert(format!("{scope}: {text}")) {
                self.note(NoteKind::Missing, scope, &Noted::Constant { text: &text });
            }
        }
        lowered
    }
}

/// The kind of a section. A constant input is an input.
pub(super) fn kind(section: &SectionDeclaration) -> Option<Section> {
    match section.keyword.as_str() {
        "VAR_INPUT" => Some(Section::Input),
        _ => section.section(),
    }
}

/// Whether a type with this name is a reference.
pub(super) fn is_reference(type_name: &str) -> bool {
    let name = type_name.to_ascii_lowercase();
    ["pointer to", "reference to", "ref_to"].into_iter().any(|prefix| name.starts_with(prefix))
}

/// Approximate size of a section's members, in bytes.
fn weight(section: &SectionDeclaration) -> usize {
    fn of_variables(variables: &[Variable]) -> usize {
        variables.iter().map(of_variable).sum()
    }
    fn of_variable(variable: &Variable) -> usize {
        let texts = [&variable.initial, &variable.comment, &variable.at];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        let inner = variable.type_expr.as_ref().map_or(0, of_type);
        size_of::<Member>() + variable.name.len() + texts + inner
    }
    fn of_type(expr: &TypeExpr) -> usize {
        match expr {
            TypeExpr::Named { name, .. } | TypeExpr::Reference(name) => name.len(),
            TypeExpr::Array { bounds, of } => 8 * bounds.len() + of_type(of),
            TypeExpr::Structure(variables) | TypeExpr::Union(variables) => of_variables(variables),
            TypeExpr::Enumeration { values, .. } => values.iter().map(|it| it.name.len()).sum(),
        }
    }
    of_variables(&section.variables)
}
