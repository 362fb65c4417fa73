//! Files of projects and their versions: `POST /projects` and `POST /projects/{id}/versions`.

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
    /// The display name, 1 to 256 characters; by default the name in the file.
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

/// The file itself, or its place: exactly one of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadFile {
    /// Its bytes in base64; up to 4.5 MB before encoding.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub inline: Option<String>,
    /// The place of a large uploaded file: `file_blob_url` of `POST /uploads`. Other addresses are
    /// refused; the service does not download files.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub blob_url: Option<String>,
}

/// Body of `POST /uploads`. The specification describes only the agents' tool for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StageUpload {
    /// The exported file's name, 1 to 256 characters.
    #[schema(min_length = 1, max_length = 256)]
    pub filename: String,
}

/// Response to `POST /uploads`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StagedUpload {
    /// The URL to `PUT` the bytes to, once and without a key.
    pub upload_url: String,
    /// The value for `file.blob_url` in an upload with the same key, valid for an hour.
    pub file_blob_url: String,
    /// When the URL expires.
    pub expires_at: Timestamp,
    /// Maximum number of bytes.
    pub max_bytes: u64,
}

/// Response to `PUT upload_url`: the file is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileReceived {
    /// Number of received bytes.
    pub bytes: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// Response to both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Uploaded {
    /// The project's id.
    pub project_id: String,
    /// The identity of the project's file over all versions.
    pub identity_id: String,
    /// The display name, if it differs from the project's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The created version; null if none was created.
    #[serde(default)]
    #[schema(required)]
    pub version_id: Option<String>,
    /// The current version's number, from 1.
    pub version_number: u32,
    /// What was done with the file.
    pub resolution: Resolution,
    /// Its platform.
    pub vendor: Vendor,
    /// Why it was added to that project, or became a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// Why a file was added to a project, or became a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Decision {
    /// The caller named the project.
    Told,
    /// The given name is the project's.
    Named {
        /// The name.
        name: String,
    },
    /// It is the project's current file.
    SameFile,
    /// The controller's serial number is the same.
    SameSerial {
        /// The serial number.
        serial: String,
    },
    /// Most names of tags and blocks are the same, and other properties do not contradict.
    SameNames {
        /// Number of names in both.
        common: usize,
        /// Number of names in the smaller one.
        of: usize,
    },
    /// No project has this name.
    NoneCalledSo,
    /// A project has the same name, but is for another device.
    OtherSerial {
        /// That project.
        project_id: String,
        /// The serial number in the file.
        serial: String,
        /// The serial number in that project.
        theirs: String,
    },
    /// A project has the same name, but is for another kind of controller.
    OtherModel {
        /// That project.
        project_id: String,
        /// The controller in the file.
        model: String,
        /// The controller in that project.
        theirs: String,
    },
    /// A project has the same name, but few other names in common.
    OtherNames {
        /// That project.
        project_id: String,
        /// Number of names in both.
        common: usize,
        /// Number of names in the smaller one.
        of: usize,
    },
}

/// What was done with an uploaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// It is the first version of a new project.
    Created,
    /// It is the next version of an existing project.
    Existing,
    /// It is the next version of the named project.
    AddVersion,
    /// Unchanged: it is the same as the current version's file, byte for byte.
    IdenticalFile,
}
