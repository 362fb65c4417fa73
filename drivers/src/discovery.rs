//! Discovery, over all protocols that have one.

use std::{fmt, time::Duration};

use futures::future::join_all;
use tagbridge_api::project::Vendor;
use tagbridge_driver::{Discovered, Endpoint, EndpointError, LinkError, LinkStep};

use crate::protocol::{PROTOCOLS, Protocol};

/// Broadcasts one discovery request in every protocol that supports it, and collects responses for
/// the time `wait`. Returns all devices, or why no request could be sent.
pub async fn discover(wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let asked = PROTOCOLS.iter().filter_map(|it| it.discover).map(|discover| discover(wait));
    let mut found = Vec::new();
    let mut failed = None;
    for answer in join_all(asked).await {
        match answer {
            Ok(some) => found.extend(some),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// Asks one host (`HOST` or `HOST:PORT`) for its identity in every protocol that supports it, and
/// waits for responses until `wait` is over. Returns all devices, or the error of the protocol that
/// the port belongs to.
pub async fn identify(host: &str, wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let place = Place::of(host).to_string();
    let asked = PROTOCOLS.iter().map(|it| {
        let place = place.clone();
        async move { (it, (it.identify)(place, wait).await) }
    });
    let mut found = Vec::new();
    let mut failed: Option<(u8, LinkError)> = None;
    for (protocol, answer) in join_all(asked).await {
        match answer {
            Ok(some) => found.extend(some),
            Err(error) => {
                let weight = weight(host, protocol, &error);
                // Errors without a weight have the message of the first one.
                if failed.as_ref().is_none_or(|(most, _)| weight > 0 && weight >= *most) {
                    failed = Some((weight, error));
                }
            }
        }
    }
    match failed {
        Some((_, error)) if found.is_empty() => Err(without_protocol_step(error)),
        _ => Ok(found),
    }
}

/// The error without the step of one protocol, because several were tried.
fn without_protocol_step(error: LinkError) -> LinkError {
    match error {
        LinkError::Closed { .. } => LinkError::Closed { doing: LinkStep::SayWho },
        LinkError::Timeout { after, .. } => LinkError::Timeout { doing: LinkStep::SayWho, after },
        LinkError::Protocol { why, .. } => LinkError::Protocol { doing: LinkStep::SayWho, why },
        error => error,
    }
}

/// The significance of an error: the port belongs to the protocol; a connection was accepted; the
/// port belongs to no protocol, and there was no response. An error of another protocol on a known
/// port is not significant.
fn weight(host: &str, protocol: &Protocol, error: &LinkError) -> u8 {
    let port: Option<u16> = host.rsplit_once(':').and_then(|it| it.1.parse().ok());
    let is_anybodys = PROTOCOLS.iter().any(|it| Some(it.default_port) == port);
    let is_anothers = is_anybodys && port != Some(protocol.default_port);
    match error {
        _ if is_anothers => 0,
        LinkError::Closed { .. }
        | LinkError::Refused { .. }
        | LinkError::Untrusted { .. }
        | LinkError::AnotherProtocol { .. }
        | LinkError::Unresolved { .. }
        | LinkError::Protocol { .. } => 3,
        LinkError::Timeout { .. } | LinkError::Connect { .. }
            if port == Some(protocol.default_port) =>
        {
            2
        }
        LinkError::Timeout { .. } if port.is_some() && !is_anybodys => 1,
        LinkError::Timeout { .. } | LinkError::Connect { .. } | LinkError::Unprepared { .. } => 0,
    }
}

/// Parses an entered endpoint: a complete one, or an address (`10.0.0.5`, `10.0.0.5:44818`) with a
/// known vendor, or with the default port of a protocol.
pub fn endpoint(text: &str, vendor: Option<Vendor>) -> Result<Endpoint, EndpointError> {
    match text.trim().parse() {
        Err(EndpointError::NoScheme { .. }) => {
            let place = Place::of(text.trim());
            let unknown = || EndpointError::NoScheme { text: text.trim().to_owned() };
            let protocol = place.protocol(vendor).ok_or_else(unknown)?;
            place.over(protocol).parse()
        }
        parsed => parsed,
    }
}

/// Parses an address only, with any port, such as that of a server with a certificate.
pub fn certified_endpoint(address: &str) -> Result<Endpoint, EndpointError> {
    let protocol = PROTOCOLS.iter().find(|it| it.shows_certificate);
    let unknown = || EndpointError::NoScheme { text: address.to_owned() };
    Place::of(address).over(protocol.ok_or_else(unknown)?).parse()
}

/// Parses an entered endpoint; for an address without a protocol, identifies the device at that
/// address within this time.
pub async fn find(
    text: &str,
    vendor: Option<Vendor>,
    wait: Duration,
) -> Result<Endpoint, AddressFailure> {
    match endpoint(text, vendor) {
        Err(error @ EndpointError::NoScheme { .. }) => {
            let found = identify(text.trim(), wait).await.map_err(AddressFailure::Link)?;
            let found = found.into_iter().next().ok_or(AddressFailure::Endpoint(error))?;
            found.endpoint.parse().map_err(AddressFailure::Endpoint)
        }
        known => known.map_err(AddressFailure::Endpoint),
    }
}

/// Why an address is not an endpoint.
#[derive(Debug)]
pub enum AddressFailure {
    /// It is not valid.
    Endpoint(EndpointError),
    /// No device answers at this address.
    Link(LinkError),
}

/// `HOST` or `HOST:PORT`.
struct Place<'a> {
    host: &'a str,
    port: Option<u16>,
}

impl<'a> Place<'a> {
    fn of(text: &'a str) -> Self {
        let split = text.rsplit_once(':').filter(|it| !it.0.contains(':') || it.0.ends_with(']'));
        match split.and_then(|(host, port)| Some((host, port.parse().ok()?))) {
            Some((host, port)) => Self { host, port: Some(port) },
            None => Self { host: text, port: None },
        }
    }

    /// The protocol of the port, unless it does not support that vendor; otherwise the vendor's
    /// protocol.
    fn protocol(&self, vendor: Option<Vendor>) -> Option<&'static Protocol> {
        let reads = |it: &&Protocol| vendor.is_none_or(|vendor| it.vendors.contains(&vendor));
        let of_port = PROTOCOLS.iter().filter(reads).find(|it| Some(it.default_port) == self.port);
        let usual = || PROTOCOLS.iter().find(|it| vendor.is_some() && it.usual_vendor() == vendor);
        of_port.or_else(usual)
    }

    fn over(mut self, protocol: &Protocol) -> String {
        self.port = self.port.filter(|it| *it != protocol.default_port);
        format!("{}://{self}", protocol.scheme)
    }
}

/// An IPv6 address has brackets.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.host.trim_matches(['[', ']']);
        if host.contains(':') { write!(f, "[{host}]") } else { f.write_str(host) }?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_does_not_answer_is_told_in_the_words_of_its_protocol() {
        let wait = Duration::from_millis(200);
        // Bound, so that no other program uses it, but never answering.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let error = identify(&silent.local_addr().unwrap().to_string(), wait).await.unwrap_err();
        assert!(error.to_string().contains("no answer to identify itself"), "{error}");
    }

    #[test]
    fn an_error_tells_most_where_something_answered_and_then_at_the_own_port() {
        let wait = Duration::from_secs(1);
        let late = LinkError::Timeout { doing: LinkStep::Ask, after: wait };
        for protocol in PROTOCOLS {
            let own = format!("10.0.0.5:{}", protocol.default_port);
            assert_eq!(weight(&own, protocol, &late), 2);
            assert_eq!(weight("10.0.0.5:9999", protocol, &late), 1);
            assert_eq!(weight("10.0.0.5", protocol, &late), 0);
            assert_eq!(
                weight("10.0.0.5", protocol, &LinkError::Closed { doing: LinkStep::Ask }),
                3
            );
            for other in PROTOCOLS.iter().filter(|it| it.scheme != protocol.scheme) {
                assert_eq!(weight(&own, other, &late), 0);
                let closed = LinkError::Closed { doing: LinkStep::OpenChannel };
                assert_eq!(weight(&own, other, &closed), 0);
            }
        }
    }

    #[test]
    fn an_address_is_an_endpoint_where_port_or_vendor_tell() {
        let logix = Some(Vendor::AllenBradley);
        for (text, vendor, expected) in [
            ("10.0.0.5:44818", None, Some("logix://10.0.0.5")),
            ("10.0.0.6:102", None, Some("s7://10.0.0.6")),
            (" plc-2:4840 ", None, Some("opc.tcp://plc-2")),
            ("10.0.0.5", logix, Some("logix://10.0.0.5")),
            ("10.0.0.5:2222", logix, Some("logix://10.0.0.5:2222")),
            ("10.0.0.6:4840", Some(Vendor::Siemens), Some("opc.tcp://10.0.0.6")),
            ("10.0.0.5:4840", logix, Some("logix://10.0.0.5:4840")),
            ("fe80::1", logix, Some("logix://[fe80::1]")),
            ("[fe80::1]:102", None, Some("s7://[fe80::1]")),
            ("s7://10.0.0.6?rack=0&slot=2", None, Some("s7://10.0.0.6?rack=0&slot=2")),
            ("10.0.0.5", None, None),
            ("10.0.0.5:2222", None, None),
            ("", logix, None),
        ] {
            let found = endpoint(text, vendor).map(|it| it.to_string()).ok();
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
