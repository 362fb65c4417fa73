//! What the tests need on a machine, by package name: installed where it is missing.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, program, root, run, succeeds};

/// Debian packages: a linker and a C compiler for SQLite, a Python for other people's servers and
/// clients, and an independent dissector.
const DEBIAN: &[&str] = &["gcc", "libc6-dev", "python3", "python3-venv", "tshark"];

/// Debian packages for libplctag, a C library: what builds it, and what reads its header.
const LIBPLCTAG: &[&str] = &["cmake", "libclang-dev"];

/// Cargo's own extensions: the command that shows that it is there, and the crate that brings it.
const CARGO: &[(&str, &str)] = &[("nextest", "cargo-nextest"), ("deny", "cargo-deny")];

/// What the fuzzer needs beside: it is written in C++, and cargo builds it by an extension.
const FUZZER: (&[&str], &[(&str, &str)]) = (&["g++"], &[("fuzz", "cargo-fuzz")]);

/// Where the Python packages of `tests/python/requirements.txt` are installed.
const VENV: &str = ".venv";

/// Installs what is missing; says nothing where nothing is.
pub(crate) fn everything() -> Result<()> {
    debian_packages(DEBIAN)?;
    cargo_extensions(CARGO)?;
    python_packages()
}

/// Installs what the tests' long form needs beside.
pub(crate) fn fuzzer() -> Result<()> {
    let (debian, extensions) = FUZZER;
    debian_packages(debian)?;
    cargo_extensions(extensions)
}

/// Installs what other people's clients in the bench need.
pub(crate) fn peers() -> Result<()> {
    debian_packages(&[DEBIAN, LIBPLCTAG].concat())?;
    python_packages()
}

fn debian_packages(wanted: &[&str]) -> Result<()> {
    if !succeeds(program("dpkg").arg("--version")) {
        eprintln!("not a Debian machine: {} must be there already", wanted.join(", "));
        return Ok(());
    }
    let installed = |package: &&str| succeeds(program("dpkg").args(["--status", *package]));
    let missing: Vec<_> = wanted.iter().copied().filter(|package| !installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root_already = fs::metadata("/proc/self").is_ok_and(|it| {
        use std::os::unix::fs::MetadataExt;
        it.uid() == 0
    });
    let apt = || {
        let mut command = program(if root_already { "apt-get" } else { "sudo" });
        if !root_already {
            command.arg("apt-get");
        }
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(apt().arg("update"))?;
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(&missing)).with_context(
        || format!("these packages are needed: apt-get install {}", missing.join(" ")),
    )
}

fn cargo_extensions(wanted: &[(&str, &str)]) -> Result<()> {
    for (command, krate) in wanted {
        if !succeeds(cargo().args([command, "--version"])) {
            run(cargo().args(["install", "--locked", krate]))?;
        }
    }
    Ok(())
}

fn python_packages() -> Result<()> {
    let wanted = root().join("tests/python/requirements.txt");
    let wanted =
        fs::read_to_string(&wanted).with_context(|| format!("cannot read {}", wanted.display()))?;
    let stamp = root().join(VENV).join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(program("python3").args(["-m", "venv", "--clear", VENV]))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(program(python()).args(pip).args(["--requirement", "tests/python/requirements.txt"]))?;
    if !succeeds(program(python()).args(["-c", "import cpppo, pycomm3, pylogix"])) {
        bail!("the Python packages were installed into {VENV}, but cannot be imported");
    }
    fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// The Python that has the packages.
pub(crate) fn python() -> PathBuf {
    root().join(VENV).join("bin/python")
}
