//! A package for Fedora, Red Hat and SUSE, by rpmbuild.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::{MAINTAINER, Package, VERSION, said, stage::Stage};
use crate::shell::{program, run};

/// Packs it into `out`.
pub(super) fn pack(package: &Package, stage: &Stage, out: &Path) -> Result<()> {
    let top = stage.tree.with_extension("rpm");
    fs::create_dir_all(&top)?;
    let spec = top.join("package.spec");
    fs::write(&spec, text(package, stage)?)?;
    stage.settle()?;
    run(program("rpmbuild")
        .env("SOURCE_DATE_EPOCH", &stage.epoch)
        .args(["-bb", "--quiet", "--target", "x86_64-linux", "--define"])
        .arg(format!("_topdir {}", top.display()))
        .arg(&spec))?;
    let made = made(&top.join("RPMS"))?;
    let name = made.file_name().context("rpmbuild made a file without a name")?;
    fs::copy(&made, out.join(name))?;
    Ok(fs::remove_dir_all(&top)?)
}

fn made(folder: &Path) -> Result<PathBuf> {
    let found = said(program("find").arg(folder).args(["-name", "*.rpm"]))?;
    Ok(found.lines().next().context("rpmbuild made no package")?.into())
}

fn text(package: &Package, stage: &Stage) -> Result<String> {
    let files = said(program("find").current_dir(&stage.tree).args(["usr", "-type", "f"]))?;
    let mut files: Vec<String> = files.lines().map(|it| format!("/{it}")).collect();
    files.sort();
    let requires = match (package.unit, package.program) {
        (Some(_), Some(_)) => "Requires: ca-certificates\nRequires: systemd\n".to_owned(),
        (Some(_), None) => format!("Requires: tagbridge = {VERSION}\n"),
        _ => "Requires: ca-certificates\n".to_owned(),
    };
    let scripts = package.unit.map(scripts).unwrap_or_default();
    Ok(format!(
        "%define _build_id_links none\n\
         %define __os_install_post %{{nil}}\n\
         %define debug_package %{{nil}}\n\
         %define _buildhost reproducible\n\
         %define use_source_date_epoch_as_buildtime 1\n\
         %define clamp_mtime_to_source_date_epoch 1\n\
         %define _binary_payload w9.xzdio\n\
         Name: {}\nVersion: {VERSION}\nRelease: 1\nSummary: {}\nLicense: Apache-2.0\n\
         Packager: {MAINTAINER}\n{requires}\
         %description\n{}\n\
         %install\nmkdir -p %{{buildroot}}\ncp -a {}/. %{{buildroot}}/\n\
         {scripts}\
         %files\n{}\n",
        package.name,
        package.summary,
        package.description.join("\n"),
        stage.tree.display(),
        files.join("\n"),
    ))
}

/// Creates the user, and stops the running program before its removal.
fn scripts(unit: &str) -> String {
    format!(
        "%post\nsystemd-sysusers {unit}.conf || :\n\
         if [ -d /run/systemd/system ]; then\n  systemctl daemon-reload || :\n\
         \x20 if [ \"$1\" -gt 1 ]; then systemctl try-restart {unit}.service || :; fi\nfi\n\
         %preun\nif [ \"$1\" -eq 0 ] && [ -d /run/systemd/system ]; then\n\
         \x20 systemctl --no-reload disable --now {unit}.service || :\nfi\n"
    )
}
