//! Routes as entered by users: `1,0`, `2,10.0.0.9,1,0`.

use std::net::Ipv4Addr;

use tagbridge_texts::Coded;

use super::{EPath, Link, MAX_PATH, Segment};

/// The port of the other modules of the rack, which have slots and no addresses.
///
/// Source: CIP Networks Library volume 1, chapter 3-7 (port object): port 1 is the backplane.
const BACKPLANE: u16 = 1;

/// Parses an entered route: `1,0`, or `2,10.0.0.9,1,0`.
///
/// Pairs of a port and a slot, node number or host. An empty text is the empty route.
pub fn parse_route(text: &str) -> Result<EPath, RouteError> {
    if text.is_empty() {
        return Ok(EPath::default());
    }
    let hops: Vec<&str> = text.split(',').map(str::trim).collect();
    if hops.len() % 2 == 1 {
        return Err(RouteError::Odd { last: hops[hops.len() - 1].to_owned() });
    }
    let mut route = EPath::default();
    for pair in hops.chunks_exact(2) {
        let port = match pair[0].parse() {
            Ok(port) if port != 0 => port,
            _ => {
                return Err(RouteError::Port { text: pair[0].to_owned() });
            }
        };
        let link = parse_link(pair[1])?;
        if port == BACKPLANE && matches!(link, Link::Address(_)) {
            return Err(RouteError::Slot { text: pair[1].to_owned() });
        }
        route.0.push(Segment::Port { port, link });
    }
    if route.size() > MAX_PATH - 16 {
        return Err(RouteError::TooLong);
    }
    Ok(route)
}

fn parse_link(text: &str) -> Result<Link, RouteError> {
    if let Ok(number) = text.parse() {
        return Ok(Link::Number(number));
    }
    let is_host = text.parse::<Ipv4Addr>().is_ok()
        || text.starts_with(|it: char| it.is_ascii_alphabetic())
            && text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-.:".contains(&it));
    if is_host && text.len() <= 64 {
        Ok(Link::Address(text.to_owned()))
    } else {
        Err(RouteError::Link { text: text.to_owned() })
    }
}

/// The error in an entered route.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "cip-route")]
pub enum RouteError {
    /// A port without its address.
    Odd {
        /// The last part.
        last: String,
    },
    /// A port number is missing.
    Port {
        /// The actual text.
        text: String,
    },
    /// Neither a slot nor a host.
    Link {
        /// The actual text.
        text: String,
    },
    /// An address instead of a slot of the backplane.
    Slot {
        /// The actual text.
        text: String,
    },
    /// More hops than a path can contain.
    TooLong,
}

#[cfg(test)]
mod tests {
    use super::{super::tests::check, *};

    #[test]
    fn routes_as_people_write_them() {
        check(&parse_route("1,0").unwrap(), &[1, 0]);
        let far = [0x12, 8, b'1', b'0', b'.', b'0', b'.', b'0', b'.', b'9', 1, 5];
        check(&parse_route("2,10.0.0.9,1,5").unwrap(), &far);
        check(&parse_route("2,1.2.3.44, 1,0").unwrap(), b"\x12\x081.2.3.44\x01\x00");
        check(&parse_route("2,1.2.3.4,1,0").unwrap(), b"\x12\x071.2.3.4\0\x01\x00");
        check(&parse_route("20,3").unwrap(), &[0x0F, 20, 0, 3]);
        check(&parse_route("20,abc").unwrap(), b"\x1F\x03\x14\0abc\0");
        check(&parse_route("").unwrap(), &[]);
    }

    #[test]
    fn refuses_what_is_no_route() {
        for (text, says) in [
            ("1", "ends with `1`"),
            ("1,0,2", "ends with `2`"),
            ("0,1", "`0` is not a port"),
            ("x,1", "`x` is not a port"),
            ("1,256", "`256` is not a slot"),
            ("1,", "`` is not a slot"),
            ("1,x", "`x` is not a slot; after port 1"),
            ("2,10.0.0.9,1,10.0.0.10", "`10.0.0.10` is not a slot"),
        ] {
            let error = parse_route(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
