use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::KeyPlace;

/// How one logs in at a controller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Login {
    /// The controller's address, which names the user.
    pub endpoint: String,
    /// The user; null: anonymous.
    pub user: Option<String>,
    /// The place of the password; null: none is known here.
    pub keep: Option<KeyPlace>,
    /// Why the keychain cannot be used on this computer; null: it can.
    pub no_keychain: Option<Message>,
}

/// A user and a password to log in with. The password is in no answer, event or bundle.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogIn {
    /// The controller's address; its user is replaced.
    pub endpoint: String,
    /// The user's name at the controller.
    pub user: String,
    /// As it was entered, with its spaces.
    pub password: String,
    /// Where the password is to be kept.
    pub keep: KeyPlace,
}
