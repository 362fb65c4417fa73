//! The credential that a request shows.

use axum::http::{HeaderMap, header};
use tagbridge_store::ProjectRef;

use crate::core::{Caller, Core, Need, Refusal, Wrong, unauthorized};

/// Lets a request in that concerns no project, or one that is looked for later.
pub(super) async fn admit(core: &Core, headers: &HeaderMap, need: Need) -> Result<Caller, Refusal> {
    let credential = bearer(headers)?;
    core.blocking(move |core| core.admit(&credential, need)).await
}

/// Lets a request in that concerns a project.
pub(super) async fn admit_to(
    core: &Core,
    project_id: String,
    headers: &HeaderMap,
    need: Need,
) -> Result<(Caller, ProjectRef), Refusal> {
    let credential = bearer(headers)?;
    core.blocking(move |core| core.admit_to(&project_id, &credential, need)).await
}

fn bearer(headers: &HeaderMap) -> Result<String, Refusal> {
    let header =
        headers.get(header::AUTHORIZATION).ok_or_else(|| unauthorized(&Wrong::NoAuthorization))?;
    header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, credential)| credential.trim().to_owned())
        .ok_or_else(|| unauthorized(&Wrong::BadAuthorization))
}
