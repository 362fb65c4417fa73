//! Setting up a virtual controller, and looking into it while it runs.

use std::{
    collections::HashSet,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use opcua::types::VariableId;
use tagbridge_driver::Value;
use tagbridge_project::{Project, Symbols};
use tokio::{net::TcpListener, sync::watch, time::sleep};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    controller::Controller,
    counters::Counters,
    fault::Fault,
    identity::{Identity, Mode},
    layout::{Layout, ModelError},
    line::Line,
    memory::{Memory, TagError},
    model::Model,
    program::{Counting, Program, counting_model},
    project::{self, Lively},
    security::{Security, User},
    site::{self, Limits, Settings, Site},
    space::SAMPLING_MS,
};
use crate::server::{self, SCAN_INTERVAL, Shared};

/// How long a session lives without a request, at most, unless told.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

/// A virtual CODESYS controller, seen through its OPC UA server.
///
/// ```
/// # use tagbridge_simulator::opcua::{Declaration, Model, Unit, VirtualCodesys};
/// # use tagbridge_driver::Value;
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let model = Model::new("CODESYS Control for Linux SL")
///     .unit(Unit::program("PLC_PRG", [Declaration::new("Speed", "REAL")]));
/// let controller = VirtualCodesys::builder(&model)?
///     .set("PLC_PRG.Speed", &Value::Real(12.5))?
///     .listen("127.0.0.1:0".parse()?)
///     .await?;
/// assert!(controller.endpoint().starts_with("opc.tcp://127.0.0.1:"));
/// controller.stop().await;
/// # Ok(())
/// # }
/// ```
pub struct VirtualCodesys {
    memory: Memory,
    program: Option<Box<dyn Program>>,
    identity: Identity,
    settings: Settings,
    faults: Vec<Fault>,
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
        let memory = project::memory(&symbols)?;
        let lively = Lively::new(&symbols, &memory, seed);
        Ok(Self::of_memory(memory).program(Box::new(lively)))
    }

    /// `scalars` scalars `PLC_PRG.Tag0` … and a few others in `GVL`, all of which change at every
    /// scan.
    pub fn counting(scalars: u32, seed: u64) -> Result<Self, ModelError> {
        Ok(Self::builder(&counting_model(scalars))?.program(Box::new(Counting::new(seed))))
    }

    /// The program that changes the variables.
    pub fn program(mut self, program: Box<dyn Program>) -> Self {
        self.program = Some(program);
        self
    }

    /// Executes the program this many times and never again: values that stay as they are.
    pub fn still_after(mut self, scans: u32) -> Self {
        if let Some(mut program) = self.program.take() {
            for _ in 0..scans {
                program.advance(&mut self.memory, SCAN_INTERVAL);
            }
        }
        self
    }

    /// Sets a variable, member or element before it starts: `PLC_PRG.Lanes[1].Speed`.
    pub fn set(mut self, name: &str, value: &Value) -> Result<Self, TagError> {
        self.memory.set(name, value)?;
        Ok(self)
    }

    /// Who it says that it is.
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = identity;
        self
    }

    /// How channels may be secured; without security unless told. Its certificate is made when it
    /// starts, which takes a while.
    pub fn securities(mut self, securities: impl IntoIterator<Item = Security>) -> Self {
        self.settings.securities = securities.into_iter().collect();
        self
    }

    /// Lets a user in, beside those who are let in already.
    pub fn user(mut self, name: &str, password: &str) -> Self {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.settings.users.push(User::Password { name, password });
        self
    }

    /// Lets in whoever has the key of this certificate in DER.
    pub fn user_certificate(mut self, der: Vec<u8>) -> Self {
        self.settings.users.push(User::Certificate { der });
        self
    }

    /// Nobody gets in without saying who it is.
    pub fn no_anonymous(mut self) -> Self {
        self.settings.users.retain(|it| !matches!(it, User::Anonymous));
        self
    }

    /// How much it takes; 100 nodes in a request unless told.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// How long a session lives without a request, at most; a minute unless told.
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.settings.session_timeout = timeout;
        self
    }

    /// Clients talk to the server without the line between, which takes a little of their time: for
    /// measuring. Requests are not counted by service then, nothing is late or lost, and connections
    /// are not cut.
    pub fn direct(mut self) -> Self {
        self.settings.is_direct = true;
        self
    }

    /// Misbehaves from the start.
    pub fn faults(mut self, faults: Vec<Fault>) -> Self {
        self.faults = faults;
        self
    }

    fn of_memory(memory: Memory) -> Self {
        Self {
            memory,
            program: None,
            identity: Identity::default(),
            settings: Settings {
                securities: vec![Security::None],
                users: vec![User::Anonymous],
                limits: Limits::default(),
                session_timeout: SESSION_TIMEOUT,
                is_direct: false,
            },
            faults: Vec::new(),
        }
    }

    /// Starts to listen; port 0 takes a free one.
    pub async fn listen(self, addr: SocketAddr) -> io::Result<RunningCodesys> {
        let tcp = site::bind(addr)?;
        let addr = tcp.local_addr()?;
        let shared = Shared::new(Controller {
            memory: self.memory,
            program: self.program,
            identity: self.identity,
            mode: Mode::Run,
            counters: Counters::default(),
            faults: self.faults,
            removed: HashSet::new(),
            past_sessions: 0,
        });
        let (site, tcp) = Site::start(&self.settings, &shared, tcp, None).await?;
        let stop = CancellationToken::new();
        let running = RunningCodesys {
            addr,
            shared,
            settings: self.settings,
            held: watch::Sender::new(false),
            cut: watch::Sender::new(0),
            tasks: TaskTracker::new(),
            served: Arc::default(),
            stop: stop.clone().drop_guard(),
            token: stop,
        };
        running.serve(site, tcp);
        running.run_program();
        tracing::info!(%addr, "virtual CODESYS controller listens");
        Ok(running)
    }
}

/// A virtual controller that listens. Dropping it stops it.
pub struct RunningCodesys {
    addr: SocketAddr,
    shared: Shared<Controller>,
    settings: Settings,
    held: watch::Sender<bool>,
    cut: watch::Sender<u64>,
    tasks: TaskTracker,
    /// `None` while it restarts.
    served: Arc<Mutex<Option<Served>>>,
    token: CancellationToken,
    stop: DropGuard,
}

/// What a restart takes down.
struct Served {
    site: Site,
    line: CancellationToken,
    lines: TaskTracker,
}

impl RunningCodesys {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// How it is reached: `opc.tcp://127.0.0.1:4840`.
    pub fn endpoint(&self) -> String {
        format!("opc.tcp://{}", self.addr)
    }

    /// What it was asked for until now.
    pub fn counters(&self) -> Counters {
        self.shared.lock().counters.clone()
    }

    /// Sessions that are open, by the server's own diagnostics.
    pub fn open_sessions(&self) -> u32 {
        self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount,
        )
    }

    /// Sessions that were opened since it started, restarts included.
    pub fn total_sessions(&self) -> u32 {
        let now = self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount,
        );
        self.shared.lock().past_sessions + now
    }

    /// Subscriptions that are open, by the server's own diagnostics.
    pub fn open_subscriptions(&self) -> u32 {
        self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSubscriptionCount,
        )
    }

    /// The names of all variables, members and elements that have a node: `PLC_PRG.Lanes[1].Speed`.
    pub fn tag_names(&self) -> Vec<String> {
        let layout = Arc::clone(self.shared.lock().memory.layout());
        let mut names: Vec<_> = layout.names().map(str::to_owned).collect();
        names.sort_unstable();
        names
    }

    /// The id of a variable's node: `ns=4;s=|var|CODESYS Control Win V3 x64.Application.PLC_PRG.x`.
    pub fn node_id(&self, name: &str) -> String {
        format!("ns=4;s=|var|{}.{name}", self.shared.lock().memory.layout().prefix())
    }

    /// What is in memory now, by name or by node id.
    pub fn value_of(&self, name: &str) -> Result<Value, TagError> {
        self.shared.lock().memory.value(name)
    }

    /// Changes what is in memory, as the program would.
    pub fn set(&self, name: &str, value: &Value) -> Result<(), TagError> {
        let variable = {
            let memory = &mut self.shared.lock().memory;
            memory.set(name, value)?;
            memory.variable_of(name)?.to_owned()
        };
        self.with_site(|site| site.notify(Some(&variable)));
        Ok(())
    }

    /// Takes a variable off the server, with its members and elements: `PLC_PRG.Lanes`. Its
    /// value is kept. False: there is none, or it is gone already.
    pub fn remove(&self, variable: &str) -> bool {
        let is_known = self.is_variable(variable);
        let is_new = is_known && self.shared.lock().removed.insert(variable.to_owned());
        if is_new {
            self.with_site(|site| {
                site.remove(variable);
                site.notify(Some(variable));
            });
        }
        is_new
    }

    /// Puts a variable back that was removed. False: it was not.
    pub fn restore(&self, variable: &str) -> bool {
        let was_removed = self.shared.lock().removed.remove(variable);
        if was_removed {
            self.with_site(|site| {
                site.restore(variable);
                site.notify(Some(variable));
            });
        }
        was_removed
    }

    /// Stops the application or lets it run: when stopped, its variables stand still.
    pub fn set_mode(&self, mode: Mode) {
        self.shared.lock().mode = mode;
        self.with_site(|site| site.set_mode(mode));
    }

    /// Misbehaves from now on, in these ways and no others.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.shared.lock().faults = faults;
    }

    /// Cuts all TCP connections that are open; their sessions live on until their time is up.
    pub fn drop_connections(&self) {
        self.cut.send_modify(|cuts| *cuts += 1);
    }

    /// Holds all requests back until the server has given up every session, which takes as long as
    /// a session may be silent ([`VirtualCodesys::session_timeout`]).
    pub async fn expire_sessions(&self) {
        self.held.send_replace(true);
        while self.open_sessions() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
        self.held.send_replace(false);
    }

    /// Starts anew on the same port: connections, sessions and subscriptions are gone, the
    /// variables keep their values. For `down`, nobody listens.
    pub async fn restart(&self, down: Duration) -> io::Result<()> {
        self.start_anew(down, true).await
    }

    /// Starts anew with another certificate.
    pub async fn renew_certificate(&self) -> io::Result<()> {
        self.start_anew(Duration::ZERO, false).await
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        self.take_down().await;
        drop(self.stop);
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn start_anew(&self, down: Duration, keeps_certificate: bool) -> io::Result<()> {
        let keys = self.take_down().await;
        sleep(down).await;
        let keys = keys.filter(|_| keeps_certificate);
        let tcp = site::bind(self.addr)?;
        let (site, tcp) = Site::start(&self.settings, &self.shared, tcp, keys).await?;
        self.serve(site, tcp);
        Ok(())
    }

    /// With a line to the server where clients connect to `tcp`.
    fn serve(&self, site: Site, tcp: Option<TcpListener>) {
        let (line, lines) = (self.token.child_token(), TaskTracker::new());
        if let Some(tcp) = tcp {
            let it = Line {
                server: site.addr,
                shared: self.shared.clone(),
                held: self.held.subscribe(),
                cut: self.cut.subscribe(),
            };
            it.spawn(tcp, &line, &lines);
        }
        *self.served() = Some(Served { site, line, lines });
    }

    /// Ends line and server; what comes back is where the certificate is.
    async fn take_down(&self) -> Option<Arc<tempfile::TempDir>> {
        let total = self.total_sessions();
        let Served { site, line, lines } = self.served().take()?;
        self.shared.lock().past_sessions = total;
        line.cancel();
        lines.close();
        lines.wait().await;
        let keys = Arc::clone(site.keys());
        site.stop().await;
        Some(keys)
    }

    fn run_program(&self) {
        let (shared, served) = (self.shared.clone(), Arc::clone(&self.served));
        let mut told = Instant::now();
        let sampling = Duration::from_secs_f64(SAMPLING_MS / 1e3);
        let running = server::run_program(move |elapsed| {
            let has_changed = shared.lock().run(elapsed);
            if has_changed && told.elapsed() >= sampling {
                told = Instant::now();
                if let Some(served) = &*lock(&served) {
                    served.site.notify(None);
                }
            }
        });
        self.tasks.spawn(self.token.clone().run_until_cancelled_owned(running));
    }

    fn is_variable(&self, name: &str) -> bool {
        let layout = Arc::clone(self.shared.lock().memory.layout());
        layout.variables.iter().any(|it| it.name == name)
    }

    fn diagnostics(&self, id: VariableId) -> u32 {
        self.served().as_ref().map_or(0, |it| it.site.diagnostics(id))
    }

    fn with_site(&self, act: impl FnOnce(&Site)) {
        if let Some(served) = &*self.served() {
            act(&served.site);
        }
    }

    fn served(&self) -> MutexGuard<'_, Option<Served>> {
        lock(&self.served)
    }
}

fn lock(served: &Mutex<Option<Served>>) -> MutexGuard<'_, Option<Served>> {
    served.lock().unwrap_or_else(PoisonError::into_inner)
}
