//! Selects one of a server's endpoints.

use std::fmt;

use opcua::{
    crypto::SecurityPolicy,
    types::{EndpointDescription, MessageSecurityMode, UserTokenPolicy, UserTokenType},
};
use tagbridge_driver::{LinkError, LinkStep, LoginRemedy};
use tagbridge_texts::{Coded, Message};

use crate::refusal::{EndpointMistake, Refusal, Remedy};
use crate::session::User;

const DOING: LinkStep = LinkStep::AgreeOnSecurity;
const BINARY: &str = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

/// The policies that are too old: they sign with SHA-1 and accept keys of 1024 bits.
const OUTDATED: [SecurityPolicy; 2] = [SecurityPolicy::Basic128Rsa15, SecurityPolicy::Basic256];

/// The current policies, the best one last.
const POLICIES: [SecurityPolicy; 3] = [
    SecurityPolicy::Aes128Sha256RsaOaep,
    SecurityPolicy::Basic256Sha256,
    SecurityPolicy::Aes256Sha256RsaPss,
];

/// The display name: without the underscores of the specification's URIs.
fn plain(policy: SecurityPolicy) -> String {
    policy.to_str().replace(['_', '-'], "")
}

/// The requested security.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum RequestedSecurity {
    /// The best available one.
    Best,
    /// Only this one.
    Exactly(SecurityPolicy, MessageSecurityMode),
}

impl RequestedSecurity {
    /// Parses `None`, `Basic256Sha256`, `Basic256Sha256:Sign`. Returns an error if it is invalid.
    pub(crate) fn of(text: &str) -> Result<Self, EndpointMistake> {
        let (policy, mode) = text.split_once(':').unwrap_or((text, "SignAndEncrypt"));
        if policy == "None" && matches!(mode, "None" | "SignAndEncrypt") {
            return Ok(Self::Exactly(SecurityPolicy::None, MessageSecurityMode::None));
        }
        let written = policy.replace(['_', '-'], "");
        let Some(policy) = POLICIES.into_iter().find(|it| plain(*it) == written) else {
            let (text, known) = (text.to_owned(), POLICIES.map(plain).join(", "));
            return Err(if OUTDATED.iter().any(|it| plain(*it) == written) {
                EndpointMistake::OutdatedSecurity { text, known }
            } else {
                EndpointMistake::Security { text, known }
            });
        };
        match mode {
            "Sign" => Ok(Self::Exactly(policy, MessageSecurityMode::Sign)),
            "SignAndEncrypt" => Ok(Self::Exactly(policy, MessageSecurityMode::SignAndEncrypt)),
            _ => Err(EndpointMistake::Colon { text: text.to_owned() }),
        }
    }
}

/// The display name of an endpoint's security: `Basic256Sha256:SignAndEncrypt`, `None`.
pub(crate) fn name(endpoint: &EndpointDescription) -> String {
    match (policy(endpoint), endpoint.security_mode) {
        (SecurityPolicy::None, MessageSecurityMode::None) => "None".to_owned(),
        (SecurityPolicy::Unknown, mode) => {
            let uri = endpoint.security_policy_uri.as_ref();
            format!("{}:{}", uri.rsplit('#').next().unwrap_or(uri), mode_name(mode))
        }
        (policy, mode) => format!("{}:{}", plain(policy), mode_name(mode)),
    }
}

/// Selects the endpoint.
pub(crate) fn choose<'a>(
    offered: &'a [EndpointDescription],
    wanted: RequestedSecurity,
    user: &User,
) -> Result<&'a EndpointDescription, LinkError> {
    let usable = || offered.iter().filter(|it| is_binary(it) && rank(it).is_some());
    let fitting = usable().filter(|it| match wanted {
        RequestedSecurity::Best => true,
        RequestedSecurity::Exactly(exact, mode) => policy(it) == exact && it.security_mode == mode,
    });
    let refused = |why: &Refusal, remedy: Message| {
        Err(LinkError::Refused { doing: DOING, why: why.message(), remedy: Some(remedy) })
    };
    let mut fitting = fitting.peekable();
    if fitting.peek().is_none() {
        let names: Vec<String> = binary(offered).map(name).collect();
        let names = List(&names).to_string();
        let mut others = binary(offered).peekable();
        let is_outdated =
            others.peek().is_some() && others.all(|it| OUTDATED.contains(&policy(it)));
        return match wanted {
            RequestedSecurity::Best if is_outdated => refused(
                &Refusal::OffersOutdated { offered: names },
                Remedy::NewerSecurity.message(),
            ),
            RequestedSecurity::Best => {
                refused(&Refusal::OffersOnly { offered: names }, Remedy::AnotherSecurity.message())
            }
            RequestedSecurity::Exactly(..) => refused(
                &Refusal::OffersOthers { offered: names },
                Remedy::AnotherSecurity.message(),
            ),
        };
    }
    let best = fitting.clone().max_by_key(|it| rank(it));
    match fitting.filter(|it| token_policy(it, user).is_some()).max_by_key(|it| rank(it)) {
        // Less than the best, because the best does not support this kind of user.
        Some(it)
            if wanted == RequestedSecurity::Best
                && best.and_then(rank) > rank(it)
                && !is_secured(it) =>
        {
            refused(&Refusal::OnlyUnsecured { user: user.kind() }, Remedy::Weakened.message())
        }
        Some(it) => Ok(it),
        None => {
            let why = match user {
                User::Anonymous => {
                    // No login was tried, so the server did not count a wrong password.
                    let (doing, why) = (LinkStep::LogIn, Refusal::Nobody.message());
                    let remedy = LoginRemedy::NameUser.message();
                    return Err(LinkError::Unprepared { doing, why, remedy });
                }
                User::Password { .. } if knows_passwords(offered) => {
                    return refused(&Refusal::NoSecret, Remedy::SecureLogin.message());
                }
                User::Password { .. } => Refusal::NoUserNames,
                User::Certificate { .. } => Refusal::NoUserCertificates,
            };
            refused(&why, Remedy::LeaveUserOut.message())
        }
    }
}

/// Whether users can log in with passwords, with any policy.
fn knows_passwords(offered: &[EndpointDescription]) -> bool {
    let tokens = |it: &EndpointDescription| it.user_identity_tokens.clone().unwrap_or_default();
    offered.iter().flat_map(tokens).any(|it| it.token_type == UserTokenType::UserName)
}

/// Whether there is a better endpoint for this user than the selected one.
pub(crate) fn has_better(
    offered: &[EndpointDescription],
    taken: &EndpointDescription,
    user: &User,
) -> bool {
    offered
        .iter()
        .filter(|it| is_binary(it) && token_policy(it, user).is_some())
        .any(|it| rank(it) > rank(taken))
}

/// Whether third parties can neither read nor change the communication.
pub(crate) fn is_secured(endpoint: &EndpointDescription) -> bool {
    endpoint.security_mode != MessageSecurityMode::None
}

/// Whether the server's certificate is needed: for the channel, or to encrypt a password.
pub(crate) fn needs_certificate(endpoint: &EndpointDescription, user: &User) -> bool {
    is_secured(endpoint) || !matches!(user, User::Anonymous)
}

/// The endpoint with only the selected login, because the library would otherwise select one
/// itself.
pub(crate) fn with_one_token_policy(
    endpoint: &EndpointDescription,
    user: &User,
) -> Result<EndpointDescription, LinkError> {
    let policy = token_policy(endpoint, user).ok_or_else(|| LinkError::Refused {
        doing: DOING,
        why: Refusal::NoWayIn { user: user.kind() }.message(),
        remedy: None,
    })?;
    Ok(EndpointDescription { user_identity_tokens: Some(vec![policy]), ..endpoint.clone() })
}

/// The safest login for this user at the endpoint; `None` if there is no safe one.
fn token_policy(endpoint: &EndpointDescription, user: &User) -> Option<UserTokenPolicy> {
    let offered = endpoint.user_identity_tokens.as_deref().unwrap_or_default();
    let of_type = |kind| offered.iter().filter(move |it| it.token_type == kind);
    let own = policy(endpoint);
    let effective = |it: &UserTokenPolicy| match it.security_policy_uri.as_ref() {
        "" => own,
        uri => SecurityPolicy::from_uri(uri),
    };
    let strength = |it: &UserTokenPolicy| POLICIES.iter().position(|known| *known == effective(it));
    match user {
        // Servers that accept anonymous users may omit the policy.
        User::Anonymous if offered.is_empty() => Some(UserTokenPolicy {
            token_type: UserTokenType::Anonymous,
            ..UserTokenPolicy::default()
        }),
        User::Anonymous => of_type(UserTokenType::Anonymous).next().cloned(),
        User::Password { .. } => {
            let is_hidden = endpoint.security_mode == MessageSecurityMode::SignAndEncrypt;
            of_type(UserTokenType::UserName)
                .filter(|it| {
                    strength(it).is_some() || is_hidden && effective(it) == SecurityPolicy::None
                })
                .max_by_key(|it| strength(it))
                .cloned()
        }
        User::Certificate { .. } => {
            let best = of_type(UserTokenType::Certificate)
                .filter(|it| strength(it).is_some())
                .max_by_key(|it| strength(it))?;
            // The library interprets an empty one as no policy.
            let security_policy_uri = effective(best).to_uri().into();
            Some(UserTokenPolicy { security_policy_uri, ..best.clone() })
        }
    }
}

/// Encrypted before signed before unsecured, and better policies first. `None`: must not be used.
fn rank(endpoint: &EndpointDescription) -> Option<(i32, usize)> {
    let mode = endpoint.security_mode;
    match (policy(endpoint), mode) {
        (SecurityPolicy::None, MessageSecurityMode::None) => Some((mode as i32, 0)),
        (policy, MessageSecurityMode::Sign | MessageSecurityMode::SignAndEncrypt) => {
            Some((mode as i32, POLICIES.iter().position(|it| *it == policy)?))
        }
        _ => None,
    }
}

fn policy(endpoint: &EndpointDescription) -> SecurityPolicy {
    SecurityPolicy::from_uri(endpoint.security_policy_uri.as_ref())
}

fn is_binary(endpoint: &EndpointDescription) -> bool {
    matches!(endpoint.transport_profile_uri.as_ref(), "" | BINARY)
        && endpoint.endpoint_url.as_ref().starts_with("opc.tcp:")
}

fn binary(offered: &[EndpointDescription]) -> impl Iterator<Item = &EndpointDescription> {
    offered.iter().filter(|it| is_binary(it))
}

fn mode_name(mode: MessageSecurityMode) -> &'static str {
    match mode {
        MessageSecurityMode::None => "None",
        MessageSecurityMode::Sign => "Sign",
        MessageSecurityMode::SignAndEncrypt => "SignAndEncrypt",
        MessageSecurityMode::Invalid => "?",
    }
}

struct List<'a>(&'a [String]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("nothing that we can use"),
            names => f.write_str(&names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_driver::Password;

    use super::*;

    fn endpoint(policy: SecurityPolicy, mode: MessageSecurityMode) -> EndpointDescription {
        let token = |token_type, security_policy_uri: &str| UserTokenPolicy {
            token_type,
            security_policy_uri: security_policy_uri.into(),
            ..UserTokenPolicy::default()
        };
        EndpointDescription {
            endpoint_url: "opc.tcp://plc:4840".into(),
            security_mode: mode,
            security_policy_uri: policy.to_uri().into(),
            user_identity_tokens: Some(vec![
                token(UserTokenType::Anonymous, ""),
                token(UserTokenType::UserName, ""),
            ]),
            ..EndpointDescription::default()
        }
    }

    fn offer() -> Vec<EndpointDescription> {
        use MessageSecurityMode::{None as Open, Sign, SignAndEncrypt};
        vec![
            endpoint(SecurityPolicy::None, Open),
            endpoint(SecurityPolicy::Basic256, SignAndEncrypt),
            endpoint(SecurityPolicy::Aes256Sha256RsaPss, Sign),
            endpoint(SecurityPolicy::Aes128Sha256RsaOaep, SignAndEncrypt),
            endpoint(SecurityPolicy::Basic256Sha256, SignAndEncrypt),
        ]
    }

    fn joe() -> User {
        User::Password { name: "joe".into(), password: Password::new("x") }
    }

    fn check(offered: &[EndpointDescription], wanted: &str, user: &User, expected: &str) {
        let wanted = match wanted {
            "" => RequestedSecurity::Best,
            text => RequestedSecurity::of(text).expect(text),
        };
        let chosen = match choose(offered, wanted, user) {
            Ok(it) => name(it),
            Err(error) => error.to_string(),
        };
        assert!(chosen.contains(expected), "{chosen} instead of {expected}");
    }

    #[test]
    fn the_best_is_taken_unless_told() {
        let all = offer();
        let nobody = User::Anonymous;
        check(&all, "", &nobody, "Basic256Sha256:SignAndEncrypt");
        check(&all, "None", &nobody, "None");
        check(&all, "Aes256Sha256RsaPss:Sign", &nobody, "Aes256Sha256RsaPss:Sign");
        check(&all, "Aes256Sha256RsaPss", &nobody, "does not offer that, but None, Basic256:");
        check(&all[..1], "", &nobody, "None");
        check(&all[1..2], "", &nobody, "too old: Basic256:SignAndEncrypt");
        let older = endpoint(SecurityPolicy::Basic128Rsa15, MessageSecurityMode::Sign);
        let outdated = [older, all[1].clone()];
        check(&outdated, "", &nobody, "too old: Basic128Rsa15:Sign, Basic256:SignAndEncrypt");
        check(&outdated, "Basic256Sha256", &nobody, "does not offer that, but Basic128Rsa15:Sign");
        check(&[], "", &nobody, "offers only nothing that we can use");
        check(&all, "", &joe(), "Basic256Sha256:SignAndEncrypt");
    }

    #[test]
    fn a_password_is_only_sent_hidden() {
        let all = offer();
        check(&all, "None", &joe(), "a password cannot be sent to it securely");
        let mut hidden = all[0].clone();
        hidden.user_identity_tokens.as_mut().unwrap()[1].security_policy_uri =
            SecurityPolicy::Basic256Sha256.to_uri().into();
        check(&[hidden], "None", &joe(), "None");
    }

    #[test]
    fn a_kind_of_user_does_not_weaken_security_silently() {
        let mut all = offer();
        for it in &mut all[1..] {
            it.user_identity_tokens.as_mut().unwrap().remove(0);
        }
        check(&all, "", &User::Anonymous, "can log in only without security");
        check(&all, "None", &User::Anonymous, "None");
    }

    #[test]
    fn an_offer_that_was_weakened_on_the_way_is_noticed() {
        let all = offer();
        assert!(has_better(&all, &all[0], &User::Anonymous));
        assert!(has_better(&all, &all[3], &User::Anonymous));
        assert!(!has_better(&all, &all[4], &User::Anonymous));
    }

    #[test]
    fn what_is_no_security_is_said() {
        for (text, says) in [
            ("Basic256", "too old and broken (SHA-1); known are None, Aes128Sha256RsaOaep"),
            ("Basic128Rsa15:Sign", "too old and broken"),
            ("Basic512", "is not known; known are None, Aes128Sha256RsaOaep"),
            ("Basic256Sha256:Encrypt", "Sign or SignAndEncrypt"),
            ("", "known are None"),
        ] {
            assert!(
                RequestedSecurity::of(text).is_err_and(|it| it.to_string().contains(says)),
                "{text}"
            );
        }
    }
}
