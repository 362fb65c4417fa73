//! A `[[session]]` of the configuration file.

use std::{collections::BTreeMap, ops::Range, path::Path, time::Duration};

use serde::Deserialize;
use tagbridge_driver::{
    Endpoint, EndpointError, Keyring, LinkOptions, MAX_CONNECTIONS, ReadMode, TagList,
};
use tagbridge_drivers::{Protocol, Question};
use tagbridge_naming::{Names, Supplement};
use tagbridge_system::is_device_name;
use tagbridge_texts::{Coded, Message};
use toml::Spanned;

use super::{
    ConfigError, PasswordSource, SecretPlace, SessionConfig,
    error::{Advice, Mistake},
    file::Source,
    groups::Group,
    recording::WrittenTrigger,
};
use crate::source::SourceConfig;

/// The placeholder for a project's id in the commented default.
const PROJECT_TO_NAME: &str = "REPLACE-WITH-THE-PROJECT-ID";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Session {
    name: Spanned<String>,
    project: Spanned<String>,
    endpoint: Spanned<String>,
    password: Option<Spanned<toml::Value>>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    interval: Option<Spanned<String>>,
    #[serde(default)]
    groups: BTreeMap<String, Spanned<Group>>,
    #[serde(default)]
    deadband: BTreeMap<String, Spanned<f64>>,
    #[serde(default)]
    trigger: Vec<WrittenTrigger>,
    cause_set: Option<Spanned<toml::Value>>,
    max_tags: Option<Spanned<usize>>,
    max_requests_per_second: Option<Spanned<f64>>,
    connect_timeout: Option<Spanned<String>>,
    request_timeout: Option<Spanned<String>>,
    connections: Option<Spanned<u8>>,
    mode: Option<Spanned<String>>,
    tag_list: Option<Spanned<String>>,
    source: Option<Spanned<String>>,
    #[serde(default)]
    block_numbers: BTreeMap<String, Spanned<i64>>,
    prefix: Option<Spanned<String>>,
    #[serde(default)]
    take_over: bool,
    #[serde(default)]
    accept_replaced_controller: bool,
    #[serde(default)]
    accept_other_controller: bool,
    follow_project: Option<bool>,
}

impl Session {
    /// Checks what the types do not express.
    pub(super) fn read(
        self,
        source: &Source<'_>,
        folder: &Path,
        index: usize,
    ) -> Result<SessionConfig, ConfigError> {
        SessionReader { source, folder, index }.session(self)
    }

    /// Reads the files that the session names, and returns their errors.
    pub(super) fn look_at_files(
        &self,
        source: &Source<'_>,
        index: usize,
        config: &SessionConfig,
    ) -> Vec<ConfigError> {
        let error = |span: Range<usize>, name: &str, what: Message, remedy: Message| {
            source.error(Some(span), &format!("session[{index}].{name}"), what, remedy)
        };
        let mut errors = Vec::new();
        if let (Some(PasswordSource::Kept(place @ SecretPlace::File(_))), Some(it)) =
            (&config.password, &self.password)
            && let Err(secret) = place.password()
        {
            let remedy = Advice::PasswordFile.message();
            errors.push(error(it.span(), "password", secret.message(), remedy));
        }
        if let (SourceConfig::File(path), Some(it)) = (&config.source, &self.source) {
            match Names::open(path, config.endpoint.scheme(), config.supplement.clone()) {
                Err(unusable) => {
                    let remedy = unusable.remedy();
                    errors.push(error(it.span(), "source", unusable.message(), remedy));
                }
                Ok(names) => errors.extend(names.unknown_blocks().into_iter().map(|block| {
                    let key =
                        self.block_numbers.keys().find(|it| it.trim_matches('"') == block.name);
                    let span = key.and_then(|it| self.block_numbers.get(it)).map(Spanned::span);
                    let key = format!("block_numbers.{}", block.name);
                    error(span.unwrap_or_default(), &key, block.message(), block.remedy())
                })),
            }
        }
        errors
    }
}

/// A session and the place of its errors.
pub(super) struct SessionReader<'a> {
    source: &'a Source<'a>,
    folder: &'a Path,
    index: usize,
}

impl SessionReader<'_> {
    fn session(&self, section: Session) -> Result<SessionConfig, ConfigError> {
        let endpoint = self.endpoint(&section.endpoint)?;
        let (name, project) = self.identity(&section)?;
        let mut session = SessionConfig::new(&name, &project, endpoint);
        let password = self.password(&session.endpoint, section.password.as_ref())?;
        session.password = password.map(PasswordSource::Kept);
        if let Some(max) = section.max_tags {
            if !(1..=SessionConfig::MAX_TAGS).contains(max.as_ref()) {
                let remedy = Advice::NumberRange { from: 1, to: SessionConfig::MAX_TAGS };
                return self.wrong(max.span(), "max_tags", &Mistake::OutOfRange, &remedy);
            }
            session.max_tags = max.into_inner();
        }
        if let Some(max) = section.max_requests_per_second {
            if !(0.1..=1e6).contains(max.as_ref()) {
                let (key, remedy) = ("max_requests_per_second", Advice::RequestRate);
                return self.wrong(max.span(), key, &Mistake::OutOfRange, &remedy);
            }
            session.max_requests_per_second = Some(max.into_inner());
        }
        if let Some(connections) = section.connections {
            if !(1..=MAX_CONNECTIONS).contains(connections.as_ref()) {
                let remedy = Advice::NumberRange { from: 1, to: MAX_CONNECTIONS.into() };
                let span = connections.span();
                return self.wrong(span, "connections", &Mistake::OutOfRange, &remedy);
            }
            session.link.connections = connections.into_inner();
        }
        let patience = Duration::from_millis(10)..Duration::from_mins(2);
        let link = session.link;
        session.link = LinkOptions {
            connect_timeout: self.duration(
                "connect_timeout",
                section.connect_timeout.as_ref(),
                link.connect_timeout,
                patience.clone(),
            )?,
            request_timeout: self.duration(
                "request_timeout",
                section.request_timeout.as_ref(),
                link.request_timeout,
                patience,
            )?,
            ..link
        };
        session.source = self.source(section.source.as_ref())?;
        session.supplement = Supplement {
            block_numbers: self.block_numbers(&session.endpoint, section.block_numbers)?,
            prefix: self.prefix(&session.endpoint, section.prefix)?,
        };
        let range = Duration::from_millis(10)..Duration::from_hours(1);
        session.interval =
            self.duration("interval", section.interval.as_ref(), session.interval, range)?;
        session.tags = self.tags("tags", section.tags)?;
        session.groups = self.groups(section.groups, &session.tags)?;
        session.deadband = self.deadband(section.deadband)?;
        session.cause_set = self.cause_set(section.cause_set)?;
        session.triggers = self.triggers(section.trigger)?;
        session.read_triggers();
        if let Some(mode) = section.mode {
            session.link.mode = self.mode(&session, &mode)?;
        }
        session.link.tag_list = self.tag_list(&session.endpoint, section.tag_list.as_ref())?;
        session.take_over = section.take_over;
        session.accept_replaced_controller = section.accept_replaced_controller;
        session.accept_other_controller = section.accept_other_controller;
        session.follow_project = section.follow_project.unwrap_or(session.follow_project);
        Ok(session)
    }

    /// The address of the controller, checked as far as possible without a connection.
    fn endpoint(&self, text: &Spanned<String>) -> Result<Endpoint, ConfigError> {
        let parsed = tagbridge_drivers::endpoint(text.as_ref(), None).and_then(|endpoint| {
            let link = LinkOptions::default();
            tagbridge_drivers::driver_with(&endpoint, &link, &Keyring::default())?;
            Ok(endpoint)
        });
        parsed.map_err(|error| {
            let remedy = match &error {
                EndpointError::Password { .. } => Advice::PasswordSetting,
                _ => Advice::Examples,
            };
            self.error(text.span(), "endpoint", &error, &remedy)
        })
    }

    fn identity(&self, section: &Session) -> Result<(String, String), ConfigError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let (name, project) = (section.name.as_ref(), section.project.as_ref());
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            let what = Mistake::NoFileName;
            return self.wrong(section.name.span(), "name", &what, &Advice::FileLetters);
        }
        // Checked on every system, because a configuration may be copied to another one.
        if is_device_name(name) {
            let what = Mistake::DeviceName { name };
            return self.wrong(section.name.span(), "name", &what, &Advice::AnotherName);
        }
        if project.trim().is_empty() {
            let remedy = Advice::ProjectId;
            return self.wrong(section.project.span(), "project", &Mistake::Empty, &remedy);
        }
        if project == PROJECT_TO_NAME {
            let (what, remedy) = (Mistake::NamesNoProject, Advice::PutProjectId);
            return self.wrong(section.project.span(), "project", &what, &remedy);
        }
        Ok((name.to_owned(), project.to_owned()))
    }

    fn password(
        &self,
        endpoint: &Endpoint,
        it: Option<&Spanned<toml::Value>>,
    ) -> Result<Option<SecretPlace>, ConfigError> {
        let Some(it) = it else { return Ok(None) };
        if endpoint.parameter("user").is_none_or(|it| it.is_empty()) {
            let logging_in = tagbridge_drivers::that(|it| it.logs_in);
            let endpoints: Vec<String> =
                logging_in.iter().map(|it| format!("{}?user=NAME", it.at("HOST"))).collect();
            let remedy = Advice::NameUser { endpoints: &endpoints };
            return self.wrong(it.span(), "password", &Mistake::NoUser, &remedy);
        }
        self.source.secret(self.folder, &self.key("password"), "LINE_3_PASSWORD", it).map(Some)
    }

    fn source(&self, written: Option<&Spanned<String>>) -> Result<SourceConfig, ConfigError> {
        let Some(written) = written else { return Ok(SourceConfig::Service) };
        Ok(match written.as_ref().trim() {
            "" => {
                let remedy = Advice::WriteSource;
                return self.wrong(written.span(), "source", &Mistake::Empty, &remedy);
            }
            "service" => SourceConfig::Service,
            "controller" => SourceConfig::Controller,
            path => {
                let key = format!("session[{}].source", self.index);
                let path = self.source.path(self.folder, &key, Some(written.span()), path)?;
                SourceConfig::File(path)
            }
        })
    }

    fn block_numbers(
        &self,
        endpoint: &Endpoint,
        numbers: BTreeMap<String, Spanned<i64>>,
    ) -> Result<BTreeMap<String, u16>, ConfigError> {
        let mut given: BTreeMap<String, u16> = BTreeMap::new();
        for (name, number) in numbers {
            let key = format!("block_numbers.{name}");
            let (span, number) = (number.span(), number.into_inner());
            self.means_something(endpoint, &span, &key, |it| it.asks(Question::BlockNumbers))?;
            let Some(number) = u16::try_from(number).ok().filter(|it| *it > 0) else {
                return self.wrong(span, &key, &Mistake::NoBlockNumber, &Advice::BlockNumber);
            };
            if let Some((other, _)) = given.iter().find(|(_, it)| **it == number) {
                let what = Mistake::BlockNumberTaken { other, number };
                return self.wrong(span, &key, &what, &Advice::OneBlockEach);
            }
            given.insert(name, number);
        }
        Ok(given)
    }

    fn prefix(
        &self,
        endpoint: &Endpoint,
        it: Option<Spanned<String>>,
    ) -> Result<Option<String>, ConfigError> {
        let Some(it) = it else { return Ok(None) };
        if it.as_ref().trim().is_empty() {
            return self.wrong(it.span(), "prefix", &Mistake::Empty, &Advice::LeavePrefixOut);
        }
        self.means_something(endpoint, &it.span(), "prefix", |it| it.asks(Question::Prefix))?;
        Ok(Some(it.into_inner()))
    }

    fn mode(
        &self,
        session: &SessionConfig,
        text: &Spanned<String>,
    ) -> Result<ReadMode, ConfigError> {
        match text.as_ref().as_str() {
            "poll" => Ok(ReadMode::Poll),
            "subscribe" if tagbridge_drivers::subscribes(&session.endpoint) => {
                let read = session.groups.iter().filter(|it| !it.tags.is_empty());
                let interval = read.map(|it| it.interval).fold(session.interval, Duration::min);
                Ok(ReadMode::Subscribe { interval })
            }
            "subscribe" => {
                let scheme = session.endpoint.scheme();
                self.wrong(text.span(), "mode", &Mistake::SendsNothing { scheme }, &Advice::Poll)
            }
            _ => self.wrong(text.span(), "mode", &Mistake::NoMode, &Advice::PollOrSubscribe),
        }
    }

    fn tag_list(
        &self,
        endpoint: &Endpoint,
        it: Option<&Spanned<String>>,
    ) -> Result<Option<TagList>, ConfigError> {
        let Some(it) = it else { return Ok(None) };
        self.means_something(endpoint, &it.span(), "tag_list", |it| it.has_optional_tag_list)?;
        match it.as_ref().as_str() {
            "never" => Ok(Some(TagList::Never)),
            "when_it_saves" => Ok(Some(TagList::WhenItSaves)),
            _ => self.wrong(it.span(), "tag_list", &Mistake::NoListMode, &Advice::ListMode),
        }
    }

    /// Fails if the protocol of an endpoint does not use a setting.
    fn means_something(
        &self,
        endpoint: &Endpoint,
        span: &Range<usize>,
        name: &str,
        has_use: impl Fn(&Protocol) -> bool,
    ) -> Result<(), ConfigError> {
        if tagbridge_drivers::of(endpoint).is_some_and(&has_use) {
            return Ok(());
        }
        let schemes = tagbridge_drivers::schemes_that(has_use);
        let (what, remedy) = (
            Mistake::NoMeaning { scheme: endpoint.scheme() },
            Advice::LeaveOut { schemes: &schemes },
        );
        self.wrong(span.clone(), name, &what, &remedy)
    }

    pub(super) fn duration(
        &self,
        name: &str,
        text: Option<&Spanned<String>>,
        default: Duration,
        range: Range<Duration>,
    ) -> Result<Duration, ConfigError> {
        self.source.duration(&self.key(name), text, default, range)
    }

    pub(super) fn wrong<T>(
        &self,
        span: Range<usize>,
        name: &str,
        what: &Mistake<'_>,
        remedy: &Advice<'_>,
    ) -> Result<T, ConfigError> {
        Err(self.error(span, name, what, remedy))
    }

    fn error(
        &self,
        span: Range<usize>,
        name: &str,
        what: impl Into<Message>,
        remedy: &Advice<'_>,
    ) -> ConfigError {
        self.source.error(Some(span), &self.key(name), what, remedy)
    }

    fn key(&self, name: &str) -> String {
        format!("session[{}].{name}", self.index)
    }
}
