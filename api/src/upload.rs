//! Files from which projects and their versions are made: `POST /projects` and
//! `POST /projects/{id}/versions`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Timestamp, project::Vendor};

/// Body of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Upload {
    /// The exported file's name.
    #[serde(rename = "originalFilename")]
    #[schema(min_length = 1, max_length = 256)]
    pub original_filename: String,
    /// The name to show, 1 to 256 characters; without it, the one that the file tells.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 256)]
    pub name: Option<String>,
    /// Whether the charge for a new project is acknowledged. It is only consulted if the upload would create a
    /// project for an organization that is billed by project.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub acknowledge_billing: Option<bool>,
    /// The file.
    pub file: UploadFile,
}

/// The file itself, or where it is: exactly one of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadFile {
    /// Its bytes in base64, up to 4.5 MB of them before they are encoded.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub inline: Option<String>,
    /// Where a large file was put before: `file_blob_url` of `POST /uploads`. No other address is
    /// taken, and none is fetched.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub blob_url: Option<String>,
}

/// Body of `POST /uploads`. The specification shows the agents' tool for it alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StageUpload {
    /// The exported file's name, 1 to 256 characters.
    #[schema(min_length = 1, max_length = 256)]
    pub filename: String,
}

/// Answer to `POST /uploads`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StagedUpload {
    /// Where the raw bytes are put, once and without a key.
    pub upload_url: String,
    /// What an upload of the same key names then as `file.blob_url`, for an hour.
    pub file_blob_url: String,
    /// Until when the bytes may be put.
    pub expires_at: Timestamp,
    /// How many there may be.
    pub max_bytes: u64,
}

/// Answer to `PUT upload_url`: the file is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileReceived {
    /// How many bytes came.
    pub bytes: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// Answer to both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Uploaded {
    /// The project's id.
    pub project_id: String,
    /// The identity that its versions belong to.
    pub identity_id: String,
    /// The name to show, where it differs from the project's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The version that was made; null where none was.
    #[serde(default)]
    #[schema(required)]
    pub version_id: Option<String>,
    /// The current version's number, from 1.
    pub version_number: u32,
    /// What became of the file.
    pub resolution: Resolution,
    /// Its platform.
    pub vendor: Vendor,
    /// Why it went to that project, or became one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// Why a file went to a project, or became one of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Decision {
    /// The caller named the project.
    Told,
    /// The name that was given is the project's.
    Named {
        /// It.
        name: String,
    },
    /// It is the project's current file.
    SameFile,
    /// The controller's serial number is the same.
    SameSerial {
        /// It.
        serial: String,
    },
    /// Most names of tags and blocks are the same, and nothing speaks against it.
    SameNames {
        /// How many are in both.
        common: usize,
        /// How many the one with fewer has.
        of: usize,
    },
    /// No project's file calls itself so, or is shown under the name that was given.
    NoneCalledSo,
    /// A project's file calls itself the same, but is for another device.
    OtherSerial {
        /// That project.
        project_id: String,
        /// The serial number here.
        serial: String,
        /// The one there.
        theirs: String,
    },
    /// A project's file calls itself the same, but is for another kind of controller.
    OtherModel {
        /// That project.
        project_id: String,
        /// The controller here.
        model: String,
        /// The one there.
        theirs: String,
    },
    /// A project's file calls itself the same, but has few names in common.
    OtherNames {
        /// That project.
        project_id: String,
        /// How many are in both.
        common: usize,
        /// How many the one with fewer has.
        of: usize,
    },
}

/// What became of an uploaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// A new project, of which it is the first version.
    Created,
    /// The next version of a project that was there.
    Existing,
    /// The next version of the project that was named.
    AddVersion,
    /// Nothing: it is the current version's file, byte for byte.
    IdenticalFile,
}
