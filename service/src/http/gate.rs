//! Who may: the key (401), its rate (429), its permission and scope (403), the project (404).

use std::panic;

use axum::http::{HeaderMap, header};
use rusqlite::Connection;
use tagbridge_api::{ErrorCode, Permission, limits::Tier};

use super::envelope::Failure;
use crate::{
    Service,
    store::{self, KeyInfo, ProjectRef},
};

impl Service {
    /// Lets a request with a valid key in.
    pub(super) async fn admit(&self, headers: &HeaderMap, tier: Tier) -> Result<KeyInfo, Failure> {
        let token = bearer(headers)?;
        self.blocking(move |service| service.store().read(|db| service.check(db, &token, tier)))
            .await
    }

    /// Lets a request in that needs a permission, and concerns no project or one to be made.
    pub(super) async fn admit_with(
        &self,
        permission: Permission,
        headers: &HeaderMap,
        tier: Tier,
    ) -> Result<KeyInfo, Failure> {
        let key = self.admit(headers, tier).await?;
        if key.permissions.contains(&permission) { Ok(key) } else { Err(lacks(permission)) }
    }

    /// Lets a request in that concerns a project.
    pub(super) async fn admit_to(
        &self,
        project_id: String,
        permission: Permission,
        headers: &HeaderMap,
        tier: Tier,
    ) -> Result<(KeyInfo, ProjectRef), Failure> {
        let token = bearer(headers)?;
        self.blocking(move |service| {
            service.store().read(|db| {
                let key = service.check(db, &token, tier)?;
                if !key.permissions.contains(&permission) {
                    return Err(lacks(permission));
                }
                if !key.covers(&project_id) {
                    return Err(out_of_scope(&project_id));
                }
                match store::find_project(db, &project_id)? {
                    Some(project) => Ok((key, project)),
                    None => Err(no_project(&project_id)),
                }
            })
        })
        .await
    }

    /// Runs what blocks where it may; it runs to its end even when the client has gone.
    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> T {
        let service = self.clone();
        match tokio::task::spawn_blocking(move || work(&service)).await {
            Ok(result) => result,
            Err(panicked) => panic::resume_unwind(panicked.into_panic()),
        }
    }

    fn check(&self, db: &Connection, token: &str, tier: Tier) -> Result<KeyInfo, Failure> {
        let key = store::authenticate(db, token)?
            .ok_or_else(|| unauthorized("the key is not valid, or it was revoked"))?;
        match self.rates().check(tier, &key.id) {
            Ok(()) => Ok(key),
            Err(seconds) => Err(self.too_many(tier, seconds)),
        }
    }

    fn too_many(&self, tier: Tier, seconds: u64) -> Failure {
        let limit = (self.options().requests_per_minute)(tier);
        Failure::new(ErrorCode::RateLimited, format!("more than {limit} requests in a minute"))
            .for_user("Too many requests.")
            .suggesting(format!("Wait {seconds} s, then try again."))
            .retry_after(seconds)
    }
}

/// No project with this id is visible to the key.
pub(super) fn no_project(id: &str) -> Failure {
    Failure::new(ErrorCode::NotFound, format!("there is no project `{id}`"))
        .for_user("There is no such project.")
        .suggesting("Check the project's id: GET /projects lists those that the key may see.")
}

fn bearer(headers: &HeaderMap) -> Result<String, Failure> {
    let header = headers
        .get(header::AUTHORIZATION)
        .ok_or_else(|| unauthorized("the header `authorization` is missing"))?;
    header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim().to_owned())
        .ok_or_else(|| unauthorized("the header `authorization` must be `Bearer API_KEY`"))
}

fn unauthorized(message: &str) -> Failure {
    Failure::new(ErrorCode::Unauthorized, message)
        .for_user("The API key is missing or not valid.")
        .suggesting("Send `Authorization: Bearer API_KEY` with a key that was not revoked.")
}

fn lacks(permission: Permission) -> Failure {
    Failure::new(ErrorCode::PermissionDenied, format!("the key lacks the permission {permission}"))
        .for_user("The API key may not do this.")
        .suggesting(format!("Use a key with the permission {permission}."))
}

fn out_of_scope(project_id: &str) -> Failure {
    Failure::new(
        ErrorCode::ProjectScopeForbidden,
        format!("the key's scope does not include the project `{project_id}`"),
    )
    .for_user("The API key may not touch this project.")
    .suggesting("Use a key whose scope includes the project.")
}
