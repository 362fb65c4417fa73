//! Third-party servers and clients: Python packages and node modules, in the versions that
//! `tests/python` and `tests/node` pin.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{TOOLS, cargo, program, root, run, succeeds};

/// Python packages that are installed together.
struct Venv {
    /// The destination.
    folder: &'static str,
    /// The packages.
    wanted: &'static str,
    /// A check that they work.
    proof: &'static str,
    /// The variable with the path of its Python, for the tests.
    variable: &'static str,
}

/// Two, because two versions of python-snap7 cannot be installed together.
const VENVS: [Venv; 2] = [
    Venv {
        folder: ".venv",
        wanted: "tests/python/requirements.txt",
        proof: "import asyncua, check_jsonschema, cpppo, ethernetip, httpx_sse, jpype, kubernetes_validate, \
                l5x, moto.server, opcua, openapi_generator_cli, opendataloader_pdf, pycomm3, pylogix, \
                pypdf, snap7",
        variable: "TAGBRIDGE_PYTHON",
    },
    Venv {
        folder: ".venv-snap7c",
        wanted: "tests/python/requirements-snap7-c.txt",
        proof: "from snap7.client import Client; Client()",
        variable: "TAGBRIDGE_PYTHON_SNAP7_C",
    },
];

/// The folder of `tests/node/package.json` and its packages.
const NODE: &str = "tests/node";
const NODE_MODULES: &str = "tests/node/node_modules";

/// The folder of the clients of agents' tools, with the Node.js that one of them needs.
const AGENTS: &str = "tests/node/agents";

/// The folder of the screens' `package.json`.
const SCREENS: &str = "ui";

/// The version of Node.js that Vite needs, as major and minor.
const NODE_FOR_SCREENS: (u32, u32) = (20, 19);

/// The variables by which tests and benches find these packages.
pub(crate) fn variables() -> Vec<(&'static str, PathBuf)> {
    let mut all: Vec<_> = VENVS.iter().map(|it| (it.variable, it.python())).collect();
    all.push(("TAGBRIDGE_NODE_MODULES", node_modules()));
    all.push(super::servers::variable());
    all
}

/// The Python with the third-party packages.
pub(crate) fn python_of_tests() -> PathBuf {
    VENVS[0].python()
}

/// The folder of the third-party node modules.
pub(crate) fn node_modules() -> PathBuf {
    root().join(NODE_MODULES)
}

/// Installs the Python packages that are missing.
pub(super) fn python() -> Result<()> {
    VENVS.iter().try_for_each(|venv| {
        installed_by_pip(venv.folder, venv.wanted, |python| {
            succeeds(program(python).args(["-c", venv.proof]))
        })
    })
}

/// Installs the extensions of cargo.
pub(super) fn tools() -> Result<()> {
    installed_by_pip(TOOLS, "tests/python/requirements-tools.txt", |_| {
        succeeds(cargo().args(["nextest", "--version"]))
    })
}

/// Installs the packages of a requirements file into their own folder, unless they are installed.
fn installed_by_pip(folder: &str, file: &str, works: impl Fn(&Path) -> bool) -> Result<()> {
    let wanted = read(&root().join(file))?;
    let stamp = root().join(folder).join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(program("python3").args(["-m", "venv", "--clear", folder]))?;
    let python = root().join(folder).join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(program(&python).args(pip).args(["--requirement", file]))?;
    if !works(&python) {
        bail!("the Python packages were installed into {folder}, but cannot be used");
    }
    write(&stamp, &wanted)
}

/// Installs the clients of agents' tools that are missing.
pub(super) fn agents() -> Result<()> {
    as_locked(AGENTS)
}

/// Installs the node modules that the screens are built and tested with.
pub(super) fn screens() -> Result<()> {
    let (major, minor) = node_version()?;
    let (least, and) = NODE_FOR_SCREENS;
    ensure!(
        (major, minor) >= NODE_FOR_SCREENS,
        "the screens are built with Node {least}.{and} or later, and here is {major}.{minor}; \
         install a later one (https://nodejs.org), Debian 12's own is too old"
    );
    as_locked(SCREENS)
}

/// Installs the packages of a folder's lock file, unless they are installed.
fn as_locked(folder: &str) -> Result<()> {
    let wanted = read(&root().join(folder).join("package-lock.json"))?;
    let stamp = root().join(folder).join("node_modules/installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(&mut npm(folder, &["ci", "--ignore-scripts"]))?;
    write(&stamp, &wanted)
}

/// npm, in a folder of the workspace.
pub(crate) fn npm(folder: &str, arguments: &[&str]) -> Command {
    let mut command = program("npm");
    command.args(["--prefix", folder, "--no-audit", "--no-fund"]).args(arguments);
    command
}

/// Major and minor of the node in the path.
fn node_version() -> Result<(u32, u32)> {
    let output = program("node").args(["-p", "process.versions.node"]).output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut parts = text.trim().split('.').map(str::parse);
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => Ok((major, minor)),
        _ => bail!("node says `{}` of its version", text.trim()),
    }
}

/// Installs the node modules that are missing, and builds the native one from its source instead of
/// downloading a binary.
pub(super) fn node() -> Result<()> {
    let wanted = read(&root().join(NODE).join("package-lock.json"))?;
    let stamp = root().join(NODE_MODULES).join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(&mut npm(NODE, &["ci", "--ignore-scripts"]))?;
    let mut build = npm(NODE, &["run", "build-snap7"]);
    // Warnings in third-party code.
    build.env("CXXFLAGS", "-w");
    if let Some(folder) = headers_of_node() {
        build.env("npm_config_nodedir", folder);
    }
    run(&mut build).context("node-snap7 is built from C++, with the headers of node")?;
    let proof = format!("require('{}/node-snap7')", root().join(NODE_MODULES).display());
    if !succeeds(program("node").args(["-e", &proof])) {
        bail!("node-snap7 was built in {NODE_MODULES}, but cannot be loaded");
    }
    write(&stamp, &wanted)
}

/// The folder whose `include/node` belongs to the node in the path. If it is missing, node-gyp
/// downloads the headers.
fn headers_of_node() -> Option<PathBuf> {
    let output = program("node").args(["-p", "process.execPath"]).output().ok()?;
    let node = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    let folder = node.parent()?.parent()?;
    folder.join("include/node/node_version.h").exists().then(|| folder.to_owned())
}

impl Venv {
    fn python(&self) -> PathBuf {
        root().join(self.folder).join("bin/python")
    }
}

pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
