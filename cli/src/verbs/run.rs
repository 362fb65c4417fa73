//! `tagbridge run`: runs sessions until it is stopped.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use tagbridge_api::Timestamp;
use tagbridge_bridge::{OutboxError, StartError, status::BridgeStatus};
use tagbridge_desk::{Desk, Journal, Options, view::Face};
use tagbridge_system::{asked_to_end, tell_ready, tell_state, tell_stopping};
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};

use crate::{
    arguments::address,
    console::{self, BoundAddress, Console},
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText},
    metrics,
    output::{self, Output},
    verbs::{
        broker, config,
        session::{self, ShownStates},
    },
};

/// The default configuration file.
const FILE: &str = "tagbridge.toml";
/// How often the state is printed with `--json`.
const EVERY: Duration = Duration::from_secs(1);
/// Minimum time between two status lines.
const AT_MOST_EVERY: Duration = Duration::from_millis(100);

/// Stream the values of controllers to the service until stopped.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    TAGBRIDGE_KEY=… tagbridge run --config tagbridge.toml\n  \
    tagbridge run --console\n\n\
    The command prints a line for each change of state. --json prints the complete state once a \
    second.\n\n\
    Ctrl-C, SIGTERM or closing the terminal stops the bridge: it disconnects from the controllers, \
    delivers the waiting snapshots if the service responds, and ends. A second Ctrl-C or SIGTERM \
    ends it immediately.\n\n\
    Exit code 1: scans could not be stored, and are lost.")]
pub(crate) struct Run {
    /// The configuration. `tagbridge config init` writes one with comments [default:
    /// tagbridge.toml; with --console, the sessions that you start on its screens].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Serve the screens to a browser on this computer, and print their address with its token
    /// [default: no screens; without HOST:PORT 127.0.0.1:8751].
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = console::ADDRESS,
        value_parser = address)]
    console: Option<SocketAddr>,

    /// The address for metrics for Prometheus, under `/metrics` [default: no metrics].
    #[arg(long, value_name = "HOST:PORT", value_parser = address)]
    metrics: Option<SocketAddr>,
}

impl Run {
    /// The configuration file, or the default one.
    pub(crate) fn file(&self) -> &Path {
        self.config.as_deref().unwrap_or(Path::new(FILE))
    }
}

pub(crate) async fn run(arguments: Run, output: Output, journal: Journal) -> Result<Exit, Failure> {
    let place = match arguments.console {
        Some(address) => Some(BoundAddress::take(address).await?),
        None => None,
    };
    let desk = match (&arguments.config, Path::new(FILE)) {
        (None, file) if place.is_some() && !file.exists() => open(journal).await?,
        (None, file) => {
            let config = config::load(file).map_err(|failure| failure.and(&Do::OrScreens))?;
            start(config, file, place.is_some(), journal)?
        }
        (Some(file), _) => start(config::load(file)?, file, place.is_some(), journal)?,
    };
    let _console = place.map(|it| it.serve(desk.clone())).map(print_console_address);
    let status = desk.status();
    let _metrics = match arguments.metrics {
        Some(address) => {
            let status = status.clone();
            let page = move || metrics::of_bridge(&status.borrow(), Timestamp::now());
            Some(metrics::serve(address, page).await?)
        }
        None => None,
    };
    tell_ready();
    tokio::select! {
        () = watch(status.clone(), output) => {}
        () = asked_to_end() => {}
    }
    tell_stopping();
    tokio::select! {
        () = desk.stop() => {}
        // A second signal ends the program immediately. Stored snapshots stay stored.
        () = asked_to_end() => {}
    }
    let last = status.borrow();
    let sessions = &last.sessions;
    if !output.is_json() {
        for session in sessions {
            let _gone = output::text(session::farewell(session));
        }
    }
    let has_lost = sessions.iter().any(|it| it.scan.unstored > 0);
    Ok(if has_lost { Exit::SomeBad } else { Exit::Done })
}

/// Prints the address of the console on stderr, since it is not a result.
fn print_console_address(console: Console) -> Console {
    output::aside(&Line::ConsoleOn { url: &console.url() });
    console
}

/// Opens the desk of this user, as the window does: sessions are started in the screens.
async fn open(journal: Journal) -> Result<Desk, Failure> {
    let options = Options::of_user(Face::Console).map_err(|error| {
        Failure::new(Exit::Ours, &Cannot::OpenScreens, error.message, error.remedy)
    })?;
    if let Some(other) = options.holder() {
        let (what, why) = (Cannot::OpenScreens, ReasonText::InUseBy { other: &other });
        return Err(Failure::new(Exit::Refused, &what, &why, &Do::UseItsScreens));
    }
    Ok(Desk::open(options, journal).await)
}

/// Starts the sessions of a configuration, with a desk that stores its settings next to them.
pub(crate) fn start(
    config: tagbridge_bridge::Config,
    file: &Path,
    has_screens: bool,
    journal: Journal,
) -> Result<Desk, Failure> {
    let options = Options {
        settings: config.data.join("console.toml"),
        data: config.data.clone(),
        face: Face::Console,
        has_screens,
        keychain: false,
        pki: None,
        demo: Vec::new(),
        built_in: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
    };
    Desk::configured(config, file, options, journal).map_err(|error| {
        let (exit, remedy) = match &*error {
            StartError::Key(_) => (Exit::Usage, Do::GiveKey),
            StartError::Endpoint { .. } | StartError::Client(_) => {
                (Exit::Usage, Do::CorrectConfiguration)
            }
            StartError::Running { .. } => (Exit::Usage, Do::NameSessions),
            StartError::Device(error) if error.is_disk_full() => (Exit::Ours, Do::CheckDataDisk),
            StartError::Device(_) => (Exit::Ours, Do::CheckDataFolder),
            StartError::Outbox { source, .. } => match source {
                OutboxError::InUse { .. }
                | OutboxError::Newer { .. }
                | OutboxError::Older { .. }
                | OutboxError::OtherProject { .. } => (Exit::Refused, Do::OwnDataFolder),
                OutboxError::File { .. }
                | OutboxError::Disk { .. }
                | OutboxError::Full { .. }
                | OutboxError::Damaged { .. }
                | OutboxError::Unreadable { .. }
                | OutboxError::Closed => (Exit::Ours, Do::CheckDataDisk),
            },
        };
        Failure::new(exit, &Cannot::StartBridge, &*error, &remedy)
    })
}

/// Prints the states of the sessions. The sessions continue if the output cannot be written,
/// because its reader has ended or the disk is full.
async fn watch(mut status: watch::Receiver<BridgeStatus>, output: Output) {
    let mut ticks = interval(if output.is_json() { EVERY } else { AT_MOST_EVERY });
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let (mut told, mut of_broker) = (ShownStates::default(), String::new());
    loop {
        ticks.tick().await;
        let now = status.borrow_and_update().clone();
        let lines = now.sessions.iter().map(|it| format!("{}: {}", it.name, session::text(it)));
        tell_state(&lines.collect::<Vec<_>>().join("; "));
        if output.is_json() {
            let _gone = output::json(&now);
            continue;
        }
        for news in now.sessions.iter().filter_map(|it| told.news(it)) {
            let _gone = output::text(news);
        }
        let news = now.mqtt.as_ref().map(broker::news).unwrap_or_default();
        if news != of_broker {
            let _gone = output::text(&news);
            of_broker = news;
        }
        if status.changed().await.is_err() {
            // The sessions have ended without a stop, which does not happen otherwise.
            return;
        }
    }
}
