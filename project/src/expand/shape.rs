//! The shape of a type: an array, a structure, or a scalar, which is read as one value.

use std::collections::HashMap;

use crate::{
    BlockKind, DataTypeKind, Dimension, Member, Project, TypeUse, Vendor,
    siemens::{Layouts, Structured},
};

/// Maximum length of a chain of aliases.
const MAX_ALIASES: usize = 16;

/// The use of a type, or a part of one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Typed<'p> {
    pub(crate) name: &'p str,
    pub(crate) dimensions: &'p [Dimension],
    pub(crate) length: Option<u32>,
    pub(crate) members: &'p [Member],
}

impl<'p> Typed<'p> {
    pub(crate) fn of(type_use: &'p TypeUse) -> Self {
        Self {
            name: &type_use.name,
            dimensions: &type_use.dimensions,
            length: type_use.length,
            members: &type_use.members,
        }
    }

    pub(crate) fn scalar(name: &'static str) -> Self {
        Self { name, dimensions: &[], length: None, members: &[] }
    }

    /// The type of an element.
    fn element(self) -> Self {
        Self { dimensions: &[], ..self }
    }
}

/// The shape of a type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape<'p> {
    /// An array of elements.
    Array { dimensions: &'p [Dimension], element: Typed<'p> },
    /// Consecutive members, or members that share the same memory.
    Structure(&'p [Member]),
    /// One value of an elementary type, with aliases and enumerations resolved.
    Scalar(Typed<'p>),
}

/// The types of a project by name.
#[derive(Debug)]
pub(crate) struct Types {
    /// By name in lower case, because names are not case-sensitive on all three platforms.
    by_name: HashMap<String, Definition>,
    /// S7: the distance between two elements of the type in standard layout, in bits, by name in
    /// lower case.
    strides: HashMap<String, u32>,
}

#[derive(Debug, Clone, Copy)]
enum Definition {
    Type(usize),
    Block(usize),
}

impl Types {
    pub(crate) fn new(project: &Project) -> Self {
        let mut by_name = HashMap::new();
        let blocks = project.blocks.iter().enumerate().filter(|(_, block)| {
            matches!(block.kind, BlockKind::AddOnInstruction | BlockKind::FunctionBlock)
        });
        for (at, block) in blocks {
            by_name.insert(block.name.to_lowercase(), Definition::Block(at));
        }
        for (at, data_type) in project.data_types.iter().enumerate() {
            by_name.insert(data_type.name.to_lowercase(), Definition::Type(at));
        }
        Self { by_name, strides: strides(project) }
    }

    /// The distance between two elements of a named structure, in bits.
    pub(crate) fn stride(&self, name: &str) -> Option<u32> {
        self.strides.get(&name.to_lowercase()).copied()
    }

    /// Returns the shape of a type. An undefined type is a scalar.
    pub(crate) fn shape<'p>(&self, project: &'p Project, typed: Typed<'p>) -> Shape<'p> {
        let mut typed = typed;
        for _ in 0..MAX_ALIASES {
            if !typed.dimensions.is_empty() {
                return Shape::Array { dimensions: typed.dimensions, element: typed.element() };
            }
            if !typed.members.is_empty() {
                return Shape::Structure(typed.members);
            }
            match self.by_name.get(&typed.name.to_lowercase()) {
                Some(Definition::Block(at)) => {
                    return Shape::Structure(&project.blocks[*at].members);
                }
                Some(Definition::Type(at)) => {
                    let data_type = &project.data_types[*at];
                    match data_type.kind {
                        DataTypeKind::Structure | DataTypeKind::Union => {
                            return Shape::Structure(&data_type.members);
                        }
                        DataTypeKind::String => return Shape::Scalar(typed),
                        DataTypeKind::Enumeration | DataTypeKind::Alias => match &data_type.base {
                            Some(base) => typed = Typed::of(base),
                            None if data_type.kind == DataTypeKind::Enumeration => {
                                return Shape::Scalar(Typed::scalar("INT"));
                            }
                            None => return Shape::Scalar(typed),
                        },
                    }
                }
                None => return Shape::Scalar(typed),
            }
        }
        Shape::Scalar(typed)
    }
}

fn strides(project: &Project) -> HashMap<String, u32> {
    if project.vendor != Vendor::Siemens {
        return HashMap::new();
    }
    // An alias has the size of its base type.
    let bases = project.data_types.iter().filter_map(|it| {
        let base = it.base.clone()?;
        Some((it.name.as_str(), [Member { type_use: base, ..Member::default() }]))
    });
    let bases: Vec<_> = bases.collect();
    let aliases = bases.iter().map(|(name, base)| (*name, base.as_slice()));
    let types = project.data_types.iter().filter(|it| it.base.is_none());
    let types = types.map(|it| (it.name.as_str(), it.members.as_slice())).chain(aliases);
    let blocks = project.blocks.iter().map(|it| (it.name.as_str(), it.members.as_slice()));
    // Some built-in structures are larger than their known members.
    let known = Layouts::new(std::iter::empty());
    let stride = |layouts: &Layouts<'_>, name: &str| layouts.stride(&TypeUse::scalar(name));
    let (known_types, own_types): (Vec<_>, Vec<_>) = types
        .chain(blocks)
        .map(|(name, members)| (name, Structured { members, over: None }))
        .partition(|(name, _)| stride(&known, name).is_some());
    let own = Layouts::new(own_types.iter().copied());
    known_types
        .iter()
        .map(|(name, _)| (&known, *name))
        .chain(own_types.iter().map(|(name, _)| (&own, *name)))
        .filter_map(|(layouts, name)| Some((name.to_lowercase(), stride(layouts, name)?)))
        .collect()
}
