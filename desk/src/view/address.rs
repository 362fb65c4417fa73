use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Vendor;

/// An address as a user enters it, to convert into fields.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadAddress {
    /// The vendor of the controllers to find.
    pub platform: Vendor,
    /// The scheme of the protocol, if the text has no scheme; null: the platform's default.
    pub protocol: Option<String>,
    /// An endpoint, a host, or a path as `RSLinx` shows it; empty: no address yet.
    pub text: String,
}

/// A controller's address in the fields of its protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddressForm {
    /// The entered fields.
    pub fields: AddressFields,
    /// The protocols of the platform's controllers, the default first.
    pub protocols: Vec<ProtocolName>,
    /// The default port.
    pub usual_port: u16,
    /// The default rack; null: its addresses have no rack.
    pub usual_rack: Option<u16>,
    /// The default slot; null: its addresses have no slot.
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

/// The fields of an address; null or empty: the protocol's default.
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
    /// A route: `1,2,2,10.0.0.9,1,0`; `/`: no route.
    pub route: String,
    /// The path after host and port, without its slash.
    pub path: String,
    /// All other parameters, as in an endpoint.
    pub options: String,
}
