//! The instructions and constructs that the code of a project uses.

use std::collections::HashMap;

use crate::{NameId, SpecId};

/// The readers and writers: instructions, boxes, called blocks, and constructs of a text (`:=`,
/// `IF`). Each name exists once.
#[derive(Debug, Clone, Default)]
pub struct Specs {
    names: Vec<NameId>,
    known: HashMap<NameId, SpecId>,
}

const LAST: u16 = u16::MAX - 1;

impl Specs {
    /// Returns the id of a name. After 65,535 names, all new names share one id.
    pub fn of(&mut self, name: NameId) -> SpecId {
        let names = &mut self.names;
        *self.known.entry(name).or_insert_with(|| {
            if let Ok(next @ 0..=LAST) = u16::try_from(names.len()) {
                names.push(name);
                SpecId(next)
            } else {
                SpecId(LAST)
            }
        })
    }

    /// Returns the name.
    pub fn name(&self, id: SpecId) -> NameId {
        self.names[usize::from(id.0)]
    }
}
