//! `POST /enrolments`: a device exchanges a code for a key of its own.
//!
//! It is no part of the service's specification, and ours alone. The code is the request's credential.
//! The device makes the key's secret, so that an answer that was lost costs nothing: asked again by the
//! same secret, the service names the same key.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Where, below the prefix.
pub const ENROLMENTS_PATH: &str = "enrolments";

/// How many hexadecimal digits a secret has.
pub const SECRET_DIGITS: usize = 64;

/// What a device asks for.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enrol {
    /// Who it is to the service: the key pushes for it alone.
    pub device_id: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_name: Option<String>,
    /// 256 random bits in lowercase hexadecimal digits.
    pub secret: String,
}

/// Without the secret.
impl std::fmt::Debug for Enrol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Enrol").field("device_id", &self.device_id).finish_non_exhaustive()
    }
}

/// What the service says to a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Enrolled {
    /// There is a key: `tb_ID_SECRET`.
    Key {
        /// Its id.
        key_id: String,
        /// The ids of the projects that it may touch; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        projects: Option<Vec<String>>,
    },
    /// The code is good for none.
    Refused {
        /// Why.
        reason: BadCode,
    },
}

/// Why a code is good for no key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum BadCode {
    /// There is no such code.
    Unknown,
    /// It was good until then.
    Expired {
        /// When it ended.
        at: Timestamp,
    },
    /// As many devices as it is good for have a key by it.
    UsedUp {
        /// How many.
        uses: u32,
    },
    /// Its owner ended it.
    Revoked,
}
