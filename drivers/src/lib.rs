//! The one list of protocols: from an endpoint to the driver that speaks its protocol.

use std::time::Duration;

use tagbridge_cip::Logix;
use tagbridge_driver::{Discovered, Driver, Endpoint, EndpointError, LinkError, LinkOptions};
use tagbridge_s7::S7;

/// Makes a driver of an endpoint.
type Make = fn(&Endpoint, &LinkOptions) -> Result<Box<dyn Driver>, EndpointError>;

/// Every protocol there is, by the scheme of its endpoints.
const PROTOCOLS: &[(&str, Make)] = &[
    ("logix", |endpoint, options| Ok(Box::new(Logix::new(endpoint, *options)?))),
    ("s7", |endpoint, options| Ok(Box::new(S7::new(endpoint, *options)?))),
];

/// The schemes of [`PROTOCOLS`], as a person reads them.
const KNOWN: &str = "logix, s7";

/// The driver for an endpoint. Nothing is dialled yet.
pub fn driver(
    endpoint: &Endpoint,
    options: &LinkOptions,
) -> Result<Box<dyn Driver>, EndpointError> {
    let protocol = PROTOCOLS.iter().find(|(scheme, _)| *scheme == endpoint.scheme());
    match protocol {
        Some((_, make)) => make(endpoint, options),
        None => Err(EndpointError::UnknownScheme {
            endpoint: endpoint.to_string(),
            scheme: endpoint.scheme().to_owned(),
            known: KNOWN,
        }),
    }
}

/// Asks the local network once who is there, and gathers answers for as long as `wait`
/// (EtherNet/IP, by broadcast).
pub async fn discover(wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    tagbridge_cip::discover(wait).await
}

/// Asks one host (`HOST` or `HOST:PORT`) who it is, and waits for its answer until `wait` is over
/// (EtherNet/IP).
pub async fn identify(host: &str, wait: Duration) -> Result<Discovered, LinkError> {
    tagbridge_cip::identify(host, wait).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_finds_its_protocol() {
        let driver_of = |text: &str| driver(&text.parse().unwrap(), &LinkOptions::default());
        assert!(driver_of("logix://10.0.0.5/1,0").is_ok());
        assert!(driver_of("s7://10.0.0.6?rack=0&slot=1").is_ok());
        for (text, says) in [
            ("logx://10.0.0.5", "no protocol is called `logx`; known are logix, s7"),
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
    fn every_protocol_is_named_when_none_fits() {
        let schemes: Vec<&str> = PROTOCOLS.iter().map(|it| it.0).collect();
        assert_eq!(schemes.join(", "), KNOWN);
    }
}
