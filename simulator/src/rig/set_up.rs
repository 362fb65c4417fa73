//! Setting up a virtual controller, whichever vendor's it is.

use std::time::Duration;

use tagbridge_driver::Value;

use super::server::SCAN_INTERVAL;

/// What differs from vendor to vendor.
pub trait ControllerKind: Sized + 'static {
    /// The values of its tags.
    type Memory: Memory + Send;
    /// Who it says that it is.
    type Identity: Default + Send;
    /// Whether it executes its program, which it does at first.
    type Mode: Copy + Default + PartialEq + Send;
    /// What it was asked for.
    type Counters: Clone + Default + Send;
    /// A way in which it misbehaves.
    type Fault: Send;
    /// What the controllers of no other vendor have.
    type Own: Send;
}

/// The values of a controller's tags, by name.
pub trait Memory {
    /// Why a tag cannot be set.
    type Error;

    /// The value of a tag, or of a part of one.
    fn value(&self, name: &str) -> Result<Value, Self::Error>;

    /// Sets a tag, or a part of one.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), Self::Error>;

    /// Lets the tags that repeat another one follow it, after the program.
    fn settle(&mut self) {}
}

/// A program that a controller executes over and over.
///
/// What it does depends on the memory, on itself and on the time that passed, on nothing else: the
/// same seed and the same steps give the same values.
pub trait Program<M>: Send {
    /// Sees the memory before any program has changed it.
    fn begin(&mut self, _memory: &M) {}

    /// Executes it once; `elapsed` passed since the last time.
    fn advance(&mut self, memory: &mut M, elapsed: Duration);
}

/// Two programs, one after the other.
struct Both<M>(Box<dyn Program<M>>, Box<dyn Program<M>>);

impl<M> Program<M> for Both<M> {
    fn advance(&mut self, memory: &mut M, elapsed: Duration) {
        self.0.advance(memory, elapsed);
        self.1.advance(memory, elapsed);
    }
}

/// A controller without a wire.
pub(crate) struct Controller<K: ControllerKind> {
    pub(crate) memory: K::Memory,
    /// `None`: the tags stand still.
    pub(crate) program: Option<Box<dyn Program<K::Memory>>>,
    pub(crate) identity: K::Identity,
    pub(crate) mode: K::Mode,
    pub(crate) counters: K::Counters,
    /// How it misbehaves.
    pub(crate) faults: Vec<K::Fault>,
    pub(crate) own: K::Own,
}

impl<K: ControllerKind> Controller<K> {
    /// With this memory and no program.
    pub(crate) fn new(memory: K::Memory, own: K::Own) -> Self {
        Self {
            memory,
            program: None,
            identity: K::Identity::default(),
            mode: K::Mode::default(),
            counters: K::Counters::default(),
            faults: Vec::new(),
            own,
        }
    }

    /// Executes the program once, unless it is stopped. False: nothing changed.
    pub(crate) fn run(&mut self, elapsed: Duration) -> bool {
        self.mode == K::Mode::default() && self.execute(elapsed)
    }

    /// Executes the program once, whatever the mode is. False: there is none.
    pub(crate) fn execute(&mut self, elapsed: Duration) -> bool {
        let Some(program) = &mut self.program else { return false };
        program.advance(&mut self.memory, elapsed);
        self.memory.settle();
        true
    }
}

/// A virtual controller that is being set up.
pub struct Virtual<K: ControllerKind> {
    pub(crate) controller: Controller<K>,
    pub(crate) left_out: Vec<String>,
}

impl<K: ControllerKind> Virtual<K> {
    /// With this memory and no program: its tags stand still.
    pub(crate) fn of(memory: K::Memory, own: K::Own) -> Self {
        Self { controller: Controller::new(memory, own), left_out: Vec::new() }
    }

    /// The names of the project's tags that it does not have.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The program that changes the tags; made for this controller's memory.
    pub fn program(mut self, program: Box<dyn Program<K::Memory>>) -> Self {
        self.controller.program = Some(program);
        self
    }

    /// Another program, executed after the one that it has: what both write is as this one leaves
    /// it.
    pub fn then(mut self, mut program: Box<dyn Program<K::Memory>>) -> Self {
        program.begin(&self.controller.memory);
        let first = self.controller.program.take();
        self.controller.program = Some(match first {
            Some(first) => Box::new(Both(first, program)),
            None => program,
        });
        self
    }

    /// Executes the program this many times and never again: values that stay as they are.
    pub fn still_after(mut self, scans: u32) -> Self {
        for _ in 0..scans {
            self.controller.execute(SCAN_INTERVAL);
        }
        self.controller.program = None;
        self
    }

    /// Executes the program once before it starts, as if this time had passed.
    pub fn advance(&mut self, elapsed: Duration) {
        self.controller.run(elapsed);
    }

    /// The value of a tag, a member or an element before it starts.
    pub fn value(&self, name: &str) -> Result<Value, <K::Memory as Memory>::Error> {
        self.controller.memory.value(name)
    }

    /// Sets a tag, a member or an element before it starts.
    pub fn set(mut self, name: &str, value: &Value) -> Result<Self, <K::Memory as Memory>::Error> {
        self.controller.memory.set(name, value)?;
        Ok(self)
    }

    /// Who it says that it is.
    pub fn identity(mut self, identity: K::Identity) -> Self {
        self.controller.identity = identity;
        self
    }

    /// Misbehaves from the start.
    pub fn faults(mut self, faults: Vec<K::Fault>) -> Self {
        self.controller.faults = faults;
        self
    }
}
