//! The kinds of requests that the guard names.

use tagbridge_driver::RequestKind;

/// Every kind of request that can pass, in the order of [`Kind`].
pub(crate) const KINDS: &[RequestKind] = &[
    RequestKind { name: "Discover", code: "0x04, 0x63, 0x64" },
    RequestKind { name: "Open and end a session", code: "0x65, 0x66" },
    RequestKind { name: "Open and close a connection", code: "0x54, 0x5B, 0x4E" },
    RequestKind { name: "Read attributes", code: "0x01, 0x03, 0x0E" },
    RequestKind { name: "List tags", code: "0x55" },
    RequestKind { name: "Read type", code: "0x4C on class 0x6C" },
    RequestKind { name: "Read Tag", code: "0x4C" },
    RequestKind { name: "Read Tag Fragmented", code: "0x52" },
];

/// The kinds that are counted. What only carries others is not one of them.
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
