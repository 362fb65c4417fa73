use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Vendor;

/// An address as a person has it at hand, to be put into fields.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadAddress {
    /// The vendor of the controllers to find.
    pub platform: Vendor,
    /// The scheme of the protocol that is presumed where the text names none; null: the platform's own.
    pub protocol: Option<String>,
    /// An endpoint, a host, a path as `RSLinx` shows it; empty: nothing yet.
    pub text: String,
}

/// Where a controller is, in the fields that its protocol has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddressForm {
    /// The entered fields.
    pub fields: AddressFields,
    /// The protocols that the platform's controllers speak, its own first.
    pub protocols: Vec<ProtocolName>,
    /// The port unless another is given.
    pub usual_port: u16,
    /// The rack unless another is given; null: its addresses have none.
    pub usual_rack: Option<u16>,
    /// The slot unless another is given; null: its addresses have none.
    pub usual_slot: Option<u16>,
    /// Whether a route can be given instead of a slot.
    pub has_route: bool,
    /// Whether a path can follow host and port.
    pub has_path: bool,
}

/// A protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProtocolName {
    /// Its scheme: `opc.tcp`.
    pub scheme: String,
    /// Its common name: `OPC UA`.
    pub name: String,
}

/// The fields of an address; null or empty: as the protocol has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddressFields {
    /// The protocol's scheme.
    pub protocol: String,
    /// Host name or address.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
    /// The rack.
    pub rack: Option<u16>,
    /// The slot.
    pub slot: Option<u16>,
    /// A route, `1,2,2,10.0.0.9,1,0`; `/`: none at all.
    pub route: String,
    /// The part after host and port, without its slash.
    pub path: String,
    /// All other parameters as an endpoint has them.
    pub options: String,
}
