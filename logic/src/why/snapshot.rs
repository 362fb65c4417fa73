use std::collections::HashMap;

use tagbridge_texts::Message;

use crate::expr::Scalar;

/// The values of one scan, by the names that the platform writes, whatever their case.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Which snapshot of its stream it is.
    pub sequence: u64,
    values: HashMap<String, Sample>,
}

/// What is known of one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Sample {
    /// A value that can be relied on.
    Good(Scalar),
    /// There is none that can be, and why.
    Bad(Message),
}

/// Why a value is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absence {
    /// It was not read: it can be asked for.
    NotRead,
    /// It was read, and is of no use.
    Bad(Message),
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
    pub fn insert(&mut self, name: &str, reading: Sample) {
        self.values.insert(name.to_lowercase(), reading);
    }

    /// What was read of a name.
    pub fn get(&self, name: &str) -> Option<&Sample> {
        self.values.get(&name.to_lowercase())
    }

    /// A value that can be relied on.
    pub fn value(&self, name: &str) -> Option<&Scalar> {
        match self.get(name) {
            Some(Sample::Good(value)) => Some(value),
            _ => None,
        }
    }
}
