//! Parses an endpoint of this protocol: `logix://HOST[:PORT][/ROUTE][?size=BYTES]`.

use tagbridge_driver::{Endpoint, EndpointError};

use crate::codec::{EPath, encapsulation::PORT, epath::parse_route};

/// Maximum size that Logix controllers grant.
const MAX_SIZE: u16 = 4002;
/// Minimum size: in a smaller packet not even a name fits.
const MIN_SIZE: u16 = 100;
/// The usual slot of the controller in a ControlLogix.
const DEFAULT_ROUTE: &str = "1,0";

/// The address of a controller and the route to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) route: Route,
    /// Maximum size of a connected packet, in bytes.
    pub(super) size: u16,
}

/// The route from the port to the controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) path: EPath,
    /// The text that was entered; empty: no route.
    pub(super) text: String,
    /// Whether it is the default.
    pub(super) is_default: bool,
}

impl Route {
    /// No route: the controller answers at its own port.
    pub(super) fn direct() -> Self {
        Self { path: EPath::default(), text: String::new(), is_default: false }
    }
}

impl Target {
    /// Parses an endpoint.
    pub(super) fn of(endpoint: &Endpoint) -> Result<Self, EndpointError> {
        endpoint.check_parameters(&["size"])?;
        let size = endpoint.number("size", MIN_SIZE..=MAX_SIZE, MAX_SIZE)?;
        let text = match endpoint.path() {
            "" => DEFAULT_ROUTE,
            path => path.trim_start_matches('/'),
        };
        Ok(Self {
            host: endpoint.host().to_owned(),
            port: endpoint.port().unwrap_or(PORT),
            route: Route {
                path: parse_route(text).map_err(|error| endpoint.invalid(&error))?,
                text: text.to_owned(),
                is_default: endpoint.path().is_empty(),
            },
            size,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Result<Target, EndpointError> {
        Target::of(&text.parse().expect(text))
    }

    #[test]
    fn takes_endpoints_as_people_write_them() {
        for (text, port, route, is_default, size) in [
            ("logix://10.0.0.5", 44818, "1,0", true, 4002),
            ("logix://10.0.0.5/", 44818, "", false, 4002),
            ("logix://10.0.0.5:2222/1,3", 2222, "1,3", false, 4002),
            ("logix://10.0.0.5?size=504", 44818, "1,0", true, 504),
            ("logix://10.0.0.5/2,10.0.0.9,1,0?size=504", 44818, "2,10.0.0.9,1,0", false, 504),
        ] {
            let it = target(text).expect(text);
            assert_eq!((it.port, it.size), (port, size), "{text}");
            assert_eq!((it.route.text.as_str(), it.route.is_default), (route, is_default));
            assert_eq!(Ok(it.route.path), parse_route(route));
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (text, says) in [
            ("logix://h/1", "a port without a slot"),
            ("logix://h/1,0/", "`0/` is not a slot"),
            ("logix://h/?slot=3", "parameter `slot` is not known"),
            ("logix://h/?size=99", "size `99` is not a number from 100 to 4002"),
            ("logix://h/?size=big", "size `big`"),
        ] {
            let error = target(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
