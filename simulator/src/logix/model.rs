//! The project of a controller: its structures, tags and programs.

use std::collections::HashMap;

use tagbridge_texts::Coded;

use super::{
    structure::Structure,
    types::{Atomic, Element, ExternalAccess, StructureId, TagType},
};
use crate::rig::type_problem::TypeProblem;

/// Maximum tag memory of a model, in bytes; real controllers have 0.5 to 40 MB.
const MEMORY_LIMIT: u32 = 64 << 20;

/// The project of a controller, as a programmer downloads it. It always contains `STRING`.
///
/// ```
/// # use tagbridge_simulator::logix::Model;
/// let mut model = Model::new();
/// model.add_structure("Motor", &[("Running", "BOOL"), ("Speed", "REAL")])?;
/// model.add("Conveyor", "Motor")?;
/// model.add("Program:Packing.Lanes", "DINT[8]")?;
/// # Ok::<(), tagbridge_simulator::logix::ModelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Model {
    structures: Vec<Structure>,
    scopes: Vec<Scope>,
    memory_size: u32,
}

/// A tag, or an entry of the tag list that is not one (a program, a routine).
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    /// The name as declared, without the program.
    pub(super) name: String,
    /// The instance of the symbol object; ascending within a scope, with gaps.
    pub(super) instance: u32,
    /// The kind of the entry.
    pub(super) kind: SymbolKind,
}

/// The kind of an entry of the tag list.
#[derive(Debug, Clone)]
pub(super) enum SymbolKind {
    Tag(Tag),
    /// Not a tag, but an entry with a name, such as `Program:Packing`.
    System,
}

/// The location and the type of a tag.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub(super) shape: TagType,
    /// Offset of its first byte.
    pub(super) offset: u32,
    pub(super) access: ExternalAccess,
}

/// The controller's tags, or those of one program.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    /// `Program:Packing`; `None` for the controller.
    pub(super) name: Option<String>,
    /// Ascending by instance.
    pub(super) symbols: Vec<Symbol>,
    by_name: HashMap<String, usize>,
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// A project without tags.
    pub fn new() -> Self {
        Self {
            structures: vec![Structure::string()],
            scopes: vec![Scope::default()],
            memory_size: 0,
        }
    }

    /// Adds a tag that can be read and written: `add("Lanes", "DINT[8]")`, or in a program
    /// `add("Program:Packing.Lanes", …)`. Types are written as in Logix; a BOOL array is rounded up
    /// to whole DWORDs.
    pub fn add(&mut self, name: &str, type_text: &str) -> Result<(), ModelError> {
        self.add_with_access(name, type_text, ExternalAccess::ReadWrite)
    }

    /// Adds a tag with the given external access.
    pub fn add_with_access(
        &mut self,
        name: &str,
        type_text: &str,
        access: ExternalAccess,
    ) -> Result<(), ModelError> {
        let tag_type = self.parse_type(type_text)?;
        let (scope, tag_name) = self.scope_for(name)?;
        check_name(tag_name, name)?;
        let element = self.size_of(tag_type.element);
        let size = element.checked_mul(tag_type.count()).filter(|size| *size <= MEMORY_LIMIT);
        // Every tag starts at a multiple of 8 bytes, so that its members are aligned.
        let offset = self.memory_size.next_multiple_of(8);
        self.memory_size = size
            .map(|size| offset + size)
            .filter(|end| *end <= MEMORY_LIMIT)
            .ok_or_else(|| ModelError::TooLarge { name: name.into() })?;
        let tag = Tag { shape: tag_type, offset, access };
        self.scopes[scope].insert(tag_name, SymbolKind::Tag(tag), name)
    }

    /// Adds an entry of the tag list that is not a tag: `Task:Main`, `Map:Local`,
    /// `Program:Packing.Routine:Main`. It can be listed, but not read.
    pub fn add_system(&mut self, name: &str) -> Result<(), ModelError> {
        let (scope, symbol) = self.scope_for(name)?;
        check_name(symbol, name)?;
        self.scopes[scope].insert(symbol, SymbolKind::System, name)
    }

    /// Defines a structure with ordered members; a member can be a defined structure.
    pub fn add_structure(
        &mut self,
        name: &str,
        members: &[(&str, &str)],
    ) -> Result<(), ModelError> {
        check_name(name, name)?;
        if self.parse_element(name).is_some() {
            return Err(ModelError::Duplicate { name: name.into() });
        }
        let mut parsed = Vec::with_capacity(members.len());
        let mut size = 0_u64;
        for (member, type_text) in members {
            check_name(member, member)?;
            let member_type = self.parse_type(type_text)?;
            if member_type.rank() > 1 {
                return Err(ModelError::BadType {
                    text: (*type_text).into(),
                    problem: TypeProblem::OneDimension,
                });
            }
            if parsed.iter().any(|(other, _): &(String, _)| other.eq_ignore_ascii_case(member)) {
                return Err(ModelError::Duplicate { name: format!("{name}.{member}") });
            }
            size += u64::from(self.size_of(member_type.element)) * u64::from(member_type.count());
            parsed.push(((*member).to_owned(), member_type));
        }
        if size > u64::from(MEMORY_LIMIT) {
            return Err(ModelError::TooLarge { name: name.into() });
        }
        // UDTs have instances from 0x100 to 0xEFF; the firmware uses the other numbers.
        let template = u16::try_from(0x0FF + self.structures.len())
            .ok()
            .filter(|instance| *instance <= 0xEFF)
            .ok_or_else(|| ModelError::TooLarge { name: name.into() })?;
        let structure = Structure::lay_out(name, template, &parsed, &self.structures);
        self.structures.push(structure);
        Ok(())
    }

    /// Renumbers the symbol instances, as a download of a changed project does.
    pub(super) fn renumber(&mut self, first: u32) {
        for scope in &mut self.scopes {
            for (place, symbol) in (first..).zip(&mut scope.symbols) {
                symbol.instance = place;
            }
        }
    }

    /// The names of all tags, with the program if they have one.
    pub fn tag_names(&self) -> impl Iterator<Item = String> + '_ {
        self.scopes.iter().flat_map(|scope| {
            scope.symbols.iter().filter(|symbol| matches!(symbol.kind, SymbolKind::Tag(_))).map(
                |symbol| match &scope.name {
                    Some(program) => format!("{program}.{}", symbol.name),
                    None => symbol.name.clone(),
                },
            )
        })
    }

    /// The definition of a structure.
    pub(super) fn structure(&self, id: StructureId) -> &Structure {
        &self.structures[id.0]
    }

    pub(super) fn structures(&self) -> &[Structure] {
        &self.structures
    }

    pub(super) fn memory_size(&self) -> u32 {
        self.memory_size
    }

    /// Returns the size of one element in bytes.
    pub(super) fn size_of(&self, element: Element) -> u32 {
        match element {
            Element::Atomic(atomic) => atomic.size(),
            Element::Structure(id) => self.structures[id.0].size,
        }
    }

    /// The scope with this name: `Program:Packing` in any case, or `None` for the controller.
    pub(super) fn scope(&self, name: Option<&str>) -> Option<&Scope> {
        match name {
            None => self.scopes.first(),
            Some(name) => self.scopes.iter().find(|scope| {
                scope.name.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(name))
            }),
        }
    }

    /// Splits `Program:Packing.Lanes` and adds the program if it does not exist.
    fn scope_for<'a>(&mut self, name: &'a str) -> Result<(usize, &'a str), ModelError> {
        let Some((program, tag)) = name
            .get(..8)
            .filter(|prefix| prefix.eq_ignore_ascii_case("Program:"))
            .and_then(|_| name.split_once('.'))
        else {
            return Ok((0, name));
        };
        let known = self.scopes.iter().position(|scope| {
            scope.name.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(program))
        });
        if let Some(place) = known {
            return Ok((place, tag));
        }
        check_name(&program[8..], name)?;
        self.scopes[0].insert(program, SymbolKind::System, name)?;
        self.scopes.push(Scope { name: Some(program.to_owned()), ..Scope::default() });
        Ok((self.scopes.len() - 1, tag))
    }

    fn parse_element(&self, name: &str) -> Option<Element> {
        Atomic::from_name(name).map(Element::Atomic).or_else(|| {
            self.structures
                .iter()
                .position(|structure| structure.name.eq_ignore_ascii_case(name))
                .map(|place| Element::Structure(StructureId(place)))
        })
    }

    fn parse_type(&self, text: &str) -> Result<TagType, ModelError> {
        let bad = |problem| ModelError::BadType { text: text.to_owned(), problem };
        let (name, sizes) = match text.split_once('[') {
            None => (text, ""),
            Some((name, rest)) => {
                let sizes = rest.strip_suffix(']').ok_or_else(|| bad(TypeProblem::NoBracket))?;
                (name, sizes)
            }
        };
        let element = self.parse_element(name).ok_or_else(|| bad(TypeProblem::Unknown))?;
        let mut dimensions = [0; 3];
        let mut count = 1_u32;
        for (place, size) in sizes.split(',').filter(|_| text.len() > name.len()).enumerate() {
            let dimension =
                dimensions.get_mut(place).ok_or_else(|| bad(TypeProblem::ThreeDimensions))?;
            *dimension = size
                .trim()
                .parse()
                .ok()
                .filter(|size| *size > 0)
                .ok_or_else(|| bad(TypeProblem::NoSize))?;
            count = count
                .checked_mul(*dimension)
                .filter(|count| *count <= MEMORY_LIMIT)
                .ok_or_else(|| bad(TypeProblem::TooManyElements))?;
        }
        if element == Element::Atomic(Atomic::Bool) && dimensions[0] > 0 {
            if dimensions[1] > 0 {
                return Err(bad(TypeProblem::OneDimension));
            }
            return Ok(TagType {
                element: Element::Atomic(Atomic::Dword),
                dimensions: [dimensions[0].div_ceil(32), 0, 0],
            });
        }
        Ok(TagType { element, dimensions })
    }
}

impl Scope {
    pub(super) fn by_name(&self, name: &str) -> Option<&Symbol> {
        self.by_name.get(&name.to_ascii_lowercase()).and_then(|place| self.symbols.get(*place))
    }

    pub(super) fn by_instance(&self, instance: u32) -> Option<&Symbol> {
        self.symbols
            .binary_search_by_key(&instance, |symbol| symbol.instance)
            .ok()
            .map(|place| &self.symbols[place])
    }

    /// All symbols from this instance.
    pub(super) fn starting_at(&self, instance: u32) -> &[Symbol] {
        let start = self.symbols.partition_point(|symbol| symbol.instance < instance);
        &self.symbols[start..]
    }

    fn insert(&mut self, name: &str, kind: SymbolKind, full_name: &str) -> Result<(), ModelError> {
        let place = self.symbols.len();
        if self.by_name.insert(name.to_ascii_lowercase(), place).is_some() {
            return Err(ModelError::Duplicate { name: full_name.to_owned() });
        }
        // A controller leaves gaps for the symbols of the engineering tool.
        let instance = self
            .symbols
            .last()
            .map_or(1, |last| last.instance + if place.is_multiple_of(7) { 3 } else { 1 });
        self.symbols.push(Symbol { name: name.to_owned(), instance, kind });
        Ok(())
    }
}

/// A name in Logix: at most 40 letters, digits and underscores; module tags also have colons.
fn check_name(name: &str, full_name: &str) -> Result<(), ModelError> {
    let fits = !name.is_empty()
        && name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    if fits { Ok(()) } else { Err(ModelError::BadName { name: full_name.to_owned() }) }
}

/// Why a model is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "simulator-logix-model")]
pub enum ModelError {
    BadName { name: String },
    Duplicate { name: String },
    BadType { text: String, problem: TypeProblem },
    TooLarge { name: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_no_controller_has() {
        for (name, type_text, says) in [
            ("", "DINT", "a name has"),
            ("1st", "DINT", "a name has"),
            ("Speed.Max", "DINT", "a name has"),
            ("Program:.X", "DINT", "a name has"),
            ("tag", "DINT", "exists already"),
            ("A", "DINTS", "no such type"),
            ("A", "DINT[", "`]` is missing"),
            ("A", "DINT[]", "a number above 0"),
            ("A", "DINT[0]", "a number above 0"),
            ("A", "DINT[2,3,4,5]", "three dimensions"),
            ("A", "BOOL[32,2]", "one dimension"),
            ("A", "DINT[65536,65536]", "too many elements"),
            ("A", "LINT[60000000]", "does not fit"),
        ] {
            let mut model = Model::new();
            model.add("Tag", "DINT").unwrap();
            let error = model.add(name, type_text).expect_err(name).to_string();
            assert!(error.contains(says), "{name} {type_text}: {error}");
        }
    }

    #[test]
    fn names_come_with_their_program() {
        let mut model = Model::new();
        for name in ["A", "Program:Main.B", "program:MAIN.C", "Local:1:I"] {
            model.add(name, "DINT").unwrap();
        }
        let names: Vec<_> = model.tag_names().collect();
        assert_eq!(names, ["A", "Local:1:I", "Program:Main.B", "Program:Main.C"]);
    }
}
