//! Why a tag has no value, if the reason is not a status of the server.

use opcua::types::NodeId;
use tagbridge_driver::{Cause, Reason};
use tagbridge_texts::Coded;

/// The reason.
#[derive(Debug, Clone, PartialEq, Coded)]
#[coded(prefix = "opcua-tag")]
pub(crate) enum TagFault {
    /// The server has no node of this name; similar names follow, separated by commas.
    NoNode,
    NearNodes {
        near: String,
    },
    /// A node without a value.
    IsObject,
    NoMember {
        name: String,
    },
    NearMembers {
        name: String,
        near: String,
    },
    NoStructure {
        name: String,
    },
    NoArray,
    Beyond {
        step: String,
        size: usize,
    },
    NoBit {
        bit: u32,
        kind: &'static str,
    },
    NoNamespace {
        uri: String,
    },
    NoValue,
    /// The server does not return the definition of its data type.
    Untold {
        #[coded(text)]
        data_type: NodeId,
    },
    AnotherType {
        told: String,
        sent: &'static str,
    },
}

impl TagFault {
    fn reason(&self) -> Reason {
        match self {
            Self::NoNode
            | Self::NearNodes { .. }
            | Self::NoMember { .. }
            | Self::NearMembers { .. }
            | Self::NoNamespace { .. } => Reason::UnknownTag,
            Self::IsObject => Reason::NoAddress,
            Self::NoStructure { .. } | Self::NoArray | Self::AnotherType { .. } => {
                Reason::TypeMismatch
            }
            Self::Beyond { .. } | Self::NoBit { .. } => Reason::OutOfRange,
            Self::NoValue => Reason::DeviceError,
            Self::Untold { .. } => Reason::DecodeError,
        }
    }
}

impl From<TagFault> for Cause {
    fn from(fault: TagFault) -> Self {
        Self::new(fault.reason(), fault.message())
    }
}

/// The names as a list.
pub(crate) fn in_a_row(names: &[String]) -> String {
    names.join(", ")
}

/// The number of a bit, if the step is one.
pub(crate) fn bit(name: &str) -> Option<u32> {
    let is_number = !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| name.parse().ok()).flatten()
}
