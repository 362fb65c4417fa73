//! Setting up a virtual controller.

use std::{collections::HashSet, io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use tagbridge_project::{Project, Symbols};

use super::{
    controller::CodesysState,
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    layout::{Layout, ModelError},
    library_server::{self, Certificate, RunningServer, ServerLimits, Settings},
    memory::Memory,
    model::Model,
    program::{Counting, counting_model},
    project::{self, Signals},
    running::RunningCodesys,
    security::{Security, User},
};
use crate::{
    log_message::{LogMessage, event},
    rig::{
        listening::ListeningController,
        set_up::{ControllerKind, Virtual},
    },
};

/// Default time-out of a session without requests.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

/// A virtual CODESYS controller with an OPC UA server.
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
    type OwnState = CodesysState;
}

impl VirtualCodesys {
    /// Creates a controller with these variables and without a program: they do not change. Clients
    /// may connect anonymously and without security.
    pub fn builder(model: &Model) -> Result<Self, ModelError> {
        Ok(Self::of_memory(Memory::new(Arc::new(Layout::new(model)?))))
    }

    /// Creates the controller of a project: its published variables with initial values and
    /// generated changes. If the file does not say which variables are published, all are.
    /// Variables of unknown types are left out.
    pub fn from_project(project: &Arc<Project>, seed: u64) -> Result<Self, ModelError> {
        let symbols = Symbols::new(Arc::clone(project));
        let (memory, left_out) = project::memory(&symbols)?;
        let signals = Signals::new(&symbols, &memory, seed);
        Ok(Self { left_out, ..Self::of_memory(memory).program(Box::new(signals)) })
    }

    /// Creates `scalars` scalars `PLC_PRG.Tag0` … and a few variables in `GVL`, all of which change
    /// at every scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, ModelError> {
        Ok(Self::builder(&counting_model(scalars))?.program(Box::new(Counting::new(seed))))
    }

    /// Sets the securities of channels; none by default. The certificate is created at the start,
    /// which takes a while.
    pub fn securities(mut self, securities: impl IntoIterator<Item = Security>) -> Self {
        self.controller.own.settings.securities = securities.into_iter().collect();
        self
    }

    /// Keeps the certificate and key in this folder, and uses existing ones; by default, both are
    /// deleted with the controller.
    pub fn pki(mut self, folder: impl Into<PathBuf>) -> Self {
        self.controller.own.settings.pki = Some(folder.into());
        self
    }

    /// Allows a user to log in, in addition to the other users.
    pub fn user(mut self, name: &str, password: &str) -> Self {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.controller.own.settings.users.push(User::Password { name, password });
        self
    }

    /// Allows the owner of this certificate (DER) to log in.
    pub fn user_certificate(mut self, der: Vec<u8>) -> Self {
        self.controller.own.settings.users.push(User::Certificate { der });
        self
    }

    /// Refuses anonymous users.
    pub fn no_anonymous(mut self) -> Self {
        self.controller.own.settings.users.retain(|it| !matches!(it, User::Anonymous));
        self
    }

    /// Sets the limits; 100 nodes in a request by default.
    pub fn limits(mut self, limits: ServerLimits) -> Self {
        self.controller.own.settings.limits = limits;
        self
    }

    /// Sets the time-out of a session without requests; one minute by default.
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.controller.own.settings.session_timeout = timeout;
        self
    }

    /// Clients connect to the server without the proxy, which costs some time: for measurements.
    /// Requests are then not counted by service, and there are no delays, losses and cut
    /// connections.
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
        Self::of(memory, CodesysState { settings, removed: HashSet::new(), past_sessions: 0 })
    }

    /// Starts to listen; port 0 selects a free port.
    pub async fn listen(self, addr: SocketAddr) -> Result<RunningCodesys, VirtualStartError> {
        let tcp = library_server::bind(addr)?;
        let addr = tcp.local_addr()?;
        let controller = ListeningController::new(addr, self.controller);
        let keys = library_server::keys(&controller.shared, addr, Certificate::Kept)
            .await
            .map_err(VirtualStartError::Certificate)?;
        let site = RunningServer::start(&controller.shared, tcp, keys).await?;
        let running = RunningCodesys::new(controller, site);
        event!(info, LogMessage::CodesysListens, %addr);
        Ok(running)
    }
}

/// Why a virtual controller cannot start.
#[derive(Debug, thiserror::Error)]
pub enum VirtualStartError {
    /// It cannot listen on that address.
    #[error(transparent)]
    Listen(#[from] io::Error),
    /// The folder has no certificate, and none can be created.
    #[error("there is no certificate to secure channels with")]
    Certificate(#[source] io::Error),
}
