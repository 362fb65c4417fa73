//! A tag's value.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil};

/// A value with the controller's own name of its type.
#[derive(Debug, Clone, PartialEq)]
pub struct TagValue {
    /// The value.
    pub value: Value,
    /// The controller's own name of the type: `DINT`, `STRING`, a UDT's name, `DINT[500]`.
    pub type_name: Arc<str>,
    /// The source's time of the value, in protocols that have one. `None`: the time of the response
    /// is used.
    pub source_time: Option<Timestamp>,
}

/// A value in the widest form of its kind; its width in the controller is part of the type's name.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// One bit.
    Bool(bool),
    /// A signed integer of any width.
    Int(i64),
    /// An unsigned integer or a bit string of any width.
    Uint(u64),
    /// IEEE 754 single precision, kept single so that 0.1 reads 0.1.
    Real(f32),
    /// IEEE 754 double precision.
    LReal(f64),
    /// Text.
    Text(String),
    /// A calendar date without a zone.
    Date(civil::Date),
    /// A time of day without a zone.
    TimeOfDay(civil::Time),
    /// A date and time of day without a zone: the controller's local time.
    DateTime(civil::DateTime),
    /// A point in time.
    Timestamp(Timestamp),
    /// A duration.
    Duration(SignedDuration),
    /// Elements in order; arrays of several dimensions are arrays of arrays, outermost first.
    Array(Vec<Value>),
    /// Members in the order of the type's definition.
    Struct(Vec<(Arc<str>, Value)>),
}
