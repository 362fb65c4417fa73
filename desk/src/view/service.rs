use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// The service to use.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum UseService {
    /// The built-in service, in this process, with its data in this user's data folder.
    BuiltIn,
    /// Another service.
    Remote {
        /// Its base address, with or without `/api/v1`.
        url: String,
        /// The key; null: the stored key.
        key: Option<String>,
        /// Where to store the key.
        keep: KeyPlace,
    },
}

/// Where the key is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum KeyPlace {
    /// In this computer's keychain.
    Keychain,
    /// In a file that only this user can read, for computers without a keychain; only if the user
    /// selects it.
    File,
    /// Not stored: the program forgets it when it ends.
    Nowhere,
}

/// The address and key to check, before they are used.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CheckService {
    /// Its base address, with or without `/api/v1`.
    pub url: String,
    /// The key; null: the stored key.
    pub key: Option<String>,
}

/// The service that receives the values, and its state.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServiceConnection {
    /// The kind of service.
    pub kind: ServiceKind,
    /// Its base address; empty without a service.
    pub url: String,
    /// Whether it answers.
    pub state: ServiceState,
    /// The organization that the key belongs to.
    pub organization: Option<String>,
    /// Duration of its last response.
    pub latency_ms: Option<f64>,
    /// The time of its last response. It is checked every few seconds while a screen is open; after
    /// ten seconds the state is out of date.
    pub answered_at: Option<f64>,
    /// The known permissions of the key.
    pub permissions: Vec<Permission>,
    /// Where the key is stored; null without a key.
    pub key_place: Option<KeyPlace>,
    /// Why the keychain cannot be used on this computer; null: it can be used.
    pub no_keychain: Option<Message>,
}

/// The kind of service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ServiceKind {
    /// No service was chosen.
    None,
    /// The service in this process.
    BuiltIn,
    /// Another service.
    Remote,
    /// The service of the configuration file; it cannot be changed here.
    Configured,
}

/// Whether the service answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ServiceState {
    /// No service was chosen, or it was not checked yet.
    Unknown,
    /// It answers.
    Answers,
    /// It was chosen, but its key cannot be read. Values are not delivered and no session was
    /// started until the user corrects this.
    Unusable {
        /// The code as in a failure: `no_key`, `no_keychain`, …
        error: String,
        /// The problem.
        message: Message,
        /// The advice.
        remedy: Message,
    },
    /// It does not answer, or refuses the key.
    Trouble {
        /// The code as in a failure: `unreachable`, `unauthorized`, …
        error: String,
        /// The problem.
        message: Message,
        /// The advice.
        remedy: Message,
    },
}

/// A permission of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Permission {
    /// The service's name: `hmi_view`.
    pub name: String,
    /// Whether the key has it; null: not known.
    pub may: Option<bool>,
}
