//! `POST /enrolments`: a device exchanges a code for its own key.
//!
//! It is not part of the service's specification. The code is the request's credential. The device
//! creates the key's secret, so a lost response does no harm: a second request with the same secret
//! returns the same key.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The path, below the prefix.
pub const ENROLMENTS_PATH: &str = "enrolments";

/// Number of hexadecimal digits of a secret.
pub const SECRET_DIGITS: usize = 64;

/// Body of the request.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enrol {
    /// The device id. The key is valid only for this device.
    pub device_id: String,
    /// The display name of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_name: Option<String>,
    /// The secret: 256 random bits in lowercase hexadecimal digits.
    pub secret: String,
}

/// Omits the secret.
impl std::fmt::Debug for Enrol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Enrol").field("device_id", &self.device_id).finish_non_exhaustive()
    }
}

/// Response to a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Enrolled {
    /// The key was created: `tb_ID_SECRET`.
    Key {
        /// The key's id.
        key_id: String,
        /// The ids of the projects that the key may access; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        projects: Option<Vec<String>>,
    },
    /// The code is not valid.
    Refused {
        /// The reason.
        reason: BadCode,
    },
}

/// Why a code is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum BadCode {
    /// The code does not exist.
    Unknown,
    /// The code has expired.
    Expired {
        /// The expiry time.
        at: Timestamp,
    },
    /// The code was already used by the maximum number of devices.
    UsedUp {
        /// The maximum number.
        uses: u32,
    },
    /// The code was revoked.
    Revoked,
}
