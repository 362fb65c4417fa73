//! A project as the checker sees it.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{Logic, OpaqueReason, Span, UnitId, kinds::Kinds};
use tagbridge_project::{Block, DataType, DataTypeKind, Member, Project, Vendor};
use tagbridge_structured_text::Dialect;

use crate::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem};

/// A project with its declarations by name.
pub(crate) struct Checker<'a> {
    pub(crate) project: &'a Project,
    pub(crate) logic: Logic<'a>,
    pub(crate) kinds: Kinds<'a>,
    types: HashMap<String, &'a DataType>,
    blocks: HashMap<String, &'a Block>,
    /// The enumeration of each value, by the value's name.
    values: HashMap<String, &'a str>,
    /// Global variables by their names without a list, constants too.
    globals: HashMap<String, &'a tagbridge_project::Tag>,
    /// Units that are not read for another reason than a name.
    pub(crate) unread: HashSet<UnitId>,
}

/// A unit while it is checked.
pub(crate) struct Unit<'c, 'a> {
    pub(crate) checker: &'c Checker<'a>,
    pub(crate) id: UnitId,
    pub(crate) text: &'a str,
    pub(crate) dialect: Dialect,
    /// The blocks whose names the code sees without a prefix: its own, and what that is a part of.
    pub(crate) owners: Vec<String>,
    /// The place that is named at each byte.
    pub(crate) places: HashMap<u32, tagbridge_logic::PlaceId>,
    pub(crate) found: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(logic: Logic<'a>) -> Self {
        let project = logic.project;
        let mut values = HashMap::new();
        for kind in project.data_types.iter().filter(|it| it.kind == DataTypeKind::Enumeration) {
            for value in &kind.values {
                values.insert(value.name.to_lowercase(), kind.name.as_str());
                values.insert(format!("{}.{}", kind.name, value.name).to_lowercase(), &*kind.name);
            }
        }
        let mut globals = HashMap::new();
        for tag in &project.tags {
            let name = tag.name.rsplit('.').next().unwrap_or_default().trim_matches('"');
            globals.entry(name.to_lowercase()).or_insert(tag);
            globals.entry(tag.name.replace('"', "").to_lowercase()).or_insert(tag);
        }
        let is_unread = |reason: &OpaqueReason| {
            matches!(
                reason,
                OpaqueReason::TooDeep | OpaqueReason::Protected | OpaqueReason::Language
            )
        };
        let opaque = logic.index.opaque().iter().filter(|it| is_unread(&it.reason));
        Self {
            project,
            logic,
            kinds: Kinds::new(project),
            types: project.data_types.iter().map(|it| (it.name.to_lowercase(), it)).collect(),
            blocks: project.blocks.iter().rev().map(|it| (it.name.to_lowercase(), it)).collect(),
            values,
            globals,
            unread: opaque.map(|it| it.unit).collect(),
        }
    }

    pub(crate) fn vendor(&self) -> Vendor {
        self.project.vendor
    }

    /// A type that the project defines.
    pub(crate) fn data_type(&self, name: &str) -> Option<&'a DataType> {
        self.types.get(&bare(name)).copied()
    }

    /// A block of the project.
    pub(crate) fn block(&self, name: &str) -> Option<&'a Block> {
        self.blocks.get(&bare(name)).copied()
    }

    /// The enumeration that a value belongs to.
    pub(crate) fn enumeration_of(&self, value: &str) -> Option<&'a str> {
        self.values.get(&value.to_lowercase()).copied()
    }

    /// A global variable by its name with or without its list.
    pub(crate) fn global(&self, name: &str) -> Option<&'a tagbridge_project::Tag> {
        self.globals.get(&bare(name)).copied()
    }

    /// Every name that the project declares for a whole program.
    pub(crate) fn global_names(&self) -> impl Iterator<Item = &String> {
        self.globals
            .keys()
            .chain(self.blocks.keys())
            .chain(self.types.keys())
            .chain(self.values.keys())
    }

    /// Returns a variable of a block or of its ancestors, `None` if there is no such variable; and
    /// whether all ancestors are in the file.
    pub(crate) fn variable(&self, block: &'a Block, name: &str) -> (Option<&'a Member>, bool) {
        let mut at = block;
        for _ in 0..MAXIMUM_ANCESTORS {
            if let Some(found) = at.members.iter().find(|it| it.name.eq_ignore_ascii_case(name)) {
                return (Some(found), true);
            }
            let Some(parent) = at.extends.first() else { return (None, true) };
            let Some(parent) = self.block(parent) else { return (None, false) };
            at = parent;
        }
        (None, false)
    }

    /// A method, a property or an action of a block, or of what it is made from.
    pub(crate) fn part_of(&self, block: &'a Block, name: &str) -> Option<&'a Block> {
        let mut at = block;
        for _ in 0..MAXIMUM_ANCESTORS {
            if let Some(found) = self.block(&format!("{}.{name}", at.name)) {
                return Some(found);
            }
            at = at.extends.iter().find_map(|parent| self.block(parent))?;
        }
        None
    }
}

/// Longer lines of ancestors are a circle.
const MAXIMUM_ANCESTORS: usize = 32;

/// A name without quotes, in small letters.
pub(crate) fn bare(name: &str) -> String {
    name.replace('"', "").to_lowercase()
}

impl<'a> Unit<'_, 'a> {
    /// A part of the text.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn vendor(&self) -> Vendor {
        self.checker.vendor()
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, span: Span, problem: Problem) {
        self.report(DiagnosticLevel::Error, span, problem);
    }

    /// Reports something that verifies with a warning.
    pub(crate) fn warn(&mut self, span: Span, problem: Problem) {
        self.report(DiagnosticLevel::Warning, span, problem);
    }

    pub(crate) fn report(&mut self, level: DiagnosticLevel, span: Span, problem: Problem) {
        let place = DiagnosticPlace::code(self.checker.logic, self.id, span);
        self.found.push(Diagnostic { problem, level, place });
    }

    /// A variable that the code sees without a prefix, as its own block declares it.
    pub(crate) fn own(&self, name: &str) -> Option<&'a Member> {
        let found = self.owners.iter().find_map(|owner| {
            let block = self.checker.block(owner)?;
            self.checker.variable(block, name).0
        });
        found.or_else(|| {
            let programs = &self.checker.project.programs;
            let is_own = |it: &str| self.owners.iter().any(|own| own.eq_ignore_ascii_case(it));
            programs
                .iter()
                .filter(|it| is_own(&it.name))
                .flat_map(|it| &it.members)
                .find(|it| it.name.eq_ignore_ascii_case(name))
        })
    }

    /// The blocks whose code this is, the innermost first.
    pub(crate) fn own_blocks(&self) -> impl Iterator<Item = &'a Block> {
        self.owners.iter().filter_map(|owner| self.checker.block(owner))
    }
}
