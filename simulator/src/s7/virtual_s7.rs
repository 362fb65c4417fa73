//! Sets up a virtual controller, and inspects it while it runs.

use std::{collections::BTreeMap, io, net::SocketAddr, sync::Arc};

use tagbridge_project::{Project, Symbols};
use tagbridge_s7::codec::read::MAX_ITEMS;
use tokio::net::TcpListener;

use super::{
    controller::{Grants, S7State},
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::Memory,
    program::Counting,
    project, server,
};
use crate::{
    log_message::{LogMessage, event},
    rig::{
        listening::ListeningController,
        set_up::{ControllerKind, Virtual},
    },
};

/// A virtual Siemens S7 controller.
///
/// ```
/// # use tagbridge_simulator::s7::VirtualS7;
/// # use tagbridge_driver::Value;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let controller = VirtualS7::new()
///     .block(1, 64)
///     .set("DB1.DBD4:REAL", &Value::Real(12.5))?
///     .listen("127.0.0.1:0".parse()?)
///     .await?;
/// assert!(controller.endpoint().starts_with("s7://127.0.0.1:"));
/// controller.stop().await;
/// # Ok(())
/// # }
/// ```
pub type VirtualS7 = Virtual<S7>;

/// Siemens S7.
pub enum S7 {}

impl ControllerKind for S7 {
    type Memory = Memory;
    type Identity = Identity;
    type Mode = Mode;
    type Counters = Counters;
    type Fault = Fault;
    type OwnState = S7State;
}

impl Default for VirtualS7 {
    fn default() -> Self {
        let grants =
            Grants { pdu_size: 960, jobs: 8, connections: 32, items: MAX_ITEMS, place: None };
        Self::of(Memory::default(), S7State::new(grants))
    }
}

impl VirtualS7 {
    /// Creates a controller without blocks and without a program: its memory does not change.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates this number of consecutive REALs in DB1, and the same number in DB2 at intervals of
    /// 12 bytes, all of which change at every scan.
    pub fn counting(reals: u32, seed: u64) -> Self {
        let mut it = Self::new();
        let counting = Counting::new(&mut it.controller.memory, reals, seed);
        it.program(Box::new(counting))
    }

    /// Creates the controller of a project: its blocks and areas with the initial values of their
    /// tags, and generated changes. `numbers` are the numbers of blocks that are missing in the
    /// project, by name; tags without an address are left out.
    pub fn from_project(
        project: &Arc<Project>,
        numbers: &BTreeMap<String, u16>,
        seed: u64,
    ) -> Self {
        let symbols = Symbols::new(Arc::clone(project));
        let project::Loaded { memory, signals, layout, left_out } =
            project::load(&symbols, numbers, seed);
        let mut it = Self { left_out, ..Self::default() };
        (it.controller.memory, it.controller.own.layout) = (memory, layout);
        it.identity(project::identity(project)).program(Box::new(signals))
    }

    /// Adds a data block of this size in bytes, all zero.
    pub fn block(mut self, number: u16, size: usize) -> Self {
        self.controller.memory.add_block(number, size);
        self
    }

    /// Adds a data block without addresses.
    pub fn optimised_block(mut self, number: u16) -> Self {
        self.controller.memory.add_optimised_block(number);
        self
    }

    /// The largest PDU that it grants, in bytes; 960 by default.
    pub fn pdu_size(mut self, bytes: u16) -> Self {
        self.controller.own.grants.pdu_size = bytes;
        self
    }

    /// Maximum number of jobs in flight; 8 by default.
    pub fn jobs(mut self, jobs: u16) -> Self {
        self.controller.own.grants.jobs = jobs;
        self
    }

    /// Maximum number of connections; 32 by default.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.controller.own.grants.connections = limit;
        self
    }

    /// Maximum number of items in a request; 20 by default, like real controllers. Some clients
    /// assume that there is no limit.
    pub fn item_limit(mut self, limit: usize) -> Self {
        self.controller.own.grants.items = limit;
        self
    }

    /// Answers only in this rack and slot; by default in any.
    pub fn place(mut self, rack: u8, slot: u8) -> Self {
        self.controller.own.grants.place = Some((rack, slot));
        self
    }

    /// Starts to listen; port 0 selects a free port.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningS7> {
        let tcp = TcpListener::bind(addr).await?;
        let addr = tcp.local_addr()?;
        let running = RunningS7::new(addr, self.controller);
        server::serve(&running, tcp);
        event!(info, LogMessage::S7Listens, %addr);
        Ok(running)
    }
}

/// A virtual S7 controller that listens.
pub type RunningS7 = ListeningController<S7>;

impl RunningS7 {
    /// The endpoint: `s7://127.0.0.1:102?rack=0&slot=1`.
    pub fn endpoint(&self) -> String {
        let (rack, slot) = self.shared.lock().own.grants.place.unwrap_or((0, 1));
        format!("s7://{}?rack={rack}&slot={slot}", self.addr())
    }

    /// Number of open transport connections.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().own.open_connections
    }

    /// Replaces the program, like a download: its blocks and their initial values. Connections stay
    /// open.
    pub fn download(&self, other: VirtualS7) {
        self.shared.lock().download(other.controller);
    }

    /// Does the same after this number of jobs: in the middle of a scan.
    pub fn download_after(&self, jobs: u32, other: VirtualS7) {
        self.shared.lock().own.coming = Some((jobs, Box::new(other.controller)));
    }

    /// Loads a data block of this size in bytes, all zero. Replaces a block with the same number.
    pub fn load_block(&self, number: u16, size: usize) {
        self.shared.lock().memory.add_block(number, size);
    }

    /// Deletes a data block. False if it does not exist.
    pub fn delete_block(&self, number: u16) -> bool {
        self.shared.lock().memory.delete_block(number)
    }

    /// Returns a hash of all bytes.
    pub fn memory_hash(&self) -> u64 {
        self.shared.lock().memory.content_hash()
    }
}
