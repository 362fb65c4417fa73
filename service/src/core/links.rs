//! Signed links that are a credential: to upload a large file, and to download one.
//!
//! A link contains its key, its expiry and its purpose, and is signed. Its user has the permissions
//! that the key has at that moment, and no more.

use std::time::Duration;

use subtle::ConstantTimeEq;
use tagbridge_api::{ErrorCode, Timestamp};

use super::{
    Advice, Caller, Core, Refusal, TechnicalReason, UserMessage, keys, secrets::SignaturePurpose,
};

/// The purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkPurpose {
    /// To upload bytes.
    Put,
    /// To use the uploaded file for a version.
    Add,
    /// To download a file.
    Get,
}

impl LinkPurpose {
    fn name(self) -> &'static [u8] {
        match self {
            Self::Put => b"put",
            Self::Add => b"add",
            Self::Get => b"get",
        }
    }
}

/// The query parameters of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    key: String,
    expires: String,
    signature: String,
}

impl Link {
    /// Removes the parameters of a link from a query; returns the rest. `None` if it is not a link.
    pub(crate) fn take(query: &str) -> Option<(Self, String)> {
        let mut link =
            Self { key: String::new(), expires: String::new(), signature: String::new() };
        let mut rest = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("key", key)) => key.clone_into(&mut link.key),
                Some(("expires", expires)) => expires.clone_into(&mut link.expires),
                Some(("signature", signature)) => signature.clone_into(&mut link.signature),
                _ => rest.push(pair),
            }
        }
        (!link.signature.is_empty()).then(|| (link, rest.join("&")))
    }
}

impl Core {
    /// Returns a path as a signed link with this lifetime, and its expiry. The path may have a
    /// query. Blocks.
    pub(crate) fn link(
        &self,
        deed: LinkPurpose,
        caller: &Caller,
        path: &str,
        lifetime: Duration,
    ) -> Result<(String, Timestamp), Refusal> {
        let until = self.now().saturating_add(lifetime);
        let expires = until.as_millis().to_string();
        let signer = self.signer(SignaturePurpose::Links)?;
        let key = &caller.id;
        let signature =
            signer.sign(&[deed.name(), path.as_bytes(), key.as_bytes(), expires.as_bytes()]);
        let begins = if path.contains('?') { '&' } else { '?' };
        let (id, digits) = (&signer.id, keys::hex(&signature));
        let link = format!("{path}{begins}key={key}&expires={expires}&signature={id}.{digits}");
        Ok((link, until))
    }

    /// Returns the caller of this link; 403 if the link is not valid for this path, 401 if its key
    /// is no longer valid. Blocks.
    pub(crate) fn follow(
        &self,
        deed: LinkPurpose,
        path: &str,
        link: &Link,
    ) -> Result<Caller, Refusal> {
        let Link { key, expires, signature } = link;
        let bad = || {
            Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::BadLink)
                .for_user(&UserMessage::BadLink)
                .with_remedy(&Advice::FreshLink)
        };
        let (id, digits) = signature.split_once('.').ok_or_else(bad)?;
        let signer = self.signer_of(SignaturePurpose::Links, id)?.ok_or_else(bad)?;
        let parts = [deed.name(), path.as_bytes(), key.as_bytes(), expires.as_bytes()];
        let expected = keys::hex(&signer.sign(&parts));
        if !bool::from(expected.as_bytes().ct_eq(digits.as_bytes())) {
            return Err(bad());
        }
        let now = self.now();
        let until = expires.parse().ok().and_then(Timestamp::from_millis).ok_or_else(bad)?;
        if now >= until {
            return Err(Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::LinkExpired)
                .for_user(&UserMessage::BadLink)
                .with_remedy(&Advice::FreshLink));
        }
        self.caller_of_key(key)
    }
}
