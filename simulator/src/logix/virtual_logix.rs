//! Sets up a virtual controller, and inspects it while it runs.

use std::{io, net::SocketAddr, sync::Arc};

use tagbridge_project::{Project, Symbols};
use tagbridge_texts::Coded;

use super::{
    controller::LogixState,
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    memory::{Memory, TagError},
    model::{Model, ModelError},
    project,
    scan::{BottlingLine, Counting, Signals, bottling_line, counting_model},
    server::{self, Sockets},
};
use crate::{
    log_message::{LogMessage, event},
    rig::{
        listening::ListeningController,
        set_up::{ControllerKind, Virtual},
    },
};

/// Maximum number of connections of transport class 3.
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

impl ControllerKind for Logix {
    type Memory = Memory;
    type Identity = Identity;
    type Mode = Mode;
    type Counters = Counters;
    type Fault = Fault;
    type OwnState = LogixState;
}

impl VirtualLogix {
    /// Creates a controller with these tags, all zero, and without a program: the tags do not
    /// change.
    pub fn builder(model: Model) -> Self {
        Self::of(Memory::new(Arc::new(model)), LogixState::new(CONNECTION_LIMIT, rand::random()))
    }

    /// Creates a controller that runs the bottling line.
    pub fn bottling(seed: u64) -> Result<Self, SetUpError> {
        let mut it = Self::builder(bottling_line()?);
        let line = BottlingLine::new(&mut it.controller.memory, seed)?;
        Ok(it.program(Box::new(line)))
    }

    /// Creates `scalars` scalars `Tag0` … and a few other tags, all of which change at every scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, SetUpError> {
        let it = Self::builder(counting_model(scalars)?);
        let counting = Counting::new(&it.controller.memory, scalars, seed)?;
        Ok(it.program(Box::new(counting)))
    }

    /// Creates the controller of a project: its tags with their types and initial values, and
    /// generated changes of them. Tags of unknown types are left out.
    pub fn from_project(project: &Arc<Project>, seed: u64) -> Self {
        let (model, left_out) = project::model(project);
        let mut it = Self::builder(model).identity(project::identity(project));
        it.left_out = left_out;
        project::start(project, &mut it.controller.memory);
        let symbols = Symbols::new(Arc::clone(project));
        let signals = Signals::new(&symbols, &it.controller.memory, seed);
        let mirrors = project::mirrors(project, &it.controller.memory);
        it.controller.memory.follow(mirrors);
        it.program(Box::new(signals))
    }

    /// Maximum number of connections; 32 by default.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.controller.own = LogixState::new(limit, rand::random());
        self
    }

    /// Starts to listen on TCP and UDP; port 0 selects a free port.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningController> {
        let sockets = Sockets::bind(addr).await?;
        let addr = sockets.addr;
        let running = RunningController::new(addr, self.controller);
        server::serve(&running, sockets);
        event!(info, LogMessage::LogixListens, %addr);
        Ok(running)
    }
}

/// A virtual Logix controller that listens.
pub type RunningController = ListeningController<Logix>;

impl RunningController {
    /// The endpoint: `logix://127.0.0.1:44818/1,0`.
    pub fn endpoint(&self) -> String {
        format!("logix://{}/1,0", self.addr())
    }

    /// Number of open connections, with orphans until their time-out.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().own.connections.len()
    }

    /// The names of all tags, with the program if they have one.
    pub fn tag_names(&self) -> Vec<String> {
        self.shared.lock().memory.model().tag_names().collect()
    }

    /// Returns a hash of the values of all tags.
    pub fn memory_hash(&self) -> u64 {
        self.shared.lock().memory.hash()
    }

    /// Replaces the project, like a download: its tags and program, with other symbol instances
    /// even for the same project. Connections stay open.
    pub fn download(&self, project: VirtualLogix) {
        self.shared.lock().download(project.controller);
    }

    /// Replaces the project, like an online edit: symbols are numbered from the first instance
    /// again, so that an instance can belong to another tag than before.
    pub fn edit(&self, project: VirtualLogix) {
        self.shared.lock().edit(project.controller);
    }
}

/// Why a generated controller cannot be set up.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "simulator-set-up")]
pub enum SetUpError {
    #[coded(transparent)]
    Model(#[from] ModelError),
    #[coded(transparent)]
    Tag(#[from] TagError),
}
