//! What the tests need on a machine, by package name: installed where it is missing.

mod packages;
mod servers;

use std::fs;

use anyhow::{Context, Result};

pub(crate) use self::packages::{node_modules, npm, python_of_tests as python, variables};
use crate::shell::{cargo, program, run, succeeds};

/// Debian packages: a linker and a C compiler for SQLite, what builds a native node module and
/// servers in C, a Python for other people's servers and clients, an independent dissector, clocks
/// that can be set, an MQTT broker, proxies for the service, a PostgreSQL for its store, a Prometheus that
/// watches it, what makes certificates for them, what looks at reports: qpdf, poppler, and Java for veraPDF's validator; a
/// font with Chinese characters; and Mono, which compiles and runs the C# client that a generator in Java
/// makes.
const DEBIAN: &[&str] = &[
    "caddy",
    "cmake",
    "default-jre-headless",
    "fonts-noto-cjk",
    "g++",
    "gcc",
    "libc6-dev",
    "libfaketime",
    "libjaxb-java",
    "libmono-system-net-http4.0-cil",
    "libmono-system-runtime-serialization4.0-cil",
    "libmono-system-web4.0-cil",
    "make",
    "mono-mcs",
    "mono-runtime",
    "mosquitto",
    "mosquitto-clients",
    "nginx-light",
    "openssl",
    "poppler-utils",
    "postgresql",
    "prometheus",
    "python3",
    "python3-venv",
    "qpdf",
    "tshark",
];

/// Debian packages for `node`, where it is not there in another way.
const NODE: &[&str] = &["nodejs", "npm"];

/// Debian packages for the screens' tests: a browser without a window, which takes half of the
/// processor's time of one that could have one, and the widest of the system's faces.
const BROWSER: &[&str] = &["chromium-headless-shell", "fonts-dejavu-core"];

/// Debian packages for the window: what it is built on, and what it loads for its tray.
const WINDOW: &[&str] = &["libayatana-appindicator3-1", "libwebkit2gtk-4.1-dev"];

/// Debian packages for the window's tests: a driver, a display without a screen, a session bus with
/// what asks on it and a keychain, and what types into the system's dialogs, takes pictures, and
/// looks into what was saved.
const DISPLAY: &[&str] = &[
    "dbus-bin",
    "dbus-daemon",
    "gnome-keyring",
    "imagemagick",
    "libglib2.0-bin",
    "unzip",
    "webkit2gtk-driver",
    "xauth",
    "xdotool",
    "xvfb",
];

/// Debian packages for libplctag, a C library: what builds it, and what reads its header.
const LIBPLCTAG: &[&str] = &["libclang-dev"];

/// Cargo's own extensions: the command that shows that it is there, and the crate that brings it.
const CARGO: &[(&str, &str)] = &[("nextest", "cargo-nextest"), ("deny", "cargo-deny")];

/// What the fuzzer needs beside: cargo builds it by an extension.
const FUZZER: (&str, &str) = ("fuzz", "cargo-fuzz");

/// Installs what is missing; says nothing where nothing is.
pub(crate) fn everything() -> Result<()> {
    packages()?;
    cargo_extensions()
}

/// Installs the packages that are missing: of the system, of Python and of node.
pub(crate) fn packages() -> Result<()> {
    debian_packages(&[DEBIAN, WINDOW].concat())?;
    others_programs()
}

/// Installs the packages of the system that the tests need, those of the screens too.
pub(crate) fn system() -> Result<()> {
    debian_packages(&[DEBIAN, WINDOW, BROWSER, DISPLAY].concat())
}

/// Installs the extensions of cargo that are missing.
pub(crate) fn cargo_extensions() -> Result<()> {
    CARGO.iter().try_for_each(cargo_extension)
}

/// Installs what the tests' long form needs beside.
pub(crate) fn fuzzer() -> Result<()> {
    cargo_extension(&FUZZER)
}

/// Installs what other people's clients in the bench need.
pub(crate) fn peers() -> Result<()> {
    debian_packages(&[DEBIAN, LIBPLCTAG].concat())?;
    others_programs()
}

/// Installs what the screens are built with.
pub(crate) fn screens() -> Result<()> {
    node()?;
    packages::screens()
}

/// Installs what the window is built with.
pub(crate) fn window() -> Result<()> {
    debian_packages(WINDOW)
}

/// Installs what the screens are tested with beside, in a browser and in the window.
pub(crate) fn displays() -> Result<()> {
    debian_packages(&[BROWSER, DISPLAY].concat())
}

/// Installs other people's servers and clients that are missing.
pub(crate) fn others_programs() -> Result<()> {
    packages::python()?;
    node()?;
    packages::node()?;
    packages::agents()?;
    servers::build()
}

fn node() -> Result<()> {
    if succeeds(program("node").arg("--version")) { Ok(()) } else { debian_packages(NODE) }
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

fn cargo_extension((command, krate): &(&str, &str)) -> Result<()> {
    if succeeds(cargo().args([command, "--version"])) {
        return Ok(());
    }
    // Built once and run for seconds: it is not worth the optimizer's minutes.
    let mut install = cargo();
    install.args(["install", "--locked", krate]);
    install.env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    run(install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"))
}
