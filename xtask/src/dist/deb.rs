//! A package for Debian, by dpkg-deb. What it has is compressed by ourselves: a filter for branches,
//! which it does not know and every dpkg reads, saves a fifteenth of a program.

use std::{fs, path::Path};

use anyhow::Result;

use super::{MAINTAINER, Package, VERSION, said, stage::Stage};
use crate::shell::{program, run};

/// Packs it into `out`.
pub(super) fn pack(package: &Package, stage: &Stage, out: &Path) -> Result<()> {
    let doc = format!("usr/share/doc/{}", package.name);
    let changelog = stage.at(&doc).with_file_name(format!("{}-changelog", package.name));
    fs::write(&changelog, changes(package, &stage.epoch)?)?;
    stage.put_packed(&changelog, &format!("{doc}/changelog.gz"))?;
    fs::remove_file(&changelog)?;
    let overrides = super::installer().join(package.folder).join("lintian-overrides");
    if overrides.exists() {
        stage.put(&overrides, &format!("usr/share/lintian/overrides/{}", package.name), 0o644)?;
    }
    stage.write("DEBIAN/control", control(package, stage)?.as_bytes(), 0o644)?;
    stage.write("DEBIAN/md5sums", sums(stage)?.as_bytes(), 0o644)?;
    if let Some(unit) = package.unit {
        for script in ["postinst", "prerm", "postrm"] {
            let text = fs::read_to_string(super::installer().join("deb").join(script))?;
            let text = text.replace("@UNIT@", unit);
            stage.write(&format!("DEBIAN/{script}"), text.as_bytes(), 0o755)?;
        }
    }
    stage.settle()?;
    let file = out.join(format!("{}_{VERSION}_amd64.deb", package.name));
    run(program("dpkg-deb")
        .env("SOURCE_DATE_EPOCH", &stage.epoch)
        .args(["--root-owner-group", "-Znone", "--build"])
        .arg(&stage.tree)
        .arg(&file))?;
    compress(&fs::canonicalize(file)?)?;
    fs::remove_dir_all(stage.at("DEBIAN"))?;
    fs::remove_file(stage.at(&format!("{doc}/changelog.gz")))?;
    let overrides = stage.at("usr/share/lintian");
    if overrides.exists() { Ok(fs::remove_dir_all(overrides)?) } else { Ok(()) }
}

/// Compresses the parts of a package that has them as they are.
fn compress(file: &Path) -> Result<()> {
    let parts = file.with_extension("parts");
    fs::create_dir_all(&parts)?;
    run(program("ar").current_dir(&parts).arg("x").arg(file))?;
    run(program("xz").current_dir(&parts).args(["-9e", "control.tar"]))?;
    run(program("xz").current_dir(&parts).args(["--x86", "--lzma2=preset=9e,lc=4", "data.tar"]))?;
    fs::remove_file(file)?;
    run(program("ar").current_dir(&parts).arg("rcD").arg(file).args([
        "debian-binary",
        "control.tar.xz",
        "data.tar.xz",
    ]))?;
    Ok(fs::remove_dir_all(parts)?)
}

fn control(package: &Package, stage: &Stage) -> Result<String> {
    let mut depends: Vec<String> =
        package.depends.iter().map(|it| it.replace("VERSION", VERSION)).collect();
    if let Some(name) = package.program {
        depends.insert(0, libraries(stage, name)?);
    }
    let size = said(program("du").args(["-sk", "--apparent-size"]).arg(stage.at("usr")))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let description = package.description.join("\n ");
    Ok(format!(
        "Package: {}\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size}\nDepends: {}\nSection: net\nPriority: optional\n\
         Description: {}\n {description}\n",
        package.name,
        depends.join(", "),
        package.summary,
    ))
}

/// The packages that have the libraries of a program: `libc6 (>= 2.34), …`.
fn libraries(stage: &Stage, name: &str) -> Result<String> {
    // It wants the beginning of a source package around it.
    let source = stage.tree.with_extension("source");
    fs::create_dir_all(source.join("debian"))?;
    fs::write(source.join("debian/control"), "Source: tagbridge\n")?;
    let binary = fs::canonicalize(stage.at(&format!("usr/bin/{name}")))?;
    let found = said(program("dpkg-shlibdeps").current_dir(&source).arg("-O").arg(binary))?;
    fs::remove_dir_all(&source)?;
    Ok(found.trim_start_matches("shlibs:Depends=").to_owned())
}

/// The changelog in Debian's form: the version, and a reference to the rest.
fn changes(package: &Package, epoch: &str) -> Result<String> {
    let date = said(program("date").args(["-u", "-R", "-d"]).arg(format!("@{epoch}")))?;
    Ok(format!(
        "{} ({VERSION}) unstable; urgency=medium\n\n  * What changed stands in CHANGELOG.md.gz \
         beside this file.\n\n -- {MAINTAINER}  {date}\n",
        package.name
    ))
}

fn sums(stage: &Stage) -> Result<String> {
    let files = said(program("find").current_dir(&stage.tree).args(["usr", "-type", "f"]))?;
    let mut files: Vec<&str> = files.lines().collect();
    files.sort_unstable();
    let sums = said(program("md5sum").current_dir(&stage.tree).args(files))?;
    Ok(sums + "\n")
}
