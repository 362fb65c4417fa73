//! Setting up a virtual controller, and looking into it while it runs.

use std::{collections::BTreeMap, io, net::SocketAddr, sync::Arc};

use tagbridge_driver::Value;
use tagbridge_project::{Project, Symbols};
use tagbridge_s7::codec::read::MAX_ITEMS;
use tokio::net::TcpListener;
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    controller::{Controller, Download, Grants},
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::{Memory, TagError},
    program::Counting,
    project, server,
};
use crate::rig::{
    server::Shared,
    set_up::{Kind, Virtual},
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

impl Kind for S7 {
    type Memory = Memory;
    type Identity = Identity;
    type Fault = Fault;
    type Settings = Settings;
}

/// What is set up beside its memory.
pub struct Settings {
    grants: Grants,
    /// Where the program's tags lie, as a number.
    layout: u64,
}

impl Default for VirtualS7 {
    fn default() -> Self {
        let grants =
            Grants { pdu_size: 960, jobs: 8, connections: 32, items: MAX_ITEMS, place: None };
        Self::of(Memory::default(), Identity::default(), Settings { grants, layout: 0 })
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
        let counting = Counting::new(&mut it.memory, reals, seed);
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
        let mut it = Self { memory, left_out, ..Self::default() };
        it.settings.layout = layout;
        it.identity(project::identity(project)).program(Box::new(signals))
    }

    /// A data block of so many bytes, all zero.
    pub fn block(mut self, number: u16, size: usize) -> Self {
        self.memory.add_block(number, size);
        self
    }

    /// A data block without addresses.
    pub fn optimised_block(mut self, number: u16) -> Self {
        self.memory.add_optimised_block(number);
        self
    }

    /// The largest PDU that it grants; 960 unless told.
    pub fn pdu_size(mut self, bytes: u16) -> Self {
        self.settings.grants.pdu_size = bytes;
        self
    }

    /// How many jobs in flight it grants; 8 unless told.
    pub fn jobs(mut self, jobs: u16) -> Self {
        self.settings.grants.jobs = jobs;
        self
    }

    /// How many connections it has to offer; 32 unless told.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.settings.grants.connections = limit;
        self
    }

    /// How many items it takes in a request; 20 unless told, as controllers do. Some clients believe
    /// that there is no limit.
    pub fn item_limit(mut self, limit: usize) -> Self {
        self.settings.grants.items = limit;
        self
    }

    /// Answers in this rack and slot alone; in any unless told.
    pub fn place(mut self, rack: u8, slot: u8) -> Self {
        self.settings.grants.place = Some((rack, slot));
        self
    }

    /// Starts to listen; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningS7> {
        let tcp = TcpListener::bind(addr).await?;
        let addr = tcp.local_addr()?;
        let shared = Shared::new(Controller {
            memory: self.memory,
            program: self.program,
            layout: self.settings.layout,
            coming: None,
            identity: self.identity,
            mode: Mode::Run,
            counters: Counters::default(),
            faults: self.faults,
            grants: self.settings.grants,
            open_connections: 0,
        });
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        server::spawn(tcp, &shared, &stop, &tasks);
        tracing::info!(%addr, "virtual S7 controller listens");
        Ok(RunningS7 { addr, shared, tasks, stop: stop.drop_guard() })
    }
}

impl From<VirtualS7> for Download {
    fn from(it: VirtualS7) -> Self {
        Self { memory: it.memory, program: it.program, layout: it.settings.layout }
    }
}

/// A virtual controller that listens. Dropping it stops it.
pub struct RunningS7 {
    addr: SocketAddr,
    shared: Shared<Controller>,
    tasks: TaskTracker,
    stop: DropGuard,
}

impl RunningS7 {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// How it is reached: `s7://127.0.0.1:102?rack=0&slot=1`.
    pub fn endpoint(&self) -> String {
        let (rack, slot) = self.shared.lock().grants.place.unwrap_or((0, 1));
        format!("s7://{}?rack={rack}&slot={slot}", self.addr)
    }

    /// What it was asked for until now.
    pub fn counters(&self) -> Counters {
        self.shared.lock().counters.clone()
    }

    /// Transport connections that are open.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().open_connections
    }

    /// What is in memory now, the name in any spelling: `DB1.DBD4:REAL`.
    pub fn value_of(&self, name: &str) -> Result<Value, TagError> {
        self.shared.lock().memory.value(name)
    }

    /// Changes what is in memory, as the program would.
    pub fn set(&self, name: &str, value: &Value) -> Result<(), TagError> {
        self.shared.lock().memory.set(name, value)
    }

    /// Takes over another program, as an engineer downloads it: its blocks and what they start with.
    /// Connections stay open.
    pub fn download(&self, other: VirtualS7) {
        self.shared.lock().download(other.into());
    }

    /// The same when so many more jobs were answered: in the middle of a scan.
    pub fn download_after(&self, jobs: u32, other: VirtualS7) {
        self.shared.lock().coming = Some((jobs, other.into()));
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

    /// Stops it or lets it run: when stopped, its memory stands still.
    pub fn set_mode(&self, mode: Mode) {
        self.shared.lock().mode = mode;
    }

    /// Misbehaves from now on, in these ways and no others.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.shared.lock().faults = faults;
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        drop(self.stop);
        self.tasks.close();
        self.tasks.wait().await;
    }
}
