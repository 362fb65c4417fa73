//! Local files that an agent names by path.

use std::path::{Path, PathBuf};

use rmcp::model::JsonObject;
use serde_json::Value;
use tagbridge_system::open_beneath;
use tagbridge_texts::Coded;

use super::{
    call::{Call, may},
    local_file_problem::LocalFileProblem,
    tools::Row,
};
use crate::core::{Core, Refusal, staging, uploads::StoredFile};

/// The argument with a path.
pub(super) const FILE_PATH: &str = "file_path";
/// The argument that replaces the file.
const BLOB_URL: &str = "file_blob_url";
/// The extensions of project files.
const ENDINGS: [&str; 13] =
    ["l5x", "xml", "export", "zip", "scl", "awl", "stl", "db", "udt", "s7dcl", "st", "sdf", "xlsx"];

impl Call<'_> {
    /// Stores the file that `file_path` names, and replaces the argument.
    pub(super) async fn take_file(
        &self,
        row: &Row,
        arguments: &mut JsonObject,
    ) -> Result<Option<StoredFile>, Refusal> {
        // If the caller has no permission, the endpoint reports it before any file is read.
        let Some(path) = arguments.remove(FILE_PATH).filter(|_| may(&self.caller, row)) else {
            return Ok(None);
        };
        if [BLOB_URL, "file_inline"].iter().any(|other| arguments.contains_key(*other)) {
            return Err(refused(&LocalFileProblem::OneInput));
        }
        let roots = self.core.options().mcp_folders.roots.clone();
        if !self.is_here || roots.is_empty() {
            return Err(refused(&LocalFileProblem::NotHere));
        }
        let Value::String(path) = path else { return Err(refused(&LocalFileProblem::NoSuchFile)) };
        let given = self.core.blocking(move |core| keep(core, Path::new(&path), &roots)).await?;
        arguments.insert(BLOB_URL.to_owned(), given.name().into());
        Ok(Some(given))
    }
}

fn keep(core: &Core, path: &Path, roots: &[PathBuf]) -> Result<StoredFile, Refusal> {
    let (file, path) =
        open_beneath(path, roots).ok_or_else(|| refused(&LocalFileProblem::NoSuchFile))?;
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if !ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        return Err(refused(&LocalFileProblem::Ending { known: &ENDINGS.join(", ") }));
    }
    let bytes = file.metadata().map_or(0, |it| it.len());
    staging::keep_read(core, file, bytes).map(StoredFile)
}

fn refused(why: &LocalFileProblem<'_>) -> Refusal {
    Refusal::bad_request(why.message()).with_remedy(&LocalFileProblem::StageUpload)
}
