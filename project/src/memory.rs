//! Places of parts in the fixed layout of S7, for callers that have a type but no name.

use crate::{
    Project, TypeUse,
    expand::{Shape, Typed, Types, World, position},
};

/// The types of an S7 project, with the places of their parts.
#[derive(Debug)]
pub struct Memory<'p> {
    project: &'p Project,
    types: Types,
}

/// A stored value, by its type.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'p>(Typed<'p>);

impl<'p> Memory<'p> {
    /// Visits every type once.
    pub fn new(project: &'p Project) -> Self {
        Self { project, types: Types::new(project) }
    }

    /// A value of this type.
    pub fn of(&self, type_use: &'p TypeUse) -> Stored<'p> {
        Stored(Typed::of(type_use))
    }

    /// Its size in bits, if the layout is known.
    pub fn bits(&self, of: Stored<'p>) -> Option<u32> {
        self.world().bits(of.0)
    }

    /// A member of a structure, and its offset from the beginning of the structure in bits.
    pub fn member(&'p self, of: Stored<'p>, name: &str) -> Option<(u32, Stored<'p>)> {
        let Shape::Structure(members) = self.types.shape(self.project, of.0) else { return None };
        let member = members.iter().find(|member| member.name.eq_ignore_ascii_case(name))?;
        Some((member.bit_offset?, Stored(Typed::of(&member.type_use))))
    }

    /// An element of an array, and its offset from the beginning of the array in bits.
    pub fn element(&'p self, of: Stored<'p>, indexes: &[i32]) -> Option<(u32, Stored<'p>)> {
        let Shape::Array { dimensions, element } = self.types.shape(self.project, of.0) else {
            return None;
        };
        let at = position(dimensions, indexes)?;
        Some((self.world().into(dimensions, element, at)?, Stored(element)))
    }

    fn world(&self) -> World<'_> {
        World { project: self.project, types: &self.types }
    }
}
