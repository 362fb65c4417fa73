//! The credential that a request shows.

use std::borrow::Cow;

use axum::http::{HeaderMap, header};
use tagbridge_store::ProjectRef;

use super::origin;
use crate::core::{Caller, Core, Need, Refusal, Shown, Wrong, unauthorized};

/// Lets a request in that concerns no project, or one that is looked for later.
pub(super) async fn admit(core: &Core, headers: &HeaderMap, need: Need) -> Result<Caller, Refusal> {
    let shown = shown(core, headers)?;
    core.blocking(move |core| core.admit(&shown, need)).await
}

/// Lets a request in that concerns a project.
pub(super) async fn admit_to(
    core: &Core,
    project_id: String,
    headers: &HeaderMap,
    need: Need,
) -> Result<(Caller, ProjectRef), Refusal> {
    let shown = shown(core, headers)?;
    core.blocking(move |core| core.admit_to(&project_id, &shown, need)).await
}

/// What a request shows, and the page that shows it.
pub(super) fn shown(core: &Core, headers: &HeaderMap) -> Result<Shown, Refusal> {
    let credential = bearer(headers)?;
    let page = headers.get(header::ORIGIN).map(|it| String::from_utf8_lossy(it.as_bytes()));
    let page = page.filter(|page| *page != origin::of(core, headers)).map(Cow::into_owned);
    Ok(Shown { credential, page })
}

pub(super) fn bearer(headers: &HeaderMap) -> Result<String, Refusal> {
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
