//! Services of Windows, by its service control manager.

use std::{
    env,
    ffi::OsString,
    io::Error,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;
use windows_service::{
    define_windows_service,
    service::{
        Service, ServiceAccess, ServiceAction, ServiceActionType, ServiceControl,
        ServiceControlAccept, ServiceErrorControl, ServiceExitCode, ServiceFailureActions,
        ServiceFailureResetPeriod, ServiceInfo, ServiceStartType, ServiceState, ServiceStatus,
        ServiceType,
    },
    service_control_handler::{self, ServiceControlHandlerResult, ServiceStatusHandle},
    service_dispatcher,
    service_manager::{ServiceManager, ServiceManagerAccess},
};

use super::{BackgroundEntry, BackgroundState, ManagerError};

/// The least privileged account that can use the network.
const ACCOUNT: &str = r"NT AUTHORITY\LocalService";
/// Maximum time of starting and stopping between two status reports.
const PATIENCE: Duration = Duration::from_secs(30);
/// Delay of a restart after a failure: four times, then no more until it has run for this time.
const AGAIN: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_mins(1),
];
const FORGOTTEN_AFTER: Duration = Duration::from_mins(10);

/// The names of the errors in `winerror.h`.
mod code {
    pub(super) const ACCESS_DENIED: i32 = 5;
    pub(super) const ALREADY_RUNNING: i32 = 1056;
    pub(super) const DOES_NOT_EXIST: i32 = 1060;
    pub(super) const NOT_ACTIVE: i32 = 1062;
    pub(super) const EXISTS: i32 = 1073;
    pub(super) const FAILED_CONNECT: i32 = 1063;
}

pub(super) fn install(entry: &BackgroundEntry<'_>) -> Result<(), ManagerError> {
    let all = ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE;
    let info = ServiceInfo {
        name: entry.name.into(),
        display_name: entry.title.into(),
        service_type: ServiceType::OWN_PROCESS,
        start_type: ServiceStartType::AutoStart,
        error_control: ServiceErrorControl::Normal,
        executable_path: env::current_exe().map_err(ManagerError::Said)?,
        launch_arguments: entry.arguments.clone(),
        dependencies: Vec::new(),
        account_name: Some(ACCOUNT.into()),
        account_password: None,
    };
    let access = ServiceAccess::CHANGE_CONFIG | ServiceAccess::START | ServiceAccess::DELETE;
    let service = manager(all)?.create_service(&info, access).map_err(told)?;
    describe(&service, entry).map_err(|error| {
        // A half-installed service would be useless.
        drop(service.delete());
        told(error)
    })
}

fn describe(service: &Service, entry: &BackgroundEntry<'_>) -> windows_service::Result<()> {
    service.set_description(entry.summary)?;
    let again = AGAIN.map(|delay| ServiceAction { action_type: ServiceActionType::Restart, delay });
    let last = ServiceAction { action_type: ServiceActionType::None, delay: Duration::ZERO };
    service.update_failure_actions(ServiceFailureActions {
        reset_period: ServiceFailureResetPeriod::After(FORGOTTEN_AFTER),
        reboot_msg: None,
        command: None,
        actions: Some(again.into_iter().chain([last]).collect()),
    })?;
    service.set_failure_actions_on_non_crash_failures(true)
}

pub(super) fn uninstall(name: &str) -> Result<(), ManagerError> {
    open(name, ServiceAccess::DELETE)?.delete().map_err(told)
}

pub(super) fn start(name: &str) -> Result<(), ManagerError> {
    let started = open(name, ServiceAccess::START)?.start::<OsString>(&[]);
    ignore_error(code::ALREADY_RUNNING, started)
}

pub(super) fn stop(name: &str) -> Result<(), ManagerError> {
    ignore_error(code::NOT_ACTIVE, open(name, ServiceAccess::STOP)?.stop().map(drop))
}

pub(super) fn standing(name: &str) -> Result<BackgroundState, ManagerError> {
    let service = match open(name, ServiceAccess::QUERY_STATUS) {
        Err(ManagerError::Missing) => return Ok(BackgroundState::Missing),
        other => other?,
    };
    let status = service.query_status().map_err(told)?;
    Ok(match (status.current_state, status.exit_code) {
        // A service that never ran has this code.
        (
            ServiceState::Stopped,
            ServiceExitCode::Win32(0 | 1077) | ServiceExitCode::ServiceSpecific(0),
        ) => BackgroundState::Stopped,
        (ServiceState::Stopped, _) => BackgroundState::Failed,
        (ServiceState::StartPending, _) => BackgroundState::Starting,
        (ServiceState::StopPending, _) => BackgroundState::Stopping,
        _ => BackgroundState::Running,
    })
}

fn manager(access: ServiceManagerAccess) -> Result<ServiceManager, ManagerError> {
    ServiceManager::local_computer(None::<&str>, access).map_err(told)
}

fn open(name: &str, access: ServiceAccess) -> Result<Service, ManagerError> {
    manager(ServiceManagerAccess::CONNECT)?.open_service(name, access).map_err(told)
}

fn ignore_error(harmless: i32, outcome: windows_service::Result<()>) -> Result<(), ManagerError> {
    match outcome {
        Err(windows_service::Error::Winapi(error)) if error.raw_os_error() == Some(harmless) => {
            Ok(())
        }
        other => other.map_err(told),
    }
}

fn told(error: windows_service::Error) -> ManagerError {
    let windows_service::Error::Winapi(error) = error else {
        return ManagerError::Said(Error::other(error));
    };
    match error.raw_os_error() {
        Some(code::ACCESS_DENIED) => ManagerError::Denied,
        Some(code::DOES_NOT_EXIST) => ManagerError::Missing,
        Some(code::EXISTS) => ManagerError::Known,
        Some(code::FAILED_CONNECT) => ManagerError::NoManager,
        _ => ManagerError::Said(error),
    }
}

type Work = Box<dyn FnOnce() -> u8 + Send>;

/// The work to start. It is static, because the callback of the service manager has no parameter of
/// ours.
static WORK: Mutex<Option<(String, Work)>> = Mutex::new(None);
/// The handle for reports to the manager; unset if no manager runs this program.
static MANAGER: OnceLock<ServiceStatusHandle> = OnceLock::new();
/// Whether the manager has requested a stop.
static ASKED: Notify = Notify::const_new();

define_windows_service!(called_back, work);

pub(super) fn host(name: &str, work: Work) -> Result<(), ManagerError> {
    *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), work));
    service_dispatcher::start(name, called_back).map_err(told)
}

fn work(_arguments: Vec<OsString>) {
    let work = WORK.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((name, work)) = work else { return };
    let registered = service_control_handler::register(&name, |control| match control {
        ServiceControl::Stop | ServiceControl::Shutdown => {
            ASKED.notify_one();
            ServiceControlHandlerResult::NoError
        }
        ServiceControl::Interrogate => ServiceControlHandlerResult::NoError,
        _ => ServiceControlHandlerResult::NotImplemented,
    });
    // Without it, reports and stop requests are not possible.
    let Ok(manager) = registered else { return };
    let manager = *MANAGER.get_or_init(|| manager);
    tell(manager, ServiceState::StartPending, 0);
    let code = work();
    tell(manager, ServiceState::Stopped, code);
}

/// Waits until the manager requests a stop.
pub(crate) async fn asked_to_stop() {
    ASKED.notified().await;
}

pub(crate) fn tell_running() {
    if let Some(&manager) = MANAGER.get() {
        tell(manager, ServiceState::Running, 0);
    }
}

pub(crate) fn tell_stopping() {
    if let Some(&manager) = MANAGER.get() {
        tell(manager, ServiceState::StopPending, 0);
    }
}

fn tell(manager: ServiceStatusHandle, state: ServiceState, code: u8) {
    let pending = matches!(state, ServiceState::StartPending | ServiceState::StopPending);
    let accepted = match state {
        ServiceState::Running | ServiceState::StartPending => {
            ServiceControlAccept::STOP | ServiceControlAccept::SHUTDOWN
        }
        _ => ServiceControlAccept::empty(),
    };
    let status = ServiceStatus {
        service_type: ServiceType::OWN_PROCESS,
        current_state: state,
        controls_accepted: accepted,
        exit_code: match code {
            0 => ServiceExitCode::NO_ERROR,
            code => ServiceExitCode::ServiceSpecific(code.into()),
        },
        checkpoint: u32::from(pending),
        wait_hint: if pending { PATIENCE } else { Duration::ZERO },
        process_id: None,
    };
    // The manager also detects the end of the process.
    drop(manager.set_service_status(status));
}
