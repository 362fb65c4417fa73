//! //! The configuration file in TOML, and the checks that its types do not express.

use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;
use tagbridge_driver::nearest;
use tagbridge_texts::{Coded, Message};
use toml::{Spanned, de::DeTable};
use url::Url;

use super::{
    Config, ConfigError, KeySource, OutboxConfig, SecretPlace, ServiceConfig, SessionConfig,
    error::{Advice, Mistake},
    mqtt::{self, Mqtt},
    quantity::{duration, size, spoken},
    recording::RecordingSection,
    session::Session,
};
use crate::client::travels_safely;

/// The default data folder.
const DATA: &str = "data";
/// Settings that belong before all tables.
const AT_THE_TOP: [&str; 3] = ["data", "device_id", "pki"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    data: Option<Spanned<String>>,
    device_id: Option<Spanned<String>>,
    pki: Option<Spanned<String>>,
    service: Service,
    #[serde(default)]
    outbox: Outbox,
    #[serde(default)]
    recording: RecordingSection,
    #[serde(default)]
    mqtt: Mqtt,
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

pub(super) fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
    let source = Source { text, path };
    let file: File = source.deserialize()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    if file.session.is_empty() {
        return Err(source.error(None, "session", &Mistake::NoSession, &Advice::AddSession));
    }
    if let Some(data) = file.data.as_ref().filter(|it| it.as_ref().is_empty()) {
        return Err(source.error(Some(data.span()), "data", &Mistake::Empty, &Advice::NameFolder));
    }
    if let Some(id) = file.device_id.as_ref().filter(|it| it.as_ref().trim().is_empty()) {
        let (what, remedy) = (Mistake::Empty, Advice::NameInstallation);
        return Err(source.error(Some(id.span()), "device_id", &what, &remedy));
    }
    let mut sessions = file
        .session
        .into_iter()
        .enumerate()
        .map(|(index, it)| it.read(&source, folder, index))
        .collect::<Result<Vec<_>, _>>()?;
    let named = |key: &str, it: &Option<Spanned<String>>| {
        it.as_ref().map(|it| source.path(folder, key, Some(it.span()), it.as_ref())).transpose()
    };
    let (data, pki) = (named("data", &file.data)?, named("pki", &file.pki)?);
    for session in &mut sessions {
        session.pki.clone_from(&pki);
    }
    source.each_once(&sessions)?;
    Ok(Config {
        data: data.unwrap_or_else(|| folder.join(DATA)),
        device_id: file.device_id.map(Spanned::into_inner),
        service: ServiceConfig { pki, ..source.service(folder, file.service)? },
        outbox: source.outbox(&file.outbox)?,
        recording: source.recording(&file.recording)?,
        mqtt: file.mqtt.read(&source, folder)?,
        sessions,
    })
}

/// The data folder that a configuration names, even if the configuration is invalid otherwise.
pub(super) fn data_of(text: &str, path: &Path) -> Option<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let (table, errors) = DeTable::parse_recoverable(text);
    match table.get_ref().get("data") {
        Some(data) => data.get_ref().as_str().map(|it| folder.join(it)),
        // If the text has errors, `data` may be on a line that cannot be parsed.
        None => errors.is_empty().then(|| folder.join(DATA)),
    }
}

/// Reads the files that a configuration names, and returns all errors.
pub(super) fn look_at_files(text: &str, path: &Path, config: &Config) -> Vec<ConfigError> {
    let source = Source { text, path };
    // The text was parsed before, so this cannot fail.
    let Ok(file) = source.deserialize() else { return Vec::new() };
    let mut errors = Vec::new();
    if let KeySource::Kept(SecretPlace::File(_)) = &config.service.key
        && let Err(secret) = config.service.key.read()
    {
        let span = file.service.key.span();
        errors.push(source.error(Some(span), "service.key", &secret, &Advice::KeyFile));
    }
    errors.extend(config.mqtt.iter().flat_map(|it| mqtt::look_at_files(&source, it)));
    let sessions = file.session.iter().zip(&config.sessions).enumerate();
    let of_sessions =
        sessions.flat_map(|(index, (it, config))| it.look_at_files(&source, index, config));
    errors.extend(of_sessions);
    errors
}

pub(super) struct Source<'a> {
    text: &'a str,
    path: &'a Path,
}

impl Source<'_> {
    fn deserialize(&self) -> Result<File, ConfigError> {
        let syntax = |error: &toml::de::Error| {
            let advice = if error.span().is_some_and(|it| self.has_drive_in_double_quotes(it)) {
                Advice::SingleQuotes
            } else {
                Advice::CorrectLine
            };
            self.error(error.span(), "", words(error.message()), &advice)
        };
        let reader = toml::Deserializer::parse(self.text).map_err(|error| syntax(&error))?;
        serde_path_to_error::deserialize(reader).map_err(|error| {
            // The path contains the name of the wrapper `Spanned`, which users must not see.
            let key = error.path().to_string().replace(".$__serde_spanned_private_value", "");
            let key = if key == "." { "" } else { &key };
            let inner = error.inner();
            let what = mistake(inner.message());
            self.error(inner.span(), key, what, &remedy(key, inner.message()))
        })
    }

    /// A path of the file. In double quotes, `\t` and `\n` in a path of Windows are control
    /// characters, which are an error here.
    pub(super) fn path(
        &self,
        folder: &Path,
        key: &str,
        span: Option<Range<usize>>,
        text: &str,
    ) -> Result<PathBuf, ConfigError> {
        if text.chars().any(char::is_control) {
            return Err(self.error(span, key, &Mistake::ControlCharacter, &Advice::SingleQuotes));
        }
        Ok(folder.join(text))
    }

    /// Whether a path of Windows in double quotes, such as `"C:\Users"`, is in the first line of a range.
    fn has_drive_in_double_quotes(&self, place: Range<usize>) -> bool {
        let from =
            self.text.get(..place.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
        let line = self.text.get(from..).and_then(|it| it.lines().next()).unwrap_or_default();
        line.as_bytes()
            .windows(4)
            .any(|it| matches!(it, [b'"', drive, b':', b'\\'] if drive.is_ascii_alphabetic()))
    }

    fn service(&self, folder: &Path, section: Service) -> Result<ServiceConfig, ConfigError> {
        let (span, text) = (section.url.span(), section.url.into_inner());
        let wrong = |what: Mistake<'_>, remedy: Advice<'_>| {
            Err(self.error(Some(span.clone()), "service.url", &what, &remedy))
        };
        let url = match Url::parse(&text) {
            Ok(url) if url.has_host() && matches!(url.scheme(), "http" | "https") => url,
            _ => return wrong(Mistake::NoAddress, Advice::WriteAddress),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return wrong(Mistake::HoldsLogin, Advice::GiveKey);
        }
        if !travels_safely(&url) {
            return wrong(Mistake::ClearText, Advice::UseHttps);
        }
        Ok(ServiceConfig {
            url,
            key: KeySource::Kept(self.secret(
                folder,
                "service.key",
                "TAGBRIDGE_KEY",
                &section.key,
            )?),
            pki: None,
            push_interval: self.duration(
                "service.push_interval",
                section.push_interval.as_ref(),
                ServiceConfig::PUSH_INTERVAL,
                Duration::from_millis(100)..Duration::from_mins(1),
            )?,
        })
    }

    /// Where a secret is stored; `variable` is an example of an environment variable for it.
    pub(super) fn secret(
        &self,
        folder: &Path,
        key: &str,
        variable: &str,
        it: &Spanned<toml::Value>,
    ) -> Result<SecretPlace, ConfigError> {
        let wrong = |what: Mistake<'_>| {
            let remedy = Advice::WriteSecretPlace { variable };
            Err(self.error(Some(it.span()), key, &what, &remedy))
        };
        let table = match it.as_ref() {
            toml::Value::String(_) => return wrong(Mistake::HoldsSecret),
            toml::Value::Table(table) if table.len() == 1 => table,
            _ => return wrong(Mistake::NoSecretPlace),
        };
        match (table.get("env"), table.get("file")) {
            (Some(toml::Value::String(name)), None) if !name.is_empty() => {
                Ok(SecretPlace::Env(name.clone()))
            }
            (None, Some(toml::Value::String(file))) if !file.is_empty() => {
                self.path(folder, key, Some(it.span()), file).map(SecretPlace::File)
            }
            _ => wrong(Mistake::NoSecretPlace),
        }
    }

    fn outbox(&self, section: &Outbox) -> Result<OutboxConfig, ConfigError> {
        let default = OutboxConfig::default();
        let max_size = self.size("outbox.max_size", section.max_size.as_ref(), default.max_size)?;
        let range = Duration::from_mins(1)..Duration::from_hours(24 * 366 * 10);
        let max_age =
            self.duration("outbox.max_age", section.max_age.as_ref(), default.max_age, range)?;
        Ok(OutboxConfig { max_size, max_age })
    }

    /// Parses a size of at least 1 MiB; returns bytes.
    pub(super) fn size(
        &self,
        key: &str,
        text: Option<&Spanned<String>>,
        default: u64,
    ) -> Result<u64, ConfigError> {
        let Some(text) = text else { return Ok(default) };
        size(text.as_ref()).filter(|bytes| *bytes >= 1 << 20).ok_or_else(|| {
            let what = Mistake::NoSize { text: text.as_ref() };
            self.error(Some(text.span()), key, &what, &Advice::WriteSize)
        })
    }

    fn each_once(&self, sessions: &[SessionConfig]) -> Result<(), ConfigError> {
        let (mut names, mut projects) = (HashSet::new(), HashSet::new());
        for (index, it) in sessions.iter().enumerate() {
            // The names become file names, and some file systems ignore case.
            let twice = if !names.insert(it.name.to_ascii_lowercase()) {
                ("name", Advice::OwnName)
            } else if !projects.insert(&it.project) {
                ("project", Advice::OneSession)
            } else {
                continue;
            };
            let key = format!("session[{index}].{}", twice.0);
            return Err(self.error(None, &key, &Mistake::UsedTwice, &twice.1));
        }
        Ok(())
    }

    pub(super) fn duration(
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
                let what = Mistake::DurationOutOfRange { text: text.as_ref() };
                let (from, to) = (&*spoken(range.start), &*spoken(range.end));
                Err(self.error(Some(text.span()), key, &what, &Advice::DurationRange { from, to }))
            }
            None => {
                let what = Mistake::NoDuration { text: text.as_ref() };
                Err(self.error(Some(text.span()), key, &what, &Advice::WriteDuration))
            }
        }
    }

    pub(super) fn error(
        &self,
        span: Option<Range<usize>>,
        key: &str,
        what: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> ConfigError {
        let before = span.and_then(|it| self.text.get(..it.start));
        ConfigError {
            path: self.path.into(),
            line: before.map(|it| it.matches('\n').count() + 1),
            key: (!key.is_empty()).then(|| key.to_owned()),
            what: what.into(),
            remedy: Box::new(remedy.into()),
        }
    }
}

/// The library's message for a setting; frequent mistakes have a code.
fn mistake(said: &str) -> Message {
    let name = |start: &str| said.strip_prefix(start)?.split('`').nth(1);
    if let Some(name) = name("unknown field ") {
        Mistake::UnknownSetting { name }.message()
    } else if let Some(name) = name("missing field ") {
        Mistake::MissingSetting { name }.message()
    } else {
        words(said)
    }
}

/// The library's message, on one line.
fn words(said: &str) -> Message {
    Message::verbatim(said.lines().collect::<Vec<_>>().join(" "))
}

/// What to do about an invalid setting.
fn remedy<'a>(key: &'a str, message: &'a str) -> Advice<'a> {
    let name = key.rsplit('.').next().unwrap_or(key);
    if key == "session" && message.starts_with("invalid type: map") {
        return Advice::DoubleBrackets;
    }
    if key != name && AT_THE_TOP.contains(&name) && message.starts_with("unknown field ") {
        return Advice::MoveToTop { name };
    }
    probable_name(message).map_or(Advice::Init, |name| Advice::DidYouMean { name })
}

/// Returns the probable name for an unknown one, from "unknown field `x`, expected one of `a`, `b`".
fn probable_name(message: &str) -> Option<&str> {
    let mut quoted = message.strip_prefix("unknown field ")?.split('`').skip(1).step_by(2);
    nearest(quoted.next()?, quoted)
}
