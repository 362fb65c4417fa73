//! The bundle of a data folder, for a bridge that runs in another process, or does not run.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use tagbridge_api::Timestamp;
use tagbridge_bridge::{Config, ConfigError, Library, OutboxFile};
use tagbridge_project::Source;

use super::{
    BundleText, configuration,
    contents::{Content, Contents, versions},
    scrubber::Scrubber,
};
use crate::{
    desk::open::BRIDGE,
    journal::FOLDER as LOG_FOLDER,
    keychain::kept_in,
    last_check::{checks_in, names_in},
    last_run::tags_in,
    problem::{Problem, Remedy},
    stored_state::StoredState,
    view::Failure,
};

/// Maximum size of a log in a bundle, in bytes: its end.
const LOG: u64 = 4 << 20;
/// Number of logs in a bundle, the newest.
const LOGS: usize = 3;
/// Maximum size of stored snapshots that are searched for tag names, in bytes.
const SEARCHED: usize = 64 << 20;
/// Maximum number of listed files.
const LISTED: usize = 1000;

/// Creates the bundle of a data folder, whether its bridge runs or not, and of the configuration
/// file that it is named in, if there is one. Only reads; blocks. With `pseudonyms`, tags are named
/// `tag-1`, `tag-2`, … in it.
pub fn of_folder(
    folder: &Path,
    configuration: Option<&Path>,
    pseudonyms: bool,
) -> Result<Contents, Failure> {
    let listed = listing(folder).or_else(|error| match configuration {
        // A bridge that was never started only has a configuration.
        Some(_) if error.kind() == io::ErrorKind::NotFound => Ok(none_there(folder)),
        _ => Err(error),
    });
    let listed = listed.map_err(|why| {
        let folder = folder.to_owned();
        Failure::new("not_found", &Problem::FolderNotRead { folder, why }, &Remedy::BridgesFolder)
    })?;
    // A desk stores the bridge's data in a subfolder.
    let bridge = Some(folder.join(BRIDGE)).filter(|it| it.is_dir());
    let bridge = bridge.unwrap_or_else(|| folder.to_owned());
    let mut files = vec![versions(folder), listed];
    files.extend(status(&bridge));
    files.push(outboxes(&bridge));
    files.extend(super::checks(folder));
    let mut scrubber = Scrubber::of_this_computer();
    let config = configuration.map(Config::load);
    let refused = config.as_ref().and_then(|it| it.as_ref().err());
    files.extend(configuration.and_then(|it| configured(it, refused, &mut scrubber)));
    files.extend(settings(folder).filter_map(shown));
    files.extend(logs(folder));
    for (kind, secret) in kept_in(folder) {
        scrubber.add(kind, &secret);
    }
    let config = config.and_then(Result::ok);
    for (kind, secret) in config.iter().flat_map(secrets) {
        scrubber.add(kind, &secret);
    }
    if pseudonyms {
        let mut names = names(folder, &bridge);
        names.extend(names_in(&checks_in(folder)));
        let sessions = config.into_iter().flat_map(|it| it.sessions);
        names.extend(sessions.flat_map(|it| it.tags));
        scrubber.rename(names);
    }
    Ok(Contents::clean(files, scrubber))
}

fn none_there(folder: &Path) -> Content {
    Content::new("files.tsv", &BundleText::NoDataFolder { folder: folder.to_owned() }, "")
}

/// The names and sizes of the files in the folder, without their contents.
fn listing(folder: &Path) -> io::Result<Content> {
    let mut text = String::from("bytes\tchanged\tfile\n");
    let (mut folders, mut count) = (vec![folder.to_owned()], 0);
    while let Some(next) = folders.pop() {
        let entries = match fs::read_dir(&next) {
            Ok(entries) => entries,
            Err(error) if next == folder => return Err(error),
            Err(_) => continue,
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        paths.sort();
        for path in paths {
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                folders.push(path);
                continue;
            }
            count += 1;
            if count > LISTED {
                continue;
            }
            let changed = about.modified().ok().and_then(time);
            let changed = changed.map_or_else(String::new, |it| it.to_string());
            let file = path.strip_prefix(folder).unwrap_or(&path).display();
            let _written = writeln!(text, "{}\t{changed}\t{file}", about.len());
        }
    }
    Ok(Content::new("files.tsv", &BundleText::DataFolder { files: count }, text))
}

fn time(time: SystemTime) -> Option<Timestamp> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Timestamp::from_millis(i64::try_from(since.as_millis()).ok()?)
}

/// The last status of the bridge.
fn status(bridge: &Path) -> Option<Content> {
    let text = fs::read_to_string(bridge.join("status.json")).ok()?;
    let document: Value = serde_json::from_str(&text).ok()?;
    Some(Content::json("status.json", &BundleText::BridgeStatus, &document))
}

fn outboxes(bridge: &Path) -> Content {
    let all = OutboxFile::all(bridge).unwrap_or_default();
    let seen = all.iter().map(|it| match it.look() {
        Ok(stored) => serde_json::to_value(stored).unwrap_or_default(),
        Err(error) => json!({ "session": it.session, "error": error.to_string() }),
    });
    let seen: Vec<Value> = seen.collect();
    Content::json("outboxes.json", &BundleText::Outboxes, &seen)
}

/// The settings of the screens; only known fields.
fn settings(folder: &Path) -> impl Iterator<Item = (PathBuf, StoredState)> {
    let mut paths = paths(folder, "toml");
    paths.sort();
    paths.into_iter().filter_map(|path| {
        let kept = toml::from_str(&fs::read_to_string(&path).ok()?).ok()?;
        Some((path, kept))
    })
}

fn shown((path, kept): (PathBuf, StoredState)) -> Option<Content> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(Content::new(name, &BundleText::KeptSettings, toml::to_string_pretty(&kept).ok()?))
}

/// The user's configuration, without its secrets.
fn configured(
    path: &Path,
    refused: Option<&ConfigError>,
    scrubber: &mut Scrubber,
) -> Option<Content> {
    let name = format!("configuration/{}", path.file_name()?.to_string_lossy());
    let (text, removed) = configuration::told(&fs::read_to_string(path).ok()?, refused);
    for _ in 0..removed {
        scrubber.note("unknown settings");
    }
    Some(Content::new(name, &BundleText::Configuration, text))
}

/// The secrets that a configuration refers to.
fn secrets(config: &Config) -> Vec<(&'static str, String)> {
    let key = config.service.key.read().ok().map(|it| ("keys", it.expose().to_owned()));
    let places = config.sessions.iter().filter_map(|it| it.password.as_ref());
    let passwords =
        places.filter_map(|it| Some(("passwords", it.read().ok()?.expose().to_owned())));
    key.into_iter().chain(passwords).collect()
}

/// The ends of the newest logs.
fn logs(folder: &Path) -> Vec<Content> {
    let mut all = paths(&folder.join(LOG_FOLDER), "log");
    all.sort_by_cached_key(|it| fs::metadata(it).and_then(|it| it.modified()).ok());
    let content = |path: &PathBuf| {
        let name = format!("logs/{}", path.file_name()?.to_string_lossy());
        Some(Content::new(name, &BundleText::KeptLog, tail(path).ok()?))
    };
    all.iter().rev().take(LOGS).filter_map(content).collect()
}

fn paths(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|it| it.path());
    paths.filter(|it| it.extension().is_some_and(|it| it == extension)).collect()
}

/// The end of a file, from the first complete line on.
fn tail(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let begin = file.metadata()?.len().saturating_sub(LOG);
    file.seek(SeekFrom::Start(begin))?;
    let mut bytes = Vec::new();
    file.take(LOG).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let line = if begin == 0 { 0 } else { text.find('\n').map_or(0, |it| it + 1) };
    Ok(text[line..].to_owned())
}

/// The tag names in the folder: from stored snapshots, copies of projects, and pinned tags.
fn names(folder: &Path, bridge: &Path) -> BTreeSet<String> {
    let mut names = Names::default();
    for outbox in OutboxFile::all(bridge).unwrap_or_default() {
        // An error only means that enough was read.
        let _ended = outbox.export(&mut names);
    }
    let mut found = names.found;
    for copy in Library::copies(bridge) {
        let project = Source::of_bytes(copy.file_name, copy.bytes)
            .and_then(|source| tagbridge_project::read(&source));
        if let Ok(project) = project {
            found.extend(project.tags.into_iter().map(|it| it.name));
        }
    }
    found.extend(tags_in(folder));
    found.extend(settings(folder).flat_map(|(_, it)| it.pins.into_values().flatten()));
    found
}

/// Receives exported snapshots, and collects the names of their tags.
#[derive(Default)]
struct Names {
    found: BTreeSet<String>,
    line: Vec<u8>,
    seen: usize,
}

impl Write for Names {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.seen += bytes.len();
        if self.seen > SEARCHED {
            return Err(io::Error::other("enough was seen"));
        }
        for part in bytes.split_inclusive(|it| *it == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line: Option<Value> = serde_json::from_slice(&self.line).ok();
                let tags = line.as_ref().and_then(|it| it["snapshot"]["tags"].as_object());
                self.found.extend(tags.into_iter().flat_map(|it| it.keys().cloned()));
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
