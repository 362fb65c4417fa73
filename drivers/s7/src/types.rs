//! The types of S7, and the decoding of their values.

mod decode;

pub use self::decode::decode;
pub use tagbridge_s7_address::{DEFAULT_LENGTH, MAX_WSTRING, Type};
