//! The TOML file as it is written, and what is checked beyond its types.

use std::{
    collections::{BTreeMap, HashSet},
    ops::Range,
    path::Path,
    time::Duration,
};

use serde::Deserialize;
use tagbridge_api::limits::TAG_NAME_CHARS_MAX;
use tagbridge_driver::{Endpoint, LinkOptions, MAX_CONNECTIONS, ReadMode};
use toml::Spanned;
use url::Url;

use super::{
    Config, ConfigError, KeySource, OutboxConfig, ServiceConfig, SessionConfig,
    quantity::{duration, size},
};
use crate::{named::Supplement, source::SourceConfig, uplink::travels_safely};

/// What stands in the commented default where a project's id belongs.
const PROJECT_TO_NAME: &str = "REPLACE-WITH-THE-PROJECT-ID";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    data: Option<String>,
    device_id: Option<Spanned<String>>,
    pki: Option<String>,
    service: Service,
    #[serde(default)]
    outbox: Outbox,
    #[serde(default)]
    session: Vec<Session>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    url: Spanned<String>,
    key: Spanned<toml::Value>,
    push_interval: Option<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Outbox {
    max_size: Option<Spanned<String>>,
    max_age: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Session {
    name: Spanned<String>,
    project: Spanned<String>,
    endpoint: Spanned<String>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    interval: Option<Spanned<String>>,
    max_tags: Option<Spanned<usize>>,
    max_requests_per_second: Option<Spanned<f64>>,
    connect_timeout: Option<Spanned<String>>,
    request_timeout: Option<Spanned<String>>,
    connections: Option<Spanned<u8>>,
    mode: Option<Spanned<String>>,
    source: Option<String>,
    #[serde(default)]
    block_numbers: BTreeMap<String, u16>,
    prefix: Option<String>,
    #[serde(default)]
    take_over: bool,
    #[serde(default)]
    accept_replaced_controller: bool,
}

pub(super) fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
    let source = Source { text, path };
    let file: File = source.deserialize()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    if file.session.is_empty() {
        return Err(source.error(None, "session", "there is none", "add a [[session]] block"));
    }
    if let Some(id) = file.device_id.as_ref().filter(|it| it.as_ref().trim().is_empty()) {
        let remedy = "name this installation, or leave the line out";
        return Err(source.error(Some(id.span()), "device_id", "is empty", remedy));
    }
    let mut sessions = file
        .session
        .into_iter()
        .enumerate()
        .map(|(index, it)| source.session(folder, index, it))
        .collect::<Result<Vec<_>, _>>()?;
    let pki = file.pki.as_deref().map(|it| folder.join(it));
    for session in &mut sessions {
        session.pki.clone_from(&pki);
    }
    source.each_once(&sessions)?;
    Ok(Config {
        data: folder.join(file.data.as_deref().unwrap_or("data")),
        device_id: file.device_id.map(Spanned::into_inner),
        service: source.service(folder, file.service)?,
        outbox: source.outbox(&file.outbox)?,
        sessions,
    })
}

struct Source<'a> {
    text: &'a str,
    path: &'a Path,
}

impl Source<'_> {
    fn deserialize(&self) -> Result<File, ConfigError> {
        let syntax = |error: &toml::de::Error| {
            self.error(error.span(), "", error.message(), "correct the line")
        };
        let reader = toml::Deserializer::parse(self.text).map_err(|error| syntax(&error))?;
        serde_path_to_error::deserialize(reader).map_err(|error| {
            let key = error.path().to_string();
            let key = if key == "." { "" } else { &key };
            let inner = error.inner();
            let remedy = nearest(inner.message()).map_or_else(
                || "`tagbridge config init` writes a commented default".into(),
                |it| format!("did you mean `{it}`?"),
            );
            self.error(inner.span(), key, inner.message(), &remedy)
        })
    }

    fn service(&self, folder: &Path, it: Service) -> Result<ServiceConfig, ConfigError> {
        let (span, text) = (it.url.span(), it.url.into_inner());
        let wrong = |what: &str, remedy: &str| {
            Err(self.error(Some(span.clone()), "service.url", what, remedy))
        };
        let url = match Url::parse(&text) {
            Ok(url) if url.has_host() && matches!(url.scheme(), "http" | "https") => url,
            _ => return wrong("is no address", "write it like https://host/api/v1"),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return wrong("holds a login", "give the key by `key` instead");
        }
        if !travels_safely(&url) {
            return wrong(
                "would send the key in clear text over the network",
                "use https (http is for this machine only)",
            );
        }
        Ok(ServiceConfig {
            url,
            key: self.key(folder, &it.key)?,
            push_interval: self.duration(
                "service.push_interval",
                it.push_interval.as_ref(),
                ServiceConfig::PUSH_INTERVAL,
                Duration::from_millis(100)..Duration::from_mins(1),
            )?,
        })
    }

    fn key(&self, folder: &Path, it: &Spanned<toml::Value>) -> Result<KeySource, ConfigError> {
        let wrong = |what: &str| {
            let remedy = "write { env = \"TAGBRIDGE_KEY\" } or { file = \"PATH\" }";
            Err(self.error(Some(it.span()), "service.key", what, remedy))
        };
        let table = match it.as_ref() {
            toml::Value::String(_) => {
                return wrong(
                    "the key itself must not stand in this file (have it replaced if it did)",
                );
            }
            toml::Value::Table(table) if table.len() == 1 => table,
            _ => return wrong("does not say where the key is"),
        };
        match (table.get("env"), table.get("file")) {
            (Some(toml::Value::String(name)), None) => Ok(KeySource::Env(name.clone())),
            (None, Some(toml::Value::String(file))) => Ok(KeySource::File(folder.join(file))),
            _ => wrong("does not say where the key is"),
        }
    }

    fn outbox(&self, it: &Outbox) -> Result<OutboxConfig, ConfigError> {
        let default = OutboxConfig::default();
        let max_size = match &it.max_size {
            None => default.max_size,
            Some(text) => match size(text.as_ref()) {
                Some(bytes) if bytes >= 1 << 20 => bytes,
                _ => {
                    let what = format!("`{}` is no size of at least 1MiB", text.as_ref());
                    let remedy = "write it like \"64MiB\" or \"1GiB\"";
                    return Err(self.error(Some(text.span()), "outbox.max_size", &what, remedy));
                }
            },
        };
        let range = Duration::from_mins(1)..Duration::from_hours(24 * 366 * 10);
        let max_age =
            self.duration("outbox.max_age", it.max_age.as_ref(), default.max_age, range)?;
        Ok(OutboxConfig { max_size, max_age })
    }

    fn session(
        &self,
        folder: &Path,
        index: usize,
        it: Session,
    ) -> Result<SessionConfig, ConfigError> {
        let key = |name: &str| format!("session[{index}].{name}");
        let wrong = |span, name: &str, what: &str, remedy: &str| {
            Err(self.error(Some(span), &key(name), what, remedy))
        };
        let endpoint: Endpoint = match it.endpoint.as_ref().parse() {
            Ok(endpoint) => endpoint,
            Err(error) => {
                return wrong(it.endpoint.span(), "endpoint", &error.to_string(), "see the manual");
            }
        };
        let plain = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
        let name = it.name.as_ref();
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            let remedy = "use letters, digits, `-`, `_` and `.`";
            return wrong(it.name.span(), "name", "is no name for a file", remedy);
        }
        if it.project.as_ref().trim().is_empty() {
            let remedy = "`tagbridge project add` prints the id";
            return wrong(it.project.span(), "project", "is empty", remedy);
        }
        if it.project.as_ref() == PROJECT_TO_NAME {
            let remedy = "put the id here that `tagbridge project add` prints";
            return wrong(it.project.span(), "project", "names no project yet", remedy);
        }
        let mut session = SessionConfig::new(name, it.project.as_ref(), endpoint);
        if let Some(max) = it.max_tags {
            if !(1..=SessionConfig::MAX_TAGS).contains(max.as_ref()) {
                let remedy = "use a number from 1 to 20000";
                return wrong(max.span(), "max_tags", "is out of range", remedy);
            }
            session.max_tags = max.into_inner();
        }
        if let Some(max) = it.max_requests_per_second {
            if !(0.1..=1e6).contains(max.as_ref()) {
                let remedy = "use a number from 0.1 on";
                return wrong(max.span(), "max_requests_per_second", "is out of range", remedy);
            }
            session.max_requests_per_second = Some(max.into_inner());
        }
        if let Some(connections) = it.connections {
            if !(1..=MAX_CONNECTIONS).contains(connections.as_ref()) {
                let remedy = format!("use a number from 1 to {MAX_CONNECTIONS}");
                let span = connections.span();
                return wrong(span, "connections", "is out of range", &remedy);
            }
            session.link.connections = connections.into_inner();
        }
        let patience = Duration::from_millis(10)..Duration::from_mins(2);
        let link = session.link;
        session.link = LinkOptions {
            connect_timeout: self.duration(
                &key("connect_timeout"),
                it.connect_timeout.as_ref(),
                link.connect_timeout,
                patience.clone(),
            )?,
            request_timeout: self.duration(
                &key("request_timeout"),
                it.request_timeout.as_ref(),
                link.request_timeout,
                patience,
            )?,
            ..link
        };
        session.source = match it.source.as_deref() {
            None | Some("service") => SourceConfig::Service,
            Some("controller") => SourceConfig::Controller,
            Some(path) => SourceConfig::File(folder.join(path)),
        };
        session.supplement = Supplement { block_numbers: it.block_numbers, prefix: it.prefix };
        let range = Duration::from_millis(10)..Duration::from_hours(1);
        session.interval =
            self.duration(&key("interval"), it.interval.as_ref(), session.interval, range)?;
        if let Some(mode) = it.mode {
            session.link.mode = match mode.as_ref().as_str() {
                "poll" => ReadMode::Poll,
                "subscribe" => ReadMode::Subscribe { interval: session.interval },
                _ => {
                    let remedy = "use \"poll\" or \"subscribe\"";
                    return wrong(mode.span(), "mode", "is no way to read", remedy);
                }
            };
        }
        for (at, tag) in it.tags.into_iter().enumerate() {
            // The service would refuse every snapshot that carries it.
            if !(1..=TAG_NAME_CHARS_MAX).contains(&tag.as_ref().chars().count()) {
                let what = format!("has not 1 to {TAG_NAME_CHARS_MAX} characters");
                let remedy = "write the controller's own name of a tag";
                return wrong(tag.span(), &format!("tags[{at}]"), &what, remedy);
            }
            session.tags.push(tag.into_inner());
        }
        session.take_over = it.take_over;
        session.accept_replaced_controller = it.accept_replaced_controller;
        Ok(session)
    }

    fn each_once(&self, sessions: &[SessionConfig]) -> Result<(), ConfigError> {
        let (mut names, mut projects) = (HashSet::new(), HashSet::new());
        for (index, it) in sessions.iter().enumerate() {
            // Names become files, and some file systems do not tell case.
            let twice = if !names.insert(it.name.to_ascii_lowercase()) {
                ("name", "give each session its own")
            } else if !projects.insert(&it.project) {
                ("project", "each project has one session")
            } else {
                continue;
            };
            let key = format!("session[{index}].{}", twice.0);
            return Err(self.error(None, &key, "is used by another session too", twice.1));
        }
        Ok(())
    }

    fn duration(
        &self,
        key: &str,
        text: Option<&Spanned<String>>,
        default: Duration,
        range: Range<Duration>,
    ) -> Result<Duration, ConfigError> {
        let Some(text) = text else { return Ok(default) };
        match duration(text.as_ref()) {
            Some(it) if range.contains(&it) || it == range.end => Ok(it),
            Some(_) => {
                let what = format!("`{}` is out of range", text.as_ref());
                let remedy = format!("use {:?} to {:?}", range.start, range.end);
                Err(self.error(Some(text.span()), key, &what, &remedy))
            }
            None => {
                let what = format!("`{}` is no duration", text.as_ref());
                let remedy = "write it like \"250ms\", \"1s\" or \"720h\"";
                Err(self.error(Some(text.span()), key, &what, remedy))
            }
        }
    }

    fn error(
        &self,
        span: Option<Range<usize>>,
        key: &str,
        what: &str,
        remedy: &str,
    ) -> ConfigError {
        let before = span.and_then(|it| self.text.get(..it.start));
        ConfigError {
            path: self.path.to_owned(),
            line: before.map(|it| it.matches('\n').count() + 1),
            key: (!key.is_empty()).then(|| key.to_owned()),
            what: what.lines().collect::<Vec<_>>().join(" "),
            remedy: remedy.to_owned(),
        }
    }
}

/// From "unknown field `x`, expected one of `a`, `b`": the one that `x` was probably meant to be.
fn nearest(message: &str) -> Option<&str> {
    let mut quoted = message.strip_prefix("unknown field ")?.split('`').skip(1).step_by(2);
    let unknown = quoted.next()?;
    quoted
        .map(|it| (distance(unknown, it), it))
        .filter(|(distance, it)| *distance <= 1 + it.len() / 4)
        .min()
        .map(|(_, it)| it)
}

/// Edits from one word to the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
