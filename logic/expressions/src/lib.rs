//! Conditions and values as expressions over the places of a program: solved, evaluated, printed.
//!
//! Names, places and expressions are interned: equal ones have the same id.

pub mod expr;
mod ids;
mod names;
mod place;

pub use ids::{BindingId, NameId, PlaceId, RefId, RoutineId, SpecId, StatementId, UnitId};
pub use names::Names;
pub use place::{Places, Scope, Step};
