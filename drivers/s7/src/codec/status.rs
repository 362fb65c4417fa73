//! What a controller says when it refuses; `texts/en/s7.ftl` has the words.
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
    pub(crate) fn is_denied(word: u16) -> bool {
        matches!(word, NOT_AVAILABLE | ACCESS_REFUSED | PROTECTED | PROTECTED_TEST)
    }
}
