//! Third-party servers in C, built from the sources in crates of the bench.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use super::packages::{read, write};
use crate::shell::{cargo, program, root, run};

/// The destination.
const SERVERS: &str = "target/servers";
/// Our program that uses open62541's library.
const OURS: &str = "tests/servers/open62541.c";

/// The variable by which tests find them.
pub(super) fn variable() -> (&'static str, PathBuf) {
    ("TAGBRIDGE_SERVERS", root().join(SERVERS))
}

/// Builds the missing servers.
pub(super) fn build() -> Result<()> {
    let folder = root().join(SERVERS);
    let sources = [source("plctag-sys")?, source("open62541-sys")?];
    let wanted = format!(
        "{}{}",
        sources.each_ref().map(|it| it.display().to_string()).join("\n"),
        read(&root().join(OURS))?
    );
    let stamp = folder.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let [plctag, open62541] = sources;
    ab_server(&plctag.join("libplctag/src/tests/ab_server/src"), &folder.join("ab_server"))?;
    server_of_open62541(&open62541.join("open62541"), &folder)?;
    write(&stamp, &wanted)
}

/// libplctag's controller simulator, which its own tests use.
fn ab_server(source: &Path, to: &Path) -> Result<()> {
    let files =
        fs::read_dir(source).with_context(|| format!("cannot read {}", source.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|it| it.path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "c"));
    // Warnings in third-party code.
    run(program("gcc").args(["-O1", "-w", "-o"]).arg(to).args(files).arg("-lpthread"))
}

fn server_of_open62541(source: &Path, folder: &Path) -> Result<()> {
    let build = folder.join("open62541-build");
    fs::create_dir_all(&build).with_context(|| format!("cannot make {}", build.display()))?;
    let options =
        ["-DCMAKE_BUILD_TYPE=Release", "-DUA_NAMESPACE_ZERO=REDUCED", "-DCMAKE_C_FLAGS=-w"];
    run(program("cmake").arg("-S").arg(source).arg("-B").arg(&build).args(options))?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    run(program("cmake").arg("--build").arg(&build).args(["--target", "open62541", "-j", &jobs]))?;
    let mut gcc = program("gcc");
    gcc.args(["-O1", "-w", "-o"]).arg(folder.join("open62541"));
    for include in ["include", "plugins/include", "deps", "arch"] {
        gcc.arg("-I").arg(source.join(include));
    }
    gcc.arg("-I").arg(build.join("src_generated")).arg(root().join(OURS));
    run(gcc.arg(build.join("bin/libopen62541.a")).args(["-lm", "-lpthread"]))?;
    fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))
}

/// The folder in which cargo has the source of a crate of the lock file.
fn source(name: &str) -> Result<PathBuf> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--manifest-path", "bench/Cargo.toml"]);
    metadata.args(["--format-version", "1", "--locked", "--all-features"]);
    let output = metadata.output()?;
    let failure = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo cannot read bench/Cargo.lock: {}", failure.trim());
    let text = String::from_utf8(output.stdout).context("cargo's metadata are no text")?;
    // The only path in it with this crate's manifest; a complete JSON parser would find the same.
    let folder = format!("/{name}-");
    let of_crate = |path: &&str| path.contains(&folder) && path.ends_with("/Cargo.toml");
    let path = text.split('"').find(of_crate);
    let path = path.with_context(|| format!("the lock file names no crate {name}"))?;
    Path::new(path).parent().map(Path::to_owned).context("a manifest lies in a folder")
}
