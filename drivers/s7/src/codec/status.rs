//! What a controller says when it refuses, in words.
//!
//! Sources: `tests/suite/captures/snap7_c.hex`; Siemens "Communication with SIMATIC", error codes of
//! S7 communication.

/// Return code of an item that was read.
pub const ITEM_GOOD: u8 = 0xFF;

/// Return codes of items.
pub mod item {
    /// The hardware reported an error.
    pub const HARDWARE: u8 = 0x01;
    /// Access is not allowed.
    pub const ACCESS_DENIED: u8 = 0x03;
    /// The address lies outside of what there is.
    pub const OUT_OF_RANGE: u8 = 0x05;
    /// The data type is not supported.
    pub const TYPE_NOT_SUPPORTED: u8 = 0x06;
    /// The data type does not fit.
    pub const TYPE_MISMATCH: u8 = 0x07;
    /// The object does not exist.
    pub const NO_OBJECT: u8 = 0x0A;

    /// One plain fragment for a person.
    pub fn text(code: u8) -> &'static str {
        match code {
            HARDWARE => "hardware error",
            ACCESS_DENIED => "access to the object is not allowed",
            OUT_OF_RANGE => "the address is out of range",
            TYPE_NOT_SUPPORTED => "the data type is not supported",
            TYPE_MISMATCH => "the data type does not fit",
            NO_OBJECT => "the object does not exist",
            _ => "unknown return code",
        }
    }
}

/// Error words: class and code of a refused message.
pub mod error {
    /// The service is not offered: with S7-1200/1500 most often because PUT/GET is not enabled.
    pub const NOT_AVAILABLE: u16 = 0x8104;
    /// The request is larger than the PDU that was agreed on, or garbled.
    pub const WRONG_PDU: u16 = 0x8500;
    /// The object cannot be accessed.
    pub const ACCESS_REFUSED: u16 = 0x8703;
    /// Not in this protection level.
    pub const PROTECTED: u16 = 0xD241;
    /// Not in this protection level, said by the test functions.
    pub const PROTECTED_TEST: u16 = 0xD0A1;
    /// The information is not available.
    pub const NO_INFORMATION: u16 = 0xD402;

    /// Whether the controller does not show its memory at all, rather than one address.
    pub fn is_denied(word: u16) -> bool {
        matches!(word, NOT_AVAILABLE | ACCESS_REFUSED | PROTECTED | PROTECTED_TEST)
    }

    /// One plain fragment for a person.
    pub fn text(word: u16) -> &'static str {
        match word {
            0x8001 => "the service is not possible in the current state",
            0x8100 => "the service is not known to the module",
            NOT_AVAILABLE => "the service is not available",
            0x8204 => "the type is inconsistent",
            0x8301 => "not enough memory",
            0x8302 | 0x8304 => "not enough resources",
            0x8305 => "the function is not available",
            0x8401 => "invalid sequence of services",
            0x8402 => "not possible in the object's state",
            0x8404 => "the function cannot be performed",
            WRONG_PDU => "the message is garbled or too long",
            0x8503 => "the service was cancelled",
            0x8701 => "the object cannot be addressed",
            0x8702 => "the service is not supported",
            ACCESS_REFUSED => "access to the object is refused",
            0x8704 => "the object is damaged",
            0xD081 => "not permitted in the current operating mode",
            PROTECTED | PROTECTED_TEST => "not permitted in the current protection level",
            0xD401 | NO_INFORMATION => "the information is not available",
            0xD404 => "no log-on for diagnostics is free",
            0xD406 => "the information is not available at present",
            _ => "unknown error",
        }
    }
}
