//! A tag's value.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil};

/// A value with the controller's own name for its type.
#[derive(Debug, Clone, PartialEq)]
pub struct TagValue {
    /// The value.
    pub value: Value,
    /// The controller's own name: `DINT`, `STRING`, a UDT's name, `DINT[500]`.
    pub type_name: Arc<str>,
    /// When the source says that the value is from, in protocols that tell. `None`: the time at
    /// which the answer arrived is the best there is.
    pub source_time: Option<Timestamp>,
}

/// A value in the widest form of its kind; the width it has in the controller is part of the
/// type's name.
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
    /// A span of time.
    Duration(SignedDuration),
    /// Elements in order; arrays of several dimensions are arrays of arrays, outermost first.
    Array(Vec<Value>),
    /// Members in the order of the type's definition.
    Struct(Vec<(Arc<str>, Value)>),
}
