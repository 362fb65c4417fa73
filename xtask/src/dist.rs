//! `cargo xtask dist`: packages for Linux, and of the clients, in `target/dist/`.
//!
//! Each package is a folder first, as it will be unpacked; Debian's and Red Hat's own programs make a
//! package of it. Two runs over the same binaries make the same bytes.

mod clients;
mod deb;
mod papers;
mod rpm;
mod stage;
mod windows;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

pub(crate) use self::windows::{dist as dist_windows, test as test_windows};

use self::stage::Stage;
use crate::{
    screens,
    shell::{cargo, program, root, run, target},
};

/// The build profile of packed programs. The packages are written to `target/dist/`.
pub(crate) const PROFILE: &str = "packed";

/// The contents of a package.
struct Package {
    name: &'static str,
    summary: &'static str,
    /// The description, in lines.
    description: &'static [&'static str],
    /// The program that it brings.
    program: Option<&'static str>,
    /// The folder of `installer/linux/` that its other files are in.
    folder: &'static str,
    /// The service of systemd, which is its user and the folder of its data, too.
    unit: Option<&'static str>,
    /// Debian packages to install, in addition to the detected libraries.
    depends: &'static [&'static str],
}

const PACKAGES: [Package; 3] = [
    Package {
        name: "tagbridge",
        summary: "streams controllers' tags, read-only, to a service",
        description: &[
            "Polls PLCs over EtherNet/IP, S7 and OPC UA without ever writing to them,",
            "keeps each snapshot until it is delivered, and reads the tags that the",
            "service asks for. One program with all verbs, and a unit of systemd.",
        ],
        program: Some("tagbridge"),
        folder: "bridge",
        unit: Some("tagbridge"),
        depends: &["ca-certificates", "systemd | systemd-standalone-sysusers"],
    },
    Package {
        name: "tagbridge-service",
        summary: "runs Tagbridge's service on this machine",
        description: &[
            "A unit of systemd for `tagbridge serve`: projects, values and questions",
            "over HTTP, with a user and a folder of its own.",
        ],
        program: None,
        folder: "service",
        unit: Some("tagbridge-service"),
        depends: &["tagbridge (= VERSION)"],
    },
    Package {
        name: "tagbridge-desktop",
        summary: "Tagbridge in a window",
        description: &[
            "The screens of Tagbridge on the desktop: projects, live values and trends",
            "of PLCs, which are read and never written to, and their delivery to a",
            "service.",
        ],
        program: Some("tagbridge-desktop"),
        folder: "desktop",
        unit: None,
        depends: &["ca-certificates"],
    },
];

/// The maintainer of the packages.
const MAINTAINER: &str = "Tagbridge maintainers <maintainers@tagbridge.invalid>";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds the programs unless a folder has them, and packs them.
pub(crate) fn dist(binaries: Option<PathBuf>) -> Result<()> {
    let binaries = match binaries {
        Some(folder) => folder,
        None => build()?,
    };
    let out = emptied("dist")?;
    let epoch = epoch()?;
    let work = out.join("work");
    papers::write(&binaries.join("tagbridge"), &work)?;
    for package in &PACKAGES {
        let stage = Stage::make(package, &binaries, &work, &epoch)?;
        deb::pack(package, &stage, &out)?;
        rpm::pack(package, &stage, &out)?;
    }
    portable(&work, &out, &epoch)?;
    clients::pack(&work, &out, &epoch)?;
    fs::copy(work.join("papers/sbom.cdx.json"), out.join("tagbridge.cdx.json"))?;
    fs::remove_dir_all(&work)?;
    sums(&out)
}

/// Packs only the clients in other languages.
pub(crate) fn clients() -> Result<()> {
    let out = emptied("dist")?;
    let work = out.join("work");
    clients::pack(&work, &out, &epoch()?)?;
    fs::remove_dir_all(&work)?;
    sums(&out)
}

/// A folder of packages, without those of before.
fn emptied(name: &str) -> Result<PathBuf> {
    let out = target().join(name);
    match fs::remove_dir_all(&out) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot empty {}", out.display()));
        }
        _ => fs::create_dir_all(&out)?,
    }
    Ok(out)
}

fn build() -> Result<PathBuf> {
    screens::build()?;
    run(cargo().args([
        "build",
        "--profile",
        PROFILE,
        "--locked",
        "-p",
        "tagbridge",
        "-p",
        "tagbridge-desktop",
    ]))?;
    Ok(target().join(PROFILE))
}

/// The time of all files, in seconds since 1970: `SOURCE_DATE_EPOCH`, otherwise the time of the
/// commit.
fn epoch() -> Result<String> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(given);
    }
    said(program("git").args(["log", "-1", "--format=%ct"]))
}

/// Creates an archive with all files in one folder, which can be unpacked anywhere.
fn portable(work: &Path, out: &Path, epoch: &str) -> Result<()> {
    let name = format!("tagbridge-{VERSION}-linux-x86_64");
    let folder = work.join(&name);
    fs::create_dir_all(&folder)?;
    for package in PACKAGES.iter().filter(|it| it.program.is_some()) {
        let tree = work.join(package.name).join("usr");
        run(program("cp").arg("-a").arg(tree.join("bin")).arg(tree.join("share")).arg(&folder))?;
    }
    let archive = out.join(format!("{name}.tar.gz"));
    run(program("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"])
        .arg(format!("--mtime=@{epoch}"))
        .args(["--use-compress-program=gzip -n9", "-cf"])
        .arg(archive)
        .arg("-C")
        .arg(work)
        .arg(name))
}

/// Writes down what each file must be, for `sha256sum --check`.
fn sums(out: &Path) -> Result<()> {
    let mut names: Vec<String> = fs::read_dir(out)?
        .map(|it| Ok(it?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    let sums = said(program("sha256sum").current_dir(out).args(&names))?;
    fs::write(out.join("SHA256SUMS"), format!("{sums}\n"))?;
    eprintln!("\n{sums}\nin {}", out.display());
    Ok(())
}

/// Returns the output of a program, without the last line break.
fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed: {errors}");
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

fn installer() -> PathBuf {
    root().join("installer/linux")
}
