//! The errors of the client.

use std::{ffi::CStr, fmt};

use open62541_sys::{UA_STATUSCODE_GOOD, UA_StatusCode, UA_StatusCode_name};

/// A status code of the library, and what it was asked to do.
#[derive(Debug)]
pub struct Error {
    doing: &'static str,
    code: UA_StatusCode,
}

impl Error {
    pub(crate) fn new(doing: &'static str, code: UA_StatusCode) -> Self {
        Self { doing, code }
    }

    /// Whether a code is good.
    pub(crate) fn check(doing: &'static str, code: UA_StatusCode) -> Result<(), Self> {
        if code == UA_STATUSCODE_GOOD { Ok(()) } else { Err(Self::new(doing, code)) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: for every code there is a name, a constant that ends with a zero.
        let name = unsafe { CStr::from_ptr(UA_StatusCode_name(self.code)) };
        write!(f, "open62541 cannot {}: {}", self.doing, name.to_string_lossy())
    }
}

impl std::error::Error for Error {}
