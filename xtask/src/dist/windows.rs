//! `cargo xtask dist --windows`: an installer and a portable archive for Windows, built on Linux;
//! `cargo xtask test --windows`: the unit tests that need no Linux, under Wine.
//! docs/manual/windows.md has the requirements and the limits of both.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use super::{PROFILE, VERSION, emptied, epoch, papers, sums};
use crate::{
    lint::linting_cargo,
    screens,
    shell::{cargo, program, root, run, succeeds, target},
};

const PLATFORM: &str = "x86_64-pc-windows-gnu";
/// The tools of Debian's `gcc-mingw-w64-x86-64-posix`.
const TOOLS: &str = "x86_64-w64-mingw32";
const PROGRAMS: [&str; 2] = ["tagbridge", "tagbridge-desktop"];
/// The files that the desktop app loads from its folder.
const LOADER: &str = "WebView2Loader.dll";
/// The variable with the program that runs Windows programs; default: `wine`.
const WINE: &str = "TAGBRIDGE_WINE";
/// Crates whose unit tests do not need Linux.
const ROOMS: [&str; 12] = [
    "tagbridge-api",
    "tagbridge-bridge",
    "tagbridge-bytes",
    "tagbridge-carve",
    "tagbridge-cip",
    "tagbridge-driver",
    "tagbridge-drivers",
    "tagbridge-opcua",
    "tagbridge-s7",
    "tagbridge-s7-address",
    "tagbridge-system",
    "tagbridge-texts",
];

/// Tests of features in which Wine differs from Windows: access lists do not protect files, and the
/// creation time of a folder is its last change.
const BEYOND_WINE: [&str; 9] = [
    "config::tests::a_file_may_be_utf_16",
    "locked::tests::a_password_that_comes_later_is_used_then",
    "private::rights::tests::what_everybody_can_read_is_told_and_taken_from_them",
    "private::tests::a_file_is_its_owners_from_the_beginning_and_is_replaced_as_a_whole",
    "security::own::tests::it_is_made_once_and_renewed_before_it_expires",
    "uplink::lineage::tests::a_copy_succeeds_nobody_before_it_was_asked_for",
    "uplink::lineage::tests::a_run_names_those_before_it_until_it_has_a_receipt",
    "uplink::lineage::tests::many_runs_without_a_receipt_are_not_more_than_a_push_may_name",
    "uplink::tests::a_replaced_key_file_is_read_without_a_restart",
];

/// Builds both programs unless a folder has them, and packs them.
pub(crate) fn dist(binaries: Option<PathBuf>) -> Result<()> {
    let binaries = match binaries {
        Some(folder) => folder,
        None => build()?,
    };
    let out = emptied("dist-windows")?;
    let name = format!("tagbridge-{VERSION}-windows-x86_64");
    let files = out.join(&name);
    fs::create_dir_all(&files)?;
    for name in PROGRAMS.map(|it| format!("{it}.exe")) {
        run(program(format!("{TOOLS}-strip"))
            .arg("-o")
            .arg(files.join(&name))
            .arg(binaries.join(&name)))?;
    }
    fs::copy(binaries.join(LOADER), files.join(LOADER))
        .with_context(|| format!("there is no {LOADER} in {}", binaries.display()))?;
    papers::write_lists(PLATFORM, &files)?;
    fs::rename(files.join("sbom.cdx.json"), out.join("tagbridge-windows.cdx.json"))?;
    install(&files, &out)?;
    fs::copy(root().join("LICENSE"), files.join("LICENSE"))?;
    pack(&name, &out)?;
    fs::remove_dir_all(&files)?;
    sums(&out)
}

/// The files to pack, with debug information.
fn build() -> Result<PathBuf> {
    screens::build()?;
    let mut build = cargo();
    build.args(["build", "--profile", PROFILE, "--locked", "--target", PLATFORM]);
    run(for_windows(&mut build)?.args(PROGRAMS.iter().flat_map(|it| ["-p", it])))?;
    Ok(target().join(PLATFORM).join(PROFILE))
}

/// Configures cargo's linker and compiler, and installs the standard library with rustup.
fn for_windows(cargo: &mut Command) -> Result<&mut Command> {
    let compiler = format!("{TOOLS}-gcc");
    ensure!(
        succeeds(program(&compiler).arg("--version")),
        "there is no {compiler}: apt-get install gcc-mingw-w64-x86-64-posix nsis zip"
    );
    if succeeds(program("rustup").arg("--version")) {
        run(program("rustup").args(["target", "add", PLATFORM]))?;
    }
    Ok(cargo
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", &compiler)
        .env("CC_x86_64_pc_windows_gnu", &compiler)
        .env("AR_x86_64_pc_windows_gnu", format!("{TOOLS}-ar")))
}

fn install(files: &Path, out: &Path) -> Result<()> {
    let define = |name: &str, value: &str| format!("-D{name}={value}");
    let setup = out.join(format!("tagbridge-{VERSION}-windows-x86_64-setup.exe"));
    run(program("makensis")
        .current_dir(root().join("installer"))
        .env("SOURCE_DATE_EPOCH", epoch()?)
        .arg("-V2")
        .arg(define("VERSION", VERSION))
        .arg(define("NUMBERS", &format!("{VERSION}.0")))
        .arg(define("FILES", &fs::canonicalize(files)?.to_string_lossy()))
        .arg(define(
            "OUT",
            &fs::canonicalize(out)?.join(setup.file_name().unwrap_or_default()).to_string_lossy(),
        ))
        .arg("windows.nsi"))
}

fn pack(name: &str, out: &Path) -> Result<()> {
    let time = format!("@{}", epoch()?);
    run(program("find").arg(out.join(name)).args(["-exec", "touch", "-d", &time, "{}", "+"]))?;
    run(program("zip").current_dir(out).env("TZ", "UTC").args([
        "-9",
        "-q",
        "-X",
        "-r",
        &format!("{name}.zip"),
        name,
    ]))
}

/// Builds the tests of crates that need no Linux, with clippy, and runs them under Wine.
pub(crate) fn test() -> Result<()> {
    let wine = std::env::var_os(WINE).unwrap_or_else(|| "wine".into());
    ensure!(
        succeeds(program(&wine).arg("--version")),
        "there is no Wine at `{}`: name one of version 10 or newer by {WINE}",
        wine.to_string_lossy()
    );
    for test in BEYOND_WINE {
        eprintln!("not run: {test}: Wine is not Windows there");
    }
    let beyond = BEYOND_WINE.map(|it| format!("test(={it})")).join(" + ");
    let filter = format!("all() - ({beyond})");
    let mut tests = linting_cargo();
    tests.args(["nextest", "run", "--locked", "--no-fail-fast", "--lib", "--target", PLATFORM]);
    run(for_windows(&mut tests)?
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine)
        .args(ROOMS.iter().flat_map(|it| ["-p", it]))
        .args(["-E", &filter]))
}
