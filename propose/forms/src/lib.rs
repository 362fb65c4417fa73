//! How files write declarations, conditions and networks, and the edits that write a change of them.
//!
//! A declaration is a text, also where the file has elements: [`outline::units`] reads it, and
//! [`plcopen::Listed`] turns edits of the text into edits of the elements. A network is changed by an
//! [`Aim`]: what its end is to do. [`Boxes`] writes it in the native export,
//! [`plcopen::PlcopenBody`] in PLCopen XML. A network of SimaticML is a [`simatic::FlgNet`]. What stays as it is keeps its bytes.

pub mod amounts;
pub mod boxes;
pub mod condition;
pub mod element;
pub mod names;
mod networks;
pub mod outline;
pub mod piece;
pub mod plcopen;
pub mod script;
mod shown;
pub mod simatic;
mod term;
mod unit;
mod wiring;

pub use self::{
    boxes::Boxes,
    networks::{ExportNetworks, Networks},
    shown::ShownNetwork,
    term::{Aim, KindOf, Term, TermBox},
};
