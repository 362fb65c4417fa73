//! The types of a project, ordered so that each is defined before it is used.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{
    BlockKind, DataType, DataTypeKind, Dimension, Member, Project, Section, TypeUse,
};

use super::array_of;
use crate::opcua::model::{Declaration, Enumeration, Model, Structure};

/// Maximum nesting of types; deeper types are left out.
const MAX_DEPTH: usize = 64;

/// The names of a project's types in the model.
pub(super) struct Structures<'p> {
    types: HashMap<String, Definition<'p>>,
    /// Names in the model, by the project's name in lower case; `None` while a type is being
    /// defined, and if it cannot be defined.
    named: HashMap<String, Option<String>>,
    /// Used names in lower case.
    taken: HashSet<String>,
    defined: Vec<Structure>,
    /// Number of scalars of one value, by the project's name in lower case.
    weights: HashMap<String, u64>,
}

#[derive(Clone, Copy)]
enum Definition<'p> {
    Enumeration,
    Alias(&'p TypeUse),
    Members(&'p str, &'p [Member]),
}

impl<'p> Structures<'p> {
    /// Registers all types of a project. Enumerations are added to the model at once, other types
    /// when they are used.
    pub(super) fn define(project: &'p Project, model: &mut Model) -> Self {
        let mut structures = Self {
            types: HashMap::new(),
            named: HashMap::new(),
            taken: HashSet::new(),
            defined: Vec::new(),
            weights: HashMap::new(),
        };
        for block in project.blocks.iter().filter(|it| it.kind == BlockKind::FunctionBlock) {
            let definition = Definition::Members(&block.name, &block.members);
            structures.types.insert(block.name.to_lowercase(), definition);
        }
        for data_type in &project.data_types {
            structures.add(data_type, model);
        }
        structures
    }

    fn add(&mut self, data_type: &'p DataType, model: &mut Model) {
        let key = data_type.name.to_lowercase();
        let definition = match data_type.kind {
            DataTypeKind::Enumeration => {
                let values = data_type
                    .values
                    .iter()
                    .filter_map(|it| Some((it.name.clone(), i32::try_from(it.number?).ok()?)));
                let values: Vec<(String, i32)> = values.collect();
                if values.is_empty() {
                    return;
                }
                let name = self.free_name(&data_type.name);
                self.named.insert(key.clone(), Some(name.clone()));
                model.enumerations.push(Enumeration { name, values });
                Definition::Enumeration
            }
            DataTypeKind::Alias => match &data_type.base {
                Some(base) => Definition::Alias(base),
                None => return,
            },
            DataTypeKind::Structure | DataTypeKind::Union | DataTypeKind::String => {
                Definition::Members(&data_type.name, &data_type.members)
            }
        };
        self.types.insert(key, definition);
    }

    /// The type in the format of the model; `place` names a structure without a name. `None` if the
    /// type is unknown.
    pub(super) fn type_text(&mut self, of: &'p TypeUse, place: &str) -> Option<String> {
        self.text(of, place, Vec::new(), 0)
    }

    /// Approximate number of scalars of a value of the type.
    pub(super) fn scalars(&mut self, of: &'p TypeUse) -> u64 {
        self.weight(of, 0)
    }

    /// Adds the used structures to the model.
    pub(super) fn add_to(self, model: &mut Model) {
        model.structures.extend(self.defined);
    }

    /// The dimensions of an alias follow those of its use.
    fn text(
        &mut self,
        of: &'p TypeUse,
        place: &str,
        outer: Vec<Dimension>,
        depth: usize,
    ) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let dimensions: Vec<Dimension> = outer.into_iter().chain(of.dimensions.clone()).collect();
        let array = array_of(&dimensions)?;
        if !of.members.is_empty() {
            return Some(array + &self.structure(place, &of.members, depth)?);
        }
        let key = of.name.to_lowercase();
        if let Some(name) = elementary(&of.name) {
            return Some(array + name);
        }
        if let Some(named) = self.named.get(&key) {
            return named.as_ref().map(|name| array + name);
        }
        let Some(definition) = self.types.get(&key).copied() else {
            // A type of a library that the project does not contain: the controller has such
            // variables, but the meaning of their bytes is unknown. `POINTER TO INT` is only a
            // reference.
            return (!of.name.contains(' ')).then(|| array + "ByteString");
        };
        match definition {
            Definition::Enumeration => None,
            Definition::Alias(base) => self.text(base, place, dimensions, depth + 1),
            Definition::Members(name, members) => {
                // A structure that contains itself is defined without that member.
                self.named.insert(key.clone(), None);
                let defined = self.structure(name, members, depth);
                self.named.insert(key, defined.clone());
                defined.map(|name| array + &name)
            }
        }
    }

    /// Defines a structure of its visible members.
    fn structure(&mut self, name: &str, members: &'p [Member], depth: usize) -> Option<String> {
        let name = self.free_name(name);
        let mut declared: Vec<Declaration> = Vec::new();
        for member in members.iter().filter(|it| is_visible(it.section)) {
            let place = format!("{name}_{}", member.name);
            let Some(text) = self.text(&member.type_use, &place, Vec::new(), depth + 1) else {
                continue;
            };
            if !declared.iter().any(|it| it.name.eq_ignore_ascii_case(&member.name)) {
                let comment = member.comment.as_deref().unwrap_or_default();
                declared.push(Declaration::new(&member.name, text).comment(comment));
            }
        }
        if declared.is_empty() {
            return None;
        }
        self.defined.push(Structure { name: name.clone(), members: declared });
        Some(name)
    }

    /// `Standard.TON` becomes `Standard_TON`, and a second one `Standard_TON_2`.
    fn free_name(&mut self, wanted: &str) -> String {
        let plain = wanted.replace(|it: char| !it.is_alphanumeric(), "_");
        let mut name = plain.clone();
        let mut count = 1;
        while elementary(&name).is_some() || !self.taken.insert(name.to_lowercase()) {
            count += 1;
            name = format!("{plain}_{count}");
        }
        name
    }

    fn weight(&mut self, of: &'p TypeUse, depth: usize) -> u64 {
        let elements = of
            .dimensions
            .iter()
            .fold(1_u64, |count, dimension| count.saturating_mul(dimension.count().into()));
        let key = of.name.to_lowercase();
        let one = if depth > MAX_DEPTH {
            1
        } else if !of.members.is_empty() {
            self.weight_of(&of.members, depth)
        } else if let Some(known) = self.weights.get(&key) {
            *known
        } else {
            // While it is counted, so that a type that contains itself ends.
            self.weights.insert(key.clone(), 1);
            let one = match self.types.get(&key).copied() {
                Some(Definition::Alias(base)) => self.weight(base, depth + 1),
                Some(Definition::Members(_, members)) => self.weight_of(members, depth),
                _ => 1,
            };
            self.weights.insert(key, one);
            one
        };
        elements.saturating_mul(one)
    }

    fn weight_of(&mut self, members: &'p [Member], depth: usize) -> u64 {
        members
            .iter()
            .fold(0_u64, |sum, member| sum.saturating_add(self.weight(&member.type_use, depth + 1)))
    }
}

/// Excludes references, and variables that exist only during the call.
fn is_visible(section: Option<Section>) -> bool {
    !matches!(section, Some(Section::InOut | Section::Temp | Section::External | Section::Return))
}

/// The model's name of an elementary type.
fn elementary(name: &str) -> Option<&'static str> {
    const SAME: [&str; 24] = [
        "BOOL",
        "SINT",
        "INT",
        "DINT",
        "LINT",
        "USINT",
        "UINT",
        "UDINT",
        "ULINT",
        "BYTE",
        "WORD",
        "DWORD",
        "LWORD",
        "REAL",
        "LREAL",
        "STRING",
        "WSTRING",
        "TIME",
        "LTIME",
        "DATE",
        "TIME_OF_DAY",
        "TOD",
        "DATE_AND_TIME",
        "DT",
    ];
    if let Some(same) = SAME.into_iter().find(|it| it.eq_ignore_ascii_case(name)) {
        return Some(same);
    }
    Some(match name.to_ascii_uppercase().as_str() {
        "BIT" => "BOOL",
        "LDATE" => "DATE",
        "LTOD" | "LTIME_OF_DAY" => "TOD",
        "LDT" | "LDATE_AND_TIME" => "DT",
        "CHAR" => "BYTE",
        "WCHAR" => "WORD",
        "__XWORD" => "LWORD",
        "__UXINT" => "ULINT",
        "__XINT" => "LINT",
        _ => return None,
    })
}
