//! The kinds of requests that the guard reports.

use tagbridge_driver::{RequestKind, RequestName};

/// Every kind of request that can pass, in the order of [`Kind`].
pub(crate) const KINDS: &[RequestKind] = &[
    RequestKind { name: RequestName::Discover, code: "0x04, 0x63, 0x64" },
    RequestKind { name: RequestName::Session, code: "0x65, 0x66" },
    RequestKind { name: RequestName::Connection, code: "0x54, 0x5B, 0x4E" },
    RequestKind { name: RequestName::ReadAttributes, code: "0x01, 0x03, 0x0E" },
    RequestKind { name: RequestName::ListTags, code: "0x55" },
    RequestKind { name: RequestName::ReadType, code: "0x4C on class 0x6C" },
    RequestKind { name: RequestName::ReadTag, code: "0x4C" },
    RequestKind { name: RequestName::ReadTagFragmented, code: "0x52" },
];

/// The kinds that are counted. Requests that only contain others are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Who,
    Session,
    Connection,
    Attributes,
    ListTags,
    ReadType,
    ReadTag,
    ReadTagFragmented,
}
