//! The fields of an endpoint in a form, and the formats in which users enter and paste it.

use tagbridge_driver::{Endpoint, EndpointError, Keyring, LinkOptions};

use crate::protocol::{Field, Protocol, of};

/// The address of a controller, in fields. Empty fields have the protocol's default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndpointFields {
    /// The protocol's scheme.
    pub scheme: String,
    /// Host name or address.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
    /// The rack.
    pub rack: Option<u16>,
    /// The slot.
    pub slot: Option<u16>,
    /// A route: `1,2,2,10.0.0.9,1,0`; `/`: none, the controller answers at its own port.
    pub route: String,
    /// The path after host and port, without its slash.
    pub path: String,
    /// All other parameters, as in an endpoint: `security=None&user=reader`.
    pub options: String,
}

impl EndpointFields {
    /// Parses an endpoint, or another common format: `10.0.0.5`, `10.0.0.5:44818`, `10.0.0.5,1,3`,
    /// `AB_ETH-1\10.0.0.5\Backplane\3`. Without a scheme it has the presumed protocol.
    pub fn read(text: &str, presumed: &Protocol) -> Result<Self, EndpointError> {
        let text = text.trim();
        let endpoint: Endpoint = if text.contains("://") {
            text.parse()?
        } else if text.contains('\\') {
            from_browser(text, presumed).parse()?
        } else {
            let (host, rest) = text.split_at(text.find([',', '/', '?']).unwrap_or(text.len()));
            let rest =
                rest.strip_prefix(',').map_or_else(|| rest.to_owned(), |it| format!("/{it}"));
            // An IPv6 address without its brackets.
            let is_bare = host.matches(':').count() > 1 && !host.starts_with('[');
            let host = if is_bare { format!("[{host}]") } else { host.to_owned() };
            format!("{}://{host}{rest}", presumed.scheme).parse()?
        };
        let Some(protocol) = of(&endpoint) else {
            return Err(crate::unknown_scheme(&endpoint));
        };
        Ok(Self::of(&endpoint, protocol))
    }

    fn of(endpoint: &Endpoint, protocol: &Protocol) -> Self {
        let mut it = Self {
            scheme: endpoint.scheme().to_owned(),
            host: endpoint.host().to_owned(),
            port: endpoint.port(),
            ..Self::default()
        };
        if protocol.fields.contains(&Field::Route) {
            let route = endpoint.path().strip_prefix('/');
            match route.map(|it| (it, slot(it))) {
                None => {}
                Some((_, Some(slot))) => it.slot = Some(slot),
                Some(("", _)) => "/".clone_into(&mut it.route),
                Some((route, _)) => route.clone_into(&mut it.route),
            }
        } else {
            endpoint.path().trim_start_matches('/').clone_into(&mut it.path);
        }
        let has_rack = protocol.fields.iter().any(|it| matches!(it, Field::Rack(_)));
        let mut options = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in endpoint.url().query_pairs() {
            let number = if has_rack { value.parse().ok() } else { None };
            match (&*name, number) {
                ("rack", Some(number)) => it.rack = Some(number),
                ("slot", Some(number)) => it.slot = Some(number),
                _ => {
                    options.append_pair(&name, &value);
                }
            }
        }
        it.options = options.finish();
        it
    }

    /// The endpoint for the driver.
    pub fn endpoint(&self) -> Result<Endpoint, EndpointError> {
        let host = self.host.trim();
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let port = self.port.map(|it| format!(":{it}")).unwrap_or_default();
        let protocol = crate::of_scheme(&self.scheme);
        let has_route = protocol.is_some_and(|it| it.fields.contains(&Field::Route));
        let path = match (self.route.trim(), self.path.trim(), self.slot) {
            ("", "", Some(slot)) if has_route => format!("/1,{slot}"),
            ("", "", _) => String::new(),
            ("", path, _) => format!("/{path}"),
            (route, ..) => format!("/{}", route.trim_start_matches('/')),
        };
        let numbers = [("rack", self.rack), ("slot", self.slot.filter(|_| !has_route))];
        let numbers = numbers.iter().filter_map(|(name, it)| it.map(|it| format!("{name}={it}")));
        let options = Some(self.options.trim().to_owned()).filter(|it| !it.is_empty());
        let query = numbers.chain(options).collect::<Vec<_>>().join("&");
        let query = if query.is_empty() { query } else { format!("?{query}") };
        let text = format!("{}://{host}{port}{path}{query}", self.scheme);
        let endpoint: Endpoint = text.parse()?;
        let Some(protocol) = protocol else { return Err(crate::unknown_scheme(&endpoint)) };
        (protocol.make)(&endpoint, &LinkOptions::default(), &Keyring::default())?;
        Ok(endpoint)
    }
}

/// The slot of a route within the rack.
fn slot(route: &str) -> Option<u16> {
    route.strip_prefix("1,")?.trim().parse().ok()
}

/// Converts a path as `RSLinx` displays it: `AB_ETH-1\10.0.0.5\Backplane\3`.
fn from_browser(text: &str, presumed: &Protocol) -> String {
    let parts: Vec<&str> = text.split('\\').map(str::trim).filter(|it| !it.is_empty()).collect();
    let backplane = parts.iter().position(|it| it.eq_ignore_ascii_case("backplane"));
    let host = match backplane {
        Some(at) => at.checked_sub(1).and_then(|at| parts.get(at)),
        None => parts.last(),
    };
    let slot = backplane.and_then(|at| parts.get(at + 1));
    let route = slot.map(|it| format!("/1,{it}")).unwrap_or_default();
    format!("{}://{}{route}", presumed.scheme, host.copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PROTOCOLS, of_scheme};

    fn read(text: &str, scheme: &str) -> Result<EndpointFields, EndpointError> {
        EndpointFields::read(text, of_scheme(scheme).expect("a protocol"))
    }

    #[test]
    fn what_people_have_at_hand_becomes_an_endpoint() {
        for (text, scheme, endpoint) in [
            ("10.0.0.5", "logix", "logix://10.0.0.5"),
            (" line3-plc ", "logix", "logix://line3-plc"),
            ("10.0.0.5:2222", "logix", "logix://10.0.0.5:2222"),
            ("10.0.0.5,1,3", "logix", "logix://10.0.0.5/1,3"),
            ("10.0.0.5/1,2,2,10.0.0.9,1,0", "logix", "logix://10.0.0.5/1,2,2,10.0.0.9,1,0"),
            (r"AB_ETH-1\10.0.0.5\Backplane\3", "logix", "logix://10.0.0.5/1,3"),
            (r"PLANT!AB_ETHIP-1\192.168.1.4", "logix", "logix://192.168.1.4"),
            ("logix://10.0.0.5/", "logix", "logix://10.0.0.5/"),
            ("logix://10.0.0.5/1,0?size=504", "s7", "logix://10.0.0.5/1,0?size=504"),
            ("s7://10.0.0.6?slot=2&pdu=240", "s7", "s7://10.0.0.6?slot=2&pdu=240"),
            ("s7://10.0.0.6?tsap=10.00:03.01", "s7", "s7://10.0.0.6?tsap=10.00%3A03.01"),
            ("fe80::1", "s7", "s7://[fe80::1]"),
            (
                "opc.tcp://cpu:4841/UA/Server?user=reader",
                "opc.tcp",
                "opc.tcp://cpu:4841/UA/Server?user=reader",
            ),
        ] {
            let address = read(text, scheme).expect(text);
            let made = address.endpoint().expect(text);
            assert_eq!(made.to_string(), endpoint, "{address:?}");
            assert_eq!(read(endpoint, scheme).expect(endpoint), address);
        }
    }

    #[test]
    fn fields_are_told_apart() {
        let address = read("logix://10.0.0.5:2222/1,3?size=504", "logix").expect("it is one");
        let expected = EndpointFields {
            scheme: "logix".into(),
            host: "10.0.0.5".into(),
            port: Some(2222),
            slot: Some(3),
            options: "size=504".into(),
            ..EndpointFields::default()
        };
        assert_eq!(address, expected);
        let address = read("s7://10.0.0.6?rack=1&slot=2", "s7").expect("it is one");
        assert_eq!((address.rack, address.slot, address.options.as_str()), (Some(1), Some(2), ""));
        assert_eq!(read("logix://10.0.0.5/", "logix").expect("it is one").route, "/");
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in ["", "   ", "http://10.0.0.5", "10.0.0.5,1", r"\\", "logix://a:b@c/1,0"] {
            let read = read(text, "logix").and_then(|it| it.endpoint());
            assert!(read.is_err(), "{text:?}: {read:?}");
        }
        let far = EndpointFields {
            scheme: "s7".into(),
            host: "h".into(),
            slot: Some(99),
            ..EndpointFields::default()
        };
        assert!(far.endpoint().is_err());
    }

    #[test]
    fn every_example_goes_through_the_fields() {
        for protocol in PROTOCOLS {
            let address = EndpointFields::read(protocol.example, protocol).expect(protocol.example);
            let endpoint: Endpoint = protocol.example.parse().expect(protocol.example);
            assert_eq!(address.endpoint().expect(protocol.example), endpoint);
        }
    }
}
