use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::Vendor;

/// Where to look for controllers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct FindControllers {
    /// The project that they are for, to say which were used before; null: none in particular.
    pub project: Option<String>,
    /// Ask the network, for about two seconds; false: only what is known.
    pub look: bool,
}

/// Controllers to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Controllers {
    /// The devices that answered on the network.
    pub found: Vec<Controller>,
    /// Used before on this computer, the latest first.
    pub known: Vec<KnownController>,
    /// Why the network could not be asked.
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
    /// The name that its owners gave it.
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
    /// The project that it was read for.
    pub project: String,
    /// Its model, as it reported it: `1756-L83E/B`.
    pub product: String,
    /// The name that its owners gave it.
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

/// The certificate that a server shows.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// Its subject: `CN=CODESYS@CIP-B`.
    pub subject: String,
    /// SHA-256 of it, as pairs of hexadecimal digits with colons between.
    pub fingerprint: String,
    /// From when it is valid.
    pub valid_from: f64,
    /// Until when.
    pub valid_until: f64,
    /// Whether the server offers channels that others in the network cannot read.
    pub is_secured: bool,
    /// Whether it has to be trusted before the server is read.
    pub is_needed: bool,
    /// Whether a person said before that it is to be trusted.
    pub is_trusted: bool,
    /// The fingerprint of another one that was trusted at this address; null: none was.
    pub replaces: Option<String>,
}

/// A certificate to trust from now on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trust {
    /// The server's address.
    pub endpoint: String,
    /// As it was shown.
    pub fingerprint: String,
}
