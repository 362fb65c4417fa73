use std::collections::HashMap;

use tagbridge_texts::Message;

use crate::expr::Scalar;

/// The values of one scan, by the names in the notation of the platform, in any case.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The number of the snapshot in its stream.
    pub sequence: u64,
    values: HashMap<String, Sample>,
}

/// A value of a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub enum Sample {
    /// A reliable value.
    Good(Scalar),
    /// No reliable value, and the reason.
    Bad(Message),
}

/// Why a value is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absence {
    /// It was not read, but can be requested.
    NotRead,
    /// It was read, but is not reliable.
    Bad(Message),
    /// It cannot be read: a local of an add-on instruction, a temporary variable, the target of a
    /// pointer.
    NoValue,
}

impl Snapshot {
    /// Creates a snapshot without values.
    pub fn new(sequence: u64) -> Self {
        Self { sequence, values: HashMap::new() }
    }

    /// Adds a value.
    pub fn insert(&mut self, name: &str, reading: Sample) {
        self.values.insert(name.to_lowercase(), reading);
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Sample> {
        self.values.get(&name.to_lowercase())
    }

    /// The reliable value of a name.
    pub fn value(&self, name: &str) -> Option<&Scalar> {
        match self.get(name) {
            Some(Sample::Good(value)) => Some(value),
            _ => None,
        }
    }
}
