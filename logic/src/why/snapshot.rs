use std::collections::HashMap;

use crate::expr::Scalar;

/// The values of one scan, by the names that the platform writes, whatever their case.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Which snapshot of its stream it is.
    pub sequence: u64,
    values: HashMap<String, Reading>,
}

/// What is known of one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A value that can be relied on.
    Good(Scalar),
    /// There is none that can be, and why: `unknown_tag`, `stale`.
    Bad(String),
}

/// Why a value is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// It was not read: it can be asked for.
    NotRead,
    /// It was read, and is of no use.
    Bad(String),
    /// It has no name outside: a local of an add-on instruction, a temporary, what lies behind a
    /// pointer.
    NoValue,
}

impl Snapshot {
    /// Without any value.
    pub fn new(sequence: u64) -> Self {
        Self { sequence, values: HashMap::new() }
    }

    /// Adds what was read.
    pub fn insert(&mut self, name: &str, reading: Reading) {
        self.values.insert(name.to_lowercase(), reading);
    }

    /// What was read of a name.
    pub fn get(&self, name: &str) -> Option<&Reading> {
        self.values.get(&name.to_lowercase())
    }

    /// A value that can be relied on.
    pub fn value(&self, name: &str) -> Option<&Scalar> {
        match self.get(name) {
            Some(Reading::Good(value)) => Some(value),
            _ => None,
        }
    }
}
