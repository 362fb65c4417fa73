//! A package as a folder, as it will be unpacked.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::{Package, installer};
use crate::shell::{program, root, run};

/// A package's files in their places.
pub(super) struct Stage {
    /// The folder that becomes `/`.
    pub(super) tree: PathBuf,
    /// The time of all files, in seconds since 1970.
    pub(super) epoch: String,
}

/// The icon's sizes, and the file that has each.
const ICONS: [(&str, &str); 3] =
    [("32x32", "32x32.png"), ("128x128", "128x128.png"), ("256x256", "128x128@2x.png")];
/// Where shells look for what completes a command line, by their names.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/tagbridge"),
    ("zsh", "usr/share/zsh/vendor-completions/_tagbridge"),
    ("fish", "usr/share/fish/vendor_completions.d/tagbridge.fish"),
];

impl Stage {
    /// Puts a package's files together. `work` has the papers, and gets the folder.
    pub(super) fn make(
        package: &Package,
        binaries: &Path,
        work: &Path,
        epoch: &str,
    ) -> Result<Self> {
        let stage = Self { tree: work.join(package.name), epoch: epoch.to_owned() };
        let (files, papers) = (installer().join(package.folder), work.join("papers"));
        if let Some(name) = package.program {
            let at = format!("usr/bin/{name}");
            stage.put(&binaries.join(name), &at, 0o755)?;
            run(program("strip")
                .args(["--strip-all", "--remove-section=.comment"])
                .arg(stage.at(&at)))?;
            let manual = papers.join("man");
            for page in super::papers::pages(&manual, name)? {
                stage.put_packed(&manual.join(&page), &format!("usr/share/man/man1/{page}.gz"))?;
            }
        }
        if package.program == Some("tagbridge") {
            for (shell, at) in SHELLS {
                stage.put(&papers.join(shell), at, 0o644)?;
            }
        }
        if let Some(unit) = package.unit {
            let name = format!("{unit}.service");
            stage.put(&files.join(&name), &format!("usr/lib/systemd/system/{name}"), 0o644)?;
            let at = format!("usr/lib/sysusers.d/{unit}.conf");
            stage.put(&files.join("sysusers.conf"), &at, 0o644)?;
        } else {
            let name = "tagbridge-desktop.desktop";
            stage.put(&files.join(name), &format!("usr/share/applications/{name}"), 0o644)?;
            for (size, file) in ICONS {
                let at = format!("usr/share/icons/hicolor/{size}/apps/tagbridge.png");
                stage.put(&root().join("src-tauri/icons").join(file), &at, 0o644)?;
            }
        }
        let doc = format!("usr/share/doc/{}", package.name);
        stage.put(&installer().join("copyright"), &format!("{doc}/copyright"), 0o644)?;
        stage.put_packed(&root().join("CHANGELOG.md"), &format!("{doc}/CHANGELOG.md.gz"))?;
        if package.program.is_some() {
            let licences = papers.join("third-party-licences.txt");
            stage.put_packed(&licences, &format!("{doc}/third-party-licences.txt.gz"))?;
        }
        if package.unit == Some("tagbridge") {
            let example = root().join("bridge/src/config/default.toml");
            stage.put(&example, &format!("{doc}/examples/tagbridge.toml"), 0o644)?;
        }
        Ok(stage)
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.tree.join(path)
    }

    /// Copies a file to its place.
    pub(super) fn put(&self, from: &Path, to: &str, mode: u32) -> Result<()> {
        let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
        self.write(to, &bytes, mode)
    }

    /// Writes a file in its place.
    pub(super) fn write(&self, to: &str, bytes: &[u8], mode: u32) -> Result<()> {
        let to = self.at(to);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&to, bytes)?;
        Ok(fs::set_permissions(&to, fs::Permissions::from_mode(mode))?)
    }

    /// Copies a file to its place, compressed with gzip if its name ends in `.gz`.
    pub(super) fn put_packed(&self, from: &Path, to: &str) -> Result<()> {
        let plain = to.trim_end_matches(".gz");
        self.put(from, plain, 0o644)?;
        run(program("gzip").args(["-n9f"]).arg(self.at(plain)))
    }

    /// Gives all files the same time.
    pub(super) fn settle(&self) -> Result<()> {
        run(program("find").arg(&self.tree).args(["-exec", "touch", "-hd"]).args([
            format!("@{}", self.epoch).as_str(),
            "{}",
            "+",
        ]))
    }
}
