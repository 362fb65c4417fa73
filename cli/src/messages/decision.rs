//! Why a file was added to a project, or became a new one.

use tagbridge_api::upload::Decision;
use tagbridge_texts::Coded;

/// The service's reasons.
#[derive(Coded)]
#[coded(prefix = "cli-decision")]
pub(crate) enum UploadReason<'a> {
    Told,
    Named { name: &'a str },
    SameFile,
    SameSerial { serial: &'a str },
    SameNames { common: usize, of: usize },
    NoneCalledSo,
    OtherSerial { project_id: &'a str, serial: &'a str, theirs: &'a str },
    OtherModel { project_id: &'a str, model: &'a str, theirs: &'a str },
    OtherNames { project_id: &'a str, common: usize, of: usize },
}

impl<'a> From<&'a Decision> for UploadReason<'a> {
    fn from(decision: &'a Decision) -> Self {
        match decision {
            Decision::Told => Self::Told,
            Decision::Named { name } => Self::Named { name },
            Decision::SameFile => Self::SameFile,
            Decision::SameSerial { serial } => Self::SameSerial { serial },
            Decision::SameNames { common, of } => Self::SameNames { common: *common, of: *of },
            Decision::NoneCalledSo => Self::NoneCalledSo,
            Decision::OtherSerial { project_id, serial, theirs } => {
                Self::OtherSerial { project_id, serial, theirs }
            }
            Decision::OtherModel { project_id, model, theirs } => {
                Self::OtherModel { project_id, model, theirs }
            }
            Decision::OtherNames { project_id, common, of } => {
                Self::OtherNames { project_id, common: *common, of: *of }
            }
        }
    }
}
