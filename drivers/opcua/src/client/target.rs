//! Parses an endpoint of this protocol:
//! `opc.tcp://HOST[:PORT][/PATH][?security=POLICY[:MODE]][&user=NAME|&cert=FILE&key=FILE][&timestamps=source]`.

use std::path::{Path, PathBuf};

use opcua::crypto::CertificateStore;
use tagbridge_driver::{Endpoint, EndpointError, Keyring, LinkError, LinkStep, LoginRemedy};
use tagbridge_texts::{Coded, Message};

use crate::{
    refusal::{EndpointMistake, Refusal, Remedy},
    security::RequestedSecurity,
    session::{ServerAddress, User},
};

/// The default port.
pub const PORT: u16 = 4840;

/// The address of a server, and the login.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Target {
    pub(crate) place: ServerAddress,
    pub(crate) wanted: RequestedSecurity,
    pub(crate) who: UserIdentity,
    /// Whether values have the server's source time instead of the time of the response.
    pub(crate) source_time: bool,
}

/// The user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserIdentity {
    Anybody,
    Name(String),
    Files { certificate: PathBuf, key: PathBuf },
}

impl Target {
    /// Parses an endpoint.
    pub(crate) fn of(endpoint: &Endpoint) -> Result<Self, EndpointError> {
        endpoint.check_parameters(&["security", "user", "cert", "key", "timestamps"])?;
        let wanted = match endpoint.parameter("security") {
            None => RequestedSecurity::Best,
            Some(text) => RequestedSecurity::of(&text).map_err(|wrong| endpoint.invalid(&wrong))?,
        };
        let who = match (
            endpoint.parameter("user").filter(|it| !it.is_empty()),
            endpoint.parameter("cert"),
            endpoint.parameter("key"),
        ) {
            (None, None, None) => UserIdentity::Anybody,
            (Some(name), None, None) => UserIdentity::Name(name),
            (None, Some(certificate), Some(key)) => {
                UserIdentity::Files { certificate: certificate.into(), key: key.into() }
            }
            (None, ..) => return Err(endpoint.invalid(&EndpointMistake::Pair)),
            (Some(_), ..) => return Err(endpoint.invalid(&EndpointMistake::TwoUsers)),
        };
        let source_time = match endpoint.parameter("timestamps").as_deref() {
            None | Some("gather") => false,
            Some("source") => true,
            Some(text) => {
                let unfit = EndpointMistake::Timestamps { text: text.to_owned() };
                return Err(endpoint.invalid(&unfit));
            }
        };
        let path = match endpoint.path() {
            "/" => "",
            path => path,
        };
        Ok(Self {
            place: ServerAddress {
                host: endpoint.host().to_owned(),
                port: endpoint.port().unwrap_or(PORT),
                path: path.to_owned(),
            },
            wanted,
            who,
            source_time,
        })
    }
}

impl UserIdentity {
    /// The user, with the secrets that are not in the endpoint.
    pub(crate) fn user(&self, keyring: &Keyring) -> Result<User, LinkError> {
        match self {
            Self::Anybody => Ok(User::Anonymous),
            Self::Name(name) => match &keyring.password {
                Some(password) => {
                    Ok(User::Password { name: name.clone(), password: password.clone() })
                }
                None => Err(LinkError::Unprepared {
                    doing: LinkStep::LogIn,
                    why: Refusal::NoPassword { user: name.clone() }.message(),
                    remedy: LoginRemedy::SetPassword.message(),
                }),
            },
            Self::Files { certificate, key } => Ok(User::Certificate {
                certificate: Box::new(
                    CertificateStore::read_cert(certificate)
                        .map_err(|why| unreadable(certificate, &why))?,
                ),
                key: Box::new(
                    CertificateStore::read_pkey(key).map_err(|why| unreadable(key, &why))?,
                ),
            }),
        }
    }
}

fn unreadable(file: &Path, why: &str) -> LinkError {
    LinkError::Unprepared {
        // Another user or another password is not the remedy.
        doing: LinkStep::UseUserCertificate,
        why: Refusal::File { path: file.display().to_string(), why: Message::verbatim(why) }
            .message(),
        remedy: Remedy::UserFiles.message(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Result<Target, EndpointError> {
        Target::of(&text.parse().expect(text))
    }

    #[test]
    fn the_zone_of_an_address_is_dialled_and_not_sent() {
        let it = target("opc.tcp://[fe80::1%eth0]:4840").expect("it is an endpoint");
        assert_eq!(it.place.host, "fe80::1%eth0");
        assert_eq!(it.place.url(), "opc.tcp://[fe80::1]:4840");
    }

    #[test]
    fn takes_endpoints_as_people_write_them() {
        for (text, url, who) in [
            ("opc.tcp://10.0.0.7", "opc.tcp://10.0.0.7:4840", UserIdentity::Anybody),
            ("opc.tcp://plc:4841/", "opc.tcp://plc:4841", UserIdentity::Anybody),
            ("opc.tcp://[::1]/UA/Server", "opc.tcp://[::1]:4840/UA/Server", UserIdentity::Anybody),
            ("opc.tcp://plc?user=joe", "opc.tcp://plc:4840", UserIdentity::Name("joe".into())),
            (
                "opc.tcp://plc?cert=a.der&key=b.pem&security=None",
                "opc.tcp://plc:4840",
                UserIdentity::Files { certificate: "a.der".into(), key: "b.pem".into() },
            ),
        ] {
            let it = target(text).expect(text);
            assert_eq!((it.place.url().as_str(), &it.who), (url, &who), "{text}");
            assert!(!it.source_time);
        }
        assert!(target("opc.tcp://plc?timestamps=source").unwrap().source_time);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (text, says) in [
            ("opc.tcp://h?security=Basic256", "security `Basic256` is too old and broken"),
            ("opc.tcp://h?security=Basic512", "security `Basic512` is not known; known are None"),
            ("opc.tcp://h?usr=x", "parameter `usr` is not known; known are security, user"),
            ("opc.tcp://h?cert=a", "cert and key must be used together"),
            ("opc.tcp://h?user=a&cert=a&key=b", "with a name, or with cert and key"),
            ("opc.tcp://h?timestamps=server", "known are gather and source"),
        ] {
            let error = target(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn a_user_without_a_password_is_told() {
        let who = UserIdentity::Name("joe".into());
        let error = who.user(&Keyring::default()).err().expect("no password");
        assert!(error.remedy().to_string().contains("TAGBRIDGE_PASSWORD"));
        assert!(error.wants_login());
    }

    #[test]
    fn a_certificate_that_cannot_be_read_is_no_matter_of_a_password() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("damaged.der"), "noise").unwrap();
        for name in ["missing.der", "damaged.der"] {
            let who = UserIdentity::Files { certificate: file(name), key: file("key.pem") };
            let error = who.user(&Keyring::default()).err().expect("there is none");
            assert!(!error.wants_login(), "{error}");
            let says = format!("cannot use the user's certificate: {}", file(name).display());
            assert!(error.to_string().starts_with(&says), "{error}");
        }
    }
}
