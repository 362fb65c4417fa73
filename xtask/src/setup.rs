//! What the tests need on a machine, by package name: installed where it is missing.

mod debian;
mod packages;
mod servers;

use anyhow::Result;

use self::debian::install as debian_packages;
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

/// Debian packages for the screens' tests: a headless browser, which takes half the processor time
/// of a normal one, and the widest of the system's fonts.
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

/// Cargo's extensions that the tests call.
const CARGO: [&str; 2] = ["nextest", "deny"];

/// The extension that builds the fuzzer.
const FUZZER: &str = "fuzz";

/// Installs the missing programs. Prints a message only if a program is missing.
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

/// Installs the extensions of cargo that are missing, as prebuilt Python packages.
pub(crate) fn cargo_extensions() -> Result<()> {
    if CARGO.iter().all(|name| has_extension(name)) {
        return Ok(());
    }
    packages::tools()
}

/// Installs what the tests' long form needs in addition.
pub(crate) fn fuzzer() -> Result<()> {
    if has_extension(FUZZER) {
        return Ok(());
    }
    // Built once and run for seconds: it is not worth the optimizer's minutes.
    let mut install = cargo();
    install.args(["install", "--locked", "cargo-fuzz"]);
    install.env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    run(install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"))
}

fn has_extension(name: &str) -> bool {
    succeeds(cargo().args([name, "--version"]))
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

/// Installs the additional test programs of the screens, in a browser and in the window.
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
