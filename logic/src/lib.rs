//! What a controller's program says, and answers to questions about it.
//!
//! Pure: a [`Project`](tagbridge_project::Project) in, answers out; no I/O and no clock. Values and
//! history are passed in.

pub mod expr;
mod ids;
mod names;
mod place;
mod span;

pub use ids::{BindingId, NameId, PlaceId, RefId, RoutineId, SpecId, StatementId, UnitId};
pub use names::Names;
pub use place::{Places, Scope, Step};
pub use span::Span;
