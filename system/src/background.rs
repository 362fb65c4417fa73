//! Programs that the system runs in the background: services of Windows, units of systemd.

use std::{ffi::OsString, io};

#[cfg_attr(unix, path = "background/units.rs")]
#[cfg_attr(windows, path = "background/services.rs")]
mod manager;

#[cfg(windows)]
pub(crate) use self::manager::{asked_to_stop, tell_running, tell_stopping};

/// How the system knows a program that it runs in the background, and what it runs.
#[derive(Debug, Clone)]
pub struct BackgroundEntry<'a> {
    /// Its name, which is that of its unit where systemd runs it.
    pub name: &'a str,
    /// What a list of such programs calls it.
    pub title: &'a str,
    /// What it is for, in a sentence.
    pub summary: &'a str,
    /// What this very program is begun with. Where [`ARE_SAID_BY_UNITS`], nobody asks.
    pub arguments: Vec<OsString>,
}

/// Whether a unit, which a package brings, says what a program is begun with.
pub const ARE_SAID_BY_UNITS: bool = cfg!(unix);

/// How a program in the background stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackgroundState {
    /// The system does not know it.
    Missing,
    /// It does not run.
    Stopped,
    /// It does not run, and was not asked to end.
    Failed,
    /// It begins.
    Starting,
    /// It does its work.
    Running,
    /// It ends.
    Stopping,
}

/// Why the system does not do with a program in the background what was asked.
#[derive(Debug)]
pub enum ManagerError {
    /// There is nobody who runs such programs here, or nobody whom we know.
    NoManager,
    /// It does not know this one.
    Missing,
    /// It knows this one already.
    Known,
    /// Only an administrator may ask for that.
    Denied,
    /// What it said.
    Said(io::Error),
}

/// From now on the system begins this program by itself, when it starts. It does not run yet.
pub fn install(entry: &BackgroundEntry<'_>) -> Result<(), ManagerError> {
    manager::install(entry)
}

/// The system forgets a program that does not run.
pub fn uninstall(name: &str) -> Result<(), ManagerError> {
    manager::uninstall(name)
}

/// Asks the system to begin it; what runs already is left alone.
pub fn start(name: &str) -> Result<(), ManagerError> {
    manager::start(name)
}

/// Asks the system to end it, in order.
pub fn stop(name: &str) -> Result<(), ManagerError> {
    manager::stop(name)
}

/// How it stands.
pub fn standing(name: &str) -> Result<BackgroundState, ManagerError> {
    manager::standing(name)
}

/// Does the work of a program that Windows runs in the background, to be called by what it begins: it
/// is told how the work stands, and [`asked_to_end`](crate::asked_to_end) hears it. Ends with the work,
/// whose result is its exit code.
pub fn host(name: &str, work: impl FnOnce() -> u8 + Send + 'static) -> Result<(), ManagerError> {
    manager::host(name, Box::new(work))
}
