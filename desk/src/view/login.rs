use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::KeyPlace;

/// The login at a controller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Login {
    /// The controller's address, with the user.
    pub endpoint: String,
    /// The user; null: anonymous.
    pub user: Option<String>,
    /// Where the password is stored; null: no password is known.
    pub keep: Option<KeyPlace>,
    /// Why the keychain cannot be used on this computer; null: it can be used.
    pub no_keychain: Option<Message>,
}

/// A user and a password for a login. No answer, event or bundle contains the password.
#[derive(Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogIn {
    /// The controller's address; its user is replaced.
    pub endpoint: String,
    /// The user's name at the controller.
    pub user: String,
    /// The password as entered, with its spaces.
    pub password: String,
    /// Where to store the password.
    pub keep: KeyPlace,
}
