//! The only table of protocols, with their properties and capabilities.

use std::{fmt, time::Duration};

use futures::future::BoxFuture;
use tagbridge_api::project::Vendor;
use tagbridge_cip::Logix;
use tagbridge_driver::{
    Discovered, Dissector, Driver, Endpoint, EndpointError, Keyring, LinkError, LinkOptions,
};
use tagbridge_opcua::OpcUa;
use tagbridge_s7::S7;

/// A protocol, with its properties and capabilities.
#[derive(Debug)]
pub struct Protocol {
    /// The scheme of its endpoints: `logix`.
    pub scheme: &'static str,
    /// Its usual name: `EtherNet/IP`.
    pub name: &'static str,
    /// The fields of its addresses, in addition to host and port.
    pub fields: &'static [Field],
    /// An example of an endpoint.
    pub example: &'static str,
    /// An example that is correct for most controllers, with a note if it is needed.
    pub full_example: &'static str,
    /// The default port.
    pub default_port: u16,
    /// Its vendors. The first one is the default.
    pub vendors: &'static [Vendor],
    /// The usual name of the first vendor's controllers, in lower case.
    pub known_as: &'static str,
    /// How a project's tags are addressed.
    pub addressing: Addressing,
    /// Whether tags can be read without the controller's own tag list, so that a session can choose
    /// when to read it.
    pub has_optional_tag_list: bool,
    /// Whether a controller can send changes, so that it need not be polled.
    pub subscribes: bool,
    /// Whether servers have a certificate that a user must trust.
    pub shows_certificate: bool,
    /// Whether servers have users with passwords.
    pub logs_in: bool,
    /// The questions that a user may have to answer before a project's tags can be read.
    pub questions: &'static [Question],
    /// Decodes its frames for display.
    pub dissector: Dissector,
    pub(crate) make: Make,
    /// Discovers all devices in the local network.
    pub(crate) discover: Option<Discover>,
    /// Requests the identity of one host (`HOST` or `HOST:PORT`).
    pub(crate) identify: Identify,
    /// Whether one of its frames may contain a password or a certificate.
    pub is_login: fn(&[u8]) -> bool,
}

/// Creates a driver for an endpoint.
type Make = fn(&Endpoint, &LinkOptions, &Keyring) -> Result<Box<dyn Driver>, EndpointError>;
type Found = BoxFuture<'static, Result<Vec<Discovered>, LinkError>>;
type Discover = fn(Duration) -> Found;
type Identify = fn(String, Duration) -> Found;

/// A field of a protocol's addresses, in addition to host and port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The rack, with its default.
    Rack(u16),
    /// The slot, with its default.
    Slot(u16),
    /// The route through modules and networks, if a slot is not sufficient.
    Route,
    /// The path after host and port.
    Path,
}

/// How a project's tags are addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressing {
    /// By their names, which the controller contains.
    Names,
    /// By their positions in the controller's memory.
    Memory,
    /// By the ids of a server's nodes.
    Nodes,
}

/// Information that may be missing in a project's file, and that a person can enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The numbers of data blocks.
    BlockNumbers,
    /// The prefix before the application in a server's node ids.
    Prefix,
}

/// All protocols.
pub const PROTOCOLS: &[Protocol] = &[
    Protocol {
        scheme: "logix",
        name: "EtherNet/IP",
        fields: &[Field::Slot(0), Field::Route],
        example: "logix://10.0.0.5/1,0",
        full_example: "logix://10.0.0.5/1,0 (`/` alone: no route)",
        default_port: tagbridge_cip::codec::encapsulation::PORT,
        vendors: &[Vendor::AllenBradley],
        known_as: "allen-bradley rockwell logix",
        addressing: Addressing::Names,
        has_optional_tag_list: true,
        subscribes: false,
        shows_certificate: false,
        logs_in: false,
        questions: &[],
        dissector: tagbridge_cip::DISSECTOR,
        make: |endpoint, options, keyring| {
            let learnt = keyring.learnt.as_deref();
            Ok(Box::new(Logix::learning_in(endpoint, *options, learnt)?))
        },
        discover: Some(|wait| Box::pin(tagbridge_cip::discover(wait))),
        identify: |host, wait| {
            Box::pin(async move { Ok(vec![tagbridge_cip::identify(&host, wait).await?]) })
        },
        is_login: |_| false,
    },
    Protocol {
        scheme: "s7",
        name: "S7",
        fields: &[Field::Rack(0), Field::Slot(1)],
        example: "s7://10.0.0.6?rack=0&slot=1",
        full_example: "s7://10.0.0.6?rack=0&slot=1",
        default_port: tagbridge_s7::codec::tpkt::PORT,
        vendors: &[Vendor::Siemens],
        known_as: "siemens s7 tia",
        addressing: Addressing::Memory,
        has_optional_tag_list: false,
        subscribes: false,
        shows_certificate: false,
        logs_in: false,
        questions: &[Question::BlockNumbers],
        dissector: tagbridge_s7::DISSECTOR,
        make: |endpoint, options, _| Ok(Box::new(S7::new(endpoint, *options)?)),
        discover: None,
        identify: |host, wait| {
            Box::pin(async move { Ok(vec![tagbridge_s7::identify(&host, wait).await?]) })
        },
        is_login: |_| false,
    },
    Protocol {
        scheme: "opc.tcp",
        name: "OPC UA",
        fields: &[Field::Path],
        example: "opc.tcp://10.0.0.7:4840",
        full_example: "opc.tcp://10.0.0.7:4840?security=Basic256Sha256:SignAndEncrypt&user=NAME",
        default_port: tagbridge_opcua::PORT,
        vendors: &[Vendor::Codesys, Vendor::Siemens],
        known_as: "codesys",
        addressing: Addressing::Nodes,
        has_optional_tag_list: false,
        subscribes: true,
        shows_certificate: true,
        logs_in: true,
        questions: &[Question::Prefix],
        dissector: tagbridge_opcua::DISSECTOR,
        make: |endpoint, options, keyring| {
            Ok(Box::new(OpcUa::new(endpoint, *options, keyring.clone())?))
        },
        discover: None,
        identify: |host, wait| {
            Box::pin(async move {
                match format!("opc.tcp://{host}").parse() {
                    Ok(endpoint) => tagbridge_opcua::identify(&endpoint, wait).await,
                    Err(_) => Ok(Vec::new()),
                }
            })
        },
        is_login: tagbridge_opcua::is_login,
    },
];

/// The protocol of an endpoint's scheme.
pub fn of_scheme(scheme: &str) -> Option<&'static Protocol> {
    PROTOCOLS.iter().find(|it| it.scheme == scheme)
}

/// The protocol of an endpoint.
pub fn of(endpoint: &Endpoint) -> Option<&'static Protocol> {
    of_scheme(endpoint.scheme())
}

/// The protocols with a property, in the order of the table.
pub fn that(is: impl Fn(&Protocol) -> bool) -> Vec<&'static Protocol> {
    PROTOCOLS.iter().filter(|it| is(it)).collect()
}

/// Schemes with their separator: `s7://`, `opc.tcp://`.
pub fn schemes_that(is: impl Fn(&Protocol) -> bool) -> Vec<String> {
    that(is).iter().map(|it| format!("{}://", it.scheme)).collect()
}

/// An example of each protocol's endpoints, for a sentence.
pub fn examples() -> String {
    PROTOCOLS.iter().map(|protocol| protocol.example).collect::<Vec<_>>().join(", ")
}

impl Protocol {
    /// Whether a user may have to answer this question.
    pub fn asks(&self, question: Question) -> bool {
        self.questions.contains(&question)
    }

    /// The default vendor.
    pub fn usual_vendor(&self) -> Option<Vendor> {
        self.vendors.first().copied()
    }

    /// An endpoint of it at a host, with the default port.
    pub fn at(&self, host: &str) -> String {
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        format!("{}://{host}:{}", self.scheme, self.default_port)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_an_endpoint_of_its_protocol() {
        for protocol in PROTOCOLS {
            let full = protocol.full_example.split(' ').next().expect("an endpoint comes first");
            for example in [protocol.example, full] {
                let endpoint: Endpoint = example.parse().expect(example);
                assert_eq!(of(&endpoint).map(|it| it.scheme), Some(protocol.scheme), "{example}");
                let driver =
                    (protocol.make)(&endpoint, &LinkOptions::default(), &Keyring::default());
                assert!(driver.is_ok(), "{example}");
            }
            let there: Endpoint = protocol.at("fe80::1").parse().expect("it is an endpoint");
            assert_eq!((there.host(), there.port()), ("fe80::1", Some(protocol.default_port)));
        }
    }

    #[test]
    fn every_vendor_is_read_over_a_protocol_of_its_own() {
        for vendor in Vendor::ALL {
            assert_eq!(that(|it| it.usual_vendor() == Some(*vendor)).len(), 1, "{vendor}");
        }
    }

    #[test]
    fn sentences_name_all_that_fit() {
        assert_eq!(schemes_that(|it| it.asks(Question::BlockNumbers)), ["s7://"]);
        assert_eq!(schemes_that(|it| !it.subscribes), ["logix://", "s7://"]);
        assert!(examples().ends_with("s7://10.0.0.6?rack=0&slot=1, opc.tcp://10.0.0.7:4840"));
    }
}
