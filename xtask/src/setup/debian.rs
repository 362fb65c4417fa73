//! Debian packages. Servers among them are neither started nor enabled: the tests start their own.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::shell::{program, run, succeeds};

/// The folders in which systemd and the classic init system have the links of services that start
/// with the machine or a login.
const ENABLED: [&str; 9] = [
    "/etc/systemd/system",
    "/etc/systemd/user",
    "/etc/rc0.d",
    "/etc/rc1.d",
    "/etc/rc2.d",
    "/etc/rc3.d",
    "/etc/rc4.d",
    "/etc/rc5.d",
    "/etc/rc6.d",
];

/// The program that decides whether Debian's packages may start a service (invoke-rc.d(8)).
const POLICY: &str = "/usr/sbin/policy-rc.d";

/// The content of that program: it forbids all starts.
const NO_START: &str = "printf '#!/bin/sh\\nexit 101\\n' > \"$0\" && chmod 755 \"$0\"";

/// Installs the packages that are missing.
pub(super) fn install(wanted: &[&str]) -> Result<()> {
    if !succeeds(program("dpkg").arg("--version")) {
        eprintln!("not a Debian machine: {} must be installed already", wanted.join(", "));
        return Ok(());
    }
    let installed = |package: &&str| succeeds(program("dpkg").args(["--status", *package]));
    let missing: Vec<_> = wanted.iter().copied().filter(|package| !installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let enabled = links();
    let has_policy = Path::new(POLICY).exists();
    if !has_policy {
        run(as_root("sh").args(["-c", NO_START, POLICY]))?;
    }
    let outcome = with_apt(&missing);
    if !has_policy {
        run(as_root("rm").args(["-f", POLICY]))?;
    }
    let new: Vec<PathBuf> = links().difference(&enabled).cloned().collect();
    if !new.is_empty() {
        run(as_root("rm").arg("-f").args(new))?;
    }
    outcome
}

fn with_apt(missing: &[&str]) -> Result<()> {
    let apt = || {
        let mut apt = as_root("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    run(apt().arg("update"))?;
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(missing)).with_context(|| {
        format!("these packages are needed: apt-get install {}", missing.join(" "))
    })
}

/// The links of services that start with the machine.
fn links() -> BTreeSet<PathBuf> {
    let mut links = BTreeSet::new();
    let mut folders: Vec<PathBuf> = ENABLED.iter().map(PathBuf::from).collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_symlink() => _ = links.insert(entry.path()),
                _ => {}
            }
        }
    }
    links
}

/// A program that runs as root.
fn as_root(name: &str) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    });
    if is_root {
        return program(name);
    }
    let mut command = program("sudo");
    command.arg(name);
    command
}
