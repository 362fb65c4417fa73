//! A controller read by the names of its project: what binds a project to a driver.
//!
//! [`Names`] are a project's tags together with the protocol that they are read over; [`Named`] is
//! a driver that is asked by them; the rest compares a controller with its project and says what a
//! person could do about what differs. Which protocol asks how is looked up in the table of
//! protocols; nobody above this crate knows a vendor's ways.

mod assembly;
mod compare;
mod declared;
mod ends;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
mod identity;
mod layout;
mod logged;
mod named;
mod names;
mod numbers;
mod program;
mod proposal;
mod translation;
mod trial;
mod types;

pub use self::{
    ends::{Compared, Length, Mismatch, compare_ends, ends_of, sized},
    identity::{Agreement, IdentityFact, IdentityPart, OtherController},
    layout::LayoutDiffers,
    named::{Fit, Named, PATIENCE},
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
