//! Whom a connection is made with, and how well it is kept from others.

mod certificate;
mod own;
mod policy;
mod trust;

pub use self::trust::{ServerCertificate, Standing, TrustError};
pub(crate) use self::{
    own::{Own, application_uri},
    policy::{
        Wanted, choose, has_better, is_secured, name, needs_certificate, with_one_token_policy,
    },
    trust::{pinned, remember, why_not},
};

/// What to do about a certificate that nobody has trusted yet.
pub(crate) const REMEDY_UNKNOWN: &str = "compare the fingerprint with what the controller itself shows, then run `tagbridge trust` with this endpoint";
/// What to do about a certificate that is not the trusted one.
pub(crate) const REMEDY_CHANGED: &str = "find out why it changed (a new runtime, a renewed certificate, or somebody in between); if it is right, run `tagbridge trust` with this endpoint";
/// What to do about an offer that became weaker.
pub(crate) const REMEDY_WEAKENED: &str = "name the security in the endpoint, such as ?security=Basic256Sha256:SignAndEncrypt, or ?security=None if that is meant";
