//! A controller read by the names of its project: what binds a project to a driver.
//!
//! [`Names`] are a project's tags for one protocol. [`Named`] is a driver that is called with these
//! names. The other modules compare a controller with its project, and describe what a person can
//! do about differences. The table of protocols defines how tags are addressed; crates above this
//! one do not distinguish vendors.

mod assembly;
mod block_ends;
mod compare;
mod declared;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
mod identity;
mod layout;
mod log_message;
mod named;
mod names;
mod numbers;
mod program;
mod proposal;
mod translation;
mod trial;
mod types;

pub use self::{
    block_ends::{BlockComparison, Length, Mismatch, compare_ends, ends_of, sized},
    identity::{Agreement, IdentityFact, IdentityPart, OtherController},
    layout::LayoutDiffers,
    named::{Named, PATIENCE, ProjectDifferences},
    names::{ExpectedController, Names, Naming, OtherPlatform, SourceError, Supplement},
    numbers::UnknownBlock,
    proposal::{Proposal, Unnumbered},
    trial::Trial,
    types::TypeDiffers,
};
pub use tagbridge_project::DataBlock;

#[cfg(test)]
mod downloads;
#[cfg(test)]
mod tests;
