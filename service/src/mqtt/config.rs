//! The configuration of a subscription.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::Deserialize;
use tagbridge_broker::{
    Broker, BrokerError, BrokerTls, Credentials, MqttOptions, PersistentSession, ProtocolVersion,
    topic,
};
use tagbridge_store::{ServiceSecret, without_its_line};
use tagbridge_system::{is_open_to_all, write_private};
use tagbridge_texts::{Coded, Message};
use uuid::Uuid;

/// Maximum number of messages that are processed and stored together.
const AT_ONCE: u16 = 64;
/// Maximum size of a message in bytes; larger ones are ignored, because their snapshots are pushed,
/// too.
const LARGEST: u32 = 16 << 20;
/// Keep-alive interval.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The file in the data folder with the client id of this service.
const NAME: &str = "mqtt-client";

/// The subscription to a broker.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// The brokers, at least one: it connects to one at a time, and to the next one after a
    /// failure.
    pub(super) brokers: Vec<Broker>,
    /// The connection; the client id is added at the start.
    pub(super) connection: MqttOptions,
    /// The prefix of topics.
    pub(super) topic: String,
    /// The group of the shared subscription.
    group: String,
}

/// Why a subscription is invalid.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-subscription")]
pub enum SubscriptionError {
    /// The file with the configuration cannot be read.
    NoConfiguration {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: Message,
    },
    /// It is malformed.
    Malformed {
        /// The file.
        path: PathBuf,
        /// The location, and the reason.
        why: String,
    },
    /// An address is not valid.
    NoAddress {
        /// The text.
        found: String,
    },
    /// A topic or a group is invalid.
    NoTopic {
        /// The text.
        found: String,
    },
    /// The password would be sent unencrypted.
    OpenNetwork {
        /// The broker.
        broker: String,
    },
    /// A password is given without a user.
    NoUser,
    /// Certificate and key must be given together.
    OneAlone,
    /// All users of this computer can read the file with the password.
    OpenToAll {
        /// The file.
        path: PathBuf,
    },
    /// A named file is invalid, or the password is missing.
    Trouble(#[from] BrokerError),
}

/// One address or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Addresses {
    One(String),
    Many(Vec<String>),
}

/// Its text form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mqtt {
    url: Addresses,
    user: Option<String>,
    password: Option<ServiceSecret>,
    ca: Option<PathBuf>,
    certificate: Option<PathBuf>,
    certificate_key: Option<PathBuf>,
    #[serde(default = "topic")]
    topic: String,
    #[serde(default = "group")]
    group: String,
    #[serde(default = "session_expiry_s")]
    session_expiry_s: u32,
}

/// The file; its other tables belong to other features.
#[derive(Deserialize)]
struct File {
    mqtt: Mqtt,
}

impl Subscription {
    /// Reads the table `[mqtt]` of a TOML file. Paths are relative to the folder of the file.
    /// Checks the named files, but does not connect to the broker.
    pub fn of_file(path: &Path) -> Result<Self, SubscriptionError> {
        let text = fs::read_to_string(path).map_err(|error| {
            let why = Message::system(&error);
            SubscriptionError::NoConfiguration { path: path.to_owned(), why }
        })?;
        let File { mqtt } =
            toml::from_str(&text).map_err(|error| SubscriptionError::Malformed {
                path: path.to_owned(),
                why: without_its_line(&text, &error),
            })?;
        mqtt.read(path.parent().unwrap_or(Path::new("")))
    }

    /// The topic filter of the subscription.
    pub(super) fn filter(&self) -> String {
        format!("$share/{}/{}/+/+/snapshot", self.group, self.topic)
    }

    /// Adds the client id by which a broker recognises the service with this data folder and its
    /// stored session. Another subscription has another id, because the session of the old one
    /// would be useless.
    pub(super) fn named(mut self, data: &Path) -> io::Result<Self> {
        let path = data.join(NAME);
        let filter = self.filter();
        let known = fs::read_to_string(&path).unwrap_or_default();
        let known = known.split_once(' ').filter(|(id, of)| !id.is_empty() && of.trim() == filter);
        self.connection.client_id = if let Some((id, _)) = known {
            id.to_owned()
        } else {
            let id = format!("tagbridge-service-{}", Uuid::new_v4());
            write_private(&path, format!("{id} {filter}\n").as_bytes())?;
            id
        };
        Ok(self)
    }
}

impl Mqtt {
    fn read(self, folder: &Path) -> Result<Subscription, SubscriptionError> {
        let texts = match self.url {
            Addresses::One(text) => vec![text],
            Addresses::Many(texts) => texts,
        };
        let of_url = |text: &String| {
            Broker::of_url(text).ok_or_else(|| SubscriptionError::NoAddress { found: text.clone() })
        };
        let brokers = texts.iter().map(of_url).collect::<Result<Vec<_>, _>>()?;
        if brokers.is_empty() {
            return Err(SubscriptionError::NoAddress { found: String::new() });
        }
        let is_group = !self.group.is_empty() && !self.group.contains(topic::RESERVED);
        for (words, is_one) in
            [(&self.topic, topic::is_beginning(&self.topic)), (&self.group, is_group)]
        {
            if !is_one || words.contains(char::is_control) {
                return Err(SubscriptionError::NoTopic { found: words.clone() });
            }
        }
        let overheard = brokers.iter().find(|it| it.is_overheard());
        if let (Some(broker), Some(_)) = (overheard, &self.password) {
            return Err(SubscriptionError::OpenNetwork { broker: broker.to_string() });
        }
        let in_folder = |path: PathBuf| folder.join(path);
        let client = match (self.certificate, self.certificate_key) {
            (Some(certificate), Some(key)) => Some((in_folder(certificate), in_folder(key))),
            (None, None) => None,
            _ => return Err(SubscriptionError::OneAlone),
        };
        let tls = BrokerTls { authority: self.ca.map(in_folder), client };
        tls.check().map_err(SubscriptionError::Trouble)?;
        let credentials = credentials(self.user, self.password, folder)?;
        let taking = PersistentSession {
            at_once: AT_ONCE,
            largest: LARGEST,
            kept: Duration::from_secs(self.session_expiry_s.into()),
        };
        let connection = MqttOptions {
            version: ProtocolVersion::V5,
            client_id: String::new(),
            credentials,
            tls,
            keep_alive: KEEP_ALIVE,
            taking: Some(taking),
        };
        Ok(Subscription { brokers, connection, topic: self.topic, group: self.group })
    }
}

/// The login. The password is checked now, and read again for each connection.
fn credentials(
    user: Option<String>,
    password: Option<ServiceSecret>,
    folder: &Path,
) -> Result<Option<Credentials>, SubscriptionError> {
    let Some(user) = user else {
        return if password.is_some() { Err(SubscriptionError::NoUser) } else { Ok(None) };
    };
    let Some(place) = password else { return Ok(Some(Credentials { user, password: None })) };
    let place = place.in_folder(folder);
    if let ServiceSecret::File(path) = &place
        && is_open_to_all(path).unwrap_or(false)
    {
        return Err(SubscriptionError::OpenToAll { path: path.clone() });
    }
    let read = move || fetch(&place);
    read().map_err(|why| SubscriptionError::Trouble(BrokerError::Password { why }))?;
    Ok(Some(Credentials { user, password: Some(Arc::new(read)) }))
}

fn fetch(place: &ServiceSecret) -> Result<String, Message> {
    let text = match place {
        ServiceSecret::File(path) => {
            fs::read_to_string(path).map_err(|error| Message::system(&error))?
        }
        ServiceSecret::Env(name) => {
            env::var(name).map_err(|error| Message::verbatim(error.to_string()))?
        }
    };
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

fn topic() -> String {
    "tagbridge".to_owned()
}

fn group() -> String {
    "tagbridge-service".to_owned()
}

fn session_expiry_s() -> u32 {
    3600
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mqtt: &str) -> Result<Subscription, SubscriptionError> {
        let folder = tempfile::tempdir().expect("a folder");
        write_private(&folder.path().join("pw"), b"secret\n").expect("it is written");
        let path = folder.path().join("service.toml");
        fs::write(&path, format!("[mqtt]\n{mqtt}")).expect("it is written");
        Subscription::of_file(&path)
    }

    #[test]
    fn an_address_is_all_that_it_takes() {
        let it = read("url = \"mqtts://broker.example\"").expect("it is one");
        assert_eq!(it.brokers[0].to_string(), "mqtts://broker.example:8883");
        assert_eq!(it.filter(), "$share/tagbridge-service/tagbridge/+/+/snapshot");
        let several =
            "url = [\"mqtt://127.0.0.1\", \"mqtt://[::1]:1\"]\ntopic = \"a/b\"\ngroup = \"g\"";
        let it = read(several).expect("they are");
        assert_eq!((it.brokers.len(), &*it.filter()), (2, "$share/g/a/b/+/+/snapshot"));
    }

    #[test]
    fn a_password_is_read_from_its_place_and_told_to_nobody() {
        let file = "url = \"mqtt://127.0.0.1\"\nuser = \"u\"\npassword = { file = \"pw\" }";
        let it = read(file).expect("it is there");
        assert!(!format!("{it:?}").contains("secret"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let local = "url = \"mqtt://127.0.0.1\"\n";
        for (text, code) in [
            ("url = \"http://b\"", "service-subscription-no-address"),
            ("url = []", "service-subscription-no-address"),
            ("topic = \"a\"", "service-subscription-malformed"),
            ("url = \"mqtt://b\"\nformat = \"json\"", "service-subscription-malformed"),
            (&format!("{local}topic = \"a/+\""), "service-subscription-no-topic"),
            (&format!("{local}group = \"a/b\""), "service-subscription-no-topic"),
            (&format!("{local}password = {{ env = \"P\" }}"), "service-subscription-no-user"),
            (
                "url = \"mqtt://b\"\nuser = \"u\"\npassword = { file = \"pw\" }",
                "service-subscription-open-network",
            ),
            (&format!("{local}certificate = \"c\""), "service-subscription-one-alone"),
            (&format!("{local}ca = \"none.pem\""), "service-subscription-trouble"),
            (
                &format!("{local}user = \"u\"\npassword = {{ file = \"none\" }}"),
                "service-subscription-trouble",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.message().code(), code, "{text}: {error}");
        }
    }

    #[test]
    fn a_name_is_kept_for_a_subscription() {
        let folder = tempfile::tempdir().expect("a folder");
        let named = |mqtt: &str| {
            let it = read(mqtt).expect("it is one").named(folder.path()).expect("it is kept");
            it.connection.client_id
        };
        let url = "url = \"mqtt://127.0.0.1\"\n";
        let first = named(url);
        assert!(first.starts_with("tagbridge-service-"), "{first}");
        assert_eq!(named(url), first);
        let other = named(&format!("{url}topic = \"west\""));
        assert_ne!(other, first, "the broker keeps the other topic's messages for that name");
        assert_eq!(named(&format!("{url}topic = \"west\"")), other);
    }
}
