//! The one list of protocols: from an endpoint to the driver that speaks its protocol.

mod keyring;

use std::time::Duration;

use tagbridge_cip::Logix;
use tagbridge_driver::{
    Discovered, Driver, Endpoint, EndpointError, Keyring, LinkError, LinkOptions, ReadMode,
};
use tagbridge_opcua::OpcUa;
use tagbridge_s7::S7;

pub use keyring::keyring;
pub use tagbridge_opcua::{ServerCertificate, Standing, TrustError};

/// Makes a driver of an endpoint.
type Make = fn(&Endpoint, &LinkOptions, &Keyring) -> Result<Box<dyn Driver>, EndpointError>;

/// Every protocol there is, by the scheme of its endpoints.
const PROTOCOLS: &[(&str, Make)] = &[
    ("logix", |endpoint, options, _| Ok(Box::new(Logix::new(endpoint, *options)?))),
    ("s7", |endpoint, options, _| Ok(Box::new(S7::new(endpoint, *options)?))),
    ("opc.tcp", |endpoint, options, keyring| {
        Ok(Box::new(OpcUa::new(endpoint, *options, keyring.clone())?))
    }),
];

/// The protocols in which a controller can be told to send what changes.
const SUBSCRIBING: &[&str] = &["opc.tcp"];

/// The schemes of [`PROTOCOLS`], as a person reads them.
const KNOWN: &str = "logix, s7, opc.tcp";

/// The driver for an endpoint, with what this user's environment holds. Nothing is dialled yet.
pub fn driver(
    endpoint: &Endpoint,
    options: &LinkOptions,
) -> Result<Box<dyn Driver>, EndpointError> {
    driver_with(endpoint, options, &keyring(None))
}

/// The driver for an endpoint, with a keyring of one's own. Nothing is dialled yet.
pub fn driver_with(
    endpoint: &Endpoint,
    options: &LinkOptions,
    keyring: &Keyring,
) -> Result<Box<dyn Driver>, EndpointError> {
    let protocol = PROTOCOLS.iter().find(|(scheme, _)| *scheme == endpoint.scheme());
    match protocol {
        Some(_) if options.mode != ReadMode::Poll && !subscribes(endpoint) => Err(endpoint
            .invalid(format!(
                "a controller that is read over {}:// sends nothing by itself; poll it, which is \
                 what happens without a mode",
                endpoint.scheme()
            ))),
        Some((_, make)) => make(endpoint, options, keyring),
        None => Err(EndpointError::UnknownScheme {
            endpoint: endpoint.to_string(),
            scheme: endpoint.scheme().to_owned(),
            known: KNOWN,
        }),
    }
}

/// Whether a controller at this endpoint can be told to send what changes, and need not be polled.
pub fn subscribes(endpoint: &Endpoint) -> bool {
    SUBSCRIBING.contains(&endpoint.scheme())
}

/// Asks the local network once who is there, and gathers answers for as long as `wait`
/// (EtherNet/IP, by broadcast).
pub async fn discover(wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    tagbridge_cip::discover(wait).await
}

/// Asks one host (`HOST` or `HOST:PORT`) who it is in every protocol that can ask (EtherNet/IP, OPC
/// UA), and waits for its answers until `wait` is over. All that answered, or why nobody did: in the
/// words of the protocol that the port belongs to.
pub async fn identify(host: &str, wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let opc_ua = async {
        match format!("opc.tcp://{host}").parse() {
            Ok(endpoint) => tagbridge_opcua::identify(&endpoint, wait).await,
            Err(_) => Ok(Vec::new()),
        }
    };
    let (logix, opc_ua) = futures::join!(tagbridge_cip::identify(host, wait), opc_ua);
    match (logix, opc_ua) {
        (Ok(logix), Ok(mut all)) => {
            all.insert(0, logix);
            Ok(all)
        }
        (Ok(logix), Err(_)) => Ok(vec![logix]),
        (Err(_), Ok(all)) if !all.is_empty() => Ok(all),
        (Err(_), Err(error)) if is_for_opc_ua(host, &error) => Err(error),
        (Err(error), _) => Err(error),
    }
}

/// Whether the question was one for OPC UA: something took the connection, or the port that was
/// named is OPC UA's own.
fn is_for_opc_ua(host: &str, error: &LinkError) -> bool {
    let port: Option<u16> = host.rsplit_once(':').and_then(|it| it.1.parse().ok());
    match error {
        LinkError::Closed { .. }
        | LinkError::Refused { .. }
        | LinkError::Untrusted { .. }
        | LinkError::Protocol { .. } => true,
        LinkError::Unprepared { .. } => false,
        LinkError::Timeout { .. } => port.is_some_and(|it| it != 44818),
        LinkError::Connect { .. } => port == Some(4840),
    }
}

/// The certificate that an OPC UA server shows, and whether it is the trusted one. Nothing that
/// must stay secret is said to the server.
pub async fn server_certificate(
    endpoint: &Endpoint,
    options: &LinkOptions,
    keyring: &Keyring,
) -> Result<ServerCertificate, TrustError> {
    only_opc_ua(endpoint)?;
    tagbridge_opcua::server_certificate(endpoint, *options, keyring).await
}

/// Trusts a certificate at this endpoint from now on, and none that was trusted there before. A
/// person must have said so.
pub fn trust(
    endpoint: &Endpoint,
    certificate: &ServerCertificate,
    keyring: &Keyring,
) -> Result<(), TrustError> {
    only_opc_ua(endpoint)?;
    tagbridge_opcua::trust(endpoint, certificate, keyring)
}

fn only_opc_ua(endpoint: &Endpoint) -> Result<(), EndpointError> {
    if endpoint.scheme() == "opc.tcp" {
        return Ok(());
    }
    Err(EndpointError::Invalid {
        endpoint: endpoint.to_string(),
        what: "only OPC UA servers (opc.tcp://…) show a certificate".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_finds_its_protocol() {
        let driver_of = |text: &str| driver(&text.parse().unwrap(), &LinkOptions::default());
        assert!(driver_of("logix://10.0.0.5/1,0").is_ok());
        assert!(driver_of("s7://10.0.0.6?rack=0&slot=1").is_ok());
        assert!(driver_of("opc.tcp://10.0.0.7:4840").is_ok());
        for (text, says) in [
            ("logx://10.0.0.5", "no protocol is called `logx`; known are logix, s7, opc.tcp"),
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
            ("s7://10.0.0.6", Some("read over s7:// sends nothing by itself; poll it")),
            ("logix://10.0.0.5", Some("read over logix:// sends nothing by itself; poll it")),
        ] {
            let error = driver(&text.parse().unwrap(), &options).err().map(|it| it.to_string());
            match (error, says) {
                (None, None) => {}
                (Some(error), Some(says)) => assert!(error.contains(says), "{error}"),
                (error, _) => panic!("{text}: {error:?}"),
            }
        }
    }

    #[tokio::test]
    async fn who_does_not_answer_is_told_in_the_words_of_its_protocol() {
        let wait = Duration::from_millis(200);
        // Bound, so that nobody else is there, and silent.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let error = identify(&silent.local_addr().unwrap().to_string(), wait).await.unwrap_err();
        // The whole question and its first step end at the same time.
        let silence = ["no answer to say who it is", "no answer to open the secure channel"];
        assert!(silence.iter().any(|it| error.to_string().contains(it)), "{error}");
        for (host, doing, expected) in
            [("10.0.0.5", "", false), ("10.0.0.5:44818", "", false), ("10.0.0.5:4840", "", true)]
        {
            let error = LinkError::Timeout { doing, after: wait };
            assert_eq!(is_for_opc_ua(host, &error), expected, "{host}");
        }
        assert!(is_for_opc_ua("10.0.0.5", &LinkError::Closed { doing: "" }));
    }

    #[test]
    fn every_protocol_is_named_when_none_fits() {
        let schemes: Vec<&str> = PROTOCOLS.iter().map(|it| it.0).collect();
        assert_eq!(schemes.join(", "), KNOWN);
    }
}
