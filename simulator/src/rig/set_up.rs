//! The set-up of a virtual controller of any vendor.

use std::time::Duration;

use tagbridge_driver::Value;

use super::server::SCAN_INTERVAL;

/// The differences between vendors.
pub trait ControllerKind: Sized + 'static {
    /// The values of its tags.
    type Memory: Memory + Send;
    /// Its identity.
    type Identity: Default + Send;
    /// Whether it executes its program; the default is that it does.
    type Mode: Copy + Default + PartialEq + Send;
    /// The counters of requests.
    type Counters: Clone + Default + Send;
    /// A way in which it misbehaves.
    type Fault: Send;
    /// State that only controllers of this vendor have.
    type OwnState: Send;
}

/// The values of a controller's tags, by name.
pub trait Memory {
    /// Why a tag cannot be read or set.
    type Error;

    /// Returns the value of a tag, or of a part of it.
    fn value(&self, name: &str) -> Result<Value, Self::Error>;

    /// Sets a tag, or a part of it.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), Self::Error>;

    /// Updates the aliases after the program.
    fn settle(&mut self) {}
}

/// A program that a controller executes periodically.
///
/// Its result depends only on the memory, on its own state and on the elapsed time: the same seed
/// and the same steps give the same values.
pub trait Program<M>: Send {
    /// Is called with the memory before any program has changed it.
    fn begin(&mut self, _memory: &M) {}

    /// Executes the program once; `elapsed` is the time since the last execution.
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

/// A controller without a network.
pub(crate) struct Controller<K: ControllerKind> {
    pub(crate) memory: K::Memory,
    /// `None`: the tags do not change.
    pub(crate) program: Option<Box<dyn Program<K::Memory>>>,
    pub(crate) identity: K::Identity,
    pub(crate) mode: K::Mode,
    pub(crate) counters: K::Counters,
    /// The faults.
    pub(crate) faults: Vec<K::Fault>,
    pub(crate) own: K::OwnState,
}

impl<K: ControllerKind> Controller<K> {
    /// Creates a controller with this memory and without a program.
    pub(crate) fn new(memory: K::Memory, own: K::OwnState) -> Self {
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

    /// Executes the program once, unless it is stopped. False if nothing changed.
    pub(crate) fn run(&mut self, elapsed: Duration) -> bool {
        self.mode == K::Mode::default() && self.execute(elapsed)
    }

    /// Executes the program once in any mode. False if there is no program.
    pub(crate) fn execute(&mut self, elapsed: Duration) -> bool {
        let Some(program) = &mut self.program else { return false };
        program.advance(&mut self.memory, elapsed);
        self.memory.settle();
        true
    }
}

/// A virtual controller during its set-up.
pub struct Virtual<K: ControllerKind> {
    pub(crate) controller: Controller<K>,
    pub(crate) left_out: Vec<String>,
}

impl<K: ControllerKind> Virtual<K> {
    /// Creates a controller with this memory and without a program: its tags do not change.
    pub(crate) fn of(memory: K::Memory, own: K::OwnState) -> Self {
        Self { controller: Controller::new(memory, own), left_out: Vec::new() }
    }

    /// The names of the project's tags that the controller does not have.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Sets the program that changes the tags; it must be made for this controller's memory.
    pub fn program(mut self, program: Box<dyn Program<K::Memory>>) -> Self {
        self.controller.program = Some(program);
        self
    }

    /// Adds a program that is executed after the existing one, and overwrites its values.
    pub fn then(mut self, mut program: Box<dyn Program<K::Memory>>) -> Self {
        program.begin(&self.controller.memory);
        let first = self.controller.program.take();
        self.controller.program = Some(match first {
            Some(first) => Box::new(Both(first, program)),
            None => program,
        });
        self
    }

    /// Executes the program this number of times and then removes it: the values do not change.
    pub fn still_after(mut self, scans: u32) -> Self {
        for _ in 0..scans {
            self.controller.execute(SCAN_INTERVAL);
        }
        self.controller.program = None;
        self
    }

    /// Executes the program once before the start, as if this time had passed.
    pub fn advance(&mut self, elapsed: Duration) {
        self.controller.run(elapsed);
    }

    /// Returns the value of a tag, a member or an element before the start.
    pub fn value(&self, name: &str) -> Result<Value, <K::Memory as Memory>::Error> {
        self.controller.memory.value(name)
    }

    /// Sets a tag, a member or an element before the start.
    pub fn set(mut self, name: &str, value: &Value) -> Result<Self, <K::Memory as Memory>::Error> {
        self.controller.memory.set(name, value)?;
        Ok(self)
    }

    /// Sets the identity.
    pub fn identity(mut self, identity: K::Identity) -> Self {
        self.controller.identity = identity;
        self
    }

    /// Sets the initial faults.
    pub fn faults(mut self, faults: Vec<K::Fault>) -> Self {
        self.controller.faults = faults;
        self
    }
}
