//! The users that may connect, and the security of the channel.

use std::{fmt, str::FromStr};

use async_trait::async_trait;
use opcua::{
    crypto::{SecurityPolicy, Thumbprint, X509},
    server::{
        ANONYMOUS_USER_TOKEN_ID, ServerEndpoint, ServerUserToken,
        authenticator::{
            AuthManager, CoreServerPermissions, DefaultAuthenticator, Password, UserToken,
        },
    },
    types::{Error, MessageSecurityMode, UserTokenPolicy, UserTokenType},
};

/// The security of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Security {
    None,
    Sign(Policy),
    SignAndEncrypt(Policy),
}

/// The algorithms of a secured channel (Part 7 §6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Policy {
    Basic256Sha256,
    Aes128Sha256RsaOaep,
    Aes256Sha256RsaPss,
}

impl Security {
    /// All securities, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Sign(Policy::Aes128Sha256RsaOaep),
        Self::Sign(Policy::Basic256Sha256),
        Self::Sign(Policy::Aes256Sha256RsaPss),
        Self::SignAndEncrypt(Policy::Aes128Sha256RsaOaep),
        Self::SignAndEncrypt(Policy::Basic256Sha256),
        Self::SignAndEncrypt(Policy::Aes256Sha256RsaPss),
    ];

    pub(super) fn endpoint(self, users: &[String]) -> ServerEndpoint {
        let (policy, mode) = match self {
            Self::None => (SecurityPolicy::None, MessageSecurityMode::None),
            Self::Sign(it) => (it.library(), MessageSecurityMode::Sign),
            Self::SignAndEncrypt(it) => (it.library(), MessageSecurityMode::SignAndEncrypt),
        };
        ServerEndpoint::new("/", policy, mode, users)
    }
}

impl Policy {
    fn library(self) -> SecurityPolicy {
        match self {
            Self::Basic256Sha256 => SecurityPolicy::Basic256Sha256,
            Self::Aes128Sha256RsaOaep => SecurityPolicy::Aes128Sha256RsaOaep,
            Self::Aes256Sha256RsaPss => SecurityPolicy::Aes256Sha256RsaPss,
        }
    }
}

impl fmt::Display for Security {
    /// `Basic256Sha256:SignAndEncrypt`, as in an endpoint's `security` parameter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Sign(policy) => write!(f, "{policy:?}:Sign"),
            Self::SignAndEncrypt(policy) => write!(f, "{policy:?}:SignAndEncrypt"),
        }
    }
}

impl FromStr for Security {
    type Err = SecurityError;

    /// A policy without a mode means `SignAndEncrypt`, and underscores are ignored, as in an
    /// endpoint.
    fn from_str(text: &str) -> Result<Self, SecurityError> {
        let plain = text.replace('_', "");
        let encrypted = format!("{plain}:SignAndEncrypt");
        let known = Self::ALL.into_iter().find(|it| {
            let name = it.to_string();
            name == plain || name == encrypted
        });
        known.ok_or_else(|| SecurityError { text: text.to_owned() })
    }
}

/// Why the text of a security is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no security is called `{text}`; there are None, and Basic256Sha256, Aes128Sha256RsaOaep and \
     Aes256Sha256RsaPss with :Sign or :SignAndEncrypt"
)]
pub struct SecurityError {
    text: String,
}

/// A user who may log in.
#[derive(Clone)]
pub(super) enum User {
    Anonymous,
    Password {
        name: String,
        password: String,
    },
    /// By a certificate, as it is stored: DER.
    Certificate {
        der: Vec<u8>,
    },
}

impl User {
    /// The id of the `nth` user in the library.
    pub(super) fn id(&self, nth: usize) -> String {
        match self {
            Self::Anonymous => ANONYMOUS_USER_TOKEN_ID.to_owned(),
            Self::Password { .. } | Self::Certificate { .. } => format!("user{nth}"),
        }
    }

    /// The token that the library checks. `None` for an anonymous user, who has only an id.
    pub(super) fn token(&self) -> Result<Option<ServerUserToken>, String> {
        match self {
            Self::Anonymous => Ok(None),
            Self::Password { name, password } => {
                Ok(Some(ServerUserToken::user_pass(name.as_str(), password.as_str())))
            }
            Self::Certificate { der } => {
                let certificate = X509::from_der(der)
                    .map_err(|_| "the certificate of a user is no X.509 in DER".to_owned())?;
                Ok(Some(ServerUserToken {
                    user: "by certificate".to_owned(),
                    // The library compares the thumbprint; the path only marks the kind of user.
                    x509: Some("by thumbprint".to_owned()),
                    thumbprint: Some(certificate.thumbprint()),
                    ..ServerUserToken::default()
                }))
            }
        }
    }
}

/// The authenticator of the library with two changes: all users may read the diagnostics, and the
/// algorithms of the channel verify a user's certificate.
pub(super) struct Authenticator(pub(super) DefaultAuthenticator);

#[async_trait]
impl AuthManager for Authenticator {
    async fn authenticate_anonymous_token(&self, endpoint: &ServerEndpoint) -> Result<(), Error> {
        self.0.authenticate_anonymous_token(endpoint).await
    }

    async fn authenticate_username_identity_token(
        &self,
        endpoint: &ServerEndpoint,
        name: &str,
        password: &Password,
    ) -> Result<UserToken, Error> {
        self.0.authenticate_username_identity_token(endpoint, name, password).await
    }

    async fn authenticate_x509_identity_token(
        &self,
        endpoint: &ServerEndpoint,
        thumbprint: &Thumbprint,
    ) -> Result<UserToken, Error> {
        self.0.authenticate_x509_identity_token(endpoint, thumbprint).await
    }

    fn user_token_policies(&self, endpoint: &ServerEndpoint) -> Vec<UserTokenPolicy> {
        let mut policies = self.0.user_token_policies(endpoint);
        let policy = match endpoint.security_policy() {
            SecurityPolicy::None => SecurityPolicy::Basic256Sha256,
            policy => policy,
        };
        for it in &mut policies {
            if it.token_type == UserTokenType::Certificate {
                it.security_policy_uri = policy.to_uri().into();
            }
        }
        policies
    }

    fn core_permissions(&self, _token: &UserToken) -> CoreServerPermissions {
        CoreServerPermissions { read_diagnostics: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_as_in_an_endpoint() {
        for security in Security::ALL {
            assert_eq!(security.to_string().parse(), Ok(security));
        }
        let encrypted = Security::SignAndEncrypt(Policy::Aes256Sha256RsaPss);
        assert_eq!("Aes256_Sha256_RsaPss".parse(), Ok(encrypted));
        for text in ["Basic128:Sign", "", "Sign", "Basic256Sha256:", "None:Sign"] {
            assert!(text.parse::<Security>().is_err(), "{text}");
        }
    }
}
