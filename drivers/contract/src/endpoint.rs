//! The address of a controller.

use std::{borrow::Cow, fmt, ops::RangeInclusive, str::FromStr};

use tagbridge_texts::{Coded, Message};
use url::Url;

/// The address of a controller: `logix://10.0.0.5/1,0`, `s7://10.0.0.6?rack=0&slot=1`.
///
/// Each protocol defines the meaning of path and query; this type only has a scheme and a host. It
/// contains no secrets, and refuses a password in the URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// The URL without the zone, which a URL cannot have.
    url: Url,
    /// Host name or IP address, with its zone.
    host: String,
}

impl Endpoint {
    /// The URL without the zone of its address.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The protocol: `logix`.
    pub fn scheme(&self) -> &str {
        self.url.scheme()
    }

    /// Host name or IP address, without the brackets of an IPv6 address, with its zone:
    /// `fe80::1%eth0`.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, if there is one.
    pub fn port(&self) -> Option<u16> {
        self.url.port()
    }

    /// The path after host and port, with its leading slash; may be empty.
    pub fn path(&self) -> &str {
        self.url.path()
    }

    /// The value of a query parameter.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    /// The value of a query parameter that is a number in a range; a default if the parameter is
    /// missing.
    pub fn number(
        &self,
        name: &str,
        range: RangeInclusive<u16>,
        default: u16,
    ) -> Result<u16, EndpointError> {
        let Some(text) = self.parameter(name) else { return Ok(default) };
        text.parse().ok().filter(|it| range.contains(it)).ok_or_else(|| {
            let (least, most) = (*range.start(), *range.end());
            self.invalid(&EndpointProblem::Number { name, text: &text, least, most })
        })
    }

    /// Refuses query parameters that the driver does not know.
    pub fn check_parameters(&self, known: &[&str]) -> Result<(), EndpointError> {
        match self.url.query_pairs().find(|(name, _)| !known.contains(&&**name)) {
            None => Ok(()),
            Some((name, _)) => {
                Err(self
                    .invalid(&EndpointProblem::Parameter { name: &name, known: &known.join(", ") }))
            }
        }
    }

    /// An error for a part of the URL that its driver does not understand: what is wrong, and what
    /// is correct.
    pub fn invalid(&self, what: &impl Coded) -> EndpointError {
        EndpointError::Invalid { endpoint: self.to_string(), what: what.message() }
    }
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        if !text.contains("://") {
            return Err(EndpointError::NoScheme { text: redacted(text) });
        }
        let (plain, zone) = without_zone(text);
        let url = Url::parse(&plain)
            .map_err(|source| EndpointError::Syntax { text: redacted(text), source })?;
        if url.host_str().is_none_or(str::is_empty) {
            return Err(EndpointError::NoHost { text: redacted(text) });
        }
        let is_secret = |name: &str| name.starts_with("pass") || name == "pwd";
        if url.password().is_some() || url.query_pairs().any(|(name, _)| is_secret(&name)) {
            return Err(EndpointError::Password { text: redacted(text) });
        }
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let host = format!("{host}{}", zone.map_or(String::new(), |zone| format!("%{zone}")));
        Ok(Self { url, host })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host.split_once('%') {
            // The zone is before the closing bracket of the address.
            Some((_, zone)) => {
                let (address, rest) = self.url.as_str().split_once(']').unwrap_or_default();
                write!(f, "{address}%{zone}]{rest}")
            }
            None => self.url.fmt(f),
        }
    }
}

/// The zone of a link-local IPv6 address (RFC 4007), which a URL cannot have, and the text without
/// it: `[fe80::1%eth0]`, or `[fe80::1%25eth0]` as in RFC 6874.
fn without_zone(text: &str) -> (Cow<'_, str>, Option<&str>) {
    let plain = (Cow::Borrowed(text), None);
    let Some((before, host)) =
        text.split_once("://[").map(|(scheme, _)| text.split_at(scheme.len() + 4))
    else {
        return plain;
    };
    let Some((inside, after)) = host.split_once(']') else { return plain };
    let Some((address, zone)) = inside.split_once('%') else { return plain };
    let zone = zone.strip_prefix("25").filter(|it| !it.is_empty()).unwrap_or(zone);
    let is_name = |it: char| it.is_ascii_alphanumeric() || "-_.:".contains(it);
    if zone.is_empty()
        || !zone.chars().all(is_name)
        || !address.to_ascii_lowercase().starts_with("fe")
    {
        return plain;
    }
    (Cow::Owned(format!("{before}{address}]{after}")), Some(zone))
}

/// The text that was entered, without the parts before an `@` or after a `?`, which may be secret.
fn redacted(text: &str) -> String {
    let text = text.split_once('?').map_or(text, |(before, _)| before);
    match text.rsplit_once('@') {
        Some((before, after)) => {
            let scheme = before.split_once("://").map_or("", |(scheme, _)| scheme);
            format!("{scheme}://…@{after}")
        }
        None => text.to_owned(),
    }
}

/// The error of an endpoint that was entered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "endpoint")]
pub enum EndpointError {
    /// Not a URL.
    Syntax {
        /// The text.
        text: String,
        /// The message of the URL parser.
        #[coded(text)]
        source: url::ParseError,
    },
    /// An address without a protocol.
    NoScheme {
        /// The text.
        text: String,
    },
    /// The host is missing.
    NoHost {
        /// The text.
        text: String,
    },
    /// It contains a password.
    Password {
        /// The text, without the part that could be the secret.
        text: String,
    },
    /// The scheme has no driver.
    UnknownScheme {
        /// The text.
        endpoint: String,
        /// Its scheme.
        scheme: String,
        /// The known schemes.
        known: String,
    },
    /// A part of the URL that the protocol does not understand.
    Invalid {
        /// The text.
        endpoint: String,
        /// What is wrong, and what is correct.
        what: Message,
    },
}

/// An error that is possible in an endpoint of any protocol.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "endpoint-unfit")]
pub enum EndpointProblem<'a> {
    /// A parameter is not a number in its range.
    Number {
        /// The parameter.
        name: &'a str,
        /// Its value.
        text: &'a str,
        /// The minimum.
        least: u16,
        /// The maximum.
        most: u16,
    },
    /// The parameter is not known.
    Parameter {
        /// The parameter.
        name: &'a str,
        /// The known parameters.
        known: &'a str,
    },
    /// Controllers with this scheme can only be polled.
    Polled {
        /// Its scheme.
        scheme: &'a str,
    },
    /// Controllers with this scheme have no certificate.
    NoCertificate {
        /// The schemes that have one.
        schemes: &'a [String],
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(text: &str) -> Endpoint {
        text.parse().expect(text)
    }

    #[test]
    fn takes_a_url_apart() {
        let it = endpoint("logix://10.0.0.5:2222/1,0?size=500");
        assert_eq!((it.scheme(), it.host(), it.port()), ("logix", "10.0.0.5", Some(2222)));
        assert_eq!(it.path(), "/1,0");
        assert_eq!(it.parameter("size").as_deref(), Some("500"));
        assert_eq!(it.parameter("slot"), None);
        assert_eq!(it.to_string(), "logix://10.0.0.5:2222/1,0?size=500");
    }

    #[test]
    fn parameters_that_nobody_knows_are_refused() {
        let it = endpoint("s7://10.0.0.6?rack=0&slto=1");
        assert_eq!(it.check_parameters(&["rack", "slto"]), Ok(()));
        let error = it.check_parameters(&["rack", "slot"]).expect_err("a slip").to_string();
        assert!(error.ends_with("parameter `slto` is not known; known are rack, slot"), "{error}");
    }

    #[test]
    fn host_of_ipv6_has_no_brackets() {
        assert_eq!(endpoint("logix://[::1]:44818/").host(), "::1");
    }

    #[test]
    fn a_link_local_address_keeps_its_zone() {
        for (text, host, shown) in [
            ("logix://[fe80::1%eth0]/1,0", "fe80::1%eth0", "logix://[fe80::1%eth0]/1,0"),
            ("s7://[fe80::1%3]:102?rack=0", "fe80::1%3", "s7://[fe80::1%3]:102?rack=0"),
            (
                "opc.tcp://[FE80::0:1%25en0.5]:4840/x",
                "fe80::1%en0.5",
                "opc.tcp://[fe80::1%en0.5]:4840/x",
            ),
            ("s7://[fe80::1%25]", "fe80::1%25", "s7://[fe80::1%25]"),
        ] {
            let it = endpoint(text);
            assert_eq!((it.host(), it.to_string().as_str()), (host, shown), "{text}");
            assert_eq!(endpoint(shown), it, "{text}");
        }
        for text in
            ["s7://[fe80::1%]", "s7://[fe80::1%a b]", "s7://[fe80::1%eth0", "s7://[::1%eth0]"]
        {
            assert!(text.parse::<Endpoint>().is_err(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_endpoint() {
        for (text, says) in [
            ("10.0.0.5", "does not name a protocol"),
            ("plc-2:44818", "does not name a protocol"),
            ("logix://10.0.0.5:x", "is not a URL"),
            ("logix://", "names no host"),
            ("logix:///1,0", "names no host"),
            ("opc.tcp://joe:hunter2@10.0.0.7", "contains a password"),
            ("opc.tcp://10.0.0.7?user=joe&password=hunter2", "contains a password"),
        ] {
            let error = text.parse::<Endpoint>().expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}
