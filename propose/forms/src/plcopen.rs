//! PLCopen XML.

mod body;
mod drawn;
mod listed;
mod types;

pub use self::{
    body::{Edits, PlcopenBody},
    listed::{Listed, declaration},
};
use crate::element::{XmlElement as Element, child, children};

/// The data that 3S adds to an element with this name.
pub fn added<'a, 'i>(of: Element<'a, 'i>, name: &str) -> Option<Element<'a, 'i>> {
    let is_it = |it: &Element<'_, '_>| {
        it.attribute("name").is_some_and(|it| it.rsplit('/').next() == Some(name))
    };
    children(child(of, "addData")?, "data").find(is_it)
}
