//! Trust in servers, and the encryption of connections.

mod certificate;
mod own_certificate;
mod policy;
mod trust;

pub use self::trust::{ServerCertificate, TrustError, TrustStatus, trust_service};
pub(crate) use self::{
    own_certificate::{OwnCertificate, application_uri},
    policy::{
        RequestedSecurity, choose, has_better, is_secured, name, needs_certificate,
        with_one_token_policy,
    },
    trust::{pinned, remember, why_not},
};
