//! The messages of `sparkplug_b.proto` (Eclipse Tahu, `org.eclipse.tahu.protobuf`) that an edge node
//! writes and reads. Data sets, templates and metadata are left out: they are read over.

use prost::{Message, Oneof};

/// The payload of each message except STATE.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Payload {
    /// The time of the message, in milliseconds since 1970 (UTC).
    #[prost(uint64, optional, tag = "1")]
    pub(crate) timestamp: Option<u64>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) metrics: Vec<Metric>,
    /// 0 to 255, and 0 again.
    #[prost(uint64, optional, tag = "3")]
    pub(crate) seq: Option<u64>,
}

/// A value.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Metric {
    #[prost(string, optional, tag = "1")]
    pub(crate) name: Option<String>,
    /// Its alias after its birth.
    #[prost(uint64, optional, tag = "2")]
    pub(crate) alias: Option<u64>,
    /// When it was so, in milliseconds of UTC.
    #[prost(uint64, optional, tag = "3")]
    pub(crate) timestamp: Option<u64>,
    /// A [`DataType`](super::value::DataType).
    #[prost(uint32, optional, tag = "4")]
    pub(crate) datatype: Option<u32>,
    #[prost(bool, optional, tag = "5")]
    pub(crate) is_historical: Option<bool>,
    #[prost(bool, optional, tag = "7")]
    pub(crate) is_null: Option<bool>,
    #[prost(message, optional, tag = "9")]
    pub(crate) properties: Option<PropertySet>,
    #[prost(oneof = "MetricValue", tags = "10, 11, 12, 13, 14, 15, 16")]
    pub(crate) value: Option<MetricValue>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(crate) enum MetricValue {
    /// Integers of up to 32 bits, in two's complement of their own width.
    #[prost(uint32, tag = "10")]
    Int(u32),
    #[prost(uint64, tag = "11")]
    Long(u64),
    #[prost(float, tag = "12")]
    Float(f32),
    #[prost(double, tag = "13")]
    Double(f64),
    #[prost(bool, tag = "14")]
    Boolean(bool),
    #[prost(string, tag = "15")]
    Text(String),
    #[prost(bytes = "vec", tag = "16")]
    Bytes(Vec<u8>),
}

/// Keys and values, each at the same place.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct PropertySet {
    #[prost(string, repeated, tag = "1")]
    pub(crate) keys: Vec<String>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) values: Vec<PropertyValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct PropertyValue {
    #[prost(uint32, optional, tag = "1")]
    pub(crate) datatype: Option<u32>,
    #[prost(oneof = "Property", tags = "3, 8")]
    pub(crate) value: Option<Property>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(crate) enum Property {
    #[prost(uint32, tag = "3")]
    Int(u32),
    #[prost(string, tag = "8")]
    Text(String),
}
