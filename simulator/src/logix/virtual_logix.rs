//! Setting up a virtual controller, and looking into it while it runs.

use std::{io, net::SocketAddr, sync::Arc};

use tagbridge_driver::Value;
use tagbridge_project::{Project, Symbols};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    connections::Connections,
    controller::Controller,
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::{Memory, TagError},
    model::{Model, ModelError},
    project,
    scan::{BottlingLine, Counting, Signals, bottling_line, counting_model},
    server::{self, Sockets},
};
use crate::rig::{
    server::Shared,
    set_up::{Kind, Virtual},
};

/// Connections of transport class 3 that a virtual controller has to offer.
const CONNECTION_LIMIT: usize = 32;

/// A virtual Allen-Bradley Logix controller.
///
/// ```
/// # use tagbridge_simulator::logix::{Model, VirtualLogix};
/// # use tagbridge_driver::Value;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut model = Model::new();
/// model.add("Speed", "REAL")?;
/// let controller = VirtualLogix::builder(model)
///     .set("Speed", &Value::Real(12.5))?
///     .listen("127.0.0.1:0".parse()?)
///     .await?;
/// assert!(controller.endpoint().starts_with("logix://127.0.0.1:"));
/// controller.stop().await;
/// # Ok(())
/// # }
/// ```
pub type VirtualLogix = Virtual<Logix>;

/// Allen-Bradley Logix.
pub enum Logix {}

impl Kind for Logix {
    type Memory = Memory;
    type Identity = Identity;
    type Fault = Fault;
    type Settings = Settings;
}

/// What is set up beside its tags.
pub struct Settings {
    connection_limit: usize,
}

impl VirtualLogix {
    /// A controller with these tags, all zero, and no program: they stand still.
    pub fn builder(model: Model) -> Self {
        let settings = Settings { connection_limit: CONNECTION_LIMIT };
        Self::of(Memory::new(Arc::new(model)), Identity::default(), settings)
    }

    /// The bottling line, running.
    pub fn bottling(seed: u64) -> Result<Self, SetUpError> {
        let mut it = Self::builder(bottling_line()?);
        let line = BottlingLine::new(&mut it.memory, seed)?;
        Ok(it.program(Box::new(line)))
    }

    /// `scalars` scalars `Tag0` … and a few others, all of which change at every scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, SetUpError> {
        let it = Self::builder(counting_model(scalars)?);
        let counting = Counting::new(&it.memory, scalars, seed)?;
        Ok(it.program(Box::new(counting)))
    }

    /// The controller of a project: its tags with their types and what they start with, and
    /// made-up changes of them. What the project does not tell the type of is left out.
    pub fn from_project(project: &Arc<Project>, seed: u64) -> Self {
        let (model, left_out) = project::model(project);
        let mut it = Self::builder(model).identity(project::identity(project));
        it.left_out = left_out;
        project::start(project, &mut it.memory);
        let mirrors = project::mirrors(project, &it.memory);
        let symbols = Symbols::new(Arc::clone(project));
        let signals = Signals::new(&symbols, &mut it.memory, mirrors, seed);
        it.program(Box::new(signals))
    }

    /// How many connections it has to offer; 32 unless told.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.settings.connection_limit = limit;
        self
    }

    /// Starts to listen, by TCP and UDP; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningController> {
        let sockets = Sockets::bind(addr).await?;
        let addr = sockets.addr;
        // Numbers of another run are not taken for those of this one.
        let random: u32 = rand::random();
        let controller = Controller {
            memory: self.memory,
            program: self.program,
            identity: self.identity,
            mode: Mode::Run,
            counters: Counters::default(),
            connections: Connections::new(self.settings.connection_limit, random),
            faults: self.faults,
            downloads: 0,
            changes_asked: 0,
        };
        let shared = Shared::new(controller);
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        server::spawn(sockets, &shared, random >> 1, &stop, &tasks);
        tracing::info!(%addr, "virtual Logix controller listens");
        Ok(RunningController { addr, shared, tasks, stop: stop.drop_guard() })
    }
}

/// A virtual controller that listens. Dropping it stops it.
pub struct RunningController {
    addr: SocketAddr,
    shared: Shared<Controller>,
    tasks: TaskTracker,
    stop: DropGuard,
}

impl RunningController {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// How it is reached: `logix://127.0.0.1:44818/1,0`.
    pub fn endpoint(&self) -> String {
        format!("logix://{}/1,0", self.addr)
    }

    /// What it was asked for until now.
    pub fn counters(&self) -> Counters {
        self.shared.lock().counters.clone()
    }

    /// Connections that are open, orphans among them until their time is up.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().connections.len()
    }

    /// The names of all tags, with their program where they have one.
    pub fn tag_names(&self) -> Vec<String> {
        self.shared.lock().memory.model().tag_names().collect()
    }

    /// What is in memory now: a tag, a member, an element, an array, a structure, or a bit.
    pub fn value_of(&self, name: &str) -> Result<Value, TagError> {
        self.shared.lock().memory.value(name)
    }

    /// Changes what is in memory, as the program would.
    pub fn set(&self, name: &str, value: &Value) -> Result<(), TagError> {
        self.shared.lock().memory.set(name, value)
    }

    /// A number that changes when any tag does.
    pub fn memory_hash(&self) -> u64 {
        self.shared.lock().memory.hash()
    }

    /// Turns the key: in any mode but [`Mode::Run`] the tags stand still.
    pub fn set_mode(&self, mode: Mode) {
        self.shared.lock().mode = mode;
    }

    /// Misbehaves from now on, in these ways and no others.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.shared.lock().faults = faults;
    }

    /// Takes over another project, as an engineer downloads it: its tags and its program, with
    /// other symbol instances even if it is the same project. Connections stay open.
    pub fn download(&self, project: VirtualLogix) {
        self.shared.lock().download(project.memory, project.program);
    }

    /// Takes over another project as an online edit leaves it: its symbols are numbered again from
    /// the first one on, so that another tag may stand at a number that was known.
    pub fn edit(&self, project: VirtualLogix) {
        self.shared.lock().edit(project.memory, project.program);
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        drop(self.stop);
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// What went wrong while a made-up controller was set up.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    Tag(#[from] TagError),
}
