//! Setting up a virtual controller.

use std::{collections::HashSet, io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use tagbridge_project::{Project, Symbols};

use super::{
    controller::Own,
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    layout::{Layout, ModelError},
    memory::Memory,
    model::Model,
    program::{Counting, counting_model},
    project::{self, Signals},
    running::RunningCodesys,
    security::{Security, User},
    site::{self, Certificate, ServerLimits, Settings, Site},
};
use crate::{
    logged::{Logged, event},
    rig::{
        listening::Listening,
        set_up::{ControllerKind, Virtual},
    },
};

/// How long a session lives without a request, at most, unless told.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

/// A virtual CODESYS controller, seen through its OPC UA server.
///
/// ```
/// # use tagbridge_simulator::opcua::{Declaration, Model, ProgramUnit, VirtualCodesys};
/// # use tagbridge_driver::Value;
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let model = Model::new("CODESYS Control for Linux SL")
///     .unit(ProgramUnit::program("PLC_PRG", [Declaration::new("Speed", "REAL")]));
/// let controller = VirtualCodesys::builder(&model)?
///     .set("PLC_PRG.Speed", &Value::Real(12.5))?
///     .listen("127.0.0.1:0".parse()?)
///     .await?;
/// assert!(controller.endpoint().starts_with("opc.tcp://127.0.0.1:"));
/// controller.stop().await;
/// # Ok(())
/// # }
/// ```
pub type VirtualCodesys = Virtual<Codesys>;

/// CODESYS.
pub enum Codesys {}

impl ControllerKind for Codesys {
    type Memory = Memory;
    type Identity = Identity;
    type Mode = Mode;
    type Counters = Counters;
    type Fault = Fault;
    type Own = Own;
}

impl VirtualCodesys {
    /// A controller with these variables and no program: they stand still. Anybody may connect,
    /// without security.
    pub fn builder(model: &Model) -> Result<Self, ModelError> {
        Ok(Self::of_memory(Memory::new(Arc::new(Layout::new(model)?))))
    }

    /// The controller of a project: its published variables, or all where the file does not tell
    /// which are, with what they start with, and made-up changes of them. What the project does not
    /// tell the type of is left out.
    pub fn from_project(project: &Arc<Project>, seed: u64) -> Result<Self, ModelError> {
        let symbols = Symbols::new(Arc::clone(project));
        let (memory, left_out) = project::memory(&symbols)?;
        let signals = Signals::new(&symbols, &memory, seed);
        Ok(Self { left_out, ..Self::of_memory(memory).program(Box::new(signals)) })
    }

    /// `scalars` scalars `PLC_PRG.Tag0` … and a few others in `GVL`, all of which change at every
    /// scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, ModelError> {
        Ok(Self::builder(&counting_model(scalars))?.program(Box::new(Counting::new(seed))))
    }

    /// How channels may be secured; without security unless told. Its certificate is made when it
    /// starts, which takes a while.
    pub fn securities(mut self, securities: impl IntoIterator<Item = Security>) -> Self {
        self.controller.own.settings.securities = securities.into_iter().collect();
        self
    }

    /// Keeps its certificate and key in this folder, and uses those that are there; both vanish with
    /// the controller unless told.
    pub fn pki(mut self, folder: impl Into<PathBuf>) -> Self {
        self.controller.own.settings.pki = Some(folder.into());
        self
    }

    /// Lets a user in, beside those who are let in already.
    pub fn user(mut self, name: &str, password: &str) -> Self {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.controller.own.settings.users.push(User::Password { name, password });
        self
    }

    /// Lets in whoever has the key of this certificate in DER.
    pub fn user_certificate(mut self, der: Vec<u8>) -> Self {
        self.controller.own.settings.users.push(User::Certificate { der });
        self
    }

    /// Nobody gets in without saying who it is.
    pub fn no_anonymous(mut self) -> Self {
        self.controller.own.settings.users.retain(|it| !matches!(it, User::Anonymous));
        self
    }

    /// How much it takes; 100 nodes in a request unless told.
    pub fn limits(mut self, limits: ServerLimits) -> Self {
        self.controller.own.settings.limits = limits;
        self
    }

    /// How long a session lives without a request, at most; a minute unless told.
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.controller.own.settings.session_timeout = timeout;
        self
    }

    /// Clients talk to the server without the line between, which takes a little of their time: for
    /// measuring. Requests are not counted by service then, nothing is late or lost, and connections
    /// are not cut.
    pub fn direct(mut self) -> Self {
        self.controller.own.settings.is_direct = true;
        self
    }

    fn of_memory(memory: Memory) -> Self {
        let settings = Settings {
            securities: vec![Security::None],
            users: vec![User::Anonymous],
            limits: ServerLimits::default(),
            session_timeout: SESSION_TIMEOUT,
            is_direct: false,
            pki: None,
        };
        Self::of(memory, Own { settings, removed: HashSet::new(), past_sessions: 0 })
    }

    /// Starts to listen; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> Result<RunningCodesys, VirtualStartError> {
        let tcp = site::bind(addr)?;
        let addr = tcp.local_addr()?;
        let controller = Listening::new(addr, self.controller);
        let keys = site::keys(&controller.shared, addr, Certificate::Kept)
            .await
            .map_err(VirtualStartError::Certificate)?;
        let site = Site::start(&controller.shared, tcp, keys).await?;
        let running = RunningCodesys::new(controller, site);
        event!(info, Logged::CodesysListens, %addr);
        Ok(running)
    }
}

/// Why a virtual controller does not start.
#[derive(Debug, thiserror::Error)]
pub enum VirtualStartError {
    /// There is no listening at that address.
    #[error(transparent)]
    Listen(#[from] io::Error),
    /// There is no certificate in the folder, nor can one be made.
    #[error("there is no certificate to secure channels with")]
    Certificate(#[source] io::Error),
}
