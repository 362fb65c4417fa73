//! The files that are read.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use zip::{ZipWriter, write::SimpleFileOptions};

/// A file, and the goals for its reading.
pub(super) struct Sample {
    pub(super) title: String,
    pub(super) path: PathBuf,
    /// Seconds that it may take, where that is a goal.
    pub(super) seconds: Option<f64>,
    /// Times its bytes that it may take in memory, where that is a goal.
    pub(super) times: Option<f64>,
}

/// The files, and why some are not there.
pub(super) struct Found {
    pub(super) samples: Vec<Sample>,
    pub(super) skipped: Option<String>,
}

/// Returns the available published projects and the generated one. Archives are packed into
/// `folder`.
pub(super) fn all(generated: &Path, folder: &Path) -> Result<Found> {
    let own = Sample {
        title: "generated L5X with 100,000 tags".to_owned(),
        path: generated.to_owned(),
        seconds: Some(5.0),
        times: None,
    };
    let root = root();
    if !root.is_dir() {
        let skipped = "Only the generated file was read: the samples, which are other people's, are \
                       not on this machine.";
        return Ok(Found { samples: vec![own], skipped: Some(skipped.to_owned()) });
    }
    let mut samples = vec![own];
    let files: Vec<PathBuf> = every()?.into_iter().filter(|it| is_project(it)).collect();
    let largest = files.iter().max_by_key(|it| size(it));
    let largest = largest.cloned();
    for path in files {
        // The largest of an extension says most of it.
        let is_largest = Some(&path) == largest.as_ref();
        let is_export = extension(&path) == "export";
        if is_largest || is_export || is_largest_l5x(&path, &root)? {
            let kind = if is_largest { "the largest sample, " } else { "" };
            samples.push(sample(format!("{kind}`{}`", name(&path)), path, is_largest));
        }
    }
    for project in entries(&root.join("siemens"))? {
        let archive = folder.join(format!("{}.zip", name(&project)));
        pack(&project, &archive)?;
        samples.push(sample(format!("`{}` as a ZIP", name(&project)), archive, false));
    }
    Ok(Found { samples, skipped: None })
}

/// Returns each file of a sample, or its folder if the folder is the project; empty if the samples
/// are not available.
pub(crate) fn every() -> Result<Vec<PathBuf>> {
    let root = root();
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let mut all = entries(&root.join("siemens"))?;
    for vendor in ["allen-bradley", "codesys"] {
        for project in entries(&root.join(vendor))? {
            all.extend(entries(&project)?);
        }
    }
    Ok(all)
}

/// A file's bytes.
pub(crate) fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |it| it.len())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples")
}

fn sample(title: String, path: PathBuf, is_largest: bool) -> Sample {
    Sample { title, path, seconds: is_largest.then_some(0.3), times: is_largest.then_some(10.0) }
}

fn is_largest_l5x(path: &Path, root: &Path) -> Result<bool> {
    let mut largest = None;
    for project in entries(&root.join("allen-bradley"))? {
        for file in entries(&project)? {
            let size = fs::metadata(&file)?.len();
            if extension(&file) == "l5x" && largest.as_ref().is_none_or(|(most, _)| size > *most) {
                largest = Some((size, file));
            }
        }
    }
    Ok(largest.is_some_and(|(_, file)| file == path))
}

fn is_project(path: &Path) -> bool {
    ["l5x", "export", "xml"].contains(&extension(path).as_str())
}

fn extension(path: &Path) -> String {
    path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let mut entries =
            fs::read_dir(folder)?.map(|it| Ok(it?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        Ok(entries)
    };
    list().with_context(|| format!("cannot read {}", folder.display()))
}

fn pack(folder: &Path, archive: &Path) -> Result<()> {
    let mut zip = ZipWriter::new(fs::File::create(archive)?);
    let mut waiting = vec![folder.to_owned()];
    while let Some(here) = waiting.pop() {
        for path in entries(&here)? {
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let inside = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            zip.start_file(inside, SimpleFileOptions::default())?;
            zip.write_all(&fs::read(&path)?)?;
        }
    }
    zip.finish()?;
    Ok(())
}
