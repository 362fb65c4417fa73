//! The table of protocols, and functions that use it: a driver for an endpoint, discovery, trust.
//!
//! The capabilities of a protocol are in [`PROTOCOLS`]; no other code decides by a scheme or a
//! vendor.

mod certificate;
mod discovery;
mod fields;
mod identifying_driver;
mod keyring;
mod protocol;

use tagbridge_driver::{
    Driver, Endpoint, EndpointError, EndpointProblem, Keyring, LinkOptions, ReadMode,
};

use self::identifying_driver::IdentifyingDriver;
pub use self::{
    certificate::{server_certificate, trust},
    discovery::{AddressFailure, certified_endpoint, discover, endpoint, find, identify},
    fields::EndpointFields,
    keyring::keyring,
    protocol::{
        Addressing, Field, PROTOCOLS, Protocol, Question, examples, of, of_scheme, schemes_that,
        that,
    },
};
pub use tagbridge_opcua::{ServerCertificate, TrustError, TrustStatus, trust_service};

/// Creates the driver for an endpoint, with the keyring of this user's environment. Does not
/// connect.
pub fn driver(
    endpoint: &Endpoint,
    options: &LinkOptions,
) -> Result<Box<dyn Driver>, EndpointError> {
    driver_with(endpoint, options, &keyring(None))
}

/// Creates the driver for an endpoint, with another keyring. Does not connect.
pub fn driver_with(
    endpoint: &Endpoint,
    options: &LinkOptions,
    keyring: &Keyring,
) -> Result<Box<dyn Driver>, EndpointError> {
    let Some(protocol) = of(endpoint) else {
        return Err(unknown_scheme(endpoint));
    };
    if options.mode != ReadMode::Poll && !protocol.subscribes {
        return Err(endpoint.invalid(&EndpointProblem::Polled { scheme: protocol.scheme }));
    }
    let driver = (protocol.make)(endpoint, options, keyring)?;
    Ok(Box::new(IdentifyingDriver::over(driver, protocol, endpoint)))
}

fn unknown_scheme(endpoint: &Endpoint) -> EndpointError {
    let known: Vec<&str> = PROTOCOLS.iter().map(|it| it.scheme).collect();
    EndpointError::UnknownScheme {
        endpoint: endpoint.to_string(),
        scheme: endpoint.scheme().to_owned(),
        known: known.join(", "),
    }
}

/// Whether a controller at this endpoint can send changes, so that it need not be polled.
pub fn subscribes(endpoint: &Endpoint) -> bool {
    of(endpoint).is_some_and(|it| it.subscribes)
}

/// Whether a frame of any protocol may contain a password or a certificate, so that it must not
/// leave this computer.
pub fn is_login(frame: &[u8]) -> bool {
    PROTOCOLS.iter().any(|it| (it.is_login)(frame))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_endpoint_finds_its_protocol() {
        let driver_of = |text: &str| driver(&text.parse().unwrap(), &LinkOptions::default());
        for (text, says) in [
            ("logx://10.0.0.5", "protocol `logx` is not known; known are logix, s7, opc.tcp"),
            ("opc.tcp://10.0.0.7?security=no", "security `no` is not known"),
            ("logix://10.0.0.5/1", "a port without a slot"),
            ("s7://10.0.0.6?rack=9", "rack `9` is not a number from 0 to 7"),
        ] {
            let Err(error) = driver_of(text) else {
                panic!("{text} is an endpoint");
            };
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn only_who_sends_by_itself_is_subscribed_to() {
        let mode = ReadMode::Subscribe { interval: Duration::from_secs(1) };
        let options = LinkOptions { mode, ..LinkOptions::default() };
        for (text, says) in [
            ("opc.tcp://10.0.0.7", None),
            ("s7://10.0.0.6", Some("read over s7:// cannot send values by itself; omit the mode")),
            (
                "logix://10.0.0.5",
                Some("read over logix:// cannot send values by itself; omit the mode"),
            ),
        ] {
            let error = driver(&text.parse().unwrap(), &options).err().map(|it| it.to_string());
            match (error, says) {
                (None, None) => {}
                (Some(error), Some(says)) => assert!(error.contains(says), "{error}"),
                (error, _) => panic!("{text}: {error:?}"),
            }
        }
    }
}
