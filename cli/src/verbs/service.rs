//! `tagbridge service`: the bridge or the built-in service as a background program of the operating
//! system.

mod file_permissions;
mod host;

use std::{ffi::OsString, path::Path, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::json;
use tagbridge_system::{
    self as system, BackgroundEntry, BackgroundState as Standing, ManagerError,
};
use tagbridge_texts::Message;
use tokio::time::{Instant, sleep};

use crate::{
    arguments::Arguments,
    command_line,
    failure::{Exit, Failure},
    messages::{BackgroundState, Cannot, Do, Line, ReasonText},
    output::{self, Output},
};

pub(crate) use self::host::{Host, host};

/// Time-out for starting or stopping a program.
const PATIENCE: Duration = Duration::from_mins(1);
/// Polling interval while waiting.
const ASKED_EVERY: Duration = Duration::from_millis(200);

/// Run the bridge or the built-in service as a service of the operating system.
#[derive(Args)]
pub(crate) struct Service {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Register the program with the operating system, so that it starts with the computer. On
    /// Windows it runs in the current folder, and its account may read the files that the
    /// configuration names.
    #[command(after_help = "Examples on Windows, as an administrator, in the folder with \
        tagbridge.toml:\n  \
        tagbridge service install\n  \
        tagbridge service install service -- --data C:\\ProgramData\\Tagbridge\\service\n\n\
        Example on Linux, after the installation of the package: sudo tagbridge service install")]
    Install(Install),
    /// Stop the program, and remove it from the operating system. Its data is kept.
    #[command(after_help = "Example: tagbridge service uninstall")]
    Uninstall(ProgramArgument),
    /// Start the installed program now.
    #[command(after_help = "Example: tagbridge service start")]
    Start(ProgramArgument),
    /// Stop the running program. It completes its work first.
    #[command(after_help = "Example: tagbridge service stop")]
    Stop(ProgramArgument),
    /// Show the state of the program.
    #[command(after_help = "Example: tagbridge service status --json")]
    Status(ProgramArgument),
    /// The program that Windows starts.
    #[command(
        hide = true,
        after_help = "Example: Windows starts this command; do not run it \
        yourself"
    )]
    Host(Host),
}

#[derive(Args)]
struct Install {
    /// The program.
    #[arg(value_enum, default_value_t = BackgroundProgram::Bridge)]
    which: BackgroundProgram,
    /// On Windows: the arguments of `tagbridge run` or `tagbridge serve`. On Linux, the systemd
    /// unit contains them.
    #[arg(last = true)]
    arguments: Vec<OsString>,
}

#[derive(Args)]
struct ProgramArgument {
    /// The program.
    #[arg(value_enum, default_value_t = BackgroundProgram::Bridge)]
    which: BackgroundProgram,
}

/// The programs that the system may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackgroundProgram {
    /// The bridge: `tagbridge run`.
    Bridge,
    /// The built-in service: `tagbridge serve`.
    Service,
}

impl BackgroundProgram {
    /// The operating system's name of it; on Linux the unit of its package.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bridge => "tagbridge",
            Self::Service => "tagbridge-service",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::Service => "service",
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Bridge => "run",
            Self::Service => "serve",
        }
    }

    /// The text in lists of the system: in English, like logs and help.
    fn title_and_summary(self) -> (&'static str, &'static str) {
        match self {
            Self::Bridge => ("Tagbridge", "Streams controllers' tags, read-only, to the service."),
            Self::Service => {
                ("Tagbridge service", "Keeps projects and values, and answers over HTTP.")
            }
        }
    }
}

impl Service {
    /// The program that Windows started, if it did.
    pub(crate) fn into_host(self) -> Result<Host, Self> {
        match self.action {
            Action::Host(host) => Ok(host),
            action => Err(Self { action }),
        }
    }
}

pub(crate) async fn run(arguments: Service, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Install(it) => install(it, output),
        Action::Uninstall(ProgramArgument { which }) => {
            end(which).await?;
            system::uninstall(which.name()).map_err(|error| failed(which, error))?;
            tell(which, output)
        }
        Action::Start(ProgramArgument { which }) => {
            begin(which).await?;
            tell(which, output)
        }
        Action::Stop(ProgramArgument { which }) => {
            end(which).await?;
            tell(which, output)
        }
        Action::Status(ProgramArgument { which }) => tell(which, output),
        // It is started before there is a runtime.
        Action::Host(it) => Err(failed(it.which, ManagerError::NoManager)),
    }
}

fn install(arguments: Install, output: Output) -> Result<Exit, Failure> {
    let Install { which, arguments } = arguments;
    let mut begun_with = Vec::new();
    if system::ARE_SAID_BY_UNITS {
        if !arguments.is_empty() {
            let name = which.name();
            let what = Cannot::ManageBackground { name };
            return Err(Failure::new(
                Exit::Usage,
                &what,
                &ReasonText::UnitSaysHow,
                &Do::EditUnit { name },
            ));
        }
    } else {
        let line = [OsString::from("tagbridge"), which.verb().into()];
        let verb = match Arguments::try_parse_from(line.into_iter().chain(arguments.clone())) {
            Ok(parsed) => parsed.verb,
            Err(error) => {
                let _printed = command_line::refuse(&error);
                return Ok(Exit::Usage);
            }
        };
        let folder = std::env::current_dir().map_err(|error| unexpected(which, &error))?;
        file_permissions::grant_permissions(which, &folder, &verb)?;
        begun_with = host::line(which, &folder, arguments);
    }
    let (title, summary) = which.title_and_summary();
    let entry = BackgroundEntry { name: which.name(), title, summary, arguments: begun_with };
    system::install(&entry).map_err(|error| failed(which, error))?;
    tell(which, output)
}

async fn begin(which: BackgroundProgram) -> Result<(), Failure> {
    let name = which.name();
    system::start(name).map_err(|error| failed(which, error))?;
    match until(which, |it| it != Standing::Starting).await? {
        Standing::Running | Standing::Starting => Ok(()),
        _ => {
            let what = Cannot::ManageBackground { name };
            Err(Failure::new(Exit::Ours, &what, &ReasonText::EndedAtOnce, &see_its_log(name)))
        }
    }
}

/// Stops a program; succeeds if it is not running.
async fn end(which: BackgroundProgram) -> Result<(), Failure> {
    system::stop(which.name()).map_err(|error| failed(which, error))?;
    until(which, |it| !matches!(it, Standing::Stopping | Standing::Running)).await.map(drop)
}

/// Waits for this state, up to a time-out.
async fn until(
    which: BackgroundProgram,
    so: impl Fn(Standing) -> bool,
) -> Result<Standing, Failure> {
    let end = Instant::now() + PATIENCE;
    loop {
        let now = standing(which)?;
        if so(now) || Instant::now() > end {
            return Ok(now);
        }
        sleep(ASKED_EVERY).await;
    }
}

fn standing(which: BackgroundProgram) -> Result<Standing, Failure> {
    system::standing(which.name()).map_err(|error| failed(which, error))
}

fn tell(which: BackgroundProgram, output: Output) -> Result<Exit, Failure> {
    let (name, state) = (which.name(), BackgroundState::from(standing(which)?));
    if output.is_json() {
        output::json(&json!({ "name": name, "status": state.tag() }))?;
    } else {
        output::line(&Line::InBackground { name, state: Message::from(&state) })?;
    }
    Ok(Exit::Done)
}

fn failed(which: BackgroundProgram, error: ManagerError) -> Failure {
    let name = which.name();
    let what = Cannot::ManageBackground { name };
    let windows = cfg!(windows);
    let (exit, why, remedy) = match error {
        ManagerError::NoManager => (Exit::Refused, ReasonText::NoManager, Do::RunYourself),
        ManagerError::Missing if windows => {
            let program = which.word();
            (Exit::Refused, ReasonText::BackgroundMissing, Do::InstallFirst { program })
        }
        ManagerError::Missing => {
            (Exit::Refused, ReasonText::BackgroundMissing, Do::InstallPackage { name })
        }
        ManagerError::Known => {
            let program = which.word();
            (Exit::Refused, ReasonText::BackgroundKnown, Do::UninstallFirst { program })
        }
        ManagerError::Denied if windows => {
            (Exit::Refused, ReasonText::NeedsAdministrator, Do::AsAdministrator)
        }
        ManagerError::Denied => (Exit::Refused, ReasonText::NeedsAdministrator, Do::WithSudo),
        ManagerError::Said(error) => {
            let why = Message::system(&error);
            return Failure::new(Exit::Ours, &what, why, &see_its_log(name));
        }
    };
    Failure::new(exit, &what, &why, &remedy)
}

fn unexpected(which: BackgroundProgram, error: &std::io::Error) -> Failure {
    Failure::ours(&Cannot::ManageBackground { name: which.name() }, Message::system(error))
}

fn see_its_log(name: &str) -> Do<'_> {
    if cfg!(windows) {
        Do::SeeLogFolder { folder: Path::new(host::LOGS) }
    } else {
        Do::SeeJournal { name }
    }
}
