//! The type of a place, from its declaration: one table look-up per step of its path.

use std::collections::HashMap;

use tagbridge_project::{DataTypeKind, Dimension, Initial, Member, Project, Section, Tag, TypeUse};

use crate::{Index, PlaceId, Scope, Step};

/// A longer chain of type aliases is assumed to be circular.
const MAXIMUM_ALIASES: usize = 16;

/// The declarations of a project by their names.
#[derive(Debug)]
pub struct Kinds<'a> {
    project: &'a Project,
    tags: HashMap<String, &'a Tag>,
    types: HashMap<String, usize>,
    members: HashMap<String, HashMap<String, &'a Member>>,
}

/// A type at its use.
#[derive(Debug, Clone, Copy)]
pub struct Kind<'a> {
    /// The type name of one element.
    pub name: &'a str,
    /// The dimensions without an index.
    pub dimensions: &'a [Dimension],
    /// The members of an anonymous structure.
    pub members: &'a [Member],
}

/// The kind of the values of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// On or off.
    Bit,
    /// A whole number.
    Whole,
    /// A number with a fraction.
    Real,
    /// A duration, a time of day, a date.
    Time,
    /// Another or unknown kind.
    Other,
}

impl<'a> Kind<'a> {
    /// The type of a declaration.
    pub fn of(type_use: &'a TypeUse) -> Self {
        let TypeUse { name, dimensions, members, .. } = type_use;
        Self { name, dimensions, members }
    }

    /// One element of the type with this name.
    pub fn named(name: &'a str) -> Self {
        Self { name, dimensions: &[], members: &[] }
    }
}

/// The kind of the values of an elementary type.
pub fn sort_of(name: &str) -> Sort {
    match name.to_ascii_uppercase().as_str() {
        "BOOL" | "BIT" => Sort::Bit,
        "REAL" | "LREAL" => Sort::Real,
        "SINT" | "INT" | "DINT" | "LINT" | "USINT" | "UINT" | "UDINT" | "ULINT" | "BYTE"
        | "WORD" | "DWORD" | "LWORD" => Sort::Whole,
        "TIME" | "LTIME" | "TIME32" | "S5TIME" | "DATE" | "LDATE" | "TOD" | "TIME_OF_DAY"
        | "LTOD" | "LTIME_OF_DAY" | "DT" | "DATE_AND_TIME" | "LDT" | "DTL" => Sort::Time,
        _ => Sort::Other,
    }
}

impl<'a> Kinds<'a> {
    /// Creates the look-up for a project.
    pub fn new(project: &'a Project) -> Self {
        let bare = |name: &str| name.replace('"', "").to_lowercase();
        let mut members: HashMap<String, HashMap<String, &'a Member>> = HashMap::new();
        let blocks = project.blocks.iter().map(|it| (&it.name, &it.members));
        let programs = project.programs.iter().map(|it| (&it.name, &it.members));
        let kinds = project.data_types.iter().map(|it| (&it.name, &it.members));
        for (owner, list) in blocks.chain(programs).chain(kinds) {
            let known = members.entry(owner.to_lowercase()).or_default();
            for member in list {
                known.entry(member.name.to_lowercase()).or_insert(member);
            }
        }
        let types = project.data_types.iter().enumerate();
        Self {
            project,
            tags: project.tags.iter().rev().map(|tag| (bare(&tag.name), tag)).collect(),
            types: types.map(|(at, of)| (of.name.to_lowercase(), at)).collect(),
            members,
        }
    }

    /// The tag that contains a place, and its number of steps in the path.
    pub fn tag(&self, index: &Index, place: PlaceId) -> Option<(&'a Tag, usize)> {
        let path = index.places.path(place);
        path.iter().take(2).enumerate().find_map(|(at, part)| {
            let name = index.places.text(*part, &index.names).replace('"', "").to_lowercase();
            self.tags.get(&name).map(|tag| (*tag, at + 1))
        })
    }

    /// The variable of a block that contains a place.
    pub fn variable(&self, index: &Index, place: PlaceId) -> Option<&'a Member> {
        let root = index.places.root_of(place);
        let Step::Root(Scope::AddOn(owner) | Scope::Block(owner) | Scope::Unit(owner), name) =
            index.places.step(root)
        else {
            return None;
        };
        self.member(index.names.text(owner), index.names.text(name))
    }

    fn member(&self, owner: &str, name: &str) -> Option<&'a Member> {
        let owner = self.members.get(&owner.trim_matches('"').to_lowercase())?;
        owner.get(&name.to_lowercase()).copied()
    }

    /// The type of a place; `None` if the file does not show it.
    pub fn of(&self, index: &Index, place: PlaceId) -> Option<Kind<'a>> {
        let path = index.places.path(place);
        let (mut kind, mut at) = match self.tag(index, place) {
            Some((tag, steps)) => (Kind::of(&tag.type_use), steps),
            None => (Kind::of(&self.variable(index, place)?.type_use), 1),
        };
        while let Some(part) = path.get(at) {
            kind = self.part(index, kind, index.places.step(*part))?;
            at += 1;
        }
        Some(kind)
    }

    /// The kind of the values of a place.
    pub fn sort(&self, index: &Index, place: PlaceId) -> Sort {
        match self.of(index, place) {
            Some(kind) if kind.dimensions.is_empty() => sort_of(self.base(kind).name),
            _ => Sort::Other,
        }
    }

    /// The kind of a function's result.
    pub fn returned(&self, function: &str) -> Sort {
        let members = self.members.get(&function.trim_matches(['"', '#']).to_lowercase());
        let found = members
            .and_then(|all| all.values().find(|member| member.section == Some(Section::Return)));
        found.map_or(Sort::Other, |member| sort_of(&member.type_use.name))
    }

    /// Resolves type aliases.
    pub fn base(&self, mut kind: Kind<'a>) -> Kind<'a> {
        for _ in 0..MAXIMUM_ALIASES {
            let Some(at) = self.types.get(&kind.name.to_lowercase()) else { break };
            let defined = &self.project.data_types[*at];
            match (&defined.base, defined.kind) {
                (Some(base), DataTypeKind::Alias) => kind = Kind::of(base),
                _ => break,
            }
        }
        kind
    }

    /// Whether a type is a list of names.
    pub fn enumeration(&self, kind: Kind<'a>) -> Option<&'a [tagbridge_project::EnumValue]> {
        let at = self.types.get(&self.base(kind).name.trim_matches('"').to_lowercase())?;
        let defined = &self.project.data_types[*at];
        (defined.kind == DataTypeKind::Enumeration).then_some(&defined.values)
    }

    fn part(&self, index: &Index, of: Kind<'a>, step: Step) -> Option<Kind<'a>> {
        match step {
            Step::Index(_) | Step::Elements(..) => Some(Kind { dimensions: &[], ..of }),
            Step::Bit(_) | Step::AnyBit(_) | Step::Slice(1, _) => Some(Kind::named("BOOL")),
            Step::Member(name) => {
                let name = index.names.text(name);
                let of = self.base(of);
                predefined(of.name, name).or_else(|| {
                    let own = of.members.iter().find(|it| it.name.eq_ignore_ascii_case(name));
                    let found = own.or_else(|| self.member(of.name, name));
                    found.map(|it| Kind::of(&it.type_use))
                })
            }
            Step::Root(..) | Step::Behind | Step::Slice(..) => None,
        }
    }

    /// The initial value of a place as declared; `None` if the declaration has none.
    pub fn initial(&self, index: &Index, place: PlaceId) -> Option<&'a str> {
        let (initial, whole, steps) = match self.tag(index, place) {
            Some((tag, steps)) => (tag.initial.as_ref()?, tag.name.len(), steps),
            None => (self.variable(index, place)?.initial.as_ref()?, usize::MAX, 1),
        };
        let is_whole = index.places.path(place).len() == steps;
        match initial {
            Initial::Scalar(text) => is_whole.then_some(text.as_str()),
            Initial::Parts(parts) => {
                let name = index.places.text(place, &index.names);
                let rest = name.get(whole..)?;
                let found = parts.iter().find(|(part, _)| part.eq_ignore_ascii_case(rest))?;
                Some(found.1.as_str())
            }
        }
    }
}

/// Members of predefined structures (1756-RM003; IEC 61131-3 §6.6.3.5).
fn predefined<'a>(structure: &str, member: &str) -> Option<Kind<'a>> {
    let member = member.to_ascii_uppercase();
    let structure = structure.rsplit('.').next().unwrap_or(structure).to_ascii_uppercase();
    let name = match (structure.as_str(), member.as_str()) {
        // Milliseconds: equality of two durations.
        ("TIMER", "ACC" | "PRE") => "TIME",
        ("COUNTER", "ACC" | "PRE") | ("CONTROL", "LEN" | "POS") => "DINT",
        ("TIMER" | "COUNTER" | "CONTROL", _) => "BOOL",
        (_, "ET" | "PT") if is_timer(&structure) => "TIME",
        (_, "Q" | "IN") if is_timer(&structure) => "BOOL",
        _ => return None,
    };
    Some(Kind::named(name))
}

/// Whether a type is that of a timer.
pub fn is_timer(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name).to_ascii_uppercase();
    let plain = name.trim_end_matches("_TIME").trim_end_matches("_LTIME");
    matches!(plain, "TIMER" | "TON" | "TOF" | "TP" | "TONR" | "LTON" | "LTOF" | "LTP" | "RTO")
        || matches!(name.as_str(), "IEC_TIMER" | "IEC_LTIMER" | "TIMER" | "FBD_TIMER")
}
