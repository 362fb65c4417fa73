//! Background programs of the system: Windows services, systemd units.

use std::{ffi::OsString, io};

#[cfg_attr(unix, path = "background/units.rs")]
#[cfg_attr(windows, path = "background/services.rs")]
mod manager;

#[cfg(windows)]
pub(crate) use self::manager::{asked_to_stop, tell_running, tell_stopping};

/// A program that the system runs in the background.
#[derive(Debug, Clone)]
pub struct BackgroundEntry<'a> {
    /// Its name, which is also the name of its systemd unit.
    pub name: &'a str,
    /// Its display name.
    pub title: &'a str,
    /// Its description, as a sentence.
    pub summary: &'a str,
    /// The arguments of this program. Not used if [`ARE_SAID_BY_UNITS`].
    pub arguments: Vec<OsString>,
}

/// Whether a unit file, which a package installs, contains the arguments.
pub const ARE_SAID_BY_UNITS: bool = cfg!(unix);

/// The state of a background program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackgroundState {
    /// It is not installed.
    Missing,
    /// It is stopped.
    Stopped,
    /// It ended although it was not stopped.
    Failed,
    /// It is starting.
    Starting,
    /// It is running.
    Running,
    /// It is stopping.
    Stopping,
}

/// Why the system did not carry out a request.
#[derive(Debug)]
pub enum ManagerError {
    /// The system has no service manager, or an unknown one.
    NoManager,
    /// The program is not installed.
    Missing,
    /// The program is already installed.
    Known,
    /// Only an administrator may do this.
    Denied,
    /// The message of the system.
    Said(io::Error),
}

/// Installs this program to be started by the system at boot. It does not start it now.
pub fn install(entry: &BackgroundEntry<'_>) -> Result<(), ManagerError> {
    manager::install(entry)
}

/// Uninstalls a program that is not running.
pub fn uninstall(name: &str) -> Result<(), ManagerError> {
    manager::uninstall(name)
}

/// Starts it; a running one is not affected.
pub fn start(name: &str) -> Result<(), ManagerError> {
    manager::start(name)
}

/// Stops it, in order.
pub fn stop(name: &str) -> Result<(), ManagerError> {
    manager::stop(name)
}

/// Returns its state.
pub fn standing(name: &str) -> Result<BackgroundState, ManagerError> {
    manager::standing(name)
}

/// Runs the work of a program that Windows runs in the background. The service manager receives its
/// state, and [`asked_to_end`](crate::asked_to_end) receives the manager's stop request. Ends with
/// the work, whose result is its exit code.
pub fn host(name: &str, work: impl FnOnce() -> u8 + Send + 'static) -> Result<(), ManagerError> {
    manager::host(name, Box::new(work))
}
