//! `[mqtt]`: the broker that receives the values in addition to the service.

use std::{ops::Range, path::Path, sync::Arc, time::Duration};

use serde::Deserialize;
use tagbridge_broker::{Broker, BrokerTls, Credentials, MqttOptions, ProtocolVersion, topic};
use tagbridge_mirror::{MirrorFormat, Options, SparkplugNames};
use tagbridge_texts::Coded;
use toml::Spanned;

use super::{
    ConfigError, SecretPlace,
    error::{Advice, Mistake},
    file::Source,
    key::Secret,
};

/// The MQTT broker. Its names are completed at the start, because the device id may be generated only then.
#[derive(Debug, Clone)]
pub struct MqttConfig {
    /// The addresses, at least one. If one cannot be used, the next is tried.
    pub brokers: Vec<Broker>,
    /// The version of MQTT.
    pub version: ProtocolVersion,
    /// The MQTT client id; `None`: it is made from the device id.
    pub client_id: Option<String>,
    /// The user.
    pub user: Option<String>,
    /// Where the password of the user is stored.
    pub password: Option<SecretPlace>,
    /// The trusted certificate authorities, and the client certificate.
    pub tls: BrokerTls,
    /// The format of messages.
    pub format: MqttFormat,
    /// The Sparkplug group id.
    pub group: String,
    /// The Sparkplug edge node id; `None`: the device id.
    pub edge_node: Option<String>,
    /// The Sparkplug primary host application. Without it, nothing is published.
    pub primary_host: Option<String>,
    /// The first parts of the topics of JSON messages.
    pub topic: String,
    /// A ping is sent after this time without a message.
    pub keep_alive: Duration,
    /// Maximum number of snapshots that wait for the broker.
    pub queue: usize,
}

/// The format of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MqttFormat {
    /// Sparkplug B 3.0.
    #[default]
    Sparkplug,
    /// One JSON object for each snapshot.
    Json,
}

impl MqttConfig {
    /// The options of the mirror, for the device with this id and data folder.
    pub(crate) fn options(&self, device_id: &str, data: &Path) -> Options {
        let device = topic::part_of(device_id);
        let format = match self.format {
            MqttFormat::Sparkplug => MirrorFormat::Sparkplug(SparkplugNames {
                group: self.group.clone(),
                edge_node: self.edge_node.clone().unwrap_or_else(|| device.clone()),
                primary_host: self.primary_host.clone(),
            }),
            MqttFormat::Json => {
                let (prefix, device_id) = (self.topic.clone(), device_id.to_owned());
                MirrorFormat::Json { prefix, device_id }
            }
        };
        let read = |place: &SecretPlace| {
            let place = place.clone();
            let read = move || match place.password_of(Secret::Broker) {
                Ok(password) => Ok(password.expose().to_owned()),
                Err(error) => Err(error.message()),
            };
            Arc::new(read) as _
        };
        Options {
            brokers: self.brokers.clone(),
            connection: MqttOptions {
                version: self.version,
                client_id: self.client_id.clone().unwrap_or_else(|| format!("tagbridge-{device}")),
                credentials: self
                    .user
                    .clone()
                    .map(|user| Credentials { user, password: self.password.as_ref().map(read) }),
                tls: self.tls.clone(),
                keep_alive: self.keep_alive,
                taking: None,
            },
            format,
            queue: self.queue,
            counter: data.join("mqtt-connections"),
        }
    }
}

/// The section `[mqtt]` of the file.
#[derive(Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Mqtt {
    url: Option<Spanned<toml::Value>>,
    format: Option<Spanned<String>>,
    version: Option<Spanned<String>>,
    client_id: Option<Spanned<String>>,
    user: Option<Spanned<String>>,
    password: Option<Spanned<toml::Value>>,
    ca: Option<Spanned<String>>,
    certificate: Option<Spanned<String>>,
    certificate_key: Option<Spanned<String>>,
    group: Option<Spanned<String>>,
    edge_node: Option<Spanned<String>>,
    primary_host: Option<Spanned<String>>,
    topic: Option<Spanned<String>>,
    keep_alive: Option<Spanned<String>>,
    queue: Option<Spanned<usize>>,
}

impl Mqtt {
    /// Checks what the types do not express; `None`: no broker is configured.
    pub(super) fn read(
        self,
        source: &Source<'_>,
        folder: &Path,
    ) -> Result<Option<MqttConfig>, ConfigError> {
        let Some(url) = &self.url else {
            if self == Self::default() {
                return Ok(None);
            }
            let what = Mistake::MissingSetting { name: "url" };
            return Err(source.error(None, "mqtt", &what, &Advice::WriteBroker));
        };
        let brokers = brokers(source, url)?;
        let password = match &self.password {
            Some(it) => Some(source.secret(folder, "mqtt.password", "TAGBRIDGE_MQTT", it)?),
            None => None,
        };
        if let (Some(it), true) = (&self.password, brokers.iter().any(Broker::is_overheard)) {
            let (what, advice) = (Mistake::PasswordInClear, Advice::UseMqtts);
            return Err(source.error(Some(it.span()), "mqtt.password", &what, &advice));
        }
        let path = |key: &str, it: &Option<Spanned<String>>| {
            it.as_ref().map(|it| source.path(folder, key, Some(it.span()), it.as_ref())).transpose()
        };
        let certificate = path("mqtt.certificate", &self.certificate)?;
        let key = path("mqtt.certificate_key", &self.certificate_key)?;
        let client = match (certificate, key) {
            (Some(certificate), Some(key)) => Some((certificate, key)),
            (None, None) => None,
            (certificate, _) => return Err(one_alone(source, certificate.is_none())),
        };
        let part = |key: &str, it: Option<Spanned<String>>| part(source, key, it);
        Ok(Some(MqttConfig {
            brokers,
            version: version(source, self.version.as_ref())?,
            client_id: text(source, "mqtt.client_id", self.client_id)?,
            user: text(source, "mqtt.user", self.user)?,
            password,
            tls: BrokerTls { authority: path("mqtt.ca", &self.ca)?, client },
            format: format(source, self.format.as_ref())?,
            group: part("mqtt.group", self.group)?.unwrap_or_else(|| "tagbridge".into()),
            edge_node: part("mqtt.edge_node", self.edge_node)?,
            primary_host: part("mqtt.primary_host", self.primary_host)?,
            topic: beginning(source, self.topic)?.unwrap_or_else(|| "tagbridge".into()),
            keep_alive: source.duration(
                "mqtt.keep_alive",
                self.keep_alive.as_ref(),
                Duration::from_secs(30),
                Duration::from_secs(5)..Duration::from_hours(1),
            )?,
            queue: queue(source, self.queue)?,
        }))
    }
}

/// Checks the files that the section names.
pub(super) fn look_at_files(source: &Source<'_>, config: &MqttConfig) -> Vec<ConfigError> {
    let mut errors = Vec::new();
    if let Err(trouble) = config.tls.check() {
        errors.push(source.error(None, "mqtt", &trouble, trouble.remedy()));
    }
    if let Some(place @ SecretPlace::File(_)) = &config.password
        && let Err(secret) = place.password_of(Secret::Broker)
    {
        errors.push(source.error(None, "mqtt.password", &secret, &Advice::PasswordFile));
    }
    errors
}

fn brokers(source: &Source<'_>, urls: &Spanned<toml::Value>) -> Result<Vec<Broker>, ConfigError> {
    let wrong = || {
        Err(source.error(Some(urls.span()), "mqtt.url", &Mistake::NoBroker, &Advice::WriteBroker))
    };
    let texts = match urls.as_ref() {
        toml::Value::String(text) => vec![text.as_str()],
        toml::Value::Array(items) if !items.is_empty() => {
            items.iter().map(|item| item.as_str().unwrap_or_default()).collect()
        }
        _ => return wrong(),
    };
    let mut brokers = Vec::new();
    for text in texts {
        let Some(broker) = Broker::of_url(text) else { return wrong() };
        brokers.push(broker);
    }
    Ok(brokers)
}

fn one_alone(source: &Source<'_>, lacks_certificate: bool) -> ConfigError {
    let name = if lacks_certificate { "certificate" } else { "certificate_key" };
    source.error(None, "mqtt", &Mistake::MissingSetting { name }, &Advice::CertificateAndKey)
}

fn version(
    source: &Source<'_>,
    version: Option<&Spanned<String>>,
) -> Result<ProtocolVersion, ConfigError> {
    let Some(version) = version else { return Ok(ProtocolVersion::default()) };
    match version.as_ref().as_str() {
        "5" | "5.0" => Ok(ProtocolVersion::V5),
        "3.1.1" => Ok(ProtocolVersion::V3),
        _ => wrong(source, version.span(), "mqtt.version", &Advice::MqttVersion),
    }
}

fn format(
    source: &Source<'_>,
    format: Option<&Spanned<String>>,
) -> Result<MqttFormat, ConfigError> {
    let Some(format) = format else { return Ok(MqttFormat::default()) };
    match format.as_ref().as_str() {
        "sparkplug" => Ok(MqttFormat::Sparkplug),
        "json" => Ok(MqttFormat::Json),
        _ => wrong(source, format.span(), "mqtt.format", &Advice::MqttFormat),
    }
}

fn wrong<T>(
    source: &Source<'_>,
    span: Range<usize>,
    key: &str,
    advice: &Advice<'_>,
) -> Result<T, ConfigError> {
    Err(source.error(Some(span), key, &Mistake::NoSuchChoice, advice))
}

/// A text that is not empty, if it is set.
fn text(
    source: &Source<'_>,
    key: &str,
    text: Option<Spanned<String>>,
) -> Result<Option<String>, ConfigError> {
    match text {
        Some(text) if text.as_ref().is_empty() || text.as_ref().contains(char::is_control) => {
            Err(source.error(Some(text.span()), key, &Mistake::Empty, &Advice::NameIt))
        }
        text => Ok(text.map(Spanned::into_inner)),
    }
}

/// One part of a topic.
fn part(
    source: &Source<'_>,
    key: &str,
    part: Option<Spanned<String>>,
) -> Result<Option<String>, ConfigError> {
    in_topic(source, key, part, |part| !part.contains(topic::RESERVED))
}

/// The beginning of topics, of one or several parts.
fn beginning(
    source: &Source<'_>,
    words: Option<Spanned<String>>,
) -> Result<Option<String>, ConfigError> {
    in_topic(source, "mqtt.topic", words, topic::is_beginning)
}

/// A text in a topic, without the reserved characters of topics.
fn in_topic(
    source: &Source<'_>,
    key: &str,
    words: Option<Spanned<String>>,
    is_plain: impl Fn(&str) -> bool,
) -> Result<Option<String>, ConfigError> {
    match words {
        Some(words) if !is_plain(words.as_ref()) => {
            let (what, advice) = (Mistake::ReservedInTopic, Advice::PlainTopic);
            Err(source.error(Some(words.span()), key, &what, &advice))
        }
        words => text(source, key, words),
    }
}

fn queue(source: &Source<'_>, length: Option<Spanned<usize>>) -> Result<usize, ConfigError> {
    const MOST: usize = 100_000;
    match length {
        None => Ok(1000),
        Some(length) if (1..=MOST).contains(length.as_ref()) => Ok(length.into_inner()),
        Some(length) => {
            let (what, advice) = (Mistake::OutOfRange, Advice::NumberRange { from: 1, to: MOST });
            Err(source.error(Some(length.span()), "mqtt.queue", &what, &advice))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    const REST: &str = r#"
[service]
url = "https://example.com/api/v1"
key = { file = "key" }
[[session]]
name = "a"
project = "p"
endpoint = "logix://10.0.0.5/1,0"
"#;

    fn parse(mqtt: &str) -> Result<Option<MqttConfig>, String> {
        let text = format!("[mqtt]\n{mqtt}{REST}");
        let parsed = Config::parse(&text, Path::new("/etc/tagbridge/tagbridge.toml"));
        parsed.map(|it| it.mqtt).map_err(|error| error.to_string())
    }

    fn read(mqtt: &str) -> MqttConfig {
        parse(mqtt).expect(mqtt).expect("there is a broker")
    }

    #[test]
    fn an_address_is_all_that_it_takes() {
        assert!(parse("").expect("none is valid").is_none());
        let it = read("url = \"mqtts://broker.example\"");
        assert_eq!(it.brokers[0].to_string(), "mqtts://broker.example:8883");
        let options = it.options("line/3", Path::new("/data"));
        assert_eq!(
            (options.connection.client_id.as_str(), options.queue),
            ("tagbridge-line-3", 1000)
        );
        let MirrorFormat::Sparkplug(names) = options.format else { panic!("Sparkplug") };
        assert_eq!((&*names.group, &*names.edge_node), ("tagbridge", "line-3"), "no / in a topic");
    }

    #[test]
    fn settings_are_taken_over() {
        let it = read(
            r#"url = ["mqtt://127.0.0.1:1884", "mqtt://[::1]"]
format = "json"
version = "3.1.1"
user = "u"
password = { file = "pw" }
ca = "ca.pem"
certificate = "c.pem"
certificate_key = "/k.pem"
topic = "plant/west"
keep_alive = "10s"
queue = 7"#,
        );
        let addresses: Vec<_> = it.brokers.iter().map(ToString::to_string).collect();
        assert_eq!(addresses, ["mqtt://127.0.0.1:1884", "mqtt://[::1]:1883"]);
        assert_eq!(it.version, ProtocolVersion::V3);
        let in_folder = |name: &str| Path::new("/etc/tagbridge").join(name);
        assert_eq!(it.password, Some(SecretPlace::File(in_folder("pw"))));
        let tls = BrokerTls {
            authority: Some(in_folder("ca.pem")),
            client: Some((in_folder("c.pem"), "/k.pem".into())),
        };
        assert_eq!((&it.tls, it.keep_alive), (&tls, Duration::from_secs(10)));
        let options = it.options("d", Path::new("/data"));
        let json = |device_id: &str| MirrorFormat::Json {
            prefix: "plant/west".into(),
            device_id: device_id.into(),
        };
        let as_it_pushes = it.options("line/3", Path::new("/data"));
        assert_eq!(as_it_pushes.format, json("line/3"));
        let format = json("d");
        assert_eq!((options.format, options.queue), (format, 7));
        assert!(!format!("{:?}", options.connection.credentials).contains("pw"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let url = "url = \"mqtts://b\"\n";
        for (text, begins, says) in [
            ("url = \"http://b\"", ":2: mqtt.url: is not the address", "mqtts://HOST:8883"),
            ("url = \"mqtt://me:pw@b\"", ":2: mqtt.url", "mqtts://HOST"),
            ("url = \"mqtt://b/topic\"", ":2: mqtt.url", "mqtts://HOST"),
            ("url = []", ":2: mqtt.url", "mqtts://HOST"),
            ("url = [\"mqtt://b\", 5]", ":2: mqtt.url", "mqtts://HOST"),
            ("user = \"u\"", ": mqtt: missing field `url`", "mqtts://HOST"),
            ("url = \"mqtt://b\"\npassword = { env = \"P\" }", ":3: mqtt.password: would", "mqtts"),
            (
                &format!("{url}password = \"canary\""),
                ":3: mqtt.password: the secret itself",
                "env =",
            ),
            (&format!("{url}version = \"4\""), ":3: mqtt.version: is not one of", "\"3.1.1\""),
            (&format!("{url}format = \"xml\""), ":3: mqtt.format: is not one of", "\"json\""),
            (&format!("{url}group = \"a/b\""), ":3: mqtt.group: has a character", "+, / and #"),
            (&format!("{url}edge_node = \"#\""), ":3: mqtt.edge_node: has", "+, / and #"),
            (&format!("{url}topic = \"a//b\""), ":3: mqtt.topic: has", "+, / and #"),
            (&format!("{url}user = \"\""), ":3: mqtt.user: is empty", ""),
            (&format!("{url}queue = 0"), ":3: mqtt.queue: is out of range", "1 to 100000"),
            (&format!("{url}keep_alive = \"1s\""), ":3: mqtt.keep_alive: ", "5s"),
            (
                &format!("{url}certificate = \"c\""),
                ": mqtt: missing field `certificate_key`",
                "both",
            ),
            (
                &format!("{url}certificate_key = \"c\""),
                ": mqtt: missing field `certificate`",
                "both",
            ),
            (&format!("{url}grup = \"x\""), ":3: mqtt.grup: unknown field", "group"),
        ] {
            let error = parse(text).expect_err(text);
            let begins = format!("/etc/tagbridge/tagbridge.toml{begins}");
            assert!(error.starts_with(&begins) && error.contains(says), "{error}\nfor {text}");
            assert!(!error.contains("canary"), "{error}");
        }
    }

    #[test]
    fn files_that_are_named_are_looked_at() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tagbridge.toml");
        let check = |mqtt: &str| {
            let text = format!("[mqtt]\nurl = \"mqtts://b\"\n{mqtt}{REST}");
            std::fs::write(&path, text.replace("file = \"key\"", "env = \"K\""))
                .expect("it is written");
            let errors = Config::check(&path).err().unwrap_or_default();
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(check(""), Vec::<String>::new());
        let errors = check("ca = \"none.pem\"\nuser = \"u\"\npassword = { file = \"none\" }");
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].contains("none.pem") && errors[0].contains("mqtt"), "{errors:?}");
        assert!(errors[1].contains("the MQTT broker's password"), "{errors:?}");
    }
}
