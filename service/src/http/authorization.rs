//! The credential of a request.

use std::borrow::Cow;

use axum::http::{HeaderMap, Uri, header};
use tagbridge_api::PREFIX;
use tagbridge_store::ProjectRef;

use super::origin;
use crate::core::{
    AccessRequirement, Caller, Core, Refusal, ShownCredential, TechnicalReason, links::Link,
    unauthorized,
};

/// Admits a request without a project, or with one that is looked up later.
pub(super) async fn admit(
    core: &Core,
    headers: &HeaderMap,
    need: AccessRequirement,
) -> Result<Caller, Refusal> {
    let shown = shown(core, headers)?;
    core.blocking(move |core| core.admit(&shown, need)).await
}

/// Admits a request to a project.
pub(super) async fn admit_to(
    core: &Core,
    project_id: String,
    headers: &HeaderMap,
    need: AccessRequirement,
) -> Result<(Caller, ProjectRef), Refusal> {
    admit_shown_to(core, project_id, shown(core, headers)?, need).await
}

/// Admits an already extracted credential to a project.
pub(super) async fn admit_shown_to(
    core: &Core,
    project_id: String,
    shown: ShownCredential,
    need: AccessRequirement,
) -> Result<(Caller, ProjectRef), Refusal> {
    core.blocking(move |core| core.admit_to(&project_id, &shown, need)).await
}

/// The credential of a request, and the page that sent it.
pub(crate) fn shown(core: &Core, headers: &HeaderMap) -> Result<ShownCredential, Refusal> {
    let credential = bearer(headers)?;
    let page = headers.get(header::ORIGIN).map(|it| String::from_utf8_lossy(it.as_bytes()));
    let page = page.filter(|page| *page != origin::of(core, headers)).map(Cow::into_owned);
    Ok(ShownCredential { credential, page, link: None })
}

/// The credential or the link of a request.
pub(super) fn shown_or_link(
    core: &Core,
    headers: &HeaderMap,
    uri: &Uri,
) -> Result<ShownCredential, Refusal> {
    let link = Link::take(uri.query().unwrap_or_default());
    let Some((link, rest)) = link.filter(|_| !headers.contains_key(header::AUTHORIZATION)) else {
        return shown(core, headers);
    };
    // The router has removed the prefix.
    let path = format!("{PREFIX}{}", uri.path());
    let path = if rest.is_empty() { path } else { format!("{path}?{rest}") };
    Ok(ShownCredential { credential: String::new(), page: None, link: Some((path, link)) })
}

pub(super) fn bearer(headers: &HeaderMap) -> Result<String, Refusal> {
    let header = headers
        .get(header::AUTHORIZATION)
        .ok_or_else(|| unauthorized(&TechnicalReason::NoAuthorization))?;
    header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, credential)| credential.trim().to_owned())
        .ok_or_else(|| unauthorized(&TechnicalReason::BadAuthorization))
}
