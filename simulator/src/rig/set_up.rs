//! Setting up a virtual controller, whichever vendor's it is.

use std::time::Duration;

use tagbridge_driver::Value;

use super::server::SCAN_INTERVAL;

/// What differs from vendor to vendor.
pub trait Kind {
    /// The values of its tags.
    type Memory: Memory;
    /// Who it says that it is.
    type Identity;
    /// A way in which it misbehaves.
    type Fault;
    /// What else can be set up.
    type Settings;
}

/// The values of a controller's tags, by name.
pub trait Memory {
    /// Why a tag cannot be set.
    type Error;

    /// Sets a tag, or a part of one.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), Self::Error>;
}

/// A program that a controller executes over and over.
///
/// What it does depends on the memory, on itself and on the time that passed, on nothing else: the
/// same seed and the same steps give the same values.
pub trait Program<M>: Send {
    /// Executes it once; `elapsed` passed since the last time.
    fn advance(&mut self, memory: &mut M, elapsed: Duration);
}

/// A virtual controller that is being set up.
pub struct Virtual<K: Kind> {
    pub(crate) memory: K::Memory,
    pub(crate) program: Option<Box<dyn Program<K::Memory>>>,
    pub(crate) identity: K::Identity,
    pub(crate) faults: Vec<K::Fault>,
    pub(crate) left_out: Vec<String>,
    pub(crate) settings: K::Settings,
}

impl<K: Kind> Virtual<K> {
    /// With this memory and no program: its tags stand still.
    pub(crate) fn of(memory: K::Memory, identity: K::Identity, settings: K::Settings) -> Self {
        let (faults, left_out) = (Vec::new(), Vec::new());
        Self { memory, program: None, identity, faults, left_out, settings }
    }

    /// The names of the project's tags that it does not have.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The program that changes the tags; made for this controller's memory.
    pub fn program(mut self, program: Box<dyn Program<K::Memory>>) -> Self {
        self.program = Some(program);
        self
    }

    /// Executes the program this many times and never again: values that stay as they are.
    pub fn still_after(mut self, scans: u32) -> Self {
        if let Some(mut program) = self.program.take() {
            for _ in 0..scans {
                program.advance(&mut self.memory, SCAN_INTERVAL);
            }
        }
        self
    }

    /// Sets a tag, a member or an element before it starts.
    pub fn set(mut self, name: &str, value: &Value) -> Result<Self, <K::Memory as Memory>::Error> {
        self.memory.set(name, value)?;
        Ok(self)
    }

    /// Who it says that it is.
    pub fn identity(mut self, identity: K::Identity) -> Self {
        self.identity = identity;
        self
    }

    /// Misbehaves from the start.
    pub fn faults(mut self, faults: Vec<K::Fault>) -> Self {
        self.faults = faults;
        self
    }
}
