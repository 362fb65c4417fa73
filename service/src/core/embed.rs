//! Embed tokens: the credential of a page in a browser, instead of a key.
//!
//! A token is valid for 15 minutes, for one project, for questions and live values, and never for
//! more than its key allows at that moment. Revoking the key ends its tokens.

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
    AccessRequirement, Advice, Caller, Core, Refusal, TechnicalReason, UserMessage, audit,
    authorization::{self, out_of_scope, unauthorized},
    keys,
    once::{Answer, Write, WriteResult},
    paseto,
    secrets::SignaturePurpose,
};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::AiExplain);

/// The lifetime of a token.
const LIFETIME: Duration = Duration::from_mins(15);
/// The maximum permissions of a token.
const PERMISSIONS: [Permission; 2] = [Permission::AiExplain, Permission::HmiView];

/// The contents of a token.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    /// The id of the token.
    jti: String,
    /// The id of the key that minted it.
    iss: String,
    organization: String,
    project: String,
    permissions: Vec<Permission>,
    /// The origins of the pages that may use it.
    origins: Vec<String>,
    exp: Timestamp,
}

/// Whether a credential is a token, not a key.
pub(crate) fn is_token(credential: &str) -> bool {
    credential.starts_with(paseto::HEADER)
}

/// Number of requests of a tier that a token may send per minute.
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
    core.audit_missing_permission(caller, id, || {
        if caller.covers(id) { Ok(()) } else { Err(out_of_scope(id)) }
    })?;
    core.store_of(&caller.org).read(|tx| authorization::find(tx, &caller.org, id))?;
    let signer = core.signer(SignaturePurpose::Embed)?;
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
        Ok(WriteResult::Created(minted.clone()))
    })
}

/// The caller with this token, on a page of this origin. Blocks.
pub(super) fn recognize(core: &Core, token: &str, page: Option<&str>) -> Result<Caller, Refusal> {
    let unknown = || refused(&TechnicalReason::UnknownToken);
    let id = paseto::footer(token).and_then(|it| String::from_utf8(it).ok()).ok_or_else(unknown)?;
    let signer = core.signer_of(SignaturePurpose::Embed, &id)?.ok_or_else(unknown)?;
    let payload = paseto::verify(signer.key(), token).ok_or_else(unknown)?;
    let claims: Claims = serde_json::from_slice(&payload).map_err(|_| unknown())?;
    if core.now() >= claims.exp {
        return Err(refused(&TechnicalReason::TokenExpired));
    }
    if let Some(origin) = page.filter(|page| !claims.origins.iter().any(|it| it == page)) {
        return Err(Refusal::new(
            ErrorCode::PermissionDenied,
            &TechnicalReason::ForeignOrigin { origin },
        )
        .for_user(&UserMessage::NoPermission)
        .with_remedy(&Advice::ConfigureOrigin));
    }
    let key = core.store().read(|tx| tx.key(&claims.iss))?.map(|(key, _)| key);
    let key = key.filter(|key| is_good(key, &claims, core.now()));
    let key = key.ok_or_else(|| refused(&TechnicalReason::TokenOfEndedKey))?;
    let may = |it: &Permission| PERMISSIONS.contains(it) && key.permissions.contains(it);
    let permissions = claims.permissions.into_iter().filter(may).collect();
    Ok(Caller::of_token(claims.jti, key, permissions, claims.project))
}

/// Whether the key of a token still has the properties that it had when it minted the token.
fn is_good(key: &KeyInfo, claims: &Claims, now: Timestamp) -> bool {
    keys::is_valid(key, now)
        && key.org.as_str() == claims.organization
        && key.permissions.contains(&Permission::AiExplain)
        && key.projects.as_ref().is_none_or(|ids| ids.contains(&claims.project))
}

fn refused(why: &TechnicalReason<'_>) -> Refusal {
    unauthorized(why).with_remedy(&Advice::FreshToken)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};
    use tagbridge_api::project::Vendor;

    use super::*;
    use crate::{NewKey, NewProject, Options, core::projects};

    const PAGE: &str = "https://portal.example";

    /// A service and the claims of a valid token.
    struct Minted {
        core: Core,
        claims: Value,
        _folder: tempfile::TempDir,
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis).unwrap()
    }

    impl Minted {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let clock: Option<crate::Clock> = Some(Arc::new(|| at(1_767_225_600_000)));
            let core = Core::open(folder.path(), Options { clock, ..Options::default() }).unwrap();
            let new = NewProject { name: "Line".to_owned(), vendor: Vendor::AllenBradley };
            let project =
                projects::create(&core, &tagbridge_store::Org::local(), &new).unwrap().project_id;
            let asks = NewKey {
                permissions: vec![Permission::AiExplain, Permission::CodeRead],
                projects: Some(vec![project.clone()]),
                ..NewKey::default()
            };
            let (key, _) = keys::create(&core, &tagbridge_store::Org::local(), asks).unwrap();
            let claims = Claims {
                jti: "emb_1".to_owned(),
                iss: key.id,
                organization: key.org.to_string(),
                project,
                permissions: vec![Permission::AiExplain],
                origins: vec![PAGE.to_owned()],
                exp: core.now().saturating_add(LIFETIME),
            };
            Self { core, claims: json!(claims), _folder: folder }
        }

        /// The claims with one changed value.
        fn with(&self, claim: &str, value: Value) -> Value {
            let mut claims = self.claims.clone();
            claims[claim] = value;
            claims
        }

        /// Signs claims like the service.
        fn signed(&self, claims: &Value) -> String {
            let signer = self.core.signer(SignaturePurpose::Embed).unwrap();
            let (payload, footer) = (claims.to_string(), signer.id.as_bytes());
            paseto::sign(signer.key(), payload.as_bytes(), footer).unwrap()
        }

        #[track_caller]
        fn refuses(&self, what: &str, token: &str, page: Option<&str>, why: &TechnicalReason<'_>) {
            let refused = recognize(&self.core, token, page).map(|caller| caller.id);
            let refused = refused.expect_err(what);
            let expected = match why {
                TechnicalReason::ForeignOrigin { .. } => ErrorCode::PermissionDenied,
                _ => ErrorCode::Unauthorized,
            };
            assert_eq!(refused.code(), expected, "{what}");
            let english = tagbridge_texts::Language::English;
            let message = tagbridge_texts::Message::from(why).in_language(english);
            assert_eq!(refused.error(english).message, message, "{what}");
        }
    }

    #[test]
    fn what_the_service_signed_is_held_against_what_is_so_now() {
        let minted = Minted::new();
        let honest = recognize(&minted.core, &minted.signed(&minted.claims), Some(PAGE)).unwrap();
        assert!(
            honest.may(Permission::AiExplain)
                && honest.covers(minted.claims["project"].as_str().unwrap())
        );
        let wider = json!(["ai_explain", "hmi_view", "code_read", "code_write"]);
        let wider = minted.signed(&minted.with("permissions", wider));
        let wider = recognize(&minted.core, &wider, None).unwrap();
        for more in [Permission::HmiView, Permission::CodeRead, Permission::CodeWrite] {
            assert!(!wider.may(more), "{more:?}");
        }
        let now = minted.core.now();
        for (claim, value, why) in [
            ("exp", json!(now), TechnicalReason::TokenExpired),
            ("exp", json!(at(0)), TechnicalReason::TokenExpired),
            ("iss", json!("key_other"), TechnicalReason::TokenOfEndedKey),
            ("organization", json!("other"), TechnicalReason::TokenOfEndedKey),
            ("project", json!("prj_other"), TechnicalReason::TokenOfEndedKey),
            ("permissions", json!(["everything"]), TechnicalReason::UnknownToken),
            ("exp", json!("never"), TechnicalReason::UnknownToken),
            ("more", json!(true), TechnicalReason::UnknownToken),
        ] {
            let told = format!("{claim} {value}");
            minted.refuses(&told, &minted.signed(&minted.with(claim, value)), None, &why);
        }
        let origin = "https://evil.example";
        let token = minted.signed(&minted.claims);
        minted.refuses("a page", &token, Some(origin), &TechnicalReason::ForeignOrigin { origin });
        let key = minted.claims["iss"].as_str().unwrap();
        keys::revoke(&minted.core, &tagbridge_store::Org::local(), key).unwrap();
        minted.refuses("its key is revoked", &token, None, &TechnicalReason::TokenOfEndedKey);
    }

    #[test]
    fn what_the_service_did_not_sign_is_no_token() {
        use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
        let minted = Minted::new();
        let token = minted.signed(&minted.claims);
        let (body, footer) = token[paseto::HEADER.len()..].split_once('.').unwrap();
        let bytes = BASE64.decode(body).unwrap();
        let (payload, signature) = bytes.split_at(bytes.len() - 64);
        let made = |payload: &[u8], signature: &[u8]| {
            let body = BASE64.encode([payload, signature].concat());
            format!("{}{body}.{footer}", paseto::HEADER)
        };
        assert_eq!(made(payload, signature), token);
        let mut forged = Vec::new();
        for at in 0..signature.len() {
            let mut changed = signature.to_vec();
            changed[at] ^= 1;
            forged.push((format!("byte {at} of the signature"), made(payload, &changed)));
        }
        for length in [0, 1, 63] {
            forged.push((format!("{length} bytes of it"), made(payload, &signature[..length])));
        }
        forged.push(("a signature of zeros".to_owned(), made(payload, &[0; 64])));
        for (claim, value) in [
            ("project", json!("prj_other")),
            ("organization", json!("other")),
            ("iss", json!("key_other")),
            ("permissions", json!(["ai_explain", "hmi_view"])),
            ("origins", json!(["https://evil.example"])),
            ("exp", json!(minted.core.now().saturating_add(LIFETIME * 2))),
        ] {
            let other = minted.with(claim, value).to_string();
            forged.push((format!("another {claim}"), made(other.as_bytes(), signature)));
        }
        let signer = minted.core.signer(SignaturePurpose::Embed).unwrap();
        let links = minted.core.signer(SignaturePurpose::Links).unwrap();
        for (whose, seed, id) in [
            ("somebody's key", &[7; 32], signer.id.as_bytes()),
            ("somebody's key under its own name", &[7; 32], b"mine"),
            ("somebody's key without a name", &[7; 32], b""),
            ("the key of links", links.key(), links.id.as_bytes()),
            ("its key under another name", signer.key(), b"mine"),
        ] {
            forged.push((whose.to_owned(), paseto::sign(seed, payload, id).unwrap()));
        }
        let elsewhere = Minted::new();
        forged.push(("another service".to_owned(), elsewhere.signed(&minted.claims)));
        for header in [
            "v1.public.",
            "v2.public.",
            "v3.public.",
            "v4.local.",
            "v5.public.",
            "V4.public.",
            "v4.public..",
            "v4.",
            "",
            "k4.public.",
        ] {
            forged.push((format!("header {header}"), format!("{header}{body}.{footer}")));
        }
        for algorithm in ["none", "HS256", "EdDSA"] {
            let header = BASE64.encode(json!({ "alg": algorithm, "typ": "JWT" }).to_string());
            let claims = BASE64.encode(payload);
            forged.push((format!("a JWT of {algorithm}"), format!("{header}.{claims}.")));
        }
        for (how, token) in [
            ("no footer", format!("{}{body}", paseto::HEADER)),
            ("an empty footer", format!("{}{body}.", paseto::HEADER)),
            ("two footers", format!("{token}.{footer}")),
            ("padded", format!("{}{body}=.{footer}", paseto::HEADER)),
            ("a blank behind", format!("{token} ")),
            ("nothing", String::new()),
        ] {
            forged.push((how.to_owned(), token));
        }
        assert!(forged.len() > 90, "{}", forged.len());
        for (how, token) in &forged {
            assert_ne!(token, &minted.signed(&minted.claims), "{how}");
            minted.refuses(how, token, None, &TechnicalReason::UnknownToken);
        }
        println!("{} forged tokens, 0 accepted", forged.len());
    }
}
