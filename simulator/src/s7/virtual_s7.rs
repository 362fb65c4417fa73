//! Setting up a virtual controller, and looking into it while it runs.

use std::{collections::BTreeMap, io, net::SocketAddr, sync::Arc};

use tagbridge_project::{Project, Symbols};
use tagbridge_s7::codec::read::MAX_ITEMS;
use tokio::net::TcpListener;

use super::{
    controller::{Grants, Own},
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::Memory,
    program::Counting,
    project, server,
};
use crate::{
    logged::{Logged, event},
    rig::{
        listening::Listening,
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
    type Own = Own;
}

impl Default for VirtualS7 {
    fn default() -> Self {
        let grants =
            Grants { pdu_size: 960, jobs: 8, connections: 32, items: MAX_ITEMS, place: None };
        Self::of(Memory::default(), Own::new(grants))
    }
}

impl VirtualS7 {
    /// A controller without blocks and without a program: its memory stands still.
    pub fn new() -> Self {
        Self::default()
    }

    /// So many REALs in DB1 one after the other, and as many in DB2 12 bytes apart, all of which
    /// change at every scan.
    pub fn counting(reals: u32, seed: u64) -> Self {
        let mut it = Self::new();
        let counting = Counting::new(&mut it.controller.memory, reals, seed);
        it.program(Box::new(counting))
    }

    /// The controller of a project: its blocks and areas with what their tags start with, and
    /// made-up changes of them. `numbers` are those of blocks that the project does not tell, by
    /// name; what has no address is left out.
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

    /// A data block of so many bytes, all zero.
    pub fn block(mut self, number: u16, size: usize) -> Self {
        self.controller.memory.add_block(number, size);
        self
    }

    /// A data block without addresses.
    pub fn optimised_block(mut self, number: u16) -> Self {
        self.controller.memory.add_optimised_block(number);
        self
    }

    /// The largest PDU that it grants; 960 unless told.
    pub fn pdu_size(mut self, bytes: u16) -> Self {
        self.controller.own.grants.pdu_size = bytes;
        self
    }

    /// How many jobs in flight it grants; 8 unless told.
    pub fn jobs(mut self, jobs: u16) -> Self {
        self.controller.own.grants.jobs = jobs;
        self
    }

    /// How many connections it has to offer; 32 unless told.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.controller.own.grants.connections = limit;
        self
    }

    /// How many items it takes in a request; 20 unless told, as controllers do. Some clients believe
    /// that there is no limit.
    pub fn item_limit(mut self, limit: usize) -> Self {
        self.controller.own.grants.items = limit;
        self
    }

    /// Answers in this rack and slot alone; in any unless told.
    pub fn place(mut self, rack: u8, slot: u8) -> Self {
        self.controller.own.grants.place = Some((rack, slot));
        self
    }

    /// Starts to listen; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningS7> {
        let tcp = TcpListener::bind(addr).await?;
        let addr = tcp.local_addr()?;
        let running = RunningS7::new(addr, self.controller);
        server::serve(&running, tcp);
        event!(info, Logged::S7Listens, %addr);
        Ok(running)
    }
}

/// A virtual S7 controller that listens.
pub type RunningS7 = Listening<S7>;

impl RunningS7 {
    /// How it is reached: `s7://127.0.0.1:102?rack=0&slot=1`.
    pub fn endpoint(&self) -> String {
        let (rack, slot) = self.shared.lock().own.grants.place.unwrap_or((0, 1));
        format!("s7://{}?rack={rack}&slot={slot}", self.addr())
    }

    /// Transport connections that are open.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().own.open_connections
    }

    /// Takes over another program, as an engineer downloads it: its blocks and what they start with.
    /// Connections stay open.
    pub fn download(&self, other: VirtualS7) {
        self.shared.lock().download(other.controller);
    }

    /// The same when so many more jobs were answered: in the middle of a scan.
    pub fn download_after(&self, jobs: u32, other: VirtualS7) {
        self.shared.lock().own.coming = Some((jobs, Box::new(other.controller)));
    }

    /// Loads a data block of so many bytes, all zero, in place of one of the same number.
    pub fn load_block(&self, number: u16, size: usize) {
        self.shared.lock().memory.add_block(number, size);
    }

    /// Deletes a data block. False: there was none.
    pub fn delete_block(&self, number: u16) -> bool {
        self.shared.lock().memory.delete_block(number)
    }

    /// A number that changes when any byte does.
    pub fn memory_hash(&self) -> u64 {
        self.shared.lock().memory.content_hash()
    }
}
