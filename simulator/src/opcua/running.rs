//! A virtual controller that listens: inspect and control it.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use opcua::types::VariableId;
use tagbridge_driver::Value;
use tokio::{net::TcpListener, sync::watch, time::sleep};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    controller::Controller,
    counters::Counters,
    fault::Fault,
    identity::Mode,
    keys::Keys,
    library_server::{self, Certificate, RunningServer},
    memory::TagError,
    proxy::ProxyContext,
    space::SAMPLING_MS,
    virtual_codesys::Codesys,
};
use crate::rig::{
    listening::ListeningController,
    server::{self, Shared},
};

/// A virtual controller that listens. Dropping it stops it.
pub struct RunningCodesys {
    controller: ListeningController<Codesys>,
    held: watch::Sender<bool>,
    cut: watch::Sender<u64>,
    /// `None` during a restart.
    served: Arc<Mutex<Option<Served>>>,
    /// Cancels all tasks when it is dropped.
    stop: DropGuard,
    token: CancellationToken,
}

/// The parts that a restart replaces.
struct Served {
    site: RunningServer,
    line: CancellationToken,
    lines: TaskTracker,
}

impl RunningCodesys {
    /// Serves clients with this site; they connect to the listener if there is one.
    pub(super) fn new(
        controller: ListeningController<Codesys>,
        (site, tcp): (RunningServer, Option<TcpListener>),
    ) -> Self {
        let stop = CancellationToken::new();
        let running = Self {
            controller,
            held: watch::Sender::new(false),
            cut: watch::Sender::new(0),
            served: Arc::default(),
            stop: stop.clone().drop_guard(),
            token: stop,
        };
        running.serve(site, tcp);
        running.run_program();
        running
    }

    /// The address on which it listens.
    pub fn addr(&self) -> SocketAddr {
        self.controller.addr()
    }

    /// The endpoint: `opc.tcp://127.0.0.1:4840`.
    pub fn endpoint(&self) -> String {
        format!("opc.tcp://{}", self.addr())
    }

    /// The SHA-256 of its certificate for comparison: `4F:0A:…`. `None` if it has no certificate.
    pub fn fingerprint(&self) -> Option<String> {
        self.served().as_ref().and_then(|it| it.site.keys().fingerprint())
    }

    /// Returns the counters of requests.
    pub fn counters(&self) -> Counters {
        self.controller.counters()
    }

    /// Number of open sessions, from the server's diagnostics.
    pub fn open_sessions(&self) -> u32 {
        self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount,
        )
    }

    /// Number of sessions since the start, across restarts.
    pub fn total_sessions(&self) -> u32 {
        let now = self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount,
        );
        self.shared().lock().own.past_sessions + now
    }

    /// Number of open subscriptions, from the server's diagnostics.
    pub fn open_subscriptions(&self) -> u32 {
        self.diagnostics(
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSubscriptionCount,
        )
    }

    /// The names of all variables, members and elements with a node: `PLC_PRG.Lanes[1].Speed`.
    pub fn tag_names(&self) -> Vec<String> {
        let layout = Arc::clone(self.shared().lock().memory.layout());
        let mut names: Vec<_> = layout.names().map(str::to_owned).collect();
        names.sort_unstable();
        names
    }

    /// The id of a variable's node: `ns=4;s=|var|CODESYS Control Win V3 x64.Application.PLC_PRG.x`.
    pub fn node_id(&self, name: &str) -> String {
        format!("ns=4;s=|var|{}.{name}", self.shared().lock().memory.layout().prefix())
    }

    /// Returns the value in memory, by name or by node id.
    pub fn value_of(&self, name: &str) -> Result<Value, TagError> {
        self.controller.value_of(name)
    }

    /// Changes the value in memory, like the program.
    pub fn set(&self, name: &str, value: &Value) -> Result<(), TagError> {
        let variable = {
            let memory = &mut self.shared().lock().memory;
            memory.set(name, value)?;
            memory.variable_of(name)?.to_owned()
        };
        self.with_site(|site| site.notify(Some(&variable)));
        Ok(())
    }

    /// Removes a variable with its members and elements from the server: `PLC_PRG.Lanes`. Its value
    /// is kept. False if it does not exist or is already removed.
    pub fn remove(&self, variable: &str) -> bool {
        let is_known = self.is_variable(variable);
        let is_new = is_known && self.shared().lock().own.removed.insert(variable.to_owned());
        if is_new {
            self.with_site(|site| {
                site.remove(variable);
                site.notify(Some(variable));
            });
        }
        is_new
    }

    /// Restores a removed variable. False if it was not removed.
    pub fn restore(&self, variable: &str) -> bool {
        let was_removed = self.shared().lock().own.removed.remove(variable);
        if was_removed {
            self.with_site(|site| {
                site.restore(variable);
                site.notify(Some(variable));
            });
        }
        was_removed
    }

    /// Stops or starts the application: while it is stopped, its variables do not change.
    pub fn set_mode(&self, mode: Mode) {
        self.controller.set_mode(mode);
        self.with_site(|site| site.set_mode(mode));
    }

    /// Replaces the faults.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.controller.set_faults(faults);
    }

    /// Closes all open TCP connections; their sessions remain until their time-out.
    pub fn drop_connections(&self) {
        self.cut.send_modify(|cuts| *cuts += 1);
    }

    /// Holds all requests back until every session has timed out
    /// ([`VirtualCodesys::session_timeout`]).
    pub async fn expire_sessions(&self) {
        self.held.send_replace(true);
        while self.open_sessions() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
        self.held.send_replace(false);
    }

    /// Restarts on the same port after `down`: connections, sessions and subscriptions are lost,
    /// the variables keep their values.
    pub async fn restart(&self, down: Duration) -> io::Result<()> {
        self.start_anew(down, Certificate::Kept).await
    }

    /// Restarts with a new certificate.
    pub async fn renew_certificate(&self) -> io::Result<()> {
        self.start_anew(Duration::ZERO, Certificate::Renewed).await
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        self.take_down().await;
        drop(self.stop);
        self.controller.stop().await;
    }

    async fn start_anew(&self, down: Duration, certificate: Certificate) -> io::Result<()> {
        let keys = self.take_down().await;
        sleep(down).await;
        let keys = match keys.filter(|_| certificate == Certificate::Kept) {
            Some(keys) => keys,
            None => library_server::keys(self.shared(), self.addr(), certificate).await?,
        };
        let tcp = library_server::bind(self.addr())?;
        let (site, tcp) = RunningServer::start(self.shared(), tcp, keys).await?;
        self.serve(site, tcp);
        Ok(())
    }

    /// Starts the proxy to the server if clients connect to `tcp`.
    fn serve(&self, site: RunningServer, tcp: Option<TcpListener>) {
        let (line, lines) = (self.token.child_token(), TaskTracker::new());
        if let Some(tcp) = tcp {
            let it = ProxyContext {
                server: site.addr,
                shared: self.shared().clone(),
                held: self.held.subscribe(),
                cut: self.cut.subscribe(),
            };
            it.spawn(tcp, &line, &lines);
        }
        *self.served() = Some(Served { site, line, lines });
    }

    /// Stops the proxy and the server; returns the folder with the certificate.
    async fn take_down(&self) -> Option<Keys> {
        let total = self.total_sessions();
        let Served { site, line, lines } = self.served().take()?;
        self.shared().lock().own.past_sessions = total;
        line.cancel();
        lines.close();
        lines.wait().await;
        let keys = site.keys().clone();
        site.stop().await;
        Some(keys)
    }

    fn run_program(&self) {
        let (shared, served) = (self.shared().clone(), Arc::clone(&self.served));
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
        self.controller.spawn(running);
    }

    fn shared(&self) -> &Shared<Controller> {
        &self.controller.shared
    }

    fn is_variable(&self, name: &str) -> bool {
        let layout = Arc::clone(self.shared().lock().memory.layout());
        layout.variables.iter().any(|it| it.name == name)
    }

    fn diagnostics(&self, id: VariableId) -> u32 {
        self.served().as_ref().map_or(0, |it| it.site.diagnostics(id))
    }

    fn with_site(&self, act: impl FnOnce(&RunningServer)) {
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
