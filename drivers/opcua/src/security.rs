//! Trust in servers, and the encryption of connections.

mod certificate;
mod own;
mod policy;
mod trust;

pub use self::trust::{ServerCertificate, Standing, TrustError, trust_service};
pub(crate) use self::{
    own::{Own, application_uri},
    policy::{
        Wanted, choose, has_better, is_secured, name, needs_certificate, with_one_token_policy,
    },
    trust::{pinned, remember, why_not},
};
