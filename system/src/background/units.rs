//! systemd units, through `systemctl`. A package installs them.

use std::{
    io::{Error, ErrorKind},
    process::{Command, Stdio},
};

use super::{BackgroundEntry, BackgroundState, ManagerError};

pub(super) fn install(entry: &BackgroundEntry<'_>) -> Result<(), ManagerError> {
    known(entry.name)?;
    systemctl(&["enable", entry.name]).map(drop)
}

pub(super) fn uninstall(name: &str) -> Result<(), ManagerError> {
    known(name)?;
    systemctl(&["disable", name]).map(drop)
}

pub(super) fn start(name: &str) -> Result<(), ManagerError> {
    known(name)?;
    systemctl(&["start", name]).map(drop)
}

pub(super) fn stop(name: &str) -> Result<(), ManagerError> {
    known(name)?;
    systemctl(&["stop", name]).map(drop)
}

pub(super) fn standing(name: &str) -> Result<BackgroundState, ManagerError> {
    let said = systemctl(&["show", "--property=LoadState,ActiveState", name])?;
    standing_of(&said).ok_or_else(|| ManagerError::Said(Error::new(ErrorKind::InvalidData, said)))
}

pub(super) fn host(_name: &str, _work: Box<dyn FnOnce() -> u8 + Send>) -> Result<(), ManagerError> {
    Err(ManagerError::NoManager)
}

fn known(name: &str) -> Result<(), ManagerError> {
    match standing(name)? {
        BackgroundState::Missing => Err(ManagerError::Missing),
        _ => Ok(()),
    }
}

/// The properties of a unit in `systemctl show`, in any order.
fn standing_of(said: &str) -> Option<BackgroundState> {
    let property =
        |name: &str| said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    if property("LoadState")? == "not-found" {
        return Some(BackgroundState::Missing);
    }
    match property("ActiveState")? {
        "active" | "reloading" => Some(BackgroundState::Running),
        "activating" => Some(BackgroundState::Starting),
        "deactivating" => Some(BackgroundState::Stopping),
        "failed" => Some(BackgroundState::Failed),
        "inactive" => Some(BackgroundState::Stopped),
        _ => None,
    }
}

fn systemctl(arguments: &[&str]) -> Result<String, ManagerError> {
    let output = Command::new("systemctl")
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => ManagerError::NoManager,
            _ => ManagerError::Said(error),
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(refusal(String::from_utf8_lossy(&output.stderr).trim()))
}

/// It reports refusals only as text.
fn refusal(said: &str) -> ManagerError {
    if said.contains("not been booted with systemd") || said.contains("Failed to connect to bus") {
        ManagerError::NoManager
    } else if ["Access denied", "authentication required", "Permission denied"]
        .iter()
        .any(|it| said.contains(it))
    {
        ManagerError::Denied
    } else {
        ManagerError::Said(Error::other(said.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_stands_as_its_states_say() {
        for (said, expected) in [
            ("LoadState=not-found\nActiveState=inactive\n", Some(BackgroundState::Missing)),
            ("LoadState=loaded\nActiveState=inactive\n", Some(BackgroundState::Stopped)),
            ("ActiveState=active\nLoadState=loaded\n", Some(BackgroundState::Running)),
            ("LoadState=loaded\nActiveState=activating\n", Some(BackgroundState::Starting)),
            ("LoadState=loaded\nActiveState=deactivating\n", Some(BackgroundState::Stopping)),
            ("LoadState=loaded\nActiveState=failed\n", Some(BackgroundState::Failed)),
            ("LoadState=loaded\nActiveState=dreaming\n", None),
            ("LoadState=loaded\n", None),
            ("", None),
        ] {
            assert_eq!(standing_of(said), expected, "{said}");
        }
    }

    #[test]
    fn what_is_refused_is_told_apart() {
        let booted =
            "System has not been booted with systemd as init system (PID 1). Can't operate.";
        assert!(matches!(refusal(booted), ManagerError::NoManager));
        let denied = "Failed to start tagbridge.service: Access denied";
        assert!(matches!(refusal(denied), ManagerError::Denied));
        let interactive = "Failed to start x.service: Interactive authentication required.";
        assert!(matches!(refusal(interactive), ManagerError::Denied));
        let other = refusal("Job for tagbridge.service failed");
        assert!(matches!(other, ManagerError::Said(error) if error.to_string().contains("Job")));
    }
}
