//! `tagbridge simulate`: a simulated controller for tests.

mod missing_tags;
mod replay;
pub(super) mod scan;
mod server;

use std::{
    collections::BTreeMap,
    future::pending,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use clap::{ArgGroup, Args};
use serde::Serialize;
use tagbridge_api::project::Vendor;
use tagbridge_project::Project;
use tagbridge_simulator::{
    ControllerKind, FaultError, RunningSimulator, Virtual,
    logix::{self, RunningController, VirtualLogix},
    opcua::{self, RunningCodesys, VirtualCodesys},
    s7::{self, RunningS7, VirtualS7},
};
use tagbridge_system::asked_to_end;
use tokio::time::sleep;

use self::{
    replay::Replay,
    scan::{Code, Names},
    server::Server,
};
use tagbridge_texts::Message;

use crate::{
    arguments::{address, vendor, within},
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, RecordedLine},
    output::{self, Output},
    verbs::{
        naming::{self, block_number},
        project,
    },
};

/// Default number of REALs in each of the two blocks of a virtual S7 controller, and of scalars of
/// a virtual CODESYS controller.
const SCALARS: u32 = 100;

/// Run a virtual controller for tests.
#[derive(Args)]
#[command(group(ArgGroup::new("made_of").required(true)))]
#[command(after_help = help())]
pub(crate) struct Simulate {
    /// The project's file or folder. The controller has its tags with their initial values.
    #[arg(group = "made_of", conflicts_with = "tags")]
    file: Option<PathBuf>,

    /// Execute the project's code. Signal generators change only the tags that no code writes
    /// [default: signal generators change all tags].
    #[arg(long, requires = "file")]
    logic: bool,

    /// Replay a recording repeatedly: a .tbrec file, which contains the project, or a session's
    /// .recording folder.
    #[arg(long, group = "made_of", value_name = "FILE", conflicts_with_all = ["logic", "tags", "still"])]
    recording: Option<PathBuf>,

    /// The number of a Siemens data block, if the project's file does not contain it, such as
    /// "Recipe=20"; may be repeated.
    #[arg(long = "number", value_name = "NAME=N", value_parser = block_number, conflicts_with_all = ["vendor"])]
    numbers: Vec<(String, u16)>,

    /// The platform of a controller without a project: allen-bradley, siemens or codesys.
    #[arg(long, group = "made_of", value_parser = vendor)]
    vendor: Option<Vendor>,

    /// The number of scalar tags, up to 100000. A few other tags are added [default: a small
    /// bottling line for allen-bradley, otherwise 100].
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=100_000))]
    tags: Option<u32>,

    /// The address to listen on. Port 0 selects a free port.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0", value_parser = address)]
    listen: SocketAddr,

    /// The seed of the signal generators. The same seed gives the same values.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Keep all values constant [default: signal generators change them].
    #[arg(long)]
    still: bool,

    /// Simulate a fault from the list below; may be repeated [default: no fault].
    #[arg(long = "fault", value_name = "FAULT")]
    faults: Vec<String>,

    #[command(flatten)]
    server: Server,
}

/// Examples, and the faults of each vendor's controllers.
fn help() -> String {
    let faults = [
        (Vendor::AllenBradley, logix::Fault::EXAMPLES),
        (Vendor::Siemens, s7::Fault::EXAMPLES),
        (Vendor::Codesys, opcua::Fault::EXAMPLES),
    ];
    let faults = faults.map(|(vendor, all)| format!("\n  {vendor}: {}", all.join(", ")));
    format!(
        "{EXAMPLES}\nFaults for --fault (=3 means every third reply or part):{}",
        faults.concat()
    )
}

const EXAMPLES: &str = "Examples:\n  \
    tagbridge simulate Line4.L5X                           the tags of a project, with changing \
    values\n  \
    tagbridge simulate Line4.L5X --logic                   the same, and its code is executed\n  \
    tagbridge simulate --recording stop.tbrec              the values of a recording, \
    repeatedly\n  \
    tagbridge simulate Plant.zip --number Recipe=20        a Siemens project without block \
    numbers\n  \
    tagbridge simulate --vendor allen-bradley              a small bottling line\n  \
    tagbridge simulate --vendor allen-bradley --tags 500   Tag0 to Tag499: DINT, DINT, REAL, \
    INT\n  \
    tagbridge simulate --vendor siemens --tags 500         REALs in DB1 and, 12 bytes apart, in \
    DB2\n  \
    tagbridge simulate --vendor codesys --tags 500         PLC_PRG.Tag0 to Tag499, and more in \
    GVL\n  \
    tagbridge simulate --vendor codesys --security all     OPC UA with encryption; see `trust`\n\n\
    To simulate a download, stop the command, and start it with the changed file and the same \
    --listen. `tagbridge preflight`, and sessions that read the controller, then report how it \
    differs from the project.\n";

pub(crate) async fn run(arguments: Simulate, output: Output) -> Result<Exit, Failure> {
    let controller = match (&arguments.file, &arguments.recording, arguments.vendor) {
        (Some(file), _, _) => {
            let project = Arc::new(project::open(file)?);
            project::tell_unread(&project, file);
            of_project(&project, &arguments, None).await?
        }
        (None, Some(recording), _) => of_recording(recording, &arguments).await?,
        (None, None, vendor) => made_up(vendor.unwrap_or(Vendor::AllenBradley), &arguments).await?,
    };
    print_endpoint(&controller, output)?;
    tokio::select! {
        () = asked_to_end() => {}
        failure = renew_certificate(&controller, arguments.server.renewed_after(), output) => {
            return Err(failure);
        }
    }
    controller.stop().await;
    Ok(Exit::Done)
}

/// Prints its endpoint, and the fingerprint of its certificate.
fn print_endpoint(controller: &RunningSimulator, output: Output) -> io::Result<()> {
    let (endpoint, fingerprint) = (controller.endpoint(), controller.fingerprint());
    if output.is_json() {
        return output::json(&Started { endpoint, fingerprint });
    }
    output::text(endpoint)?;
    fingerprint.map_or(Ok(()), |fingerprint| {
        output::line(&Line::Fingerprint { fingerprint: &fingerprint })
    })
}

/// The output as JSON.
#[derive(Serialize)]
struct Started {
    endpoint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
}

/// Once, after this time; ends only with an error.
async fn renew_certificate(
    controller: &RunningSimulator,
    after: Option<Duration>,
    output: Output,
) -> Failure {
    let (RunningSimulator::Codesys(it), Some(after)) = (controller, after) else {
        return pending().await;
    };
    sleep(after).await;
    let renewed = it.renew_certificate().await.and_then(|()| print_endpoint(controller, output));
    match renewed {
        Ok(()) => pending().await,
        Err(error) => Failure::ours(&Cannot::RenewCertificate, Message::system(&error)),
    }
}

async fn made_up(vendor: Vendor, arguments: &Simulate) -> Result<RunningSimulator, Failure> {
    arguments.server.is_of(vendor)?;
    match vendor {
        Vendor::AllenBradley => {
            Ok(RunningSimulator::Logix(logix(made_up_logix(arguments)?, arguments).await?))
        }
        Vendor::Siemens => {
            let controller = VirtualS7::counting(arguments.tags.unwrap_or(SCALARS), arguments.seed);
            Ok(RunningSimulator::S7(s7(controller, arguments).await?))
        }
        Vendor::Codesys => {
            Ok(RunningSimulator::Codesys(codesys(made_up_codesys(arguments)?, arguments).await?))
        }
    }
}

/// Creates a controller of the recorded project, or otherwise an invented one with the recorded
/// tags.
async fn of_recording(file: &Path, arguments: &Simulate) -> Result<RunningSimulator, Failure> {
    let replay = Replay::open(file)?;
    if let Some(project) = replay.project() {
        return of_project(&project, arguments, Some(replay)).await;
    }
    arguments.server.is_of(Vendor::AllenBradley)?;
    let (model, left_out) = replay.model();
    output::aside(&RecordedLine::ReplayWithoutProject { left_out });
    let controller = VirtualLogix::builder(model).program(Box::new(replay));
    Ok(RunningSimulator::Logix(logix(controller, arguments).await?))
}

async fn of_project(
    project: &Arc<Project>,
    arguments: &Simulate,
    replay: Option<Replay>,
) -> Result<RunningSimulator, Failure> {
    arguments.server.is_of(project.vendor)?;
    let numbers = naming::by_name(&arguments.numbers)?;
    let tell = |left_out: &[String]| {
        if let Some(told) = missing_tags::told(project, left_out, &numbers) {
            output::text_aside(told);
        }
    };
    match project.vendor {
        Vendor::AllenBradley => {
            let controller = VirtualLogix::from_project(project, arguments.seed);
            tell(controller.left_out());
            let controller = with_code(controller, project, arguments, numbers, replay);
            Ok(RunningSimulator::Logix(logix(controller, arguments).await?))
        }
        Vendor::Codesys => {
            let controller = VirtualCodesys::from_project(project, arguments.seed);
            let controller = controller.map_err(|error| {
                let what = Cannot::Simulate { project: &project.name };
                Failure::new(Exit::Usage, &what, &error, &Do::ExportAgain)
            })?;
            tell(controller.left_out());
            let controller = with_code(controller, project, arguments, numbers, replay);
            Ok(RunningSimulator::Codesys(codesys(controller, arguments).await?))
        }
        Vendor::Siemens => {
            let controller = VirtualS7::from_project(project, &numbers, arguments.seed);
            tell(controller.left_out());
            let controller = with_code(controller, project, arguments, numbers, replay);
            Ok(RunningSimulator::S7(s7(controller, arguments).await?))
        }
    }
}

/// Adds the project's code or the recording as its program, if it was requested.
fn with_code<K: ControllerKind>(
    controller: Virtual<K>,
    project: &Arc<Project>,
    arguments: &Simulate,
    numbers: BTreeMap<String, u16>,
    replay: Option<Replay>,
) -> Virtual<K> {
    if let Some(replay) = replay {
        let replay = replay.named(Names::new(project, numbers));
        return controller.program(Box::new(replay));
    }
    if arguments.logic {
        let code = Code::new(project, numbers);
        if let Some(told) = code.left_out() {
            output::text_aside(told);
        }
        controller.then(Box::new(code))
    } else {
        controller
    }
}

fn made_up_logix(arguments: &Simulate) -> Result<VirtualLogix, Failure> {
    let controller = match arguments.tags {
        Some(tags) => VirtualLogix::counting(tags, arguments.seed),
        None => VirtualLogix::bottling(arguments.seed),
    };
    controller.map_err(|error| Failure::ours(&Cannot::SetUpController, &error))
}

async fn logix(
    controller: VirtualLogix,
    arguments: &Simulate,
) -> Result<RunningController, Failure> {
    set_up(controller, arguments)?
        .listen(arguments.listen)
        .await
        .map_err(|error| Failure::cannot_listen("--listen", arguments.listen, &error))
}

async fn s7(controller: VirtualS7, arguments: &Simulate) -> Result<RunningS7, Failure> {
    set_up(controller, arguments)?
        .listen(arguments.listen)
        .await
        .map_err(|error| Failure::cannot_listen("--listen", arguments.listen, &error))
}

fn made_up_codesys(arguments: &Simulate) -> Result<VirtualCodesys, Failure> {
    let scalars = arguments.tags.unwrap_or(SCALARS);
    VirtualCodesys::counting(scalars, arguments.seed)
        .map_err(|error| Failure::ours(&Cannot::SetUpController, &error))
}

async fn codesys(
    controller: VirtualCodesys,
    arguments: &Simulate,
) -> Result<RunningCodesys, Failure> {
    arguments.server.listen(set_up(controller, arguments)?, arguments.listen).await
}

/// Sets its faults, and constant values if they were requested.
fn set_up<K>(controller: Virtual<K>, arguments: &Simulate) -> Result<Virtual<K>, Failure>
where
    K: ControllerKind<Fault: FromStr<Err = FaultError>>,
{
    let faults: Result<_, FaultError> = arguments.faults.iter().map(|it| it.parse()).collect();
    let controller =
        controller.faults(faults.map_err(|error| {
            Failure::new(Exit::Usage, &Cannot::Misbehave, &error, &Do::SeeFaults)
        })?);
    Ok(if arguments.still { controller.still_after(0) } else { controller })
}
