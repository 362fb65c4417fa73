//! A tag's value. The specification does not define its structure; this one is used everywhere.

use std::{cell::RefCell, fmt, sync::Arc};

use indexmap::IndexMap;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Visitor},
};
use utoipa::ToSchema;

use crate::{Timestamp, limits::SEQUENCE_MAX};

/// Tag name to value, in the order of the session's list.
pub type Tags = IndexMap<String, TagValue>;

/// A tag's value, or the reason why it has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TagValue {
    /// Any JSON; null only with quality `bad`. Integers beyond ±(2^53−1) and non-finite reals are
    /// text (`"18446744073709551615"`, `"NaN"`, `"Infinity"`, `"-Infinity"`). Structures are
    /// objects, arrays are arrays, date-times and durations are ISO 8601.
    #[schema(value_type = Value)]
    pub value: serde_json::Value,
    /// The controller's own name of the type; empty if not known.
    #[serde(rename = "type", default, deserialize_with = "type_name")]
    #[schema(value_type = String)]
    pub type_name: Arc<str>,
    /// Whether the value can be trusted.
    pub quality: Quality,
    /// The reason; with `uncertain` and `bad`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub reason: Option<Reason>,
    /// When the controller's response arrived, or the source's own time if the protocol has one.
    pub timestamp: Timestamp,
}

impl TagValue {
    /// Whether value, quality and reason are equal; the time is not compared.
    pub fn same_content(&self, other: &Self) -> bool {
        (self.quality, self.reason) == (other.quality, other.reason)
            && self.type_name == other.type_name
            && self.value == other.value
    }

    /// Checks rules that the types do not enforce: null with `bad` and only with `bad`, and a
    /// reason with every quality except `good`.
    pub fn check(&self) -> Result<(), InvalidValue> {
        let bad = self.quality == Quality::Bad;
        if bad != self.value.is_null() {
            return Err(InvalidValue::Value { quality: self.quality });
        }
        if (self.quality == Quality::Good) != self.reason.is_none() {
            return Err(InvalidValue::Reason { quality: self.quality });
        }
        if is_exact(&self.value) { Ok(()) } else { Err(InvalidValue::Integer) }
    }
}

/// Maximum number of shared names of types, and of the bytes of each.
const SHARED_NAMES: usize = 16;
const SHARED_BYTES: usize = 64;

thread_local! {
    /// The names of types that were read last. A push has hundreds of values, and few types.
    static TYPE_NAMES: RefCell<Vec<Arc<str>>> = const { RefCell::new(Vec::new()) };
}

/// Reads the name of a type, and shares it with other values of the type.
fn type_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    struct TypeName;

    impl Visitor<'_> for TypeName {
        type Value = Arc<str>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Arc<str>, E> {
            if name.len() > SHARED_BYTES {
                return Ok(name.into());
            }
            Ok(TYPE_NAMES.with_borrow_mut(|names| {
                if let Some(it) = names.iter().find(|it| ***it == *name) {
                    return Arc::clone(it);
                }
                if names.len() >= SHARED_NAMES {
                    names.clear();
                }
                let it = Arc::from(name);
                names.push(Arc::clone(&it));
                it
            }))
        }
    }

    deserializer.deserialize_str(TypeName)
}

/// Whether every JSON reader represents all integers in it exactly.
fn is_exact(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Number(number) => {
            let is_small = |it: u64| it <= SEQUENCE_MAX;
            number.as_i64().map_or_else(
                || number.as_u64().is_none_or(is_small),
                |it| is_small(it.unsigned_abs()),
            )
        }
        serde_json::Value::Array(items) => items.iter().all(is_exact),
        serde_json::Value::Object(members) => members.values().all(is_exact),
        _ => true,
    }
}

/// A value that contradicts itself, or that some readers cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidValue {
    /// Null without `bad`, or `bad` with a value.
    Value {
        /// The quality.
        quality: Quality,
    },
    /// A reason with `good`, or no reason with another quality.
    Reason {
        /// The quality.
        quality: Quality,
    },
    /// A number that is an integer beyond ±(2^53−1).
    Integer,
}

impl InvalidValue {
    /// The offending field.
    pub fn field(self) -> &'static str {
        match self {
            Self::Value { .. } | Self::Integer => "value",
            Self::Reason { .. } => "reason",
        }
    }
}

impl std::error::Error for InvalidValue {}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value { quality: Quality::Bad } => "must be null with quality `bad`",
            Self::Value { .. } => "must not be null unless quality is `bad`",
            Self::Reason { quality: Quality::Good } => "must be absent with quality `good`",
            Self::Reason { .. } => "is required unless quality is `good`",
            Self::Integer => "an integer beyond 2^53 must be text",
        })
    }
}

/// Whether a value can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// The controller's value when it responded.
    Good,
    /// An uncertain value; the reason explains it.
    Uncertain,
    /// No value; the reason explains it.
    Bad,
}

impl Quality {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Uncertain => "uncertain",
            Self::Bad => "bad",
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $name:tt,)+) => {
        /// Why a value is uncertain or missing. The codes are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        pub enum Reason {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)+
        }

        impl Reason {
            /// The code as it is in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

reasons! {
    /// No connection to the controller.
    NotConnected = "not_connected",
    /// The controller does not execute its program.
    ControllerStopped = "controller_stopped",
    /// The value was not updated in time.
    Stale = "stale",
    /// The controller has no tag of this name.
    UnknownTag = "unknown_tag",
    /// The controller denies access.
    AccessDenied = "access_denied",
    /// It cannot be addressed from outside.
    NoAddress = "no_address",
    /// Its type is not the requested one.
    TypeMismatch = "type_mismatch",
    /// An index, a bit or an offset is out of range.
    OutOfRange = "out_of_range",
    /// It would exceed the session's limit of requests.
    OverBudget = "over_budget",
    /// The project has no tag of this name.
    NotInProject = "not_in_project",
    /// The controller reported an error.
    DeviceError = "device_error",
    /// The controller's bytes could not be decoded.
    DecodeError = "decode_error",
}
