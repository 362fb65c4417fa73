//! The bundle of a data folder: of a bridge that runs in another process, or does not run.

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
use tagbridge_bridge::{Config, Library, OutboxFile};
use tagbridge_project::Source;

use super::{
    contents::{Content, Contents, versions},
    scrub::Scrubber,
};
use crate::{
    desk::open::BRIDGE, journal::FOLDER as LOG_FOLDER, kept::Kept, keychain::kept_in,
    last_time::tags_in, view::Failure,
};

/// Bytes of a log that a bundle holds: its end.
const LOG: u64 = 4 << 20;
/// Logs that a bundle holds: the newest.
const LOGS: usize = 3;
/// Bytes of stored snapshots that are looked through for the names of tags.
const SEARCHED: usize = 64 << 20;
/// Files that are listed.
const LISTED: usize = 1000;

/// The bundle of a data folder, whether its bridge runs or not, and of the configuration file that
/// names it, if one does. It reads, and changes nothing; blocks. With `pseudonyms`, tags are called
/// `tag-1`, `tag-2`, … in it.
pub fn of_folder(
    folder: &Path,
    configuration: Option<&Path>,
    pseudonyms: bool,
) -> Result<Contents, Failure> {
    let listed = listing(folder).or_else(|error| match configuration {
        // Of a bridge that was never started there is its configuration.
        Some(_) if error.kind() == io::ErrorKind::NotFound => Ok(none_there(folder)),
        _ => Err(error),
    });
    let listed = listed.map_err(|error| {
        let message = format!("the data folder {} cannot be read: {error}", folder.display());
        Failure::new("not_found", message, "name the folder that the bridge keeps its data in")
    })?;
    // A desk keeps the bridge's data in a folder of its own below.
    let bridge = Some(folder.join(BRIDGE)).filter(|it| it.is_dir());
    let bridge = bridge.unwrap_or_else(|| folder.to_owned());
    let mut files = vec![versions(), listed];
    files.extend(status(&bridge));
    files.push(outboxes(&bridge));
    let mut scrubber = Scrubber::of_this_computer();
    files.extend(configuration.and_then(|it| configured(it, &mut scrubber)));
    files.extend(settings(folder));
    files.extend(logs(folder));
    for (kind, secret) in kept_in(folder) {
        scrubber.add(kind, &secret);
    }
    let config = configuration.and_then(|it| Config::load(it).ok());
    for (kind, secret) in config.iter().flat_map(secrets) {
        scrubber.add(kind, &secret);
    }
    if pseudonyms {
        let mut names = names(folder, &bridge);
        let sessions = config.into_iter().flat_map(|it| it.sessions);
        names.extend(sessions.flat_map(|it| it.tags));
        scrubber.rename(names);
    }
    Ok(Contents::clean(files, scrubber))
}

fn none_there(folder: &Path) -> Content {
    let about = format!("the data folder {}, which is not there", folder.display());
    Content::new("files.tsv", about, "")
}

/// What lies there, without what is in it.
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
    Ok(Content::new("files.tsv", format!("the data folder, {count} files"), text))
}

fn time(it: SystemTime) -> Option<Timestamp> {
    let since = it.duration_since(UNIX_EPOCH).ok()?;
    Timestamp::from_millis(i64::try_from(since.as_millis()).ok()?)
}

/// What the bridge said of itself last.
fn status(bridge: &Path) -> Option<Content> {
    let text = fs::read_to_string(bridge.join("status.json")).ok()?;
    let document: Value = serde_json::from_str(&text).ok()?;
    Some(Content::json("status.json", "what the bridge said of itself last", &document))
}

fn outboxes(bridge: &Path) -> Content {
    let all = OutboxFile::all(bridge).unwrap_or_default();
    let seen = all.iter().map(|it| match it.look() {
        Ok(stored) => serde_json::to_value(stored).unwrap_or_default(),
        Err(error) => json!({ "session": it.session, "error": error.to_string() }),
    });
    let seen: Vec<Value> = seen.collect();
    Content::json("outboxes.json", "what is stored and not yet delivered, without values", &seen)
}

fn settings(folder: &Path) -> Vec<Content> {
    let mut paths = paths(folder, "toml");
    paths.sort();
    let content = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(Content::new(name, "what was set, without keys", fs::read_to_string(&path).ok()?))
    };
    paths.into_iter().filter_map(content).collect()
}

/// The configuration as a person wrote it.
fn configured(path: &Path, scrubber: &mut Scrubber) -> Option<Content> {
    let name = format!("configuration/{}", path.file_name()?.to_string_lossy());
    let text = fs::read_to_string(path).ok()?;
    let (left, removed) = without_secrets(&text);
    for _ in 0..removed {
        scrubber.note("keys");
    }
    Some(Content::new(name, "the configuration, which says where keys are and holds none", left))
}

/// A configuration without the secrets that may stand in it themselves, and how many were removed:
/// it is refused with one, may be no TOML at all, and is looked at by a supporter just then.
fn without_secrets(text: &str) -> (String, usize) {
    let (mut left, mut removed) = (String::with_capacity(text.len()), 0);
    // What ends a value over several lines, and whether the table is one of a secret.
    let (mut closing, mut is_secret) = (None, false);
    for line in text.split_inclusive('\n') {
        if let Some(end) = closing {
            closing = Some(end).filter(|_| !line.contains(end));
            continue;
        }
        let bare = line.trim_start_matches(['#', ' ', '\t']);
        if bare.starts_with('[') {
            let name = bare.trim_matches(['[', ']', '"', '\'', ' ', '\t', '\r', '\n']);
            is_secret = is_secret_name(name);
        }
        let value = match secret_value(line) {
            None if is_secret && !says_where(bare) => {
                bare.find('=').map(|at| line.len() - bare.len() + at + 1)
            }
            found => found,
        };
        let Some(value) = value else {
            left.push_str(line);
            continue;
        };
        removed += 1;
        left.push_str(line[..value].trim_end_matches([' ', '\t']));
        left.push_str(" [removed]\n");
        let rest = line[value..].trim_start();
        let over_lines = [("\"\"\"", "\"\"\""), ("'''", "'''"), ("{", "}"), ("[", "]")];
        closing = over_lines.into_iter().find_map(|(opens, closes)| {
            let inside = rest.strip_prefix(opens)?;
            (!inside.contains(closes)).then_some(closes)
        });
    }
    (left, removed)
}

/// Where the value of a key or a password begins that is no place of one.
fn secret_value(line: &str) -> Option<usize> {
    line.match_indices('=').find_map(|(at, _)| {
        let name = line[..at].trim_end_matches(['"', '\'', ' ', '\t']);
        let value = line[at + 1..].trim_start();
        let is_place = value.strip_prefix('{').is_some_and(|it| {
            let inside = it.split('}').next().unwrap_or(it);
            says_where(inside) && !inside.contains(',')
        });
        (is_secret_name(name) && !is_place).then_some(at + 1)
    })
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("key") || name.ends_with("password")
}

/// `file = …`, `env = …`
fn says_where(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        ["file", "env"].contains(&name.trim_matches(['"', '\'', ' ', '\t']))
    })
}

/// What the places hold that a configuration names.
fn secrets(config: &Config) -> Vec<(&'static str, String)> {
    let key = config.service.key.read().ok().map(|it| ("keys", it.expose().to_owned()));
    let places = config.sessions.iter().filter_map(|it| it.password.as_ref());
    let passwords =
        places.filter_map(|it| Some(("passwords", it.read().ok()?.expose().to_owned())));
    key.into_iter().chain(passwords).collect()
}

/// The newest logs, the ends of them.
fn logs(folder: &Path) -> Vec<Content> {
    let mut all = paths(&folder.join(LOG_FOLDER), "log");
    all.sort_by_cached_key(|it| fs::metadata(it).and_then(|it| it.modified()).ok());
    let content = |path: &PathBuf| {
        let name = format!("logs/{}", path.file_name()?.to_string_lossy());
        Some(Content::new(name, "event log", tail(path).ok()?))
    };
    all.iter().rev().take(LOGS).filter_map(content).collect()
}

fn paths(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|it| it.path());
    paths.filter(|it| it.extension().is_some_and(|it| it == extension)).collect()
}

/// From the first whole line on.
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

/// What the tags are called, as far as the folder tells: in stored snapshots, in the copies of
/// projects, among what is pinned.
fn names(folder: &Path, bridge: &Path) -> BTreeSet<String> {
    let mut names = Names::default();
    for outbox in OutboxFile::all(bridge).unwrap_or_default() {
        // It ends when enough was seen.
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
    for path in paths(folder, "toml") {
        let kept = fs::read_to_string(path).ok().and_then(|it| toml::from_str::<Kept>(&it).ok());
        found.extend(kept.into_iter().flat_map(|it| it.pins.into_values().flatten()));
    }
    found
}

/// Takes exported snapshots, and keeps what their tags are called.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_in_a_configuration_is_left_out_and_its_place_is_not() {
        for (text, left) in [
            ("key = { file = \"bridge.key\" }\n", "key = { file = \"bridge.key\" }\n"),
            ("key = { env = 'KEY' }\n", "key = { env = 'KEY' }\n"),
            ("key = \"canary\"\n", "key = [removed]\n"),
            ("Key = 'canary'\n", "Key = [removed]\n"),
            ("# service.key='canary'\n", "# service.key= [removed]\n"),
            (
                "service = { \"key\" = \"canary\", url = \"x\" }",
                "service = { \"key\" = [removed]\n",
            ),
            ("  password=\"canary\n", "  password= [removed]\n"),
            ("# The key = where it is kept", "# The key = [removed]\n"),
            ("name = \"monkey\"\n", "name = \"monkey\"\n"),
            ("password = { value = \"canary\" }\n", "password = [removed]\n"),
            ("password = { file = 'a', value = 'canary' }\n", "password = [removed]\n"),
            (
                "password = { file = 'a' }, key = 'canary'\n",
                "password = { file = 'a' }, key = [removed]\n",
            ),
            ("password = \"\"\"\ncanary\n\"\"\"\nurl = 'x'\n", "password = [removed]\nurl = 'x'\n"),
            ("password = '''a\ncanary'''\nurl = 'x'\n", "password = [removed]\nurl = 'x'\n"),
            ("key = {\nvalue = 'canary'\n}\nurl = 'x'\n", "key = [removed]\nurl = 'x'\n"),
            (
                "[service.key]\nvalue = 'canary'\nfile = 'a'\n[other]\nvalue = 1\n",
                "[service.key]\nvalue = [removed]\nfile = 'a'\n[other]\nvalue = 1\n",
            ),
        ] {
            let (clean, removed) = without_secrets(text);
            assert_eq!((clean.as_str(), removed > 0), (left, clean != text));
        }
    }
}
