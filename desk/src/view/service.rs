use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// Which service to use.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum UseService {
    /// The built-in one, in this process, with its data in this user's data folder.
    BuiltIn,
    /// Another one.
    Remote {
        /// Its base address, `/api/v1` included or not.
        url: String,
        /// The key; null: the one that is kept.
        key: Option<String>,
        /// Where the key is to be kept.
        keep: KeyPlace,
    },
}

/// Where the key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum KeyPlace {
    /// In this computer's keychain.
    Keychain,
    /// In a file that only this user can read: for computers without a keychain, by choice alone.
    File,
    /// Nowhere: it is forgotten when the program ends.
    Nowhere,
}

/// The address and key to check, before they are used.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CheckService {
    /// Its base address, `/api/v1` included or not.
    pub url: String,
    /// The key; null: the one that is kept.
    pub key: Option<String>,
}

/// The service that receives the values, and its state.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServiceConnection {
    /// Which one.
    pub kind: ServiceKind,
    /// Its base address; empty without one.
    pub url: String,
    /// Whether it answers.
    pub state: ServiceState,
    /// The organization that the key belongs to.
    pub organization: Option<String>,
    /// How long its last answer took.
    pub latency_ms: Option<f64>,
    /// When it last answered. It is asked every few seconds while a screen is open; what is older
    /// than ten seconds says nothing of now.
    pub answered_at: Option<f64>,
    /// The permissions of the key, as far as they are known.
    pub permissions: Vec<Permission>,
    /// Where the key is kept; null without one.
    pub key_place: Option<KeyPlace>,
    /// Why the keychain cannot be used on this computer; null: it can.
    pub no_keychain: Option<Message>,
}

/// Which service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ServiceKind {
    /// None was chosen.
    None,
    /// The one in this process.
    BuiltIn,
    /// Another one.
    Remote,
    /// The one that the configuration file names; it cannot be changed here.
    Configured,
}

/// Whether the service answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ServiceState {
    /// None was chosen, or it was not asked yet.
    Unknown,
    /// It does.
    Answers,
    /// It was chosen, but cannot be used before the user corrects this: its key cannot be read.
    /// Values are not delivered, and no session was started.
    Unusable {
        /// As in a failure: `no_key`, `no_keychain`, …
        error: String,
        /// The problem.
        message: Message,
        /// The advice.
        remedy: Message,
    },
    /// It does not, or not to us.
    Trouble {
        /// As in a failure: `unreachable`, `unauthorized`, …
        error: String,
        /// The problem.
        message: Message,
        /// The advice.
        remedy: Message,
    },
}

/// Something that a key may do or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Permission {
    /// The service's name: `hmi_view`.
    pub name: String,
    /// Whether it may; null: it could not be found out.
    pub may: Option<bool>,
}
