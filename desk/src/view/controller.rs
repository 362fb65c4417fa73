use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::Vendor;

/// Where to look for controllers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct FindControllers {
    /// The project, to mark the controllers that were used for it; null: no project.
    pub project: Option<String>,
    /// Whether to search the network for about two seconds; false: only known controllers.
    pub look: bool,
}

/// Controllers to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Controllers {
    /// The devices that answered on the network.
    pub found: Vec<Controller>,
    /// The controllers that this computer has used, the latest first.
    pub known: Vec<KnownController>,
    /// Why the network could not be searched.
    pub trouble: Option<Message>,
}

/// A controller that answered.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Controller {
    /// Its address: `logix://10.0.0.5/1,0`.
    pub endpoint: String,
    /// Its platform.
    pub platform: Vendor,
    /// The maker.
    pub vendor: String,
    /// The model.
    pub product: String,
    /// Firmware.
    pub revision: String,
    /// Serial number; empty if not known.
    pub serial: String,
    /// The configured name.
    pub name: Option<String>,
    /// `run`, `test`, `program`, `stop`, `fault`, `unknown`.
    pub mode: String,
}

/// A controller that was used before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KnownController {
    /// Its address.
    pub endpoint: String,
    /// Its platform.
    pub platform: Vendor,
    /// The project for which it was read.
    pub project: String,
    /// Its model, as it reported it: `1756-L83E/B`.
    pub product: String,
    /// The configured name.
    pub name: Option<String>,
    /// Serial number; empty if not known.
    pub serial: String,
    /// When it was last used.
    pub used_at: f64,
}

/// A controller's address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    /// `opc.tcp://10.0.0.7:4840`
    pub endpoint: String,
}

/// A server's certificate.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// Its subject: `CN=CODESYS@CIP-B`.
    pub subject: String,
    /// Its SHA-256 fingerprint: pairs of hexadecimal digits, separated by colons.
    pub fingerprint: String,
    /// The start of its validity.
    pub valid_from: f64,
    /// The end of its validity.
    pub valid_until: f64,
    /// Whether the server offers encrypted channels.
    pub is_secured: bool,
    /// Whether the server can only be read after the certificate is trusted.
    pub is_needed: bool,
    /// Whether the user already trusts it.
    pub is_trusted: bool,
    /// The fingerprint of another certificate that is trusted for this address; null: no other.
    pub replaces: Option<String>,
}

/// A certificate to trust from now on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trust {
    /// The server's address.
    pub endpoint: String,
    /// The fingerprint that the user has seen.
    pub fingerprint: String,
}
