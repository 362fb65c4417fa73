//! The contract between the bridge and the protocols.
//!
//! An [`Endpoint`] is the address of a controller, a [`Driver`] connects to it, a [`Connection`]
//! reads from it, and a [`Scan`] is the result of one read of a [`TagSet`].
//!
//! **No function here can write to a controller.** So no caller can request it, and no driver has
//! to refuse it.
//!
//! *"The controller refused"* is data ([`Reading::Bad`]), *"the link is lost"* is an error
//! ([`LinkError`]): the first concerns one tag, the second ends the connection.
#![warn(missing_docs)]

#[cfg(feature = "conformance")]
pub mod captured;
#[cfg(feature = "conformance")]
pub mod conformance;
mod declared;
mod discovered;
mod dissection;
mod driver;
mod endpoint;
mod explanation;
#[cfg(feature = "fake")]
pub mod fake;
mod identity;
mod keyring;
mod link;
mod logins;
mod options;
mod program_mark;
mod reading;
mod similar_names;
mod step;
mod tag_info;
mod tags;
mod traffic;
mod value;

pub use declared::{Declarations, Declared};
pub use discovered::Discovered;
pub use dissection::{
    DissectedField, DissectedItem, Dissection, Dissector, FrameContent, FramePair,
};
pub use driver::{Answer, Connection, Driver, Scan};
pub use endpoint::{Endpoint, EndpointError, EndpointProblem};
pub use explanation::{Explanation, ListCost, PlannedRequest};
pub use identity::{Device, Identity, RunMode};
pub use keyring::{Keyring, Password};
pub use link::{AnswerCount, LinkError, LoginRemedy};
pub use logins::Logins;
pub use options::{LinkOptions, MAX_CONNECTIONS, PATIENT, ReadMode, TagList};
pub use program_mark::ProgramMark;
pub use reading::{Cause, Reading, Reason};
pub use similar_names::{near, nearest, tolerance};
pub use step::LinkStep;
pub use tag_info::{Access, Listing, TagInfo};
pub use tags::TagSet;
pub use traffic::{RequestKind, RequestName, Traffic, WireEnds, WireFrame, WireTrace};
pub use value::{TagValue, Value};
