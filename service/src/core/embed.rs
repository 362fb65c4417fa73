//! Embed tokens: what a page in a browser shows, in the place of a key.
//!
//! A token is good for 15 minutes, for one project, for asking and for reading live values, and never
//! for more than the key that minted it may at that moment: revoke the key, and its tokens end.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    ErrorCode, Permission, Timestamp,
    embed::{EmbedToken, MintEmbedToken},
    limits::Tier,
};
use tagbridge_store::KeyInfo;
use uuid::Uuid;

use super::{
    Advice, Caller, Core, ForUser, Need, Refusal, Wrong, audit,
    gate::{no_project, out_of_scope, unauthorized},
    keys,
    once::{Answer, Effect, Write},
    paseto,
    secrets::Use,
};

pub(crate) const NEEDS: Need = Need::permission(Tier::Standard, Permission::AiExplain);

/// How long a token is good.
const LIFETIME: Duration = Duration::from_mins(15);
/// What a token may ever do.
const PERMISSIONS: [Permission; 2] = [Permission::AiExplain, Permission::HmiView];

/// What a token says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    /// Its id.
    jti: String,
    /// The id of the key that minted it.
    iss: String,
    organization: String,
    project: String,
    permissions: Vec<Permission>,
    /// The origins of pages that may show it.
    origins: Vec<String>,
    exp: Timestamp,
}

/// Whether this is to be a token rather than a key.
pub(crate) fn is_token(credential: &str) -> bool {
    credential.starts_with(paseto::HEADER)
}

/// How many requests of a tier a token may make in a minute.
pub(super) fn per_minute(tier: Tier) -> u32 {
    match tier {
        Tier::Standard => 20,
        Tier::Poll | Tier::JobPoll => 60,
    }
}

/// Mints a token for a project. Blocks.
pub(crate) fn mint(
    core: &Core,
    caller: &Caller,
    write: &Write,
    body: &MintEmbedToken,
) -> Result<Answer, Refusal> {
    let id = &body.project_id;
    core.allow(caller, id, || if caller.covers(id) { Ok(()) } else { Err(out_of_scope(id)) })?;
    core.store().read(|tx| tx.find_project(&caller.org, id))?.ok_or_else(|| no_project(id))?;
    let signer = core.signer(Use::Embed)?;
    let permissions: Vec<_> = PERMISSIONS.into_iter().filter(|&it| caller.may(it)).collect();
    let claims = Claims {
        jti: format!("emb_{}", Uuid::new_v4().simple()),
        iss: caller.id.clone(),
        organization: caller.org.to_string(),
        project: id.clone(),
        permissions,
        origins: core.options().embed_origins.clone(),
        exp: core.now().saturating_add(LIFETIME),
    };
    let payload = super::once::json(&claims)?;
    let token = paseto::sign(signer.key(), payload.as_bytes(), signer.id.as_bytes())
        .ok_or_else(Refusal::internal)?;
    let may = PERMISSIONS.map(|it| (it.as_str().to_owned(), claims.permissions.contains(&it)));
    let minted = EmbedToken {
        token,
        expires_at: claims.exp,
        permissions: BTreeMap::from(may),
        project_id: id.clone(),
    };
    core.write_at_once(write, |tx, now| {
        let by = (caller.id.as_str(), "embed_token");
        audit::note(tx, (&caller.org, now), by, id, claims.jti.clone())?;
        Ok(Effect::Created(minted.clone()))
    })
}

/// Who shows this token, on a page of this origin. Blocks.
pub(super) fn recognize(core: &Core, token: &str, page: Option<&str>) -> Result<Caller, Refusal> {
    let unknown = || refused(&Wrong::UnknownToken);
    let id = paseto::footer(token).and_then(|it| String::from_utf8(it).ok()).ok_or_else(unknown)?;
    let signer = core.signer_of(Use::Embed, &id)?.ok_or_else(unknown)?;
    let payload = paseto::verify(signer.key(), token).ok_or_else(unknown)?;
    let claims: Claims = serde_json::from_slice(&payload).map_err(|_| unknown())?;
    if core.now() >= claims.exp {
        return Err(refused(&Wrong::TokenExpired));
    }
    if let Some(origin) = page.filter(|page| !claims.origins.iter().any(|it| it == page)) {
        return Err(Refusal::new(ErrorCode::PermissionDenied, &Wrong::ForeignOrigin { origin })
            .for_user(&ForUser::NoPermission)
            .suggesting(&Advice::ConfigureOrigin));
    }
    let key = core.store().read(|tx| tx.key(&claims.iss))?.map(|(key, _)| key);
    let key = key.filter(|key| is_good(key, &claims, core.now()));
    let key = key.ok_or_else(|| refused(&Wrong::TokenOfEndedKey))?;
    let may = |it: &Permission| PERMISSIONS.contains(it) && key.permissions.contains(it);
    let permissions = claims.permissions.into_iter().filter(may).collect();
    Ok(Caller::of_token(claims.jti, key, permissions, claims.project))
}

/// Whether the key of a token is still what it was minted by.
fn is_good(key: &KeyInfo, claims: &Claims, now: Timestamp) -> bool {
    keys::is_valid(key, now)
        && key.org.as_str() == claims.organization
        && key.permissions.contains(&Permission::AiExplain)
        && key.projects.as_ref().is_none_or(|ids| ids.contains(&claims.project))
}

fn refused(why: &Wrong<'_>) -> Refusal {
    unauthorized(why).suggesting(&Advice::FreshToken)
}
