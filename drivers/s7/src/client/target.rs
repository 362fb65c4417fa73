//! Parses an endpoint of this protocol:
//! `s7://HOST[:PORT][?rack=0&slot=1|tsap=LOCAL:REMOTE][&as=op][&pdu=960][&jobs=8]`.

use tagbridge_driver::{Endpoint, EndpointError};
use tagbridge_texts::Coded;

use crate::codec::tpkt;

/// The PDU size that the largest controllers grant.
const MAX_PDU: u16 = 960;
/// Space for one item, and for one part of a status list.
const MIN_PDU: u16 = 112;
/// Requested number of concurrent jobs.
const MAX_JOBS: u16 = 8;
/// The default selector of the client.
const LOCAL_TSAP: u16 = 0x0100;

/// The address of a controller and the connection's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) calling: u16,
    pub(super) called: u16,
    /// Requested maximum size of a message, in bytes.
    pub(super) pdu_size: u16,
    /// Requested number of concurrent jobs.
    pub(super) jobs: u16,
}

impl Target {
    /// Parses an endpoint.
    pub(super) fn of(endpoint: &Endpoint) -> Result<Self, EndpointError> {
        endpoint.check_parameters(&["rack", "slot", "tsap", "as", "pdu", "jobs"])?;
        if !matches!(endpoint.path(), "" | "/") {
            return Err(endpoint.invalid(&EndpointMistake::Path { path: endpoint.path() }));
        }
        let rack = endpoint.number("rack", 0..=7, 0)?;
        let slot = endpoint.number("slot", 0..=31, 1)?;
        let resource: u16 = match endpoint.parameter("as").as_deref() {
            Some("pg") => 1,
            None | Some("op") => 2,
            Some("basic") => 3,
            Some(text) => return Err(endpoint.invalid(&EndpointMistake::Kind { text })),
        };
        let (calling, called) = match endpoint.parameter("tsap") {
            None => (LOCAL_TSAP, resource << 8 | rack << 5 | slot),
            Some(text) => tsaps(&text)
                .ok_or_else(|| endpoint.invalid(&EndpointMistake::Tsap { text: &text }))?,
        };
        if endpoint.parameter("tsap").is_some()
            && ["rack", "slot", "as"].iter().any(|it| endpoint.parameter(it).is_some())
        {
            return Err(endpoint.invalid(&EndpointMistake::TsapAndMore));
        }
        Ok(Self {
            host: endpoint.host().to_owned(),
            port: endpoint.port().unwrap_or(tpkt::PORT),
            calling,
            called,
            pdu_size: endpoint.number("pdu", MIN_PDU..=MAX_PDU, MAX_PDU)?,
            jobs: endpoint.number("jobs", 1..=MAX_JOBS, MAX_JOBS)?,
        })
    }
}

/// The error in an endpoint.
#[derive(Coded)]
#[coded(prefix = "s7-endpoint")]
pub(super) enum EndpointMistake<'a> {
    Kind { text: &'a str },
    Path { path: &'a str },
    Tsap { text: &'a str },
    TsapAndMore,
}

/// Parses `0x0301:0x0200`, `0301:0200` or `03.01:02.00`.
fn tsaps(text: &str) -> Option<(u16, u16)> {
    let tsap = |text: &str| match text.split_once('.') {
        Some((high, low)) => {
            let byte = |it: &str| u8::from_str_radix(it, 16).ok();
            Some(u16::from_be_bytes([byte(high)?, byte(low)?]))
        }
        None => u16::from_str_radix(text.trim_start_matches("0x"), 16).ok(),
    };
    let (local, remote) = text.split_once(':')?;
    Some((tsap(local)?, tsap(remote)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Result<Target, EndpointError> {
        Target::of(&text.parse().expect(text))
    }

    #[test]
    fn takes_endpoints_as_people_write_them() {
        for (text, port, calling, called, pdu_size, jobs) in [
            ("s7://10.0.0.6", 102, 0x0100, 0x0201, 960, 8),
            ("s7://10.0.0.6?rack=0&slot=2", 102, 0x0100, 0x0202, 960, 8),
            ("s7://10.0.0.6?rack=1&slot=3&as=pg", 102, 0x0100, 0x0123, 960, 8),
            ("s7://10.0.0.6:1102?as=basic&pdu=240&jobs=1", 1102, 0x0100, 0x0301, 240, 1),
            ("s7://10.0.0.6?tsap=0x0301:0x0200", 102, 0x0301, 0x0200, 960, 8),
            ("s7://10.0.0.6?tsap=03.01:02.00", 102, 0x0301, 0x0200, 960, 8),
            ("s7://10.0.0.6/?tsap=4d57:4D57", 102, 0x4D57, 0x4D57, 960, 8),
        ] {
            let it = target(text).expect(text);
            assert_eq!((it.port, it.calling, it.called), (port, calling, called), "{text}");
            assert_eq!((it.pdu_size, it.jobs), (pdu_size, jobs), "{text}");
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (text, says) in [
            ("s7://h?rack=8", "rack `8` is not a number from 0 to 7"),
            ("s7://h?slot=x", "slot `x`"),
            ("s7://h?size=9", "parameter `size` is not known"),
            ("s7://h/1,0", "path `/1,0` has no meaning"),
            ("s7://h?tsap=0301", "not LOCAL:REMOTE"),
            ("s7://h?tsap=1:2&slot=1", "omit those"),
            ("s7://h?as=root", "pg, op and basic"),
            ("s7://h?pdu=99", "112 to 960"),
        ] {
            let error = target(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
