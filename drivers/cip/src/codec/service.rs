//! The services that our requests can have. **None of them writes a value.**

use std::fmt;

/// A service code. Only the codes below can be created; a code has another meaning on another
/// class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Service(u8);

impl Service {
    /// All attributes of an object.
    pub const GET_ATTRIBUTES_ALL: Self = Self(0x01);
    /// Some attributes of an object.
    pub const GET_ATTRIBUTE_LIST: Self = Self(0x03);
    /// Several requests in one message.
    pub const MULTIPLE_SERVICE_PACKET: Self = Self(0x0A);
    /// One attribute of an object.
    pub const GET_ATTRIBUTE_SINGLE: Self = Self(0x0E);
    /// A tag's value. On the Template class: a template's members.
    pub const READ_TAG: Self = Self(0x4C);
    /// Closes a connection (Connection Manager).
    pub const FORWARD_CLOSE: Self = Self(0x4E);
    /// A part of a tag's value. On the Connection Manager: [`UNCONNECTED_SEND`](Self::UNCONNECTED_SEND).
    pub const READ_TAG_FRAGMENTED: Self = Self(0x52);
    /// A request that is forwarded along a route (Connection Manager).
    pub const UNCONNECTED_SEND: Self = Self(0x52);
    /// Opens a connection of up to 511 bytes (Connection Manager).
    pub const FORWARD_OPEN: Self = Self(0x54);
    /// Attributes of many objects (Symbol class).
    pub const INSTANCE_ATTRIBUTE_LIST: Self = Self(0x55);
    /// Opens a connection of up to 65535 bytes (Connection Manager).
    pub const LARGE_FORWARD_OPEN: Self = Self(0x5B);

    /// The code on the wire.
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Service({:#04x})", self.0)
    }
}

/// Classes of objects in our requests.
pub mod class {
    /// The device's identity.
    pub const IDENTITY: u32 = 0x01;
    /// Receives all requests.
    pub const MESSAGE_ROUTER: u32 = 0x02;
    /// Opens and closes connections.
    pub const CONNECTION_MANAGER: u32 = 0x06;
    /// The name of the controller's project.
    pub const PROGRAM_NAME: u32 = 0x64;
    /// Tags.
    pub const SYMBOL: u32 = 0x6B;
    /// Definitions of structures.
    pub const TEMPLATE: u32 = 0x6C;
    /// Whether the project has changed.
    pub const CHANGES: u32 = 0xAC;
}
