//! Which platform speaks a protocol.

use tagbridge_api::project::Vendor as ApiVendor;
use tagbridge_driver::Identity;

use crate::view::{Controller, Vendor};

/// By the scheme of an endpoint.
pub(crate) fn platform(scheme: &str) -> Vendor {
    match scheme {
        "logix" => Vendor::AllenBradley,
        "s7" => Vendor::Siemens,
        "opc.tcp" => Vendor::Codesys,
        _ => Vendor::Unknown,
    }
}

pub(crate) fn vendor(it: ApiVendor) -> Vendor {
    match it {
        ApiVendor::AllenBradley => Vendor::AllenBradley,
        ApiVendor::Siemens => Vendor::Siemens,
        ApiVendor::Codesys => Vendor::Codesys,
    }
}

/// Who answered at an endpoint.
pub(crate) fn controller(endpoint: &str, it: &Identity) -> Controller {
    let scheme = endpoint.split("://").next().unwrap_or_default();
    Controller {
        endpoint: endpoint.to_owned(),
        platform: platform(scheme),
        vendor: it.vendor.clone(),
        product: it.product.clone(),
        revision: it.revision.clone(),
        serial: it.serial.clone(),
        name: it.name.clone(),
        mode: it.mode.to_string(),
    }
}
