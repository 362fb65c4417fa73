//! Running other programs from the workspace's root.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A program as `cargo build` makes it.
pub(crate) fn binary(name: &str) -> PathBuf {
    target().join("debug").join(name)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// A program that will run in the workspace's root.
pub(crate) fn program(name: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Where `cargo xtask setup` installs extensions of cargo that the machine lacks.
pub(crate) const TOOLS: &str = ".venv-tools";

/// The cargo that runs this very program, with the extensions in [`TOOLS`].
pub(crate) fn cargo() -> Command {
    let mut cargo = program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Build scripts such as ring's run again if these differ from those of a cargo that a person starts.
    for (name, _) in std::env::vars_os() {
        let is_of_package =
            |it: &str| it.starts_with("CARGO_PKG_") || it.starts_with("CARGO_MANIFEST_");
        if name.to_str().is_some_and(is_of_package) {
            cargo.env_remove(name);
        }
    }
    let tools = root().join(TOOLS).join("bin");
    if tools.is_dir() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain([tools]);
        cargo.env("PATH", std::env::join_paths(folders).unwrap_or(path));
    }
    cargo
}

/// Prints the command, runs it, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    eprintln!("\n→ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    ensure!(status.success(), "`{line}` failed ({status})");
    Ok(())
}

/// The last lines of a failed command, which are printed again at the end.
const LAST_LINES: usize = 60;

/// Runs it in parallel: its output is written to a file below `target/`, and to the terminal only
/// if it fails. The error contains its last lines, so that a long run ends with them.
pub(crate) fn run_beside(name: &str, command: &mut Command) -> Result<()> {
    let folder = target().join("beside");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(format!("{}.log", name.replace(|c: char| !c.is_alphanumeric(), "-")));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let errors = file.try_clone().with_context(|| format!("cannot share {}", path.display()))?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors).env("NO_COLOR", "1");
    run(command).or_else(|error| {
        let printed = fs::read(&path).unwrap_or_default();
        let printed = String::from_utf8_lossy(&printed);
        eprint!("{printed}");
        let lines: Vec<_> = printed.lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n    ");
        bail!("{error:#}; it ended with\n    {last}")
    })
}

/// Whether a command succeeds; its output is ignored.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|it| it.success())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
