//! Setting up a virtual controller, and looking into it while it runs.

use std::{io, net::SocketAddr, sync::Arc};

use tagbridge_project::{Project, Symbols};
use tagbridge_texts::Coded;

use super::{
    controller::Own,
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
    logged::{Logged, event},
    rig::{
        listening::Listening,
        set_up::{ControllerKind, Virtual},
    },
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

impl ControllerKind for Logix {
    type Memory = Memory;
    type Identity = Identity;
    type Mode = Mode;
    type Counters = Counters;
    type Fault = Fault;
    type Own = Own;
}

impl VirtualLogix {
    /// A controller with these tags, all zero, and no program: they stand still.
    pub fn builder(model: Model) -> Self {
        Self::of(Memory::new(Arc::new(model)), Own::new(CONNECTION_LIMIT, rand::random()))
    }

    /// The bottling line, running.
    pub fn bottling(seed: u64) -> Result<Self, SetUpError> {
        let mut it = Self::builder(bottling_line()?);
        let line = BottlingLine::new(&mut it.controller.memory, seed)?;
        Ok(it.program(Box::new(line)))
    }

    /// `scalars` scalars `Tag0` … and a few others, all of which change at every scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, SetUpError> {
        let it = Self::builder(counting_model(scalars)?);
        let counting = Counting::new(&it.controller.memory, scalars, seed)?;
        Ok(it.program(Box::new(counting)))
    }

    /// The controller of a project: its tags with their types and what they start with, and
    /// made-up changes of them. What the project does not tell the type of is left out.
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

    /// How many connections it has to offer; 32 unless told.
    pub fn connection_limit(mut self, limit: usize) -> Self {
        self.controller.own = Own::new(limit, rand::random());
        self
    }

    /// Starts to listen, by TCP and UDP; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningController> {
        let sockets = Sockets::bind(addr).await?;
        let addr = sockets.addr;
        let running = RunningController::new(addr, self.controller);
        server::serve(&running, sockets);
        event!(info, Logged::LogixListens, %addr);
        Ok(running)
    }
}

/// A virtual Logix controller that listens.
pub type RunningController = Listening<Logix>;

impl RunningController {
    /// How it is reached: `logix://127.0.0.1:44818/1,0`.
    pub fn endpoint(&self) -> String {
        format!("logix://{}/1,0", self.addr())
    }

    /// Connections that are open, orphans among them until their time is up.
    pub fn open_connections(&self) -> usize {
        self.shared.lock().own.connections.len()
    }

    /// The names of all tags, with their program where they have one.
    pub fn tag_names(&self) -> Vec<String> {
        self.shared.lock().memory.model().tag_names().collect()
    }

    /// A number that changes when any tag does.
    pub fn memory_hash(&self) -> u64 {
        self.shared.lock().memory.hash()
    }

    /// Takes over another project, as an engineer downloads it: its tags and its program, with
    /// other symbol instances even if it is the same project. Connections stay open.
    pub fn download(&self, project: VirtualLogix) {
        self.shared.lock().download(project.controller);
    }

    /// Takes over another project as an online edit leaves it: its symbols are numbered again from
    /// the first one on, so that another tag may stand at a number that was known.
    pub fn edit(&self, project: VirtualLogix) {
        self.shared.lock().edit(project.controller);
    }
}

/// What went wrong while a made-up controller was set up.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "simulator-set-up")]
pub enum SetUpError {
    #[coded(transparent)]
    Model(#[from] ModelError),
    #[coded(transparent)]
    Tag(#[from] TagError),
}
