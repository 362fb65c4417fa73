//! Files as projects: read before anything is stored.

use tagbridge_project::{ProjectError, Source};

use crate::store::NewVersion;

/// Reads a file as a project, so that only what can be read is stored. Blocks for up to seconds.
pub(crate) fn read(
    name: Option<String>,
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<NewVersion, ProjectError> {
    let source = Source::of_bytes(file_name, bytes.clone())?;
    let project = tagbridge_project::read(&source)?;
    Ok(NewVersion {
        name,
        own_name: project.name,
        vendor: project.vendor,
        file_name: file_name.to_owned(),
        hash: project.hash,
        file: bytes,
    })
}
