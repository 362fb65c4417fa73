//! What the parts of a virtual controller share.

use std::{collections::HashSet, time::Duration};

use super::{
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::Memory,
};
use crate::rig::set_up::Program;

/// A controller's state. It outlives the server: a restart keeps it.
pub(super) struct Controller {
    pub(super) memory: Memory,
    pub(super) program: Option<Box<dyn Program<Memory>>>,
    pub(super) identity: Identity,
    pub(super) mode: Mode,
    pub(super) counters: Counters,
    pub(super) faults: Vec<Fault>,
    /// Names of variables that are in the project, but not on the server.
    pub(super) removed: HashSet<String>,
    /// Sessions of the servers before the last restart.
    pub(super) past_sessions: u32,
}

impl Controller {
    /// Executes the program once. False: nothing changed.
    pub(super) fn run(&mut self, elapsed: Duration) -> bool {
        match &mut self.program {
            Some(program) if self.mode == Mode::Run => {
                program.advance(&mut self.memory, elapsed);
                true
            }
            _ => false,
        }
    }
}
