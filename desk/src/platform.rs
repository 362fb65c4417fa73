//! The data of a controller from the table of protocols, for the screens.

use tagbridge_driver::Identity;
use tagbridge_drivers::{PROTOCOLS, Protocol};

use crate::view::{Controller, Vendor};

/// The protocol of an endpoint's text.
pub(crate) fn protocol(endpoint: &str) -> Option<&'static Protocol> {
    endpoint.split("://").next().and_then(tagbridge_drivers::of_scheme)
}

/// The default platform of a protocol.
pub(crate) fn platform(protocol: Option<&Protocol>) -> Vendor {
    protocol.and_then(Protocol::usual_vendor).map_or(Vendor::Unknown, Vendor::from)
}

/// The common name of a vendor's controllers, in lower case.
pub(crate) fn known_as(vendor: Vendor) -> &'static str {
    PROTOCOLS.iter().find(|it| platform(Some(it)) == vendor).map_or("", |it| it.known_as)
}

/// The device at an endpoint.
pub(crate) fn controller(endpoint: &str, identity: &Identity) -> Controller {
    Controller {
        endpoint: endpoint.to_owned(),
        platform: platform(protocol(endpoint)),
        vendor: identity.vendor.clone(),
        product: identity.product.clone(),
        revision: identity.revision.clone(),
        serial: identity.serial.clone(),
        name: identity.name.clone(),
        mode: identity.mode.to_string(),
    }
}
