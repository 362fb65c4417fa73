//! Where parts of things lie in the fixed layout of S7, for those who have a type and no name.

use crate::{
    Project, TypeUse,
    expand::{Shape, Typed, Types, World, position},
};

/// The types of an S7 project, and where their parts lie.
#[derive(Debug)]
pub struct Memory<'p> {
    project: &'p Project,
    types: Types,
}

/// Something that is stored, by its type.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'p>(Typed<'p>);

impl<'p> Memory<'p> {
    /// Looks at every type once.
    pub fn new(project: &'p Project) -> Self {
        Self { project, types: Types::new(project) }
    }

    /// Something of a type.
    pub fn of(&self, type_use: &'p TypeUse) -> Stored<'p> {
        Stored(Typed::of(type_use))
    }

    /// The bits that it takes, where the layout tells.
    pub fn bits(&self, of: Stored<'p>) -> Option<u32> {
        self.world().bits(of.0)
    }

    /// A structure's member, and how many bits behind the structure's beginning it lies.
    pub fn member(&'p self, of: Stored<'p>, name: &str) -> Option<(u32, Stored<'p>)> {
        let Shape::Structure(members) = self.types.shape(self.project, of.0) else { return None };
        let member = members.iter().find(|member| member.name.eq_ignore_ascii_case(name))?;
        Some((member.bit_offset?, Stored(Typed::of(&member.type_use))))
    }

    /// An array's element, and how many bits behind the array's beginning it lies.
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
