//! The codes of a controller's errors; `texts/en/s7.ftl` has the texts.
//!
//! Sources: `tests/suite/captures/snap7_c.hex`; Siemens "Communication with SIMATIC", error codes
//! of S7 communication.

/// Return code of a successful item.
pub const ITEM_GOOD: u8 = 0xFF;

/// Return codes of items.
pub mod item {
    /// The hardware reported an error.
    pub const HARDWARE: u8 = 0x01;
    /// Access is not allowed.
    pub const ACCESS_DENIED: u8 = 0x03;
    /// The address is out of range.
    pub const OUT_OF_RANGE: u8 = 0x05;
    /// The data type is not supported.
    pub const TYPE_NOT_SUPPORTED: u8 = 0x06;
    /// The data type does not fit.
    pub const TYPE_MISMATCH: u8 = 0x07;
    /// The object does not exist.
    pub const NO_OBJECT: u8 = 0x0A;
}

/// Error words: class and code of a refused message.
pub mod error {
    /// The service is not available: with S7-1200/1500 usually because PUT/GET is not enabled.
    pub const NOT_AVAILABLE: u16 = 0x8104;
    /// The request is larger than the negotiated PDU, or invalid.
    pub const WRONG_PDU: u16 = 0x8500;
    /// The object cannot be accessed.
    pub const ACCESS_REFUSED: u16 = 0x8703;
    /// Not permitted in this protection level.
    pub const PROTECTED: u16 = 0xD241;
    /// Not permitted in this protection level, returned by the test functions.
    pub const PROTECTED_TEST: u16 = 0xD0A1;
    /// The information is not available.
    pub const NO_INFORMATION: u16 = 0xD402;

    /// Whether the controller refuses access to its memory in general, not only to one address.
    pub(crate) fn is_denied(word: u16) -> bool {
        matches!(word, NOT_AVAILABLE | ACCESS_REFUSED | PROTECTED | PROTECTED_TEST)
    }
}
