//! The program of a controller, and answers to questions about it.
//!
//! Pure functions: they get a [`Project`](tagbridge_project::Project) and return answers, without
//! I/O and without a clock. Values and history are arguments.

mod cite;
mod emit;
pub mod explain;
mod flow;
mod index;
pub mod kinds;
pub mod logix;
mod members;
mod named;
mod order;
pub mod power;
mod qualifier;
pub mod query;
mod relate;
pub mod s7;
mod spec;
pub mod text;
pub mod types;
mod unit;
mod unnamed;
mod unseen;
pub mod why;
mod wired;

pub use cite::{Citation, LocationKind, Logic, Part};
pub use index::{Index, Opaque, Taken};
pub use relate::{Relation, shared_addresses};
pub use spec::Specs;
pub use tagbridge_expressions::{
    BindingId, NameId, Names, PlaceId, Places, RefId, RoutineId, Scope, SpecId, StatementId, Step,
    UnitId, expr,
};
pub use tagbridge_structured_text::Span;
pub use unit::{
    Binding, CallHow, Callee, Certainty, Direction, Effect, How, OpaqueReason, Operand, Ref,
    Statement, Unit, UseMode,
};
pub use wired::in_order;
