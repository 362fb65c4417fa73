//! Holds the source tree against the walls that `ARCHITECTURE.md` names.
//!
//! [`check`] reads that page, the manifests and the sources, and gives every [`Breach`]: a room that
//! imports what it may not, a word that has no business where it stands, a file or a room that grew
//! too large, public types of two rooms with one name, modules in a circle. What is known and allowed
//! for a reason stands in `walls/exceptions.toml`; an exception that is not needed any more is a
//! breach, too. [`rooms`] counts product lines.

mod circles;
mod code;
mod edges;
mod exceptions;
mod links;
mod names;
mod page;
mod rooms;
mod sizes;
mod words;

use std::{fmt, io, path::Path, path::PathBuf};

pub use self::{
    exceptions::Exceptions,
    page::{Page, RoomRow, Wall},
    rooms::{Room, rooms},
};

/// Where somebody went through a wall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The file or the room.
    pub place: String,
    /// What is wrong, and what to do.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Why a tree cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum WallError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A manifest or the list of exceptions is not TOML as expected.
    #[error("cannot understand {}: {what}", path.display())]
    Format {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// All breaches of a tree, none where every wall holds.
pub fn check(root: &Path) -> Result<Vec<Breach>, WallError> {
    let page = Page::read(root)?;
    let mut exceptions = Exceptions::read(root)?;
    let rooms = rooms(root, &page)?;
    let mut breaches = edges::breaches(root, &page)?;
    breaches.extend(words::breaches(&page, &rooms, &mut exceptions));
    breaches.extend(sizes::breaches(&rooms, &mut exceptions));
    breaches.extend(names::breaches(&rooms, &mut exceptions));
    breaches.extend(circles::breaches(&rooms, &mut exceptions));
    breaches.extend(links::breaches(root)?);
    breaches.extend(exceptions.unused());
    Ok(breaches)
}

pub(crate) fn read(path: &Path) -> Result<String, WallError> {
    let read = std::fs::read_to_string(path);
    read.map_err(|source| WallError::Read { path: path.to_owned(), source })
}
