//! Ids of the objects of an index.

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of a position in a list.
            pub fn at(position: usize) -> Self {
                Self(u32::try_from(position).unwrap_or(u32::MAX))
            }

            /// The position in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A text in a [`Names`](crate::Names).
    NameId;
    /// A place in a [`Places`](crate::Places).
    PlaceId;
    /// A routine, by its position in the project.
    RoutineId;
    /// A rung, a network, a sheet or a text: the unit of a citation.
    UnitId;
    /// A statement of a unit.
    StatementId;
    /// An occurrence of a place in a unit.
    RefId;
    /// The binding of a formal parameter at a call.
    BindingId;
}

/// An instruction in a [`Specs`](crate::Specs).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpecId(pub u16);
