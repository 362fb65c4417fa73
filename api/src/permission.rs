//! The permissions of a key.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! permissions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// A permission of a key. Listing projects and reading their metadata need none.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        pub enum Permission {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)+
        }

        impl Permission {
            /// All permissions.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in keys and messages: `hmi_view`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

permissions! {
    /// Ask questions about a project.
    AiExplain = "ai_explain",
    /// Request code proposals.
    AiGenerate = "ai_generate",
    /// Read and start analyses.
    AnalysisTab = "analysis_tab",
    /// Upload a project.
    ProjectUpload = "project_upload",
    /// Read a project's source.
    CodeRead = "code_read",
    /// Save a version.
    CodeWrite = "code_write",
    /// Read live values and history.
    HmiView = "hmi_view",
    /// Request more tags.
    HmiEdit = "hmi_edit",
    /// Push live values; only for bridges. Not in the specification. A dashboard that may request
    /// tags must not be able to forge their values.
    HmiPush = "hmi_push",
    /// Export the vendor's file.
    ExportPlc = "export_plc",
    /// Export a report.
    ExportPdf = "export_pdf",
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Permission {
    type Err = UnknownPermission;

    fn from_str(name: &str) -> Result<Self, UnknownPermission> {
        Self::ALL
            .iter()
            .copied()
            .find(|it| it.as_str() == name)
            .ok_or_else(|| UnknownPermission(name.to_owned()))
    }
}

/// The name is not a permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPermission(String);

impl std::error::Error for UnknownPermission {}

impl fmt::Display for UnknownPermission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no permission; there are ", self.0)?;
        for (i, permission) in Permission::ALL.iter().enumerate() {
            write!(f, "{}{permission}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_and_equals_its_json() {
        for &it in Permission::ALL {
            assert_eq!(it.as_str().parse(), Ok(it));
            assert_eq!(serde_json::to_value(it).unwrap(), it.as_str());
        }
        let error = "hmi_wiev".parse::<Permission>().expect_err("no such permission").to_string();
        assert!(error.contains("`hmi_wiev`") && error.contains("hmi_view"), "{error}");
    }
}
