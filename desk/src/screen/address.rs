//! Addresses in the fields of a form.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "all commands have one shape: of a screen, arguments by value"
)]

use std::net::Ipv4Addr;

use tagbridge_drivers::{EndpointFields, Field, PROTOCOLS, Protocol, of_scheme};

use super::Screen;
use crate::{
    failures::invalid,
    problem::{Problem, Remedy},
    view::{AddressFields, AddressForm, Endpoint, Failure, ProtocolName, ReadAddress, Vendor},
};

impl Screen {
    pub(crate) fn read_address(&self, given: ReadAddress) -> Result<AddressForm, Failure> {
        let speaks = |it: &&Protocol| {
            let vendors = it.vendors.iter().copied().map(Vendor::from);
            given.platform == Vendor::Unknown || vendors.into_iter().any(|it| it == given.platform)
        };
        let mut protocols: Vec<&Protocol> = PROTOCOLS.iter().filter(speaks).collect();
        let presumed = given.protocol.as_deref().and_then(of_scheme);
        let usual = protocols
            .iter()
            .find(|it| it.usual_vendor().map(Vendor::from) == Some(given.platform))
            .or(protocols.first())
            .copied();
        let presumed = presumed.or(usual).unwrap_or(&PROTOCOLS[0]);
        let address = if given.text.trim().is_empty() {
            EndpointFields { scheme: presumed.scheme.to_owned(), ..EndpointFields::default() }
        } else {
            EndpointFields::read(&given.text, presumed)?
        };
        let protocol = of_scheme(&address.scheme).unwrap_or(presumed);
        let number = |of: fn(&Field) -> Option<u16>| protocol.fields.iter().find_map(of);
        protocols.sort_by_key(|it| usual.map(|it| it.scheme) != Some(it.scheme));
        if !protocols.iter().any(|it| it.scheme == protocol.scheme) {
            protocols.push(protocol);
        }
        let named =
            |it: &&Protocol| ProtocolName { scheme: it.scheme.into(), name: it.name.into() };
        Ok(AddressForm {
            protocols: protocols.iter().map(named).collect(),
            usual_port: protocol.default_port,
            usual_rack: number(|it| if let Field::Rack(usual) = it { Some(*usual) } else { None }),
            usual_slot: number(|it| if let Field::Slot(usual) = it { Some(*usual) } else { None }),
            has_route: protocol.fields.contains(&Field::Route),
            has_path: protocol.fields.contains(&Field::Path),
            fields: AddressFields {
                protocol: address.scheme,
                host: address.host,
                port: address.port,
                rack: address.rack,
                slot: address.slot,
                route: address.route,
                path: address.path,
                options: address.options,
            },
        })
    }

    pub(crate) fn write_address(&self, of: AddressFields) -> Result<Endpoint, Failure> {
        let host = of.host.trim();
        if is_of_numbers(host) && host.parse::<Ipv4Addr>().is_err() {
            let problem = Problem::NoIpAddress { host: host.to_owned() };
            return Err(invalid(&problem, &Remedy::IpAddress));
        }
        let address = EndpointFields {
            scheme: of.protocol,
            host: of.host,
            port: of.port,
            rack: of.rack,
            slot: of.slot,
            route: of.route,
            path: of.path,
            options: of.options,
        };
        Ok(Endpoint { endpoint: address.endpoint()?.to_string() })
    }
}

/// Whether a host can only be meant as an IP address: a name has a letter.
fn is_of_numbers(host: &str) -> bool {
    host.contains('.') && host.chars().all(|it| it.is_ascii_digit() || it == '.')
}
